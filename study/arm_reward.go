package study

import (
	"fmt"

	"segue/train"
)

func init() {
	Register(Arm{Name: "answer", Doc: "GRPO on the share of right answers", Uses: UsesAnswers,
		Configure: rewarded("answer")})
	Register(Arm{Name: "answer-step", Doc: "each step's tokens credited with that step's answer; no labels", Uses: UsesAnswers,
		Configure: stepwise("answer", "answers")})
	Register(Arm{Name: "paper", Doc: "Skill-Entropy RL (arXiv 2608.05139): answers and the rank of the predicted skills' entropy", Uses: UsesLabels,
		Configure: rewarded("paper")})
	Register(Arm{Name: "placebo", Doc: "the paper's reward under a shuffled table", Uses: UsesLabels,
		Configure: rewarded("placebo")})
	Register(Arm{Name: "label", Doc: "answers and the share of right labels as one number", Uses: UsesLabels,
		Configure: rewarded("label")})
	Register(Arm{Name: "transition", Doc: "answers and right switches, the hard ones more", Uses: UsesLabels,
		Configure: rewarded("transition")})
	Register(Arm{Name: "alignment", Doc: "answers and right skills in the right order, the hard ones more", Uses: UsesLabels,
		Configure: rewarded("alignment")})
	Register(Arm{Name: "step", Doc: "each step's tokens credited with that step's answer and label", Uses: UsesLabels,
		Configure: stepwise("step", "")})
	Register(Arm{Name: "credit", Doc: "as step, and with what later steps made of its answer", Uses: UsesLabels,
		Configure: stepwise("credit", "credit")})
	Register(Arm{Name: "conditional", Doc: "as step, judged on the model's own earlier answers", Uses: UsesLabels,
		Configure: stepwise("conditional", "conditional")})
	Register(Arm{Name: "element", Doc: "each label credited as a label, each answer as an answer among equally good labels", Uses: UsesLabels,
		Configure: stepwise("step", "element")})
	Register(Arm{Name: "own", Doc: "imitation of the model's own responses that are right throughout, where no others can be had", Uses: UsesAnswers,
		Configure: func(c *train.RLConfig) { c.Recipe, c.RecipeSet, c.Reward = "reinforce", nil, "whole" }})
	Register(Arm{Name: "library", Doc: "answer, with the list of skills in every prompt", Uses: UsesAnswers,
		Configure: func(c *train.RLConfig) {
			rewarded("answer")(c)
			c.Prompt = "bare-library"
		}})
	for _, share := range []int{10, 50, 70} { // the sweep of the paper's weights, beside answer (0) and paper (30)
		Register(Arm{Name: fmt.Sprintf("paper-%d", share), Uses: UsesLabels,
			Doc: fmt.Sprintf("the paper's reward with %d %% of it for the entropy's rank", share),
			Configure: func(c *train.RLConfig) {
				rewarded("paper")(c)
				c.Weights = map[string]float64{"answer": 1 - float64(share)/100, "entropy-rank": float64(share) / 100}
			}})
	}
}

// rewarded is GRPO on a named reward. All such arms have one recipe, so that
// they differ by the reward alone.
func rewarded(reward string) func(c *train.RLConfig) {
	return func(c *train.RLConfig) { c.Recipe, c.Reward = "grpo", reward }
}

// stepwise is the recipe that credits steps, in a dialect, on a named reward.
func stepwise(reward, dialect string) func(c *train.RLConfig) {
	return func(c *train.RLConfig) {
		c.Recipe, c.Reward = "skill-step", reward
		if dialect != "" {
			c.RecipeSet["dialect"] = dialect
		}
	}
}
