package recipes_test

import (
	"math"
	"testing"

	"segue/rl"
)

func init() {
	influenced := func(safety float64, leavesOut bool) formula {
		return func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
			a, at := groupRelative(b, b.Reward, i, all), first(b, i)
			future, outliers := 0.0, 0
			for k := range b.Length[i] {
				r := math.Exp(now.LogProb[at+k] - b.LogProbOld[at+k])
				if k >= t && r <= 10 {
					future += math.Pow(2, -float64(k-t)/32) * math.Log(r)
				}
				if a < 0 && r > 10 {
					outliers++
				}
			}
			f := math.Min(math.Max(math.Exp(future), 1), 1.2)
			if a < 0 && math.Exp(now.LogProb[at+t]-b.LogProbOld[at+t]) > safety {
				f = math.Min(f, 1)
			}
			out := map[string]float64{"advantage": f * a, "clip_lo": 0.8, "clip_hi": 1.28}
			if leavesOut {
				out["weight"] = 1
				if outliers > 1 {
					out["weight"] = 0
				}
			}
			return out
		}
	}
	formulas["fipo"] = influenced(4, false)
	formulas["fipo/script"] = influenced(10, true)
}

// The factor is 1 where the policy has not moved, looks ahead as far as the half-life and
// no further back, and neither amplifies a wrong token that has become much likelier nor
// lets one ratio beyond the dual clip decide.
func TestFIPOInfluence(t *testing.T) {
	old := []float64{-3, -3, -3, -3, -3, -3}
	b := pair(3, old, nil)
	factors := func(now []float64, set ...string) []float64 {
		out := updated(t, planner(t, "fipo", set...), b, rl.Current{LogProb: now}, rl.State{})
		var f []float64
		for k, a := range out.Advantage {
			f = append(f, a/groupRelative(b, b.Reward, k/3, all))
		}
		return f
	}
	for _, c := range []struct {
		now, want []float64
		set       []string
	}{
		{old, []float64{1, 1, 1, 1, 1, 1}, nil},
		{[]float64{-3, -2.9, -3, -3, -3.1, -3}, []float64{math.Exp(0.05), math.Exp(0.1), 1, 1, 1, 1}, []string{"half_life", "1"}},
		{[]float64{-3, -2.9, -3, -3, -3.1, -3}, []float64{math.Exp(0.05), math.Exp(0.1), 1, math.Exp(-0.05), math.Exp(-0.1), 1}, []string{"half_life", "1", "below", "1"}},
		{[]float64{-3, -3, -1, -3, -3, -1}, []float64{1.2, 1.2, 1.2, 1.2, 1.2, 1}, nil}, // ratios of 7.4
		{[]float64{-3, -3, -0.5, -3, -3, -0.5}, []float64{1, 1, 1, 1, 1, 1}, nil},       // and of 12.2
		{[]float64{-3, -3, -0.5, -3, -3, -0.5}, []float64{1.2, 1.2, 1.2, 1.2, 1.2, 1}, []string{"dual_clip", "0"}},
		{[]float64{-3, -3, -1, -3, -3, -1}, []float64{1, 1, 1, 1, 1, 1}, []string{"range", "0"}}, // grpo's plan
	} {
		for k, f := range factors(c.now, c.set...) {
			if math.Abs(f-c.want[k]) > 1e-9 {
				t.Errorf("at %v with %v the factor of token %d is %v, not %v", c.now, c.set, k, f, c.want[k])
			}
		}
	}
	out := updated(t, planner(t, "fipo", "dialect", "script"), b, rl.Current{LogProb: []float64{-3, -0.5, -0.5, -3, -0.5, -0.5}}, rl.State{})
	for k, w := range out.Weight {
		if (w == 0) != (k >= 3) {
			t.Errorf("token %d of responses with two outliers weighs %v", k, w)
		}
	}
}
