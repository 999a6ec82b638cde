package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["ce-gppo"] = func(b *rl.Batch, _ rl.Current, i, _ int) map[string]float64 {
		return map[string]float64{"advantage": groupRelative(b, b.Reward, i, all), "clip_lo": 0.8, "clip_hi": 1.28}
	}
}

// The derivative by each token is the paper's: β·A·bound beyond the bounds, A·r within, 0
// beyond the dual clip. Without the factors it is that of the hard clip.
func TestCEGPPOGradient(t *testing.T) {
	old := slices.Repeat([]float64{-3}, 10)
	b := pair(5, old, nil)
	now := rl.Current{}
	for range 2 {
		for _, r := range []float64{0.1, 0.7, 1.1, 2, 4} {
			now.LogProb = append(now.LogProb, -3+math.Log(r))
		}
	}
	for settings, beta := range map[string][2]float64{"": {0.75, 1}, "gppo": {1, 1}, "none": {0, 0}} {
		set := []string{"dialect", settings}
		if settings == "none" {
			set = []string{"beta_low", "0", "beta_high", "0"}
		}
		_, got := gradient(t, updated(t, planner(t, "ce-gppo", set...), b, now, rl.State{}), b, now)
		for k, lp := range now.LogProb {
			a, r := groupRelative(b, b.Reward, k/5, all), math.Exp(lp+3)
			want := -a * r / 10
			switch {
			case a > 0 && r > 1.28:
				want = -beta[1] * a * 1.28 / 10
			case a < 0 && r < 0.8:
				want = -beta[0] * a * 0.8 / 10
			case a < 0 && r > 3:
				want = 0
			}
			if math.Abs(got[k]-want) > 1e-9 {
				t.Errorf("with %v the derivative by a token of A = %v and r = %v is %v, by the paper %v", beta, a, r, got[k], want)
			}
		}
	}
}
