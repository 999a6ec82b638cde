package recipes

import (
	"math"

	"segue/rl"
)

// The recipes that treat right and wrong responses apart share what stands here.

// verdict is 1 for a response that is right throughout, −1 for one that is not and 0
// where that is unknown.
func verdict() rl.Measure {
	return rl.Correctness().Map("verdict", func(right float64) float64 {
		switch {
		case right >= 1:
			return 1
		case right < 1:
			return -1
		}
		return 0
	})
}

// besideZeros standardises what each side gets by the mean and the sample deviation over
// all that is on a side, those of the other one counting as 0. Where no side is, or all
// numbers are as good as equal, it leaves 0.
func besideZeros(epsilon float64) func(x, side []float64) {
	return func(x, side []float64) {
		for _, own := range []float64{1, -1} {
			n, mine, sum, largest := 0.0, 0.0, 0.0, 0.0
			for k, s := range side {
				if s == own {
					mine, sum, largest = mine+1, sum+x[k], max(largest, math.Abs(x[k]))
				}
				n += s * s
			}
			mean := sum / max(n, 1)
			square := (n - mine) * mean * mean
			rounding := n * 0x1p-52 * largest
			for k, s := range side {
				if s == own {
					if x[k] -= mean; math.Abs(x[k]) <= rounding {
						x[k] = 0
					}
					square += x[k] * x[k]
				}
			}
			scale := math.Sqrt(square/max(n-1, 1)) + epsilon
			for k, s := range side {
				if s == own && x[k] != 0 {
					x[k] /= scale
				}
			}
		}
		for k, s := range side {
			if s == 0 {
				x[k] = 0
			}
		}
	}
}

// mixedGroups asks for groups of the recipe's size, and for others in place of those that
// are all equally right.
func mixedGroups(v rl.Values) rl.Hooks {
	h := groups(v)
	h.Sampling = &rl.DynamicSampling{Column: rl.Correct, MaxRounds: 10}
	return h
}

// entropyLeast and entropyMost declare what entropies are held in, so that their inverse
// is finite.
func entropyLeast() rl.Param {
	return rl.Param{Name: "entropy_least", Default: 1e-6, Min: 1e-12, Max: 100, Unit: "nat", Doc: "entropies below it count as it"}
}

func entropyMost() rl.Param {
	return rl.Param{Name: "entropy_most", Default: 100, Min: 1e-12, Max: 100, Unit: "nat", Doc: "entropies above it count as it"}
}

func entropyClipped() rl.Dialect {
	return rl.Dialect{Name: "clipped", Doc: "entropies held in [0.2, 0.28] nat", Set: map[string]float64{"entropy_least": 0.2, "entropy_most": 0.28}}
}

func checkEntropyBounds(v rl.Values) error { return checkOrdered(v, "entropy_least", "entropy_most") }

func boundedEntropy(v rl.Values) rl.Signal {
	least, most := v.Of("entropy_least"), v.Of("entropy_most")
	return rl.TokenEntropy().Map("bounded-entropy", func(h float64) float64 { return min(max(h, least), most) })
}

// sharedEntropy is what the reward of a side is shared by: the entropy where right, its
// inverse where wrong.
func sharedEntropy(h, side float64) float64 {
	if side < 0 {
		return 1 / h
	}
	return h
}

// shapedReward is ±(base + bonus·share).
func shapedReward(base, bonus float64) func(share, side float64) float64 {
	return func(share, side float64) float64 { return side * (base + bonus*share) }
}
