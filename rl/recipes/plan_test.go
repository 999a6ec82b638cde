package recipes_test

import (
	"os"
	"slices"
	"testing"

	"segue/rl"
	"segue/rl/plantest"
	_ "segue/rl/recipes"
)

// TestPlanFiles holds the Go planner and surrogate to the plan files.
func TestPlanFiles(t *testing.T) {
	had := plantest.Run(t, os.DirFS("."), plantest.Engine{
		Plan: func(recipe string, set map[string]string, b *rl.Batch, s rl.State) (*rl.Plan, error) {
			r, err := rl.Lookup(recipe)
			if err != nil {
				return nil, err
			}
			p, err := r.Planner(set)
			if err != nil {
				return nil, err
			}
			return p.Plan(b, s)
		},
		Loss: func(p *rl.Plan, b *rl.Batch, now rl.Current) (float64, []float64, error) {
			loss, g, _, err := rl.Surrogate(p, b, now)
			return loss, g.LogProb, err
		},
	})
	for _, r := range rl.List() {
		if !slices.Contains(had, r.Name) && formulas[r.Name] == nil {
			t.Errorf("recipe %s has neither a plan file nor a formula", r.Name)
		}
	}
}
