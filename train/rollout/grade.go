package rollout

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"segue/grade"
	"segue/reward"
	"segue/task"
)

// Grader grades rollouts and rewards them.
type Grader struct {
	Reader      reward.Reader
	Composition *reward.Composition
	Threads     int // rollouts graded at the same time; 0: 1
}

// Grade fills the reward of every rollout. The result does not depend on
// Threads. The only error is that of ctx: what cannot be graded is unscored.
func (g Grader) Grade(ctx context.Context, prompts []Prompt, rollouts []Rollout) error {
	group, inner := errgroup.WithContext(ctx)
	threads := max(g.Threads, 1)
	for part := range threads {
		group.Go(func() error {
			for i := part; i < len(rollouts); i += threads {
				if err := inner.Err(); err != nil {
					return err
				}
				r := &rollouts[i]
				r.Reward = g.Composition.Reward(g.read(inner, prompts[r.Prompt].Task, r.Text))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("grade responses: %w", err)
	}
	return ctx.Err()
}

// read is Reader.Read, where a runner, judge or solver that fails its caller
// leaves every step undecided.
func (g Grader) read(ctx context.Context, t task.Task, text string) (graded *reward.Graded) {
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		reason := fmt.Sprintf("grading failed: %v", fault)
		undecided := grade.Verdict{Status: task.Undecided, Reason: reason}
		graded = &reward.Graded{Task: t, Response: text}
		for _, s := range t.Steps {
			graded.Steps = append(graded.Steps, reward.Step{
				Gold: s.Skill, Match: reward.Match{How: reward.Failed, Reason: reason},
				Verdict: undecided, Rerun: reward.Rerun{Verdict: undecided, Status: reward.NotExecutable, Reason: reason},
			})
		}
	}()
	return g.Reader.Read(ctx, t, text)
}
