package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(ucas) }

// ucas is UCAS: a right response that is unsure of itself counts more, a wrong one that is
// sure of itself counts more too, and each token pays for its own certainty.
//
//	C_i  = Σ_t KL(U‖π_old)_t + n_i·ln V        U uniform over the vocabulary of V
//	c_i  = (C_i − mean C)/(std C + ε)          over the group, 0 in a group of one
//	B_i  = A_i·exp(−β₊·c_i) if A_i > 0, else A_i·exp(β₋·c_i)
//	A_t  = B_i − λ·(z_t − least z)/(most z − least z)   z the token's logit, over the batch
//	A_t  = max(A_t, 0) where B_i > 0
//
// The released code sums the certainty over the response, so that long responses are surer,
// and adds ln V, which a comparison of sums of equal length would not see; with mean_certainty
// the mean is compared. It scales 0.5 where all logits are equal, here that is 0; and it
// gives a group of one c_i = C_i, which here is 0. Responses of A_i = 0 still pay λ.
var ucas = rl.Recipe{
	Name:    "ucas",
	Paper:   rl.Paper{Title: "Unlocking Exploration in RLVR: Uncertainty-aware Advantage Shaping for Deeper Reasoning", ArXiv: "2510.10649"},
	Doc:     "unsure right and sure wrong responses count more, and tokens pay for their certainty",
	Family:  rl.FamilyAdvantage,
	Formula: "C_i = Σ_t KL(U‖π_old)_t + n_i·ln V, c_i its standard score within the group\nB_i = A_i·exp(−β₊·c_i) if A_i > 0, else A_i·exp(β₋·c_i)\nA_t = B_i − λ·(z_t − least z)/(most z − least z), z the token's logit, over the batch\nA_t = max(A_t, 0) where B_i > 0",
	Effect:  rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps the policy from growing overconfident"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "beta_pos", Default: 0.25, Max: 10, Unit: "1", Doc: "how much certainty takes from a positive advantage"},
		{Name: "beta_neg", Default: 0.35, Max: 10, Unit: "1", Doc: "how much certainty adds to a negative advantage"},
		{Name: "penalty", Default: 0.05, Max: 10, Unit: "1", Doc: "what the token of the highest logit pays"},
		choice("mean_certainty", "responses are compared by the mean of their certainty, not the sum"),
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		epsilon, positive, negative, penalty := v.Of("epsilon"), v.Of("beta_pos"), v.Of("beta_neg"), v.Of("penalty")
		certainty := rl.Auxiliary("certainty")
		sureness := chosen(v, "mean_certainty", certainty.Mean(), certainty.Sum()).Standardised(rl.OfGroup, rl.SampleDeviation, epsilon).PerToken()
		factor := rl.Combine("certainty-factor", rl.AdvantageSoFar(), sureness, func(a, c float64) float64 {
			if a > 0 {
				return math.Exp(-positive * c)
			}
			return math.Exp(negative * c)
		})
		paid := rl.Combine("after-penalty", rl.AdvantageSoFar(), rl.Auxiliary("logit").Scaled(rl.OfBatch), func(a, z float64) float64 {
			if a > 0 {
				return max(a-penalty*z, 0)
			}
			return a - penalty*z
		})
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, epsilon),
			rl.Multiply("response-certainty", rl.ToAdvantage, factor, rl.Everywhere()),
			rl.Set("token-certainty", rl.ToAdvantage, paid, rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
