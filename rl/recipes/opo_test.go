package recipes_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"segue/rl"
)

func init() {
	formulas["opo"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		sum, tokens := 0.0, 0.0
		for _, j := range others(b, i, all) {
			sum += float64(b.Length[j]) * b.Reward[j]
			tokens += float64(b.Length[j])
		}
		return map[string]float64{"advantage": b.Reward[i] - sum/tokens}
	}
}

// Where the squared norm of a response's gradient is its length, the gradient varies
// less about this baseline than about the mean.
func TestOptimalBaselineHasLessVariance(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	optimal, mean := planner(t, "opo"), planner(t, "dr-grpo")
	spread := map[*rl.Planner]float64{}
	for range 400 {
		b := randomBatch(random, 1, 16, false, func() int { return 1 + random.IntN(40) })
		for i, n := range b.Length { // long ones are wrong, as in practice
			b.Reward[i] = float64(max(0, 20-n)) / 20
		}
		noise := make([]float64, b.Tokens())
		for t := range noise {
			noise[t] = random.NormFloat64() // ∇log π of a token, of mean 0 and unit variance
		}
		for _, p := range []*rl.Planner{optimal, mean} {
			g := 0.0
			for t, a := range plan(t, p, b, rl.State{}).Advantage {
				g += a * noise[t]
			}
			spread[p] += g * g
		}
	}
	if ratio := spread[optimal] / spread[mean]; !(ratio < 0.95) || math.IsNaN(ratio) {
		t.Errorf("the variance is %v of that about the mean", ratio)
	}
}
