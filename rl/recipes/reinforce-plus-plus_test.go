package recipes_test

import (
	"math"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

// whitenedOverTokens is x(i, t) normalised over all tokens of a batch.
func whitenedOverTokens(b *rl.Batch, i, t int, x func(i, t int) float64) float64 {
	var every []float64
	for j, n := range b.Length {
		for k := range n {
			every = append(every, x(j, k))
		}
	}
	if len(every) < 2 {
		return x(i, t)
	}
	mean, deviation := moments(every)
	return (x(i, t) - mean) / math.Sqrt(deviation*deviation+1e-8)
}

func init() {
	formulas["reinforce-plus-plus"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return map[string]float64{"advantage": whitenedOverTokens(b, i, t, func(i, t int) float64 {
			a := b.Reward[i]
			for k := first(b, i) + t; k < first(b, i)+b.Length[i]; k++ {
				a -= 0.01 * (b.LogProbOld[k] - b.LogProbRef[k])
			}
			return a
		})}
	}
	formulas["reinforce-plus-plus-baseline"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return map[string]float64{"kl": 0.01, "advantage": whitenedOverTokens(b, i, t, func(i, _ int) float64 {
			var x []float64
			for _, j := range others(b, i, all) {
				x = append(x, b.Reward[j])
			}
			mean, _ := moments(x)
			return b.Reward[i] - mean
		})}
	}
}

// It is PPO whose values are 0, with λ = 1 and the same KL in the reward.
func TestReinforcePlusPlusIsPPOWithoutACritic(t *testing.T) {
	b := &rl.Batch{Length: []int{2, 3}, Group: []int{0, 1}, Reward: []float64{1, 0}, LogProbOld: []float64{-1, -2, -3, -1, -1},
		LogProbRef: []float64{-2, -1, -1, -1, -3}, Aux: map[string][]float64{"value": {0, 0, 0, 0, 0}}}
	want := plan(t, planner(t, "ppo", "lambda", "1", "kl_coef", "0.3"), b, rl.State{})
	got := plan(t, planner(t, "reinforce-plus-plus", "kl_coef", "0.3"), b, rl.State{})
	if diff := cmp.Diff(want.Advantage, got.Advantage, close); diff != "" {
		t.Error(diff)
	}
}
