package importer

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"segue/skill"
	"segue/task"
)

var rubricFields = []string{"rubric", "rubrics", "criteria", "grading_criteria", "checklist", "evaluation_criteria", "scoring_rubric"}

// skill2Answer reads a step's answer and its worked solution. A rubric decides
// open-ended steps; elsewhere the domain says what the solution is. A solution
// without an exact form (a long plan, a program without tests) is left to the
// judge, who compares the response with it.
func skill2Answer(s *Record, step task.Step) (a task.Answer, working string, err error) {
	if a, ok := typedAnswer(s); ok {
		return a, plainOrEmpty(s.Raw("solution", "reference")), nil
	}
	rubric := s.Raw(rubricFields...)
	raw := s.Raw(stepSolution...)
	if raw == nil && rubric == nil {
		return a, "", fmt.Errorf("there is no solution")
	}
	if rubric != nil && (raw == nil || step.Domain.OpenEnded() || step.Domain == "") {
		a, err = answerOf(task.KindRubric, rubric)
		return a, plainOrEmpty(raw), err
	}
	if step.Domain.OpenEnded() || step.Domain == "" && rubricLike(raw) {
		a, err = answerOf(task.KindRubric, raw)
		return a, "", err
	}
	working = plainOrEmpty(raw)
	value := raw
	if own := s.Raw(stepAnswer...); own != nil {
		value = own // a field of its own beside the worked solution
	}
	if a, err = verifiableAnswer(s, step, value); err == nil {
		return a, withoutEcho(working, a), nil
	}
	if text := plainOrEmpty(raw); text != "" {
		s.Note("solutions without an exact form are left to the judge")
		return judged(text), "", nil
	}
	return a, "", err
}

// rubricLike says whether a value is an array of objects with a criterion, each
// with its weight.
func rubricLike(raw json.RawMessage) bool {
	var list []json.RawMessage
	if json.Unmarshal(unwrapText(raw), &list) != nil || len(list) == 0 {
		return false
	}
	first, err := fieldsOf(list[0])
	return err == nil && first.Has("criterion") || err == nil && first.Has(criterionFields...) && first.Has(weightFields...)
}

// typedAnswer reads an answer that states its kind, as Segue's own files do.
func typedAnswer(s *Record) (task.Answer, bool) {
	raw := s.values["answer"]
	var stated struct {
		Kind task.Kind `json:"kind"`
	}
	var a task.Answer
	if jsonType(raw) != "an object" || json.Unmarshal(raw, &stated) != nil || stated.Kind == "" || json.Unmarshal(raw, &a) != nil {
		return a, false
	}
	s.used["answer"] = true
	return a, true
}

// plainOrEmpty is a text, or "" for anything else.
func plainOrEmpty(raw json.RawMessage) string {
	if jsonType(raw) == "an object" || jsonType(raw) == "an array" || raw == nil {
		return ""
	}
	text, err := textOf(raw)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(stripTags(text))
}

// withoutEcho drops a working that is the answer itself.
func withoutEcho(working string, a task.Answer) string {
	if working == a.Value {
		return ""
	}
	return working
}

// verifiableAnswer reads the value by the step's domain; an error says that it
// has no exact form there.
func verifiableAnswer(s *Record, step task.Step, value json.RawMessage) (task.Answer, error) {
	if step.Domain == skill.Coding && s.Has(testFields...) {
		return testedAnswer(s)
	}
	if kind := jsonType(unwrapText(value)); kind == "an array" || kind == "an object" {
		if g, err := gridOf(value); err == nil {
			return g.answer()
		}
		if step.Domain == skill.Planning || step.Domain == skill.Coding {
			return task.Answer{}, fmt.Errorf("a plan or a program has no exact form here")
		}
		return guessAnswer(value)
	}
	text, err := textOf(value)
	if err != nil {
		return task.Answer{}, err
	}
	if step.Domain == skill.Planning && calendarSlot.MatchString(text) {
		return calendarAnswer(text)
	}
	text = finalAnswer(text)
	if text == "" || len(text) > maxScalar || strings.Contains(text, "\n") {
		return task.Answer{}, fmt.Errorf("the solution is no single value")
	}
	if chosenLetter(text) {
		if options := choicesOf(s, step.Question); options != nil {
			return choiceAnswer(options, text)
		}
	}
	switch {
	case step.Domain == skill.Math:
		return scalarAnswer(task.KindExpression, text)
	case plainNumber.MatchString(text):
		return guessAnswer(value)
	case step.Domain == skill.Science && strings.ContainsAny(text, `\^=`):
		return scalarAnswer(task.KindExpression, text)
	case step.Domain == skill.Planning || step.Domain == skill.Coding && strings.ContainsAny(text, ";{}="):
		return task.Answer{}, fmt.Errorf("a plan or a program has no exact form here")
	}
	return task.String(text), nil
}

// choicesOf is the options of a step: a field, or what its question marks A, B, C.
func choicesOf(s *Record, question string) []string {
	if s.Has(optionFields...) {
		options, _ := optionTexts(s)
		return options
	}
	return optionsIn(question)
}

// calendarSlot is the golden plan of a NaturalPlan calendar.
var calendarSlot = regexp.MustCompile(`(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,? +\d{1,2}:\d{2} *(?:-|–|to) *\d{1,2}:\d{2}`)

func calendarAnswer(text string) (task.Answer, error) {
	problem, err := json.Marshal(map[string]string{"golden_plan": text})
	return task.Answer{Kind: task.KindPlan, Checker: "naturalplan-calendar", Problem: problem}, err
}

// judged is an answer that a judge compares with a reference solution.
func judged(solution string) task.Answer {
	const limit = 16 << 10
	if len(solution) > limit {
		solution = strings.ToValidUTF8(solution[:limit], "") + " …"
	}
	return task.Answer{Kind: task.KindRubric, Criteria: []task.Criterion{{
		Text: "The response reaches the same result as this reference solution, or one that answers the question equally well: " + solution,
	}}}
}

var testFields = []string{"tests", "test_cases", "unit_tests", "input_output", "public_test_cases"}

// testedAnswer reads the tests of a program: an array of {input, output}, or
// {inputs: […], outputs: […]}.
func testedAnswer(s *Record) (task.Answer, error) {
	a := task.Answer{Kind: task.KindCode, Language: "python", Seconds: liveCodeSeconds}
	a.Entry = s.Text("entry", "entry_point", "fn_name", "func_name", "function_name")
	raw := unwrapText(s.Raw(testFields...))
	var tests []liveCodeTest
	var columns struct {
		Inputs  []string `json:"inputs"`
		Outputs []string `json:"outputs"`
		Name    string   `json:"fn_name"`
	}
	switch {
	case json.Unmarshal(raw, &tests) == nil:
	case json.Unmarshal(raw, &columns) == nil && len(columns.Inputs) == len(columns.Outputs):
		if a.Entry == "" {
			a.Entry = columns.Name
		}
		for i := range columns.Inputs {
			tests = append(tests, liveCodeTest{Input: columns.Inputs[i], Output: columns.Outputs[i]})
		}
	default:
		return a, fmt.Errorf("the tests cannot be read")
	}
	for i, t := range tests {
		test, err := t.test(a.Entry)
		if err != nil {
			return a, fmt.Errorf("test %d: %w", i+1, err)
		}
		a.Tests = append(a.Tests, test)
	}
	if len(a.Tests) == 0 {
		return a, fmt.Errorf("there are no tests")
	}
	return a, nil
}
