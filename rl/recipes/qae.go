package recipes

import "segue/rl"

func init() { rl.Register(qae) }

// qae is quantile advantage estimation: a quantile of the group's rewards stands where
// the mean stood.
//
//	b = inf{x : F(x) ≥ K}, F the distribution of the group's rewards
//	A = (R − b)/(std + 1e-6)
//
// Of rewards 0 and 1 with a share p of ones, b = 0 where p ≤ 1 − K, so that only the
// ones have an advantage, and b = 1 beyond, so that only the zeros have. Everything else
// is DAPO's but for its filter and its penalty, which the paper does not touch: groups
// without variance get 0. The paper writes std without saying which; the sample one is
// taken, as in dapo.
var qae = rl.Recipe{
	Name:  "qae",
	Paper: rl.Paper{Title: "Quantile Advantage Estimation for Entropy-Safe Reasoning", ArXiv: "2509.22611"},
	Doc:   "a quantile of the group's rewards as the baseline",
	Formula: `b = inf{x : F(x) ≥ K}, F the distribution of the group's rewards
A = (R − b)/(std + ε)`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "goes on rising, as entropy neither collapses nor explodes"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "quantile", Default: 0.4, Max: 1, Unit: "1", Doc: "which quantile, K"},
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		r := rl.ScoreSoFar()
		baseline := r.Over(rl.OfGroup, "quantile", func(x []float64) float64 { return rl.Quantile(x, v.Of("quantile")) })
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.Compare("above-the-quantile", rl.Join("above-the-quantile", rl.Join("", r, baseline, minus),
				r.Spread(rl.OfGroup, rl.SampleDeviation), func(x, std float64) float64 { return x / (std + v.Of("epsilon")) })),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
	Check:  needsDeviationFloor,
}
