package recipes_test

import (
	"math"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func init() {
	// modulated is AEM's advantage, the entropies compared among some spans.
	modulated := func(b *rl.Batch, i, t int, among func(k int) bool) map[string]float64 {
		a, me := groupRelative(b, b.Reward, i, all), spanOf(b, i, t)
		if me < 0 {
			return map[string]float64{"advantage": a}
		}
		least, most := math.Inf(1), math.Inf(-1)
		for k := range b.Spans {
			if h, ok := spanEntropy(b, k); ok && among(k) {
				least, most = math.Min(least, h), math.Max(most, h)
			}
		}
		factor := func(k int) float64 {
			h, _ := spanEntropy(b, k)
			if most == least {
				return 1
			}
			return math.Exp(-(h - least) / (most - least))
		}
		sum, n := 0.0, 0.0
		for k := range b.Spans {
			if _, ok := spanEntropy(b, k); ok && among(k) {
				sum, n = sum+factor(k), n+1
			}
		}
		return map[string]float64{"advantage": a * factor(me) / (sum / n)}
	}
	formulas["aem"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return modulated(b, i, t, func(k int) bool { return b.Group[b.Spans[k].Rollout] == b.Group[i] })
	}
	formulas["aem/rollout"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return modulated(b, i, t, func(k int) bool { return b.Spans[k].Rollout == i })
	}
}

// The entropy drifts by an update as A·(surprisal above the mean). Where a response fails,
// damping the turns that surprise most lets the entropy rise more than grpo would, where it
// succeeds it lets it fall more: by hand for turns with entropies 1 and 3 around the mean 2.
func TestAEMSteersTheDrift(t *testing.T) {
	b := pair(2, []float64{-1, -1, -1, -1}, []float64{1, 3, 1, 3})
	for i := range 2 {
		b.Spans = append(b.Spans, rl.Span{Rollout: i, Step: 1, From: 0, To: 1}, rl.Span{Rollout: i, Step: 2, From: 1, To: 2})
	}
	drift := func(a []float64) float64 { return a[0]*(1-2) + a[1]*(3-2) }
	a := plan(t, planner(t, "aem", "lambda", "0.5"), b, rl.State{}).Advantage
	plain := plan(t, planner(t, "grpo", "kl_coef", "0"), b, rl.State{}).Advantage
	low, high := 2/(1+math.Exp(-0.5)), 2/(1+math.Exp(0.5))
	if diff := cmp.Diff([]float64{plain[0] * low, plain[1] * high, plain[2] * low, plain[3] * high}, a, close); diff != "" {
		t.Error(diff)
	}
	if right, wrong := drift(a[:2]), drift(a[2:]); right >= drift(plain[:2]) || wrong <= drift(plain[2:]) {
		t.Errorf("the entropy drifts by %v where the response is right, by %v where it is wrong", right, wrong)
	}
	if diff := cmp.Diff(plain, plan(t, planner(t, "aem", "lambda", "0"), b, rl.State{}).Advantage, close); diff != "" {
		t.Error(diff)
	}
}
