package rl_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"segue/rl"
)

// A group holds a comparison where its rollouts differ, whatever share of their
// steps is right.
func TestKeepMixed(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		correct []float64
		want    bool
	}{
		{[]float64{0, 1, 1}, true},
		{[]float64{0, 0, 0}, false},
		{[]float64{1, 1, 1}, false},
		{[]float64{0.5, 0.5, 0.5}, false}, // every rollout has half of its steps right
		{[]float64{0.5, 1, 0.5}, true},
		{[]float64{0, 0.5, 0}, true},
		{[]float64{1, nan, 1}, false}, // what is unknown does not vote
		{[]float64{1, nan, 0.5}, true},
		{[]float64{nan, nan, nan}, false},
	} {
		if got := rl.Mixed(c.correct); got != c.want {
			t.Errorf("%v is mixed: %v, want %v", c.correct, got, c.want)
		}
		r := plainRecipe()
		stages := r.Stages
		r.Stages = func(v rl.Values) []rl.Stage { return slices.Insert(stages(v), 1, rl.KeepMixed()) }
		p, err := r.Planner(nil)
		if err != nil {
			t.Fatal(err)
		}
		b := batchOf(0.1, 0.2, 0.3)
		b.Correct = c.correct
		plan, err := p.Plan(b, rl.State{})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Equal(plan.Keep, []bool{c.want, c.want, c.want}); !got || (plan.Dropped["uniform group"] == 3) == c.want {
			t.Errorf("%v: kept %v, dropped %v", c.correct, plan.Keep, plan.Dropped)
		}
	}
}

// Truncated responses are not learned from; what stands before the filter knows them.
func TestMaskTruncated(t *testing.T) {
	for at, want := range map[int][]float64{1: {1, 1, 0, 0, -1, -1}, 2: {1, 1, 0, 0, -2, -2}} { // after the reward; after the advantage
		r := plainRecipe()
		stages := r.Stages
		r.Stages = func(v rl.Values) []rl.Stage { return slices.Insert(stages(v), at, rl.MaskTruncated()) }
		p, err := r.Planner(nil)
		if err != nil {
			t.Fatal(err)
		}
		b := batchOf(4, 4, 1)
		if _, err := p.Plan(b, rl.State{}); err == nil || !strings.Contains(err.Error(), "status") {
			t.Errorf("a batch that does not say what is truncated: %v", err)
		}
		b.Status = []string{"", rl.StatusTruncated, rl.StatusMalformed}
		if at == 1 {
			b.Reward = []float64{3, 5, 1}
		}
		plan, err := p.Plan(b, rl.State{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(plan.Advantage, want) || !slices.Equal(plan.Keep, []bool{true, false, true}) || plan.Dropped["truncated"] != 1 || plan.Normalisation.Denominator != 4 {
			t.Errorf("filtered as stage %d: advantages %v, want %v; kept %v, %+v", at, plan.Advantage, want, plan.Keep, plan.Normalisation)
		}
	}
}
