package recipes

import "segue/rl"

func init() { rl.Register(litePPO) }

// litePPO is Lite PPO, what a study of tricks for reinforcement learning leaves of them:
//
//	A = (R − mean of the group)/(std of the batch's rewards + 1e-6)
//	L = mean over tokens of −min(A·r, A·clip(r, 1−ε, 1+ε))
//
// The deviation of a whole batch does not blow up where a group's rewards hardly differ.
// It is that of the rewards, not of their differences to the means.
var litePPO = rl.Recipe{
	Name:  "lite-ppo",
	Paper: rl.Paper{Title: "Part I: Tricks or Traps? A Deep Dive into RL for LLM Reasoning", ArXiv: "2508.08221"},
	Doc:   "the group's mean, the batch's deviation, the mean over tokens",
	Formula: `A = (R − mean of the group)/(std of the batch's rewards + ε)
L = mean over tokens of −min(A·r, A·clip(r, 1−ε_low, 1+ε_high))`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "is better with two tricks than others with many"},
	Params: []rl.Param{
		groupSize(8),
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Check: needsDeviationFloor,
	Stages: func(v rl.Values) []rl.Stage {
		r, epsilon := rl.ScoreSoFar(), v.Of("epsilon")
		centred := r.Standardised(rl.OfGroup, rl.NoDeviation, 0)
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.Compare("batch-deviation", rl.Join("batch-deviation", centred, r.Spread(rl.OfBatch, rl.SampleDeviation),
				func(x, std float64) float64 { return x / (std + epsilon) })),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
