package train_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"segue/rl"
	"segue/train"
	"segue/train/policy"
)

// Recipes whose columns only a pass over the rollouts can tell are carried out.
func TestRecipesOfMeasuredColumnsTrain(t *testing.T) {
	t.Parallel()
	for recipe, set := range map[string]map[string]any{
		"lp-reg": {"share": 0.5}, "ucas": nil, "cpo": {"lambda_right": 1},
		"tre": {"entropy_coef": 0.1}, "siren": {"anchor_coef": 1}, "aent": {"entropy_coef": 0.01}, "poise": {"bootstrap": 1}, "progrpo": nil, "relax": {"alpha": 0.4},
	} {
		c := rlConfig(t)
		c.Recipe, c.RecipeSet, c.Steps, c.EvalTasks = recipe, set, 2, nil
		if d := distance(load(t, reinforced(t, t.TempDir(), c).Model), load(t, c.Model)); !(d > 0) {
			t.Errorf("%s: the weights move by %v", recipe, d)
		}
	}
}

// A step fills all auxiliary columns that a recipe needs, one beside the other, each in
// the order of the tokens: log π̃ is log π over the mass that the filter leaves.
func TestAStepFillsAllAuxiliaryColumns(t *testing.T) {
	c := rlConfig(t)
	c.Recipe, c.Steps, c.EvalTasks = "test-columns", 1, nil
	if _, err := train.RL(context.Background(), t.TempDir(), c, train.RLEnvironment{}); err == nil || !strings.Contains(err.Error(), "all columns are there") {
		t.Error(err)
	}
}

// The recipe of the test fails with what it finds.
func init() {
	grpo, err := rl.Lookup("grpo")
	if err != nil {
		panic(err)
	}
	reads := []rl.Column{rl.Advantage, rl.LogProbOld, rl.Aux("value"), rl.Aux("logp_guided"), rl.Aux("value_probe"), rl.Aux("dispersion")}
	for _, name := range policy.Measured() {
		reads = append(reads, rl.Aux(name))
	}
	stages, hooks := grpo.Stages, grpo.Hooks
	grpo.Name = "test-columns"
	grpo.Hooks = func(v rl.Values) rl.Hooks {
		h := hooks(v)
		h.Measures = map[rl.Column]float64{rl.Aux("logp_filtered"): 0.1, rl.Aux("value_probe"): 1}
		return h
	}
	grpo.Stages = func(v rl.Values) []rl.Stage {
		return slices.Concat(stages(v), []rl.Stage{{
			Name: "look", Kind: rl.ActsOnAdvantage, Reads: reads, Writes: []rl.Column{rl.Advantage},
			Apply: func(d *rl.Draft) error {
				b := d.Batch
				for name, column := range b.Aux {
					if len(column) != b.Tokens() {
						return fmt.Errorf("%s has %d entries for %d tokens", name, len(column), b.Tokens())
					}
				}
				for i, l := range b.LogProbOld {
					f := b.Aux["logp_filtered"][i]
					if f != policy.Removed && !(f > l-1e-3) || !(b.Aux["certainty"][i] > 0) {
						return fmt.Errorf("token %d: log π̃ %v, log π %v, certainty %v", i, f, l, b.Aux["certainty"][i])
					}
				}
				return fmt.Errorf("all columns are there")
			},
		}})
	}
	rl.Register(grpo)
}

// A rollout teaches the probe what the others of its group earned, scored ones alone.
func TestTheProbeLearnsWhatOthersEarned(t *testing.T) {
	nan := math.NaN()
	b := &rl.Batch{
		Length: []int{1, 1, 1, 1, 1, 1}, Group: []int{0, 1, 0, 0, 1, 2}, Reward: []float64{1, 0.5, 0, nan, 1, 1},
		Status: []string{"", "", "", "", rl.StatusUndecided, ""},
	}
	want := []float64{0, nan, 1, 0.5, 0.5, nan}
	for i, x := range train.EarnedByOthers(b) {
		if x != want[i] && !(math.IsNaN(x) && math.IsNaN(want[i])) {
			t.Errorf("rollout %d teaches %v, want %v", i, x, want[i])
		}
	}
}
