package recipes

import (
	"math"
	"slices"

	"segue/rl"
)

func init() { rl.Register(pacs) }

// pacs learns to predict the outcome (PACS): the correctness of a response is the label
// of a cross-entropy whose logit comes from the policy's own log-probabilities.
//
//	ρ_i = β·Σ_t (log π − log π_old)
//	ψ_i = ρ_i − mean of the group's other ρ
//	L   = mean_i w_i·BCE(σ(ψ_i), R_i)
//
// with R the correctness, 0 to 1, and w of a class of outcomes G/(classes·its members)
// within the group, so that the classes of a prompt weigh alike. With the residual
// e_i = w_i·(R_i − σ(ψ_i)), how far the outcome was from what the policy expected,
//
//	A_i = β·(e_i − mean of the group's other e)
//
// and the log-probability as the surrogate the gradient is that of L: actor and critic
// are one. A group of one has nothing to compare with and gets 0. The plan of the rollouts
// has A at ψ = 0, the second phase that of the policy as it is: an update must have whole
// groups. β is 1 in one of the released scripts and 2 in another.
var pacs = rl.Recipe{
	Name:  "pacs",
	Paper: rl.Paper{Title: "Implicit Actor Critic Coupling via a Supervised Learning Framework for RLVR", ArXiv: "2509.02522"},
	Doc:   "the outcome is the label of a cross-entropy over the policy's log-probabilities",
	Formula: `ρ_i = β·Σ_t (log π − log π_old), ψ_i = ρ_i − mean of the group's other ρ
e_i = w_i·(R_i − σ(ψ_i)), R the correctness, w of a class of outcomes G/(classes·its members)
A_i = β·(e_i − mean of the group's other e)
L   = −mean over rollouts of Σ_t A·log π(o_t), the gradient of mean_i w_i·BCE(σ(ψ_i), R_i)`,
	Effect: rl.Effect{On: rl.OutcomePass, Higher: true, Doc: "learns stably from sparse outcomes, which shows with many responses to a task"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "beta", Default: 1, Max: 1e3, Unit: "1/nat", Doc: "logit of a nat of log-ratio, β"},
		choice("unbalanced", "every response weighs 1"),
	},
	Stages: func(v rl.Values) []rl.Stage {
		beta, balanced := v.Of("beta"), v.Of("unbalanced") == 0
		outcome := rl.Correctness()
		couple := func(r, rho []float64) { residuals(r, rho, beta, balanced) }
		unmoved := outcome.Map("unmoved", func(float64) float64 { return 0 })
		rho := rl.LogRatio().Sum().Map("log-ratio", func(x float64) float64 { return beta * x })
		return []rl.Stage{
			rl.TakeReward(),
			rl.Compare("residuals", outcome.WithinBy(rl.OfGroup, unmoved, "residuals", couple)),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindLogProb}, rl.RatioSequence),
			rl.Normalise(rl.SequenceSum, rl.OverKept, 0),
			rl.Set("residuals", rl.ToAdvantage, outcome.WithinBy(rl.OfGroup, rho, "residuals", couple).PerToken(), rl.Everywhere()),
		}
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// residuals turns the outcomes of a group into PACS's advantages.
func residuals(r, rho []float64, beta float64, balanced bool) {
	n := float64(len(r))
	if n < 2 {
		clear(r)
		return
	}
	classes := slices.Compact(slices.Sorted(slices.Values(r)))
	size := make([]float64, len(classes))
	for _, x := range r {
		k, _ := slices.BinarySearch(classes, x)
		size[k]++
	}
	mean := rl.Mean(rho)
	for i, x := range r {
		w := 1.0
		if balanced {
			k, _ := slices.BinarySearch(classes, x)
			w = n / (float64(len(classes)) * size[k])
		}
		r[i] = w * (x - 1/(1+math.Exp(-n/(n-1)*(rho[i]-mean))))
	}
	if !rl.Mixed(r) {
		clear(r)
		return
	}
	mean = rl.Mean(r)
	for i := range r {
		r[i] = beta * n / (n - 1) * (r[i] - mean)
	}
}
