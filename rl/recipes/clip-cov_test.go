package recipes_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/rl"

	"pgregory.net/rapid"
)

// covariance is that of token t of rollout i, of the policy at the update.
func covariance(b *rl.Batch, now rl.Current, i, t int) float64 {
	var advantages []float64
	for j, n := range b.Length {
		for range n {
			advantages = append(advantages, groupRelative(b, b.Reward, j, all))
		}
	}
	a, _ := moments(advantages)
	l, _ := moments(now.LogProb)
	return (now.LogProb[first(b, i)+t] - l) * (groupRelative(b, b.Reward, i, all) - a)
}

// lot is the number that token t of rollout i draws in the first batch with the seed 0: of
// the generator whose seed is FNV-1a of the response's log-probabilities, byte by byte.
func lot(b *rl.Batch, now rl.Current, i, t int) float64 {
	hash := uint64(14695981039346656037)
	for _, l := range now.LogProb[first(b, i) : first(b, i)+b.Length[i]] {
		for bits, k := math.Float64bits(l), 0; k < 8; bits, k = bits>>8, k+1 {
			hash = (hash ^ bits&255) * 1099511628211
		}
	}
	draw := rand.New(rand.NewPCG(hash, 1))
	for range t {
		draw.Float64()
	}
	return draw.Float64()
}

func init() {
	formulas["clip-cov"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		candidate := func(j, k int) bool {
			at := first(b, j) + k
			r, a := math.Exp(now.LogProb[at]-b.LogProbOld[at]), groupRelative(b, b.Reward, j, all)
			c := covariance(b, now, j, k)
			return c > 1 && c < 5 && !(a > 0 && r > 2)
		}
		w := 1.0
		if candidate(i, t) { // one is drawn, of fewer than 10000 tokens
			w = 0
			for j, n := range b.Length {
				for k := range n {
					if candidate(j, k) && lot(b, now, j, k) > lot(b, now, i, t) {
						w = 1
					}
				}
			}
		}
		return map[string]float64{"weight": w, "clip_lo": 0, "clip_hi": 2}
	}
}

// Rolled out in other orders, an update is the same in the other order; the fixed draw
// does not know where a response stands.
func TestPermutedRolloutsPermuteTheUpdate(t *testing.T) {
	planners(t, func(t *testing.T, r rl.Recipe, p *rl.Planner) {
		if !p.UpdatesPlan() {
			return
		}
		rapid.Check(t, func(t *rapid.T) {
			b := drawn(t)
			now := current(b, rapid.Uint64().Draw(t, "update"))
			b.Aux["now"], b.Aux["entropy now"] = now.LogProb, now.Entropy
			order := rapid.Permutation(slices.Collect(ints(b.Rollouts()))).Draw(t, "order")
			c := b.Select(order)
			x, err := p.Update(plan(t, p, b, rl.State{}), b, now)
			if err != nil {
				t.Fatal(err)
			}
			y, err := p.Update(plan(t, p, c, rl.State{}), c, rl.Current{LogProb: c.Aux["now"], Entropy: c.Aux["entropy now"]})
			if err != nil {
				t.Fatal(err)
			}
			x = x.Select(b, order)
			for name, pair := range map[string][2][]float64{"advantage": {x.Advantage, y.Advantage}, "weight": {x.Weight, y.Weight}, "kl": {x.KLCoef, y.KLCoef}, "entropy": {x.EntropyCoef, y.EntropyCoef}} {
				for k := range pair[0] {
					if math.Abs(pair[0][k]-pair[1][k]) > 1e-9 {
						t.Fatalf("%s of token %d is %v, or in another order %v", name, k, pair[0][k], pair[1][k])
					}
				}
			}
		})
	})
}

// A quarter of 8 candidates is drawn, others in the next batch; what a bound holds is never
// drawn, and without a share nothing is.
func TestClipCovDraws(t *testing.T) {
	b := pair(4, slices.Repeat([]float64{-3}, 8), nil)
	now := rl.Current{LogProb: []float64{-2.9, -2.9, -2.9, -2.9, -6, -6.1, -6.2, -6.3}} // covariances about ±1.2
	drawn := func(p *rl.Planner, batches int, now rl.Current) []int {
		out, err := p.Update(plan(t, p, b, rl.State{Recipe: "clip-cov", Batches: batches}), b, now)
		if err != nil {
			t.Fatal(err)
		}
		var at []int
		for k, w := range out.Weight {
			if w == 0 {
				at = append(at, k)
			}
		}
		return at
	}
	quarter := planner(t, "clip-cov", "share", "0.25")
	seen := map[int]bool{}
	for batch := range 20 {
		at := drawn(quarter, batch, now)
		if len(at) != 2 || !slices.Equal(at, drawn(quarter, batch, now)) {
			t.Errorf("drawn %v", at)
		}
		for _, k := range at {
			seen[k] = true
		}
	}
	if len(seen) < 6 {
		t.Errorf("in 20 batches only %v are drawn", seen)
	}
	if at := drawn(planner(t, "clip-cov", "share", "0"), 0, now); at != nil {
		t.Errorf("without a share %v are drawn", at)
	}
	likelier := rl.Current{LogProb: slices.Concat(slices.Repeat([]float64{-2}, 4), now.LogProb[4:])} // ratios of 2.7
	for batch := range 20 {
		if at := drawn(quarter, batch, likelier); len(at) != 2 || at[0] < 4 {
			t.Errorf("drawn %v", at)
		}
	}
}
