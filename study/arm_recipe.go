package study

import (
	"slices"

	"segue/rl"
	"segue/train"
)

// recipeArm is the arm of a recipe of package rl: with its own quantities, on the
// share of right answers, or on the rewards that it weighs by name.
func recipeArm(r rl.Recipe) (Arm, error) {
	p, err := r.Planner(nil)
	if err != nil {
		return Arm{}, err
	}
	a := Arm{Name: r.Name, Doc: r.Doc, Uses: UsesAnswers}
	weights := map[string]float64{}
	for _, part := range p.Pays() {
		if part.Weight > 0 {
			weights[part.Name] = part.Weight
			a.Uses = UsesLabels
		}
	}
	a.Configure = func(c *train.RLConfig) {
		c.Recipe, c.RecipeSet, c.Reward = r.Name, nil, "answer"
		if len(weights) > 0 {
			c.Weights = weights
		}
	}
	return a, nil
}

// Trainable names the recipes whose columns and rewards the native engine fills: grpo,
// which comparisons are made with, and then the others by name.
func Trainable() ([]string, error) {
	names := []string{"grpo"}
	for _, r := range rl.List() {
		p, err := r.Planner(nil)
		if err != nil {
			return nil, err
		}
		weighed := func(c rl.Column) bool {
			return slices.ContainsFunc(p.Pays(), func(part rl.WeightedPart) bool { return rl.Part(part.Name) == c })
		}
		lacks := slices.ContainsFunc(p.Needs(), func(c rl.Column) bool { return !train.Supplies(c) && !weighed(c) })
		if !lacks && p.Hooks().Replay == nil && r.Name != names[0] {
			names = append(names, r.Name)
		}
	}
	return names, nil
}
