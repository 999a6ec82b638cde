package train

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"segue/internal/lock"
	"segue/lm/checkpoint"
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/optimizer"
)

// Environment is what a training has from its caller. The zero value is
// silent and measures no speed.
type Environment struct {
	Version  string           // of Segue, for the run's record
	Now      func() time.Time // clock for the speed in metrics; nil: none
	Warn     func(error)      // what is wrong but no reason to stop; nil: unsaid
	Progress func(Progress)   // called after every update; nil: not
}

// Progress says how far a training is.
type Progress struct {
	Step, Steps int     // updates
	Last        Measure // the newest of kind "train"
	Eval        float64 // newest held-out loss; 0: none yet
}

// Summary is what a training came to.
type Summary struct {
	Run       string    `json:"run"`
	Step      int       `json:"step"`  // updates done
	Steps     int       `json:"steps"` // updates in all
	Resumed   int       `json:"resumed"`
	Examples  int       `json:"examples"`
	HeldOut   int       `json:"held_out"`
	Dropped   int       `json:"dropped"` // examples without a learned token, or too long
	Cut       int       `json:"cut"`     // examples whose end was cut off
	Loss      float64   `json:"loss"`    // of the last update
	EvalStart float64   `json:"eval_start,omitempty"`
	EvalEnd   float64   `json:"eval_end,omitempty"`
	Skipped   int       `json:"skipped"` // updates whose gradient was not finite
	Model     string    `json:"model,omitempty"`
	Measures  []Measure `json:"-"` // all lines of metrics.jsonl
}

// maxSkipped is how many updates in a row may have no finite gradient.
const maxSkipped = 20

// session is one start of a run.
type session struct {
	dir      string
	config   SFTConfig
	env      Environment
	loaded   *checkpoint.Loaded
	data     dataset
	learner  *learner
	order    *order
	schedule optimizer.Schedule
	journal  *journal[Measure]
	summary  Summary
	skipped  int // in a row
}

// SFT fine-tunes a model on examples, in the run directory dir, and writes the
// trained model to dir/model. A run that was interrupted or killed goes on
// from its newest checkpoint when SFT is called again with the same SFTConfig; the
// result has the same bits as that of a run without interruption. When ctx
// ends, a checkpoint is written and the error is that of ctx.
func SFT(ctx context.Context, dir string, c SFTConfig, env Environment) (Summary, error) {
	if err := c.Validate(); err != nil {
		return Summary{}, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Summary{}, fmt.Errorf("make run directory: %w", err)
	}
	unlock, err := lock.Directory(dir)
	if err != nil {
		return Summary{}, err
	}
	defer unlock()
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	if env.Warn == nil {
		env.Warn = func(error) {}
	}
	workers := kernel.NewWorkers(c.Threads)
	defer workers.Close()
	s := &session{dir: dir, config: c, env: env}
	if err := s.open(workers); err != nil {
		return s.summary, err
	}
	if err := s.resume(); err != nil {
		return s.summary, err
	}
	defer s.journal.close()
	if err := s.run(ctx); err != nil {
		return s.summary, err
	}
	return s.summary, s.finish()
}

// open reads model and data and prepares the passes.
func (s *session) open(workers *kernel.Workers) error {
	var err error
	if s.loaded, err = checkpoint.Load(s.config.Model); err != nil {
		return fmt.Errorf("open model: %w", err)
	}
	if s.data, err = readDataset(s.config, s.loaded); err != nil {
		return err
	}
	if err := s.claim(); err != nil {
		return err
	}
	var adapters *decoder.Adapters
	if l := s.config.LoRA; l.Rank > 0 {
		random := rand.New(rand.NewPCG(s.config.Seed, adapterStream))
		adapters, err = decoder.NewAdapters(s.loaded.Config, decoder.LoRA{Rank: l.Rank, Alpha: l.Alpha, Targets: l.Targets}, random)
		if err != nil {
			return err
		}
	}
	if s.learner, err = newLearner(s.loaded.Parameters, adapters, s.config, workers); err != nil {
		return err
	}
	if s.config.LoRA.Half { // the decoder has its own copy: this one is read again at the end
		s.loaded.Parameters = nil
		debug.FreeOSMemory() // the heap would otherwise double before it is looked at
	}
	s.order = newOrder(s.data.train, s.config.Seed, s.config.BatchTokens, s.config.Accumulate)
	steps := s.config.Steps
	if steps == 0 {
		steps = s.order.total(s.config.Epochs)
	}
	s.schedule = s.config.schedule(steps)
	s.summary = Summary{Run: s.dir, Steps: steps, Examples: len(s.data.train), HeldOut: len(s.data.held), Dropped: s.data.dropped, Cut: s.data.cut}
	return s.schedule.Validate()
}

// adapterStream keeps the draws of fresh adapters apart from the epochs'
// permutations, which come from the same seed.
const adapterStream = 1 << 63

// claim makes sure that the run directory is of this training.
func (s *session) claim() error {
	in, err := newInputs(s.config.Model, s.loaded.Parameters)
	if err != nil {
		return err
	}
	if err := errors.Join(in.read("training examples", s.config.Data...), in.read("held-out examples", s.config.Eval...)); err != nil {
		return err
	}
	in.Made["examples, as the model reads them,"] = s.data.fingerprint
	return claim(s.dir, "sft", s.config, in, s.env)
}

// run makes the updates that are left.
func (s *session) run(ctx context.Context) error {
	if s.summary.Step == 0 && len(s.summary.Measures) == 0 {
		if err := s.evaluate(); err != nil {
			return err
		}
	}
	for s.summary.Step < s.summary.Steps {
		if err := s.update(); err != nil {
			return fmt.Errorf("update %d: %w", s.summary.Step+1, err)
		}
		done := s.summary.Step == s.summary.Steps
		if every := s.config.EvalEvery; done || every > 0 && s.summary.Step%every == 0 {
			if err := s.evaluate(); err != nil {
				return err
			}
		}
		if every := s.config.SaveEvery; done || ctx.Err() != nil || every > 0 && s.summary.Step%every == 0 {
			if err := s.save(); err != nil {
				return err
			}
		}
		if !done && ctx.Err() != nil {
			return fmt.Errorf("stopped after update %d of %d: %w", s.summary.Step, s.summary.Steps, ctx.Err())
		}
	}
	return nil
}

// update makes one update and writes its line.
func (s *session) update() error {
	batches, epoch := s.order.at(s.summary.Step)
	start := s.now()
	m, err := s.learner.update(s.data.train, batches, s.schedule.At(s.summary.Step))
	if err != nil {
		return err
	}
	if took := s.now().Sub(start).Seconds(); took > 0 {
		m.Speed = float64(m.Tokens) / took
	}
	s.summary.Step++
	m.Step, m.Epoch = s.summary.Step, epoch
	s.skipped++
	if !m.Skipped {
		s.skipped = 0
	}
	if err := s.record(m); err != nil {
		return err
	}
	if s.skipped >= maxSkipped {
		return fmt.Errorf("the last %d gradients were not finite: lower the learning rate, or look for damage in the model", s.skipped)
	}
	return nil
}

// evaluate measures the held-out examples and writes a line.
func (s *session) evaluate() error {
	if len(s.data.held) == 0 {
		return nil
	}
	m, err := s.learner.evaluate(s.data.held, s.config.BatchTokens)
	if err != nil {
		return fmt.Errorf("evaluate: %w", err)
	}
	m.Step = s.summary.Step
	if s.summary.Step > 0 {
		_, m.Epoch = s.order.at(s.summary.Step - 1)
	}
	return s.record(m)
}

func (s *session) record(m Measure) error {
	if err := s.journal.add(m); err != nil {
		return err
	}
	s.count(m)
	if m.Kind == kindTrain && s.env.Progress != nil {
		s.env.Progress(Progress{Step: s.summary.Step, Steps: s.summary.Steps, Last: m, Eval: s.summary.EvalEnd})
	}
	return nil
}

// count takes a line into the summary.
func (s *session) count(m Measure) {
	sum := &s.summary
	sum.Measures = append(sum.Measures, m)
	switch {
	case m.Kind == kindTrain:
		sum.Loss = m.Loss
		if m.Skipped {
			sum.Skipped++
		}
	case m.Step == 0:
		sum.EvalStart, sum.EvalEnd = m.Loss, m.Loss
	default:
		sum.EvalEnd = m.Loss
	}
}

func (s *session) now() time.Time {
	if s.env.Now == nil {
		return time.Time{}
	}
	return s.env.Now()
}

// finish writes the trained model.
func (s *session) finish() error {
	p, a := s.loaded.Parameters, s.learner.adapters
	if p == nil {
		s.learner.policy = nil // its memory is worth more than the parameters'
		debug.FreeOSMemory()
		again, err := checkpoint.Load(s.config.Model)
		if err != nil {
			return fmt.Errorf("open model: %w", err)
		}
		p = again.Parameters
	}
	if err := export(s.dir, s.loaded, p, a, s.config.Model, s.config.Save); err != nil {
		return err
	}
	s.summary.Model = filepath.Join(s.dir, modelName)
	return nil
}
