package recipes_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"segue/rl"
)

func init() {
	formulas["sapo"] = func(b *rl.Batch, _ rl.Current, i, _ int) map[string]float64 {
		return map[string]float64{"advantage": groupRelative(b, b.Reward, i, all), "weight": 1}
	}
}

// The loss is the paper's: the mean over responses of their tokens' mean of −f(r)·A.
func TestSAPOGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(25, 11))
	b := randomBatch(random, 3, 4, false, func() int { return 1 + random.IntN(5) })
	now := current(b, 20347)
	out := updated(t, planner(t, "sapo"), b, now, rl.State{})
	descends(t, out, b, now, func(logp []float64) float64 {
		sum := 0.0
		for i, n := range b.Length {
			a := groupRelative(b, b.Reward, i, all)
			for k := first(b, i); k < first(b, i)+n; k++ {
				tau, r := 1.05, math.Exp(logp[k]-b.LogProbOld[k])
				if a > 0 {
					tau = 1
				}
				sum -= a * 4 / tau / (1 + math.Exp(-tau*(r-1))) / float64(n) / float64(len(b.Length))
			}
		}
		return sum
	})
}

// Where the policy has not moved, the gradient is that of grpo without its KL. Far from
// there no token falls silent, and those of wrong responses fade faster.
func TestSAPOGate(t *testing.T) {
	old := []float64{-2, -2, -2, -2}
	b := pair(2, old, nil)
	p, grpo := planner(t, "sapo", "tau_neg", "2"), planner(t, "grpo", "kl_coef", "0")
	here := rl.Current{LogProb: old}
	_, soft := gradient(t, updated(t, p, b, here, rl.State{}), b, here)
	_, hard := gradient(t, updated(t, grpo, b, here, rl.State{}), b, here)
	for k := range soft {
		if math.Abs(soft[k]-hard[k]) > 1e-12 {
			t.Errorf("at r = 1 the derivative by token %d is %v, that of grpo %v", k, soft[k], hard[k])
		}
	}
	there := rl.Current{LogProb: []float64{-1, -3, -1, -3}} // ratios of e and 1/e
	_, soft = gradient(t, updated(t, p, b, there, rl.State{}), b, there)
	_, hard = gradient(t, updated(t, grpo, b, there, rl.State{}), b, there)
	if hard[0] != 0 || hard[3] != 0 {
		t.Errorf("the clip holds %v", hard)
	}
	if !(soft[0] < 0 && soft[3] > 0) || !(soft[2] < -soft[0]) {
		t.Errorf("the gate passes %v", soft)
	}
}
