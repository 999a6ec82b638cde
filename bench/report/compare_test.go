package report_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"segue/bench"
	"segue/bench/report"
	"segue/task"
)

// flat is a run of n tasks in which share of the cross answers are right.
func flat(n, right int) bench.Results {
	r := bench.Results{Dir: "d", Model: "m", Config: bench.Config{Samples: 1, Modes: []task.Mode{task.Cross, task.Single}}}
	for i := range n {
		t := task.Task{ID: fmt.Sprint("t", i), Steps: []task.Step{step(1, "math/sums", task.Integer(1)), step(2, "logic/grids", task.Integer(2))}}
		r.Tasks = append(r.Tasks, t)
		for _, s := range t.Steps {
			score := 0.0
			if i < right {
				score = 1
			}
			for _, o := range []task.Outcome{{Mode: task.Cross, Score: score}, {Mode: task.Single, Score: float64(i % 2)}} {
				o.Task, o.Step, o.Skill, o.Status, o.Correct = t.ID, s.N, s.Skill, task.Scored, o.Score == 1
				r.Outcomes = append(r.Outcomes, bench.Graded{Outcome: o})
			}
		}
	}
	return r
}

func TestCompare(t *testing.T) {
	c, err := report.Compare([]bench.Results{flat(40, 10), flat(40, 10), flat(60, 38)})
	if err != nil {
		t.Fatal(err)
	}
	same, better := c.Runs[1], c.Runs[2]
	if c.Tasks != 40 || c.Runs[0].CrossDiff != nil || len(c.Unlike) != 0 {
		t.Errorf("comparison %+v", c)
	}
	for _, d := range []*report.Difference{same.CrossDiff, same.SingleDiff, better.SingleDiff, &same.Domains[0], &same.Domains[1]} {
		if d.P != 1 || d.Adjusted != 1 || d.Score != 0 || d.Lo != 0 || d.Hi != 0 {
			t.Errorf("identical scores differ by %+v", d)
		}
	}
	if d := better.CrossDiff; d.Score != 28.0/40 || d.P > 0.001 || d.Adjusted < d.P || d.Adjusted > 0.01 || d.Lo <= 0 || d.N != 40 {
		t.Errorf("28 of 40 tasks better: %+v", d)
	}
	if len(better.Domains) != 2 || better.Domains[0].P > 0.001 || better.Cross.Score != 38.0/40 {
		t.Errorf("by domain %+v", better.Domains)
	}
	if _, err := json.Marshal(c); err != nil {
		t.Error(err)
	}
}

func TestCompareNamesUnlikeSettings(t *testing.T) {
	a, b := flat(4, 2), flat(4, 2)
	b.Config.Judge, b.Config.PromptVersion = "j", 2
	c, err := report.Compare([]bench.Results{a, b})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(c.Unlike, "\n"); len(c.Unlike) != 2 || !strings.Contains(got, `judge "j"`) || !strings.Contains(got, "prompt version 2") {
		t.Errorf("unlike: %s", got)
	}
}

func TestCompareRefuses(t *testing.T) {
	other, renamed := flat(4, 2), flat(4, 2)
	other.Tasks[2].Steps[0].Question = "Another?"
	for i := range renamed.Tasks {
		renamed.Tasks[i].ID += "x"
	}
	for want, runs := range map[string][]bench.Results{
		"at least two":  {flat(4, 2)},
		"t2 differs":    {flat(4, 2), other},
		"share no task": {flat(4, 2), renamed},
	} {
		if _, err := report.Compare(runs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
