package study

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"segue/train"
)

// work makes every start and trains every arm from it with every seed, as much at
// the same time as there are threads: small models use one each best. Arms need
// not wait for other starts.
func (s *session) work(ctx context.Context) error {
	group, inner := errgroup.WithContext(ctx)
	threads := semaphore.NewWeighted(int64(s.env.Threads))
	each := max(1, s.env.Threads/s.config.Starts) // threads of a start
	for number := 1; number <= s.config.Starts; number++ {
		group.Go(func() error {
			if err := threads.Acquire(inner, int64(each)); err != nil {
				return err
			}
			materials, err := s.begin(inner, number, each)
			threads.Release(int64(each))
			if err != nil {
				return fmt.Errorf("start %d: %w", number, err)
			}
			for _, a := range s.arms { // an arm with all its seeds before the next: what is interrupted can be compared
				for i, m := range materials {
					if err := threads.Acquire(inner, 1); err != nil {
						return err
					}
					group.Go(func() error {
						defer threads.Release(1)
						if err := s.trainArm(inner, a, m); err != nil {
							return fmt.Errorf("start %d, seed %d, arm %s: %w", number, i+1, a.Name, err)
						}
						return nil
					})
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// begin trains a start, measures it, estimates its table of Skill Entropy, and
// makes the material of each seed.
func (s *session) begin(ctx context.Context, number, threads int) ([]*material, error) {
	dir := s.startDir(number)
	progress := func(doing string, share float64) {
		s.meter.report(dir, "", fmt.Sprintf("start %d of %d: %s", number, s.config.Starts, doing), share)
	}
	env := s.env.environment()
	env.Progress = func(p train.Progress) { progress("supervised learning", float64(p.Step)/float64(p.Steps)) }
	model, err := s.config.Start.learn(ctx, dir, s.config.Seed*1000+uint64(number), threads, env)
	if err != nil {
		return nil, err
	}
	progress("measuring", 1)
	if err := s.estimate(ctx, model, dir, threads); err != nil {
		return nil, fmt.Errorf("estimate Skill Entropy: %w", err)
	}
	if _, err := s.score(ctx, model, dir, barePrompt, threads); err != nil {
		return nil, err
	}
	var all []*material
	for seed := 1; seed <= s.config.Seeds; seed++ {
		m, err := s.material(dir, model, number, seed)
		if err != nil {
			return nil, fmt.Errorf("make the tasks of seed %d: %w", seed, err)
		}
		all = append(all, m)
	}
	return all, nil
}
