package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

// apartOrNot standardises what the verdict's side gets: over all that counts, with 0 for
// those of the other side, or over the own side alone.
func apartOrNot(own, mine float64, side []float64, r []float64, apart bool) float64 {
	var x []float64
	for k, s := range side {
		switch {
		case s == own:
			x = append(x, r[k])
		case !apart:
			x = append(x, 0)
		}
	}
	mean, deviation := moments(x)
	if slices.Max(x)-slices.Min(x) < 1e-12 {
		return 0
	}
	return (mine - mean) / (deviation + 1e-6)
}

func gtpoFormula(least, most float64, apart bool) formula {
	return func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		side := func(j int) float64 {
			if b.Correct[j] == 1 {
				return 1
			}
			return -1
		}
		reward := func(j, t int) float64 {
			x := func(k int) float64 {
				h := min(max(b.Entropy[first(b, k)+t], least), most)
				if side(j) < 0 {
					return 1 / h
				}
				return h
			}
			sum, reached := 0.0, 0.0
			for _, k := range others(b, j, all) {
				if side(k) == side(j) && b.Length[k] > t {
					sum, reached = sum+x(k), reached+1
				}
			}
			return side(j) * (1 + 0.1*reached*x(j)/sum)
		}
		if !mixed(b, i) {
			return map[string]float64{"advantage": 0}
		}
		var sides, r []float64
		for _, j := range others(b, i, all) {
			for t := range b.Length[j] {
				sides, r = append(sides, side(j)), append(r, reward(j, t))
			}
		}
		return map[string]float64{"advantage": apartOrNot(side(i), reward(i, t), sides, r, apart)}
	}
}

// mixed says whether the group of rollout i is not all equally right.
func mixed(b *rl.Batch, i int) bool {
	var right []float64
	for _, j := range others(b, i, all) {
		right = append(right, b.Correct[j])
	}
	return slices.Min(right) < slices.Max(right)
}

func init() {
	formulas["gtpo"] = gtpoFormula(1e-6, 100, false)
	formulas["gtpo/apart"] = gtpoFormula(1e-6, 100, true)
	formulas["gtpo/clipped"] = gtpoFormula(0.2, 0.28, false)
}

// Three right responses and a wrong one: H = 3 and 1 at the first token of the right ones
// that reach it share the bonus 0.1·2 as 3 to 1, and at each position rewards keep their mean.
func TestGTPOSharesTheBonusByEntropy(t *testing.T) {
	b := &rl.Batch{
		Length: []int{2, 1, 2}, Group: []int{0, 0, 0}, Reward: []float64{1, 1, 0}, Correct: []float64{1, 1, 0},
		LogProbOld: slices.Repeat([]float64{-1}, 5), Entropy: []float64{3, 1, 1, 2, 0.5},
	}
	a := plan(t, planner(t, "gtpo", "epsilon", "0"), b, rl.State{}).Advantage
	r := []float64{1.15, 1.1, 1.05, 0, 0}
	mean, deviation := moments(r)
	for k := range 3 {
		if want := (r[k] - mean) / deviation; math.Abs(a[k]-want) > 1e-12 {
			t.Errorf("right token %d has A = %v, not %v", k, a[k], want)
		}
	}
	if math.Abs(a[3]-a[4]) > 1e-12 || a[3] >= 0 {
		t.Errorf("a lone wrong response has A = %v, %v; want the same punishment at both tokens", a[3], a[4])
	}
}

// Without the bonus and with responses of one length the advantage is grpo's for rewards
// of 0 and 1, and apart it is 0.
func TestGTPOWithoutBonusIsGRPO(t *testing.T) {
	b := pair(4, slices.Repeat([]float64{-1}, 8), []float64{0.1, 2, 0.3, 1, 0.7, 0.1, 0.2, 0.9})
	for _, recipe := range []string{"gtpo", "grpo-s"} {
		quantity := map[string]string{"gtpo": "alpha_2", "grpo-s": "beta_2"}[recipe]
		a := plan(t, planner(t, recipe, quantity, "0", "epsilon", "0"), b, rl.State{}).Advantage
		for k := range a {
			want := 1 / math.Sqrt2
			if recipe == "gtpo" {
				want = 0.5 / math.Sqrt(8*0.25/7) // the deviation is over 8 tokens
			}
			if k >= 4 {
				want = -want
			}
			if math.Abs(a[k]-want) > 1e-12 {
				t.Errorf("%s: token %d has A = %v, not %v", recipe, k, a[k], want)
			}
		}
		for k, x := range plan(t, planner(t, recipe, quantity, "0", "dialect", "apart"), b, rl.State{}).Advantage {
			if x != 0 {
				t.Errorf("%s apart: token %d has A = %v without a bonus", recipe, k, x)
			}
		}
	}
}

// A rollout of which it is not known whether it is right has no say and no advantage.
func TestGTPOLeavesTheUnknownOut(t *testing.T) {
	b := &rl.Batch{
		Length: []int{2, 2, 2}, Group: []int{0, 0, 0}, Reward: []float64{1, 1, 0}, Correct: []float64{1, math.NaN(), 0},
		LogProbOld: slices.Repeat([]float64{-1}, 6), Entropy: []float64{3, 1, 1, 2, 0.5, 1},
	}
	for _, recipe := range []string{"gtpo", "grpo-s"} {
		a := plan(t, planner(t, recipe), b, rl.State{}).Advantage
		want := plan(t, planner(t, recipe), b.Select([]int{0, 2}), rl.State{}).Advantage
		if a[2] != 0 || a[3] != 0 || !slices.Equal(slices.Concat(a[:2], a[4:]), want) {
			t.Errorf("%s: advantages %v, without the unknown one %v", recipe, a, want)
		}
	}
}
