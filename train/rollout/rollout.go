// Package rollout draws a policy's responses to tasks, grades them, and lays
// them out as a batch of the recipe algebra. It knows texts, tasks and
// rewards; what a trainer does with the batch is not its business.
package rollout

import (
	"segue/lm/generation"
	"segue/reward"
	"segue/task"
)

// Prompt is a question to a policy: a whole task, or one step of it alone.
type Prompt struct {
	Task   task.Task // as it is graded: of mode single it holds the one step
	Mode   task.Mode
	Text   string
	Tokens []int32
}

// Rollout is one response of a policy and what became of it.
type Rollout struct {
	Prompt    int // index into the prompts that were drawn for; rollouts of one prompt are a group
	Sample    int // from 0
	Tokens    []generation.Token
	Starts    []int // byte of Text at which each token begins; len(Text) for one that has no text
	Text      string
	Truncated bool // cut at the largest number of tokens
	Reward    reward.Reward
}

// Right says how many steps are right and how many were asked. A malformed
// response has none right; undecided steps count in neither.
func (r Rollout) Right() (right float64, asked int) {
	g := r.Reward.Graded
	if g.Malformed != "" {
		return 0, len(g.Task.Steps)
	}
	for _, s := range g.Steps {
		if s.Verdict.Status == task.Scored {
			right += s.Verdict.Score
			asked++
		}
	}
	return right, asked
}

// AllRight says whether every step is right; false where one is undecided.
func (r Rollout) AllRight() bool {
	right, asked := r.Right()
	return asked == len(r.Reward.Graded.Task.Steps) && right == float64(asked)
}

// AddScores adds the score of each decided step to its mean; those of a
// malformed response are 0.
func (r Rollout) AddScores(means []Mean) {
	g := r.Reward.Graded
	for i := range g.Task.Steps {
		switch {
		case g.Malformed != "":
			means[i].Add(0)
		case g.Steps[i].Verdict.Status == task.Scored:
			means[i].Add(g.Steps[i].Verdict.Score)
		}
	}
}
