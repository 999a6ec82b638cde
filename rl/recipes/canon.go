package recipes

import "segue/rl"

func init() { rl.Register(canon) }

// canon compares each response with those that are unlike it in entropy or length
// (CANON): the group is cut in two halves by the measure, low and high.
//
//	inter = α_i·R − mean of the other half, or R − α·mean of the other half
//	intra = R − mean of its own half
//	A     = μ·inter + (1−μ)·intra
//	L     = 1/(B·L_max) · Σ_i Σ_t −S
//
// α weighs the rewards of one half, wherever they stand in inter: those of the low half
// by entropy, those of the high half by length, where α < 1 shortens responses. With
// μ = ½ and α = 1 it is dr-grpo, exactly so for groups of an even size; of an odd group
// the low half is the smaller. Equal measures at the border share its places, so that no
// order matters; the released code takes them as they come. A group of one gets 0, where
// that code takes A = R. The paper's schedules of μ are left out: set mu.
var canon = rl.Recipe{
	Name:  "canon",
	Paper: rl.Paper{Title: "Conditional Advantage Estimation for Reinforcement Learning in Large Reasoning Models", ArXiv: "2509.23962"},
	Doc:   "each reward against the half of the group with other entropy or length",
	Formula: `inter = α_i·R − mean of the other half of the group by entropy or length, or R − α·mean of it
intra = R − mean of its own half
A     = μ·inter + (1−μ)·intra
L     = 1/(B·L_max) · Σ_i Σ_t −S`,
	Effect: rl.Effect{On: rl.OutcomeAccuracy, Higher: true, Doc: "finds which trend of entropy or length helps, without a prior on it"},
	Params: []rl.Param{
		groupSize(16),
		{Name: "mu", Default: 1, Max: 1, Unit: "1", Doc: "share of the comparison with the other half, μ"},
		{Name: "alpha", Default: 1, Max: 10, Unit: "1", Doc: "weight of one half's rewards where the halves are compared, α"},
		choice("by_length", "the halves are by length, not by mean entropy"),
		clipLow(0.2),
		clipHigh(0.28),
		longest(8192),
	},
	Dialects: []rl.Dialect{{Name: "length", Doc: "halves by length", Set: map[string]float64{"by_length": 1}}},
	Stages: func(v rl.Values) []rl.Stage {
		mu, alpha, weighHigh := v.Of("mu"), v.Of("alpha"), v.Of("by_length") > 0
		halves := func(r, by []float64) { byHalves(r, rl.LowerHalf(by), mu, alpha, weighHigh) }
		by := chosen(v, "by_length", rl.Tokens(), rl.TokenEntropy().Mean())
		return clippedRatio(v, rl.Normalise(rl.Constant, rl.OverKept, v.Of("max_tokens")),
			rl.TakeReward(),
			rl.Compare("compare-halves", rl.ScoreSoFar().WithinBy(rl.OfGroup, by, "halves", halves)),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}

// byHalves turns a group's rewards into advantages; low is how much each rollout
// belongs to the low half.
func byHalves(r, low []float64, mu, alpha float64, weighHigh bool) {
	if !rl.Mixed(r) && alpha == 1 || len(r) < 2 {
		clear(r)
		return
	}
	var mean, size [2]float64 // of the low and the high half
	for i, x := range r {
		mean[0], size[0] = mean[0]+low[i]*x, size[0]+low[i]
		mean[1], size[1] = mean[1]+(1-low[i])*x, size[1]+1-low[i]
	}
	weight := [2]float64{alpha, 1}
	if weighHigh {
		weight = [2]float64{1, alpha}
	}
	for h := range mean {
		mean[h] /= size[h]
	}
	for i, x := range r {
		of := func(own, other int) float64 {
			return mu*(weight[own]*x-weight[other]*mean[other]) + (1-mu)*(x-mean[own])
		}
		r[i] = low[i]*of(0, 1) + (1-low[i])*of(1, 0)
	}
}
