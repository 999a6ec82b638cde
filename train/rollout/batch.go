package rollout

import (
	"math"
	"sort"
	"strings"

	"segue/reward"
	"segue/rl"
	"segue/task"
)

// Batch lays graded rollouts out as columns: rewards, parts and statuses by
// rollout; the log-probability and entropy of every token under the policy that
// drew it, its step and its class; and a span for each step with its rewards. A
// response that is unscored has the reward NaN.
func Batch(rollouts []Rollout) *rl.Batch {
	b := &rl.Batch{
		Length: []int{}, Group: []int{}, Reward: []float64{}, Correct: []float64{}, Status: []string{}, Parts: map[string][]float64{},
		Spans: []rl.Span{}, LogProbOld: []float64{}, Entropy: []float64{}, Step: []int{}, Class: []int{},
	}
	for i, r := range rollouts {
		b.Length = append(b.Length, len(r.Tokens))
		b.Group = append(b.Group, r.Prompt)
		b.Reward = append(b.Reward, r.Score())
		b.Correct = append(b.Correct, r.Correct())
		b.Status = append(b.Status, status(r))
		addParts(b, r.Reward, i)
		for _, t := range r.Tokens {
			b.LogProbOld, b.Entropy = append(b.LogProbOld, t.LogProb), append(b.Entropy, t.Entropy)
		}
		addSteps(b, i, r)
	}
	return b
}

// Score is the reward, NaN where there is none.
func (r Rollout) Score() float64 {
	return known(reward.Value{Score: r.Reward.Score, Status: r.Reward.Status})
}

// Correct is the share of right steps, NaN where it is not known.
func (r Rollout) Correct() float64 { return known(r.Reward.Answer) }

// known is a score, NaN where there is none: unscored, or not graded at all.
func known(v reward.Value) float64 {
	if v.Status == reward.Scored || v.Status == reward.Malformed {
		return v.Score
	}
	return math.NaN()
}

func status(r Rollout) string {
	switch {
	case r.Reward.Status != reward.Scored && r.Reward.Status != reward.Malformed:
		return rl.StatusUnscored
	case r.Truncated:
		return rl.StatusTruncated
	case r.Reward.Status == reward.Malformed:
		return rl.StatusMalformed
	}
	return rl.StatusScored
}

// addParts adds the parts of rollout i. The mean answer is always one of them.
// A part that some rollouts lack is unscored for those.
func addParts(b *rl.Batch, r reward.Reward, i int) {
	add := func(name string, v reward.Value) {
		column := b.Parts[name]
		for len(column) < i {
			column = append(column, math.NaN())
		}
		b.Parts[name] = append(column, known(v))
	}
	for name, v := range r.Parts {
		add(name, v)
	}
	if _, ok := r.Parts[reward.AnswerSignal]; !ok {
		add(reward.AnswerSignal, r.Answer)
	}
	for name := range b.Parts {
		if len(b.Parts[name]) == i {
			add(name, reward.Value{})
		}
	}
}

// addSteps adds the step and class columns of rollout i, and its spans. The
// tokens of a malformed response belong to no step.
func addSteps(b *rl.Batch, i int, r Rollout) {
	from := len(b.Step)
	b.Step = append(b.Step, make([]int, len(r.Tokens))...)
	b.Class = append(b.Class, make([]int, len(r.Tokens))...)
	steps, classes := b.Step[from:], b.Class[from:]
	if len(r.Reward.Steps) > 0 && strings.HasPrefix(strings.TrimSpace(r.Text), "<think>") {
		r.mark(classes, reward.Span{To: r.Reward.Steps[0].Whole.From}, rl.ClassThink)
	}
	for _, s := range r.Reward.Steps {
		first, last := r.tokens(s.Whole)
		r.mark(steps, s.Whole, s.N)
		r.mark(classes, s.Skill, rl.ClassSkill)
		r.mark(classes, s.Answer, rl.ClassAnswer)
		b.Spans = append(b.Spans, rl.Span{Rollout: i, Step: s.N, From: first, To: last, Reward: stepRewards(s)})
	}
}

// stepRewards are the rewards of a step by name: those of the composition, and
// the answer and the label whether or not they are part of it.
func stepRewards(s reward.StepReward) map[string]float64 {
	rewards := map[string]float64{}
	if s.Verdict.Status == task.Scored {
		rewards[reward.AnswerSignal] = s.Verdict.Score
	}
	if s.GoldKnown {
		rewards[reward.StepLabelSignal] = 0
		if s.Right() {
			rewards[reward.StepLabelSignal] = 1
		}
	}
	for name, x := range s.Rewards {
		rewards[name] = x
	}
	return rewards
}

// tokens are the tokens [first, last) that begin within the bytes of a span. A
// token that reaches from one span into the next counts where it begins.
func (r Rollout) tokens(s reward.Span) (first, last int) {
	first = sort.SearchInts(r.Starts, s.From)
	return first, first + sort.SearchInts(r.Starts[first:], s.To)
}

// mark sets the tokens of a span in a column over the rollout's tokens.
func (r Rollout) mark(column []int, s reward.Span, x int) {
	first, last := r.tokens(s)
	for t := first; t < last; t++ {
		column[t] = x
	}
}
