package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"segue/internal/lock"
	"segue/lm/checkpoint"
	"segue/lm/decoder"
	"segue/lm/generation"
	"segue/lm/kernel"
	"segue/lm/model"
	"segue/lm/optimizer"
	"segue/rl"
	"segue/skill"
	"segue/task"
	"segue/train/curriculum"
	"segue/train/health"
	"segue/train/policy"
	"segue/train/rollout"
)

// RLSummary is what a training by reinforcement learning came to.
type RLSummary struct {
	Run       string         `json:"run"`
	Recipe    string         `json:"recipe"`
	Step      int            `json:"step"`  // batches of rollouts done
	Steps     int            `json:"steps"` // in all
	Resumed   int            `json:"resumed"`
	Tasks     int            `json:"tasks"`
	EvalTasks int            `json:"eval_tasks"`
	EvalStart *RLEvaluation  `json:"eval_start,omitempty"`
	EvalEnd   *RLEvaluation  `json:"eval_end,omitempty"`
	Last      *RLMeasure     `json:"last,omitempty"` // of the last batch
	Events    []health.Event `json:"events"`
	Model     string         `json:"model,omitempty"`
}

// ErrDiverged says that a training was stopped because its numbers, or what
// they say of its health, leave no hope for it.
var ErrDiverged = errors.New("the training was stopped")

// rlSession is one start of a run.
type rlSession struct {
	dir      string
	config   RLConfig
	env      RLEnvironment
	loaded   *checkpoint.Loaded
	workers  *kernel.Workers
	planner  *rl.Planner
	schedule optimizer.Schedule

	tasks, evalTasks []task.Task
	vocabulary       []skill.Skill // what labels are mapped to
	prompts          string        // SHA-256 of all prompts' tokens
	writer           rollout.Writer
	grader           rollout.Grader
	replay           *replay // nil: none

	adapters *decoder.Adapters // nil: all parameters are trained
	policy   *policy.Policy
	sampled  *model.Parameters // what the engine draws from: the parameters, or a copy with the adapters merged
	engine   *generation.Engine
	drawer   *rollout.Drawer

	picker    curriculum.Picker
	monitor   *health.Monitor
	state     rl.State // of the recipe
	updates   int      // updates begun, for the schedule
	saved     int      // step of the newest checkpoint; -1: none
	good      int      // step of the newest checkpoint whose policy drew a healthy batch; -1: none
	evaluated int      // step of the newest evaluation; -1: none

	metrics  *journal[rlEntry]
	rollouts *journal[sampleLine]
	summary  RLSummary
}

// RL trains a model on tasks by the rewards that its responses earn, in the run
// directory dir, and writes the trained model to dir/model. A run that was
// interrupted or killed goes on from its newest checkpoint when RL is called
// again with the same RLConfig; the result has the same bits as that of a run
// without interruption. When ctx ends, a checkpoint is written and the error is
// that of ctx. A run that diverges is stopped with ErrDiverged, which names the
// last good checkpoint: the newest one whose policy drew a healthy batch.
func RL(ctx context.Context, dir string, c RLConfig, env RLEnvironment) (RLSummary, error) {
	if err := c.Validate(); err != nil {
		return RLSummary{}, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return RLSummary{}, fmt.Errorf("make run directory: %w", err)
	}
	unlock, err := lock.Directory(dir)
	if err != nil {
		return RLSummary{}, err
	}
	defer unlock()
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	if env.Warn == nil {
		env.Warn = func(error) {}
	}
	s := &rlSession{dir: dir, config: c, env: env, workers: kernel.NewWorkers(c.Threads), saved: -1, good: -1, evaluated: -1}
	defer s.workers.Close()
	defer func() {
		if s.engine != nil {
			s.engine.Close()
		}
	}()
	if err := s.open(ctx); err != nil {
		return s.summary, err
	}
	if err := s.resume(); err != nil {
		return s.summary, err
	}
	defer s.metrics.close()
	defer s.rollouts.close()
	if err := s.run(ctx); err != nil {
		return s.summary, err
	}
	return s.summary, s.finish()
}

// run makes the steps that are left, with the evaluations and checkpoints
// between them.
func (s *rlSession) run(ctx context.Context) error {
	for {
		if s.evaluationDue() {
			if err := s.evaluate(ctx); err != nil && !interrupted(ctx, err) {
				return err
			}
		}
		if ctx.Err() != nil {
			return errors.Join(fmt.Errorf("stopped after step %d of %d: %w", s.summary.Step, s.summary.Steps, ctx.Err()), s.save())
		}
		if s.saveDue() {
			if err := s.save(); err != nil {
				return err
			}
		}
		if s.summary.Step == s.summary.Steps {
			return nil
		}
		if err := s.step(ctx); err != nil && !interrupted(ctx, err) {
			return fmt.Errorf("step %d: %w", s.summary.Step+1, s.diagnose(err))
		}
	}
}

// interrupted says that what failed was told to stop and has changed nothing.
// Any other fault counts, also one that comes when ctx is done.
func interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
}

func (s *rlSession) evaluationDue() bool {
	step, every := s.summary.Step, s.config.EvalEvery
	due := step == 0 || step == s.summary.Steps || every > 0 && step%every == 0
	return due && len(s.evalTasks) > 0 && s.evaluated != step
}

// saveDue spares a run that is not healthy: its newest checkpoint stays one to
// go back to.
func (s *rlSession) saveDue() bool {
	step, every := s.summary.Step, s.config.SaveEvery
	return step == s.summary.Steps || every > 0 && step > 0 && step%every == 0 && s.monitor.Healthy()
}

// diagnose says what a failed step means and where the run stood before.
func (s *rlSession) diagnose(err error) error {
	signs := []error{policy.ErrDiverged, generation.ErrNotFinite, rl.ErrDiverged, ErrDiverged}
	if !slices.ContainsFunc(signs, func(sign error) bool { return errors.Is(err, sign) }) {
		return err
	}
	where := fmt.Sprintf("there is no good checkpoint from before: start a new run from %s", s.config.Model)
	if s.good >= 0 {
		where = fmt.Sprintf("the last good checkpoint is %s: start a new run from it", filepath.Join(s.dir, checkpointsName, fmt.Sprintf("step-%08d", s.good)))
		if s.adapters != nil {
			where = strings.TrimSuffix(where, ": start a new run from it")
		}
	}
	if errors.Is(err, ErrDiverged) { // a condition of health, which says what to change
		return fmt.Errorf("%w; %s", err, where)
	}
	return fmt.Errorf("%w: %w: lower learning_rate (%g), raise the recipe's kl_coef, or clip more; %s", ErrDiverged, err, s.config.LearningRate, where)
}

func (s *rlSession) now() time.Time {
	if s.env.Now == nil {
		return time.Time{}
	}
	return s.env.Now()
}

// finish writes the trained model.
func (s *rlSession) finish() error {
	err := export(s.dir, s.loaded, s.loaded.Parameters, s.adapters, s.config.Model, s.config.Save)
	if err != nil {
		return err
	}
	s.summary.Model = filepath.Join(s.dir, modelName)
	return nil
}
