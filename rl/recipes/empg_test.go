package recipes_test

import (
	"math"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

// spanOf is the number of the span of token t of rollout i, -1 for none.
func spanOf(b *rl.Batch, i, t int) int {
	for k, s := range b.Spans {
		if s.Rollout == i && t >= s.From && t < s.To {
			return k
		}
	}
	return -1
}

// nextSpan is the span of the step after that of span k in its rollout, -1 for none.
func nextSpan(b *rl.Batch, k int) int {
	for j, s := range b.Spans {
		if s.Rollout == b.Spans[k].Rollout && s.Step == b.Spans[k].Step+1 {
			return j
		}
	}
	return -1
}

// spanEntropy is the mean entropy of span k, and whether it has tokens.
func spanEntropy(b *rl.Batch, k int) (float64, bool) {
	s := b.Spans[k]
	mean, _ := moments(b.Entropy[first(b, s.Rollout)+s.From : first(b, s.Rollout)+s.To])
	return mean, s.To > s.From
}

func init() {
	formulas["empg"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		me := spanOf(b, i, t)
		if me < 0 {
			return map[string]float64{"advantage": groupRelative(b, b.Reward, i, all)}
		}
		least, most, n := math.Inf(1), math.Inf(-1), 0.0
		for k := range b.Spans {
			if h, ok := spanEntropy(b, k); ok {
				least, most, n = math.Min(least, h), math.Max(most, h), n+1
			}
		}
		sure := func(k int) float64 { // exp(−h), 0 of none
			if k < 0 {
				return 0
			}
			h, ok := spanEntropy(b, k)
			switch {
			case !ok:
				return 0
			case most == least:
				return 1
			}
			return math.Exp(-(h - least) / (most - least))
		}
		sum := 0.0
		for k := range b.Spans {
			sum += sure(k)
		}
		modulated := func(k int) float64 {
			return groupRelative(b, b.Reward, b.Spans[k].Rollout, all)*sure(k)/(sum/n) + 0.05*sure(nextSpan(b, k))
		}
		mean := 0.0
		for k, s := range b.Spans {
			if s.To > s.From {
				mean += modulated(k) / n
			}
		}
		return map[string]float64{"advantage": modulated(me) - mean}
	}
}

// By hand: of four steps the entropies scale to 0, 1, 1 and 0, so that sure ones weigh
// 2/(1 + 1/e) of the outcome and unsure ones 2/(1 + e); only what leads to a sure step
// earns the whole bonus. Without bonus, scale and centre it is grpo.
func TestEMPGWeighsSureSteps(t *testing.T) {
	b := pair(3, []float64{-1, -1, -1, -1, -1, -1}, []float64{1, 2, 4, 2, 4, 1})
	b.Spans = []rl.Span{{Step: 1, From: 0, To: 1}, {Step: 2, From: 1, To: 3}, {Rollout: 1, Step: 1, From: 0, To: 2}, {Rollout: 1, Step: 2, From: 2, To: 3}}
	plain := plan(t, planner(t, "grpo", "kl_coef", "0"), b, rl.State{}).Advantage
	a, e := plain[0], math.E
	sure, unsure := 2/(1+1/e), 2/(1+e)
	want := []float64{a*sure + 0.05/e, a * unsure, a * unsure, -a*unsure + 0.05, -a*unsure + 0.05, -a * sure}
	if diff := cmp.Diff(want, plan(t, planner(t, "empg", "centre", "0"), b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
	centred := plan(t, planner(t, "empg"), b, rl.State{}).Advantage
	for k := range want {
		want[k] -= (0.05/e + 0.05) / 4
	}
	if diff := cmp.Diff(want, centred, close); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(plain, plan(t, planner(t, "empg", "k", "0", "zeta", "0", "centre", "0"), b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
}
