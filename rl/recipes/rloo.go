package recipes

import "segue/rl"

func init() { rl.Register(rloo) }

// rloo is REINFORCE with a leave-one-out baseline (arXiv 2402.14740).
//
//	A_i = R_i − mean of the other rewards of the group = G/(G−1)·(R_i − mean)
//	L   = −mean over rollouts of Σ_t A·log π(o_t)
//
// The paper has the KL to the reference inside R; whoever wants it there hands in
// such a reward. A group of one has no baseline and gets A = 0. As in reinforce there is
// no ratio, which the paper does without on purpose: a run passes over a batch once.
var rloo = rl.Recipe{
	Name:  "rloo",
	Paper: rl.Paper{Title: "Back to Basics: Revisiting REINFORCE Style Optimization for Learning from Human Feedback in LLMs", ArXiv: "2402.14740"},
	Doc:   "each reward against the mean of the group's others",
	Formula: `A_i = R_i − mean of the other rewards of the group = G/(G−1)·(R_i − mean)
L   = −mean over rollouts of Σ_t A·log π(o_t)`,
	Params: []rl.Param{groupSize(4)},
	Stages: func(v rl.Values) []rl.Stage {
		return []rl.Stage{
			rl.TakeReward(),
			rl.LeaveOneOut(),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindLogProb}, rl.RatioToken),
			rl.Normalise(rl.SequenceSum, rl.OverKept, 0),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
