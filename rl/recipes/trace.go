package recipes

import "segue/rl"

func init() { rl.Register(trace) }

// trace is TRACE, for agents that call tools: an action earns the change of a state value
// that a frozen reference gives, without a critic.
//
//	V_k = mean_j log π_ref(gold_j | what stands before action k, gold_<j) − the same before action 1
//	r_k = V_{k+1} − V_k;  for the last action 0
//	A_k = A + λ·(r_k − mean)/(std + 1e-6), for the tokens of action k;  A as in grpo
//
// The r_k of a rollout add up to the whole change of V, so that calls that lead nowhere and
// back earn nothing together. An action is a span, and the log-probability its value
// gold_logp_ref. Of the paper the abstract alone was seen: mean and deviation over the
// group's actions, the sum with the outcome's advantage and λ 1 are readings. The dialect
// raw adds λ·r_k as it is. Tokens of no span keep A, and with λ 0 it is grpo.
var trace = rl.Recipe{
	Name:  "trace",
	Paper: rl.Paper{Title: "Segue: credit by turn from the gold answer's likelihood under a frozen reference, after the abstract of TRACE"},
	Doc:   "each action paid for how much likelier it makes the gold answer under the reference",
	Formula: `V_k = mean_j log π_ref(gold_j | what stands before action k, gold_<j) − the same before action 1
r_k = V_{k+1} − V_k;  for the last action 0
A_k = A + λ·(r_k − mean)/(std + 1e-6), for the tokens of action k`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "learns faster than from the outcome alone"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "lambda", Default: 1, Max: 100, Unit: "1", Doc: "weight of what an action earns beside the outcome, λ"},
		choice("raw", "what an action earns is not standardised"),
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{{Name: "raw", Doc: "what an action earns as it is, nats", Set: map[string]float64{"raw": 1}}},
	Stages: func(v rl.Values) []rl.Stage {
		lambda := v.Of("lambda")
		earned := rl.ValueOfState(rl.GoldLogProbRef).Gain().WithLast(rl.Tokens().Map("nothing", func(float64) float64 { return 0 }).PerSpan())
		earned = chosen(v, "raw", earned, earned.Standardised(rl.OfGroup, rl.SampleDeviation, v.Of("epsilon")))
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			when(v, "lambda", rl.Add("temporal-difference", rl.ToAdvantage,
				earned.Map("earned", func(r float64) float64 { return lambda * r }).PerToken(0), rl.Everywhere())),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
