package speed

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"segue/lm"
	"segue/lm/checkpoint"
	"segue/lm/generation"
	"segue/lm/kernel"
	"segue/lm/model"
)

// Sample is the speed of drawing: New tokens for each of Batch sequences at
// temperature 1, prompts included in the time.
type Sample struct {
	Model           string       `json:"model"`
	Parameters      int64        `json:"params"`
	Config          model.Config `json:"config"` // so that a peer can be given the same
	Quantised       bool         `json:"quantised"`
	Batch           int          `json:"batch"`
	Prompt          int          `json:"prompt"` // tokens of each prompt
	New             int          `json:"new"`
	Threads         int          `json:"threads"`
	TokensPerSecond float64      `json:"tokens_per_s"`
}

// sampleSizes are the batches of the measurement.
var sampleSizes = []Sample{
	{Model: "nano", Batch: 64, Prompt: 32, New: 256},
	{Model: "tiny", Batch: 64, Prompt: 32, New: 256},
	{Model: "smollm2-135m", Batch: 64, Prompt: 32, New: 256},
	{Model: "smollm2-135m", Batch: 1, Prompt: 32, New: 128},
}

// MeasureSample measures every model of the table, or the model in the file or
// folder path where one is given. A batch above 0 replaces the table's.
func MeasureSample(ctx context.Context, o Options, path string, batch int) ([]Sample, error) {
	if path != "" {
		return measureFile(ctx, o, path, max(1, batch))
	}
	var all []Sample
	for _, s := range sampleSizes {
		if batch > 0 {
			s.Batch = batch
		}
		c, err := config(s.Model)
		if err != nil {
			return nil, err
		}
		p, err := model.NewParameters(c)
		if err != nil {
			return nil, err
		}
		p.Initialise(rand.New(rand.NewPCG(1, 3)))
		if err := s.measure(ctx, o, generation.NewWeights(nil, p)); err != nil {
			return nil, fmt.Errorf("sample from %s: %w", s.Model, err)
		}
		all = append(all, s)
	}
	return all, nil
}

func measureFile(ctx context.Context, o Options, path string, batch int) ([]Sample, error) {
	loaded, err := checkpoint.Load(path)
	if err != nil {
		return nil, err
	}
	w, err := lm.Weights(loaded, false)
	if err != nil {
		return nil, err
	}
	s := Sample{Model: path, Batch: batch, Prompt: 8, New: 128}
	_, s.Quantised = loaded.Quantised("model.layers.0.mlp.down_proj.weight")
	if err := s.measure(ctx, o, w); err != nil {
		return nil, fmt.Errorf("sample from %s: %w", path, err)
	}
	return []Sample{s}, nil
}

func (s *Sample) measure(ctx context.Context, o Options, w *generation.Weights) error {
	o.note(fmt.Sprintf("sampling %s, batch %d", s.Model, s.Batch))
	s.Config, s.Threads = w.Config(), o.Threads
	s.Parameters = s.Config.Size()
	workers := kernel.NewWorkers(o.Threads)
	defer workers.Close()
	e, err := generation.New(w, generation.Options{Workers: workers, Sequences: s.Batch, Tokens: s.Batch * (s.Prompt + s.New + 64), Prefixes: -1})
	if err != nil {
		return err
	}
	defer e.Close()
	round := 0
	draw := func(tokens int) error {
		round++
		return s.draw(ctx, e, round, tokens)
	}
	const few = 8 // tokens that warm up
	s.TokensPerSecond, err = best(ctx, o.For, float64(s.Batch*s.New), func() error { return draw(few) }, func() error { return draw(s.New) })
	return err
}

// draw draws one batch of so many tokens from prompts of its own.
func (s *Sample) draw(ctx context.Context, e *generation.Engine, round, tokens int) error {
	const patience = 30 * time.Minute
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r := rand.New(rand.NewPCG(uint64(round), 4))
	requests := make([]generation.Request, s.Batch)
	for i := range requests {
		prompt := make([]int32, s.Prompt)
		for j := range prompt {
			prompt[j] = int32(r.IntN(s.Config.Vocabulary))
		}
		requests[i] = generation.Request{Prompt: prompt, Sampling: generation.Sampling{Temperature: 1, MaxTokens: tokens, IgnoreEnd: true, Seed: uint64(i)}}
	}
	completions, err := e.Generate(ctx, requests)
	if err != nil {
		return err
	}
	for _, c := range completions {
		if c.Err != nil {
			return c.Err
		}
	}
	return nil
}
