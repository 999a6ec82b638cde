package rl

import (
	"math"
	"slices"
)

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Mean is the mean; NaN of nothing.
func Mean(x []float64) float64 { return mean(x) }

// Quantile is inf{v : F(v) ≥ q} for the distribution of the numbers, which are not
// changed: the least one that so large a share of them does not exceed. Of nothing it
// is NaN.
func Quantile(x []float64, q float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	k := int(math.Ceil(q*float64(len(x))-1e-9)) - 1
	y := slices.Clone(x)
	k = min(max(k, 0), len(y)-1)
	nth(y, k)
	return y[k]
}

// nth orders x so that x[k] is what it would be if x were sorted, nothing before it
// is larger and nothing after it smaller (Hoare's selection).
func nth(x []float64, k int) {
	lo, hi := 0, len(x)-1
	for lo < hi {
		a, b, c := x[lo], x[lo+(hi-lo)/2], x[hi]
		pivot := max(min(a, b), min(max(a, b), c)) // median of three
		i, j := lo, hi
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return
		}
	}
}
