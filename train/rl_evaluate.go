package train

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"segue/internal/atomicfile"
	"segue/lm/generation"
	"segue/lm/kernel"
	"segue/task"
	"segue/train/rollout"
)

// RLEvaluation is how a policy does on held-out tasks: whole tasks, and every
// step of them alone. The outcomes are in a file, as a benchmark run has them.
type RLEvaluation struct {
	Step     int             `json:"step"`
	Cross    rollout.Summary `json:"cross"`
	Single   rollout.Summary `json:"single"`
	Gap      float64         `json:"gap"`                // step accuracy alone minus that within tasks; 0 where steps are not asked alone
	Outcomes string          `json:"outcomes,omitempty"` // file, within the run directory
}

// Evaluate asks the model of c its held-out tasks, outside of any run: whole,
// and every step alone. The outcomes are as a benchmark run has them.
func Evaluate(ctx context.Context, c RLConfig, env RLEnvironment) (RLEvaluation, []task.Outcome, error) {
	c.Tasks = c.EvalTasks
	if err := c.Validate(); err != nil {
		return RLEvaluation{}, nil, err
	}
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	s := &rlSession{config: c, env: env, workers: kernel.NewWorkers(c.Threads), saved: -1}
	defer s.workers.Close()
	if err := s.read(ctx); err != nil {
		return RLEvaluation{}, nil, err
	}
	if err := s.openEngine(); err != nil {
		return RLEvaluation{}, nil, err
	}
	defer s.engine.Close()
	var e RLEvaluation
	outcomes, err := s.examine(ctx, &e)
	return e, outcomes, err
}

// evaluationSeed is that of the draws of an evaluation, whose chances are the
// same each time, so that two of them differ by the policy alone.
const evaluationSeed = 1<<63 + 2

// evaluate measures the held-out tasks and writes a line and the outcomes.
func (s *rlSession) evaluate(ctx context.Context) error {
	e := &RLEvaluation{Step: s.summary.Step, Outcomes: s.evaluationName()}
	outcomes, err := s.examine(ctx, e)
	if err != nil {
		return fmt.Errorf("evaluate: %w", s.diagnose(err))
	}
	if err := atomicfile.Write(filepath.Join(s.dir, e.Outcomes), func(w io.Writer) error { return task.WriteJSONL(w, outcomes) }); err != nil {
		return fmt.Errorf("outcomes: %w", err)
	}
	line := rlEntry{Kind: kindEval, Step: s.summary.Step, Eval: e}
	if err := s.metrics.add(line); err != nil {
		return err
	}
	s.count(line)
	s.progress()
	return nil
}

// question is a prompt of an evaluation: a whole task, or its step (from 1) alone.
type question struct {
	prompt rollout.Prompt
	step   int
}

// examine asks every question of both modes.
func (s *rlSession) examine(ctx context.Context, e *RLEvaluation) ([]task.Outcome, error) {
	var cross, single []question
	for _, t := range s.evalTasks {
		p, err := s.writer.Cross(t)
		if err != nil {
			return nil, err
		}
		cross = append(cross, question{p, 0})
		for step := range t.Steps {
			if !s.config.EvalSingle {
				break
			}
			if p, err = s.writer.Single(t, step+1); err != nil {
				return nil, err
			}
			single = append(single, question{p, step + 1})
		}
	}
	outcomes, err := s.ask(ctx, cross, &e.Cross)
	if err != nil {
		return nil, err
	}
	more, err := s.ask(ctx, single, &e.Single)
	if err != nil {
		return nil, err
	}
	if alone, known := e.Single.StepAccuracy.Value(); known {
		within, _ := e.Cross.StepAccuracy.Value()
		e.Gap = alone - within
	}
	return append(outcomes, more...), nil
}

// ask draws, grades and summarises the responses to the questions of one mode.
func (s *rlSession) ask(ctx context.Context, questions []question, summary *rollout.Summary) ([]task.Outcome, error) {
	prompts := make([]rollout.Prompt, len(questions))
	for i, q := range questions {
		prompts[i] = q.prompt
	}
	sampling := generation.Sampling{MaxTokens: s.config.MaxTokens, Seed: rollout.Mix(s.config.Seed, evaluationSeed)}
	if s.config.EvalSamples > 1 {
		sampling.Temperature = s.config.Temperature
	}
	rollouts, err := s.drawer.Draw(ctx, prompts, s.config.EvalSamples, sampling)
	if err != nil {
		return nil, err
	}
	if err := s.grader.Grade(ctx, prompts, rollouts); err != nil {
		return nil, err
	}
	*summary = rollout.Summarise(prompts, rollouts)
	var outcomes []task.Outcome
	for _, r := range rollouts {
		outcomes = append(outcomes, r.Outcomes(prompts[r.Prompt], s.config.Model, questions[r.Prompt].step)...)
	}
	return outcomes, nil
}
