package recipes

import "segue/rl"

func init() { rl.Register(clipCov) }

// clipCov is Clip-Cov: a few of the tokens whose covariance of log-probability and
// advantage is high get no gradient, since these are what makes the entropy fall.
//
//	cov_t = (log π − mean log π)·(A − mean A)      means over the tokens of the update
//	w_t   = 0 for ⌊share·N⌋ tokens, one at least, drawn among those with low < cov_t < high
//
// N is the number of tokens of the update, and tokens that a bound of the ratio holds
// already are not drawn. The paper draws at random; so that the same plan comes out
// whatever the order of the rollouts and however often it is asked for, the draw here is a
// hash of the seed, the number of the batch and the log-probabilities of the token's
// response at the update. kl-cov is the paper's other method; its fit of
// R = −a·exp(H) + b is none of a plan.
//
// The bounds of the ratio are those of the authors' scripts, which let it go from 0 to 2.
var clipCov = rl.Recipe{
	Name:  "clip-cov",
	Paper: rl.Paper{Title: "The Entropy Mechanism of Reinforcement Learning for Reasoning Language Models", ArXiv: "2505.22617"},
	Doc:   "a few tokens of high covariance, drawn at random, get no gradient",
	Formula: `cov_t = (log π − mean log π)·(A − mean A), means over the tokens of the update
w_t   = 0 for ⌊share·N⌋ tokens drawn among those with low < cov_t < high`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps it from collapsing, since tokens of high covariance make it fall"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "share", Default: 2e-4, Max: 1, Unit: "tokens", Doc: "share of the tokens that loses its gradient; 0: none does"},
		{Name: "low", Default: 1, Max: 1e6, Unit: "nat", Doc: "covariance above which a token may be drawn"},
		{Name: "high", Default: 5, Max: 1e6, Unit: "nat", Doc: "covariance below which a token may be drawn"},
		{Name: "seed", Default: 0, Max: 1 << 32, Unit: "1", Doc: "of the draw"},
		clipLow(1),
		clipHigh(1),
		deviationFloor(),
	},
	Check: func(v rl.Values) error { return checkOrdered(v, "low", "high") },
	Stages: func(v rl.Values) []rl.Stage {
		low, high := v.Of("low"), v.Of("high")
		candidates := rl.Covariance(rl.LogProbabilityNow()).
			Where("high-covariance", func(x float64) bool { return x > low && x < high }).And(rl.Held().Not())
		drawn := rl.Random(uint64(v.Of("seed")), rl.LogProbabilityNow()).TopOfAll(v.Of("share"), rl.OfBatch, candidates)
		return pipeline(
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			tokenMean(),
			when(v, "share", rl.Set("clip-covariance", rl.ToWeight, rl.Constantly(0), drawn)),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
