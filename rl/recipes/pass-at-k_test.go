package recipes_test

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// drawsOfK is the advantage by going through all ways to draw k of a group.
func drawsOfK(b *rl.Batch, i, k int) float64 {
	group := others(b, i, all)
	k = min(k, len(group))
	var rewards, mine []float64
	for draw := range 1 << len(group) {
		if bits.OnesCount(uint(draw)) != k {
			continue
		}
		r, inside := 0.0, false
		for place, j := range group {
			if draw>>place&1 == 1 {
				inside = inside || j == i
				if b.Correct[j] == 1 {
					r = 1
				}
			}
		}
		if rewards = append(rewards, r); inside {
			mine = append(mine, r)
		}
	}
	mean, _ := moments(rewards)
	deviation := math.Sqrt(mean * (1 - mean))
	if deviation < 1e-7 {
		return 0
	}
	own, _ := moments(mine)
	return (own - mean) / (deviation + 1e-6)
}

func init() {
	formulas["pass-at-k"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return map[string]float64{"advantage": drawsOfK(b, i, 8)}
	}
	formulas["grpo-passk"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		var x []float64
		for _, j := range others(b, i, all) {
			x = append(x, b.Reward[j])
		}
		slices.Sort(x)
		_, deviation := moments(x)
		a := 0.0
		if n := len(x); n > 1 && b.Reward[i] == x[n-1] {
			a = (x[n-1] - x[n-2]) / (deviation + 1e-6)
		}
		return map[string]float64{"advantage": a}
	}
}

// For every k and every number of right ones the closed form is the mean over draws, and
// k = 1 is grpo by the population's deviation.
func TestPassAtKIsTheMeanOverDraws(t *testing.T) {
	for k, name := range map[int]string{1: "1", 2: "2", 3: "3", 5: "5"} {
		p := planner(t, "pass-at-k", "k", name)
		for right := range 7 {
			b := &rl.Batch{}
			for i := range 6 {
				b.Length, b.Group = append(b.Length, 1), append(b.Group, 0)
				b.Correct = append(b.Correct, map[bool]float64{true: 1}[i < right])
			}
			b.Reward = b.Correct
			out := plan(t, p, b, rl.State{})
			for i, a := range out.Advantage {
				if want := drawsOfK(b, i, k); math.Abs(a-want) > 1e-9 {
					t.Errorf("k = %d, %d right: rollout %d gets %v, want %v", k, right, i, a, want)
				}
			}
			want := plan(t, planner(t, "grpo", "dialect", "population"), b, rl.State{})
			if diff := cmp.Diff(want.Advantage, out.Advantage, cmpopts.EquateApprox(0, 1e-9)); k == 1 && diff != "" {
				t.Error(diff)
			}
		}
	}
}
