package importer_test

import (
	"strings"
	"testing"

	"segue/grade"
	"segue/grade/planning"
	"segue/sandbox"
	"segue/skill/check"
	"segue/task"
	"segue/task/importer"
)

// right are responses to the steps of the fixtures that carry no reference.
var right = map[string]string{
	"ifeval/1000":             "The harbour sleeps under a pale moon.",
	"ifeval/1001":             "Soft rain falls.",
	"livecodebench/own_1":     "```python\nprint(2 * int(input()))\n```",
	"livecodebench/own_2":     "```python\nclass Solution:\n    def add(self, a, b):\n        return a + b\n```",
	"livecodebench/own_3":     "```python\nprint(int(input()) // 2)\n```",
	"Write a program that do": "```python\nprint(2 * int(input()))\n```",
	"Write a two-line verse ": "Lamps are lit\nwhere gulls have sat.",
	"List three tools.":       "saw\nplane\nfile",
	"Lay out the day.":        "First open the stall, then bake.",
}

// Every imported item is gradable: its reference earns 1, another answer less.
func TestImportedItemsAreGradable(t *testing.T) {
	env := grade.Env{Judge: check.LenientJudge{}}
	noSandbox := sandbox.Available()
	if noSandbox == nil {
		env.Programs = sandbox.New(sandbox.Options{})
	}
	for shape := range fixtures {
		t.Run(shape, func(t *testing.T) {
			name, data := fixture(t, shape)
			tasks, _, _ := read(t, importer.Options{}, name, data)
			for _, x := range tasks {
				for _, s := range x.Steps {
					if s.Answer.Kind == task.KindCode && noSandbox != nil {
						t.Logf("%s step %d not run: %v", x.ID, s.N, noSandbox)
						continue
					}
					gradable(t, env, x, s)
				}
			}
		})
	}
}

func gradable(t *testing.T, env grade.Env, x task.Task, s task.Step) {
	t.Helper()
	response := s.Reference
	for _, key := range []string{x.ID, s.Question[:min(23, len(s.Question))]} {
		if own, ok := right[key]; ok {
			response = own
		}
	}
	if v := grade.Grade(t.Context(), s.Answer, response, env); v.Status != task.Scored || v.Score != 1 {
		t.Errorf("%s step %d (%s): the right response %q is %s with %g: %s", x.ID, s.N, s.Answer.Kind, response, v.Status, v.Score, v.Reason)
	}
	if s.Answer.Kind == task.KindRubric { // the lenient judge meets every criterion
		return
	}
	if v := grade.Grade(t.Context(), s.Answer, "<answer>no, such, thing</answer>", env); v.Status != task.Scored || v.Score == 1 {
		t.Errorf("%s step %d (%s): a wrong response is %s with %g", x.ID, s.N, s.Answer.Kind, v.Status, v.Score)
	}
}

// The names of the plan checkers are those that the grader has.
func TestPlanCheckersExist(t *testing.T) {
	name, data := fixture(t, "natural-plan")
	tasks, _, _ := read(t, importer.Options{}, name, data)
	seen := map[string]bool{}
	for _, x := range tasks {
		checker := x.Steps[0].Answer.Checker
		seen[checker] = true
		if _, err := planning.Lookup(checker); err != nil {
			t.Error(err)
		}
	}
	if len(seen) != 3 || !strings.HasPrefix(tasks[0].Steps[0].Answer.Checker, "naturalplan-") {
		t.Errorf("the fixture uses %v, want three checkers", seen)
	}
}
