package recipes

import "segue/rl"

func init() { rl.Register(cispo) }

// cispo clips the importance weight instead of the surrogate, so that no token
// loses its gradient (MiniMax-M1, arXiv 2506.13585).
//
//	S = sg(clip(r, 1−ε_low, 1+ε_high))·A·log π,  A as in GRPO
//	L = −mean over kept tokens of S
//
// The paper sets no lower bound and gives no number for the upper one; 5 on the
// ratio is what later studies use. Frameworks differ in the meaning of ε_high.
var cispo = rl.Recipe{
	Name:   "cispo",
	Paper:  rl.Paper{Title: "MiniMax-M1: Scaling Test-Time Compute Efficiently with Lightning Attention", ArXiv: "2506.13585"},
	Doc:    "clipped importance weight on the log-probability, no token left out",
	Family: rl.FamilyClip,
	Formula: `A = (R − mean)/(std + ε) over the group
S = sg(clip(r, 1−ε_low, 1+ε_high))·A·log π
L = −mean over kept tokens of S`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learns in fewer steps, as no token loses its gradient to a bound"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "clip_low", Default: 1, Max: 1, Unit: "ratio", Doc: "how far the weight may fall below 1; 1 is no bound"},
		{Name: "clip_high", Default: 4, Max: 1e6, Unit: "ratio", Doc: "how far the weight may rise above 1"},
		deviationFloor(),
	},
	Dialects: []rl.Dialect{
		{Name: "verl", Doc: "weight in [0.8, 1.2], bounds on both sides", Set: map[string]float64{"clip_low": 0.2, "clip_high": 0.2}},
		{Name: "trl", Doc: "weight at most 5, where epsilon_high is the bound itself", Set: map[string]float64{"clip_low": 1, "clip_high": 4, "epsilon": 1e-4}},
	},
	Stages: func(v rl.Values) []rl.Stage {
		return []rl.Stage{
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindWeighted}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			tokenMean(),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
