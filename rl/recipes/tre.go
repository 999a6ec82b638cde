package recipes

import (
	"fmt"

	"segue/rl"
)

func init() { rl.Register(tre) }

// tre is TRE, the entropy bonus of PPO within the trust region: the likeliest tokens
// alone, so that it spreads no probability over the tail of the vocabulary.
//
//	T    = the smallest set of likeliest tokens with mass top_p, at most 256 (TRE-P),
//	       or the top_k likeliest tokens (TRE-K)
//	q    = π over T, renormalised;  H_T = −Σ_T q·ln q · ln V/ln |T|, 0 where |T| = 1
//	L    = L_PPO − c·mean H_T
//
// V is the size of the vocabulary, so that H_T has the scale of a full entropy; T is held
// fixed in the gradient. TRE-P is the default here, TRE-K a dialect. The released code takes
// −ln max π for top_k = 1, which is refused here. L_PPO is that of ppo with the decay 1 of
// verl, whose trainer the authors use.
var tre = rl.Recipe{
	Name:    "tre",
	Paper:   rl.Paper{Title: "TRE: Encouraging Exploration in the Trust Region", ArXiv: "2602.03635"},
	Doc:     "PPO with an entropy bonus within the likeliest tokens alone",
	Family:  rl.FamilyEntropy,
	Formula: "T = smallest set of likeliest tokens with mass top_p, at most 256, or the top_k likeliest\nq = π over T, renormalised;  H_T = −Σ_T q·ln q · ln V/ln |T|, 0 where |T| = 1\nL = L_PPO − c·mean H_T",
	Effect:  rl.Effect{On: rl.OutcomeEntropy, Higher: true, Doc: "explores among plausible tokens without spreading probability over the tail"},
	Params: []rl.Param{
		groupSize(8),
		{Name: "entropy_coef", Default: 1e-3, Max: 100, Unit: "1/nat", Doc: "weight of the bonus, c"},
		{Name: "top_p", Default: 0.99, Max: 1, Unit: "1", Doc: "mass of the trust region; 0: it is of top_k tokens"},
		{Name: "top_k", Default: 0, Max: 1 << 20, Unit: "tokens", Doc: "tokens of the trust region; 0: it is of the mass top_p"},
		{Name: "most", Default: 256, Max: 1 << 20, Unit: "tokens", Doc: "largest trust region of a mass; 0: no bound"},
		{Name: "gamma", Default: 1, Max: 1, Unit: "1", Doc: "discount of a token"},
		{Name: "lambda", Default: 1, Max: 1, Unit: "1", Doc: "decay of the advantage estimator"},
		clipLow(0.2),
		clipHigh(0.2),
		{Name: "value_coef", Default: 0.5, Max: 100, Unit: "1/reward²", Doc: "weight of the value loss"},
		{Name: "value_clip", Default: 0.5, Max: 1e6, Unit: "reward", Doc: "how far a value may move from the old one; 0 is no bound"},
	},
	Dialects: []rl.Dialect{{Name: "k", Doc: "TRE-K, the two likeliest tokens", Set: map[string]float64{"top_p": 0, "top_k": 2}}},
	Check: func(v rl.Values) error {
		if p, k := v.Of("top_p"), v.Of("top_k"); (p > 0) == (k > 0) || k == 1 {
			return fmt.Errorf("top_p is %g and top_k %g: one of them says how large the trust region is, and one token has no entropy", p, k)
		}
		return nil
	},
	Stages: func(v rl.Values) []rl.Stage {
		return pipeline(
			rl.TakeReward(),
			rl.GeneralisedAdvantage(v.Of("gamma"), v.Of("lambda")),
			rl.WhitenAdvantage(),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			when(v, "entropy_coef", rl.EntropyBonus(v.Of("entropy_coef"), trustRegion(v))),
			rl.ValueLoss(v.Of("value_coef"), v.Of("value_clip")),
			tokenMean(),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}

// trustRegion is the bonus within the tokens that the quantities choose.
func trustRegion(v rl.Values) rl.EntropyTerm {
	if k := v.Of("top_k"); k > 0 {
		return rl.EntropyTerm{Support: rl.SupportTopK, Form: rl.FormBonus, Size: float64(int(k)), Scaled: true}
	}
	return rl.EntropyTerm{Support: rl.SupportTopP, Form: rl.FormBonus, Size: v.Of("top_p"), Most: int(v.Of("most")), Scaled: true}
}
