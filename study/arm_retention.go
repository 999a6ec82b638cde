package study

import "segue/train"

// What keeps a policy from forgetting single items, apart and together, beside
// element, which replays them.
func init() {
	Register(Arm{Name: "element-bare", Doc: "element with nothing against forgetting", Uses: UsesLabels,
		Configure: retaining(false, 0)})
	Register(Arm{Name: "element-kl", Doc: "element with a KL to the start instead of replay", Uses: UsesLabels,
		Configure: retaining(false, retentionKL)})
	Register(Arm{Name: "element-replay-kl", Doc: "element with replay and a KL to the start", Uses: UsesLabels,
		Configure: retaining(true, retentionKL)})
}

// retentionKL is the coefficient of the KL where an arm has one.
const retentionKL = 0.05

func retaining(replay bool, kl float64) func(c *train.RLConfig) {
	return func(c *train.RLConfig) {
		stepwise("step", "element")(c)
		c.RecipeSet["kl_coef"] = kl
		if !replay {
			c.Replay = train.Replay{}
		}
	}
}
