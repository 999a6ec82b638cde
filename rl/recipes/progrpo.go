package recipes

import (
	"math"
	"slices"

	"segue/rl"
)

func init() { rl.Register(proGRPO) }

// proGRPO reweighs advantages by the model's own confidence (ProGRPO's ARM): of the
// right responses those it is sure of gain less, those it hardly found gain more.
//
//	c(o|q) = exp(mean log π_old over the share of the response's least probable tokens)
//	A_i    = A_grpo + α·(c(q) − c(o_i|q)) in a group with a right response, else A_grpo
//
// c(q) is the same of the prompt's tokens, in the column aux.prompt_confidence, equal on
// all tokens of a prompt's responses. With group_confidence it is the mean of the group's
// c(o|q) instead, for an engine that does not say how probable a prompt is: between the
// responses of a group nothing changes by that. Right is right throughout. Accounts of the
// paper differ on groups that are all right; the equation as they print it leaves only
// groups without a right response alone, and so it is here. They do not print α: 0.3 is
// Segue's.
var proGRPO = rl.Recipe{
	Name:  "progrpo",
	Paper: rl.Paper{Title: "Back to Basics: Revisiting Exploration in Reinforcement Learning for LLM Reasoning via Generative Probabilities", ArXiv: "2602.05281"},
	Doc:   "advantages shifted from responses that the model is sure of to others",
	Formula: `c(o|q) = exp(mean log π_old over the share of the response's least probable tokens), c(q) that of the prompt
A_i    = A_grpo + α·(c(q) − c(o_i|q)) in a group with a right response, else A_grpo`,
	Effect: rl.Effect{On: rl.OutcomePass, Higher: true, Doc: "spreads over more right responses, which shows with many to a task"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "alpha", Default: 0.3, Max: 100, Unit: "1", Doc: "advantage for a confidence of 1, α"},
		{Name: "share", Default: 0.2, Max: 1, Unit: "tokens", Doc: "share of a response's tokens that its confidence is taken over, the least probable"},
		choice("group_confidence", "c(q) is the mean confidence of the group's responses"),
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		alpha := v.Of("alpha")
		answer := rl.LogProbability().LowestMean(v.Of("share")).Map("answer-confidence", math.Exp)
		prompt := rl.Auxiliary("prompt_confidence")
		if v.Of("group_confidence") > 0 {
			prompt = answer.Over(rl.OfGroup, "mean-confidence", rl.Mean).PerToken()
		}
		solved := rl.Correctness().Over(rl.OfGroup, "solved", slices.Max[[]float64]).
			Where("solved", func(best float64) bool { return best >= 1 })
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Add("confidence", rl.ToAdvantage, rl.Combine("confidence", prompt, answer.PerToken(),
				func(q, o float64) float64 { return alpha * (q - o) }), solved),
		)
	},
	Hooks: func(v rl.Values) rl.Hooks {
		h := groups(v)
		h.Measures = map[rl.Column]float64{rl.Aux("prompt_confidence"): v.Of("share")}
		return h
	},
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
