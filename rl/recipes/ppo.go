package recipes

import (
	"fmt"

	"segue/rl"
)

func init() { rl.Register(ppo) }

// ppo is Proximal Policy Optimization (arXiv 1707.06347) with generalised
// advantage estimation (arXiv 1506.02438), the tokens being the actions and the reward
// standing at the last one.
//
//	δ_t = ρ_t + γ·V_{t+1} − V_t,  A_t = δ_t + γλ·A_{t+1},  then whitened over the batch
//	S   = min(A·r, A·clip(r, 1−ε, 1+ε))
//	L   = mean over kept tokens of −S − e·H + c·½·max((V−R)², (clip(V, V_old ± ε_V) − R)²)
//
// V_old is the column aux.value; the engine's value head is trained on value_target.
var ppo = rl.Recipe{
	Name:   "ppo",
	Paper:  rl.Paper{Title: "Proximal Policy Optimization Algorithms", ArXiv: "1707.06347"},
	Doc:    "advantages from a value head, ratio clipped, value loss",
	Family: rl.FamilyValue,
	Formula: `δ_t = ρ_t + γ·V_{t+1} − V_t,  A_t = δ_t + γλ·A_{t+1},  then whitened over the batch
S   = min(A·r, A·clip(r, 1−ε_low, 1+ε_high))
L   = mean over kept tokens of −S − e·H + c·½·max((V−R)², (clip(V, V_old ± ε_V) − R)²)`,
	Params: []rl.Param{
		groupSize(1),
		{Name: "gamma", Default: 1, Max: 1, Unit: "1", Doc: "discount of a token"},
		{Name: "lambda", Default: 0.95, Max: 1, Unit: "1", Doc: "decay of the advantage estimator"},
		clipLow(0.2),
		clipHigh(0.2),
		{Name: "value_coef", Default: 0.5, Max: 100, Unit: "1/reward²", Doc: "weight of the value loss"},
		{Name: "value_clip", Default: 0.2, Max: 1e6, Unit: "reward", Doc: "how far a value may move from the old one; 0 is no bound"},
		{Name: "entropy_coef", Default: 0, Max: 100, Unit: "1/nat", Doc: "weight of the entropy bonus"},
		{Name: "kl_coef", Default: 0, Max: 100, Unit: "reward/nat", Doc: "KL to the reference taken from the reward of each token"},
		{Name: "kl_target", Default: 0, Max: 1e6, Unit: "nats", Doc: "KL per token that a controller of kl_coef aims at; 0 is no controller"},
		{Name: "kl_horizon", Default: 10000, Min: 1, Max: 1e12, Unit: "rollouts", Doc: "how slowly the controller moves"},
	},
	Dialects: []rl.Dialect{
		{Name: "verl", Doc: "λ 1, value clip 0.5", Set: map[string]float64{"lambda": 1, "value_clip": 0.5}},
		{Name: "trl", Doc: "KL 0.05 in the reward, value loss 0.1", Set: map[string]float64{"kl_coef": 0.05, "value_coef": 0.1}},
	},
	Check: func(v rl.Values) error {
		if v.Of("kl_target") > 0 && v.Of("kl_coef") == 0 {
			return fmt.Errorf("kl_target is %g and kl_coef 0: the controller multiplies kl_coef, so give it a coefficient to start from", v.Of("kl_target"))
		}
		return nil
	},
	Stages: func(v rl.Values) []rl.Stage {
		return pipeline(
			rl.TakeReward(),
			when(v, "kl_coef", rl.KLInReward(v.Of("kl_coef"), v.Of("kl_target"), v.Of("kl_horizon"))),
			rl.GeneralisedAdvantage(v.Of("gamma"), v.Of("lambda")),
			rl.WhitenAdvantage(),
			rl.SetObjective(rl.Surrogacy{Kind: rl.KindClip}, rl.RatioToken),
			rl.ClipRatio(v.Of("clip_low"), v.Of("clip_high")),
			when(v, "entropy_coef", rl.EntropyBonus(v.Of("entropy_coef"), rl.EntropyTerm{Support: rl.SupportFull, Form: rl.FormBonus})),
			rl.ValueLoss(v.Of("value_coef"), v.Of("value_clip")),
			tokenMean(),
		)
	},
	Hooks:  groups,
	Claims: rl.Claims{ZeroVariance: rl.FateUsual, Single: rl.FateUsual},
}
