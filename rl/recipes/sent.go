package recipes

import "segue/rl"

func init() { rl.Register(sent) }

// sent holds the tokens that the policy is sure of (SENT): only tokens of low entropy have a
// KL, and of these the ones whose covariance of log-probability and advantage is high, which
// are what makes the entropy fall, a stronger one.
//
//	F   = the share low of the update's tokens with the least H
//	F⁺  = the share high of those of F with cov > 0 that have the largest cov
//	cov = (log π − mean log π)·(A − mean A)      means over the tokens of the update
//	β   = strong on F⁺, weak on the rest of F, 0 elsewhere
//	L   = mean over kept tokens of −S + β·k3(π, reference)
//
// with A as in grpo, H of the policy that drew and π that of the update. The paper's text
// could not be seen beyond its abstract: what the policy is held to, the estimator, the
// shares and the weights are Segue's. Its other half is a curriculum, prompts in the order
// of their semantic entropy, the entropy of what sampled answers mean: a matter of the order
// of tasks and none of the plan.
var sent = rl.Recipe{
	Name:  "sent",
	Paper: rl.Paper{Title: "Efficient Reinforcement Learning with Semantic and Token Entropy for LLM Reasoning", ArXiv: "2512.04359"},
	Doc:   "a KL on tokens of low entropy alone, stronger where the covariance is high",
	Formula: `F   = the share low of the update's tokens with the least H
F⁺  = the share high of those of F with cov > 0 that have the largest cov
cov = (log π − mean log π)·(A − mean A)      means over the tokens of the update
β   = strong on F⁺, weak on the rest of F, 0 elsewhere
L   = mean over kept tokens of −S + β·k3(π, reference)`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "holding sure tokens keeps the entropy from collapsing"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "low", Default: 0.8, Max: 1, Unit: "tokens", Doc: "share of the tokens, those of least entropy, that is held"},
		{Name: "high", Default: 0.2, Max: 1, Unit: "tokens", Doc: "share of those of positive covariance that is held more strongly"},
		{Name: "weak", Default: 1e-3, Max: 100, Unit: "1/nat", Doc: "weight of the KL on tokens of low entropy"},
		{Name: "strong", Default: 1e-2, Min: 1e-12, Max: 100, Unit: "1/nat", Doc: "weight of the KL on those of high covariance"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Check: func(v rl.Values) error { return checkOrdered(v, "weak", "strong") },
	Stages: func(v rl.Values) []rl.Stage {
		sure := rl.TokenEntropy().Bottom(v.Of("low"), rl.OfBatch, rl.Everywhere())
		covariance := rl.Covariance(rl.LogProbabilityNow())
		above := covariance.Where("above-rounding", func(x float64) bool { return x > 1e-9 })
		return []rl.Stage{
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			rl.HoldTo(rl.TargetReference, rl.K3, v.Of("strong")),
			tokenMean(),
			rl.Set("hold-the-sure", rl.ToKL, sure.Indicator().Times(rl.Constantly(v.Of("weak"))), rl.Everywhere()),
			rl.Set("hold-high-covariance", rl.ToKL, rl.Constantly(v.Of("strong")), covariance.Top(v.Of("high"), rl.OfBatch, sure.And(above))),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
