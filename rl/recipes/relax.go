package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(relax) }

// relax is ReLaX: how varied the latent dynamics of a response are says how much it
// explores, and decides how much it counts as long as the policy explores too little.
//
//	DSD_i = standard deviation of |λ| over the eigenvalues λ of K, z_{t+1} ≈ K·z_t
//	z_i   = (DSD_i − mean DSD)/(std DSD + ε) over the group, held within ±most
//	g     = 1 if the batch's mean DSD is at most keep times the first batch's, else 0
//	A_i   = A_grpo·(1 + g·α·z_i·sgn A_grpo)
//
// z_t are the hidden rows of the response, reduced; DSD is the column aux.dispersion, equal
// on all tokens. Dispersed responses earn more when right and lose less when wrong; once the
// policy is as dispersed as it was, the advantage is grpo's. The paper's abstract names the
// linearised (Koopman) dynamics, the dispersion of their spectrum and that the dispersion
// regulates exploration and exploitation; its formulas could not be seen, so that the
// deviation of |λ|, the factor on the advantage, the gate and all defaults are choices made
// here.
var relax = rl.Recipe{
	Name:    "relax",
	Paper:   rl.Paper{Title: "ReLaX: Reasoning with Latent Exploration for Large Reasoning Models", ArXiv: "2512.07558"},
	Doc:     "responses of varied latent dynamics count more while the policy explores too little",
	Formula: "DSD_i = standard deviation of |λ| over the eigenvalues λ of K, z_{t+1} ≈ K·z_t\nz_i = (DSD_i − mean DSD)/(std DSD + ε) over the group, held within ±most\ng = 1 if the batch's mean DSD is at most keep times the first batch's, else 0\nA_i = A_grpo·(1 + g·α·z_i·sgn A_grpo)",
	Effect:  rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps the latent dynamics from converging too early"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "alpha", Default: 0.2, Max: 10, Unit: "1", Doc: "how much a standard deviation of dispersion changes an advantage"},
		{Name: "most", Default: 2, Max: 100, Unit: "1", Doc: "standard deviations that count at most"},
		{Name: "keep", Default: 1, Max: 100, Unit: "1", Doc: "dispersion above which advantages are left alone, in that of the first batch"},
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		alpha, most, keep := v.Of("alpha"), v.Of("most"), v.Of("keep")
		dispersion := rl.Auxiliary("dispersion").AtFirst()
		relative := dispersion.Standardised(rl.OfGroup, rl.SampleDeviation, v.Of("epsilon")).PerToken()
		mean := dispersion.OfBatch("mean-dispersion", rl.Mean)
		gate := mean.And(mean.First("dispersion"), "explores-too-little", func(now, first float64) float64 {
			if now <= keep*first {
				return 1
			}
			return 0
		}).PerToken()
		factor := rl.Combine("exploration", rl.AdvantageSoFar(), relative.Times(gate), func(a, z float64) float64 {
			return 1 + alpha*math.Copysign(min(max(z, -most), most), z*a)
		})
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			when(v, "alpha", rl.Multiply("explore-latent-dynamics", rl.ToAdvantage, factor, rl.Everywhere())),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
