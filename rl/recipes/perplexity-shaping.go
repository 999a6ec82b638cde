package recipes

import "segue/rl"

func init() { rl.Register(perplexityShaping) }

// perplexityShaping learns more from responses that the policy finds likely (the GRPO+PPL
// of the study of the exchange of entropy for performance).
//
//	ln PPL_i = −mean over the tokens of log π_old
//	w_i      = (ln PPL_i − mean)/std of the responses to the prompt
//	A'       = A·(1 − α·w_i)
//
// The paper standardises ln PPL without the notes at hand saying over which responses:
// those of the group are taken, as for the rewards; the quantity of_batch takes all. The
// default of α is Segue's. |w| is at most (G−1)/√G, so that α below its inverse keeps the
// sign of A. position-shaping is the paper's other method.
var perplexityShaping = rl.Recipe{
	Name:  "perplexity-shaping",
	Paper: rl.Paper{Title: "Decomposing the Entropy-Performance Exchange: The Missing Keys to Unlocking Effective Reinforcement Learning", ArXiv: "2508.02260"},
	Doc:   "responses of low perplexity have larger advantages",
	Formula: `ln PPL_i = −mean over the tokens of log π_old
w_i      = (ln PPL_i − mean)/std over the group
A'       = A·(1 − α·w_i)`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learns more from fluent responses"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "alpha", Default: 0.01, Max: 1e3, Unit: "1", Doc: "change of the advantage for a deviation of ln PPL"},
		choice("of_batch", "ln PPL is standardised over the batch instead of the group"),
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		alpha := v.Of("alpha")
		weight := rl.Surprisal().Mean().
			Standardised(chosen(v, "of_batch", rl.OfBatch, rl.OfGroup), rl.SampleDeviation, 1e-6).
			Map("of-low-perplexity", func(w float64) float64 { return 1 - alpha*w })
		return clippedRatio(v, rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Multiply("weigh-by-perplexity", rl.ToAdvantage, weight.PerToken(), rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
