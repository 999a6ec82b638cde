package recipes

import "segue/rl"

func init() { rl.Register(ces) }

// ces is Conditional Entropy Shaping on DAPO: where a response forks, being right is paid
// for being sure, and being wrong for having been unsure. Easy prompts, which are mostly
// answered right, get short answers, hard ones keep exploring.
//
//	F       the tokens with the highest entropy, a share of the batch's
//	A'_t    = A − α·H_t   on F, of a response that is right
//	A'_t    = A + α·H_t   on F, of one that is not
//
// The abstract names the tokens and the two signs. The form of the term, α and the share
// of F are Segue's reading: the term is linear in H, as in rl-zvp, F that of
// forking-tokens. Right is right throughout; where it is unknown nothing is shaped. Only
// prompts with right and wrong responses count, as DAPO has it.
var ces = rl.Recipe{
	Name:  "ces",
	Paper: rl.Paper{Title: "Taming the Thinker: Conditional Entropy Shaping for Adaptive LLM Reasoning", ArXiv: "2605.19358"},
	Doc:   "DAPO with forking tokens punished in right responses and rewarded in wrong ones",
	Formula: `F    = the tokens with the highest H, a share of the batch's
A'_t = A − α·H_t on F of a response that is right
A'_t = A + α·H_t on F of one that is not`,
	Effect: rl.Effect{On: rl.OutcomeLength, Doc: "answers easy prompts shortly at no loss of accuracy"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "alpha", Default: 0.1, Max: 1e6, Unit: "1/nat", Doc: "advantage for a nat of entropy"},
		{Name: "share", Default: 0.2, Max: 1, Unit: "tokens", Doc: "share of the batch's tokens that are forking tokens"},
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
		longest(20480),
		{Name: "cache_share", Default: 0.2, Max: 1, Unit: "max_tokens", Doc: "width of the overlong penalty's ramp"},
	},
	Stages: func(v rl.Values) []rl.Stage {
		h, alpha := rl.TokenEntropy(), v.Of("alpha")
		fork := h.Top(v.Of("share"), rl.OfBatch, rl.Everywhere())
		sign := rl.Correctness().Map("sign", func(right float64) float64 {
			switch {
			case right >= 1:
				return -1
			case right < 1:
				return 1
			}
			return 0 // unknown
		}).PerToken()
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.OverlongPenalty(v.Of("max_tokens"), v.Of("cache_share")*v.Of("max_tokens")),
			rl.KeepMixed(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Add("sure-where-right", rl.ToAdvantage, h.Map("scaled-entropy", func(h float64) float64 { return alpha * h }).Times(sign), fork),
		)
	},
	Hooks: func(v rl.Values) rl.Hooks {
		h := groups(v)
		h.Sampling = &rl.DynamicSampling{Column: rl.Correct, MaxRounds: 10}
		return h
	},
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateDrop, Single: rl.FateDrop},
}
