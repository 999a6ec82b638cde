package recipes

import "segue/rl"

func init() { rl.Register(grpo) }

// grpo is Group Relative Policy Optimization (arXiv 2402.03300).
//
//	A = (R − mean)/(std + 1e-6)          over the group, for every token
//	S = min(A·r, A·clip(r, 1−ε, 1+ε))    r per token
//	L = mean over rollouts of the mean over tokens of −S + β·k3(π, reference)
//
// The paper does not say which deviation it means; the sample one (G−1) is what
// the common frameworks compute and is taken here.
var grpo = rl.Recipe{
	Name:  "grpo",
	Paper: rl.Paper{Title: "DeepSeekMath: Pushing the Limits of Mathematical Reasoning in Open Language Models", ArXiv: "2402.03300"},
	Doc:   "advantage from the group's mean and deviation, ratio clipped, KL to the reference",
	Formula: `A = (R − mean)/(std + ε) over the group, for every token
S = min(A·r, A·clip(r, 1−ε_low, 1+ε_high)), r per token
L = mean over rollouts of the mean over tokens of −S + β·k3(π, reference)`,
	Params: []rl.Param{
		groupSize(8),
		clipLow(0.2),
		clipHigh(0.2),
		dualClip(),
		deviationFloor(),
		{Name: "kl_coef", Default: 1e-3, Max: 100, Unit: "1/nat", Doc: "weight of the KL to the reference"},
		choice("population", "the deviation divides by G instead of G−1"),
		choice("singles", "a group of one has A = R instead of 0"),
		choice("token_mean", "the mean is over all tokens instead of over responses"),
	},
	Dialects: []rl.Dialect{
		{Name: "verl", Doc: "dual clip 3, no KL, mean over all tokens, A = R for groups of one", Set: map[string]float64{"dual_clip": 3, "kl_coef": 0, "token_mean": 1, "singles": 1}},
		{Name: "trl", Doc: "1e-4 added to the deviation, no KL", Set: map[string]float64{"epsilon": 1e-4, "kl_coef": 0}},
		{Name: "population", Doc: "the deviation divides by G", Set: map[string]float64{"population": 1}},
	},
	Check: checkDualClip,
	Stages: func(v rl.Values) []rl.Stage {
		return pipeline(
			rl.TakeReward(),
			rl.GroupAdvantage(chosen(v, "population", rl.PopulationDeviation, rl.SampleDeviation), v.Of("epsilon")),
			when(v, "singles", rl.UncomparedSingles()),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip, DualClip: v.Of("dual_clip")}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			when(v, "kl_coef", rl.HoldTo(rl.TargetReference, rl.K3, v.Of("kl_coef"))),
			rl.Normalise(chosen(v, "token_mean", rl.TokenMean, rl.SequenceMean), rl.OverKept, 0),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
