package recipes_test

import (
	"math"
	"slices"
	"testing"

	"segue/rl"
)

// updated is the plan for an update on a whole batch by the policy as it is now.
func updated(t fatal, p *rl.Planner, b *rl.Batch, now rl.Current, s rl.State) *rl.Plan {
	t.Helper()
	out, err := p.Update(plan(t, p, b, s), b, now)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Validate(b); err != nil {
		t.Fatal(err)
	}
	return out
}

// gradient is the loss of a plan and its derivatives by the log-probabilities.
func gradient(t fatal, p *rl.Plan, b *rl.Batch, now rl.Current) (float64, []float64) {
	t.Helper()
	loss, g, _, err := rl.Surrogate(p, b, now)
	if err != nil {
		t.Fatal(err)
	}
	return loss, g.LogProb
}

// descends checks that the gradient of a plan is that of a loss of the log-probabilities.
func descends(t *testing.T, p *rl.Plan, b *rl.Batch, now rl.Current, loss func(logp []float64) float64) {
	t.Helper()
	_, got := gradient(t, p, b, now)
	for k := range now.LogProb {
		const h = 1e-6
		up, down := slices.Clone(now.LogProb), slices.Clone(now.LogProb)
		up[k], down[k] = up[k]+h, down[k]-h
		if want := (loss(up) - loss(down)) / (2 * h); math.Abs(got[k]-want) > 1e-7 {
			t.Errorf("the derivative by token %d is %v, that of the loss %v", k, got[k], want)
		}
	}
}
