package rl

import "math"

// Spread is the deviation of a measure over a set, the same for all its rollouts. It is
// 0 for a single one.
func (m Measure) Spread(e Extent, by Deviation) Measure {
	return m.Over(e, m.name+"-deviation", func(x []float64) float64 {
		if !Mixed(x) {
			return 0
		}
		n, mu, square := float64(len(x)), mean(x), 0.0
		for _, v := range x {
			square += (v - mu) * (v - mu)
		}
		if by == SampleDeviation {
			n--
		}
		return math.Sqrt(square / n)
	})
}
