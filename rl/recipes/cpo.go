package recipes

import (
	"math"

	"segue/rl"
)

func init() { rl.Register(cpo) }

// cpo is CPO, Contrastive Policy Optimization: a token is credited by how much likelier a
// look at the reference answer would have made it.
//
//	D_t = log π_old(y_t | x, reference, y_<t) − log π_old(y_t | x, y_<t)      nats, detached
//	s_t = λ_i·clip(D_t, ±most)      λ_i = λ₊ if the response is right, else λ₋
//	A_t = A_i + clip(s_t, ±|A_i|/κ), or s_t where A_i = 0
//
// The guided log-probability is the column aux.logp_guided, of a second pass of the same
// policy over the same response after a prompt that shows the reference. With the guided
// policy replaced by a teacher and A_i by 0 this is on-policy distillation. A group whose
// responses all earn the same learns from D alone. The paper itself could not be seen:
// accounts of it have D, that it is added to the advantage and held so that the sign of that
// stays, that groups of equal rewards learn from it, and that right and wrong responses are
// to be balanced. κ is that of the entropy shaping that D takes the place of; most and the
// values of λ are choices made here.
var cpo = rl.Recipe{
	Name:    "cpo",
	Paper:   rl.Paper{Title: "Beyond Entropy: Correctness-Aware Advantage Shaping via Contrastive Policy Optimization", ArXiv: "2607.14614"},
	Doc:     "tokens are credited by how much likelier the reference answer would make them",
	Formula: "D_t = log π_old(y_t | x, reference, y_<t) − log π_old(y_t | x, y_<t)\ns_t = λ_i·clip(D_t, ±most), λ_i = λ₊ if the response is right, else λ₋\nA_t = A_i + clip(s_t, ±|A_i|/κ), or s_t where A_i = 0",
	Effect:  rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "tells right tokens from wrong ones, also where all rewards are equal"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "lambda_right", Default: 0.1, Max: 100, Unit: "1/nat", Doc: "advantage for a nat of disagreement in a right response"},
		{Name: "lambda_wrong", Default: 0.1, Max: 100, Unit: "1/nat", Doc: "the same in one that is not right"},
		{Name: "most", Default: 1, Max: 1000, Unit: "nat", Doc: "largest disagreement that counts"},
		{Name: "kappa", Default: 2, Min: 1, Max: 1e6, Unit: "1", Doc: "the advantage over what may be added to it at most, κ; above 1 no sign changes"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		most, kappa, right, wrong := v.Of("most"), v.Of("kappa"), v.Of("lambda_right"), v.Of("lambda_wrong")
		disagreement := rl.Combine("disagreement", rl.Auxiliary("logp_guided"), rl.LogProbability(), func(guided, plain float64) float64 {
			return min(max(guided-plain, -most), most)
		})
		weighed := rl.Combine("weighed-disagreement", disagreement, rl.Right().Indicator(), func(d, isRight float64) float64 {
			return d * (wrong + (right-wrong)*isRight)
		})
		credit := rl.Combine("credit", weighed, rl.AdvantageSoFar(), func(s, a float64) float64 {
			if a == 0 {
				return s
			}
			return min(max(s, -math.Abs(a)/kappa), math.Abs(a)/kappa)
		})
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.Add("credit", rl.ToAdvantage, credit, rl.Everywhere()),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
