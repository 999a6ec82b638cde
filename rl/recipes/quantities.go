package recipes

import (
	"fmt"
	"slices"

	"segue/rl"
)

// groupSize declares how many rollouts of a prompt make a group.
func groupSize(n float64) rl.Param {
	return rl.Param{Name: "group_size", Default: n, Min: 1, Max: 4096, Unit: "rollouts", Doc: "rollouts wanted for each prompt"}
}

// longest declares the longest response. A run sets it to the longest that it draws.
func longest(n float64) rl.Param {
	return rl.Param{Name: "max_tokens", Default: n, Min: 1, Max: 1 << 24, Unit: "tokens", Doc: "longest response, L_max; in a run its own max_tokens"}
}

// dualClip declares the dual clip (arXiv 1912.09729).
func dualClip() rl.Param { return dualClipAt(0) }

func dualClipAt(x float64) rl.Param {
	return rl.Param{Name: "dual_clip", Default: x, Max: 1e6, Unit: "ratio", Doc: "bound on the ratio where the advantage is negative; 0 is none"}
}

func checkDualClip(v rl.Values) error {
	if c := v.Of("dual_clip"); c > 0 && c <= 1 {
		return fmt.Errorf("dual_clip is %g: it bounds ratios above 1, or is 0 for none", c)
	}
	return nil
}

// part is a reward whose weight is a quantity of the recipe.
func part(v rl.Values, name, quantity string) rl.WeightedPart {
	return rl.WeightedPart{Name: name, Weight: v.Of(quantity), Quantity: quantity}
}

// groups asks for groups of the recipe's size.
func groups(v rl.Values) rl.Hooks { return rl.Hooks{GroupSize: int(v.Of("group_size"))} }

// choice declares a quantity that is 0, or above 0 for what doc says.
func choice(name, doc string) rl.Param {
	return rl.Param{Name: name, Max: 1, Unit: "1", Doc: "above 0: " + doc}
}

// chosen is x where the quantity of a choice is above 0, and otherwise the other.
func chosen[T any](v rl.Values, choice string, x, otherwise T) T {
	if v.Of(choice) > 0 {
		return x
	}
	return otherwise
}

// when leaves a stage out unless a quantity is above 0.
func when(v rl.Values, quantity string, s rl.Stage) rl.Stage {
	return chosen(v, quantity, s, rl.Stage{})
}

// pipeline lists stages without those that were left out.
func pipeline(stages ...rl.Stage) []rl.Stage {
	return slices.DeleteFunc(stages, func(s rl.Stage) bool { return s.Name == "" })
}

// checkOrdered refuses a lower bound that is above the upper one.
func checkOrdered(v rl.Values, low, high string) error {
	if v.Of(low) > v.Of(high) {
		return fmt.Errorf("%s is %g, above %s, which is %g", low, v.Of(low), high, v.Of(high))
	}
	return nil
}

// clipLow and clipHigh declare the bounds on the ratio.
func clipLow(x float64) rl.Param {
	return rl.Param{Name: "clip_low", Default: x, Max: 1, Unit: "ratio", Doc: "how far the ratio may fall below 1"}
}

func clipHigh(x float64) rl.Param {
	return rl.Param{Name: "clip_high", Default: x, Max: 1e6, Unit: "ratio", Doc: "how far the ratio may rise above 1"}
}

// deviationFloor declares what keeps a division by a deviation in bounds.
func deviationFloor() rl.Param {
	return rl.Param{Name: "epsilon", Default: 1e-6, Max: 1, Unit: "reward", Doc: "added to the deviation"}
}

// clippedRatio is PPO's surrogate with the recipe's bounds on the ratio of each token,
// after the stages that make the advantage; normalise says what follows.
func clippedRatio(v rl.Values, normalise rl.Stage, advantage ...rl.Stage) []rl.Stage {
	return pipeline(append(advantage,
		rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
		rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
		normalise,
	)...)
}

// tokenMean is the mean over the kept tokens.
func tokenMean() rl.Stage { return rl.Normalise(rl.TokenMean, rl.OverKept, 0) }

// needsDeviationFloor refuses a division by the deviation 0 of a group of equal rewards.
func needsDeviationFloor(v rl.Values) error {
	if v.Of("epsilon") == 0 {
		return fmt.Errorf("epsilon is 0, and the deviation of equal rewards too")
	}
	return nil
}

func minus(x, y float64) float64 { return x - y }
