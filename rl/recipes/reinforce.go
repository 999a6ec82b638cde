package recipes

import "segue/rl"

func init() { rl.Register(reinforce) }

// reinforce is the score-function estimator without a baseline (Williams, 1992).
//
//	A = R
//	L = −mean over rollouts of Σ_t A·log π(o_t)
//
// It has no ratio, so rollouts must be of the current policy: a run passes over a batch
// once (updates 1). Of several minibatches the later ones are then some updates old,
// which nothing corrects.
var reinforce = rl.Recipe{
	Name:  "reinforce",
	Paper: rl.Paper{Title: "Simple statistical gradient-following algorithms for connectionist reinforcement learning", DOI: "10.1007/BF00992696"},
	Doc:   "the reward itself weighs the log-probability of the response",
	Formula: `A = R
L = −mean over rollouts of Σ_t A·log π(o_t)`,
	Params: []rl.Param{groupSize(1)},
	Stages: func(v rl.Values) []rl.Stage {
		return []rl.Stage{
			rl.TakeReward(),
			rl.RewardAdvantage(),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindLogProb}, rl.RatioToken),
			rl.Normalise(rl.SequenceSum, rl.OverKept, 0),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
