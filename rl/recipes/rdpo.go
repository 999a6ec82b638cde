package recipes

import "segue/rl"

func init() { rl.Register(rdpo) }

// rdpo is Reward-Decorrelated Policy Optimization, for several rewards of different
// kinds: each is brought to a scale of its own prompt, then the correlation between them
// is taken away, then they are added up.
//
//	u_k,i = mean_j clip((R_k,i − R_k,j)/(window·(max R_k − min R_k)), ±1)      j over the group
//	z     = (Σ + ridge·tr Σ/K·1)^−½ u over the K active rewards
//	A     = Σ_k z_k
//
// A reward is active for a prompt where it differs between the rollouts; Σ are the second
// moments of u over the batch's rollouts with the same rewards active. A reward of two
// values has the same u whatever their sizes. Two rewards that say the same weigh √2
// together, not 2: that is what whitening gives.
//
// The rewards are the parts of the batch, with equal weights (Segue's batches have the
// answer among them always); without parts there is one, the reward itself. What the
// paper's equations are is not known to Segue: from its abstract come a quantile
// normalisation by prompt that heeds magnitudes, whitening within the active rewards, and
// their order. The first is read as the rank above, between the quantile (window 0) and
// the magnitude (window 1); the loss is DAPO's. window and ridge are Segue's.
var rdpo = rl.Recipe{
	Name:  "rdpo",
	Paper: rl.Paper{Title: "Multi-Objective and Mixed-Reward Reinforcement Learning via Reward-Decorrelated Policy Optimization", ArXiv: "2605.13641"},
	Doc:   "several rewards, each ranked in its group, whitened together and added up",
	Formula: `u_k,i = mean_j clip((R_k,i − R_k,j)/(window·(max R_k − min R_k)), ±1), j over the group
z     = (Σ + ridge·tr Σ/K·1)^−½ u over the K active rewards
A     = Σ_k z_k`,
	Params: []rl.Param{
		groupSize(16),
		{Name: "window", Default: 0.5, Max: 1, Unit: "range", Doc: "difference that counts in full, as a share of the group's range; 0: every one"},
		{Name: "ridge", Default: 1e-6, Min: 1e-12, Max: 1, Unit: "mean variance", Doc: "added to every variance before the root is inverted"},
		clipLow(0.2),
		clipHigh(0.28),
	},
	Stages: func(v rl.Values) []rl.Stage {
		rewards := rl.RewardParts().Active().Ranked(rl.OfGroup, v.Of("window")).Whitened(v.Of("ridge"))
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.Compare("whitened-rewards", rewards.Sum()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
