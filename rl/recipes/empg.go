package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(empg) }

// empg is EMPG, for agents of many steps: a step that the policy is sure of answers more
// for the outcome, and a step earns more if the policy is sure of what comes after it.
//
//	H_k = mean entropy of the tokens of step k, nats;  h_k = (H_k − min H)/(max H − min H)
//	g_k = exp(−k·h_k)/mean_j exp(−k·h_j),  f_k = exp(−k'·h_k)
//	A_k = A·g_k + ζ·f_{k+1}, for the last step A·g_k;  A the response's, as in grpo
//	A_k ← A_k − mean_j A_j
//
// Least, most and means are over the steps of the batch. A step is a span; tokens of no
// span keep the response's A. The paper gives k, k' and ζ no single values; 1, 1 and 0.05
// are those of public implementations, of which another one has ζ 0.1. With k and ζ 0 and
// without the centre it is grpo.
var empg = rl.Recipe{
	Name:  "empg",
	Paper: rl.Paper{Title: "Harnessing Uncertainty: Entropy-Modulated Policy Gradients for Long-Horizon LLM Agents", ArXiv: "2509.09265"},
	Doc:   "each step's advantage scaled by how sure the policy is of it, plus a bonus for a sure next step",
	Formula: `H_k = mean entropy of the tokens of step k;  h_k = (H_k − min H)/(max H − min H)
g_k = exp(−k·h_k)/mean_j exp(−k·h_j),  f_k = exp(−k'·h_k)
A_k = A·g_k + ζ·f_{k+1}, for the last step A·g_k
A_k ← A_k − mean_j A_j`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "steps that are sure carry the outcome, and uncertain ones disturb less"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "k", Default: 1, Max: 100, Unit: "1", Doc: "how fast the advantage falls with a step's entropy"},
		{Name: "k_next", Default: 1, Max: 100, Unit: "1", Doc: "how fast the bonus falls with the next step's entropy, k'"},
		{Name: "zeta", Default: 0.05, Max: 100, Unit: "1", Doc: "largest bonus for a sure next step, ζ"},
		{Name: "centre", Default: 1, Max: 1, Unit: "1", Doc: "above 0: the mean advantage of the steps is taken off"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		k, next, zeta := v.Of("k"), v.Of("k_next"), v.Of("zeta")
		h := rl.TokenEntropy().PerSpan().Scaled(rl.OfBatch)
		sure := h.Map("sureness", func(h float64) float64 { return math.Exp(-k * h) }).OverMean(rl.OfBatch)
		ahead := h.Next().Map("future-clarity", func(h float64) float64 { return zeta * math.Exp(-next*h) })
		centre := rl.AdvantageSoFar().PerSpan().Over(rl.OfBatch, "mean-of-steps", func(a []float64) float64 { return -rl.Mean(a) })
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Multiply("calibrate-steps", rl.ToAdvantage, sure.PerToken(1), rl.Everywhere()),
			when(v, "zeta", rl.Add("future-clarity", rl.ToAdvantage, ahead.PerToken(0), rl.Everywhere())),
			when(v, "centre", rl.Add("centre-steps", rl.ToAdvantage, centre.PerToken(0), rl.Everywhere())),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
