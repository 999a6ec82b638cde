package cue_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"segue/task/cue"
)

func mixture(t testing.TB, o cue.MixtureOptions) cue.Mixture {
	t.Helper()
	m, err := cue.NewMixture(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Shares are of tokens, not of tasks.
func TestMixtureShares(t *testing.T) {
	p := words(t)
	o := cue.DefaultMixture(3)
	o.Single, o.Same, o.Cross = 0.4, 0.5, 0.1
	m := mixture(t, o)
	tokens := map[string]float64{}
	ids := map[string]bool{}
	total := 0.0
	for n := range 6000 {
		x := m.Task(n)
		if ids[x.ID] {
			t.Fatalf("%s came twice", x.ID)
		}
		ids[x.ID] = true
		k := float64(len(p.Encode(x.BarePrompt()+cue.Gold(x), false)))
		tokens[strings.Split(x.ID, "-")[1]] += k
		total += k
		if len(x.Steps) > 5 {
			t.Fatalf("%s has %d steps", x.ID, len(x.Steps))
		}
	}
	for kind, want := range map[string]float64{"single": 0.4, "same": 0.5, "cross": 0.1} {
		if got := tokens[kind] / total; math.Abs(got-want) > 0.025 {
			t.Errorf("%s has %.3f of the tokens, want %g", kind, got, want)
		}
	}
}

func TestDefaultMixture(t *testing.T) {
	m, twin := mixture(t, cue.DefaultMixture(1)), mixture(t, cue.DefaultMixture(1))
	counts, kinds := map[string]float64{}, map[string]int{}
	steps := 0.0
	for n := range 8000 {
		x := m.Task(n)
		kinds[strings.Split(x.ID, "-")[1]]++
		for _, s := range x.Steps {
			counts[s.Skill]++
			steps++
		}
		if n%1000 == 0 && !reflect.DeepEqual(x, twin.Task(n)) {
			t.Fatalf("task %d differs the second time", n)
		}
	}
	// The weights sum to 22.3.
	for id, want := range map[string]float64{"math/cue-sum": 2.5, "logic/cue-parity": 4, "science/cue-above": 1.5, "logic/cue-over": 0.8} {
		if got := counts[id] / steps * 22.3; math.Abs(got-want) > 0.25*want {
			t.Errorf("%s has the weight %.2f, want %g", id, got, want)
		}
	}
	if kinds["cross"] == 0 || kinds["cross"] > 100 || kinds["single"] < 4000 {
		t.Errorf("kinds %v", kinds)
	}
}

func TestWrongMixturesAreRefused(t *testing.T) {
	for says, change := range map[string]func(*cue.MixtureOptions){
		"no kind":       func(o *cue.MixtureOptions) { o.Single, o.Same, o.Cross = 0, 0, 0 },
		"not NaN":       func(o *cue.MixtureOptions) { o.Same = math.NaN() },
		"not -1":        func(o *cue.MixtureOptions) { o.Cross = -1 },
		"unknown split": func(o *cue.MixtureOptions) { o.Split = "x" },
	} {
		o := cue.DefaultMixture(1)
		change(&o)
		if _, err := cue.NewMixture(o); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
	if x := (cue.Mixture{}).Task(1); len(x.Steps) != 0 {
		t.Errorf("a mixture of nothing made %+v", x)
	}
}
