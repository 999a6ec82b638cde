package rl_test

import (
	"math"
	"strings"
	"testing"

	"segue/rl"
)

// The anchor of an entropy term is the mean entropy of the first update, for ever; a plan
// without a term has none.
func TestTheAnchorIsThatOfTheFirstUpdate(t *testing.T) {
	stage := rl.AnchorEntropy("anchor", rl.EntropyNow().MeanOfBatch(rl.Everywhere()).First("anchor"))
	state := rl.State{}
	for k, h := range []float64{2, 3, 5} {
		d := &rl.Draft{
			Batch: &rl.Batch{Length: []int{2}}, Offsets: []int{0, 2}, Current: rl.Current{LogProb: []float64{-1, -1}, Entropy: []float64{h, h + 1}},
			Plan: &rl.Plan{Keep: []bool{true}, State: state, Bonus: rl.EntropyTerm{Support: rl.SupportFull, Form: rl.FormAnchor}},
		}
		if err := stage.Apply(d); err != nil || math.Abs(d.Plan.Bonus.Lo-2.5) > 1e-12 {
			t.Errorf("update %d: anchored at %v, %v", k, d.Plan.Bonus.Lo, err)
		}
		state = d.Plan.State.Clone()
		d.Plan.Bonus = rl.EntropyTerm{}
		if err := stage.Apply(d); err == nil || !strings.Contains(err.Error(), "anchor") {
			t.Errorf("without a term: %v", err)
		}
	}
}

// A support has a size that it can have, or leaves it to the engine.
func TestSupportsAndSizes(t *testing.T) {
	b := &rl.Batch{Length: []int{1}, LogProbOld: []float64{-1}}
	for _, c := range []struct {
		term rl.EntropyTerm
		ok   bool
	}{
		{rl.EntropyTerm{Support: rl.SupportTopK, Size: 2}, true}, {rl.EntropyTerm{Support: rl.SupportTopK}, true}, {rl.EntropyTerm{Support: rl.SupportTopK, Size: 1.5}, false},
		{rl.EntropyTerm{Support: rl.SupportTopP, Size: 0.9, Most: 5}, true}, {rl.EntropyTerm{Support: rl.SupportTopP, Size: 1.1}, false},
		{rl.EntropyTerm{Support: rl.SupportTopShare, Size: 0.5}, true}, {rl.EntropyTerm{Support: rl.SupportTopShare}, false},
		{rl.EntropyTerm{Support: rl.SupportFull, Size: 1}, false}, {rl.EntropyTerm{Support: rl.SupportTopP, Size: math.NaN()}, false},
		{rl.EntropyTerm{Support: rl.SupportTopP, Size: 0.5, Most: -1}, false}, {rl.EntropyTerm{Support: "some", Size: 1}, false},
	} {
		c.term.Form = rl.FormBonus
		p := &rl.Plan{
			Keep: []bool{true}, Advantage: []float64{0}, Bonus: c.term, Surrogate: rl.Surrogacy{Kind: rl.KindClip}, Ratio: rl.RatioToken,
			Normalisation: rl.Norm{Mode: rl.TokenMean, Over: rl.OverKept, Denominator: 1},
		}
		if err := p.Validate(b); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.term, err)
		}
	}
}
