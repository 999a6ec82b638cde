package rl_test

import (
	"math"
	"slices"
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
