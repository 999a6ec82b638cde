package recipes

import "segue/rl"

func init() { rl.Register(edgeGRPO) }

// edgeGRPO is the entropy-driven advantage of EDGE-GRPO: a response that is sure of
// itself counts more, be it right or wrong.
//
//	H̄_i = mean_t H_t
//	A_i = A_grpo/(H̄_i/mean_j H̄_j)       j over the batch's responses
//
// Responses of a group that earn the same thus differ still. H̄_i below entropy_least
// counts as that; the released code has no such bound and divides by what there is. The
// paper's other half, guided error correction, gives a wrong response the hint or the
// solution before the groups are formed: that is for the loop that draws responses, which
// has no hook for it, and this plan does without. Groups without variance keep advantage 0.
var edgeGRPO = rl.Recipe{
	Name:  "edge-grpo",
	Paper: rl.Paper{Title: "EDGE-GRPO: Entropy-Driven GRPO with Guided Error Correction for Advantage Diversity", ArXiv: "2507.21848"},
	Doc:   "the advantage divided by the response's entropy, relative to the batch's",
	Formula: `H̄_i = mean_t H_t
A_i = A_grpo/(H̄_i/mean_j H̄_j), j over the batch's responses`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "tells responses apart that earn the same"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "entropy_least", Default: 1e-3, Min: 1e-9, Max: 100, Unit: "nat", Doc: "mean entropy of a response that is divided by at least"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		least := v.Of("entropy_least")
		h := rl.TokenEntropy().Mean().Map("entropy", func(h float64) float64 { return max(h, least) })
		relative := rl.Join("relative-sureness", h.Over(rl.OfBatch, "mean-entropy", rl.Mean), h, func(mean, h float64) float64 { return mean / h })
		return clippedRatio(v, rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Multiply("entropy-driven-advantage", rl.ToAdvantage, relative.PerToken(), rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
