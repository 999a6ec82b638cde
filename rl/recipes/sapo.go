package recipes

import "segue/rl"

func init() { rl.Register(sapo) }

// sapo is Soft Adaptive Policy Optimization: a smooth gate in the place of the clip, so
// that a token far from the policy that drew it fades instead of falling silent.
//
//	f(r) = (4/τ)·σ(τ·(r − 1)),   τ = τ_pos where A > 0, else τ_neg      r = π/π_old
//	S    = f(r)·A,   ∂S/∂log π = 4·σ·(1 − σ)·r·A
//	L    = mean over rollouts of the mean over tokens of −S
//
// with A as in grpo, and no KL. At r = 1 the slope is A whatever τ. With τ_neg above τ_pos
// a token of a wrong response fades faster: pushing it down pushes up the many that were
// not drawn.
var sapo = rl.Recipe{
	Name:   "sapo",
	Paper:  rl.Paper{Title: "Soft Adaptive Policy Optimization", ArXiv: "2511.20347"},
	Doc:    "a smooth gate on the ratio in the place of the clip, narrower where A is negative",
	Family: rl.FamilyRatio,
	Formula: `f(r) = (4/τ)·σ(τ·(r − 1)),   τ = τ_pos where A > 0, else τ_neg      r = π/π_old
S    = f(r)·A,   ∂S/∂log π = 4·σ·(1 − σ)·r·A
L    = mean over rollouts of the mean over tokens of −S`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learning stays stable for longer and ends higher"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "tau_pos", Default: 1, Min: 1e-3, Max: 1e3, Unit: "1/ratio", Doc: "how fast the gate closes where A is positive"},
		{Name: "tau_neg", Default: 1.05, Min: 1e-3, Max: 1e3, Unit: "1/ratio", Doc: "how fast it closes where A is negative"},
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		gate := rl.Surrogacy{Kind: rl.KindSoftGate, TemperaturePos: v.Of("tau_pos"), TemperatureNeg: v.Of("tau_neg")}
		return []rl.Stage{
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(gate, rl.RatioToken),
			rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
