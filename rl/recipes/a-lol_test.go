package recipes_test

import (
	"math"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func init() {
	advantage := func(b *rl.Batch, i int) float64 { return b.Reward[i] - b.Aux["value"][first(b, i)] }
	held := func(logRatio float64) float64 { return math.Min(1.9, math.Max(0.1, math.Exp(logRatio))) }
	formulas["a-lol"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		product := 0.0
		for k := first(b, i); k < first(b, i)+b.Length[i]; k++ {
			product += now.LogProb[k] - b.LogProbRef[k]
		}
		return map[string]float64{"advantage": advantage(b, i), "weight": held(product)}
	}
	formulas["a-lol/seq"] = func(b *rl.Batch, now rl.Current, i, t int) map[string]float64 {
		k := first(b, i) + t
		return map[string]float64{"advantage": advantage(b, i), "weight": held(now.LogProb[k] - b.LogProbRef[k])}
	}
	formulas["a-lol/ref-free"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return map[string]float64{"advantage": advantage(b, i), "weight": 1}
	}
}

// What is worse than the reference is left out and counted; at the reference itself the
// weights are 1, and the recipe is the one without them.
func TestALoLLeavesOutWhatIsWorse(t *testing.T) {
	b := &rl.Batch{Length: []int{2, 1, 1}, Group: []int{0, 1, 2}, Reward: []float64{0.9, 0.1, 0.5}, LogProbRef: []float64{-1, -2, -3, -1},
		Aux: map[string][]float64{"value": {0.4, 0, 0.3, 0.5}}}
	p := planner(t, "a-lol")
	out := plan(t, p, b, rl.State{})
	if out.Keep[1] || out.Dropped["below the reference"] != 1 {
		t.Errorf("kept %v, dropped %v", out.Keep, out.Dropped)
	}
	if diff := cmp.Diff([]float64{0.5, 0.5, 0, 0}, out.Advantage, close); diff != "" {
		t.Error(diff)
	}
	same, err := p.Update(out, b, rl.Current{LogProb: b.LogProbRef})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plan(t, planner(t, "a-lol", "no_ratio", "1"), b, rl.State{}).Weight, same.Weight, close); diff != "" {
		t.Error(diff)
	}
}
