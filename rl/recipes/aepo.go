package recipes

import "segue/rl"

func init() { rl.Register(aepo) }

// aepo is the update of Agentic Entropy-Balanced Policy Optimization: uncertain tokens
// count for more, and those that the upper bound holds keep a bounded gradient.
//
//	A_t = A·(1 + share·z_t),   z_t = (H_t − mean H)/(std H + ε)      over the batch's tokens
//	S   = A·hi·r/sg(r)   where A > 0 and r > hi = 1 + ε_high, else PPO's
//	L   = mean over kept tokens of −S
//
// with A as in grpo and H of the policy that drew, as a constant. share and the form of the
// bound are those of public copies of the authors' code; one of them keeps the gradient
// only where z ≤ 0. The paper's other half is how it samples: how many of a prompt's rollouts
// start anew and how many branch off at a tool call, by the entropies there. Segue draws
// whole responses of a group, so that this part is not in it.
var aepo = rl.Recipe{
	Name:  "aepo",
	Paper: rl.Paper{Title: "Agentic Entropy-Balanced Policy Optimization", ArXiv: "2510.14545"},
	Doc:   "the advantage grows with a token's entropy, and the upper bound keeps a gradient",
	Formula: `A_t = A·(1 + share·z_t),   z_t = (H_t − mean H)/(std H + ε)      over the batch's tokens
S   = A·hi·r/sg(r)   where A > 0 and r > hi = 1 + ε_high, else PPO's
L   = mean over kept tokens of −S`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "gradients of uncertain tokens that a clip throws away keep the entropy up"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "share", Default: 0.2, Max: 100, Unit: "1", Doc: "what a deviation of entropy adds to the advantage"},
		{Name: "preserve_high", Default: 1, Max: 100, Unit: "1", Doc: "share of the gradient that is kept above the upper bound"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		share := v.Of("share")
		scale := rl.TokenEntropy().Standardised(rl.OfBatch, rl.SampleDeviation, 1e-8).Map("by-entropy", func(z float64) float64 { return 1 + share*z })
		return pipeline(
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			when(v, "share", rl.Multiply("scale-by-entropy", rl.ToAdvantage, scale, rl.Everywhere())),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip, PreserveHi: v.Of("preserve_high")}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			tokenMean(),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
