package recipes_test

import (
	"math"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func init() {
	formulas["edge-grpo"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		h := func(j int) float64 {
			mean, _ := moments(b.Entropy[first(b, j) : first(b, j)+b.Length[j]])
			return math.Max(mean, 1e-3)
		}
		sum, n := 0.0, 0.0
		for j, length := range b.Length {
			if length > 0 {
				sum, n = sum+h(j), n+1
			}
		}
		return map[string]float64{"advantage": groupRelative(b, b.Reward, i, all) / (h(i) / (sum / n))}
	}
}

// By hand, and grpo where all responses are as sure.
func TestEdgeGRPODividesByRelativeEntropy(t *testing.T) {
	b := &rl.Batch{Length: []int{1, 2, 1}, Group: []int{0, 0, 0}, Reward: []float64{1, 1, 4}, Entropy: []float64{1, 2, 4, 2}} // means 1, 3, 2
	p := planner(t, "edge-grpo")
	plain := plan(t, planner(t, "grpo", "kl_coef", "0"), b, rl.State{}).Advantage
	want := []float64{2 * plain[0], 2 * plain[1] / 3, 2 * plain[2] / 3, plain[3]}
	if diff := cmp.Diff(want, plan(t, p, b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
	b.Entropy = []float64{2, 1, 3, 2}
	if diff := cmp.Diff(plain, plan(t, p, b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
}
