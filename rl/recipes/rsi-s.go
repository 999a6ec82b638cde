package recipes

import "segue/rl"

func init() { rl.Register(rsiS) }

// rsiS is RSI Selection: GRPO on the tokens whose surprisal is of the size that their
// entropy lets one expect.
//
//	RSI_t = −log π_old/H_t                     1 where a token is as surprising as the mean one
//	w_t   = 1 where low ≤ RSI_t ≤ high, else 0
//	L     = mean over the tokens with w_t = 1
//
// Below the interval are tokens that teach nothing, above it those of the tail, whose
// gradients are unstable. Where H is below the floor, RSI is taken with the floor: a token
// that was certain has RSI 0 and is left out. The interval of the paper could not be seen;
// the defaults are those of public re-implementations.
var rsiS = rl.Recipe{
	Name:  "rsi-s",
	Paper: rl.Paper{Title: "Which Tokens Matter? Adaptive Token Selection for RLVR with the Relative Surprisal Index", ArXiv: "2606.31575"},
	Doc:   "GRPO on the tokens whose surprisal is near their entropy",
	Formula: `RSI_t = −log π_old/H_t
w_t   = 1 where low ≤ RSI_t ≤ high, else 0
L     = mean over the tokens with w_t = 1 of −S`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learns without the tokens that teach nothing or are unstable"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "low", Default: 0.1, Max: 1e6, Unit: "1", Doc: "least surprisal over entropy that is learned from"},
		{Name: "high", Default: 3, Max: 1e12, Unit: "1", Doc: "largest surprisal over entropy that is learned from"},
		{Name: "floor", Default: 1e-8, Min: 1e-12, Max: 100, Unit: "nat", Doc: "entropies below count as this"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Check: func(v rl.Values) error { return checkOrdered(v, "low", "high") },
	Stages: func(v rl.Values) []rl.Stage {
		low, high := v.Of("low"), v.Of("high")
		inside := rl.RelativeSurprisal(v.Of("floor")).Where("stable-surprisal", func(x float64) bool { return x >= low && x <= high })
		return clippedRatio(v, rl.Normalise(rl.TokenMean, rl.OverActive, 0),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.KeepOnly("stable-surprisal", inside),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
