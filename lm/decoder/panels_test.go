package decoder_test

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Weights that changed since the last step are packed again, both ways.
func TestChangedWeightsAreSeen(t *testing.T) {
	c := shapes[0].config
	random := rand.New(rand.NewPCG(8, 8))
	b := long(int32(c.Vocabulary), random)
	b.Reference = reference(c, b, random)
	targets := everyToken(b)
	g := losses(len(targets), random)
	used, changed := parameters(t, c, 5), parameters(t, c, 6)
	d := newDecoder(t, used, everything)
	step(t, d, b, targets, g)
	copy(used.Values, changed.Values)
	d.ZeroGradient()
	got := step(t, d, b, targets, g)
	fresh := newDecoder(t, changed, everything)
	want := step(t, fresh, b, targets, g)
	if !slices.Equal(got.LogProb, want.LogProb) {
		t.Error("log-probabilities are those of other weights")
	}
	_, _, gradient := d.Trainable()
	_, _, wanted := fresh.Trainable()
	if !slices.Equal(gradient, wanted) {
		t.Error("gradients are those of other weights")
	}
}
