package recipes

import "segue/rl"

func init() { rl.Register(drGRPO) }

// drGRPO is GRPO done right (arXiv 2503.20783): against GRPO it takes two
// divisions away, and the KL.
//
//	A = R − mean                           no deviation: hard and easy prompts weigh alike
//	L = 1/(B·L_max) · Σ_i Σ_t −S           no division by a response's own length
var drGRPO = rl.Recipe{
	Name:   "dr-grpo",
	Paper:  rl.Paper{Title: "Understanding R1-Zero-Like Training: A Critical Perspective", ArXiv: "2503.20783"},
	Doc:    "no division by the deviation or by a response's length, no KL",
	Family: rl.FamilyNormalisation,
	Formula: `A = R − mean over the group
S = min(A·r, A·clip(r, 1−ε, 1+ε))
L = 1/(B·L_max) · Σ_i Σ_t −S`,
	Effect: rl.Effect{On: rl.OutcomeLength, Doc: "takes away the bias that lengthens responses, above all wrong ones"},
	Params: []rl.Param{
		groupSize(8),
		clipLow(0.2),
		clipHigh(0.2),
		longest(3000),
	},
	Stages: func(v rl.Values) []rl.Stage {
		return []rl.Stage{
			rl.TakeReward(),
			rl.GroupAdvantage(rl.NoDeviation, 0),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			rl.Normalise(rl.Constant, rl.OverKept, v.Of("max_tokens")),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
