package rl

import "math"

// Of is the deviation of numbers from their mean; 0 where they are equal, as a single
// one is, and for NoDeviation.
func (by Deviation) Of(x []float64) float64 {
	if by == NoDeviation || !Mixed(x) {
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
}

// Spread is the deviation of a measure over a set, the same for all its rollouts.
func (m Measure) Spread(e Extent, by Deviation) Measure {
	return m.Over(e, m.name+"-deviation", by.Of)
}
