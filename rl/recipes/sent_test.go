package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["sent"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		sure := func(k int) bool { // fewer than 80 % of the tokens have less entropy
			less := 0
			for _, h := range b.Entropy {
				if h < b.Entropy[k] {
					less++
				}
			}
			return float64(less) < math.Ceil(0.8*float64(len(b.Entropy))-1e-9)
		}
		at, candidates, higher := first(b, i)+t, 0, 0
		mine := covariance(b, now, i, t)
		for j, n := range b.Length {
			for k := range n {
				if c := covariance(b, now, j, k); c > 1e-9 && sure(first(b, j)+k) {
					candidates++
					if c > mine+1e-9 {
						higher++
					}
				}
			}
		}
		beta := 0.0
		switch {
		case sure(at) && mine > 1e-9 && float64(higher) < math.Ceil(0.2*float64(candidates)-1e-9):
			beta = 1e-2
		case sure(at):
			beta = 1e-3
		}
		want := map[string]float64{"advantage": groupRelative(b, b.Reward, i, all), "kl": beta, "clip_lo": 0.8, "clip_hi": 1.2}
		if sure(at) && mine > 1e-9 && tied(b, now, i, t) { // which of equals is strongly held, the formula does not say
			delete(want, "kl")
		}
		return want
	}
}

// The strengths on a fixed batch: A is ±1/√2, so that a right token above the mean
// log-probability and a wrong one below have a positive covariance.
func TestSENTStrengths(t *testing.T) {
	b := pair(3, slices.Repeat([]float64{-2}, 6), []float64{0.1, 0.2, 3, 0.1, 0.2, 3})
	now := rl.Current{LogProb: []float64{-1, -1.5, -0.5, -2, -3, -4}} // mean −2
	p := planner(t, "sent", "low", "0.6", "high", "0.5", "weak", "1", "strong", "5")
	if got, want := updated(t, p, b, now, rl.State{}).KLCoef, []float64{5, 1, 0, 1, 5, 0}; !slices.Equal(got, want) {
		t.Errorf("the KL weighs %v, not %v", got, want)
	}
	b.Reward = []float64{1, 1} // no covariance
	if got, want := updated(t, p, b, now, rl.State{}).KLCoef, []float64{1, 1, 0, 1, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("without differences the KL weighs %v, not %v", got, want)
	}
}
