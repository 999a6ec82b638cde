package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(entropyAdvantage) }

// entropyAdvantage adds a clipped entropy term to each token's advantage (reasoning with
// exploration).
//
//	A'_t = A + min(α·H_t, |A|/κ)
//
// H is detached: nothing pulls the entropy itself, uncertain tokens are only learned more
// from where the response was good and less where it was bad. With κ > 1 the sign of A
// stays, with κ = 1 a bad response's uncertain tokens may lose their advantage. α and κ
// are those that accounts of the paper give for GRPO (for PPO α is 0.1); they were not
// checked against it. A public re-implementation has κ = 1. H is that of the policy that
// drew the tokens.
var entropyAdvantage = rl.Recipe{
	Name:    "entropy-advantage",
	Paper:   rl.Paper{Title: "Reasoning with Exploration: An Entropy Perspective on Reinforcement Learning for LLMs", ArXiv: "2506.14758"},
	Doc:     "a clipped entropy term in each token's advantage, without a gradient by the entropy",
	Formula: `A'_t = A + min(α·H_t, |A|/κ), H detached`,
	Effect:  rl.Effect{On: rl.OutcomePass, Higher: true, Doc: "explores more, which shows with many responses to a task"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "alpha", Default: 0.4, Max: 1e6, Unit: "1/nat", Doc: "advantage for a nat of entropy"},
		{Name: "kappa", Default: 2, Min: 1, Max: 1e6, Unit: "1", Doc: "the term is at most |A| over this"},
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		alpha, kappa := v.Of("alpha"), v.Of("kappa")
		term := rl.Combine("clipped-entropy", rl.TokenEntropy(), rl.AdvantageSoFar(), func(h, a float64) float64 {
			return min(alpha*h, math.Abs(a)/kappa)
		})
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Add("add-entropy", rl.ToAdvantage, term, rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
