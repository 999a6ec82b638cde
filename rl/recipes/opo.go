package recipes

import "segue/rl"

func init() { rl.Register(opo) }

// opo is on-policy RL with the optimal reward baseline: of all baselines the one with
// the least variance of the gradient. It weighs rewards by the squared norm of each
// response's gradient, which the paper takes to grow with the length.
//
//	b = Σ length·R / Σ length over the group
//	A = R − b
//	L = −mean over rollouts of Σ_t A·log π(o_t)
//
// There is no ratio, KL or entropy term: the paper trains exactly on policy, so a run
// passes over a batch once.
var opo = rl.Recipe{
	Name:  "opo",
	Paper: rl.Paper{Title: "On-Policy RL with Optimal Reward Baseline", ArXiv: "2505.23585"},
	Doc:   "the group's mean reward weighted by length as the baseline, strictly on policy",
	Formula: `b = Σ length·R / Σ length over the group
A = R − b
L = −mean over rollouts of Σ_t A·log π(o_t)`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps it higher, with a baseline of the least variance and no step off policy"},
	Params: []rl.Param{groupSize(8)},
	Stages: func(v rl.Values) []rl.Stage {
		r := rl.ScoreSoFar()
		return []rl.Stage{
			rl.TakeReward(),
			rl.Compare("optimal-baseline", r.WithinBy(rl.OfGroup, rl.Tokens(), "optimal-baseline", func(x, length []float64) {
				if !rl.Mixed(x) {
					clear(x)
					return
				}
				sum, tokens := 0.0, 0.0
				for i, n := range length {
					sum, tokens = sum+n*x[i], tokens+n
				}
				for i := range x {
					x[i] -= sum / max(tokens, 1)
				}
			})),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindLogProb}, rl.RatioToken),
			rl.Normalise(rl.SequenceSum, rl.OverKept, 0),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
