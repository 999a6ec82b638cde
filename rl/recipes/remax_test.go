package recipes_test

import (
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func init() {
	formulas["remax"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return map[string]float64{"advantage": b.Reward[i] - b.Parts["greedy"][i]}
	}
}

// With a baseline of 0 it is reinforce.
func TestReMaxWithoutABaselineIsReinforce(t *testing.T) {
	b := &rl.Batch{Length: []int{1, 2, 1}, Group: []int{3, 3, 3}, Reward: []float64{1, 0, 4}, Parts: map[string][]float64{"greedy": {0, 0, 0}}}
	want, got := plan(t, planner(t, "reinforce"), b, rl.State{}), plan(t, planner(t, "remax"), b, rl.State{})
	if diff := cmp.Diff(want.Advantage, got.Advantage); diff != "" {
		t.Error(diff)
	}
}
