package recipes

import "segue/rl"

func init() { rl.Register(reinforcePlusPlusBaseline) }

// reinforcePlusPlusBaseline is REINFORCE++-baseline, the paper's form for several
// responses to a prompt: against reinforce-plus-plus the group's mean is taken off the
// reward first, and the KL is a loss.
//
//	A = R − mean of the group, then (A − mean)/std over the batch's tokens
//	L = mean over tokens of −min(A·r, A·clip(r, 1−ε, 1+ε)) + β·k2(π, reference)
var reinforcePlusPlusBaseline = rl.Recipe{
	Name:  "reinforce-plus-plus-baseline",
	Paper: rl.Paper{Title: "REINFORCE++: A Simple and Efficient Approach for Aligning Large Language Models", ArXiv: "2501.03262"},
	Doc:   "rewards above the group's mean, normalised over the batch",
	Formula: `A = R − mean of the group, then (A − mean)/std over the batch's tokens
L = mean over tokens of −min(A·r, A·clip(r, 1−ε_low, 1+ε_high)) + β·k2(π, reference)`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "generalises better to tasks held out, as easy prompts are not overfitted"},
	Params: []rl.Param{
		groupSize(8),
		clipLow(0.2),
		clipHigh(0.2),
		{Name: "kl_coef", Default: 0.01, Max: 100, Unit: "1/nat", Doc: "weight of the KL to the reference, β"},
	},
	Stages: func(v rl.Values) []rl.Stage {
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.NoDeviation, 0),
			rl.WhitenAdvantage(),
			rl.HoldTo(rl.TargetReference, rl.K2, v.Of("kl_coef")),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
