package study_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segue/study"
)

// small is a study that ends in seconds and finds nothing.
func small(arms ...string) study.Config {
	c := study.Demo(study.DemoMinutes, 1)
	c.Start.Alone, c.Start.Mixed = study.Lesson{Steps: 3, BatchTokens: 400, LearningRate: 1e-3}, study.Lesson{Steps: 3, BatchTokens: 400, LearningRate: 1e-3}
	c.Tune = study.Tune{Steps: 3, Prompts: 4, Minibatches: 2, Group: 2, LearningRate: 1e-4, KL: 0.01, ReplayTokens: 60, ReplayWeight: 0.2, EvalEvery: 2, EvalTasks: 4}
	c.Sets = study.Sets{Table: 60, Cross: 12, Unseen: 4, Longer: 4, Same: 4}
	c.Arms = arms
	return c
}

func run(t testing.TB, dir string, c study.Config, threads int) *study.Result {
	t.Helper()
	r, err := study.Run(context.Background(), dir, c, study.Environment{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every registered arm trains and is measured on every set.
func TestEveryArmRuns(t *testing.T) {
	var names []string
	for _, a := range study.List() {
		names = append(names, a.Name)
	}
	r := run(t, t.TempDir(), small(names...), 2)
	if len(r.Arms) != len(names) || len(r.Starts) != 1 || len(r.Starts[0].Levels) != 3 {
		t.Fatalf("%d arms, %d starts", len(r.Arms), len(r.Starts))
	}
	for _, a := range r.Arms {
		for _, m := range study.Metrics {
			e, ok := a.Metrics[m.Name]
			if !ok || !(e.Mean >= 0 && e.Mean <= 1) || !(e.Lo <= e.Hi) {
				t.Errorf("%s, %s: %+v", a.Name, m.Name, e)
			}
		}
	}
	if want := 3*len(names) - 3; len(r.Pairs) != want {
		t.Errorf("%d pairs, want every other arm against answer, paper and answer-step: %d", len(r.Pairs), want)
	}
}

// A study that is stopped and goes on, on another number of threads, finds the
// same as one that ran through.
func TestStudyGoesOn(t *testing.T) {
	c := small("answer", "step", "sft-gold")
	c.Seeds = 2
	want := run(t, t.TempDir(), c, 1)
	dir := t.TempDir()
	for stop := 2.; ; stop += 9 {
		ctx, cancel := context.WithCancel(context.Background())
		r, err := study.Run(ctx, dir, c, study.Environment{Threads: 2, Progress: func(p study.Progress) {
			if p.Done > stop {
				cancel()
			}
		}})
		cancel()
		if err == nil {
			for i := range r.Starts {
				r.Starts[i].Table, want.Starts[i].Table = "", ""
			}
			if d := cmp.Diff(want, r); d != "" {
				t.Error(d)
			}
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

// Arms that come later find what they would have found from the beginning.
func TestArmsJoinAStudy(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, small("answer"), 2)
	c := small("answer", "element")
	joined, want := run(t, dir, c, 2), run(t, t.TempDir(), c, 2)
	joined.Starts[0].Table, want.Starts[0].Table = "", ""
	if d := cmp.Diff(want, joined); d != "" {
		t.Error(d)
	}
}

func TestStudyRefuses(t *testing.T) {
	dir := t.TempDir()
	c := small("answer")
	if err := os.WriteFile(filepath.Join(dir, "study.json"), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(c *study.Config){
		"other settings":      func(*study.Config) {},
		"unknown arm \"x\"":   func(c *study.Config) { c.Arms = []string{"x"} },
		"at least one update": func(c *study.Config) { c.Start.Mixed.Steps = 0 },
		"at least one arm":    func(c *study.Config) { c.Arms = nil },
	} {
		bad := c
		change(&bad)
		if _, err := study.Run(context.Background(), dir, bad, study.Environment{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestArms(t *testing.T) {
	names := []string{}
	for _, a := range study.List() {
		names = append(names, a.Name)
	}
	if !slices.IsSorted(names) {
		t.Errorf("not sorted: %v", names)
	}
	for _, name := range []string{"answer", "answer-step", "paper", "placebo", "label", "transition", "alignment", "step", "credit", "conditional", "weakest", "library", "sft-longer", "sft-gold", "sft-labels"} {
		if _, err := study.Lookup(name); err != nil {
			t.Error(err)
		}
	}
}
