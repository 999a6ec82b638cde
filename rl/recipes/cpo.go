package recipes

import "segue/rl"

func init() { rl.Register(cpo) }

// cpo is CPO, Contrastive Policy Optimization: a token is credited by how much likelier a
// look at the reference answer would have made it.
//
//	D_t = log π_old(y_t | x, reference, y_<t) − log π_old(y_t | x, y_<t)      nats, detached
//	A_t = A_i + λ_i·clip(D_t, ±most)      λ_i = λ₊ if the response is right, else λ₋
//
// The guided log-probability is the column aux.logp_guided, of a second pass of the same
// policy over the same response after a prompt that shows the reference. With the guided
// policy replaced by a teacher and A_i by 0 this is on-policy distillation. A group whose
// responses all earn the same learns from D alone. The paper's text of the formula could not
// be seen: from its abstract are the contrast, both limiting cases and that right and wrong
// responses are to be balanced; that the two terms add, the bound on D and the values of λ
// and most are choices made here.
var cpo = rl.Recipe{
	Name:    "cpo",
	Paper:   rl.Paper{Title: "Beyond Entropy: Correctness-Aware Advantage Shaping via Contrastive Policy Optimization", ArXiv: "2607.14614"},
	Doc:     "tokens are credited by how much likelier the reference answer would make them",
	Formula: "D_t = log π_old(y_t | x, reference, y_<t) − log π_old(y_t | x, y_<t)\nA_t = A_i + λ_i·clip(D_t, ±most)\nλ_i = λ₊ if the response is right, else λ₋",
	Effect:  rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "tells right tokens from wrong ones, also where all rewards are equal"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "lambda_right", Default: 0.1, Max: 100, Unit: "1/nat", Doc: "advantage for a nat of disagreement in a right response"},
		{Name: "lambda_wrong", Default: 0.1, Max: 100, Unit: "1/nat", Doc: "the same in one that is not right"},
		{Name: "most", Default: 1, Max: 1000, Unit: "nat", Doc: "largest disagreement that counts"},
		clipLow(0.2),
		clipHigh(0.2),
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		most := v.Of("most")
		credit := func(lambda string) rl.Signal {
			l := v.Of(lambda)
			return rl.Combine("disagreement", rl.Auxiliary("logp_guided"), rl.LogProbability(), func(guided, plain float64) float64 {
				return l * min(max(guided-plain, -most), most)
			})
		}
		return clippedRatio(v, tokenMean(),
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			when(v, "lambda_right", rl.Add("credit-right", rl.ToAdvantage, credit("lambda_right"), rl.Right())),
			when(v, "lambda_wrong", rl.Add("credit-wrong", rl.ToAdvantage, credit("lambda_wrong"), rl.NotRight())),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
