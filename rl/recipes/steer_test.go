package recipes_test

import (
	"math"

	"segue/rl"
)

func init() {
	change := func(b *rl.Batch, now rl.Current, i, t int) float64 {
		k := first(b, i) + t
		p := math.Exp(now.LogProb[k])
		return math.Abs(groupRelative(b, b.Reward, i, all) / math.Exp(b.LogProbOld[k]) * p * (1 - p) * (now.LogProb[k] + now.Entropy[k]))
	}
	formulas["steer"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		least, most := math.Inf(1), math.Inf(-1)
		for j, n := range b.Length {
			for k := range n {
				x := change(b, now, j, k)
				least, most = math.Min(least, x), math.Max(most, x)
			}
		}
		w := 1.2
		if most > least {
			w = 1.2 - 0.4*(change(b, now, i, t)-least)/(most-least)
		}
		return map[string]float64{"weight": w}
	}
}
