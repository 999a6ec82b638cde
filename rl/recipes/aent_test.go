package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["aent"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return map[string]float64{"advantage": groupRelative(b, b.Reward, i, all), "entropy_coef": 1e-3, "weight": 1}
	}
	formulas["aent/areal"] = formulas["aent"]
}

// The weight rises below the band, falls above it, rests within it and stays in its bounds;
// each update has the weight that the one before left.
func TestAEntFollowsTheBand(t *testing.T) {
	b := pair(2, slices.Repeat([]float64{-1}, 4), nil)
	p := planner(t, "aent", "rate", "0.01", "entropy_coef", "0.004")
	state := rl.State{}
	for k, c := range []struct{ h, weight float64 }{
		{0.05, 0.004}, {0.3, 0.0045}, {0.7, 0.0045}, {0.1, 0.0025}, {3, 0.0025}, {0, 1e-5}, {0, 0.00101},
	} {
		out := plan(t, p, b, state)
		if want := (rl.EntropyTerm{Support: rl.SupportTopShare, Form: rl.FormBonus, Size: 0.7}); math.Abs(out.Bonus.Size-want.Size) > 1e-12 || out.Bonus.Support != want.Support || out.Bonus.Form != want.Form {
			t.Fatalf("the bonus is %+v", out.Bonus)
		}
		out, err := p.Update(out, b, rl.Current{LogProb: b.LogProbOld, Entropy: slices.Repeat([]float64{c.h}, 4)})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(out.EntropyCoef[0]-c.weight) > 1e-12 {
			t.Errorf("update %d: λ = %v, want %v", k, out.EntropyCoef[0], c.weight)
		}
		state = out.State
	}
}
