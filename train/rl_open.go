package train

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"segue/grade"
	"segue/lm/checkpoint"
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
	"segue/reward"
	"segue/rl"
	_ "segue/rl/recipes" // the recipes that a configuration can name
	"segue/skill"
	"segue/switching"
	"segue/train/curriculum"
	"segue/train/health"
	"segue/train/policy"
	"segue/train/rollout"
)

// RLEnvironment is what a training by reinforcement learning has from its
// caller. The zero value is silent, measures no speed and runs no programs.
type RLEnvironment struct {
	Version  string           // of Segue, for the run's record
	Now      func() time.Time // clock for the times in metrics; nil: none
	Warn     func(error)      // what is wrong but no reason to stop; nil: unsaid
	Progress func(RLProgress) // called after every step; nil: not
	Grade    grade.Env        // what graders of programs and rubrics need
	Skills   []skill.Skill    // that tasks may need beyond the bank, with their labels
	Solver   reward.Solver    // solves steps again on the model's own answers; nil: none can be
	Embedder reward.Embedder  // compares labels; nil: the built-in model
	Model    string           // of Embedder
}

// RLProgress says how far a training is.
type RLProgress struct {
	Step, Steps int
	Last        *RLMeasure    // of the newest batch
	Eval        *RLEvaluation // the newest; nil: none yet
}

// open prepares everything that a step needs.
func (s *rlSession) open(ctx context.Context) error {
	c := s.config
	if err := s.read(ctx); err != nil {
		return err
	}
	if err := s.openReplay(); err != nil {
		return err
	}
	if err := s.openPolicy(); err != nil {
		return err
	}
	if err := s.openEngine(); err != nil {
		return err
	}
	var err error
	if s.monitor, err = health.New(c.Health); err != nil {
		return err
	}
	if s.picker, err = s.openPicker(); err != nil {
		return err
	}
	updates := c.Steps * c.Updates * c.Minibatches
	s.schedule = c.schedule(updates)
	s.summary = RLSummary{Run: s.dir, Recipe: c.Recipe, Steps: c.Steps, Tasks: len(s.tasks), EvalTasks: len(s.evalTasks), Events: []health.Event{}}
	if err := s.schedule.Validate(); err != nil {
		return err
	}
	return s.claim() // last: a start that cannot begin leaves no run behind
}

// read opens the model and the tasks, and what puts and grades them.
func (s *rlSession) read(ctx context.Context) error {
	var err error
	c := s.config
	if s.planner, err = c.planner(); err != nil {
		return err
	}
	if s.loaded, err = checkpoint.Load(c.Model); err != nil {
		return fmt.Errorf("open model: %w", err)
	}
	if s.tasks, err = ReadTasks(c.Tasks); err != nil {
		return err
	}
	if s.evalTasks, err = ReadTasks(c.EvalTasks); err != nil {
		return err
	}
	if c.EvalLimit > 0 {
		s.evalTasks = s.evalTasks[:min(c.EvalLimit, len(s.evalTasks))]
	}
	return s.openGrader(ctx)
}

// openGrader prepares prompts, labels and rewards.
func (s *rlSession) openGrader(ctx context.Context) error {
	c := s.config
	style, err := rollout.LookupStyle(c.Prompt)
	if err != nil {
		return err
	}
	e, err := newEncoder(s.loaded, s.loaded.Config.Context)
	if err != nil {
		return err
	}
	tasks := slices.Concat(s.tasks, s.evalTasks)
	s.vocabulary = vocabulary(s.env.Skills, tasks)
	s.writer = rollout.Writer{Style: style, Skills: skillsOf(s.vocabulary, tasks), Encode: func(text string) ([]int32, error) { return e.prompt(text, c.Chat) }}
	labels, err := reward.NewLabels(ctx, s.vocabulary, reward.LabelOptions{Embedder: s.env.Embedder, Model: s.env.Model})
	if err != nil {
		return err
	}
	composition, err := s.composition()
	if err != nil {
		return err
	}
	s.grader = rollout.Grader{
		Reader: reward.Reader{Labels: labels, Env: s.env.Grade, Solver: s.env.Solver}, Composition: composition, Threads: c.Threads,
	}
	return nil
}

func (s *rlSession) composition() (*reward.Composition, error) {
	c := s.config
	w, err := c.weights()
	if err != nil {
		return nil, err
	}
	e, err := switching.ParseEstimator(c.Estimator)
	if err != nil {
		return nil, err
	}
	setting := reward.Setting{Estimator: e, Seed: c.Seed}
	if c.Table != "" {
		if setting.Table, err = readTable(c.Table); err != nil {
			return nil, err
		}
	} else if needsTable(w) {
		return nil, errors.New("the reward looks at Skill Entropy: set table to a file that segue entropy estimate wrote")
	}
	for _, t := range s.tasks {
		setting.Training = append(setting.Training, t.Sequence())
	}
	return reward.New(w, setting)
}

func readTable(path string) (*switching.Table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read table: %w", err)
	}
	defer f.Close()
	t, err := switching.ReadTable(f)
	if err != nil {
		return nil, fmt.Errorf("read table %s: %w", path, err)
	}
	return t, nil
}

func (s *rlSession) openPolicy() error {
	c := s.config
	if c.LoRA.Rank > 0 {
		random := rand.New(rand.NewPCG(c.Seed, adapterStream))
		var err error
		if s.adapters, err = decoder.NewAdapters(s.loaded.Config, decoder.LoRA{Rank: c.LoRA.Rank, Alpha: c.LoRA.Alpha, Targets: c.LoRA.Targets}, random); err != nil {
			return err
		}
	}
	if c.LoRA.Half {
		roundMatrices(s.loaded.Parameters)
	}
	needs := s.planner.Needs()
	o := c.Passes.policy(s.adapters, s.workers)
	o.Optimizer, o.PassTokens, o.ValueRate = c.optimizer(), c.PassTokens, c.ValueRate
	o.Value = slices.Contains(needs, rl.Aux("value"))
	if column := rl.Aux("value_probe"); slices.Contains(needs, column) {
		o.Probe = s.planner.Hooks().Measures[column]
	}
	if slices.Contains(needs, rl.LogProbRef) || slices.Contains(needs, rl.SpanValue(rl.GoldLogProbRef)) {
		o.Reference = s.loaded.Parameters
		if s.adapters == nil { // the parameters are trained in place
			o.Reference = &model.Parameters{Config: s.loaded.Config, Specs: s.loaded.Parameters.Specs, Values: slices.Clone(s.loaded.Parameters.Values)}
		}
	}
	var err error
	s.policy, err = policy.New(s.loaded.Parameters, o)
	return err
}

// roundMatrices rounds a frozen model to what passes keep of it as bfloat16, so
// that the engine that draws, the policy that learns and the reference are the same.
func roundMatrices(p *model.Parameters) {
	var half []uint16
	for _, spec := range p.Specs {
		if !spec.Vector {
			values := p.Of(p.Values, spec.Name)
			half = slices.Grow(half[:0], len(values))[:len(values)]
			kernel.Default().ToBFloat16(half, values)
			kernel.Default().FromBFloat16(values, half)
		}
	}
}

func (s *rlSession) openPicker() (curriculum.Picker, error) {
	d, err := curriculum.Lookup(s.config.Curriculum)
	if err != nil {
		return nil, err
	}
	if n := s.config.Prompts; n > len(s.tasks) {
		return nil, fmt.Errorf("a step takes prompts (%d) different tasks, but there are only %d: lower prompts or give more tasks", n, len(s.tasks))
	}
	tasks := make([]curriculum.Task, len(s.tasks))
	for i, t := range s.tasks {
		tasks[i] = curriculum.Task{Skills: t.Sequence(), Level: string(t.Level), Steps: len(t.Steps)}
	}
	return d.New(tasks, s.config.Seed, curriculum.Options{PerStep: s.config.Prompts, Steps: s.config.Steps})
}
