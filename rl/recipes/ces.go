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
	Params: []rl.Param{
		groupSize(16),
		{Name: "alpha", Default: 0.1, Max: 1e6, Unit: "1/nat", Doc: "advantage for a nat of entropy"},
		{Name: "share", Default: 0.2, Max: 1, Unit: "tokens", Doc: "share of the batch's tokens that are forking tokens"},
		{Name: "clip_low", Default: 0.2, Max: 1, Unit: "ratio", Doc: "how far the ratio may fall below 1"},
		{Name: "clip_high", Default: 0.28, Max: 1e6, Unit: "ratio", Doc: "how far the ratio may rise above 1"},
		{Name: "epsilon", Default: 1e-6, Max: 1, Unit: "reward", Doc: "added to the deviation"},
		longest(20480),
		{Name: "cache_share", Default: 0.2, Max: 1, Unit: "max_tokens", Doc: "width of the overlong penalty's ramp"},
	},
	Stages: func(v rl.Values) []rl.Stage {
		h, alpha := rl.TokenEntropy(), v.Of("alpha")
		fork := h.Top(v.Of("share"), rl.OfBatch, rl.Everywhere())
		term := func(name string, sign float64) rl.Signal {
			return h.Map(name, func(h float64) float64 { return sign * alpha * h })
		}
		return pipeline(
			rl.TakeReward(),
			rl.OverlongPenalty(v.Of("max_tokens"), v.Of("cache_share")*v.Of("max_tokens")),
			rl.KeepMixed(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Add("sure-where-right", rl.ToAdvantage, term("punished-entropy", -1), fork.And(rl.Right())),
			rl.Add("unsure-where-wrong", rl.ToAdvantage, term("rewarded-entropy", 1), fork.And(rl.NotRight())),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			rl.Normalise(rl.TokenMean, rl.OverKept, 0),
		)
	},
	Hooks: func(v rl.Values) rl.Hooks {
		h := groups(v)
		h.Sampling = &rl.DynamicSampling{Column: rl.Correct, MaxRounds: 10}
		return h
	},
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateDrop, Single: rl.FateDrop},
}
