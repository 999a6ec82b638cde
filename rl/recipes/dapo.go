package recipes

import "segue/rl"

func init() { rl.Register(dapo) }

// dapo is Decoupled Clip and Dynamic sAmpling Policy Optimization
// (arXiv 2503.14476). Against GRPO it changes four things and removes the KL.
//
//	reward  −((length − (L_max − C))/C) from L_max − C tokens on, −1 above L_max
//	keep    only groups that are not all equally right (by correctness, not by shaped reward)
//	clip    ratio in [1 − ε_low, 1 + ε_high], the upper side wider: rare tokens may still grow
//	mean    over all kept tokens, so a long response weighs by its length
//
// C is 4096 of 20480 tokens in the paper. The reward in a run's metrics is the one
// before the penalty. What the paper does first about long responses, overlong
// filtering, is the quantity mask_truncated (TRL's mask_truncated_completions).
//
// The paper keeps groups with right and wrong rollouts. Of tasks of several steps a
// rollout is right by a share; a group then counts where the shares differ, as in
// verl, which wants their deviation to be above 0.
//
// The paper writes std without saying which; the sample one (G−1) is taken, as in verl.
var dapo = rl.Recipe{
	Name:  "dapo",
	Paper: rl.Paper{Title: "DAPO: An Open-Source LLM Reinforcement Learning System at Scale", ArXiv: "2503.14476"},
	Doc:   "asymmetric clip, mixed groups only, token mean, soft length penalty, no KL",
	Formula: `R ← R − ((length − (L_max − C))/C) from L_max − C tokens on, −1 above L_max
keep groups that are not all equally right
A = (R − mean)/(std + ε) over the group
S = min(A·r, A·clip(r, 1−ε_low, 1+ε_high)), ε_high > ε_low
L = −mean over kept tokens of S`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps it from collapsing by a wider upper bound on the ratio"},
	Params: []rl.Param{
		groupSize(16),
		clipLow(0.2),
		clipHigh(0.28),
		dualClip(),
		deviationFloor(),
		longest(20480),
		{Name: "cache_share", Default: 0.2, Max: 1, Unit: "max_tokens", Doc: "width of the penalty's ramp, C"},
		choice("mask_truncated", "truncated responses count in the baseline but are not learned from"),
		choice("mean_of_all", "the mean is over all tokens drawn, those of dropped groups too"),
		{Name: "max_rounds", Default: 10, Min: 1, Max: 1000, Unit: "rounds", Doc: "rounds of drawing prompts for a full batch"},
	},
	Dialects: []rl.Dialect{
		{Name: "verl", Doc: "dual clip 10, as in verl's scripts", Set: map[string]float64{"dual_clip": 10}},
		{Name: "trl", Doc: "mean over all tokens drawn, 1e-4 added to the deviation", Set: map[string]float64{"epsilon": 1e-4, "mean_of_all": 1}},
	},
	Check: checkDualClip,
	Stages: func(v rl.Values) []rl.Stage {
		return pipeline(
			rl.TakeReward(),
			rl.OverlongPenalty(v.Of("max_tokens"), v.Of("cache_share")*v.Of("max_tokens")),
			rl.KeepMixed(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			when(v, "mask_truncated", rl.MaskTruncated()),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip, DualClip: v.Of("dual_clip")}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			rl.Normalise(rl.TokenMean, chosen(v, "mean_of_all", rl.OverAll, rl.OverKept), 0),
		)
	},
	Hooks: func(v rl.Values) rl.Hooks {
		h := groups(v)
		h.Sampling = &rl.DynamicSampling{Column: rl.Correct, MaxRounds: int(v.Of("max_rounds"))}
		return h
	},
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateDrop, Single: rl.FateDrop},
}
