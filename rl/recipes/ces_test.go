package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["ces"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		mixed := func(j int) bool {
			var right []float64
			for _, k := range others(b, j, all) {
				right = append(right, b.Correct[k])
			}
			return slices.Min(right) < slices.Max(right)
		}
		sorted := tokensOf(b, b.Entropy, mixed)
		slices.Sort(sorted)
		slices.Reverse(sorted)
		h, a := b.Entropy[first(b, i)+t], mixedOnly(b, i, t)
		if fifth := int(math.Ceil(0.2 * float64(len(sorted)))); fifth == 0 || h < sorted[fifth-1] {
			return map[string]float64{"advantage": a}
		}
		if b.Correct[i] == 1 {
			return map[string]float64{"advantage": a - 0.1*h}
		}
		return map[string]float64{"advantage": a + 0.1*h}
	}
}

// The sign of the shaping turns with correctness, on the forking tokens alone.
func TestCESTurnsWithCorrectness(t *testing.T) {
	b := pair(5, slices.Repeat([]float64{-1}, 10), []float64{0.1, 2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 2, 0.1})
	plain := plan(t, planner(t, "ces", "alpha", "0"), b, rl.State{}).Advantage
	shaped := plan(t, planner(t, "ces"), b, rl.State{}).Advantage
	for k := range shaped {
		want := map[int]float64{1: -0.2, 8: 0.2}[k]
		if got := shaped[k] - plain[k]; math.Abs(got-want) > 1e-12 {
			t.Errorf("token %d is shaped by %v, not %v", k, got, want)
		}
	}
}
