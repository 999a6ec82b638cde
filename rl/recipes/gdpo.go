package recipes

import "segue/rl"

func init() { rl.Register(gdpo) }

// gdpo is Group reward-Decoupled normalisation Policy Optimization, for several rewards:
// each is normalised in its group before they are added up, so that rewards that add up
// to the same are not taken for one.
//
//	A_k = (R_k − mean)/(std + 1e-6) over the group, for each reward k
//	A   = Σ_k A_k, standardised over the batch's rollouts, 1e-4 being added to the deviation
//
// The rewards are the parts of the batch, with equal weights (Segue's batches have the
// answer among them always); without parts there is one, the reward itself. A part that
// is not scored adds nothing. The rest is grpo without its KL.
var gdpo = rl.Recipe{
	Name:  "gdpo",
	Paper: rl.Paper{Title: "GDPO: Group reward-Decoupled Normalization Policy Optimization for Multi-reward RL Optimization", ArXiv: "2601.05242"},
	Doc:   "several rewards, each normalised in its group, then added up",
	Formula: `A_k = (R_k − mean)/(std + ε) over the group, for each reward k
A   = Σ_k A_k, standardised over the batch's rollouts`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "tells combinations of rewards apart that add up to the same"},
	Params: []rl.Param{
		groupSize(16),
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		sum := rl.RewardParts().Standardised(rl.OfGroup, rl.SampleDeviation, v.Of("epsilon")).Sum()
		const rest = 1e-4 // as in TRL; what is left of rewards that cancel is round-off, which is to stay small
		return clippedRatio(v, rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
			rl.TakeReward(),
			rl.Compare("decoupled-advantage", sum.Standardised(rl.OfBatch, rl.SampleDeviation, rest)),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
