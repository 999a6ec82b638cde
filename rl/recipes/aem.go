package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(aem) }

// aem is AEM, for agents of many turns: turns that surprise little answer more for the
// outcome than those that surprise much. While most responses fail, this keeps the entropy
// up; once most succeed, it lets it fall.
//
//	H_k = mean entropy of the tokens of turn k, nats: a proxy of how surprising the turn is
//	h_k = (H_k − min H)/(max H − min H)
//	α_k = exp(−λ·h_k)/mean_j exp(−λ·h_j)
//	A_k = α_k·A;  A the response's, as in grpo
//
// Least, most and mean are over the turns of a group, as α is to tell the group's attempts
// apart; the dialect rollout takes them over the turns of one response, as the paper can
// be read too. A turn is a span; tokens of no span keep the response's A. The page with λ
// could not be seen: 1 is a choice. With λ 0 it is grpo.
var aem = rl.Recipe{
	Name:   "aem",
	Paper:  rl.Paper{Title: "AEM: Adaptive Entropy Modulation for Multi-Turn Agentic Reinforcement Learning", ArXiv: "2605.00425"},
	Doc:    "each turn's advantage scaled down by its entropy relative to the group's turns",
	Family: rl.FamilyAdvantage,
	Formula: `H_k = mean entropy of the tokens of turn k
h_k = (H_k − min H)/(max H − min H)
α_k = exp(−λ·h_k)/mean_j exp(−λ·h_j)
A_k = α_k·A`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "goes from exploring to exploiting as responses begin to succeed"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "lambda", Default: 1, Max: 100, Unit: "1", Doc: "how fast the advantage falls with a turn's entropy, λ"},
		choice("by_rollout", "entropies are compared within a response, not within its group"),
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{{Name: "rollout", Doc: "turns compared within a response", Set: map[string]float64{"by_rollout": 1}}},
	Stages: func(v rl.Values) []rl.Stage {
		lambda, among := v.Of("lambda"), chosen(v, "by_rollout", rl.OfRollout, rl.OfGroup)
		alpha := rl.TokenEntropy().PerSpan().Scaled(among).
			Map("modulation", func(h float64) float64 { return math.Exp(-lambda * h) }).OverMean(among)
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Multiply("modulate-turns", rl.ToAdvantage, alpha.PerToken(1), rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
