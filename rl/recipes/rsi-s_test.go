package recipes_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"segue/rl"
)

func init() {
	formulas["rsi-s"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		k := first(b, i) + t
		rsi := -b.LogProbOld[k] / math.Max(b.Entropy[k], 1e-8)
		w := 1.0
		if rsi < 0.1 || rsi > 3 {
			w = 0
		}
		return map[string]float64{"weight": w, "advantage": groupRelative(b, b.Reward, i, all)}
	}
}

// Index 0.01, 1, 4 and, of a certain token, 0; the plan is divided by the two tokens kept.
func TestRSISelectsByHand(t *testing.T) {
	b := pair(4, []float64{-0.01, -1, -4, 0, -0.01, -1, -4, 0}, []float64{1, 1, 1, 0, 1, 1, 1, 0})
	out := plan(t, planner(t, "rsi-s"), b, rl.State{})
	if !slices.Equal(out.Weight, []float64{0, 1, 0, 0, 0, 1, 0, 0}) || out.Normalisation.Denominator != 2 {
		t.Errorf("weights %v, %+v", out.Weight, out.Normalisation)
	}
	// An interval that holds everything is GRPO.
	out = plan(t, planner(t, "rsi-s", "low", "0", "high", "1e12"), b, rl.State{})
	if slices.Contains(out.Weight, 0) {
		t.Errorf("weights %v", out.Weight)
	}
}

func TestRSIRefusesAnEmptyInterval(t *testing.T) {
	r, err := rl.Lookup("rsi-s")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Planner(map[string]string{"low": "4"}); err == nil || !strings.Contains(err.Error(), "low is 4, above high, which is 3") {
		t.Error(err)
	}
}
