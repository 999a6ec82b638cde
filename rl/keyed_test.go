package rl

import (
	"math"
	"slices"
	"testing"
)

// Numbers are cut by key, be it a small whole number or not, and go back to their places;
// those without a key stay as they are.
func TestEachKey(t *testing.T) {
	for _, scale := range []float64{1, 0.1, 1e9} {
		key := []float64{3, 1, math.NaN(), 3, 1, 3}
		for k := range key {
			key[k] *= scale
		}
		x := []float64{1, 10, 7, 2, 20, 6}
		var seen [][]float64
		eachKey(x, key, func(x []float64) {
			seen = append(seen, slices.Clone(x))
			for k := range x {
				x[k] += 100
			}
		})
		if want := []float64{101, 110, 7, 102, 120, 106}; !slices.Equal(x, want) {
			t.Errorf("scale %g: %v, not %v", scale, x, want)
		}
		if len(seen) != 2 || !slices.Equal(seen[0], []float64{1, 2, 6}) || !slices.Equal(seen[1], []float64{10, 20}) {
			t.Errorf("scale %g: sets %v", scale, seen)
		}
	}
	eachKey([]float64{1}, []float64{math.NaN()}, func([]float64) { t.Error("called without a key") })
}
