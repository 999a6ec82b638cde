package recipes_test

import (
	"slices"
	"testing"

	"segue/rl"
)

func init() {
	formulas["qae"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		var x []float64
		for _, j := range others(b, i, all) {
			x = append(x, b.Reward[j])
		}
		_, std := moments(x)
		slices.Sort(x)
		k := 0
		for float64(k+1)/float64(len(x)) < 0.4-1e-9 {
			k++
		}
		return map[string]float64{"advantage": (b.Reward[i] - x[k]) / (std + 1e-6)}
	}
}

// On hard prompts only what is right has an advantage, on easy ones only what is wrong.
func TestQuantileSeparatesHardAndEasyPrompts(t *testing.T) {
	p := planner(t, "qae", "quantile", "0.4")
	const n = 10
	for right := range n + 1 {
		b := &rl.Batch{}
		for i := range n {
			b.Length, b.Group = append(b.Length, 1), append(b.Group, 7)
			b.Reward = append(b.Reward, map[bool]float64{true: 1}[i < right])
		}
		for i, a := range plan(t, p, b, rl.State{}).Advantage {
			hard := right <= 6 // p ≤ 1 − K
			want := "0"
			switch {
			case right == 0 || right == n:
			case hard && i < right:
				want = "gain"
			case !hard && i >= right:
				want = "loss"
			}
			got := map[bool]string{true: "gain", false: "loss"}[a > 0]
			if a == 0 {
				got = "0"
			}
			if got != want {
				t.Errorf("%d of %d are right, rollout %d gets %v, want %s", right, n, i, a, want)
			}
		}
	}
}
