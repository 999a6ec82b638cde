package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["lp-reg"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		at, punished, lower, beta := first(b, i)+t, 0.0, 0.0, 0.0
		for j, n := range b.Length {
			for k := range n {
				if groupRelative(b, b.Reward, j, all) < -1e-9 { // equal rewards may differ by rounding
					punished++
					if now.LogProb[first(b, j)+k] < now.LogProb[at] {
						lower++
					}
				}
			}
		}
		a := groupRelative(b, b.Reward, i, all)
		if a < -1e-9 && lower < math.Ceil(0.01*punished) && now.LogProb[at] < b.Aux["logp_filtered"][at] {
			beta = 1
		}
		return map[string]float64{"advantage": a, "kl": beta, "weight": 1, "clip_lo": 0, "clip_hi": 10}
	}
}

// Of four punished tokens the two least likely may be held: one lies below the proxy, of
// the other the filter leaves nothing.
func TestLpRegHoldsUnlikelyTokensBelowTheProxy(t *testing.T) {
	b := pair(4, slices.Repeat([]float64{-1}, 8), nil)
	b.Aux = map[string][]float64{"logp_filtered": {-1, -1, -1, -1, -0.5, -0.5, -2, -1000}}
	now := rl.Current{LogProb: []float64{-9, -9, -9, -9, -1, -1, -3, -4}}
	p := planner(t, "lp-reg", "share", "0.5", "beta", "3", "min_p", "0.1")
	out, err := p.Update(plan(t, p, b, rl.State{}), b, now)
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{0, 0, 0, 0, 0, 0, 3, 0}; !slices.Equal(out.KLCoef, want) {
		t.Errorf("β %v, want %v", out.KLCoef, want)
	}
	_, g, d, err := rl.Surrogate(out, b, now)
	if err != nil {
		t.Fatal(err)
	}
	if want := 3 * (math.E - 2) / 8; math.Abs(d.KL-want) > 1e-9 {
		t.Errorf("the divergence adds %v, want %v", d.KL, want)
	}
	if pull := g.LogProb[6] + out.Advantage[6]*math.Exp(-2)/8; math.Abs(pull-3*(1-math.E)/8) > 1e-9 {
		t.Errorf("the slope of the divergence is %v: a held token is to become likelier", pull)
	}
	if got := p.Hooks().Measures["aux.logp_filtered"]; got != 0.1 {
		t.Errorf("the engine is told to filter by %v", got)
	}
}
