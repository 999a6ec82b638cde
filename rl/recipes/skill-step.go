package recipes

import (
	"fmt"

	"segue/rl"
)

func init() { rl.Register(skillStep) }

// skillStep is Skill-Entropy RL with the credit told apart by step: the tokens of
// a step are paid for that step's answer and label, against the same step of the
// group's other rollouts. It is Segue's own, after the weakness that one scalar for a
// response pays for labels that are wrong in the same measure.
//
//	R_k = Σ weight·reward of step k's span, plus later·R_{k+1}
//	A   = (R_k − mean)/(std + 1e-6) over step k in the group, for the tokens of step k
//	A   = outside·(R − mean)/(std + 1e-6), R the response's reward, for tokens of no step
//	S and the KL as in grpo, L = mean over kept tokens
//
// The dialect element tells the credit apart once more, as a right label is often
// followed by a slip and then hardly paid:
//
//	A = (label_k − mean)/(std + 1e-6) over step k in the group, for the label of step k
//	A = (ok_k − mean)/(std + 1e-6) over the rollouts whose label of step k earns the same, for its answer;
//	    times wrong_label under a wrong label
//
// A rollout that never came to a step, such as a malformed one, counts with 0 in
// the step's baseline, and its tokens answer for the response's reward. A run is
// refused whose reward has other weights than these.
var skillStep = rl.Recipe{
	Name:  "skill-step",
	Paper: rl.Paper{Title: "Segue: credit by step for the rewards of Skill-Entropy RL (arXiv 2608.05139)"},
	Doc:   "each step's tokens credited with that step's answer and label, baseline by step",
	Formula: `R_k = Σ weight·reward of step k's span, plus later·R_{k+1}
A   = (R_k − mean)/(std + ε) over step k in the group, for the tokens of step k
A   = outside·(R − mean)/(std + ε), R the response's reward, for tokens of no step
L   = mean over kept tokens of −S + β·k3(π, reference)`,
	Params: []rl.Param{
		groupSize(8),
		{Name: "weight_answer", Default: 0.7, Max: 1, Unit: "1", Doc: "weight of the span reward answer"},
		{Name: "weight_label", Default: 0.3, Max: 1, Unit: "1", Doc: "weight of the span reward step-label"},
		{Name: "weight_credit", Default: 0, Max: 1, Unit: "1", Doc: "weight of the span reward step-credit"},
		{Name: "weight_conditional", Default: 0, Max: 1, Unit: "1", Doc: "weight of the span reward conditional-credit"},
		{Name: "later", Default: 0, Max: 1, Unit: "1", Doc: "share of the next step's return that a step earns"},
		choice("elements", "a step's label and its answer are credited apart"),
		{Name: "wrong_label", Default: 0, Max: 1, Unit: "1", Doc: "with elements: weight of an answer's advantage under a wrong label"},
		{Name: "outside", Default: 1, Max: 1, Unit: "1", Doc: "weight of the response's advantage on tokens of no step"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
		{Name: "kl_coef", Default: 1e-3, Max: 100, Unit: "1/nat", Doc: "weight of the KL to the reference"},
	},
	Dialects: []rl.Dialect{
		{Name: "answers", Doc: "answers alone, no labels", Set: map[string]float64{"weight_answer": 1, "weight_label": 0}},
		{Name: "credit", Doc: "step-credit: with what later steps made of an answer", Set: map[string]float64{"weight_answer": 0, "weight_label": 0, "weight_credit": 1}},
		{Name: "conditional", Doc: "conditional-credit: judged on the model's own earlier answers", Set: map[string]float64{"weight_answer": 0, "weight_label": 0, "weight_conditional": 1}},
		{Name: "element", Doc: "labels credited as labels, answers among equally good labels", Set: map[string]float64{"elements": 1}},
	},
	Check: func(v rl.Values) error {
		switch elements := v.Of("elements") > 0; {
		case !elements && v.Of("wrong_label") > 0:
			return fmt.Errorf("wrong_label is %g, which says nothing without elements: set elements to 1", v.Of("wrong_label"))
		case elements && (v.Of("weight_answer") == 0 || v.Of("weight_label") == 0):
			return fmt.Errorf("elements credits labels and answers, but weight_answer is %g and weight_label %g: set both above 0, or elements to 0", v.Of("weight_answer"), v.Of("weight_label"))
		}
		return nil
	},
	Stages: func(v rl.Values) []rl.Stage {
		return pipeline(
			rl.TakeReward(),
			rl.SpanRewards(
				part(v, "answer", "weight_answer"), part(v, "step-label", "weight_label"),
				part(v, "step-credit", "weight_credit"), part(v, "conditional-credit", "weight_conditional")),
			rl.LaterSteps(v.Of("later")),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.ScaleAdvantage(v.Of("outside")),
			rl.StepAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			when(v, "elements", rl.ElementAdvantage("step-label", "answer", v.Of("wrong_label"), rl.SampleDeviation, v.Of("epsilon"))),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			when(v, "kl_coef", rl.HoldTo(rl.TargetReference, rl.K3, v.Of("kl_coef"))),
			tokenMean(),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
