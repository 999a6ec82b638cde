package recipes_test

import (
	"math"
	"slices"

	"segue/rl"
)

func init() {
	formulas["forking-tokens"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		mixed := func(j int) bool {
			var right []float64
			for _, k := range others(b, j, all) {
				right = append(right, b.Correct[k])
			}
			return slices.Min(right) < slices.Max(right)
		}
		h := tokensOf(b, b.Entropy, mixed)
		slices.Sort(h)
		slices.Reverse(h)
		w := 0.0
		if fifth := int(math.Ceil(0.2 * float64(len(h)))); fifth > 0 && b.Entropy[first(b, i)+t] >= h[fifth-1] {
			w = 1
		}
		return map[string]float64{"weight": w, "advantage": mixedOnly(b, i, t)}
	}
}
