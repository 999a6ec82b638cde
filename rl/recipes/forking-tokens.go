package recipes

import "segue/rl"

func init() { rl.Register(forkingTokens) }

// forkingTokens is the 80/20 rule (arXiv 2506.01939): the policy gradient of DAPO on
// the tokens with the highest entropy alone.
//
//	w_t = 1 where H_t is among the top share of the batch's tokens, else 0
//	L   = mean over the tokens with w_t = 1
//
// The paper takes the share of each micro-batch; here it is of the whole batch, which
// does not depend on how an engine cuts it.
var forkingTokens = rl.Recipe{
	Name:  "forking-tokens",
	Paper: rl.Paper{Title: "Beyond the 80/20 Rule: High-Entropy Minority Tokens Drive Effective Reinforcement Learning for LLM Reasoning", ArXiv: "2506.01939"},
	Doc:   "DAPO on the fifth of the tokens with the highest entropy",
	Formula: `w_t = 1 where H_t is among the top share of the batch's tokens, else 0
L   = mean over the tokens with w_t = 1 of −S`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "is at least as good from a fifth of the tokens, and better with large models"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "share", Default: 0.2, Max: 1, Unit: "tokens", Doc: "share of the batch's tokens that is learned from"},
		clipLow(0.2),
		clipHigh(0.28),
		deviationFloor(),
		choice("lowest", "the tokens with the lowest entropy instead, the paper's control"),
	},
	Stages: func(v rl.Values) []rl.Stage {
		h, share := rl.TokenEntropy(), v.Of("share")
		return clippedRatio(v, rl.Normalise(rl.TokenMean, rl.OverActive, 0),
			rl.TakeReward(),
			rl.KeepMixed(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.KeepOnly("forking-tokens", chosen(v, "lowest", h.Bottom(share, rl.OfBatch, rl.Everywhere()), h.Top(share, rl.OfBatch, rl.Everywhere()))),
		)
	},
	Hooks: func(v rl.Values) rl.Hooks {
		h := groups(v)
		h.Sampling = &rl.DynamicSampling{Column: rl.Correct, MaxRounds: 10}
		return h
	},
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateDrop, Single: rl.FateDrop},
}
