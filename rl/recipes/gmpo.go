package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(gmpo) }

// gmpo is Geometric-Mean Policy Optimization: the geometric mean of a response's ratios
// weighs its advantage, which one odd token moves less than it moves the arithmetic one.
//
//	l_t = min(δ_t, ε) where A > 0, max(δ_t, −ε) where A < 0      δ = log π − log π_old
//	S   = A·exp(mean_t l_t),  L = mean over rollouts of −S
//
// with A as in grpo. A token whose l is held at ε has no gradient; to each other one S
// gives S/n. The plan says so with the log-probability as the surrogate: in the second
// phase A becomes A·exp(mean l) and the tokens that are held get weight 0, which holds
// within the update and has the gradient of L. ε is 0.4 in the logarithm of the ratio.
var gmpo = rl.Recipe{
	Name:   "gmpo",
	Paper:  rl.Paper{Title: "Geometric-Mean Policy Optimization", ArXiv: "2507.20673"},
	Doc:    "the geometric mean of token ratios, each clipped in its logarithm",
	Family: rl.FamilyRatio,
	Formula: `l_t = min(δ_t, ε) where A > 0, max(δ_t, −ε) where A < 0, δ = log π − log π_old
S   = A·exp(mean_t l_t)
L   = −mean over rollouts of S`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps it up, as odd tokens no longer move the policy far"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "clip", Default: 0.4, Max: 20, Unit: "nat", Doc: "bound on a token's log-ratio, ε"},
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		clip := v.Of("clip")
		const most = 20 // of a log-ratio that no bound holds
		past := rl.Combine("past-the-bound", rl.LogRatio(), rl.AdvantageSoFar(), func(delta, a float64) float64 {
			return math.Copysign(1, a)*delta - clip
		})
		clipped := rl.Combine("clipped-log-ratio", rl.LogRatio(), rl.AdvantageSoFar(), func(delta, a float64) float64 {
			if a < 0 {
				return min(max(delta, -clip), most)
			}
			return max(min(delta, clip), -most)
		})
		ratio := clipped.Mean().Map("geometric-mean", math.Exp)
		return []rl.Stage{
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindLogProb}, rl.RatioSequence),
			rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
			rl.KeepOnly("clip-tokens", past.Where("within-the-bound", func(x float64) bool { return x <= 0 })),
			rl.Multiply("geometric-mean", rl.ToAdvantage, ratio.PerToken(), rl.Everywhere()),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
