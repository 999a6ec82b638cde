package recipes

import "segue/rl"

func init() { rl.Register(reinforcePlusPlus) }

// reinforcePlusPlus is REINFORCE++: PPO without a critic, the advantage being the return
// normalised over the batch instead of within a prompt.
//
//	A_t = R − β·Σ_{k≥t} (log π_old − log π_ref)_k
//	A   ← (A − mean)/std over the batch's tokens
//	S   = min(A·r, A·clip(r, 1−ε, 1+ε))
//
// so that one response for each prompt is enough. The mean of the losses is over tokens.
var reinforcePlusPlus = rl.Recipe{
	Name:  "reinforce-plus-plus",
	Paper: rl.Paper{Title: "REINFORCE++: A Simple and Efficient Approach for Aligning Large Language Models", ArXiv: "2501.03262"},
	Doc:   "returns normalised over the batch, ratio clipped, KL in the reward",
	Formula: `A_t = R − β·Σ_{k≥t} (log π_old − log π_ref)_k
A   ← (A − mean)/std over the batch's tokens
S   = min(A·r, A·clip(r, 1−ε_low, 1+ε_high))
L   = −mean over tokens of S`,
	Params: []rl.Param{
		groupSize(1),
		clipLow(0.2),
		clipHigh(0.2),
		{Name: "kl_coef", Default: 0.01, Max: 100, Unit: "reward/nat", Doc: "KL to the reference taken from the reward of each token, β"},
	},
	Stages: func(v rl.Values) []rl.Stage {
		coef := v.Of("kl_coef")
		kl := rl.Combine("kl", rl.LogProbability(), rl.ReferenceLogProbability(), func(old, ref float64) float64 { return -coef * (old - ref) })
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.RewardAdvantage(),
			when(v, "kl_coef", rl.Add("kl-to-go", rl.ToAdvantage, kl.ToGo(), rl.Everywhere())),
			rl.WhitenAdvantage(),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
