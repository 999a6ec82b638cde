package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(aLoL) }

// aLoL is Advantage-Leftover Lunch RL, for a set of responses that is there already: the
// whole response is one action, and only what is better than the reference policy would
// do is learned.
//
//	A = R − V(prompt); responses with A < 0 are left out
//	r = π/π_ref of the whole response
//	L = −mean over responses of sg(clip(r, 1−ε, 1+ε))·A·Σ_t log π(o_t)
//
// V is the value that stands in aux.value at the first token, the estimate of the
// reference policy's reward for the prompt. The clip is on both sides, whatever A. r is
// that of the policy at the update, so it belongs to the second phase; a plan without one
// has r = 1, the paper's variant A-LoL ref. free. With token_ratio each token has its own
// r (A-LoL seq.). The paper's sampling of responses by their advantage is for the loop; what share
// is left out is counted as "below the reference".
var aLoL = rl.Recipe{
	Name:   "a-lol",
	Paper:  rl.Paper{Title: "Leftover Lunch: Advantage-based Offline Reinforcement Learning for Language Models", ArXiv: "2305.14718"},
	Doc:    "weighted likelihood of the responses that are better than the reference policy's",
	Family: rl.FamilyBatch,
	Formula: `A = R − V(prompt); responses with A < 0 are left out
r = π/π_ref of the whole response
L = −mean over responses of sg(clip(r, 1−ε, 1+ε))·A·Σ_t log π(o_t)`,
	Effect: rl.Effect{On: rl.OutcomeKept, Doc: "learns from the responses that are better than the reference's alone"},
	Params: []rl.Param{
		groupSize(1),
		{Name: "clip", Default: 0.9, Max: 1, Unit: "ratio", Doc: "how far the importance weight may be from 1, ε"},
		choice("token_ratio", "every token has an importance weight of its own"),
		choice("no_ratio", "every importance weight is 1"),
	},
	Dialects: []rl.Dialect{
		{Name: "seq", Doc: "A-LoL seq., importance weights of tokens", Set: map[string]float64{"token_ratio": 1}},
		{Name: "ref-free", Doc: "A-LoL ref. free, no importance weights", Set: map[string]float64{"no_ratio": 1}},
	},
	Stages: func(v rl.Values) []rl.Stage {
		clip := v.Of("clip")
		advantage := rl.Join("advantage", rl.ScoreSoFar(), rl.Auxiliary("value").AtFirst(), minus)
		importance := func(logRatio float64) float64 { return min(max(math.Exp(min(logRatio, 1)), 1-clip), 1+clip) } // e > 1 + clip
		ratio := rl.Combine("log-ratio-to-reference", rl.LogProbabilityNow(), rl.ReferenceLogProbability(), minus)
		weight := chosen(v, "token_ratio", ratio, ratio.Sum().PerToken()).Map("importance", importance)
		stages := []rl.Stage{
			rl.TakeReward(),
			rl.KeepWhere("above-the-reference", "below the reference", advantage, func(a float64) bool { return a >= 0 }),
			rl.Compare("advantage", advantage),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindLogProb}, rl.RatioToken),
			rl.Normalise(rl.SequenceSum, rl.OverKept, 0),
		}
		if v.Of("no_ratio") > 0 {
			return stages
		}
		return append(stages, rl.Multiply("importance", rl.ToWeight, weight, rl.Everywhere()))
	},
	Hooks:  groups,
	Claims: rl.Claims{ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
