package recipes_test

import (
	"math"
	"testing"

	"segue/rl"
)

func init() {
	formulas["cpo"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		at := first(b, i) + t
		d := b.Aux["logp_guided"][at] - b.LogProbOld[at]
		a, s := groupRelative(b, b.Reward, i, all), 0.1*min(max(d, -1), 1)
		if math.Abs(a) > 1e-9 { // equal rewards may differ by rounding
			s = min(max(s, -math.Abs(a)/2), math.Abs(a)/2)
		}
		return map[string]float64{"advantage": a + s, "weight": 1}
	}
}

// A group that is all wrong learns what the reference makes likelier; right and wrong
// responses have weights of their own, and without them it is grpo.
func TestCPOLearnsFromGroupsThatAreAllWrong(t *testing.T) {
	b := pair(2, []float64{-2, -2, -2, -2}, nil)
	b.Aux = map[string][]float64{"logp_guided": {-1, -2, -2.5, -20}}
	b.Reward, b.Correct = []float64{0, 0}, []float64{0, 0}
	for k, want := range []float64{0.1, 0, -0.05, -0.1} {
		if got := plan(t, planner(t, "cpo"), b, rl.State{}).Advantage[k]; math.Abs(got-want) > 1e-9 {
			t.Errorf("A of token %d is %v, want %v", k, got, want)
		}
	}
	b.Reward, b.Correct = []float64{1, 0}, []float64{1, 0}
	held := plan(t, planner(t, "cpo", "lambda_wrong", "100", "lambda_right", "100"), b, rl.State{}).Advantage
	for k, want := range []float64{1.5, 1, -1.5, -1.5} {
		if math.Abs(held[k]-want/math.Sqrt2) > 1e-5 {
			t.Errorf("A of token %d is held at %v, want %v/√2", k, held[k], want)
		}
	}
	grpo := plan(t, planner(t, "grpo", "epsilon", "1e-6"), b, rl.State{}).Advantage
	for _, c := range []struct{ right, wrong string }{{"0", "0"}, {"1", "0"}, {"0", "1"}} {
		got := plan(t, planner(t, "cpo", "lambda_right", c.right, "lambda_wrong", c.wrong), b, rl.State{}).Advantage
		for k := range got {
			if credited := k < 2 && c.right == "1" || k >= 2 && c.wrong == "1"; !credited && got[k] != grpo[k] || credited && k != 1 && got[k] == grpo[k] {
				t.Errorf("λ %+v: A %v, grpo's %v", c, got, grpo)
			}
		}
	}
}
