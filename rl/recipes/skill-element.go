package recipes

import "segue/rl"

func init() { rl.Register(skillElement) }

// skillElement is skill-step with the credit told apart once more: in every step the
// tokens of the label are paid for the label, and those of the answer for the answer
// among the rollouts that chose equally well. It is Segue's own, after the observation
// that a right label is often followed by a slip, and then hardly paid.
//
//	A = (label_k − mean)/(std + 1e-6) over step k in the group, for the label of step k
//	A = (ok_k − mean)/(std + 1e-6) over the rollouts whose label of step k earns the same, for its answer;
//	    times wrong_label under a wrong label
//	A as in skill-step for all other tokens
//	S and the KL as in grpo, L = mean over kept tokens
var skillElement = rl.Recipe{
	Name:  "skill-element",
	Paper: rl.Paper{Title: "Segue: credit by element for the rewards of Skill-Entropy RL (arXiv 2608.05139)"},
	Doc:   "each label credited as a label and each answer as an answer, baseline by step and by label",
	Params: []rl.Param{
		groupSize(8),
		{Name: "weight_answer", Default: 0.7, Max: 1, Unit: "1", Doc: "weight of the span reward answer on a step's other tokens"},
		{Name: "weight_label", Default: 0.3, Max: 1, Unit: "1", Doc: "weight of the span reward step-label on a step's other tokens"},
		{Name: "wrong_label", Default: 0, Max: 1, Unit: "1", Doc: "weight of an answer's advantage under a wrong label"},
		{Name: "outside", Default: 1, Max: 1, Unit: "1", Doc: "weight of the response's advantage on tokens of no step"},
		{Name: "clip_low", Default: 0.2, Max: 1, Unit: "ratio", Doc: "how far the ratio may fall below 1"},
		{Name: "clip_high", Default: 0.2, Max: 1e6, Unit: "ratio", Doc: "how far the ratio may rise above 1"},
		{Name: "epsilon", Default: 1e-6, Max: 1, Unit: "reward", Doc: "added to the deviation"},
		{Name: "kl_coef", Default: 1e-3, Max: 100, Unit: "1/nat", Doc: "weight of the KL to the reference"},
	},
	Stages: func(v rl.Values) []rl.Stage {
		stages := []rl.Stage{
			rl.TakeReward(),
			rl.SpanRewards(rl.WeightedPart{Name: "answer", Weight: v.Of("weight_answer")}, rl.WeightedPart{Name: "step-label", Weight: v.Of("weight_label")}),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.ScaleAdvantage(v.Of("outside")),
			rl.StepAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.ElementAdvantage(v.Of("wrong_label"), rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
		}
		stages = append(stages, holdToReference(v)...)
		return append(stages, rl.Normalise(rl.TokenMean, rl.OverKept, 0))
	},
	Hooks:  groups,
	Claims: rl.Claims{ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
