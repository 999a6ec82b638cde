package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["relax"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		var d, rates, every []float64 // of the group's responses that have tokens; of the batch's
		own := 0
		for j, n := range b.Length {
			if n == 0 {
				continue
			}
			every = append(every, b.Aux["dispersion"][first(b, j)])
			if b.Group[j] == b.Group[i] {
				if j == i {
					own = len(d)
				}
				d = append(d, b.Aux["dispersion"][first(b, j)])
				rates = append(rates, math.Exp(-max(groupRelative(b, b.Reward, j, all), 0)*d[len(d)-1]))
			}
		}
		z := 0.0
		if mean, deviation := moments(d); deviation > 0 {
			z = min(max((d[own]-mean)/(deviation+1e-6), -2), 2)
		}
		a, beta := groupRelative(b, b.Reward, i, all), 0.0
		if a > 0 {
			a = max(a+0.1*a*z*rates[own]*float64(len(rates))/total(rates), 0)
		}
		if mean, _ := moments(every); d[own] > 2*mean {
			beta = 0.01
		}
		return map[string]float64{"advantage": a, "kl": beta, "weight": 1}
	}
}

// Of right responses the more dispersed gains, wrong ones stay as they are, and what is more
// dispersed than twice the first batch is held to the reference.
func TestReLaXExploresInRightResponses(t *testing.T) {
	b := &rl.Batch{
		Length: []int{1, 1, 1, 1}, Group: []int{0, 0, 0, 0}, Reward: []float64{1, 1, 0, 0}, Correct: []float64{1, 1, 0, 0},
		LogProbOld: slices.Repeat([]float64{-1}, 4), LogProbRef: slices.Repeat([]float64{-1}, 4),
		Aux: map[string][]float64{"dispersion": {0.1, 0.3, 0.1, 0.3}},
	}
	p := planner(t, "relax")
	grpo := plan(t, planner(t, "grpo", "epsilon", "1e-6"), b, rl.State{}).Advantage
	out := plan(t, p, b, rl.State{})
	if a := out.Advantage; !(a[0] > 0 && a[0] < grpo[0] && a[1] > grpo[1]) || a[2] != grpo[2] || a[3] != grpo[3] {
		t.Errorf("A is %v, grpo's %v", a, grpo)
	}
	if slices.ContainsFunc(out.KLCoef, func(x float64) bool { return x != 0 }) || out.KL.Target != rl.TargetReference {
		t.Errorf("in the first batch %v is held", out.KLCoef)
	}
	b.Aux["dispersion"] = []float64{0.1, 0.5, 0.1, 0.39} // the first mean was 0.2
	if next := plan(t, p, b, out.State); !slices.Equal(next.KLCoef, []float64{0, 0.01, 0, 0}) {
		t.Errorf("then held by %v", next.KLCoef)
	}
	if none := plan(t, planner(t, "relax", "alpha", "0", "beta", "0"), b, rl.State{}); !slices.Equal(none.Advantage, grpo) || none.KLCoef != nil {
		t.Errorf("without its coefficients A is %v with %v", none.Advantage, none.KLCoef)
	}
}
