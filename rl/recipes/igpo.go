package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(igpo) }

// igpo is IGPO, for agents of many turns: a turn earns what it adds to the probability that
// the policy gives to the gold answer, and its tokens answer for all that is earned from
// then on.
//
//	p_k = exp(mean_j log π(gold_j | what stands before turn k, gold_<j))
//	r_k = p_{k+1} − p_k, for the last turn K the outcome R
//	r̃_k = (r_k − mean)/(std + 1e-6), gains of the group and outcomes of the group apart
//	A_k = Σ_{j ≥ k} γ^{j−k}·r̃_j, for the tokens of turn k
//
// A turn is a span, and log p_k its value gold_logp: after a turn stands what the tools
// answered to it, too. Tokens of no span answer for the outcome, as in grpo, which it is
// wherever no turn adds anything and γ is 1. Where all outcomes are equal, turns are still
// told apart. The released code differs by settings: dialect log takes gains of log p, and joint
// compares gains and outcomes together.
var igpo = rl.Recipe{
	Name:  "igpo",
	Paper: rl.Paper{Title: "Information Gain-based Policy Optimization: A Simple and Effective Approach for Multi-Turn LLM Agents", ArXiv: "2510.14967"},
	Doc:   "each turn paid for what it adds to the probability of the gold answer, and for what comes after",
	Formula: `p_k = exp(mean_j log π(gold_j | what stands before turn k, gold_<j))
r_k = p_{k+1} − p_k, for the last turn K the outcome R
r̃_k = (r_k − mean)/(std + 1e-6), gains of the group and outcomes of the group apart
A_k = Σ_{j ≥ k} γ^{j−k}·r̃_j, for the tokens of turn k`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learns from groups whose outcomes are all equal, and tells turns apart"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "gamma", Default: 1, Max: 1, Unit: "1", Doc: "discount of what later turns earn, γ"},
		choice("log_gain", "gains are of log p"),
		choice("joint", "gains and outcomes are compared together"),
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
		{Name: "kl_coef", Default: 1e-3, Max: 100, Unit: "1/nat", Doc: "weight of the KL to the reference"},
	},
	Dialects: []rl.Dialect{
		{Name: "log", Doc: "gains of log p", Set: map[string]float64{"log_gain": 1}},
	},
	Stages: func(v rl.Values) []rl.Stage {
		logp, outcome := rl.ValueOfState(rl.GoldLogProb), rl.ScoreSoFar()
		gain := chosen(v, "log_gain", logp, logp.Map("gold-probability", math.Exp)).Gain()
		standardised := func(m rl.SpanMeasure) rl.SpanMeasure {
			return m.Standardised(rl.OfGroup, rl.SampleDeviation, v.Of("epsilon"))
		}
		earned := chosen(v, "joint",
			standardised(gain.WithLast(outcome.PerSpan())),
			standardised(gain).WithLast(outcome.Standardised(rl.OfGroup, rl.SampleDeviation, v.Of("epsilon")).PerSpan()))
		return pipeline(
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Set("information-gain", rl.ToAdvantage, earned.Return(v.Of("gamma")).PerTokenElse(rl.AdvantageSoFar()), rl.Everywhere()),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			when(v, "kl_coef", rl.HoldTo(rl.TargetReference, rl.K3, v.Of("kl_coef"))),
			tokenMean(),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateUsual, Single: rl.FateZero},
}
