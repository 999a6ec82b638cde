package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["siren"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		n := b.Length[i]
		h := now.Entropy[first(b, i) : first(b, i)+n]
		peaks, own := 0.0, false
		for k := range h {
			higher := 0.0
			for _, other := range h {
				if other > h[k] {
					higher++
				}
			}
			if higher < math.Ceil(0.2*float64(n)) {
				peaks++
				own = own || k == t
			}
		}
		e := 0.0
		if own {
			e = 5e-3 * float64(n) / peaks
		}
		return map[string]float64{"advantage": groupRelative(b, b.Reward, i, all), "entropy_coef": e, "weight": 1}
	}
}

// The term is c·(H̄' − H_anchor)²: 0 at the first update, with H̄' the mean over responses of
// the means of their peaks, and the anchor stays when the entropy moves.
func TestSIRENAnchorsThePeaks(t *testing.T) {
	b := pair(4, slices.Repeat([]float64{-1}, 8), nil)
	b.Length = []int{2, 6}
	p := planner(t, "siren", "peak", "0.5", "anchor_coef", "3")
	start := plan(t, p, b, rl.State{})
	update := func(from *rl.Plan, h []float64) (*rl.Plan, float64) {
		now := rl.Current{LogProb: b.LogProbOld, Entropy: h}
		out, err := p.Update(from, b, now)
		if err != nil {
			t.Fatal(err)
		}
		_, _, d, err := rl.Surrogate(out, b, now)
		if err != nil {
			t.Fatal(err)
		}
		return out, d.Entropy
	}
	// peaks: 2 of the first response; 6, 5, 4 of the second; H̄' = (2 + 5)/2
	out, term := update(start, []float64{1, 2, 1, 2, 3, 4, 5, 6})
	if out.Bonus.Lo != 3.5 || term != 0 {
		t.Errorf("the anchor is %v, the term %v", out.Bonus.Lo, term)
	}
	next := plan(t, p, b, out.State)
	out, term = update(next, []float64{1, 1, 0, 0, 0, 3, 3, 3}) // a tie: both tokens of the first are peaks; H̄' = 2
	if out.Bonus.Lo != 3.5 || math.Abs(term-3*1.5*1.5) > 1e-9 {
		t.Errorf("then the anchor is %v, the term %v", out.Bonus.Lo, term)
	}
	if e := out.EntropyCoef; e[0] != 3 || e[2] != 0 || e[7] != 6 {
		t.Errorf("the weights are %v", e)
	}
}
