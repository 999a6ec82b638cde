package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"segue/sandbox"
)

// grading is one program on its tests.
type grading struct {
	ctx    context.Context
	runner Runner
	code   Code
	lang   language
	source string
	nonce  string
}

// config is what the harness reads from config.json.
type config struct {
	Nonce   string            `json:"nonce"`
	Entry   string            `json:"entry"`
	Seconds int               `json:"seconds"`
	Calls   []json.RawMessage `json:"calls"`
}

// start runs the program on some of its call tests, or on one input.
func (g grading) start(calls []json.RawMessage, stdin string) (sandbox.Result, error) {
	entry := ""
	if g.code.calls() {
		entry = g.code.Entry
	}
	files := g.lang.files(g.source, entry)
	raw, err := json.Marshal(config{g.nonce, entry, g.code.seconds(), calls})
	if err != nil {
		return sandbox.Result{}, fmt.Errorf("write the calls: %w", err)
	}
	files["config.json"] = raw
	limits := g.code.limits(max(1, len(calls)))
	if len(calls) == 0 {
		limits.Idle = 0
	}
	return g.runner.Run(g.ctx, sandbox.Spec{Language: g.code.Language, Files: files, Entry: g.lang.entry,
		Stdin: []byte(stdin), Channel: true, Limits: limits})
}

// maxTimeouts is after how many time-outs the remaining tests do not run.
const maxTimeouts = 2

// calls runs all call tests. One process takes them in order; where it dies or
// hangs, a new one goes on behind that test.
func (g grading) calls() ([]TestResult, error) {
	all := make([]json.RawMessage, len(g.code.Tests))
	for i, t := range g.code.Tests {
		if all[i] = t.Args; t.Args == nil {
			all[i] = json.RawMessage("[]")
		}
	}
	results := make([]TestResult, 0, len(all))
	for timeouts := 0; len(results) < len(all); {
		if timeouts == maxTimeouts {
			return append(results, slices.Repeat([]TestResult{{Time, "not run after earlier time-outs"}}, len(all)-len(results))...), nil
		}
		first := len(results)
		run, err := g.start(all[first:], "")
		if err != nil {
			return nil, err
		}
		records := g.records(run.Channel)
		for i, r := range records {
			if r.Stage != "" {
				return same(r.status(), r.Error, len(all)).PerTest, nil
			}
			if r.Index != i || len(results) == len(all) {
				break
			}
			results = append(results, g.judgeCall(len(results), r))
		}
		if len(results) < len(all) {
			end := ending(run)
			if end.Status == Compile {
				return same(Compile, end.Reason, len(all)).PerTest, nil
			}
			if end.Status == Time {
				timeouts++
			}
			results = append(results, end)
		}
	}
	return results, nil
}

// runs runs each input test in a process of its own.
func (g grading) runs() ([]TestResult, error) {
	var results []TestResult
	timeouts := 0
	for _, t := range g.code.Tests {
		if timeouts == maxTimeouts {
			results = append(results, TestResult{Time, "not run after earlier time-outs"})
			continue
		}
		run, err := g.start(nil, t.Stdin)
		if err != nil {
			return nil, err
		}
		result := ending(run)
		for _, r := range g.records(run.Channel) {
			result = TestResult{r.status(), r.Error}
		}
		if run.Status == sandbox.Finished && run.ExitCode == 0 && result.Status != Compile {
			result = TestResult{Status: Pass}
			if why := compareOutput(t.Stdout, string(run.Stdout), g.code.Comparator, t.Tol); why != "" {
				result = TestResult{Wrong, why}
			}
		}
		if result.Status == Time {
			timeouts++
		}
		if result.Status == Compile {
			return same(Compile, result.Reason, len(g.code.Tests)).PerTest, nil
		}
		results = append(results, result)
	}
	return results, nil
}

// record is one line of the harness.
type record struct {
	Index int             `json:"i"`
	Value json.RawMessage `json:"v"`
	Error string          `json:"e"`
	Stage string          `json:"s"` // "compile" or "load": before any test
}

func (r record) status() Status {
	switch {
	case r.Stage == "compile":
		return Compile
	case strings.HasPrefix(r.Error, "MemoryError"):
		return Memory
	}
	return Runtime
}

// records reads the lines of the channel that carry the nonce.
func (g grading) records(channel []byte) []record {
	var out []record
	for line := range bytes.Lines(channel) {
		rest, ok := bytes.CutPrefix(line, []byte(g.nonce+" "))
		var r record
		if ok && bytes.HasSuffix(line, []byte("\n")) && json.Unmarshal(rest, &r) == nil {
			r.Error = r.Error[:min(len(r.Error), 300)]
			out = append(out, r)
		}
	}
	return out
}

func (g grading) judgeCall(i int, r record) TestResult {
	if r.Value == nil {
		return TestResult{r.status(), r.Error}
	}
	got, err := decode(r.Value)
	if err != nil {
		return TestResult{Runtime, "the result is unreadable: " + err.Error()}
	}
	test := g.code.Tests[i]
	want, _ := decode(test.Expect) // validated
	if equal(want, got, test.Tol, g.code.Comparator == "multiset") {
		return TestResult{Status: Pass}
	}
	return TestResult{Wrong, fmt.Sprintf("returned %s for %s", cut(r.Value), cut(test.Args))}
}

func cut(raw []byte) string {
	if len(raw) > 80 {
		return string(raw[:80]) + "…"
	}
	return string(raw)
}

// ending is the verdict on a program that ended without an answer.
func ending(run sandbox.Result) TestResult {
	switch run.Status {
	case sandbox.Time:
		return TestResult{Time, "the time limit was reached"}
	case sandbox.Memory:
		return TestResult{Memory, "the memory limit was reached"}
	case sandbox.OutputLimit:
		return TestResult{OutputLimit, "the output limit was reached"}
	case sandbox.Compile:
		return TestResult{Compile, lastLine(run.Stderr, "it does not compile")}
	case sandbox.Processes:
		return TestResult{Runtime, "it started too many processes"}
	case sandbox.Signal:
		return TestResult{Runtime, "it died of signal " + strconv.Itoa(run.Signal)}
	}
	if bytes.Contains(run.Stderr, []byte("\nMemoryError")) {
		return TestResult{Memory, "the memory limit was reached"}
	}
	return TestResult{Runtime, lastLine(run.Stderr, fmt.Sprintf("it ended with exit code %d before it answered", run.ExitCode))}
}

// lastLine is the last line of a program's error output, which in Python names
// the exception.
func lastLine(stderr []byte, otherwise string) string {
	lines := strings.Split(strings.TrimSpace(string(stderr)), "\n")
	line := strings.TrimSpace(lines[len(lines)-1])
	if line == "" {
		return otherwise
	}
	return line[:min(len(line), 300)]
}
