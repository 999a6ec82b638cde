package recipes

import "segue/rl"

func init() { rl.Register(gpg) }

// gpg is Group Policy Gradient: the plain policy gradient with the group's mean as the
// baseline, corrected for the prompts that give no gradient.
//
//	A = α·(R − mean)
//	α = rollouts / rollouts of groups whose rewards differ
//	L = −mean over tokens of A·log π(o_t)
//
// There is no ratio, so a run passes over a batch once. verl counts rewards that are not
// 0 for α instead, which is another number where a group is all right.
var gpg = rl.Recipe{
	Name:  "gpg",
	Paper: rl.Paper{Title: "GPG: A Simple and Strong Reinforcement Learning Baseline for Model Reasoning", ArXiv: "2504.02546"},
	Doc:   "reward above the group's mean, scaled up for the groups that give no gradient",
	Formula: `A = α·(R − mean) over the group
α = rollouts / rollouts of groups whose rewards differ
L = −mean over tokens of A·log π(o_t)`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "is better without bounds, KL and deviation"},
	Params: []rl.Param{groupSize(8)},
	Stages: func(v rl.Values) []rl.Stage {
		differs := rl.ScoreSoFar().Over(rl.OfGroup, "differs", func(x []float64) float64 {
			if rl.Mixed(x) {
				return 1
			}
			return 0
		})
		share := differs.OfBatch("share-of-groups-that-differ", rl.Mean).Map("correction", func(share float64) float64 {
			if share == 0 { // and all advantages are 0
				return 1
			}
			return 1 / share
		})
		return []rl.Stage{
			rl.TakeReward(),
			rl.GroupAdvantage(rl.NoDeviation, 0),
			rl.Multiply("correct-for-uniform-groups", rl.ToAdvantage, share.PerToken(), rl.Everywhere()),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindLogProb}, rl.RatioToken),
			tokenMean(),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
