package recipes

import "segue/rl"

func init() { rl.Register(matchTIR) }

// matchTIR is MatchTIR, for reasoning with tools: a turn is paid for how well its calls
// match the gold trace, and its tokens answer for the turn and for the outcome.
//
//	r_k = what turn k's calls earn by the matching, for the turn of the answer what that earns
//	R_k = r_k + λ·R_{k+1}
//	A_k = w·(R_k − mean)/(std + 1e-6) + (1 − w)·A, for the tokens of turn k;  A as in grpo
//
// Mean and deviation are over the group's turns of the same number. A turn is a span, and
// r_k its reward match, or answer with by_answer, where each step has a gold answer of its
// own and nothing need be matched. The matching itself, of calls by an assignment, is for
// what grades. λ 1 and w ½ are those of the released code. Tokens of no span, and those of
// a turn that is not scored or stands before one, keep A. With w 0 it is grpo.
var matchTIR = rl.Recipe{
	Name:  "matchtir",
	Paper: rl.Paper{Title: "MatchTIR: Fine-Grained Supervision for Tool-Integrated Reasoning via Bipartite Matching", ArXiv: "2601.10712"},
	Doc:   "each turn's return of matched calls against the group's same turn, beside the outcome",
	Formula: `R_k = r_k + λ·R_{k+1}, r_k what turn k earns
A_k = w·(R_k − mean)/(std + 1e-6) + (1 − w)·A, for the tokens of turn k;  A as in grpo`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "tells calls that help from those that do not, in long responses most of all"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "lambda", Default: 1, Max: 1, Unit: "1", Doc: "share of the next turn's return that a turn earns, λ"},
		{Name: "weight_turn", Default: 0.5, Max: 1, Unit: "1", Doc: "weight of the turn's advantage beside the outcome's, w"},
		choice("by_answer", "a turn earns the span reward answer, not match"),
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Dialects: []rl.Dialect{{Name: "answers", Doc: "turns paid for their answers", Set: map[string]float64{"by_answer": 1}}},
	Stages: func(v rl.Values) []rl.Stage {
		w := v.Of("weight_turn")
		earned := rl.RewardOfSpan(chosen(v, "by_answer", "answer", "match")).Return(v.Of("lambda"))
		turn := earned.Standardised(rl.OfStep, rl.SampleDeviation, v.Of("epsilon")).PerTokenElse(rl.AdvantageSoFar())
		both := rl.Combine("dual-level", turn, rl.AdvantageSoFar(), func(turn, outcome float64) float64 { return w*turn + (1-w)*outcome })
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Set("dual-level-advantage", rl.ToAdvantage, both, rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
