package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(grpoS) }

// grpoS is GRPO-S, dynamic entropy weighting by response: gtpo with the mean entropy H̄ of
// a response in place of a token's, and one ratio for a response, the arithmetic mean
// of its tokens'.
//
//	r⁺_i = β₁ + β₂·H̄_i/mean_k H̄_k              over the right responses k of the group
//	r⁻_i = −β₁ − β₂·(1/H̄_i)/mean_k (1/H̄_k)     over the wrong ones
//	A_i  = (r⁺ − mean R⁺)/(std R⁺ + ε) for a right response, the same of r⁻ and R⁻ for a wrong one
//	L    = mean over responses of −min(A·w, A·clip(w, 1−ε_lo, 1+ε_hi)),   w_i = mean_t r_it
//
// R⁺ and R⁻ are over the responses of the group with zeros for those of the other side, or
// without them (apart); gtpo says why. With β₂ = 0 the advantage is grpo's for rewards 0 and
// 1. A token moves w_i by r_it/n_i. The plan says so with the log-probability as the
// surrogate: in the second phase A becomes A·r_it, and the weight 0 where a bound holds w_i,
// which holds within the update and has the gradient of L. H̄ is the mean of the bounded entropies;
// other readings are those of gtpo.
var grpoS = rl.Recipe{
	Name:  "grpo-s",
	Paper: gtpoPaper,
	Doc:   "right responses are paid by their share of the group's mean entropy, wrong ones punished by that of its inverse",
	Formula: `r⁺_i = β₁ + β₂·H̄_i/mean_k H̄_k over the right responses of the group, 0 for wrong ones
r⁻_i = −β₁ − β₂·(1/H̄_i)/mean_k (1/H̄_k) over the wrong ones, 0 for right ones
A_i = (r⁺_i − mean R⁺)/(std R⁺ + ε) for a right response, the same of r⁻ for a wrong one; R over the group
w_i = mean_t r_it,  L = mean over responses of −min(A·w, A·clip(w, 1−ε_lo, 1+ε_hi))`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "credits the right responses that were unsure on the way"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "beta_1", Default: 1, Max: 100, Unit: "reward", Doc: "what all responses of a side get, β₁"},
		{Name: "beta_2", Default: 0.1, Max: 100, Unit: "reward", Doc: "what a response with the mean entropy gets beside, β₂"},
		entropyLeast(), entropyMost(),
		choice("apart", "right and wrong responses are standardised apart"),
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{
		{Name: "apart", Doc: "right and wrong responses standardised apart", Set: map[string]float64{"apart": 1}},
		entropyClipped(),
	},
	Check: checkEntropyBounds,
	Stages: func(v rl.Values) []rl.Stage {
		side := verdict()
		share := rl.Join("entropy-or-inverse", boundedEntropy(v).Mean(), side, sharedEntropy).OverMeanBy(rl.OfGroup, side)
		shaped := rl.Join("shaped-reward", share, side, shapedReward(v.Of("beta_1"), v.Of("beta_2")))
		advantage := shaped.WithinBy(rl.OfGroup, side, "beside-zeros", besideZeros(v.Of("epsilon")))
		if v.Of("apart") > 0 {
			advantage = shaped.StandardisedBy(rl.OfGroup, side, rl.SampleDeviation, v.Of("epsilon"))
		}
		ratio := rl.LogRatio().Map("ratio", func(delta float64) float64 { return math.Exp(min(max(delta, -20), 20)) })
		lo, hi := 1-v.Of("clip_low"), 1+v.Of("clip_high")
		held := rl.Combine("held", ratio.Mean().PerToken(), rl.AdvantageSoFar(), func(w, a float64) float64 {
			if a > 0 && w > hi || a < 0 && w < lo {
				return 1
			}
			return 0
		})
		return []rl.Stage{
			rl.TakeReward(),
			rl.KeepMixed(),
			rl.Compare("entropy-shares", advantage),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindLogProb}, rl.RatioSequence),
			rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
			rl.KeepOnly("clip-responses", held.Where("free", func(x float64) bool { return x == 0 })),
			rl.Multiply("mean-ratio", rl.ToAdvantage, ratio, rl.Everywhere()),
		}
	},
	Hooks:  mixedGroups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateDrop, Single: rl.FateDrop},
}
