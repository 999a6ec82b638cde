package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func grpoSFormula(least, most float64, apart bool) formula {
	return func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		side := func(j int) float64 {
			if b.Correct[j] == 1 {
				return 1
			}
			return -1
		}
		written := func(j int) bool { return b.Length[j] > 0 }
		x := func(j int) float64 {
			h := 0.0
			for _, v := range b.Entropy[first(b, j) : first(b, j)+b.Length[j]] {
				h += min(max(v, least), most) / float64(b.Length[j])
			}
			if side(j) < 0 {
				return 1 / h
			}
			return h
		}
		reward := func(j int) float64 {
			sum, n := 0.0, 0.0
			for _, k := range others(b, j, written) {
				if side(k) == side(j) {
					sum, n = sum+x(k), n+1
				}
			}
			return side(j) * (1 + 0.1*n*x(j)/sum)
		}
		if !mixed(b, i) {
			return map[string]float64{"advantage": 0, "weight": 1}
		}
		var sides, r []float64
		for _, j := range others(b, i, written) {
			sides, r = append(sides, side(j)), append(r, reward(j))
		}
		a := apartOrNot(side(i), reward(i), sides, r, apart)
		ratio := func(t int) float64 { at := first(b, i) + t; return math.Exp(now.LogProb[at] - b.LogProbOld[at]) }
		w := 0.0
		for u := range b.Length[i] {
			w += ratio(u) / float64(b.Length[i])
		}
		weight := 1.0
		if a > 0 && w > 1.28 || a < 0 && w < 0.8 {
			weight = 0
		}
		return map[string]float64{"advantage": a * ratio(t), "weight": weight}
	}
}

func init() {
	formulas["grpo-s"] = grpoSFormula(1e-6, 100, false)
	formulas["grpo-s/apart"] = grpoSFormula(1e-6, 100, true)
	formulas["grpo-s/clipped"] = grpoSFormula(0.2, 0.28, false)
}

// The plan of the second phase has the gradient of −mean min(A·w, A·clip(w)) with w the
// mean ratio of a response, by central differences.
func TestGRPOSHasTheGradientOfTheMeanRatio(t *testing.T) {
	b := pair(3, []float64{-1, -2, -0.5, -1, -1.5, -0.7}, []float64{0.1, 2, 0.3, 1, 0.7, 0.1})
	for _, move := range []float64{0.05, 0.6} { // within the bounds, and past the one that holds
		p := planner(t, "grpo-s")
		first := plan(t, p, b, rl.State{})
		now := rl.Current{LogProb: slices.Clone(b.LogProbOld)}
		for k := range now.LogProb {
			now.LogProb[k] += move * float64(k%3) / 2
		}
		loss := func(l []float64) float64 {
			sum := 0.0
			for i := range 2 {
				w := 0.0
				for u := range 3 {
					w += math.Exp(l[3*i+u]-b.LogProbOld[3*i+u]) / 3
				}
				a := first.Advantage[3*i]
				sum -= min(a*w, a*min(max(w, 0.8), 1.28)) / 2
			}
			return sum
		}
		updated, err := p.Update(first, b, now)
		if err != nil {
			t.Fatal(err)
		}
		_, g, _, err := rl.Surrogate(updated, b, now)
		if err != nil {
			t.Fatal(err)
		}
		for k := range now.LogProb {
			const h = 1e-6
			up, down := slices.Clone(now.LogProb), slices.Clone(now.LogProb)
			up[k], down[k] = up[k]+h, down[k]-h
			if want := (loss(up) - loss(down)) / (2 * h); math.Abs(g.LogProb[k]-want) > 1e-7 {
				t.Errorf("moved by %v, token %d: gradient %v, by differences %v", move, k, g.LogProb[k], want)
			}
		}
	}
}
