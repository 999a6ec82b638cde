package recipes_test

import (
	"math"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func init() {
	formulas["entropy-advantage"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		a := groupRelative(b, b.Reward, i, all)
		return map[string]float64{"advantage": a + math.Min(0.4*b.Entropy[first(b, i)+t], math.Abs(a)/2)}
	}
}

// The sign of an advantage never turns, and without the term the plan is that of GRPO.
func TestEntropyAdvantageKeepsTheSign(t *testing.T) {
	shaped, plain := planner(t, "entropy-advantage", "alpha", "1000", "kappa", "1.01"), planner(t, "entropy-advantage", "alpha", "0")
	grpo := planner(t, "grpo")
	rapid.Check(t, func(t *rapid.T) {
		b := drawn(t)
		base := plan(t, grpo, b, rl.State{}).Advantage
		if diff := cmp.Diff(base, plan(t, plain, b, rl.State{}).Advantage); diff != "" {
			t.Fatal(diff)
		}
		for k, a := range plan(t, shaped, b, rl.State{}).Advantage {
			if a < base[k] || (a > 0) != (base[k] > 0) || (a < 0) != (base[k] < 0) {
				t.Fatalf("A = %v becomes %v", base[k], a)
			}
		}
	})
}
