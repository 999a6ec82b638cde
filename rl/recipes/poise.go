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
//	b_i = mean_{j≠i} v_j       over the group
//	A_i = R_i − b_i            0 in a group of one
//
// v_j is the column aux.value_probe, equal on all tokens of a response; the probe is
// trained on the rewards of past batches. The paper needs one other response and so has
// groups of two, the default; of larger groups the mean is taken here. The authors' probe
// could not be seen: the native engine's is a ridge regression on the 512 newest rollouts
// with the last hidden rows and four statistics, whose ridge is wide since 0.1 fits noise of
// a small model. What follows the advantage is PPO's clip.
var poise = rl.Recipe{
	Name:    "poise",
	Paper:   rl.Paper{Title: "Your Language Model is Its Own Critic: Reinforcement Learning with Value Estimation from Actor's Internal States", ArXiv: "2605.07579"},
	Doc:     "the baseline is what a probe of hidden states says of the group's other responses",
	Formula: "v_j = probe(hidden rows of the prompt and of response j, statistics of its entropies)\nb_i = mean_{j≠i} v_j over the group\nA_i = R_i − b_i, 0 in a group of one",
	Effect:  rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "a baseline of low variance from few responses lets a batch hold more prompts"},
	Params: []rl.Param{
		groupSize(2),
		{Name: "ridge", Default: 1, Min: 1e-6, Max: 1e6, Unit: "1", Doc: "ridge of the probe, in the variance of a feature; aux.value_probe is measured with it"},
		choice("whiten", "advantages are whitened over the batch"),
		clipLow(0.2),
		clipHigh(0.2),
	},
	Stages: func(v rl.Values) []rl.Stage {
		others := rl.Auxiliary("value_probe").AtFirst().Within(rl.OfGroup, "worth-by-others", func(x []float64) {
			sum := 0.0
			for _, v := range x {
				sum += v
			}
			for i, v := range x {
				x[i] = (sum - v) / float64(len(x)-1)
				if len(x) == 1 {
					x[i] = math.NaN() // no other response tells
				}
			}
		})
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.Compare("probe-baseline", rl.Join("above-its-worth", rl.ScoreSoFar(), others, minus)),
			when(v, "whiten", rl.WhitenAdvantage()),
		)
	},
	Hooks: func(v rl.Values) rl.Hooks {
		h := groups(v)
		h.Measures = map[rl.Column]float64{rl.Aux("value_probe"): v.Of("ridge")}
		return h
	},
	Claims: rl.Claims{ZeroVariance: rl.FateUsual, Single: rl.FateZero},
}
