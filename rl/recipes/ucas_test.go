package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

// certain is the advantage of UCAS with the responses' certainty.
func certain(b *rl.Batch, i, t int, of func(tokens []float64) float64) float64 {
	var c []float64
	mine := 0
	for _, j := range others(b, i, all) {
		if b.Length[j] > 0 { // an empty response knows no certainty
			if j == i {
				mine = len(c)
			}
			c = append(c, of(b.Aux["certainty"][first(b, j):first(b, j)+b.Length[j]]))
		}
	}
	z := 0.0
	if mean, deviation := moments(c); deviation > 0 {
		z = (c[mine] - mean) / (deviation + 1e-6)
	}
	least, most := slices.Min(b.Aux["logit"]), slices.Max(b.Aux["logit"])
	pays := 0.0
	if most > least {
		pays = 0.05 * (b.Aux["logit"][first(b, i)+t] - least) / (most - least)
	}
	if a := groupRelative(b, b.Reward, i, all); a > 1e-9 { // equal rewards may differ by rounding
		return max(a*math.Exp(-0.25*z)-pays, 0)
	} else {
		return a*math.Exp(0.35*z) - pays
	}
}

func total(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum
}

func init() {
	formulas["ucas"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return map[string]float64{"advantage": certain(b, i, t, total), "weight": 1}
	}
}

// Surer is less when right and more when wrong, and no right token is punished.
func TestUCASKeepsSigns(t *testing.T) {
	b := pair(2, []float64{-1, -1, -1, -1}, nil)
	b.Aux = map[string][]float64{"certainty": {4, 4, 2, 2}, "logit": {0, 10, 0, 10}}
	z := 1 / math.Sqrt2
	right, wrong := z*math.Exp(-0.25*z), -z*math.Exp(-0.35*z)
	for k, want := range []float64{right, right - 0.05, wrong, wrong - 0.05} {
		if got := plan(t, planner(t, "ucas"), b, rl.State{}).Advantage[k]; math.Abs(got-want) > 1e-5 {
			t.Errorf("A of token %d is %v, want %v", k, got, want)
		}
	}
	out := plan(t, planner(t, "ucas", "penalty", "5"), b, rl.State{})
	if out.Advantage[0] <= 0 || out.Advantage[1] != 0 || out.Advantage[3] > -5 {
		t.Errorf("with a large penalty A is %v", out.Advantage)
	}
	grpo := plan(t, planner(t, "grpo", "epsilon", "1e-6"), b, rl.State{}).Advantage
	none := plan(t, planner(t, "ucas", "penalty", "0", "beta_pos", "0", "beta_neg", "0"), b, rl.State{}).Advantage
	for k := range grpo {
		if math.Abs(grpo[k]-none[k]) > 1e-9 {
			t.Errorf("without its coefficients A is %v, grpo's %v", none, grpo)
		}
	}
	if b.Length = []int{1, 3}; true { // equal means, different sums
		b.Aux["certainty"] = []float64{3, 3, 3, 3}
		out := plan(t, planner(t, "ucas", "penalty", "0", "mean_certainty", "1"), b, rl.State{})
		if math.Abs(out.Advantage[0]-grpo[0]) > 1e-5 {
			t.Errorf("responses of equal mean certainty have A %v", out.Advantage)
		}
	}
}
