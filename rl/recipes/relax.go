package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(relax) }

// relax is ReLaX: right responses are to keep their latent dynamics varied, and those that
// are too varied are held to the reference.
//
//	DSD_i = variance of |λ| over the eigenvalues λ of K, z_{t+1} ≈ K·z_t
//	w_i   = G·exp(−A⁺_i·DSD_i)/Σ_j exp(−A⁺_j·DSD_j)   over the group of G, A⁺ = max(A, 0)
//	z_i   = (DSD_i − mean DSD)/(std DSD + ε) over the group, held within ±most
//	A_i   ← A_i + α·A⁺_i·w_i·z_i, at least 0 where A_i > 0
//	L     = L_GRPO + β·k3(π, π_ref) on responses with DSD_i > ξ·mean DSD of the first batch
//
// z_t are the hidden rows of the response, reduced; DSD is the column aux.dispersion, equal
// on all tokens. The paper differentiates α·ln mean exp(−A⁺·DSD) through the eigenvalues; a
// plan has no gradient by hidden rows, so that here dispersion earns advantage at the rate
// A⁺·w, which is that loss's derivative by DSD. The paper's K is of 50 learned observables and
// its threshold 10 in their unit; K is the engine's here, of 16 random ones in the native
// engine, and ξ relative to where training began. α and β are the paper's, by an account
// of it; most and ξ are choices made here. On a small random model repetition disperses
// more than random tokens: DSD compares responses of one policy, not policies.
var relax = rl.Recipe{
	Name:    "relax",
	Paper:   rl.Paper{Title: "ReLaX: Reasoning with Latent Exploration for Large Reasoning Models", ArXiv: "2512.07558"},
	Doc:     "right responses keep their latent dynamics varied, too varied ones are held to the reference",
	Formula: "DSD_i = variance of |λ| over the eigenvalues λ of K, z_{t+1} ≈ K·z_t\nw_i = G·exp(−A⁺_i·DSD_i)/Σ_j exp(−A⁺_j·DSD_j) over the group of G, A⁺ = max(A, 0)\nz_i = (DSD_i − mean DSD)/(std DSD + ε) over the group, held within ±most\nA_i ← A_i + α·A⁺_i·w_i·z_i, at least 0 where A_i > 0\nL = L_GRPO + β·k3(π, π_ref) on responses with DSD_i > ξ·mean DSD of the first batch",
	Effect:  rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps the latent dynamics from converging too early"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "alpha", Default: 0.1, Max: 10, Unit: "1", Doc: "advantage for a standard deviation of dispersion, in the response's own, α"},
		{Name: "most", Default: 2, Max: 100, Unit: "1", Doc: "standard deviations that count at most"},
		{Name: "beta", Default: 0.01, Max: 100, Unit: "1/nat", Doc: "weight of the divergence from the reference, β"},
		{Name: "threshold", Default: 2, Max: 1e6, Unit: "1", Doc: "dispersion above which a response is held, in the mean of the first batch, ξ"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		alpha, most, threshold := v.Of("alpha"), v.Of("most"), v.Of("threshold")
		dispersion := rl.Auxiliary("dispersion").AtFirst()
		advantage := rl.AdvantageSoFar().AtFirst() // the same on all tokens
		relative := dispersion.Standardised(rl.OfGroup, rl.SampleDeviation, v.Of("epsilon"))
		rate := rl.Join("rate", advantage, dispersion, func(a, d float64) float64 { return math.Exp(-max(a, 0) * d) }).
			Within(rl.OfGroup, "exploration-rate", overMean)
		explored := rl.Join("explored", relative, rate, func(z, w float64) float64 { return alpha * min(max(z, -most), most) * w })
		factor := rl.Join("exploration", advantage, explored, func(a, x float64) float64 {
			if a <= 0 {
				return 1
			}
			return max(1+x, 0)
		}).PerToken()
		first := dispersion.OfBatch("mean-dispersion", rl.Mean).First("dispersion").PerToken()
		above := rl.Combine("above-threshold", dispersion.PerToken(), first, func(d, first float64) float64 { return d - threshold*first }).
			Where("too-varied", func(x float64) bool { return x > 0 })
		return append(clippedRatio(v, rl.Normalise(rl.SequenceMean, rl.OverKept, 0),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			when(v, "alpha", rl.Multiply("explore-latent-dynamics", rl.ToAdvantage, factor, rl.Everywhere())),
		), pipeline(
			rl.HoldTo(rl.TargetReference, rl.K3, v.Of("beta")),
			when(v, "beta", rl.Set("hold-the-too-varied", rl.ToKL, rl.Constantly(0), above.Not())),
		)...)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// overMean divides numbers above 0 by their mean.
func overMean(x []float64) {
	mean := rl.Mean(x)
	for i := range x {
		x[i] /= mean
	}
}
