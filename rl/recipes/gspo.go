package recipes

import "segue/rl"

func init() { rl.Register(gspo) }

// gspo is Group Sequence Policy Optimization (arXiv 2507.18071): against GRPO the
// ratio belongs to the response, and its bounds are narrow.
//
//	s = exp(mean_t (log π − log π_old))
//	S = min(A·s, A·clip(s, 1−ε_low, 1+ε_high))
//	L = −mean over rollouts of S
//
// Where the advantage differs between the tokens of a response, the dialect token
// (GSPO-token in the paper) lets each token's term move that token alone.
var gspo = rl.Recipe{
	Name:   "gspo",
	Paper:  rl.Paper{Title: "Group Sequence Policy Optimization", ArXiv: "2507.18071"},
	Doc:    "one ratio for a response, the geometric mean of its tokens'",
	Family: rl.FamilyRatio,
	Formula: `s = exp(mean_t (log π − log π_old))
S = min(A·s, A·clip(s, 1−ε_low, 1+ε_high))
L = −mean over rollouts of S`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learns more from the same rollouts, and stably"},
	Params: []rl.Param{
		groupSize(8),
		clipLow(3e-4),
		clipHigh(4e-4),
		deviationFloor(),
		choice("token", "the ratio is shared, its gradient is each token's own"),
	},
	Dialects: []rl.Dialect{{Name: "token", Doc: "GSPO-token: the ratio is shared, its gradient is each token's own", Set: map[string]float64{"token": 1}}},
	Stages: func(v rl.Values) []rl.Stage {
		return []rl.Stage{
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, chosen(v, "token", rl.RatioSequenceToken, rl.RatioSequence)),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
