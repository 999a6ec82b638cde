package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(entropic) }

// entropic is EntroPIC: a proportional-integral controller holds the entropy at a
// target by weighing gains against losses on likely tokens.
//
//	e  = H̄ − target, H̄ the mean entropy of the batch's tokens
//	α  = clip(K_p·e + K_i·Σe, ±1)
//	A' = A + α·|A| where π_old > threshold
//
// Above the target gains on likely tokens grow and losses shrink, which lowers the
// entropy; below it the other way round. The sum is held where it alone reaches the
// bound, so that it comes back at once. The authors' page names no values for the
// target, the gains and the threshold: the defaults are Segue's.
var entropic = rl.Recipe{
	Name:  "entropic",
	Paper: rl.Paper{Title: "EntroPIC: Towards Stable Long-Term Training of LLMs via Entropy Stabilization with Proportional-Integral Control", ArXiv: "2511.15248"},
	Doc:   "a controller holds the entropy at a target by the balance of gains and losses",
	Formula: `e  = H̄ − target, H̄ the mean entropy of the batch's tokens
α  = clip(K_p·e + K_i·Σe, ±1)
A' = A + α·|A| where π_old > threshold`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "holds it at a target where it would fall"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "target", Default: 0.3, Max: 100, Unit: "nat", Doc: "mean entropy of a token that is held"},
		{Name: "proportional", Default: 1, Max: 1e6, Unit: "1/nat", Doc: "K_p"},
		{Name: "integral", Default: 0.01, Max: 1e6, Unit: "1/nat", Doc: "K_i, by batch"},
		{Name: "threshold", Default: 0.95, Max: 1, Unit: "1", Doc: "probability above which a token is likely"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		alpha := rl.TokenEntropy().MeanOfBatch(rl.Everywhere()).
			ProportionalIntegral("entropy", rl.Fixed(v.Of("target")), v.Of("proportional"), v.Of("integral"), 1)
		threshold := v.Of("threshold")
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Add("balance-gains-and-losses", rl.ToAdvantage,
				alpha.PerToken().Times(rl.AdvantageSoFar().Map("size", math.Abs)),
				rl.Probability().Where("likely", func(p float64) bool { return p > threshold })),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
