package recipes_test

import (
	"math/rand/v2"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// halves is CANON's advantage of rollout i with α = 1, its group ranked by a measure.
func halves(b *rl.Batch, i int, mu float64, by func(j int) float64, counts func(int) bool) float64 {
	group := others(b, i, counts)
	low := func(j int) float64 { // places of the low half that fall to j, its equals sharing
		below, equal := 0, 0
		for _, k := range group {
			if by(k) < by(j) {
				below++
			} else if by(k) == by(j) {
				equal++
			}
		}
		return min(1, max(0, float64(len(group)/2-below)/float64(equal)))
	}
	if len(group) < 2 {
		return 0
	}
	var mean, n [2]float64
	for _, j := range group {
		mean[0], n[0] = mean[0]+low(j)*b.Reward[j], n[0]+low(j)
		mean[1], n[1] = mean[1]+(1-low(j))*b.Reward[j], n[1]+1-low(j)
	}
	a := 0.0
	for own, share := range []float64{low(i), 1 - low(i)} {
		other := 1 - own
		a += share * (mu*(b.Reward[i]-mean[other]/n[other]) + (1-mu)*(b.Reward[i]-mean[own]/n[own]))
	}
	return a
}

func init() {
	formulas["canon"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		entropy := func(j int) float64 {
			mean, _ := moments(b.Entropy[first(b, j) : first(b, j)+b.Length[j]])
			return mean
		}
		return map[string]float64{"advantage": halves(b, i, 1, entropy, func(j int) bool { return b.Length[j] > 0 })}
	}
	formulas["canon/length"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return map[string]float64{"advantage": halves(b, i, 1, func(j int) float64 { return float64(b.Length[j]) }, all)}
	}
}

// With μ = ½ the two halves' means make the group's: dr-grpo.
func TestCanonWithEqualSharesIsDrGRPO(t *testing.T) {
	p, plain := planner(t, "canon", "mu", "0.5", "by_length", "1"), planner(t, "dr-grpo")
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		half := rapid.IntRange(1, 3).Draw(t, "half") // of an odd group the halves are not equal
		b := randomBatch(random, rapid.IntRange(1, 3).Draw(t, "groups"), 2*half, false, func() int { return random.IntN(6) })
		if diff := cmp.Diff(plan(t, plain, b, rl.State{}).Advantage, plan(t, p, b, rl.State{}).Advantage, close); diff != "" {
			t.Fatal(diff)
		}
	})
}

// With α < 1 a long right response gains less than a short one.
func TestCanonShortens(t *testing.T) {
	b := &rl.Batch{Length: []int{1, 2, 3, 4}, Group: []int{0, 0, 0, 0}, Reward: []float64{1, 0, 1, 0}}
	a := plan(t, planner(t, "canon", "by_length", "1", "alpha", "0.9"), b, rl.State{}).Advantage
	if short, long := a[0], a[3]; short <= long || cmp.Diff(short, 1-0.9*0.5, close) != "" || cmp.Diff(long, 0.9-0.5, close) != "" {
		t.Errorf("the short one gets %v, the long one %v", short, long)
	}
}
