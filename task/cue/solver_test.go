package cue_test

import (
	"errors"
	"strings"
	"testing"

	"segue/reward"
	"segue/task"
	"segue/task/cue"
)

var _ reward.Solver = cue.Solver{}

// A whole response is read, mapped to skills and rewarded as any other; a step
// that is right on the model's own wrong answer is right when solved again.
func TestRewardsApply(t *testing.T) {
	known, err := reward.NewLabels(t.Context(), cue.Skills(), reward.LabelOptions{})
	if err != nil {
		t.Fatal(err)
	}
	reader := reward.Reader{Labels: known, Solver: cue.Solver{}}
	x := task.Task{ID: "x", Steps: []task.Step{
		{N: 1, Skill: "math/cue-sum", Question: "first plus it now : 3 8 1 4 with 7", Answer: task.String("0")},
		{N: 2, Skill: "science/cue-above", Question: "how many over it : 3 8 1 4 with step 1", Answer: task.String("4"),
			Uses: []task.Use{{Step: 1, Slot: "operand", Text: "step 1"}}},
	}}
	for _, s := range reader.Read(t.Context(), x, cue.Gold(x)).Steps {
		if s.Match.How != reward.Exact || !s.Right() || s.Verdict.Score != 1 || s.Rerun.Status != reward.Unaffected {
			t.Errorf("%+v", s)
		}
	}
	slip := "<skill>Math, Product</skill><answer> 1</answer>\n<skill>Science, Above</skill><answer> 3</answer>"
	got := reader.Read(t.Context(), x, slip).Steps
	if got[0].Right() || got[0].Verdict.Score != 0 {
		t.Errorf("%+v", got[0])
	}
	if s := got[1]; !s.Right() || s.Verdict.Score != 0 || s.Rerun.Status != reward.Reexecuted || s.Rerun.Verdict.Score != 1 {
		t.Errorf("%+v", s)
	}
}

// With the right earlier answers every step has its own answer, however they
// are written.
func TestSolverAgreesOnRightAnswers(t *testing.T) {
	for _, x := range everyKind(t, 100) {
		own := map[int]string{}
		for i, s := range x.Steps {
			got, err := cue.Solver{}.Solve(t.Context(), x, i+1, own)
			if err != nil || got.Value != s.Answer.Value || got.Kind != s.Answer.Kind {
				t.Fatalf("%s step %d: %+v, %v, want %+v", x.ID, i+1, got, err, s.Answer)
			}
			own[i+1] = " " + s.Answer.Value
		}
	}
}

// On wrong earlier answers a step is solved with their last digits.
func TestSolverFollowsOwnAnswers(t *testing.T) {
	changed := 0
	for _, x := range everyKind(t, 100) {
		for i, s := range x.Steps {
			if len(s.Uses) == 0 {
				continue
			}
			for _, answer := range []string{"0", "8 1", "[4, 2]", "about 3 or so", "9."} {
				got, err := cue.Solver{}.Solve(t.Context(), x, i+1, map[int]string{s.Uses[0].Step: answer})
				if err != nil {
					t.Fatal(err)
				}
				_, list, _ := parts(t, s.Question)
				digits := strings.Trim(answer, "[]., abcdefghijklmnopqrstuvwxyz")
				if want := strings.Join(slow[s.Skill](list, digits[len(digits)-1:]), " "); got.Value != want {
					t.Fatalf("%q on %q gives %q, want %q", s.Question, answer, got.Value, want)
				}
				if got.Value != s.Answer.Value {
					changed++
				}
			}
		}
	}
	if changed < 100 {
		t.Errorf("only %d answers changed", changed)
	}
}

func TestSolverRefusesWhatItCannotSolve(t *testing.T) {
	step := func(id, question string) task.Task {
		first := task.Step{N: 1, Skill: "math/cue-sum", Question: "first plus it now : 3 8 1 4 with 7"}
		return task.Task{ID: "x", Steps: []task.Step{first, {N: 2, Skill: id, Question: question}}}
	}
	const linked = "first plus it now : 3 8 1 4 with step 1"
	for name, x := range map[string]struct {
		task task.Task
		n    int
		own  map[int]string
		says string
	}{
		"no step 0":       {step("math/cue-sum", linked), 0, nil, "no such step"},
		"no step 3":       {step("math/cue-sum", linked), 3, nil, "no such step"},
		"another family":  {step("math/sum", linked), 2, map[int]string{1: "4"}, "no skill of the family"},
		"no answer":       {step("math/cue-sum", linked), 2, nil, "no digit"},
		"no digit":        {step("math/cue-sum", linked), 2, map[int]string{1: "none"}, "no digit"},
		"a later step":    {step("math/cue-sum", "first plus it now : 3 8 1 4 with step 2"), 2, map[int]string{2: "4"}, "not an earlier one"},
		"step 0 is none":  {step("math/cue-sum", "first plus it now : 3 8 1 4 with step 0"), 2, map[int]string{0: "4"}, "no question"},
		"two digits":      {step("math/cue-sum", "first plus it now : 3 8 1 4 with 12"), 2, nil, "no question"},
		"three entries":   {step("math/cue-sum", "first plus it now : 3 8 1 with 2"), 2, nil, "no question"},
		"a long entry":    {step("math/cue-sum", "first plus it now : 3 8 1 44 with 2"), 2, nil, "no question"},
		"nothing":         {step("math/cue-sum", ""), 2, nil, "no question"},
		"an open operand": {step("math/cue-sum", "first plus it now : 3 8 1 4 with "), 2, nil, "no question"},
	} {
		_, err := cue.Solver{}.Solve(t.Context(), x.task, x.n, x.own)
		if !errors.Is(err, cue.ErrUnsolvable) || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%s: %v, want %q", name, err, x.says)
		}
	}
}

// Whatever stands in a question and in an answer, the solver answers or refuses.
func FuzzSolver(f *testing.F) {
	f.Add("first plus it now : 3 8 1 4 with 7", "")
	f.Add("first plus it now : 3 8 1 4 with step 1", "1 3 5")
	f.Add("a : b : 3 8 1 4 with step 1 with 2", "x9")
	f.Fuzz(func(t *testing.T, question, own string) {
		for _, s := range cue.Skills() {
			x := task.Task{ID: "x", Steps: []task.Step{{N: 1, Skill: s.ID, Question: question}, {N: 2, Skill: s.ID, Question: question}}}
			a, err := cue.Solver{}.Solve(t.Context(), x, 2, map[int]string{1: own})
			if err != nil {
				if !errors.Is(err, cue.ErrUnsolvable) {
					t.Errorf("%q: %v", question, err)
				}
				continue
			}
			if a.Value == "" {
				t.Errorf("%q has no answer", question)
			}
		}
	})
}
