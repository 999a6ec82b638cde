package recipes

import "segue/rl"

func init() { rl.Register(gtpo) }

// gtpo is Group Token Policy Optimization, dynamic entropy weighting by token: at each
// position t a group's right responses share a reward by their entropies there, and its
// wrong ones a punishment by the inverse of theirs, so that sure mistakes pay most.
//
//	r⁺_it = α₁ + α₂·H_it/mean_k H_kt              over the right responses k that reach token t
//	r⁻_it = −α₁ − α₂·(1/H_it)/mean_k (1/H_kt)     over the wrong ones
//	A_it  = (r⁺ − mean R⁺)/(std R⁺ + ε) for a right response, the same of r⁻ and R⁻ for a wrong one
//
// The paper writes d_t·H/Σ H, d_t being the responses that reach t, which is H over its
// mean; at each position the mean reward is kept at ±(α₁ + α₂). It sets r⁺ to 0 on wrong
// responses and r⁻ to 0 on right ones. Here R⁺ and R⁻ are over all tokens of the group,
// those zeros in, for only then do they say anything: right tokens are above the mean of
// R⁺, wrong ones below that of R⁻, and with α₂ = 0 the advantage is dapo's, with every
// token counting once in mean and deviation. Public re-implementations read
// R⁺ as the right tokens alone (apart), so that A has mean 0 over right tokens and over wrong
// ones, and is 0 where entropies are equal: the dialect apart. The paper itself could not
// be seen whole.
//
// H is of the policy that drew the tokens, within [entropy_least, entropy_most]; the
// dialect clipped has the bounds of one re-implementation. Right is right throughout; where
// it is unknown A is 0. As in dapo, on which the paper builds, only groups that are not all
// equally right count, and the mean is over all tokens.
var gtpo = rl.Recipe{
	Name:  "gtpo",
	Paper: gtpoPaper,
	Doc:   "at each position right tokens are paid by their share of the entropy, wrong ones punished by that of its inverse",
	Formula: `r⁺_it = α₁ + α₂·H_it/mean_k H_kt over the right responses k that reach token t, 0 on wrong ones
r⁻_it = −α₁ − α₂·(1/H_it)/mean_k (1/H_kt) over the wrong ones, 0 on right ones
A_it = (r⁺_it − mean R⁺)/(std R⁺ + ε) for a right response, the same of r⁻ for a wrong one; R over the group's tokens`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "credits the tokens at which right responses were unsure"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "alpha_1", Default: 1, Max: 100, Unit: "reward", Doc: "what all tokens of a response get, α₁"},
		{Name: "alpha_2", Default: 0.1, Max: 100, Unit: "reward", Doc: "what a token with the mean entropy of its position gets beside, α₂"},
		entropyLeast(), entropyMost(),
		choice("apart", "right and wrong tokens are standardised apart"),
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{
		{Name: "apart", Doc: "right and wrong tokens standardised apart", Set: map[string]float64{"apart": 1}},
		entropyClipped(),
	},
	Check: checkEntropyBounds,
	Stages: func(v rl.Values) []rl.Stage {
		side := verdict().PerToken()
		h := boundedEntropy(v)
		place := rl.Combine("place", rl.Index(), side, func(t, side float64) float64 { return 3*t + side })
		share := rl.Combine("entropy-or-inverse", h, side, sharedEntropy).OverMeanBy(rl.OfGroup, place)
		shaped := rl.Combine("shaped-reward", share, side, shapedReward(v.Of("alpha_1"), v.Of("alpha_2")))
		advantage := shaped.WithinBy(rl.OfGroup, side, "beside-zeros", besideZeros(v.Of("epsilon")))
		if v.Of("apart") > 0 {
			advantage = shaped.StandardisedBy(rl.OfGroup, side, rl.SampleDeviation, v.Of("epsilon"))
		}
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.KeepMixed(),
			rl.CompareTokens("entropy-shares", advantage),
		)
	},
	Hooks:  mixedGroups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateDrop, Single: rl.FateDrop},
}

var gtpoPaper = rl.Paper{Title: "GTPO and GRPO-S: Token and Sequence-Level Reward Shaping with Policy Entropy", ArXiv: "2508.04349"}
