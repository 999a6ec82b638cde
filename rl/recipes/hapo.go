package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(hapo) }

// hapo is Heterogeneous Adaptive Policy Optimization: the entropy of a token, against the
// batch's, sets its advantage and its bounds.
//
//	h    = x/max x where x = ln H − Q_0.8(ln H) > 0, x/|min x| where x ≤ 0      over the batch's tokens
//	A    = (R − mean)/(std + 1e-6), each R as often as its response has tokens; GRPO's where one is 5 or more
//	A_t  = A·(1 + b·h)   where h > 0 and r is outside (1 − ε/2, 1 + ε/2), or h ≤ 0 and r is inside, else A
//	lo   = 1 − ε·(1 − a·h) where h ≤ 0, else 1 − ε;   hi = 1 + ε·(1 + a·h) where h > 0, else 1 + ε
//	L    = mean over kept tokens of −S
//
// So an unlikely thought may grow, and a token that was nearly certain may shrink, further
// than others; r is that of the update, H that of the policy that drew. a, b, ε and the
// fallback are those of the authors' code. That divides a negative x by the negative
// minimum, so that h ≥ 0 everywhere; here h is from −1 to 1, as the paper's use of it needs.
// Its division of x by the deviation of ln H cancels. An entropy below 1e-6 nats counts as
// that. a = b = 0 leaves the average over tokens, and sequence_average the rest without it.
//
// The paper also draws each token at a temperature that grows with h, by a few per cent, and
// its scripts leave out groups of equal rewards and fine long responses as dapo does: neither
// is in this recipe.
var hapo = rl.Recipe{
	Name:  "hapo",
	Paper: rl.Paper{Title: "From Uniform to Heterogeneous: Tailoring Policy Optimization to Every Token's Nature", ArXiv: "2509.16591"},
	Doc:   "a token's entropy sets its advantage and either bound of its ratio",
	Formula: `h    = x/max x where x = ln H − Q_0.8(ln H) > 0, x/|min x| where x ≤ 0      over the batch's tokens
A    = (R − mean)/(std + 1e-6), each R as often as its response has tokens; GRPO's where one is 5 or more
A_t  = A·(1 + b·h)   where h > 0 and r is outside (1 − ε/2, 1 + ε/2), or h ≤ 0 and r is inside, else A
lo   = 1 − ε·(1 − a·h) where h ≤ 0, else 1 − ε;   hi = 1 + ε·(1 + a·h) where h > 0, else 1 + ε
L    = mean over kept tokens of −S`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "steps that fit each token's entropy end higher than uniform ones"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "quantile", Default: 0.8, Max: 1, Unit: "tokens", Doc: "share of the batch's tokens with h ≤ 0"},
		{Name: "clip_share", Default: 1, Max: 1, Unit: "1", Doc: "how much of a bound's distance h adds, a"},
		{Name: "advantage_share", Default: 1, Max: 1, Unit: "1", Doc: "how much of the advantage h adds, b"},
		choice("sequence_average", "the average of a group is over responses, as in grpo"),
		{Name: "clip", Default: 0.2, Max: 0.5, Unit: "ratio", Doc: "distance of a bound from 1 at h = 0, ε"},
		deviationFloor(),
	},
	Check: needsDeviationFloor,
	Stages: func(v rl.Values) []rl.Stage {
		clip, a, b, q, floor := v.Of("clip"), v.Of("clip_share"), v.Of("advantage_share"), v.Of("quantile"), v.Of("epsilon")
		h := rl.TokenEntropy().Map("log-entropy", func(h float64) float64 { return math.Log(max(h, 1e-6)) }).
			Within(rl.OfBatch, "relative-entropy", func(x []float64) { aroundQuantile(x, q) })
		average := rl.Compare("token-average", rl.ScoreSoFar().WithinBy(rl.OfGroup, rl.Tokens(), "token-average",
			func(r, tokens []float64) { tokenAverage(r, tokens, floor) }))
		share := rl.Combine("share", h, rl.LogRatio(), func(h, delta float64) float64 {
			if near := math.Abs(math.Exp(delta)-1) < clip/2; near == (h <= 0) {
				return 1 + b*h
			}
			return 1
		})
		return pipeline(
			rl.TakeReward(),
			chosen(v, "sequence_average", rl.GroupAdvantage(rl.SampleDeviation, floor), average),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(clip, clip),
			rl.Set("adapt-lower-bound", rl.ToLowerBound, h.Map("lower", func(h float64) float64 { return 1 - clip*(1-a*min(h, 0)) }), rl.Everywhere()),
			rl.Set("adapt-upper-bound", rl.ToUpperBound, h.Map("upper", func(h float64) float64 { return 1 + clip*(1+a*max(h, 0)) }), rl.Everywhere()),
			tokenMean(),
			when(v, "advantage_share", rl.Multiply("redistribute-advantage", rl.ToAdvantage, share, rl.Everywhere())),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// aroundQuantile takes the quantile off and scales what is above it and what is below it by
// the largest of each, to −1 to 1.
func aroundQuantile(x []float64, q float64) {
	middle := rl.Quantile(x, q)
	least, most := 0.0, 0.0
	for t := range x {
		x[t] -= middle
		least, most = min(least, x[t]), max(most, x[t])
	}
	for t, v := range x {
		switch {
		case v > 0:
			x[t] = v / most
		case v < 0:
			x[t] = v / -least
		}
	}
}

// tokenAverage is (R − mean)/(deviation + floor) with the moments over tokens, and over
// responses where that gives a number of 5 or more for one that has tokens.
func tokenAverage(r, tokens []float64, floor float64) {
	of := func(weight func(n float64) float64) (out []float64, largest float64) {
		out = make([]float64, len(r))
		var have []float64
		n, mean, spread := 0.0, 0.0, 0.0
		for i, x := range r {
			if w := weight(tokens[i]); w > 0 {
				n, mean, have = n+w, mean+w*x, append(have, x)
			}
		}
		if !rl.Mixed(have) {
			return out, 0
		}
		mean /= n
		for i, x := range r {
			spread += weight(tokens[i]) * (x - mean) * (x - mean)
		}
		for i, x := range r {
			if out[i] = (x - mean) / (math.Sqrt(spread/(n-1)) + floor); tokens[i] > 0 {
				largest = max(largest, math.Abs(out[i]))
			}
		}
		return out, largest
	}
	a, largest := of(func(n float64) float64 { return n })
	if largest >= 5 {
		a, _ = of(func(float64) float64 { return 1 })
	}
	copy(r, a)
}
