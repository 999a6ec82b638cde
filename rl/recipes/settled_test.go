package recipes_test

import (
	"testing"

	"segue/rl"
)

// settled is a recipe with these quantities.
func settled(t *testing.T, recipe string, settings map[string]string) *rl.Planner {
	t.Helper()
	r, err := rl.Lookup(recipe)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Planner(settings)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// pair is one right and one wrong response of a prompt, of n tokens each, with the
// advantages ±1/√2.
func pair(n int, logProb, entropy []float64) *rl.Batch {
	return &rl.Batch{
		Length: []int{n, n}, Group: []int{0, 0}, Reward: []float64{1, 0}, Correct: []float64{1, 0},
		LogProbOld: logProb, LogProbRef: logProb, Entropy: entropy,
	}
}
