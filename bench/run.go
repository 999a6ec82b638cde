package bench

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"segue/grade"
	"segue/internal/lock"
	"segue/llm"
	"segue/task"
)

// Runner draws and grades the responses of a benchmark.
type Runner struct {
	Config Config
	Tasks  []task.Task
	// Sampler draws responses; it retries, limits and counts cost itself.
	Sampler llm.Sampler
	Stream  bool
	// Env has what graders need: the sandbox and the judge.
	Env grade.Env
	// Concurrency is the most requests in flight.
	Concurrency int
	// Progress is told of every finished unit, from one goroutine at a time.
	Progress func(Progress)
}

// Progress is how far a run is.
type Progress struct {
	Done, Total int     // units; Done counts those of earlier starts
	Resumed     int     // units that earlier starts had finished
	Errors      int     // units that failed in this start
	Undecided   int     // outcomes without a score in this start
	Cost        float64 // of this start, in US dollars
	Tokens      int64   // of this start
}

// Summary is what a start of a run came to.
type Summary struct {
	Progress
	// Stopped says why the run ended before all units were tried, nil if it did not.
	Stopped error
}

// fatalStreak is how many requests in a row, without a success in between, may
// fail for reasons that trying again cannot mend before the run is given up.
const fatalStreak = 16

// Run draws what the run directory lacks. It may be called again after a kill
// at any moment: what is stored is neither drawn nor graded again.
func (r *Runner) Run(ctx context.Context, dir string) (Summary, error) {
	if err := errors.Join(r.Config.Validate(), checkTasks(r.Tasks)); err != nil {
		return Summary{}, err
	}
	var err error
	if r.Config.Fingerprint, err = task.Fingerprint(r.Tasks); err != nil {
		return Summary{}, fmt.Errorf("fingerprint the benchmark: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Summary{}, fmt.Errorf("make run directory: %w", err)
	}
	unlock, err := lock.Directory(dir)
	if err != nil {
		return Summary{}, err
	}
	defer unlock()
	if err := settle(dir, r.Config); err != nil {
		return Summary{}, err
	}
	db, err := openStore(ctx, dir)
	if err != nil {
		return Summary{}, err
	}
	defer db.Close()
	if err := db.keepTasks(ctx, r.Tasks); err != nil {
		return Summary{}, fmt.Errorf("store the benchmark in %s: %w", dir, err)
	}
	have, err := db.progress(ctx)
	if err != nil {
		return Summary{}, fmt.Errorf("read run %s: %w", dir, err)
	}
	return r.drive(ctx, db, have)
}

// checkTasks refuses what cannot be told apart or asked.
func checkTasks(tasks []task.Task) error {
	if len(tasks) == 0 {
		return errors.New("the benchmark has no tasks")
	}
	seen := make(map[string]bool, len(tasks))
	for _, t := range tasks {
		if err := t.Validate(); err != nil {
			return err
		}
		if seen[t.ID] {
			return fmt.Errorf("two tasks have the id %q; results could not be told apart", t.ID)
		}
		seen[t.ID] = true
	}
	return nil
}

// attempt is the state that the workers of one start share.
type attempt struct {
	*Runner
	store  *store
	writer *writer
	have   map[unitKey]bool // read only
	streak atomic.Int64

	mu       sync.Mutex // guards progress
	progress Progress
}

func (r *Runner) drive(ctx context.Context, db *store, have map[unitKey]bool) (Summary, error) {
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	feeding, stop := context.WithCancelCause(work) // ends first: what is under way is paid for
	defer stop(nil)
	a := &attempt{Runner: r, store: db, writer: startWriter(db), have: have}
	for u := range units(r.Config, r.Tasks) {
		a.progress.Total++
		if have[u.key(r.Tasks)] {
			a.progress.Done++
			a.progress.Resumed++
		}
	}
	a.report(func(*Progress) {})
	queue := make(chan Unit)
	var workers sync.WaitGroup
	for range max(1, r.Concurrency) {
		workers.Go(func() {
			for u := range queue {
				err := a.unit(work, u)
				if errors.Is(err, errStore) {
					cancel(err) // nothing more could be kept
				} else if err != nil {
					stop(err)
				}
			}
		})
	}
	feed(feeding, queue, r, have)
	workers.Wait()
	a.writer.close()
	s := Summary{Progress: a.progress}
	if s.Done < s.Total {
		s.Stopped = context.Cause(feeding)
	}
	if errors.Is(s.Stopped, errStore) {
		return s, s.Stopped
	}
	return s, nil
}

// feed queues the units that are not finished, until the context ends.
func feed(ctx context.Context, queue chan<- Unit, r *Runner, have map[unitKey]bool) {
	defer close(queue)
	for u := range units(r.Config, r.Tasks) {
		if have[u.key(r.Tasks)] {
			continue
		}
		select {
		case queue <- u:
		case <-ctx.Done():
			return
		}
	}
}

// errStore marks errors of the run's own storage, which end the run.
var errStore = errors.New("the run directory cannot be written")

// unit draws, stores and grades one unit. An error ends the run.
func (a *attempt) unit(ctx context.Context, u Unit) error {
	key := u.key(a.Tasks)
	var response llm.Response
	var err error
	if _, drawn := a.have[key]; drawn {
		if response, err = a.store.response(ctx, key); err != nil {
			return fmt.Errorf("%w: %w", errStore, err)
		}
	} else {
		response, err = a.draw(ctx, u)
		if err != nil {
			return a.failed(ctx, key, err)
		}
		a.streak.Store(0)
		if err := a.writer.store(keepResponse(key, response)); err != nil {
			return fmt.Errorf("%w: %w", errStore, err)
		}
		a.report(func(p *Progress) {
			p.Cost += response.Cost
			p.Tokens += int64(response.PromptTokens + response.CompletionTokens)
		})
	}
	outcomes, problems := gradeUnit(ctx, a.Tasks[u.Task], u, response, a.Env)
	if ctx.Err() != nil {
		return nil // graded on the next start: a cancelled grader decides nothing
	}
	if err := a.writer.store(keepOutcomes(key, outcomes, problems)); err != nil {
		return fmt.Errorf("%w: %w", errStore, err)
	}
	a.report(func(p *Progress) {
		p.Done++
		for _, o := range outcomes {
			if o.Status == task.Undecided {
				p.Undecided++
			}
		}
	})
	return nil
}

func (a *attempt) draw(ctx context.Context, u Unit) (llm.Response, error) {
	prompt, err := a.Tasks[u.Task].Prompt(u.Mode, u.Step)
	if err != nil {
		return llm.Response{}, err
	}
	seed := unitSeed(a.Config.Seed, u.key(a.Tasks))
	return a.Sampler.Sample(ctx, llm.Request{
		Model:       u.Model,
		Messages:    []llm.Message{{Role: llm.User, Content: prompt}},
		Temperature: &a.Config.Temperature, TopP: &a.Config.TopP, MaxTokens: a.Config.MaxTokens,
		Seed: &seed, Index: u.Sample, Stream: a.Stream,
	})
}

// unitSeed is the sampling seed of a unit, so that each draw has its own and a
// repeated run the same. Endpoints take 31 bits.
func unitSeed(seed int64, k unitKey) int64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%s\x00%s\x00%d\x00%d", seed, k.model, k.task, k.mode, k.step, k.sample))
	return int64(binary.LittleEndian.Uint32(sum[:]) >> 1)
}

// failed notes a unit that could not be drawn. The run goes on, unless the
// failures say that going on cannot help.
func (a *attempt) failed(ctx context.Context, key unitKey, err error) error {
	class := llm.ClassOf(err)
	if class == llm.Canceled && ctx.Err() != nil {
		return nil
	}
	if errors.Is(err, llm.ErrBudget) {
		return err // nothing was sent
	}
	if err := a.writer.store(keepFailure(key, class.String(), err.Error())); err != nil {
		return fmt.Errorf("%w: %w", errStore, err)
	}
	a.report(func(p *Progress) { p.Errors++ })
	if class == llm.Fatal && a.streak.Add(1) >= fatalStreak {
		return fmt.Errorf("%d requests in a row failed for good: %w", fatalStreak, err)
	}
	return nil
}

func (a *attempt) report(change func(*Progress)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.progress)
	if a.Progress != nil {
		a.Progress(a.progress)
	}
}
