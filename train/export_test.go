package train

import (
	"context"
	"strings"

	"segue/lm/checkpoint"
	"segue/lm/kernel"
	"segue/rl"
	"segue/train/rollout"
)

// Encode reads one line of data and tokenises it.
func Encode(line string, c SFTConfig, m *checkpoint.Loaded) (x Example, cut bool, err error) {
	r, err := parseRecord([]byte(line))
	if err != nil {
		return x, false, err
	}
	e, err := newDataEncoder(c, m)
	if err != nil {
		return x, false, err
	}
	return e.encode(r)
}

// Steps lists the examples of each batch of each of the first n steps.
func Steps(lengths []int, seed uint64, budget, accumulate, n int) (steps [][][]int, epochs []int) {
	var examples []Example
	for _, l := range lengths {
		examples = append(examples, Example{Tokens: make([]int32, l)})
	}
	o := newOrder(examples, seed, budget, accumulate)
	for i := range n {
		batches, epoch := o.at(i)
		steps, epochs = append(steps, batches), append(epochs, epoch)
	}
	return steps, epochs
}

// TotalSteps is the number of steps of so many epochs.
func TotalSteps(lengths []int, seed uint64, budget, accumulate, epochs int) int {
	o := &order{lengths: lengths, seed: seed, budget: budget, accumulate: accumulate}
	return o.total(epochs)
}

// ReadText reads records from a text.
func ReadText(text string) ([]Record, error) { return readRecords(strings.NewReader(text)) }

// Updater prepares updates of a model on examples, and returns what makes one.
func Updater(m *checkpoint.Loaded, c SFTConfig, lines []string, w *kernel.Workers) (update func() error, err error) {
	l, err := newLearner(m.Parameters, nil, c, w)
	if err != nil {
		return nil, err
	}
	var examples []Example
	for _, line := range lines {
		x, _, err := Encode(line, c, m)
		if err != nil {
			return nil, err
		}
		examples = append(examples, x)
	}
	o := newOrder(examples, c.Seed, c.BatchTokens, c.Accumulate)
	batches, _ := o.at(0)
	return func() error {
		_, err := l.update(examples, batches, c.LearningRate)
		return err
	}, nil
}

// Weights are those of a plan's tokens after the correction for how they were
// drawn; nil: all 1.
func Weights(limit float64, plan *rl.Plan, rollouts []rollout.Rollout) []float64 {
	s := rlSession{config: RLConfig{Correction: limit, Temperature: 0.7}}
	s.correct(plan, rollouts)
	return plan.Weight
}

// Stepper opens a run and returns what makes a step of it.
func Stepper(dir string, c RLConfig, env RLEnvironment) (step func() error, done func(), err error) {
	s := &rlSession{dir: dir, config: c, env: env, workers: kernel.NewWorkers(c.Threads), saved: -1, good: -1, evaluated: -1}
	if err := s.open(context.Background()); err != nil {
		return nil, nil, err
	}
	if err := s.resume(); err != nil {
		return nil, nil, err
	}
	return func() error { return s.step(context.Background()) }, func() {
		s.engine.Close()
		s.workers.Close()
		s.metrics.close()
		s.rollouts.close()
	}, nil
}

// Legible is a text as rollouts.jsonl has it, with the places of its tokens.
func Legible(text string, starts []int) (string, []int) { return legible(text, starts) }

// EarnedByOthers is what rollouts teach the value probe.
func EarnedByOthers(b *rl.Batch) []float64 { return earnedByOthers(b) }
