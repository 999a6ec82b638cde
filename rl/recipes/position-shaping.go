package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(positionShaping) }

// positionShaping learns more from the tokens near the end of a response (the
// GRPO+POSITION of the study of the exchange of entropy for performance).
//
//	b_t = γ·σ(d·p_t)            p_t the relative position, 0 at the first token, 1 at the last
//	A'  = A + sgn(A)·b_t
//
// The notes at hand give the addition with the sign and a bonus that grows along the
// response; its form as a logistic function of the position, and the defaults of γ and d,
// are Segue's reading. With it the bonus goes from γ/2 to γ·σ(d). Responses that are like
// the group's mean, with A = 0, get none. perplexity-shaping is the paper's other method.
var positionShaping = rl.Recipe{
	Name:  "position-shaping",
	Paper: rl.Paper{Title: "Decomposing the Entropy-Performance Exchange: The Missing Keys to Unlocking Effective Reinforcement Learning", ArXiv: "2508.02260"},
	Doc:   "tokens near the end of a response have larger advantages",
	Formula: `b_t = γ·σ(d·p_t), p_t the relative position, 0 at the first token, 1 at the last
A'  = A + sgn(A)·b_t`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learns more from the ends of responses, where reasoning is decided"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "gamma", Default: 0.1, Max: 1e6, Unit: "1", Doc: "size of the bonus on |A|"},
		{Name: "slope", Default: 2, Max: 1e3, Unit: "1/response", Doc: "d, how fast the bonus grows along the response"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		gamma, slope := v.Of("gamma"), v.Of("slope")
		bonus := rl.Combine("late-bonus", rl.Position(), rl.AdvantageSoFar(), func(p, a float64) float64 {
			if a == 0 {
				return 0
			}
			return math.Copysign(gamma/(1+math.Exp(-slope*p)), a)
		})
		return clippedRatio(v, rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Add("late-bonus", rl.ToAdvantage, bonus, rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
