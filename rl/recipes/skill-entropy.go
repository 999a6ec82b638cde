package recipes

import "segue/rl"

func init() { rl.Register(skillEntropy) }

// skillEntropy is Skill-Entropy RL (arXiv 2608.05139): GRPO on a reward that
// also pays for naming skills whose switches are as hard as the task's.
//
//	R = 0.7·r_ans + 0.3·r_ent      r_ent = 1 − |rank of the predicted − rank of the gold Skill Entropy|
//	A, S, L as in grpo, KL 1e-3, clip 0.2
//
// A batch with the parts answer and entropy-rank is composed here, so that the
// weights can be swept; one without them is taken as composed. A run is refused whose
// reward has other weights than these.
var skillEntropy = rl.Recipe{
	Name:  "skill-entropy",
	Paper: rl.Paper{Title: "Toward Skill-Native LLMs: Skill Entropy for Benchmarking and Training Long-Horizon Reasoning", ArXiv: "2608.05139"},
	Doc:   "GRPO on the answer reward and the rank of the predicted skills' switching difficulty",
	Formula: `R = 0.7·r_ans + 0.3·r_ent, r_ent = 1 − |rank of the predicted − rank of the gold Skill Entropy|
A, S, L as in grpo`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "solves more steps of tasks that switch between skills"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "weight_answer", Default: 0.7, Max: 1, Unit: "1", Doc: "weight of the part answer"},
		{Name: "weight_entropy", Default: 0.3, Max: 1, Unit: "1", Doc: "weight of the part entropy-rank"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
		{Name: "kl_coef", Default: 1e-3, Max: 100, Unit: "1/nat", Doc: "weight of the KL to the reference"},
	},
	Stages: func(v rl.Values) []rl.Stage {
		return pipeline(
			rl.ComposeReward(part(v, "answer", "weight_answer"), part(v, "entropy-rank", "weight_entropy")),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			when(v, "kl_coef", rl.HoldTo(rl.TargetReference, rl.K3, v.Of("kl_coef"))),
			rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
