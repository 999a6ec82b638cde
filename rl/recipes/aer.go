package recipes

import "segue/rl"

func init() { rl.Register(aer) }

// aer is AER, adaptive entropy regularisation: an entropy bonus that is larger for harder
// prompts, and as a whole as large as it takes to hold the entropy at a share of what it
// was at the start.
//
//	e_q = c·max(0, 1 − g_q/easy)      g_q the share of right responses to prompt q, 0 to 1
//	c   ← clip(c + step·(τ·H₀ − H̄), 0, most)
//
// once for each batch, with H̄ the mean entropy of its tokens and H₀ that of the first.
//
// The three parts are those of the paper: a coefficient by difficulty, a target below the
// entropy at the start, a global coefficient that follows. Its text beyond the abstract
// could not be seen. τ is the best one that a summary of it gives; the linear
// form that ends at easy, the update of c and their numbers are Segue's. A response of
// which it is not known whether it is right gets no bonus.
var aer = rl.Recipe{
	Name:  "aer",
	Paper: rl.Paper{Title: "Rediscovering Entropy Regularization: Adaptive Coefficient Unlocks Its Potential for LLM Reinforcement Learning", ArXiv: "2510.10959"},
	Doc:   "an entropy bonus by difficulty, steered to a share of the entropy at the start",
	Formula: `e_q = c·max(0, 1 − g_q/easy)      g_q the share of right responses to prompt q, 0 to 1
c   ← clip(c + step·(τ·H₀ − H̄), 0, most)`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "holds the entropy at a share of its start instead of letting it collapse"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "tau", Default: 0.4, Max: 100, Unit: "1", Doc: "target of the entropy, as a share of the first batch's"},
		{Name: "easy", Default: 0.5, Min: 1e-6, Max: 1e6, Unit: "1", Doc: "share of right responses from which on a prompt gets no bonus; large: all prompts get the same"},
		{Name: "start", Default: 0, Max: 100, Unit: "1/nat", Doc: "c before the first batch"},
		{Name: "step", Default: 5e-3, Max: 100, Unit: "1/nat²", Doc: "what a nat below the target adds to c in a batch"},
		{Name: "most", Default: 0.1, Max: 100, Unit: "1/nat", Doc: "largest c"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Check: func(v rl.Values) error { return checkOrdered(v, "start", "most") },
	Stages: func(v rl.Values) []rl.Stage {
		easy, tau := v.Of("easy"), v.Of("tau")
		h := rl.TokenEntropy().MeanKnown(rl.Everywhere())
		target := h.First("start").Map("target", func(h0 float64) float64 { return tau * h0 })
		c := h.Steered("coefficient", target, rl.Linearly, v.Of("start"), v.Of("step"), 0, v.Of("most"))
		difficulty := rl.Correctness().Over(rl.OfGroup, "accuracy", rl.Mean).
			Map("difficulty", func(g float64) float64 { return max(0, 1-g/easy) })
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.EntropyBonus(1, rl.EntropyTerm{Support: rl.SupportFull, Form: rl.FormBonus}),
			rl.Set("bonus-by-difficulty", rl.ToEntropyCoef, difficulty.PerToken().Times(c.PerToken()), rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
