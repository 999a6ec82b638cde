package rollout

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"segue/reward"
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
				r.Reward = g.Composition.Reward(g.Reader.Read(inner, prompts[r.Prompt].Task, r.Text))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("grade responses: %w", err)
	}
	return ctx.Err()
}
