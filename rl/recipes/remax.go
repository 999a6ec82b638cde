package recipes

import "segue/rl"

func init() { rl.Register(remax) }

// remax is ReMax: the reward of the response that greedy decoding gives to the same
// prompt is the baseline.
//
//	A = R − R_greedy
//	L = −mean over rollouts of Σ_t A·log π(o_t)
//
// R_greedy is the part greedy of the batch, the same for all rollouts of a prompt: who
// makes the batch decodes each prompt once greedily and does not train on that response.
// There is no ratio, so a run passes over a batch once.
var remax = rl.Recipe{
	Name:  "remax",
	Paper: rl.Paper{Title: "ReMax: A Simple, Effective, and Efficient Reinforcement Learning Method for Aligning Large Language Models", ArXiv: "2310.10505"},
	Doc:   "reward above that of the greedy response to the same prompt",
	Formula: `A = R − R_greedy
L = −mean over rollouts of Σ_t A·log π(o_t)`,
	Params: []rl.Param{groupSize(1)},
	Stages: func(v rl.Values) []rl.Stage {
		return []rl.Stage{
			rl.TakeReward(),
			rl.Compare("above-greedy", rl.Join("above-greedy", rl.ScoreSoFar(), rl.RewardPart("greedy"), minus)),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindLogProb}, rl.RatioToken),
			rl.Normalise(rl.SequenceSum, rl.OverKept, 0),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
