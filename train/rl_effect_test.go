package train_test

import "testing"

// On tasks on which grpo's entropy collapses, recipes keep it up that say so: SIREN near
// where it was at the start, AEnt near its band, with a weight that moves.
func TestEntropyIsKeptWhereTheRecipeSaysSo(t *testing.T) {
	t.Parallel()
	type path struct{ first, last, lambda float64 }
	trained := func(recipe string, set map[string]any) path {
		c, dir := rlConfig(t), t.TempDir()
		c.Recipe, c.RecipeSet, c.Steps, c.LearningRate, c.EvalTasks = recipe, set, 40, 5e-3, nil
		reinforced(t, dir, c)
		var p path
		for _, line := range metrics(t, dir) {
			switch {
			case line.Train == nil:
			case line.Step == 1:
				p.first = line.Train.Entropy.Mean
			case line.Step > 32: // the last fifth
				p.last += line.Train.Entropy.Mean / 8
				p.lambda = line.Train.State["bonus.coef"]
			}
		}
		return p
	}
	grpo := trained("grpo", nil)
	if grpo.last > 0.3*grpo.first {
		t.Errorf("grpo's entropy goes from %v to %v, so that nothing is to be told", grpo.first, grpo.last)
	}
	if p := trained("siren", map[string]any{"anchor_coef": 2}); p.last < 0.6*p.first || p.last > 1.5*p.first {
		t.Errorf("siren's entropy goes from %v to %v", p.first, p.last)
	}
	p := trained("aent", map[string]any{"entropy_coef": 0.01, "low": 0.3, "high": 0.5, "rate": 0.05, "coef_most": 0.2})
	if p.last < 0.2 || p.last > 0.7 || p.lambda == 0.01 {
		t.Errorf("aent's entropy ends at %v with the weight %v", p.last, p.lambda)
	}
	for recipe, set := range map[string]map[string]any{"tre": {"entropy_coef": 0.02}, "lp-reg": {"share": 0.3}} {
		if p := trained(recipe, set); p.last < 1.2*grpo.last {
			t.Errorf("%s ends with the entropy %v, grpo with %v", recipe, p.last, grpo.last)
		}
	}
}
