package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(poise) }

// poise is POISE: the baseline of a response is what a probe of the policy's own hidden
// states says that its prompt is worth, read off another response, so that it owes nothing
// to the tokens that it judges.
//
//	v_j = probe(hidden rows of the prompt and of response j, statistics of its entropies)
//	b_i = mean_{j≠i} v_j       over the group; mean_{j≠i} R_j in the first batches
//	A_i = R_i − b_i            0 in a group of one
//
// v_j is the column aux.value_probe, equal on all tokens of a response. The probe learns
// from past batches, of each response what the others of its group earned, and until it has
// seen some batches the baseline is RLOO's, as in the released code. The released probe is a
// ridge regression on principal components of a middle layer's rows and entropies of the
// newest 3000 to 4000 responses, by domain; the native engine's is one on the last rows,
// unreduced, and four statistics of the newest 512. A ridge of 0.1 fits noise of a small
// model, one of 1 does not.
var poise = rl.Recipe{
	Name:    "poise",
	Paper:   rl.Paper{Title: "Your Language Model is Its Own Critic: Reinforcement Learning with Value Estimation from Actor's Internal States", ArXiv: "2605.07579"},
	Doc:     "the baseline is what a probe of hidden states says of the group's other responses",
	Formula: "v_j = probe(hidden rows of the prompt and of response j, statistics of its entropies)\nb_i = mean_{j≠i} v_j over the group; mean_{j≠i} R_j in the first batches\nA_i = R_i − b_i, 0 in a group of one",
	Effect:  rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "a baseline of low variance from few responses lets a batch hold more prompts"},
	Params: []rl.Param{
		groupSize(2),
		{Name: "ridge", Default: 1, Min: 1e-6, Max: 1e6, Unit: "1", Doc: "ridge of the probe, in the variance of a feature; aux.value_probe is measured with it"},
		{Name: "bootstrap", Default: 16, Max: 1e9, Unit: "batches", Doc: "batches at the start whose baseline is the mean reward of the others"},
		choice("whiten", "advantages are whitened over the batch"),
		clipLow(0.2),
		clipHigh(0.2),
	},
	Stages: func(v rl.Values) []rl.Stage {
		bootstrap := v.Of("bootstrap")
		others := rl.Auxiliary("value_probe").AtFirst().Within(rl.OfGroup, "worth-by-others", meanOfOthers)
		above := rl.Join("above-its-worth", rl.ScoreSoFar(), others, minus).PerToken()
		fresh := rl.Scheduled("bootstrap", func(batch int) float64 { return max(min(bootstrap+1-float64(batch), 1), 0) }).PerToken()
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.LeaveOneOut(),
			rl.Set("probe-baseline", rl.ToAdvantage, above, fresh.Where("bootstrapped", func(x float64) bool { return x <= 0 })),
			when(v, "whiten", rl.WhitenAdvantage()),
		)
	},
	Hooks: func(v rl.Values) rl.Hooks {
		h := groups(v)
		h.Measures = map[rl.Column]float64{rl.Aux("value_probe"): v.Of("ridge")}
		return h
	},
	Claims: rl.Claims{ShiftInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero}, // of the first batches
}

// meanOfOthers replaces each number by the mean of the others; that of one alone is unknown.
func meanOfOthers(x []float64) {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	for i, v := range x {
		x[i] = math.NaN()
		if len(x) > 1 {
			x[i] = (sum - v) / float64(len(x)-1)
		}
	}
}
