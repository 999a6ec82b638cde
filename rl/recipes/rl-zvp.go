package recipes

import "segue/rl"

func init() { rl.Register(rlZVP) }

// rlZVP learns from prompts without variance too (arXiv 2509.21880): a group that is
// all right is rewarded, one that is all wrong is punished, by what each token's
// entropy says.
//
//	std(R) > 0   A as in grpo
//	all right    A_t = +α·H_t
//	all wrong    A_t = −α·(max_k H_k − H_t), k over the tokens of the response
//
// H is detached. Wrong is what is not right throughout. The paper's α is 0.1 or 0.2; it
// found 0.05 weak and 0.3 unstable.
var rlZVP = rl.Recipe{
	Name:  "rl-zvp",
	Paper: rl.Paper{Title: "No Prompt Left Behind: Exploiting Zero-Variance Prompts in LLM Reinforcement Learning via Entropy-Guided Advantage Shaping", ArXiv: "2509.21880"},
	Doc:   "groups that are all right or all wrong get an advantage from the entropy of their tokens",
	Formula: `std(R) > 0   A as in grpo
all right    A_t = +α·H_t
all wrong    A_t = −α·(max_k H_k − H_t), k over the tokens of the response`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learns from prompts whose responses all earn the same"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "alpha", Default: 0.1, Max: 100, Unit: "1/nat", Doc: "advantage for a nat of entropy"},
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		h, uniform := rl.TokenEntropy(), rl.Correctness().Uniform()
		alpha := v.Of("alpha")
		below := rl.Combine("below-the-highest", h, h.Max().PerToken(), func(h, most float64) float64 { return alpha * (h - most) })
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Set("all-right", rl.ToAdvantage, h.Map("scaled-entropy", func(h float64) float64 { return alpha * h }), uniform.And(rl.Right())),
			rl.Set("all-wrong", rl.ToAdvantage, below, uniform.And(rl.NotRight())),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
