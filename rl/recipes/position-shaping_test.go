package recipes_test

import (
	"math"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func init() {
	formulas["position-shaping"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		position := 0.0
		if n := b.Length[i]; n > 1 {
			position = float64(t) / float64(n-1)
		}
		bonus := 0.1 * math.Exp(2*position) / (1 + math.Exp(2*position))
		switch a := groupRelative(b, b.Reward, i, all); {
		case a > 1e-9:
			return map[string]float64{"advantage": a + bonus}
		case a < -1e-9:
			return map[string]float64{"advantage": a - bonus}
		default: // at the mean, but for rounding
			return map[string]float64{"advantage": 0}
		}
	}
}

// |A| grows along a response and A keeps its sign; without the bonus the plan is GRPO's.
func TestPositionShapingGrowsAlongTheResponse(t *testing.T) {
	shaped, plain := planner(t, "position-shaping"), planner(t, "position-shaping", "gamma", "0")
	grpo := planner(t, "grpo")
	rapid.Check(t, func(t *rapid.T) {
		b := drawn(t)
		base, a := plan(t, grpo, b, rl.State{}).Advantage, plan(t, shaped, b, rl.State{}).Advantage
		if diff := cmp.Diff(base, plan(t, plain, b, rl.State{}).Advantage); diff != "" {
			t.Fatal(diff)
		}
		for i, n := range b.Length {
			for k := first(b, i); k < first(b, i)+n; k++ {
				if (a[k] > 0) != (base[k] > 0) || (a[k] < 0) != (base[k] < 0) {
					t.Fatalf("A = %v becomes %v", base[k], a[k])
				}
				if k > first(b, i) && base[k] != 0 && math.Abs(a[k]) <= math.Abs(a[k-1]) {
					t.Fatalf("A = %v after %v", a[k], a[k-1])
				}
			}
		}
	})
}
