package rl

import "strings"

// columnDocs say what the columns of a batch are.
var columnDocs = map[Column]string{
	Group:      "which rollouts answer the same prompt",
	Reward:     "reward of each rollout, unscored allowed",
	Correct:    "correctness of each rollout, 0 to 1",
	Status:     "whether each rollout was scored, malformed, truncated or could not be judged",
	Length:     "tokens of each rollout",
	Spans:      "which tokens make up each step of a rollout, and what the step earned",
	LogProb:    "log-probability of each token under the policy at the update, nats",
	LogProbOld: "log-probability of each token under the policy that drew it, nats",
	LogProbRef: "log-probability of each token under the reference, nats",
	Entropy:    "entropy of the next-token distribution at each token, nats",
	Steps:      "number of the step that each token belongs to",
	Class:      "whether each token thinks, names a skill or answers",

	SpanValue(GoldLogProb):    "mean log-probability of the gold answer, given at once instead of each span, nats",
	SpanValue(GoldLogProbRef): "the same under the reference, nats",

	Part("greedy"):            "reward of the greedy response to the same prompt",
	Aux("value"):              "what a value head expected at each token, in the reward's unit",
	Aux("prompt_confidence"):  "probability of the prompt's least probable tokens, equal on all tokens of its rollouts",
	Aux("discriminator_mean"): "mean over the vocabulary of π·(H + log π) at each token",
	Aux("logp_moving"):        "log-probability of each token under a moving average of the policy, nats",
	Aux("logp_filtered"):      "log-probability of each token under the old policy without its unlikely tokens, nats",
	Aux("logp_guided"):        "log-probability of each token after a prompt that shows a right response, nats",
	Aux("value_probe"):        "what a linear probe of the policy's hidden states expects of each rollout, in the reward's unit",
	Aux("dispersion"):         "spectral dispersion of each rollout's hidden states",
	Aux("certainty"):          "log-sum-exp of the logits less their mean at each token, nats",
	Aux("logit"):              "logit of each token, nats",
	Aux("logp_teacher"):       "log-probability of each token under a teacher, nats",
}

// Doc says in half a sentence what a column of a batch is.
func (c Column) Doc() string {
	if doc, ok := columnDocs[c]; ok {
		return doc
	}
	if name, ok := strings.CutPrefix(string(c), "parts."); ok {
		return "reward part " + name + " of each rollout"
	}
	if name, ok := strings.CutPrefix(string(c), "aux."); ok {
		return "auxiliary number " + name + " of each token"
	}
	if name, ok := strings.CutPrefix(string(c), spanRewardPrefix); ok {
		return "reward " + name + " of each span"
	}
	return "column " + string(c)
}
