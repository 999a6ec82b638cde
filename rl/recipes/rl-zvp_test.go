package recipes_test

import (
	"slices"

	"segue/rl"
)

func init() {
	formulas["rl-zvp"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		var right []float64
		for _, j := range others(b, i, all) {
			right = append(right, b.Correct[j])
		}
		at := first(b, i)
		h := b.Entropy[at : at+b.Length[i]]
		a := groupRelative(b, b.Reward, i, all)
		switch {
		case slices.Min(right) < slices.Max(right):
		case right[0] == 1:
			a = 0.1 * h[t]
		default:
			a = -0.1 * (slices.Max(h) - h[t])
		}
		return map[string]float64{"advantage": a}
	}
}
