package recipes_test

import (
	"math"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func init() {
	formulas["egsw"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		raw := func(j int) float64 {
			h, _ := moments(b.Entropy[first(b, j) : first(b, j)+b.Length[j]])
			return math.Exp(groupRelative(b, b.Reward, j, all) + 0.5*h)
		}
		sum, n := 0.0, 0.0
		for _, j := range others(b, i, func(j int) bool { return b.Length[j] > 0 }) {
			sum, n = sum+raw(j), n+1
		}
		return map[string]float64{"weight": n * raw(i) / sum, "advantage": groupRelative(b, b.Reward, i, all)}
	}
	formulas["egsw/steps"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		me := spanOf(b, i, t)
		if me < 0 {
			return map[string]float64{"weight": 1}
		}
		raw := func(k int) float64 {
			h, _ := spanEntropy(b, k)
			return math.Exp(groupRelative(b, b.Reward, b.Spans[k].Rollout, all) + 0.5*h)
		}
		sum, n := 0.0, 0.0
		for k, s := range b.Spans {
			if _, ok := spanEntropy(b, k); ok && s.Step == b.Spans[me].Step && b.Group[s.Rollout] == b.Group[i] {
				sum, n = sum+raw(k), n+1
			}
		}
		return map[string]float64{"weight": n * raw(me) / sum}
	}
}

// By hand: of two responses with advantages ±1/√2 and mean entropies 1 and 2 the first
// weighs 2/(1 + exp(½ − √2)). A high temperature makes it grpo; a low one leaves the best alone.
func TestEGSWWeighsByAdvantageAndEntropy(t *testing.T) {
	b := pair(2, []float64{-1, -1, -1, -1}, []float64{0, 2, 2, 2})
	for temperature, w := range map[string]float64{"1": 2 / (1 + math.Exp(0.5-math.Sqrt2)), "1e6": 1, "0.01": 2} {
		out := plan(t, planner(t, "egsw", "temperature", temperature), b, rl.State{})
		for k, x := range out.Weight {
			if want := map[bool]float64{true: w, false: 2 - w}[k < 2]; math.Abs(x-want) > 2e-6 {
				t.Errorf("at temperature %s token %d weighs %v, not %v", temperature, k, x, want)
			}
		}
		if diff := cmp.Diff(plan(t, planner(t, "grpo", "kl_coef", "0"), b, rl.State{}).Advantage, out.Advantage, close); diff != "" {
			t.Error(diff)
		}
	}
}
