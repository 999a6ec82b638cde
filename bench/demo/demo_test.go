package demo_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"segue/bench"
	"segue/bench/demo"
	"segue/bench/report"
	"segue/grade"
	"segue/llm"
	"segue/skill"
	"segue/skill/check"
	"segue/skill/gen"
	_ "segue/skill/gen/all"
	"segue/switching"
	"segue/task"
	"segue/task/compose"
	"segue/task/response"
)

// tasks composes a small benchmark without code, which would need a sandbox.
func tasks(t *testing.T, n int) []task.Task {
	t.Helper()
	var skills []skill.Skill
	for _, g := range gen.List() {
		it, err := gen.New(g.Skill.ID, gen.Easiest, 0)
		if err != nil {
			t.Fatal(err)
		}
		if it.Answer.Kind != task.KindCode && len(skills) < 60 {
			skills = append(skills, g.Skill)
		}
	}
	b, err := compose.New(compose.Options{Seed: 3, MinSteps: 3, MaxSteps: 6, Open: 0.1, MinDifficulty: 1, MaxDifficulty: 2, Split: compose.Test, Skills: skills},
		func(id string, difficulty int, index uint64) (task.Item, error) {
			return gen.New(id, gen.Difficulty(difficulty), index)
		})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]task.Task, n)
	for i := range out {
		if out[i], err = b.Task(i); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func TestDemoMeasuresItsScript(t *testing.T) {
	o := demo.Options{Tasks: tasks(t, 15), Dir: t.TempDir(), Samples: 4, Seed: 1, Version: "test"}
	result, err := demo.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	s := result.Summary
	if s.Done != s.Total || s.Errors != 0 || s.Undecided != 0 {
		t.Errorf("summary %+v", s)
	}
	results, err := bench.Load(t.Context(), o.Dir, demo.ModelName)
	if err != nil {
		t.Fatal(err)
	}
	r, err := report.New(t.Context(), results[0])
	if err != nil {
		t.Fatal(err)
	}
	// The script is right alone in 78 to 94 of 100 cases, and chaining costs.
	if !(r.Single.Score > 0.75 && r.Single.Score < 0.97) || !(r.Drop.Hi < -0.1) || r.Coverage != 1 {
		t.Errorf("single %+v, drop %+v, coverage %g", r.Single, r.Drop, r.Coverage)
	}
	if f := r.Failures; f.Switch.Score == 0 || f.Dependency.Score == 0 || f.Missing.Score != 0 || r.Labels.WrongDomain.Score == 0 || r.Labels.Labelled.Score != 1 {
		t.Errorf("failures %+v, labels %+v", f, r.Labels)
	}
	for _, c := range result.Checks {
		if c.Scripted < 1 || c.Measured.SkE <= 0 || demo.Cost(c.From, c.To) <= 0 {
			t.Errorf("%s to %s: scripted %g, measured %+v", c.From, c.To, c.Scripted, c.Measured)
		}
	}
	if len(result.Checks) == 0 || result.Covered < 0.6 {
		t.Errorf("%.2f of %d intervals hold the scripted value", result.Covered, len(result.Checks))
	}
	sorted := demo.ByScripted(result.Checks)
	for i := 1; i < len(sorted); i++ {
		if sorted[i].Scripted > sorted[i-1].Scripted {
			t.Errorf("checks are not sorted at %d", i)
		}
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cross", "single", "drop", "domains", "lengths", "positions", "skills", "switches", "failures", "labels", "usage"} {
		if len(fields[name]) < 3 {
			t.Errorf("the report's %s is %q", name, fields[name])
		}
	}
	again, err := demo.Run(t.Context(), o)
	if err != nil || again.Summary.Resumed != s.Total || again.Covered != result.Covered {
		t.Errorf("a second start: %+v, %v", again, err)
	}
}

// TestScriptedAnswersAreWhatTheyClaim grades a wrong and a right answer of
// every skill in the bank.
func TestScriptedAnswersAreWhatTheyClaim(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	env := grade.Env{Judge: check.LenientJudge{}}
	for _, g := range gen.List() {
		for d := gen.Easiest; d <= 3; d++ {
			it, err := gen.New(g.Skill.ID, d, 7)
			if err != nil {
				t.Fatal(err)
			}
			if it.Answer.Kind == task.KindCode {
				continue
			}
			env.Question = it.Question
			for want, answer := range map[float64]string{0: demo.Wrong(r, it.Answer.Kind), 1: grade.Extract(it.Reference, true)} {
				text := response.Format("", []response.Step{{Skill: g.Skill.Label, Answer: answer}})
				steps, _ := response.Lenient(text, 1)
				v := grade.Grade(t.Context(), it.Answer, steps[0].Answer, env)
				if v.Status != task.Scored || (want == 1) != (v.Score == 1) {
					t.Errorf("%s at %d: answer %.60q is meant to score %g and is %+v", g.Skill.ID, d, answer, want, v)
				}
			}
		}
	}
}

func TestScriptSaysSoWhenItDoesNotKnow(t *testing.T) {
	s, err := demo.NewScript(tasks(t, 1), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, req := range []llm.Request{{}, {Messages: []llm.Message{{Role: llm.User, Content: "Who are you?"}}}} {
		if got := s.Answer(req); got == "" || len(got) > 60 {
			t.Errorf("answer %q", got)
		}
	}
}

func TestCostsAreDirectedShares(t *testing.T) {
	directed := false
	for _, a := range skill.Domains() {
		if alone := demo.Alone(a); alone < 0.5 || alone > 1 {
			t.Errorf("alone on %s: %g", a, alone)
		}
		for _, b := range skill.Domains() {
			cost := demo.Cost(a, b)
			if cost < 0 || cost >= 0.5 || (cost == 0) != (a == b) {
				t.Errorf("cost from %s to %s is %g", a, b, cost)
			}
			directed = directed || cost != demo.Cost(b, a)
			if e := switching.Ratio(demo.Alone(b), demo.Alone(b)*(1-cost), switching.DefaultAlpha); e < 1 {
				t.Errorf("entropy from %s to %s is %g", a, b, e)
			}
		}
	}
	if !directed {
		t.Error("no pair costs more in one direction")
	}
}
