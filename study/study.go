// Package study compares ways to train: arms that begin at the same starts, see
// the same tasks and have the same budget, over several seeds of both. It trains
// small models on the ambiguous-cue tasks, where switching between skills can
// be made hard and everything can be measured in minutes on a laptop.
//
// A study is a directory. Whatever in it is finished is not done again, so a
// study that was interrupted or killed goes on when it is run again, and one that
// is run with more arms trains those alone.
package study

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"time"

	"segue/train"
)

// Config says what a study does. The zero value is not one: see Demo and Full.
type Config struct {
	Start  Start    `json:"start"`
	Tune   Tune     `json:"tune"`
	Arms   []string `json:"arms"`   // of List, or names of recipes
	Starts int      `json:"starts"` // seeds of the supervised start
	Seeds  int      `json:"seeds"`  // seeds of the training from each start
	Seed   uint64   `json:"seed"`   // of all of it
	Sets   Sets     `json:"sets"`
	// Against are the arms that all others are compared with; nil: answer, paper and answer-step.
	Against []string `json:"against,omitempty"`
}

// opponents are the arms that all others are compared with, as far as they are there.
func (c Config) opponents() []string {
	if c.Against != nil {
		return c.Against
	}
	return []string{"answer", "paper", "answer-step"}
}

// Tune is the budget of every arm.
type Tune struct {
	Steps        int     `json:"steps"`         // batches
	Prompts      int     `json:"prompts"`       // tasks of a batch; no task comes twice
	Minibatches  int     `json:"minibatches"`   // parts of a batch with an update each
	Group        int     `json:"group"`         // responses to a task
	LearningRate float64 `json:"learning_rate"` // peak; it falls along a cosine
	KL           float64 `json:"kl"`            // coefficient of the KL to the start; 0: none
	ReplayTokens int     `json:"replay_tokens"` // of single items in each update, against forgetting; 0: none
	ReplayWeight float64 `json:"replay_weight"`
	EvalEvery    int     `json:"eval_every"` // steps between points of the curves
	EvalTasks    int     `json:"eval_tasks"` // tasks of such a point
}

// Tasks is how many tasks an arm trains on.
func (t Tune) Tasks() int { return t.Steps * t.Prompts }

// Updates is how often an arm changes the model.
func (t Tune) Updates() int { return t.Steps * t.Minibatches }

// Sets are the numbers of held-out tasks.
type Sets struct {
	Table  int `json:"table"`  // of two steps, for the table of Skill Entropy; validation tasks
	Cross  int `json:"cross"`  // that switch, 2 to 4 steps, between pairs of skills seen in training
	Unseen int `json:"unseen"` // that switch between pairs of skills never seen side by side
	Longer int `json:"longer"` // of 5 or 6 steps, more than were trained on
	Same   int `json:"same"`   // chains of one skill
}

// Environment is what a study has from its caller.
type Environment struct {
	Version  string
	Threads  int              // at work at the same time; 0: all that there are
	Now      func() time.Time // clock; nil: none
	Warn     func(error)
	Progress func(Progress) // called often, by one goroutine at a time; nil: not
}

// Progress says how far a study is.
type Progress struct {
	What        string  // that is being done
	Done, Total float64 // share of the work, by its usual time
}

// Run makes the study in dir, or what is left of it.
func Run(ctx context.Context, dir string, c Config, env Environment) (*Result, error) {
	arms, err := c.arms()
	if err != nil {
		return nil, err
	}
	if env.Threads == 0 {
		env.Threads = runtime.GOMAXPROCS(0)
	}
	if env.Warn == nil {
		env.Warn = func(error) {}
	}
	s := &session{dir: dir, config: c, env: env, arms: arms}
	s.meter.start(s)
	if err := s.claim(); err != nil {
		return nil, err
	}
	if err := s.sets(); err != nil {
		return nil, fmt.Errorf("make the tasks: %w", err)
	}
	if err := s.work(ctx); err != nil {
		return nil, err
	}
	return s.result()
}

// Read gathers the result of a finished study in dir. It trains nothing: of an
// unfinished one the error says so.
func Read(dir string) (*Result, error) {
	c, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	arms, err := c.arms()
	if err != nil {
		return nil, err
	}
	s := &session{dir: dir, config: c, arms: arms}
	r, err := s.result()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the study in %s is not finished, run it again to go on: %w", dir, err)
	}
	return r, err
}

func (c Config) arms() ([]Arm, error) {
	if c.Start.Mixed.Steps < 1 || c.Start.Alone.Steps < 0 {
		return nil, errors.New("a start needs at least one update on its mixture, and no fewer than none on single items")
	}
	if c.Tune.Minibatches < 1 || c.Tune.Prompts%c.Tune.Minibatches != 0 {
		return nil, fmt.Errorf("a batch of %d tasks does not part into %d equal minibatches: change prompts or minibatches", c.Tune.Prompts, c.Tune.Minibatches)
	}
	if len(c.Arms) == 0 || c.Starts < 1 || c.Seeds < 1 {
		return nil, errors.New("a study needs at least one arm, one start and one seed")
	}
	var arms []Arm
	for _, name := range c.Arms {
		a, err := Lookup(name)
		if err != nil {
			return nil, err
		}
		arms = append(arms, a)
	}
	return arms, nil
}

// environment is that of a training inside the study.
func (e Environment) environment() train.Environment {
	return train.Environment{Version: e.Version, Now: e.Now, Warn: e.Warn}
}
