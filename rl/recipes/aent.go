package recipes

import "segue/rl"

func init() { rl.Register(aent) }

// aent is AEnt: an entropy bonus within the likelier part of the vocabulary, whose weight
// follows the entropy that it is to keep in a band.
//
//	A    = the likeliest ⌈(1 − p)·V⌉ tokens of the vocabulary of V
//	H̃    = mean over tokens of the entropy of π renormalised over A
//	L    = L_GRPO − λ·H̃
//	λ   ← min(max(λ + b·max(low − H̃, 0) − b·max(H̃ − high, 0), λ_least), λ_most)
//
// The tokens are those of the update, and λ moves after each: once a batch where a batch is
// one update, as in the paper. One description of the paper writes the objective with +λ·H̃
// and another the loss with −λ·H̃, which are the same. p is 0.25 to 0.33 in the paper, 0.3
// here; the released configuration of AReaL has 0.2, a dialect.
var aent = rl.Recipe{
	Name:    "aent",
	Paper:   rl.Paper{Title: "On Entropy Control in LLM-RL Algorithms", ArXiv: "2509.03493"},
	Doc:     "an entropy bonus within the likelier part of the vocabulary, weighted to keep a band",
	Formula: "A = the likeliest ⌈(1 − p)·V⌉ tokens of the vocabulary of V\nH̃ = mean over tokens of the entropy of π renormalised over A\nL = L_GRPO − λ·H̃\nλ ← min(max(λ + b·max(low − H̃, 0) − b·max(H̃ − high, 0), λ_least), λ_most)",
	Effect:  rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps the clamped entropy in its band"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "clamp", Default: 0.3, Max: 0.999, Unit: "1", Doc: "share of the vocabulary that is left out, its unlikeliest tokens, p"},
		{Name: "entropy_coef", Default: 1e-3, Min: 1e-12, Max: 100, Unit: "1/nat", Doc: "weight of the bonus at the start, λ"},
		{Name: "low", Default: 0.1, Max: 20, Unit: "nat", Doc: "lower edge of the band"},
		{Name: "high", Default: 0.5, Max: 20, Unit: "nat", Doc: "upper edge of the band"},
		{Name: "rate", Default: 1e-3, Max: 100, Unit: "1/nat²", Doc: "how fast the weight follows, b"},
		{Name: "coef_least", Default: 1e-5, Max: 100, Unit: "1/nat", Doc: "the least weight"},
		{Name: "coef_most", Default: 1e-2, Max: 100, Unit: "1/nat", Doc: "the largest weight"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{{Name: "areal", Doc: "a fifth of the vocabulary is left out", Set: map[string]float64{"clamp": 0.2}}},
	Check: func(v rl.Values) error {
		if err := checkOrdered(v, "low", "high"); err != nil {
			return err
		}
		return checkOrdered(v, "coef_least", "coef_most")
	},
	Stages: func(v rl.Values) []rl.Stage {
		low, high, rate, least, most := v.Of("low"), v.Of("high"), v.Of("rate"), v.Of("coef_least"), v.Of("coef_most")
		coef := v.Of("entropy_coef")
		weight := rl.EntropyNow().MeanOfBatch(rl.Everywhere()).Controlled("bonus", map[string]float64{"coef": coef}, func(h float64, memory map[string]float64) float64 {
			now := memory["coef"]
			memory["coef"] = min(max(now+rate*max(low-h, 0)-rate*max(h-high, 0), least), most)
			return now
		})
		return append(clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
		),
			rl.EntropyBonus(coef, rl.EntropyTerm{Support: rl.SupportTopShare, Form: rl.FormBonus, Size: 1 - v.Of("clamp")}),
			rl.Set("entropy-weight", rl.ToEntropyCoef, weight.PerToken(), rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
