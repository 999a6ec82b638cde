package study

import (
	"fmt"

	"segue/reward"
	"segue/rl"
	"segue/train"
)

// recipeArm is the arm of a recipe of package rl: with its own quantities, on the
// share of right answers, or on the rewards that it weighs by name. What the native engine
// cannot train is an error.
func recipeArm(r rl.Recipe) (Arm, error) {
	p, err := r.Planner(nil)
	if err != nil {
		return Arm{}, err
	}
	a := Arm{Name: r.Name, Doc: r.Doc, Uses: UsesAnswers}
	weights := reward.Weights{}
	for _, part := range p.Pays() {
		if part.Weight > 0 {
			if _, err := reward.Lookup(part.Name); err != nil {
				return Arm{}, fmt.Errorf("recipe %s: %w", r.Name, err)
			}
			weights[part.Name] = part.Weight
			a.Uses = UsesLabels
		}
	}
	if err := train.CheckSupplies(p, weights); err != nil {
		return a, err
	}
	a.Configure = func(c *train.RLConfig) {
		c.Recipe, c.RecipeSet, c.Reward = r.Name, nil, "answer"
		if len(weights) > 0 {
			c.Weights = weights
		}
	}
	return a, nil
}

// Trainable names the recipes that the native engine can train: grpo, which comparisons
// are made with, and then the others by name.
func Trainable() []string {
	names := []string{"grpo"}
	for _, r := range rl.List() {
		if _, err := recipeArm(r); err == nil && r.Name != names[0] {
			names = append(names, r.Name)
		}
	}
	return names
}
