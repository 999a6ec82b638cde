package recipes

import "segue/rl"

func init() { rl.Register(grpoPassK) }

// grpoPassK trains for the best of a group, as verl's estimator of this name does: only
// what the best response adds to the others is credited, and to it alone.
//
//	A = (R_max − R_second)/(std + 1e-6) for the best response, 0 for the others
//
// It is the difference that leaving a response out makes to the group's maximum, which
// the paper has without the deviation; deviation 0 gives that. Where several share the
// maximum none adds anything.
var grpoPassK = rl.Recipe{
	Name:    "grpo-passk",
	Paper:   rl.Paper{Title: "Optimizing Language Models for Inference Time Objectives using Reinforcement Learning", ArXiv: "2503.19595"},
	Doc:     "only the best response is credited, by what it adds to the second",
	Formula: `A = (R_max − R_second)/(std + ε) for the best response of the group, 0 for the others`,
	Effect:  rl.Effect{On: rl.OutcomePass, Higher: true, Doc: "trains for the best of several responses"},
	Params: []rl.Param{
		groupSize(8),
		clipLow(0.2),
		clipHigh(0.2),
		{Name: "deviation", Default: 1, Max: 1, Unit: "1", Doc: "above 0: the difference is divided by the group's deviation"},
		deviationFloor(),
	},
	Check: needsDeviationFloor,
	Stages: func(v rl.Values) []rl.Stage {
		r, epsilon := rl.ScoreSoFar(), v.Of("epsilon")
		gain := r.Within(rl.OfGroup, "gain-of-the-best", bestOverSecond)
		scaled := rl.Join("scaled-gain", gain, r.Spread(rl.OfGroup, rl.SampleDeviation), func(x, std float64) float64 { return x / (std + epsilon) })
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.Compare("best-over-second", chosen(v, "deviation", scaled, gain)),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// bestOverSecond leaves the largest number with its distance to the second, and 0.
func bestOverSecond(r []float64) {
	best, second := 0, -1
	for i := 1; i < len(r); i++ {
		switch {
		case r[i] > r[best]:
			best, second = i, best
		case second < 0 || r[i] > r[second]:
			second = i
		}
	}
	gain := 0.0
	if second >= 0 {
		gain = r[best] - r[second]
	}
	clear(r)
	r[best] = gain
}
