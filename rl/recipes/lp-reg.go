package recipes

import "segue/rl"

func init() { rl.Register(lpReg) }

// lpReg is Lp-Reg: unlikely tokens that are no noise are kept from dying out. Of the
// tokens with A < 0 the least likely ones are held to a proxy of the old policy that has
// lost its noise, where the proxy likes them better than the policy does.
//
//	π̃   = π_old without the tokens below min_p·max π_old, renormalised
//	S    = {A < 0}'s ⌈share·N⌉ tokens of the lowest log π, with log π < log π̃
//	L    = mean over tokens of −min(A·r, A·clip(r, 1 − ε₁, 1 + ε₂)) + β·k3(π, π̃) on S
//	k3   = exp(d) − d − 1, d = log π̃ − log π
//
// N counts the tokens of the update with A < 0. A token that the filter removes has π̃ = 0
// and is never held. The released code leaves the tokens of S without bounds on the ratio:
// with A < 0 the bounds, 0 and 10, hold none of them anyway. It also cuts the estimate at
// 10 and holds nothing where N·share is below 2; this recipe does neither. The paper's
// share for tokens with A > 0 is 0, so that there is none here.
var lpReg = rl.Recipe{
	Name:    "lp-reg",
	Paper:   rl.Paper{Title: "Low-probability Tokens Sustain Exploration in Reinforcement Learning with Verifiable Reward", ArXiv: "2510.03222"},
	Doc:     "the least likely punished tokens are held to the old policy without its noise",
	Formula: "π̃ = π_old without the tokens below min_p·max π_old, renormalised\nS = {A < 0}'s ⌈share·N⌉ tokens of the lowest log π, with log π < log π̃\nL = mean over tokens of −min(A·r, A·clip(r, 1 − ε₁, 1 + ε₂)) + β·k3(π, π̃) on S",
	Effect:  rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps unlikely tokens that are worth exploring from dying out"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "share", Default: 0.01, Max: 1, Unit: "tokens", Doc: "share of the tokens with A < 0 that may be held"},
		{Name: "min_p", Default: 0.02, Max: 1, Unit: "1", Doc: "probability, relative to the likeliest token's, below which the proxy has no token; aux.logp_filtered is measured with it"},
		{Name: "beta", Default: 1, Max: 1e6, Unit: "1/nat", Doc: "weight of the divergence from the proxy"},
		clipLow(1),
		clipHigh(9),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		now := rl.LogProbabilityNow()
		below := rl.Combine("below-the-proxy", now, rl.Auxiliary("logp_filtered"), func(l, proxy float64) float64 { return proxy - l }).
			Where("below-the-proxy", func(d float64) bool { return d > 0 })
		held := now.Bottom(v.Of("share"), rl.OfBatch, rl.Negative()).And(below)
		return append(clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
		), pipeline(
			rl.HoldTo(rl.TargetFiltered, rl.K3, v.Of("beta")),
			when(v, "beta", rl.Set("hold-none-yet", rl.ToKL, rl.Constantly(0), rl.Everywhere())),
			when(v, "beta", rl.Set("hold-unlikely-tokens", rl.ToKL, rl.Constantly(v.Of("beta")), held)),
		)...)
	},
	Hooks: func(v rl.Values) rl.Hooks {
		h := groups(v)
		h.Measures = map[rl.Column]float64{rl.Aux("logp_filtered"): v.Of("min_p")}
		return h
	},
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
