package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	reasons := func(b *rl.Batch, i, t int) bool { // fewer than a fifth of the tokens have as much entropy
		at, above := first(b, i), 0
		for k := range b.Length[i] {
			if b.Entropy[at+k] >= b.Entropy[at+t] {
				above++
			}
		}
		return float64(above) <= 0.2*float64(b.Length[i])+1e-9
	}
	formulas["archer"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		n, knowledge := 0.0, 0.0
		for j, length := range b.Length {
			for k := range length {
				if n++; !reasons(b, j, k) {
					knowledge++
				}
			}
		}
		out := map[string]float64{"advantage": groupRelative(b, b.Reward, i, all), "clip_lo": 0.8, "clip_hi": 1.2, "kl": 1e-3 * n / knowledge}
		if reasons(b, i, t) {
			out["clip_lo"], out["clip_hi"], out["kl"] = 0.5, 1.5, 0
		}
		return out
	}
}

// The two kinds have their bounds and weights, whose means over each kind are the
// quantities; with the same for both the plan is grpo's with a mean over all tokens.
func TestArcherHoldsByKind(t *testing.T) {
	h := []float64{0, 5, 1, 2, 3, 0, 0, 0, 1, 0}
	b := pair(5, slices.Repeat([]float64{-1}, 10), h)
	out := plan(t, planner(t, "archer", "reasoning_kl", "1e-4"), b, rl.State{})
	for k := range h {
		lo, hi, kl := 0.8, 1.2, 1e-3*10/8
		if k == 1 || k == 8 {
			lo, hi, kl = 0.5, 1.5, 1e-4*10/2
		}
		if out.ClipLo[k] != lo || out.ClipHi[k] != hi || math.Abs(out.KLCoef[k]-kl) > 1e-15 {
			t.Errorf("token %d has the ratio in [%v, %v] and β = %v", k, out.ClipLo[k], out.ClipHi[k], out.KLCoef[k])
		}
	}
	same := plan(t, planner(t, "archer", "knowledge_clip", "0.2", "reasoning_clip", "0.2", "knowledge_kl", "0"), b, rl.State{})
	grpo := plan(t, planner(t, "grpo", "dialect", "verl", "dual_clip", "10", "singles", "0"), b, rl.State{})
	same.Recipe, same.State.Recipe = grpo.Recipe, grpo.State.Recipe
	if text(t, same) != text(t, grpo) {
		t.Errorf("one bound for all gives\n%s, grpo\n%s", text(t, same), text(t, grpo))
	}
	even := plan(t, planner(t, "archer", "reasoning_kl", "1"), pair(5, b.LogProbOld, make([]float64, 10)), rl.State{})
	if slices.ContainsFunc(even.KLCoef, func(x float64) bool { return x != 1e-3 }) {
		t.Errorf("tokens of equal entropy, none of them reasoning, are held by %v", even.KLCoef)
	}
}
