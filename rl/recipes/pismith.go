package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(pismith) }

// pismith is what PISmith does to GRPO where successes are rare: the rarer they are, the
// larger is the entropy bonus and the more a success counts.
//
//	x  = max(0, 1 − s/rare)                 s the share of right responses of the batch
//	e  = base + (most − base)·x  while H̄ < until, and otherwise 0
//	A' = (1 + (weight − 1)·x)·A             where A > 0
//
// The numbers are those of the authors' code. It takes H̄ from the micro-batch at the
// update, where the policy that drew the batch is asked here, and weighs responses with a
// reward above 0, which for rewards of 0 and 1 are those with A > 0. The paper trains an
// attacker of filters; nothing here knows of that.
var pismith = rl.Recipe{
	Name:  "pismith",
	Paper: rl.Paper{Title: "PISmith: Reinforcement Learning-based Red Teaming for Prompt Injection Defenses", ArXiv: "2603.13026"},
	Doc:   "the rarer successes are, the larger the entropy bonus and the more they count",
	Formula: `x  = max(0, 1 − s/rare)                 s the share of right responses of the batch
e  = base + (most − base)·x  while H̄ < until, and otherwise 0
A' = (1 + (weight − 1)·x)·A             where A > 0`,
	Effect: rl.Effect{On: rl.OutcomePass, Higher: true, Doc: "goes on exploring and learns from rare successes where GRPO stalls"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "rare", Default: 0.5, Min: 1e-6, Max: 1, Unit: "1", Doc: "share of right responses below which they are rare"},
		{Name: "base", Default: 1e-3, Max: 100, Unit: "1/nat", Doc: "entropy coefficient where they are not"},
		{Name: "most", Default: 1e-2, Max: 100, Unit: "1/nat", Doc: "entropy coefficient where there are none"},
		{Name: "until", Default: 0.5, Max: 100, Unit: "nat", Doc: "mean entropy from which on there is no bonus"},
		{Name: "weight", Default: 5, Min: 1, Max: 1e6, Unit: "1", Doc: "factor on a gain where there is next to none"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Check: func(v rl.Values) error { return checkOrdered(v, "base", "most") },
	Stages: func(v rl.Values) []rl.Stage {
		rare, base, most, weight, until := v.Of("rare"), v.Of("base"), v.Of("most"), v.Of("weight"), v.Of("until")
		x := rl.Correctness().OfBatch("success", rl.Mean).Map("rarity", func(s float64) float64 { return max(0, 1-s/rare) })
		e := x.And(rl.TokenEntropy().MeanKnown(rl.Everywhere()), "coefficient", func(x, h float64) float64 {
			if math.IsNaN(h) || h >= until {
				return 0
			}
			return base + (most-base)*x
		})
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Multiply("weigh-successes", rl.ToAdvantage, x.Map("weight", func(x float64) float64 { return 1 + (weight-1)*x }).PerToken(), rl.Positive()),
			rl.EntropyBonus(1, rl.EntropyTerm{Support: rl.SupportFull, Form: rl.FormBonus}),
			rl.Set("bonus-while-rare", rl.ToEntropyCoef, e.PerToken(), rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
