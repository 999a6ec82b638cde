package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(steer) }

// steer holds tokens back by how much an update on them changes the entropy
// (STEER). To first order the change at a token is
//
//	Ω = A/π_old · π·(1 − π)·(log π + H)
//	w = exp(−k·|Ω|), or linear in |Ω| from weight_most at the batch's least to weight_least at its most
//
// with π and H of the policy as it is at the update. The mapping is linear, with the
// weights of the authors' code, unless decay (k) is above 0. There the extremes are those
// of a micro-batch; here they are those of an update.
var steer = rl.Recipe{
	Name:  "steer",
	Paper: rl.Paper{Title: "Rethinking Entropy Interventions in RLVR: An Entropy Change Perspective", ArXiv: "2510.10150"},
	Doc:   "tokens weigh less, the more an update on them changes the entropy",
	Formula: `Ω = A/π_old · π·(1 − π)·(log π + H)
w = linear in |Ω| from weight_most at the batch's least to weight_least at its most, or exp(−k·|Ω|)`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps it from collapsing by small weights where it changes most"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "weight_least", Default: 0.8, Max: 1, Unit: "1", Doc: "weight where the entropy changes most"},
		{Name: "weight_most", Default: 1.2, Max: 100, Unit: "1", Doc: "weight where it changes least"},
		{Name: "decay", Default: 0, Max: 1e6, Unit: "1/nat", Doc: "k of the exponential mapping; 0: linear"},
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		change := rl.EntropyChange(rl.LogProbabilityNow(), rl.EntropyNow()).Map("entropy-change", math.Abs)
		least, most, decay := v.Of("weight_least"), v.Of("weight_most"), v.Of("decay")
		weight := change.Scaled(rl.OfBatch).Map("linear", func(x float64) float64 { return most + (least-most)*x })
		if decay > 0 {
			weight = change.Map("exponential", func(x float64) float64 { return math.Exp(-decay * x) })
		}
		return pipeline(
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			tokenMean(),
			rl.Multiply("weigh-by-entropy-change", rl.ToWeight, weight, rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
