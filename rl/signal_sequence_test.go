package rl_test

import (
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func TestSequenceSignals(t *testing.T) {
	b := &rl.Batch{Length: []int{3, 0, 1}, Group: []int{0, 0, 0}, Reward: []float64{0, 0, 0}, Entropy: []float64{1, 2, 4, 8}}
	h := rl.TokenEntropy()
	d := &rl.Draft{Batch: b, Offsets: b.Offsets(), Plan: &rl.Plan{Keep: []bool{true, true, true}, Advantage: make([]float64, 4)}}
	if err := rl.Set("s", rl.ToAdvantage, h.ToGo(), rl.Everywhere()).Apply(d); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{7, 6, 4, 8}, d.Plan.Advantage); diff != "" {
		t.Error(diff)
	}
	if err := rl.Set("s", rl.ToAdvantage, h.DiscountedToGo(0.5), rl.Everywhere()).Apply(d); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{3, 4, 4, 8}, d.Plan.Advantage); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{1, 1, 1, 8}, measured(t, h.AtFirst(), b)); diff != "" {
		t.Error(diff)
	}
}
