package recipes

import "segue/rl"

func init() { rl.Register(earl) }

// earl is EARL, for hardware descriptions with verifiable rewards: the policy gradient
// passes the tokens of each response with the highest entropy alone (keywords such as
// always, if, assign and posedge), and a KL holds all tokens to the reference.
//
//	w_t = 1 where H_t is among the top share of its response's tokens, else 0
//	L   = mean over all tokens of −w_t·S + β·k3(π, reference)
//
// What the compiler and the tests say comes as the reward. Of the paper the page with the
// constants could not be seen: the share is that of forking-tokens, β that of grpo. The
// gate is by response, and the mean is over all tokens, as the KL needs it.
var earl = rl.Recipe{
	Name:  "earl",
	Paper: rl.Paper{Title: "EARL: Entropy-Aware RL Alignment of LLMs for Reliable RTL Code Generation", ArXiv: "2511.12033"},
	Doc:   "the policy gradient on each response's tokens with the highest entropy, a KL on all",
	Formula: `w_t = 1 where H_t is among the top share of its response's tokens, else 0
L   = mean over all tokens of −w_t·S + β·k3(π, reference)`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learns from the tokens that decide, without noise from the others"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "share", Default: 0.2, Max: 1, Unit: "tokens", Doc: "share of a response's tokens that the policy gradient passes"},
		{Name: "kl_coef", Default: 1e-3, Max: 100, Unit: "1/nat", Doc: "weight of the KL to the reference"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		return pipeline(
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.KeepOnly("entropy-gate", rl.TokenEntropy().Top(v.Of("share"), rl.OfRollout, rl.Everywhere())),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			when(v, "kl_coef", rl.HoldTo(rl.TargetReference, rl.K3, v.Of("kl_coef"))),
			tokenMean(),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
