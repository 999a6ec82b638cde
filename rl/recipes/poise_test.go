package recipes_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"segue/rl"

	"pgregory.net/rapid"
)

func init() {
	formulas["poise"] = func(b *rl.Batch, _ rl.Current, i, t int) map[string]float64 {
		return map[string]float64{"advantage": oracles["rloo"](b, i, t), "weight": 1} // of the first batch
	}
}

// judged is the advantage of a token once the probe is trusted.
func judged(b *rl.Batch, i int) float64 {
	sum, n := 0.0, 0.0
	for _, j := range others(b, i, all) {
		if j != i && b.Length[j] > 0 {
			sum, n = sum+b.Aux["value_probe"][first(b, j)], n+1
		}
	}
	if n == 0 {
		return 0
	}
	return b.Reward[i] - sum/n
}

// In the batches after the first ones the baseline is the probe's, to the letter.
func TestPOISEFollowsItsFormulaAfterTheStart(t *testing.T) {
	p := planner(t, "poise")
	rapid.Check(t, func(t *rapid.T) {
		b := drawn(t)
		out := plan(t, p, b, rl.State{Recipe: "poise", Batches: 16})
		for i, n := range b.Length {
			for k := range n {
				if a := out.Advantage[first(b, i)+k]; math.Abs(a-judged(b, i)) > 1e-9 {
					t.Fatalf("A of token %d of rollout %d is %v, want %v", k, i, a, judged(b, i))
				}
			}
		}
		if last := plan(t, p, b, rl.State{Recipe: "poise", Batches: 15}); len(b.Length) > 0 && b.Length[0] > 0 && math.Abs(last.Advantage[0]-oracles["rloo"](b, 0, 0)) > 1e-9 {
			t.Fatalf("batch 16 does not bootstrap")
		}
	})
}

// What the probe says of a response does not touch that response's own advantage, and with
// a probe that knows what prompts are worth the advantages of pairs vary less than rewards.
func TestPOISEReadsTheBaselineOffTheOther(t *testing.T) {
	b := pair(2, []float64{-1, -1, -1, -1}, nil)
	b.Aux = map[string][]float64{"value_probe": {0.9, 0.9, 0.25, 0.25}}
	p := planner(t, "poise", "bootstrap", "0")
	got := plan(t, p, b, rl.State{}).Advantage
	if math.Abs(got[0]-0.75) > 1e-12 || math.Abs(got[2]+0.9) > 1e-12 {
		t.Errorf("A is %v", got)
	}
	b.Aux["value_probe"] = []float64{0.1, 0.1, 0.25, 0.25}
	if other := plan(t, p, b, rl.State{}).Advantage; math.Abs(other[0]-got[0]) > 1e-12 || other[2] == got[2] {
		t.Errorf("what the probe says of a response changes its own A: %v, %v", got, other)
	}

	random := rand.New(rand.NewPCG(1, 7))
	many := randomBatch(random, 300, 2, false, func() int { return 1 })
	worth := make([]float64, 300)
	for i := range many.Reward {
		g := many.Group[i] / 10
		if worth[g] == 0 {
			worth[g] = random.Float64()
		}
		if many.Reward[i] = 0; random.Float64() < worth[g] {
			many.Reward[i] = 1
		}
		many.Aux["value_probe"][i] = worth[g] + 0.1*random.NormFloat64()
	}
	_, rewards := moments(many.Reward)
	mean, advantages := moments(plan(t, p, many, rl.State{}).Advantage)
	if !(advantages < 0.9*rewards) || math.Abs(mean) > 0.1 {
		t.Errorf("advantages have the mean %v and the deviation %v, rewards %v", mean, advantages, rewards)
	}
}
