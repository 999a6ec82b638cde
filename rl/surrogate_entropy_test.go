package rl_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

// Coefficients that raise one token's entropy and lower another's by as much still do so.
func TestABonusOfBothSignsKeepsItsGradient(t *testing.T) {
	b := &rl.Batch{Length: []int{2}, LogProbOld: []float64{-1, -1}}
	p := &rl.Plan{
		Keep: []bool{true}, Advantage: []float64{0, 0}, EntropyCoef: []float64{0.3, -0.3}, Bonus: rl.EntropyTerm{Form: rl.FormBonus, Support: rl.SupportFull},
		Surrogate: rl.Surrogacy{Kind: rl.KindClip}, Ratio: rl.RatioToken, Normalisation: rl.Norm{Mode: rl.TokenMean, Over: rl.OverKept, Denominator: 2},
	}
	loss, g, _, err := rl.Surrogate(p, b, rl.Current{LogProb: b.LogProbOld, Entropy: []float64{2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(loss+0.3*(2-1)/2) > 1e-15 || !slices.Equal(g.Entropy, []float64{-0.15, 0.15}) {
		t.Errorf("loss %v, gradient by the entropy %v", loss, g.Entropy)
	}
}
