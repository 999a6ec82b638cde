package study_test

import (
	"slices"
	"strings"
	"testing"

	"segue/rl"
	_ "segue/rl/recipes"
	"segue/study"
	"segue/train"
)

// Every recipe is an arm with its own quantities, on rewards that it can learn from.
func TestEveryRecipeIsAnArm(t *testing.T) {
	for _, r := range rl.List() {
		if slices.ContainsFunc(study.List(), func(a study.Arm) bool { return a.Name == r.Name }) {
			t.Errorf("%s is also the name of an arm, which hides the recipe", r.Name)
		}
		a, err := study.Lookup(r.Name)
		if lacks := map[string]string{"remax": "reward part greedy", "matchtir": "spans.reward.match"}[r.Name]; lacks != "" {
			if err == nil || !strings.Contains(err.Error(), lacks) {
				t.Errorf("%s: %v", r.Name, err)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		c := train.RLDefaults()
		c.Model, c.Tasks, c.RecipeSet = "model", []string{"tasks"}, map[string]any{"kl_coef": 0}
		a.Configure(&c)
		if c.Recipe != r.Name || c.RecipeSet != nil {
			t.Errorf("%s trains %s with %v", r.Name, c.Recipe, c.RecipeSet)
		}
		if err := c.Validate(); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
}

// All recipes that can be trained are those that the engine supplies, grpo first.
func TestTrainableRecipes(t *testing.T) {
	names := study.Trainable()
	if names[0] != "grpo" || slices.Contains(names, "remax") || !slices.Contains(names, "skill-entropy") || len(names) < 50 {
		t.Error(names)
	}
}
