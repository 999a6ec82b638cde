package recipes_test

import (
	"slices"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func init() {
	formulas["gdpo"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		var sums []float64
		for j := range b.Length {
			sum := 0.0
			for _, name := range partNames(b) {
				sum += groupRelative(b, b.Parts[name], j, all)
			}
			sums = append(sums, sum)
		}
		mean, deviation := moments(sums)
		return map[string]float64{"advantage": (sums[i] - mean) / (deviation + 1e-4)}
	}
}

// Of one reward in one group it is grpo's advantage; of two, what grpo takes for one is
// told apart.
func TestGDPOTellsRewardsApart(t *testing.T) {
	b := &rl.Batch{Length: []int{1, 1, 1}, Group: []int{0, 0, 0}, Reward: []float64{1, 0, 4}}
	grpo, gdpo := planner(t, "grpo", "kl_coef", "0"), planner(t, "gdpo")
	if diff := cmp.Diff(plan(t, grpo, b, rl.State{}).Advantage, plan(t, gdpo, b, rl.State{}).Advantage, cmpopts.EquateApprox(0, 1e-3)); diff != "" {
		t.Error(diff)
	}
	b.Reward = []float64{1, 1, 0}
	b.Parts = map[string][]float64{"a": {1, 0, 0}, "b": {0, 1, 0}}
	b.Length, b.Group = append(b.Length, 1), append(b.Group, 0)
	b.Reward = append(b.Reward, 1)
	b.Parts["a"], b.Parts["b"] = append(b.Parts["a"], 1), append(b.Parts["b"], 0)
	if a := plan(t, gdpo, b, rl.State{}).Advantage; a[0] == a[1] || slices.Contains(a, 0) {
		t.Errorf("rewards of different kinds with the same sum get %v", a)
	}
}
