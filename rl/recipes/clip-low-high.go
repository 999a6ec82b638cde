package recipes

import "segue/rl"

func init() { rl.Register(clipLowHigh) }

// clipLowHigh steers the entropy by the bounds of the clip alone: the lower bound raises
// it, the upper one lowers it, whatever the reward.
//
//	S = min(A·r, A·clip(r, 1 − ε_low, 1 + ε_high)),   L = mean over kept tokens of −S
//
// with A as in grpo and no KL. Where the lower bound holds, a token that has become less
// likely is pushed down no further, but is still pulled up; such tokens are mostly unlikely
// ones, and the policy grows broader. Where the upper bound holds, a token that has become
// likelier is pulled up no further, but is still pushed down, and it grows sharper. With
// ε_low = ε_high the second outweighs the first, even for rewards that are drawn at random;
// a tighter ε_low turns that round.
//
// The paper sets ε_low below ε_high = 0.2 by the entropy that is wanted; its numbers could
// not be seen. The symmetric bounds of PPO that it compares with are the dialect symmetric.
var clipLowHigh = rl.Recipe{
	Name:    "clip-low-high",
	Paper:   rl.Paper{Title: "Clip-Low Increases Entropy and Clip-High Decreases Entropy in Reinforcement Learning of Large Language Models", ArXiv: "2509.26114"},
	Doc:     "a tight lower bound on the ratio keeps the entropy up",
	Family:  rl.FamilyClip,
	Formula: "S = min(A·r, A·clip(r, 1 − ε_low, 1 + ε_high)),   L = mean over kept tokens of −S",
	Effect:  rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "the lower bound of the clip raises the entropy, so a tight one keeps it from collapsing"},
	Params: []rl.Param{
		groupSize(8),
		clipLow(0.1),
		clipHigh(0.2),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{{Name: "symmetric", Doc: "0.2 on both sides, which lowers the entropy", Set: map[string]float64{"clip_low": 0.2, "clip_high": 0.2}}},
	Stages: func(v rl.Values) []rl.Stage {
		return clippedRatio(v, tokenMean(), rl.TakeReward(), rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")))
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
