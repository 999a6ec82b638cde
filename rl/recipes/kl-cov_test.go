package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["kl-cov"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		kappa := 0.0
		if covariance(b, now, i, t) > 1e-9 {
			kappa = 1
		}
		for j, n := range b.Length { // one is held, of fewer than 10000 tokens
			for k := range n {
				if covariance(b, now, j, k) > covariance(b, now, i, t)+1e-9 {
					kappa = 0
				}
			}
		}
		want := map[string]float64{"kl": kappa, "weight": 1, "advantage": groupRelative(b, b.Reward, i, all)}
		if tied(b, now, i, t) { // which of equals is held, the formula does not say
			delete(want, "kl")
		}
		return want
	}
}

// tied says whether another token has the covariance of token t of rollout i.
func tied(b *rl.Batch, now rl.Current, i, t int) bool {
	mine := covariance(b, now, i, t)
	for j, n := range b.Length {
		for k := range n {
			if (j != i || k != t) && math.Abs(covariance(b, now, j, k)-mine) <= 1e-9 {
				return true
			}
		}
	}
	return false
}

// Covariances by hand: A is ±1/√2 with mean 0, log π has mean −2.
func TestKLCovHoldsTheHighest(t *testing.T) {
	b := pair(2, []float64{-2, -2, -2, -2}, nil)
	now := rl.Current{LogProb: []float64{-1, -1.5, -3, -2.5}}
	for k, want := range []float64{1, 0.5, 1, 0.5} {
		if got := covariance(b, now, k/2, k%2) * math.Sqrt2; math.Abs(got-want) > 1e-5 {
			t.Fatalf("covariance of token %d is %v/√2, not %v/√2", k, got, want)
		}
	}
	p := planner(t, "kl-cov", "share", "0.5", "kappa", "3")
	out, err := p.Update(plan(t, p, b, rl.State{}), b, now)
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{3, 0, 3, 0}; !slices.Equal(out.KLCoef, want) || out.KL.Target != rl.TargetOld || out.KL.Estimator != rl.KAbs {
		t.Errorf("κ %v of %+v, want %v", out.KLCoef, out.KL, want)
	}
	// −A·r + 3·|log π − log π_old| of the held ones, without bounds on r.
	loss, _, _, err := rl.Surrogate(out, b, now)
	if err != nil {
		t.Fatal(err)
	}
	want := 3 + 3.0
	for k, l := range now.LogProb {
		want -= out.Advantage[k] * math.Exp(l+2)
	}
	if math.Abs(loss-want/4) > 1e-9 {
		t.Errorf("the loss is %v, not %v", loss, want/4)
	}
	// A group without differences holds nothing.
	b.Reward = []float64{1, 1}
	if out, err = p.Update(plan(t, p, b, rl.State{}), b, now); err != nil || slices.Contains(out.KLCoef, 3) {
		t.Errorf("κ %v, %v", out.KLCoef, err)
	}
}
