package recipes_test

import (
	"math"
	"testing"

	"segue/rl"

	"github.com/google/go-cmp/cmp"
)

func init() {
	formulas["perplexity-shaping"] = func(b *rl.Batch, _ rl.Current, i, _ int) map[string]float64 {
		perplexity := func(j int) float64 {
			at, n := first(b, j), b.Length[j]
			product := 1.0
			for _, l := range b.LogProbOld[at : at+n] {
				product *= math.Exp(l)
			}
			return math.Pow(product, -1/float64(n))
		}
		var x []float64
		for _, j := range others(b, i, func(j int) bool { return b.Length[j] > 0 }) {
			x = append(x, math.Log(perplexity(j)))
		}
		mean, deviation := moments(x)
		w := (math.Log(perplexity(i)) - mean) / (deviation + 1e-6)
		return map[string]float64{"advantage": groupRelative(b, b.Reward, i, all) * (1 - 0.01*w)}
	}
}

// The more perplexing a response, the smaller its advantage; equal ones are GRPO.
func TestPerplexityShapingFallsWithPerplexity(t *testing.T) {
	b := &rl.Batch{
		Length: []int{1, 1, 1, 1}, Group: []int{0, 0, 0, 0}, Reward: []float64{1, 1, 1, 0}, LogProbOld: []float64{-0.1, -1, -3, -1},
	}
	p := planner(t, "perplexity-shaping")
	a := plan(t, p, b, rl.State{}).Advantage
	if !(a[0] > a[1] && a[1] > a[2] && a[2] > 0 && a[3] < 0) {
		t.Errorf("advantages %v", a)
	}
	b.LogProbOld = []float64{-1, -1, -1, -1}
	if diff := cmp.Diff(plan(t, planner(t, "grpo"), b, rl.State{}).Advantage, plan(t, p, b, rl.State{}).Advantage); diff != "" {
		t.Error(diff)
	}
	// Of two groups, one likely and one not, only the whole batch tells them apart.
	b.Group, b.Reward, b.LogProbOld = []int{0, 0, 1, 1}, []float64{1, 0, 1, 0}, []float64{-1, -1, -3, -3}
	within := plan(t, p, b, rl.State{}).Advantage
	across := plan(t, planner(t, "perplexity-shaping", "of_batch", "1"), b, rl.State{}).Advantage
	if within[0] != within[2] || across[0] <= across[2] {
		t.Errorf("within the groups %v, across the batch %v", within, across)
	}
}
