package rl_test

import (
	"math"
	"testing"

	"segue/rl"
)

// What a bound holds: of a clipped surrogate the tokens that would gain by going on,
// of clipped weights every one beyond it, which all the same has a gradient.
func TestClipFractions(t *testing.T) {
	ratios, advantages := []float64{2, 2, 0.5, 0.5, 1}, []float64{1, -1, 1, -1, 1}
	b := &rl.Batch{Length: []int{5}, LogProbOld: []float64{-1, -1, -1, -1, -1}}
	var now rl.Current
	for _, r := range ratios {
		now.LogProb = append(now.LogProb, -1+math.Log(r))
	}
	for kind, want := range map[rl.SurrogateKind]struct {
		low, high float64
		still     int // tokens without a gradient
	}{
		rl.KindClip: {0.2, 0.2, 2}, rl.KindWeighted: {0.4, 0.4, 0}, rl.KindLogProb: {0, 0, 0},
	} {
		p := &rl.Plan{Advantage: advantages, Keep: []bool{true}, Ratio: rl.RatioToken, Surrogate: rl.Surrogacy{Kind: kind},
			ClipLo: []float64{0.8, 0.8, 0.8, 0.8, 0.8}, ClipHi: []float64{1.2, 1.2, 1.2, 1.2, 1.2}}
		p.Normalisation = rl.Norm{Mode: rl.TokenMean, Over: rl.OverKept}.Of(b, p)
		_, g, d, err := rl.Surrogate(p, b, now)
		if err != nil {
			t.Fatal(err)
		}
		still := 0
		for _, x := range g.LogProb {
			if x == 0 {
				still++
			}
		}
		if d.ClipLow != want.low || d.ClipHigh != want.high || still != want.still {
			t.Errorf("%s: %v and %v of the tokens are held, %d have no gradient; want %+v", kind, d.ClipLow, d.ClipHigh, still, want)
		}
	}
}
