package rl

import "slices"

// Family is the part of the plan that a recipe is about. A page of recipes has a
// heading for each.
type Family string

// The families, in the order of a page.
const (
	FamilyReward        Family = "reward"        // what is learned from
	FamilyBatch         Family = "batch"         // which rollouts are
	FamilyAdvantage     Family = "advantage"     // what a response or a token is credited with
	FamilyToken         Family = "token weight"  // how much each token counts
	FamilyRatio         Family = "ratio"         // the ratio to the policy that drew, and the form of the loss
	FamilyClip          Family = "clip"          // the bounds on that ratio
	FamilyKL            Family = "KL"            // what holds the policy to another one
	FamilyEntropy       Family = "entropy term"  // what moves the entropy itself
	FamilyValue         Family = "value"         // a value head
	FamilyNormalisation Family = "normalisation" // how the losses of tokens become one number
)

// Families lists the families in the order of a page.
func Families() []Family {
	return []Family{
		FamilyReward, FamilyBatch, FamilyAdvantage, FamilyToken, FamilyRatio, FamilyClip, FamilyKL, FamilyEntropy, FamilyValue, FamilyNormalisation,
	}
}

// Family is what the stage acts on; those that take rewards in a controller's hands
// act on the reward.
func (s Stage) Family() Family {
	switch s.Kind {
	case ActsOnFilter:
		return FamilyBatch
	case ActsOnAdvantage:
		return FamilyAdvantage
	case ActsOnToken:
		return FamilyToken
	case ActsOnRatio:
		return FamilyRatio
	case ActsOnClip:
		return FamilyClip
	case ActsOnRegulariser:
		if slices.Contains(s.Writes, EntropyCoef) {
			return FamilyEntropy
		}
		return FamilyKL
	case ActsOnValue:
		return FamilyValue
	case ActsOnNormalisation:
		return FamilyNormalisation
	}
	return FamilyReward
}

// usual are the stages that most recipes share, so that they say nothing of what a
// recipe is about.
var usual = []string{"take-reward", "group-advantage", "objective", "clip-ratio", "normalise", "hold-to-" + string(TargetReference)}

// Family is that which the recipe names or, where it names none, that of the last of its
// stages that most recipes do not have: what comes before prepares it. A recipe
// of usual stages alone is about the advantage.
func (p *Planner) Family() Family {
	if p.Recipe.Family != "" {
		return p.Recipe.Family
	}
	family := FamilyAdvantage
	for _, s := range p.stages {
		if !slices.Contains(usual, s.Name) {
			family = s.Family()
		}
	}
	return family
}
