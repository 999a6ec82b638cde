package recipes_test

import (
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func init() {
	formulas["lite-ppo"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		var group []float64
		for _, j := range others(b, i, all) {
			group = append(group, b.Reward[j])
		}
		mean, _ := moments(group)
		_, std := moments(b.Reward)
		return map[string]float64{"advantage": (b.Reward[i] - mean) / (std + 1e-6)}
	}
}

// Of a batch of one group it is grpo's advantage.
func TestLitePPOOfOneGroupIsGRPO(t *testing.T) {
	b := &rl.Batch{Length: []int{1, 2, 1}, Group: []int{3, 3, 3}, Reward: []float64{1, 0, 4}}
	want, got := plan(t, planner(t, "grpo", "kl_coef", "0"), b, rl.State{}), plan(t, planner(t, "lite-ppo"), b, rl.State{})
	if diff := cmp.Diff(want.Advantage, got.Advantage, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Error(diff)
	}
}
