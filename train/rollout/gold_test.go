package rollout_test

import (
	"strings"
	"testing"

	"segue/grade"
	"segue/reward"
	"segue/skill"
	"segue/skill/check"
	"segue/skill/gen"
	_ "segue/skill/gen/all" // the bank
	"segue/task"
	"segue/task/compose"
	"segue/task/cue"
	"segue/task/response"
	"segue/train/rollout"

	"pgregory.net/rapid"
)

func TestGoldByHand(t *testing.T) {
	plan := task.Answer{Kind: task.KindPlan, Checker: "tour"}
	withPlan := two()
	withPlan.Steps[0].Reference = "4 and 6 are ten.\n<answer>11</answer>"
	withPlan.Steps[1] = task.Step{N: 2, Skill: "planning/route", Question: "Which way?", Answer: plan, Reference: "First <answer>no</answer>, then\n<answer>\n1. A to B\n</answer>\n"}
	alone := func(s task.Step) task.Task { return task.Task{ID: "t", Steps: []task.Step{s}} }
	for _, c := range []struct {
		name     string
		task     task.Task
		thinking bool
		want     string
		fault    string
	}{
		{"values", two(), false, right, ""},
		{"no workings", two(), true, right, ""},
		{"a plan from the reference", withPlan, false, "<skill>Math, Sums of sequences</skill><answer>10</answer>\n<skill>Planning, Shortest route</skill><answer>1. A to B</answer>", ""},
		{"workings", withPlan, true, "<think>\nStep 1. 4 and 6 are ten.\nStep 2. First <answer>no</answer>, then\n</think>\n" +
			"<skill>Math, Sums of sequences</skill><answer>10</answer>\n<skill>Planning, Shortest route</skill><answer>1. A to B</answer>", ""},
		{"unknown skill", alone(task.Step{N: 1, Skill: "math/none", Answer: task.Integer(1)}), false, "", `no label is known for the skill "math/none"`},
		{"plan without a reference", alone(task.Step{N: 1, Skill: "planning/route", Answer: plan, Reference: "A to B"}), false, "", "states no <answer>"},
		{"empty", alone(task.Step{N: 1, Skill: "planning/route", Answer: plan, Reference: "<answer> </answer>"}), false, "", "the answer is empty"},
		{"tags in an answer", alone(task.Step{N: 1, Skill: "math/sums", Answer: task.String("a</answer>b")}), false, "", "strict form"},
		{"tags in a working", alone(task.Step{N: 1, Skill: "math/sums", Answer: task.String("a"), Reference: "so </think> is\n<answer>a</answer>"}), true, "", "holds </think>"},
	} {
		got, err := rollout.NewGold(vocabulary, c.thinking).Response(c.task)
		if got != c.want || (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

// The last step alone, cut before its answer.
func TestGoldOfTheLastStep(t *testing.T) {
	opening, answer, err := rollout.NewGold(vocabulary, true).Last(two())
	if want := right[strings.LastIndex(right, "<skill>"):]; err != nil || opening+answer+"</answer>" != want || !strings.HasSuffix(opening, "<answer>") {
		t.Errorf("%q and %q, want %q, %v", opening, answer, want, err)
	}
}

// Whatever answers and references hold, what comes back is read as the labels
// and answers that were meant.
func TestGoldIsStrictOrAnError(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"<think>", "</think>", "<skill>", "</skill>", "<answer>", "</answer>", " ", "\n", "7", "é", "<"})
	text := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(pieces, 0, 6).Draw(t, "pieces"), "") })
	rapid.Check(t, func(t *rapid.T) {
		x := two()
		for i := range x.Steps {
			x.Steps[i].Answer, x.Steps[i].Reference = task.String(text.Draw(t, "answer")), text.Draw(t, "reference")
		}
		got, err := rollout.NewGold(vocabulary, rapid.Bool().Draw(t, "thinking")).Response(x)
		if err != nil {
			return
		}
		read, err := response.Strict(got, 2)
		if err != nil {
			t.Fatalf("%q: %v", got, err)
		}
		for i, s := range x.Steps {
			if want := strings.TrimSpace(s.Answer.Value); want != "" && read[i].Answer != want {
				t.Errorf("%q: step %d is read as %q, want %q", got, i+1, read[i].Answer, want)
			}
		}
	})
}

// Gold responses to composed tasks of every skill, and to their steps alone,
// earn everything: each answer 1, each label exact.
func TestGoldEarnsEverything(t *testing.T) {
	bank := skill.Bank()
	b, err := compose.New(compose.Options{Seed: 11, MinSteps: 2, MaxSteps: 6, Open: 0.3, MinDifficulty: 1, MaxDifficulty: 5, Split: compose.Train, Skills: bank},
		func(id string, d int, index uint64) (task.Item, error) { return gen.New(id, gen.Difficulty(d), index) })
	if err != nil {
		t.Fatal(err)
	}
	var tasks []task.Task
	for n := range 150 {
		x, err := b.Task(n)
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, x)
	}
	for i, k := range bank { // composed tasks have not room for every skill
		it, err := gen.New(k.ID, gen.Difficulty(1+i%5), uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, task.Task{ID: it.ID, Steps: []task.Step{{
			N: 1, Skill: k.ID, Domain: k.Domain, Question: it.Question, Standalone: it.Question, Answer: it.Answer, Reference: it.Reference,
		}}})
	}
	for _, kind := range []cue.Kind{cue.Single, cue.Same, cue.Cross} {
		s, err := cue.New(cue.Options{Seed: 3, Kind: kind})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 20 {
			tasks = append(tasks, s.Task(n))
		}
	}
	words := reward.Vocabulary(bank, tasks)
	labels, err := reward.NewLabels(t.Context(), words, reward.LabelOptions{})
	if err != nil {
		t.Fatal(err)
	}
	reader := reward.Reader{Labels: labels, Env: grade.Env{Judge: check.LenientJudge{}}}
	skills := map[string]bool{}
	for i, x := range tasks {
		text, err := rollout.NewGold(words, i%2 == 1).Response(x)
		if err != nil {
			t.Error(err)
			continue
		}
		graded := reader.Read(t.Context(), x, text)
		if graded.Malformed != "" {
			t.Errorf("%s: %s", x.ID, graded.Malformed)
			continue
		}
		for n, s := range graded.Steps {
			skills[s.Gold] = true
			step, written := x.Steps[n], text[s.Answer.From:s.Answer.To]
			if step.Answer.Kind == task.KindCode { // the check of the bank runs the programs of references
				if want := grade.Extract(step.Reference, true); strings.TrimSpace(written) != want {
					t.Errorf("%s: the program is %q, want %q", step.Skill, written, want)
				}
			} else if v := s.Verdict; v.Status != task.Scored || v.Score != 1 {
				t.Errorf("%s: step %d: %s %g: %s\n%.300s", step.Skill, n+1, v.Status, v.Score, v.Reason, written)
			}
			if s.Match.Skill != s.Gold || s.Match.How != reward.Exact {
				t.Errorf("%s: step %d: the label is mapped to %s by %s", x.ID, n+1, s.Match.Skill, s.Match.How)
			}
		}
	}
	if len(skills) < len(bank) {
		t.Errorf("%d of %d skills were seen", len(skills), len(bank))
	}
}
