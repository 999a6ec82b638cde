package recipes_test

import (
	"math"
	"testing"

	"segue/rl"
)

func init() {
	formulas["relax"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		var d []float64 // of the group; an empty response has no dispersion
		for _, j := range others(b, i, all) {
			if b.Length[j] > 0 {
				d = append(d, b.Aux["dispersion"][first(b, j)])
			}
		}
		z := 0.0
		if mean, deviation := moments(d); deviation > 0 {
			z = min(max((b.Aux["dispersion"][first(b, i)]-mean)/(deviation+1e-6), -2), 2)
		}
		a := groupRelative(b, b.Reward, i, all)
		return map[string]float64{"advantage": a + 0.2*z*math.Abs(a), "weight": 1}
	}
}

// Dispersed responses gain, right or wrong, as long as the batch is no more dispersed than
// the first one was; no sign changes with the defaults.
func TestReLaXExploresWhileThePolicyDoesNot(t *testing.T) {
	b := pair(2, []float64{-1, -1, -1, -1}, nil)
	p := planner(t, "relax")
	grpo := plan(t, planner(t, "grpo", "epsilon", "1e-6"), b, rl.State{}).Advantage
	state := rl.State{}
	for k, c := range []struct {
		dispersion []float64
		explores   bool
	}{
		{[]float64{0.2, 0.2, 0.4, 0.4}, true}, {[]float64{0.3, 0.3, 0.5, 0.5}, false}, {[]float64{0.1, 0.1, 0.2, 0.2}, true},
	} {
		b.Aux = map[string][]float64{"dispersion": c.dispersion}
		out := plan(t, p, b, state)
		state = out.State
		for i := range grpo {
			want := grpo[i]
			if c.explores { // the wrong one is the more dispersed: both lose less or gain less
				want *= 1 - 0.2/math.Sqrt2
			}
			if math.Abs(out.Advantage[i]-want) > 1e-5 || out.Advantage[i]*grpo[i] <= 0 {
				t.Errorf("batch %d: A of token %d is %v, want %v", k, i, out.Advantage[i], want)
			}
		}
	}
}
