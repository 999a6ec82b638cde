package rl_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/rl"

	"pgregory.net/rapid"
)

func TestIndicatorAndOverSelected(t *testing.T) {
	h := rl.TokenEntropy() // 1 to 8 in four responses of two
	for name, c := range map[string]struct {
		signal rl.Signal
		want   []float64
	}{
		"indicator":           {rl.Positive().Indicator(), []float64{1, 1, 0, 0, 1, 1, 0, 0}},
		"of the batch":        {h.OverSelected(rl.OfBatch, rl.Positive(), "mean", rl.Mean), []float64{3.5, 3.5, 3.5, 3.5, 3.5, 3.5, 3.5, 3.5}},
		"of each response":    {h.OverSelected(rl.OfRollout, h.Where("", func(h float64) bool { return h > 3 }), "mean", rl.Mean), []float64{0, 0, 4, 4, 5.5, 5.5, 7.5, 7.5}},
		"of groups, with one": {h.OverSelected(rl.OfGroup, rl.Positive(), "mean", rl.Mean), []float64{3.5, 3.5, 0, 0, 3.5, 3.5, 0, 0}},
	} {
		if got := written(t, c.signal, rl.Everywhere()); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// otsuLiterally is the variance between the classes, for each cut from its definition.
func otsuLiterally(x []float64) []bool {
	least, most := slices.Min(x), slices.Max(x)
	bins := make([]float64, len(x))
	for k, v := range x {
		bins[k] = math.Min(99, math.Floor((v-least)/(most-least)*100))
	}
	best := 0.0
	var in []bool
	for cut := range 99 {
		var lower, upper []float64
		split := make([]bool, len(x))
		for k, b := range bins {
			if split[k] = b > float64(cut); split[k] {
				upper = append(upper, b)
			} else {
				lower = append(lower, b)
			}
		}
		if lower == nil || upper == nil {
			continue
		}
		n := float64(len(x))
		between := float64(len(lower)) / n * float64(len(upper)) / n * math.Pow(rl.Mean(lower)-rl.Mean(upper), 2)
		if between > best*(1+1e-12) {
			best, in = between, split
		}
	}
	return in
}

func TestUpperClassIsOtsus(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(rt, "n")
		d := loose(rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1)), []int{n}, 1)
		got := signalled(t, d, rl.Constantly(1), rl.TokenEntropy().UpperClass(rl.OfRollout))
		for k, in := range otsuLiterally(d.Batch.Entropy) {
			if in != (got[k] == 1) {
				rt.Fatalf("of %v token %d is in: %v", d.Batch.Entropy, k, got[k] == 1)
			}
		}
	})
	d := loose(rand.New(rand.NewPCG(1, 1)), []int{3, 1}, 1)
	d.Batch.Entropy = []float64{2, 2, 2, 5}
	if got := signalled(t, d, rl.Constantly(1), rl.TokenEntropy().UpperClass(rl.OfRollout)); slices.Contains(got, 0) {
		t.Errorf("of equal values %v are selected", got)
	}
}
