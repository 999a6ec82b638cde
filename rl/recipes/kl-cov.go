package recipes

import "segue/rl"

func init() { rl.Register(klCov) }

// klCov is KL-Cov: the tokens whose covariance of log-probability and advantage is highest
// are held to the policy that drew them, since these are what makes the entropy fall.
//
//	cov_t = (log π − mean log π)·(A − mean A)      means over the tokens of the update
//	L     = mean over tokens of −A·r + κ·|log π − log π_old| on the ⌊share·N⌋ highest, one at least
//
// The ratio has no bounds. The penalty is the authors' estimate of the KL. Only a
// covariance above 0 counts as high: where no advantages differ no token is held. The
// paper's share is 2e-4 for models of 32 billion parameters, 2e-3 for 7 billion.
var klCov = rl.Recipe{
	Name:  "kl-cov",
	Paper: rl.Paper{Title: "The Entropy Mechanism of Reinforcement Learning for Reasoning Language Models", ArXiv: "2505.22617"},
	Doc:   "the tokens of the highest covariance are held to the policy that drew them",
	Formula: `cov_t = (log π − mean log π)·(A − mean A), means over the tokens of the update
L     = mean over tokens of −A·r + κ·|log π − log π_old| on the ⌊share·N⌋ tokens of the highest cov`,
	Effect: rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "keeps it from collapsing, since tokens of high covariance make it fall"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "share", Default: 2e-4, Max: 1, Unit: "tokens", Doc: "share of the tokens that is held"},
		{Name: "kappa", Default: 1, Max: 1e6, Unit: "1/nat", Doc: "weight of the divergence on these"},
		deviationFloor(),
	},
	Stages: func(v rl.Values) []rl.Stage {
		covariance := rl.Covariance(rl.LogProbabilityNow())
		above := covariance.Where("above-rounding", func(x float64) bool { return x > 1e-9 })
		highest := covariance.TopOfAll(v.Of("share"), rl.OfBatch, above)
		return pipeline(
			rl.TakeReward(),
			rl.GroupAdvantage(rl.SampleDeviation, v.Of("epsilon")),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.HoldTo(rl.TargetOld, rl.KAbs, v.Of("kappa")),
			when(v, "kappa", rl.Set("hold-none-yet", rl.ToKL, rl.Constantly(0), rl.Everywhere())),
			tokenMean(),
			when(v, "kappa", rl.Set("hold-the-highest", rl.ToKL, rl.Constantly(v.Of("kappa")), highest)),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ShiftInvariant: true, ScaleInvariant: true, ZeroVariance: rl.FateZero, Single: rl.FateZero},
}
