package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(entropyDiscriminatorClipping) }

// entropyDiscriminatorClipping leaves out tokens by how an update on them would change the
// entropy. When the logit of the drawn token is raised by ε, the entropy changes by
//
//	ΔH = −ε·S + O(ε²),   S = π·(H + log π)
//
// so that punishing a token with S < 0, a rare one, makes the entropy fall, and so does
// rewarding one with S > 0. With S̄ and σ the mean and deviation over the batch's tokens
// (Clip_B)
//
//	w_t = 0 where A < 0 and S − S̄ < −μ·σ, or A > 0 and S − S̄ > μ₊·σ
//	L   = mean over the tokens with w_t = 1
//
// The second clip is off by default, as in the authors' code, which clips losses alone,
// with μ = 2.5. With the choice vocabulary (Clip_V) S is taken against what it is on average
// over the vocabulary at that token, Σ_v π_v²·(H + log π_v), which the engine has to hand
// in as aux.discriminator_mean, and not against S̄; σ is the deviation of that difference.
// That mask is read from the description of the authors' code, not from an equation.
// σ divides by n. π and H are of the policy that drew the tokens, which is the one at the
// first update.
var entropyDiscriminatorClipping = rl.Recipe{
	Name:  "entropy-discriminator-clipping",
	Paper: rl.Paper{Title: "On the Entropy Dynamics in Reinforcement Fine-Tuning of Large Language Models", ArXiv: "2602.03392"},
	Doc:   "GRPO without the tokens whose update would change the entropy most",
	Formula: `S   = π·(H + log π)
w_t = 0 where A < 0 and S − S̄ < −μ·σ, or A > 0 and S − S̄ > μ₊·σ, S̄ and σ over the batch's tokens
L   = mean over the tokens with w_t = 1`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps it from collapsing by leaving out the tokens that change it most"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "mu", Default: 2.5, Max: 1e6, Unit: "deviations", Doc: "how far S may be below its mean where A < 0"},
		{Name: "mu_positive", Default: 0, Max: 1e6, Unit: "deviations", Doc: "how far S may be above its mean where A > 0; 0: no bound"},
		choice("vocabulary", "Clip_V: S against its mean over the vocabulary, aux.discriminator_mean"),
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		s := rl.Combine("discriminator", rl.LogProbability(), rl.TokenEntropy(), func(l, h float64) float64 { return math.Exp(l) * (h + l) })
		off := s.Standardised(rl.OfBatch, rl.PopulationDeviation, 1e-12)
		if v.Of("vocabulary") > 0 {
			off = rl.Combine("discriminator-off-mean", s, rl.Auxiliary("discriminator_mean"), func(s, mean float64) float64 { return s - mean }).
				Within(rl.OfBatch, "over-deviation", overDeviation)
		}
		mu, positive := v.Of("mu"), v.Of("mu_positive")
		return clippedRatio(v, rl.Normalise(rl.TokenMean, rl.OverActive, 0),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.KeepOnly("discriminate-losses", rl.Negative().And(off.Where("far-below", func(x float64) bool { return x < -mu })).Not()),
			when(v, "mu_positive", rl.Set("discriminate-gains", rl.ToWeight, rl.Constantly(0),
				rl.Positive().And(off.Where("far-above", func(x float64) bool { return x > positive })))),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// overDeviation divides numbers by their deviation and leaves their mean; equal ones
// become 0.
func overDeviation(x []float64) {
	deviation := rl.PopulationDeviation.Of(x)
	for t := range x {
		if deviation < 1e-12 {
			x[t] = 0
			continue
		}
		x[t] /= deviation
	}
}
