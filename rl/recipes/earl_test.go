package recipes_test

import (
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["earl"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		at := first(b, i)
		above, n := 0, b.Length[i]
		for _, h := range b.Entropy[at : at+n] {
			if h > b.Entropy[at+t] {
				above++
			}
		}
		w := 0.0
		if float64(above) < 0.2*float64(n)-1e-9 { // fewer are above it than are let through
			w = 1
		}
		return map[string]float64{"weight": w, "kl": 1e-3, "advantage": groupRelative(b, b.Reward, i, all)}
	}
}

// In a module whose keywords are uncertain the gate passes keywords; a share of
// everything is GRPO with the mean over all tokens.
func TestEARLPassesKeywords(t *testing.T) {
	words := []string{"always", "@", "(", "posedge", "clk", ")", "q", "<=", "d", ";"}
	var h []float64
	for range 2 {
		for _, w := range words {
			if w == "always" || w == "posedge" {
				h = append(h, 1.5)
			} else {
				h = append(h, 0.1)
			}
		}
	}
	b := pair(10, slices.Repeat([]float64{-0.5}, 20), h)
	out := plan(t, planner(t, "earl"), b, rl.State{})
	for k, w := range out.Weight {
		if keyword := h[k] > 1; keyword != (w == 1) {
			t.Errorf("%s weighs %v", words[k%10], w)
		}
	}
	if out.Normalisation.Denominator != 20 {
		t.Errorf("the mean is over %v tokens", out.Normalisation.Denominator)
	}
	if w := plan(t, planner(t, "earl", "share", "1"), b, rl.State{}).Weight; slices.Contains(w, 0) {
		t.Errorf("weights %v", w)
	}
}
