package recipes

import (
	"math"
	"slices"

	"segue/rl"
)

func init() { rl.Register(egsw) }

// egsw is EGSW: responses of high advantage and high entropy weigh more in the loss.
//
//	w_i = exp((A_i + α·H_i)/P)/Σ_j exp((A_j + α·H_j)/P)      j over the group
//	H_i = mean entropy of the response, nats;  A_i as in grpo
//	L   = Σ_i w_i·(grpo's loss of response i), where grpo has 1/G for w_i
//
// so that a token's weight in the plan is G·w_i. That is the paper's weighting by
// trajectory. In the dialect steps i is a step of a response, j goes over the steps of the
// same number in the group, and G counts these; tokens of no step weigh 1. The paper's
// index t, which it writes for both, is read as the number of the step. Its values of α and
// P could not be seen, and it found both to matter much: 0.5 and 1 are a choice. With P
// large it is grpo.
var egsw = rl.Recipe{
	Name:  "egsw",
	Paper: rl.Paper{Title: "Entropy-guided sequence weighting for efficient exploration in RL-based LLM fine-tuning", ArXiv: "2503.22456"},
	Doc:   "responses or steps weighed by a softmax of advantage plus entropy within the group",
	Formula: `w_i = exp((A_i + α·H_i)/P)/Σ_j exp((A_j + α·H_j)/P), j over the group
H_i = mean entropy of the response;  A_i as in grpo
L = Σ_i w_i·(grpo's loss of response i)`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "explores more and so learns from fewer samples"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "alpha", Default: 0.5, Max: 1e3, Unit: "1/nat", Doc: "what a nat of entropy counts against the advantage, α"},
		{Name: "temperature", Default: 1, Min: 1e-2, Max: 1e6, Unit: "1", Doc: "temperature of the softmax, P"},
		choice("by_step", "steps are weighed among the group's steps of the same number"),
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{{Name: "steps", Doc: "weights by step", Set: map[string]float64{"by_step": 1}}},
	Stages: func(v rl.Values) []rl.Stage {
		alpha, temperature := v.Of("alpha"), v.Of("temperature")
		worth := rl.Combine("worth", rl.AdvantageSoFar(), rl.TokenEntropy(), func(a, h float64) float64 { return (a + alpha*h) / temperature })
		weight := chosen(v, "by_step",
			worth.PerSpan().Within(rl.OfStep, "weight", softmax).PerToken(1),
			worth.Mean().Within(rl.OfGroup, "weight", softmax).PerToken())
		return clippedRatio(v, rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Multiply("weigh-sequences", rl.ToWeight, weight, rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// softmax makes numbers their softmax times how many they are: 1 on average.
func softmax(x []float64) {
	most, sum := slices.Max(x), 0.0
	for k := range x {
		x[k] = math.Exp(x[k] - most)
		sum += x[k]
	}
	for k := range x {
		x[k] *= float64(len(x)) / sum
	}
}
