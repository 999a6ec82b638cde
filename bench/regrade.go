package bench

import (
	"context"
	"fmt"
	"sync"

	"segue/grade"
	"segue/internal/lock"
	"segue/task"

	"golang.org/x/sync/errgroup"
)

// regradeWorkers is how many responses are graded at once: a judge is asked
// over the network.
const regradeWorkers = 16

// Regrade grades every stored response of a run again with the present
// graders, notes the judge in its configuration, and returns how many outcomes
// there are. Stopped half way, the run counts only what was graded again, and
// another Regrade or Run completes it.
func Regrade(ctx context.Context, dir, judge string, env grade.Env, progress func(done, total int)) (int, error) {
	if _, err := ReadConfig(dir); err != nil {
		return 0, err
	}
	unlock, err := lock.Directory(dir)
	if err != nil {
		return 0, err
	}
	defer unlock()
	c, err := ReadConfig(dir)
	if err != nil {
		return 0, err
	}
	db, err := openExisting(ctx, dir)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	tasks, err := db.tasks(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the tasks of run %s: %w", dir, err)
	}
	have, err := db.progress(ctx)
	if err != nil {
		return 0, fmt.Errorf("read run %s: %w", dir, err)
	}
	// In this order a kill in between leaves nothing under a wrong judge's name.
	if err := db.ungrade(ctx); err != nil {
		return 0, fmt.Errorf("prepare run %s: %w", dir, err)
	}
	c.Judge = judge
	if err := writeConfig(dir, c); err != nil {
		return 0, err
	}
	w := startWriter(db)
	defer w.close()
	r := regrader{store: db, writer: w, env: env, progress: progress, total: len(have)}
	workers, within := errgroup.WithContext(ctx)
	workers.SetLimit(regradeWorkers)
	for u := range units(c, tasks) {
		key := u.key(tasks)
		if _, ok := have[key]; !ok {
			continue
		}
		if within.Err() != nil {
			break
		}
		workers.Go(func() error { return r.unit(within, tasks[u.Task], u, key) })
	}
	if err = workers.Wait(); err == nil {
		err = ctx.Err()
	}
	return r.outcomes, err
}

// regrader is what the workers of one Regrade share.
type regrader struct {
	store    *store
	writer   *writer
	env      grade.Env
	progress func(done, total int)
	total    int

	mu             sync.Mutex // guards the counts and progress
	done, outcomes int
}

func (r *regrader) unit(ctx context.Context, t task.Task, u Unit, key unitKey) error {
	response, err := r.store.response(ctx, key)
	if err != nil {
		return err
	}
	outcomes, problems := gradeUnit(ctx, t, u, response, r.env)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := r.writer.store(keepOutcomes(key, outcomes, problems)); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	r.outcomes += len(outcomes)
	if r.progress != nil {
		r.progress(r.done, r.total)
	}
	return nil
}
