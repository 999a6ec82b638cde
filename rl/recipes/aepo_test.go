package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["aepo"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		a, z := groupRelative(b, b.Reward, i, all), 0.0
		if mean, deviation := moments(b.Entropy); deviation > 0 {
			z = (b.Entropy[first(b, i)+t] - mean) / (deviation + 1e-8)
		}
		return map[string]float64{"advantage": a * (1 + 0.2*z), "clip_lo": 0.8, "clip_hi": 1.2}
	}
}

// A right token above the upper bound keeps the gradient A·hi, a wrong one below the lower
// bound none; without both of its changes it is the clip.
func TestAEPOKeepsABoundedGradient(t *testing.T) {
	b := pair(2, slices.Repeat([]float64{-3}, 4), []float64{1, 1, 1, 1})
	now := rl.Current{LogProb: []float64{-3 + math.Log(2), -3, -3 + math.Log(0.5), -3}}
	_, kept := gradient(t, updated(t, planner(t, "aepo"), b, now, rl.State{}), b, now)
	_, hard := gradient(t, updated(t, planner(t, "aepo", "preserve_high", "0", "share", "0"), b, now, rl.State{}), b, now)
	_, grpo := gradient(t, updated(t, planner(t, "grpo", "kl_coef", "0"), b, now, rl.State{}), b, now)
	if want := -groupRelative(b, b.Reward, 0, all) * 1.2 / 4; math.Abs(kept[0]-want) > 1e-12 || kept[2] != 0 {
		t.Errorf("the held tokens have the derivatives %v and %v, not %v and 0", kept[0], kept[2], want)
	}
	if hard[0] != 0 || !slices.Equal(hard, grpo) {
		t.Errorf("without its changes the derivatives are %v, grpo's %v", hard, grpo)
	}
}
