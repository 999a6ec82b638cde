package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(spine) }

// spine is SPINE, learning at test time from a majority vote: only forking tokens are
// updated, and a band holds their entropy, so that the vote does not win by making the
// responses short and alike.
//
//	F       the tokens of a response with the entropies of the upper of two classes (Otsu)
//	[lo,hi] = [max(0, m − s), m],   m the median of F's entropies, s = 1.4826·median |H − m|
//	L       = mean over all tokens of −1[F]·S
//	          + mean over all tokens of 1[F]·(β_lo·max(0, lo − H) + β_hi·max(0, H − hi))
//	          + kl_coef · mean over F of k3(π, reference)
//
// F and the band are of the policy that drew the tokens, H in the hinges of the one at the
// update. In the plan a hinge is an entropy bonus with the coefficient β_lo below the band,
// −β_hi above it and 0 within, which has the same gradient; its value differs by the part
// that does not move. The median of an even number is the lower one of the two.
//
// The classes, the band by the median, both by response, and the denominators are those of
// a public re-implementation, said to follow the second version of the paper, which could
// not be seen. The first version takes the top fifth and the band between the 10 % and
// 50 % quantiles of F: the dialect v1. What was at hand of either names neither the βs,
// which are Segue's, nor the weight of the KL, which is optional; it is estimated here,
// where the paper takes the exact one. The reward, 1 for agreeing with
// the majority of the group's answers, comes with the batch like any other.
var spine = rl.Recipe{
	Name:  "spine",
	Paper: rl.Paper{Title: "SPINE: Token-Selective Test-Time Reinforcement Learning with Entropy-Band Regularization", ArXiv: "2511.17938"},
	Doc:   "GRPO on forking tokens, whose entropy is held in a band",
	Formula: `F       = the tokens of a response with the entropies of the upper of two classes
[lo,hi] = [max(0, m − s), m], m the median of F's entropies, s = 1.4826·median |H − m|
L       = mean over all tokens of −1[F]·S + 1[F]·(β_lo·max(0, lo − H) + β_hi·max(0, H − hi))
          + kl_coef · mean over F of k3(π, reference)`,
	Effect: rl.Effect{On: rl.OutcomeLength, Higher: true, Doc: "keeps responses from collapsing to short ones that agree"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "share", Default: 0, Max: 1, Unit: "tokens", Doc: "share of a response's tokens that are forking tokens; 0: the upper of two classes"},
		choice("quantiles", "the band goes from the 10 % to the 50 % quantile of the forking tokens' entropies"),
		{Name: "beta_low", Default: 1e-3, Max: 1e6, Unit: "1/nat", Doc: "weight of a nat below the band"},
		{Name: "beta_high", Default: 1e-3, Max: 1e6, Unit: "1/nat", Doc: "weight of a nat above the band"},
		{Name: "kl_coef", Default: 0, Max: 100, Unit: "1/nat", Doc: "weight of the KL to the reference on the forking tokens"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{
		{Name: "v1", Doc: "the paper's first version: the top fifth, and a band between quantiles", Set: map[string]float64{"share": 0.2, "quantiles": 1}},
	},
	Stages: func(v rl.Values) []rl.Stage {
		h := rl.TokenEntropy()
		fork := chosen(v, "share", h.Top(v.Of("share"), rl.OfRollout, rl.Everywhere()), h.UpperClass(rl.OfRollout))
		low := h.OverSelected(rl.OfRollout, fork, "band-from", chosen(v, "quantiles", quantile(0.1), belowMedian))
		high := h.OverSelected(rl.OfRollout, fork, "band-to", quantile(0.5))
		raise, lower := v.Of("beta_low"), -v.Of("beta_high")
		below := rl.Combine("below", rl.EntropyNow(), low, func(h, low float64) float64 { return step(low-h, raise) })
		coefficient := rl.Combine("band", below, rl.Combine("above", rl.EntropyNow(), high, func(h, high float64) float64 { return step(h-high, lower) }),
			func(below, above float64) float64 { return below + above }) // low ≤ high: one is 0
		return pipeline(
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.KeepOnly("forking-tokens", fork),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			when(v, "kl_coef", rl.HoldTo(rl.TargetReference, rl.K3, v.Of("kl_coef"))),
			when(v, "kl_coef", rl.Multiply("hold-forking-tokens", rl.ToKL, fork.Indicator().OverMean(rl.OfBatch), rl.Everywhere())),
			rl.EntropyBonus(1, rl.EntropyTerm{Support: rl.SupportFull, Form: rl.FormBonus}),
			tokenMean(),
			rl.Set("hold-none-yet", rl.ToEntropyCoef, rl.Constantly(0), rl.Everywhere()),
			rl.Set("hold-in-the-band", rl.ToEntropyCoef, coefficient, fork),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// step is y above 0 and 0 elsewhere.
func step(x, y float64) float64 {
	if x > 0 {
		return y
	}
	return 0
}

// quantile is the statistic of numbers that so large a share does not exceed.
func quantile(q float64) func(x []float64) float64 {
	return func(x []float64) float64 { return rl.Quantile(x, q) }
}

// belowMedian is a robust deviation below the median, 1.4826·median |x − m|, which is that
// of a normal distribution; not below 0.
func belowMedian(x []float64) float64 {
	m := rl.Quantile(x, 0.5)
	off := make([]float64, len(x))
	for k, v := range x {
		off[k] = math.Abs(v - m)
	}
	return max(0, m-1.4826*rl.Quantile(off, 0.5))
}
