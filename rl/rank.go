package rl

import "slices"

// Ranked is a rank that knows how far apart the numbers are:
//
//	x_i → mean over j of clip((x_i − x_j)/(window·(most − least)), ±1)
//
// from −1 to 1, with mean 0 over a set. As window falls to 0 it is 2·quantile − 1, with
// ties in the middle, and the sizes do not matter; with window 1 it is
// (x − mean)/(most − least). Of two different numbers it is the same for every window up
// to 1. A set of equal numbers gets 0.
func (m Measure) Ranked(e Extent, window float64) Measure {
	return m.Within(e, m.name+"-ranked", func(x []float64) {
		width := window * (slices.Max(x) - slices.Min(x))
		was := slices.Clone(x)
		for i, a := range was {
			x[i] = 0
			for _, b := range was {
				switch {
				case a == b:
				case width == 0 || a-b >= width || b-a >= width:
					if a > b {
						x[i]++
					} else {
						x[i]--
					}
				default:
					x[i] += (a - b) / width
				}
			}
			x[i] /= float64(len(was))
		}
	})
}

// LowerHalf says how much each number belongs to the lower half of all: 1 for the
// smallest ⌊n/2⌋, 0 for the others. Equal numbers at the border share its places, so
// that no order matters.
func LowerHalf(x []float64) []float64 {
	half := len(x) / 2
	low := make([]float64, len(x))
	if half == 0 {
		return low
	}
	sorted := slices.Sorted(slices.Values(x))
	border := sorted[half-1]
	below, _ := slices.BinarySearch(sorted, border)
	equal := 0
	for _, v := range x {
		if v == border {
			equal++
		}
	}
	for i, v := range x {
		switch {
		case v < border:
			low[i] = 1
		case v == border:
			low[i] = float64(half-below) / float64(equal)
		}
	}
	return low
}
