package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(fipo) }

// fipo is Future-KL Influenced Policy Optimization: a token counts for more where the
// update so far has made what follows it likelier.
//
//	F_t = Σ_{k≥t} γ^(k−t)·δ_k, over tokens with r ≤ c     δ = log π − log π_old, γ = 2^(−1/half_life)
//	f_t = clip(exp F_t, 1, 1 + range);   where A < 0 and r > safety: clip(f_t, 1 − range, 1)
//	A_t = f_t·A
//
// with A as in grpo, π that of the update and f_t held fixed in it. Ratios above c, the
// bound of the dual clip, say nothing in F. Both the sum and the clip are of the authors'
// script for their largest model; with below the lower edge is 1 − range, as for the
// smaller one. For the threshold safety that script has 10 and the frameworks' default is
// 4. The script also leaves out responses of which two tokens or more are held by the dual
// clip: the dialect script, where they weigh nothing and stay in the denominator.
var fipo = rl.Recipe{
	Name:   "fipo",
	Paper:  rl.Paper{Title: "FIPO: Eliciting Deep Reasoning with Future-KL Influenced Policy Optimization", ArXiv: "2603.19835"},
	Doc:    "tokens count for more where the update has made what follows them likelier",
	Family: rl.FamilyToken,
	Formula: `F_t = Σ_{k≥t} γ^(k−t)·δ_k, over tokens with r ≤ c     δ = log π − log π_old, γ = 2^(−1/half_life)
f_t = clip(exp F_t, 1, 1 + range);   where A < 0 and r > safety: clip(f_t, 1 − range, 1)
A_t = f_t·A`,
	Effect: rl.Effect{On: rl.OutcomeLength, Higher: true, Doc: "responses grow past the length at which they stop growing without it"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "half_life", Default: 32, Min: 1e-2, Max: 1e6, Unit: "tokens", Doc: "after how many tokens the future counts half"},
		{Name: "range", Default: 0.2, Max: 0.99, Unit: "1", Doc: "how far the factor may differ from 1"},
		choice("below", "the factor may fall to 1 − range too"),
		{Name: "safety", Default: 4, Min: 1, Max: 1e6, Unit: "ratio", Doc: "ratio above which a token of negative advantage is not amplified"},
		clipLow(0.2),
		clipHigh(0.28),
		dualClipAt(10),
		choice("leave_out", "responses with two tokens beyond the dual clip weigh nothing"),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{{Name: "script", Doc: "the authors' script", Set: map[string]float64{"safety": 10, "leave_out": 1}}},
	Check:    checkDualClip,
	Stages: func(v rl.Values) []rl.Stage {
		gamma, width, c := math.Exp2(-1/v.Of("half_life")), v.Of("range"), v.Of("dual_clip")
		if c == 0 {
			c = math.Inf(1)
		}
		least := chosen(v, "below", 1-width, 1)
		beyond := func(name string, ratio float64) rl.Selection {
			return rl.LogRatio().Where(name, func(delta float64) bool { return delta > math.Log(ratio) })
		}
		future := rl.LogRatio().Map("ordinary-log-ratio", func(delta float64) float64 {
			if delta > math.Log(c) {
				return 0
			}
			return delta
		}).DiscountedToGo(gamma)
		suspect := rl.Negative().And(beyond("much-likelier", v.Of("safety"))).Indicator()
		influence := rl.Combine("influence", future, suspect, func(x, suspect float64) float64 {
			f := min(max(math.Exp(x), least), 1+width)
			if suspect > 0 {
				return min(max(f, 1-width), 1)
			}
			return f
		})
		dual := rl.Negative().And(beyond("beyond-the-dual-clip", c)).Indicator().Sum()
		return pipeline(
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip, DualClip: v.Of("dual_clip")}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			tokenMean(),
			when(v, "leave_out", rl.KeepOnly("leave-out-outliers", dual.Where("two-outliers", func(n float64) bool { return n > 1.5 }).Not())),
			rl.Multiply("future-influence", rl.ToAdvantage, influence, rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
