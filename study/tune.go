package study

import (
	"context"
	"fmt"
	"path/filepath"

	"segue/task/cue"
	"segue/train"
)

// trainArm trains an arm and measures what came of it.
func (s *session) trainArm(ctx context.Context, a Arm, m *material) error {
	dir := filepath.Join(m.dir, a.Name)
	what := fmt.Sprintf("%s %s: %s", filepath.Base(m.start), filepath.Base(m.dir), a.Name)
	progress := func(step, steps int) { s.meter.report(dir, a.Name, what, float64(step)/float64(steps)) }
	if exists(filepath.Join(dir, scoreName)) {
		progress(1, 1)
		return nil
	}
	learn := s.imitate
	if a.Configure != nil {
		learn = s.reinforce
	}
	model, prompt, err := learn(ctx, dir, a, m, s.warn(what), progress)
	if err != nil {
		return err
	}
	s.meter.report(dir, a.Name, what+", measuring", 1)
	_, err = s.score(ctx, model, dir, prompt, 1)
	return err
}

// reinforce trains an arm that learns from rewards, and says which model came of
// it and how it is asked.
func (s *session) reinforce(ctx context.Context, dir string, a Arm, m *material, warn func(error), progress func(step, steps int)) (model, prompt string, err error) {
	c := s.reinforced(m)
	a.Configure(&c)
	summary, err := train.RL(ctx, dir, c, train.RLEnvironment{
		Version: s.env.Version, Now: s.env.Now, Warn: warn, Skills: cue.Skills(), Solver: cue.Solver{},
		Progress: func(p train.RLProgress) { progress(p.Step, p.Steps) },
	})
	return summary.Model, c.Prompt, err
}

// imitate is reinforce for an arm of supervised learning.
func (s *session) imitate(ctx context.Context, dir string, a Arm, m *material, warn func(error), progress func(step, steps int)) (model, prompt string, err error) {
	c, err := s.imitated(a, m)
	if err != nil {
		return "", "", err
	}
	env := s.env.environment()
	env.Warn, env.Progress = warn, func(p train.Progress) { progress(p.Step, p.Steps) }
	summary, err := train.SFT(ctx, dir, c, env)
	return summary.Model, barePrompt, err
}

func (s *session) warn(what string) func(error) {
	return func(err error) { s.env.Warn(fmt.Errorf("%s: %w", what, err)) }
}

// reinforced is the configuration that all arms of reinforcement learning share.
func (s *session) reinforced(m *material) train.RLConfig {
	t := s.config.Tune
	c := s.asked(m.model)
	c.Tasks, c.EvalTasks, c.EvalSingle = []string{m.path("tasks")}, []string{s.set(setCurve)}, false
	c.Table, c.Estimator, c.Seed = filepath.Join(m.start, tableName), "shrunk", m.seed
	c.RecipeSet = map[string]any{"kl_coef": t.KL}
	c.Steps, c.Prompts, c.Minibatches, c.Group = t.Steps, t.Prompts, t.Minibatches, t.Group
	c.Optimisation = t.optimisation()
	if t.ReplayTokens > 0 {
		c.Replay = train.Replay{Data: []string{m.path("replay")}, Tokens: t.ReplayTokens, Weight: t.ReplayWeight}
	}
	c.EvalEvery, c.SaveEvery, c.Keep, c.Threads = t.EvalEvery, saveEvery, 1, 1
	return c
}

// optimisation is how every arm, whatever it learns from, changes the model.
func (t Tune) optimisation() train.Optimisation {
	o := train.RLDefaults().Optimisation
	o.LearningRate, o.Schedule = t.LearningRate, "cosine"
	return o
}

// saveEvery is the number of steps that a kill can cost.
const saveEvery = 50

// barePrompt is the style that models of the task family are asked in.
const barePrompt = "bare"

// The most tokens of a response: about twice what four steps need, and half as
// much again as six need.
const (
	responseTokens       = 96
	longerResponseTokens = 108
)

// asked is how models of the task family are asked.
func (s *session) asked(model string) train.RLConfig {
	c := train.RLDefaults()
	c.Model, c.Prompt, c.Chat, c.MaxTokens, c.PassTokens = model, barePrompt, false, responseTokens, 1<<15
	return c
}

// imitated is the configuration of an arm of supervised learning: as many
// updates, on as many of the same tasks each, with single items against forgetting
// that weigh as much beside them.
func (s *session) imitated(a Arm, m *material) (train.SFTConfig, error) {
	t := s.config.Tune
	c := train.SFTDefaults()
	examples, err := a.Imitate(m)
	if err != nil {
		return c, err
	}
	learned := t.Prompts / t.Minibatches * tokensOfTask
	replay := 0
	if t.ReplayTokens > 0 {
		replay = int(t.ReplayWeight * float64(learned))
	}
	path := m.path(a.Name)
	if !exists(path) {
		singles, err := replayed(m.seed, t.Updates()*replay/tokensOfItem)
		if err != nil {
			return c, err
		}
		if err := writeLines(path, append(examples, singles...)); err != nil {
			return c, err
		}
	}
	c.Model, c.Data, c.Seed, c.HeldOut = m.model, []string{path}, m.seed, 0
	c.Steps, c.BatchTokens = t.Updates(), learned+replay
	c.Optimisation = t.optimisation()
	c.EvalEvery, c.SaveEvery, c.Keep, c.Threads = 0, 200, 1, 1
	return c, nil
}

// About the mean tokens of a task and of a single item with their responses.
const (
	tokensOfTask = 62
	tokensOfItem = 24
)
