package recipes

import "segue/rl"

func init() { rl.Register(ceGPPO) }

// ceGPPO is CE-GPPO: a token that a bound of the ratio holds keeps a bounded gradient, by
// one factor below the lower bound and another above the upper, which between them steer
// the entropy.
//
//	S = β₁·A·lo·r/sg(r)   where A < 0 and r < lo = 1 − ε_low
//	    β₂·A·hi·r/sg(r)   where A > 0 and r > hi = 1 + ε_high
//	    A·r               elsewhere
//	L = mean over kept tokens of −S
//
// with A as in grpo. What is held on either side are mostly unlikely tokens: to push the
// wrong ones down (β₁) makes the policy sharper, to pull the right ones up (β₂) keeps it
// broad. With both factors 0 it is the clip; with both 1 it is GPPO (arXiv 2508.07629), the
// dialect of that name. The plan keeps the value of a held token at A·lo or A·hi, without
// the factor, which moves nothing but the number that is reported as the loss.
//
// The factors and the dual clip of c = 3 are those of the authors' loss; the bounds of the
// paper's runs could not be seen, and those of its baseline DAPO stand in. With c, A < 0
// and r > c the token has no gradient.
var ceGPPO = rl.Recipe{
	Name:   "ce-gppo",
	Paper:  rl.Paper{Title: "CE-GPPO: Coordinating Entropy via Gradient-Preserving Clipping Policy Optimization in Reinforcement Learning", ArXiv: "2509.20712"},
	Doc:    "tokens that the clip holds keep a bounded gradient, by a factor on either side",
	Family: rl.FamilyClip,
	Formula: `S = β₁·A·lo·r/sg(r)   where A < 0 and r < lo = 1 − ε_low
    β₂·A·hi·r/sg(r)   where A > 0 and r > hi = 1 + ε_high
    A·r               elsewhere
L = mean over kept tokens of −S`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "the gradients that a clip throws away keep the entropy from collapsing"},
	Params: []rl.Param{
		groupSize(8),
		clipLow(0.2),
		clipHigh(0.28),
		{Name: "beta_low", Default: 0.75, Max: 100, Unit: "1", Doc: "share of the gradient that is kept below the lower bound, β₁"},
		{Name: "beta_high", Default: 1, Max: 100, Unit: "1", Doc: "share of the gradient that is kept above the upper bound, β₂"},
		dualClipAt(3),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{{Name: "gppo", Doc: "the whole gradient on both sides", Set: map[string]float64{"beta_low": 1, "beta_high": 1}}},
	Check:    checkDualClip,
	Stages: func(v rl.Values) []rl.Stage {
		preserving := rl.Surrogacy{Kind: rl.KindClip, DualClip: v.Of("dual_clip"), PreserveLo: v.Of("beta_low"), PreserveHi: v.Of("beta_high")}
		return []rl.Stage{
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(preserving, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			tokenMean(),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
