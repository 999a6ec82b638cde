package recipes_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/rl"
)

// heldRatio is a token's log-ratio in GMPO.
func heldRatio(delta, a float64) float64 {
	if a < 0 {
		return math.Max(delta, -0.4)
	}
	return math.Min(delta, 0.4)
}

func init() {
	formulas["gmpo"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		a, at := groupRelative(b, b.Reward, i, all), first(b, i)
		product := 1.0
		for k := at; k < at+b.Length[i]; k++ {
			product *= math.Exp(heldRatio(now.LogProb[k]-b.LogProbOld[k], a))
		}
		w := 1.0
		if delta := now.LogProb[at+t] - b.LogProbOld[at+t]; heldRatio(delta, a) != delta {
			w = 0
		}
		out := map[string]float64{"advantage": a * math.Pow(product, 1/float64(b.Length[i]))}
		if math.Abs(a) > 1e-9 { // the sign of a rounding error says nothing
			out["weight"] = w
		}
		return out
	}
}

// The gradient of an update is that of the geometric mean.
func TestGMPOGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 3))
	b := randomBatch(random, 3, 4, false, func() int { return 1 + random.IntN(5) })
	now, p := current(b, 7), planner(t, "gmpo")
	loss := func(logp []float64) float64 {
		sum := 0.0
		for i, n := range b.Length {
			a, l := groupRelative(b, b.Reward, i, all), 0.0
			for t := range n {
				k := first(b, i) + t
				l += heldRatio(logp[k]-b.LogProbOld[k], a) / float64(n)
			}
			sum -= a * math.Exp(l) / float64(len(b.Length))
		}
		return sum
	}
	out, err := p.Update(plan(t, p, b, rl.State{}), b, now)
	if err != nil {
		t.Fatal(err)
	}
	_, got, _, err := rl.Surrogate(out, b, now)
	if err != nil {
		t.Fatal(err)
	}
	for k := range now.LogProb {
		const h = 1e-6
		up, down := slices.Clone(now.LogProb), slices.Clone(now.LogProb)
		up[k], down[k] = up[k]+h, down[k]-h
		if want := (loss(up) - loss(down)) / (2 * h); math.Abs(got.LogProb[k]-want) > 1e-7 {
			t.Errorf("the derivative by token %d is %v, that of the loss %v", k, got.LogProb[k], want)
		}
	}
}
