package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

// ranked is the k-th smallest of some numbers, k counted from 1 and rounded up.
func ranked(x []float64, k float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	return sorted[max(0, int(math.Ceil(k-1e-9))-1)]
}

func init() {
	// band is what SPINE writes, by the entropies of the response's forking tokens.
	band := func(b *rl.Batch, now rl.Current, i, t int, forks func(h []float64) []bool, low func(forking []float64) float64) map[string]float64 {
		at := first(b, i)
		h := b.Entropy[at : at+b.Length[i]]
		in := forks(h)
		if !in[t] {
			return map[string]float64{"weight": 0, "entropy_coef": 0}
		}
		var forking []float64
		for k := range h {
			if in[k] {
				forking = append(forking, h[k])
			}
		}
		beta := 0.0
		switch x := now.Entropy[at+t]; {
		case x < low(forking):
			beta = 1e-3
		case x > ranked(forking, 0.5*float64(len(forking))):
			beta = -1e-3
		}
		return map[string]float64{"weight": 1, "entropy_coef": beta, "advantage": groupRelative(b, b.Reward, i, all)}
	}
	formulas["spine"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		return band(b, now, i, t, otsu, func(x []float64) float64 {
			m := ranked(x, 0.5*float64(len(x)))
			var off []float64
			for _, v := range x {
				off = append(off, math.Abs(v-m))
			}
			return math.Max(0, m-1.4826*ranked(off, 0.5*float64(len(x))))
		})
	}
	formulas["spine/v1"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		return band(b, now, i, t, func(h []float64) []bool {
			var in []bool
			for _, x := range h {
				fifth := math.Ceil(0.2*float64(len(h)) - 1e-9)
				in = append(in, x >= ranked(h, float64(len(h))-fifth+1))
			}
			return in
		}, func(x []float64) float64 { return ranked(x, 0.1*float64(len(x))) })
	}
}

// otsu says which of few, different values are in the upper of two classes by bins.
func otsu(x []float64) []bool {
	least, most := slices.Min(x), slices.Max(x)
	in := make([]bool, len(x))
	best := 0.0
	if least == most {
		return slices.Repeat([]bool{true}, len(x))
	}
	bin := func(v float64) float64 { return math.Min(99, math.Floor(100*((v-least)/(most-least)))) }
	for cut := range 99 {
		var sides [2][]float64
		for _, v := range x {
			if bin(v) > float64(cut) {
				sides[1] = append(sides[1], bin(v))
			} else {
				sides[0] = append(sides[0], bin(v))
			}
		}
		lower, _ := moments(sides[0])
		upper, _ := moments(sides[1])
		if between := float64(len(sides[0])*len(sides[1])) * (upper - lower) * (upper - lower); between > best*(1+1e-12) {
			best = between
			for k, v := range x {
				in[k] = bin(v) > float64(cut)
			}
		}
	}
	return in
}

// Mask, band and gradient by hand: of ten tokens five fork, with entropies 1.5 to 2.5
// around the median 2 and a robust deviation of 1.4826·0.25; at the update one has fallen
// below the band and one lies above.
func TestSPINEHoldsTheBand(t *testing.T) {
	one := []float64{0.1, 1.5, 0.1, 1.75, 0.2, 2, 0.1, 2.25, 0.2, 2.5}
	b := pair(10, slices.Repeat([]float64{-1}, 20), slices.Concat(one, one))
	p := planner(t, "spine", "beta_low", "0.3", "beta_high", "0.2", "kl_coef", "0.1")
	now := rl.Current{LogProb: b.LogProbOld, Entropy: slices.Clone(b.Entropy)}
	for k := range now.Entropy { // as one was, but for two tokens
		now.Entropy[k] = 1.9
	}
	now.Entropy[5], now.Entropy[7], now.Entropy[0] = 1.6, 3, 9
	out, err := p.Update(plan(t, p, b, rl.State{}), b, now)
	if err != nil {
		t.Fatal(err)
	}
	for k := range out.Weight {
		fork := k%2 == 1
		want := map[int]float64{5: 0.3, 7: -0.2}[k]
		kl := 0.0
		if fork {
			kl = 0.2 // the mean is over the half that forks
		}
		if (out.Weight[k] == 1) != fork || out.EntropyCoef[k] != want || math.Abs(out.KLCoef[k]-kl) > 1e-12 {
			t.Errorf("token %d weighs %v, its entropy %v, its KL %v", k, out.Weight[k], out.EntropyCoef[k], out.KLCoef[k])
		}
	}
	_, g, _, err := rl.Surrogate(out, b, now)
	if err != nil {
		t.Fatal(err)
	}
	penalty := func(h []float64) float64 {
		sum := 0.0
		for k := 1; k < 20; k += 2 {
			sum += 0.3*math.Max(0, 2-1.4826*0.25-h[k]) + 0.2*math.Max(0, h[k]-2)
		}
		return sum / 20
	}
	for k := range now.Entropy {
		up, down := slices.Clone(now.Entropy), slices.Clone(now.Entropy)
		up[k], down[k] = up[k]+1e-4, down[k]-1e-4
		if want := (penalty(up) - penalty(down)) / 2e-4; math.Abs(g.Entropy[k]-want) > 1e-9 {
			t.Errorf("the slope by the entropy of token %d is %v, that of the penalty %v", k, g.Entropy[k], want)
		}
	}
}
