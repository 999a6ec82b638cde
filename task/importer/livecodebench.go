package importer

import (
	"encoding/json"
	"fmt"
	"strings"

	"segue/skill"
	"segue/task"
)

func init() {
	Register(Shape{Name: "livecodebench", Rank: 10, Task: liveCodeBench,
		Doc: "programming problems with public and private tests (LiveCodeBench): Python programs that read standard input or functions that are called",
		Detect: func(r *Record, _ Options) bool {
			return r.Has("question_content") && r.Has("public_test_cases", "private_test_cases")
		}})
}

// liveCodeTest is one test of a record.
type liveCodeTest struct {
	Input  string `json:"input"`
	Output string `json:"output"`
	Type   string `json:"testtype"`
}

// liveCodeSeconds is the time for one test, as in the benchmark's own runner.
const liveCodeSeconds = 6

func liveCodeBench(r *Record, _ Options) (task.Task, error) {
	entry := functionName(r)
	tests, err := liveCodeTests(r, entry)
	if err != nil {
		return task.Task{}, err
	}
	starter := r.Text("starter_code")
	question := r.Need("question_content")
	if title := r.Text("question_title"); title != "" {
		question = title + "\n\n" + question
	}
	level := map[string]int{"easy": 1, "medium": 3, "hard": 5}[strings.ToLower(r.Text("difficulty"))]
	r.keep("difficulty")
	return single(task.Step{
		Domain: skill.Coding, Question: question + codeForm(entry, starter), Difficulty: level,
		Answer: task.Answer{Kind: task.KindCode, Language: "python", Entry: entry, Tests: tests, Seconds: liveCodeSeconds},
	}), nil
}

// codeForm says what program is wanted.
func codeForm(entry, starter string) string {
	if entry == "" {
		return "\n\nWrite a Python 3 program that reads standard input and prints the answer. Give the program in one fenced code block."
	}
	if strings.TrimSpace(starter) == "" {
		return fmt.Sprintf("\n\nWrite a Python 3 function named %s. Give the code in one fenced code block.", entry)
	}
	return fmt.Sprintf("\n\nComplete this Python 3 code, keeping the name %s. Give the whole code in one fenced code block.\n\n```python\n%s\n```", entry, strings.TrimRight(starter, "\n"))
}

// functionName is the function that call tests call, from the metadata.
func functionName(r *Record) string {
	raw := unwrapText(r.Raw("metadata"))
	r.keep("metadata")
	var meta struct {
		Name string `json:"func_name"`
	}
	if jsonType(raw) == "an object" && json.Unmarshal(raw, &meta) != nil {
		r.fail("the metadata hold a func_name that is no text")
	}
	return meta.Name
}

// liveCodeTests reads the public tests and those private ones that can be read.
func liveCodeTests(r *Record, entry string) ([]task.CodeTest, error) {
	var all []liveCodeTest
	if raw := unwrapText(r.Raw("public_test_cases")); raw != nil {
		if err := json.Unmarshal(raw, &all); err != nil {
			return nil, fmt.Errorf("read the public tests: %w", err)
		}
	}
	private, err := privateTests(r.Raw("private_test_cases"))
	if err != nil {
		r.Note("private tests left out: " + err.Error())
	}
	if all = append(all, private...); !within(&all, maxTests) {
		r.Note("the largest tests left out, since a task holds 16 MiB of tests")
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no test that can be read")
	}
	var tests []task.CodeTest
	var unread error
	for i, t := range all {
		test, err := t.test(entry)
		if err != nil {
			unread = fmt.Errorf("test %d: %w", i+1, err)
			continue
		}
		tests = append(tests, test)
	}
	switch {
	case len(tests) == 0:
		return nil, unread
	case unread != nil:
		r.Note("tests left out whose arguments or results are no JSON")
	}
	return tests, nil
}

// maxTests is how many bytes of tests a task holds, so that it is a line that
// can be read back even where every character is escaped.
const maxTests = 16 << 20

// within keeps the tests, in their order, that fit together; false says that
// some did not.
func within(tests *[]liveCodeTest, limit int) bool {
	kept := (*tests)[:0:0]
	for _, t := range *tests {
		if size := len(t.Input) + len(t.Output); size <= limit {
			limit -= size
			kept = append(kept, t)
		}
	}
	whole := len(kept) == len(*tests)
	*tests = kept
	return whole
}

// privateTests reads JSON, or JSON that was packed (see unpack).
func privateTests(raw json.RawMessage) ([]liveCodeTest, error) {
	if raw == nil {
		return nil, nil
	}
	var tests []liveCodeTest
	if plain := unwrapText(raw); json.Unmarshal(plain, &tests) == nil {
		return tests, nil
	}
	var packed string
	if err := json.Unmarshal(raw, &packed); err != nil {
		return nil, errUnreadable
	}
	text, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	if depth(text) > maxDepth || json.Unmarshal(text, &tests) != nil {
		return nil, errUnreadable
	}
	return tests, nil
}

// test turns input and output into a run, or into a call where each line of the
// input is an argument in JSON.
func (t liveCodeTest) test(entry string) (task.CodeTest, error) {
	if t.Type != "functional" && (t.Type == "stdin" || entry == "") {
		return task.CodeTest{Stdin: t.Input, Stdout: t.Output}, nil
	}
	if entry == "" {
		return task.CodeTest{}, fmt.Errorf("a function is called, but the metadata name none")
	}
	var args []json.RawMessage
	for line := range strings.SplitSeq(t.Input, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if !json.Valid([]byte(line)) {
			return task.CodeTest{}, fmt.Errorf("the argument %s is no JSON", shorten(line))
		}
		args = append(args, json.RawMessage(line))
	}
	if !json.Valid([]byte(t.Output)) {
		return task.CodeTest{}, fmt.Errorf("the result %s is no JSON", shorten(t.Output))
	}
	list, err := json.Marshal(args)
	if err != nil {
		return task.CodeTest{}, err
	}
	expect, err := json.Marshal(json.RawMessage(t.Output))
	return task.CodeTest{Args: list, Expect: expect}, err
}
