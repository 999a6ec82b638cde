package rollout

import (
	"context"
	"fmt"
	"sync"

	"segue/lm/generation"
)

// Drawer draws responses from an engine.
type Drawer struct {
	Engine *generation.Engine
	Bytes  func(id int32) []byte // of a token, nil for control tokens and unknown ones
	// Form, when it is not nil, holds responses to the strict form with so many
	// steps; the forms are kept.
	Form func(steps int) (generation.Constraint, error)

	mu    sync.Mutex
	forms map[int]generation.Constraint
}

// Draw draws so many responses to each prompt. Sampling.Seed and the prompt's
// place decide the chances of each, so that the same call gives the same
// responses. Rollouts come in the order of prompts, then samples, ungraded. A
// policy whose numbers are no longer finite is an error.
func (d *Drawer) Draw(ctx context.Context, prompts []Prompt, samples int, s generation.Sampling) ([]Rollout, error) {
	requests := make([]generation.Request, len(prompts))
	for i, p := range prompts {
		requests[i] = generation.Request{Prompt: p.Tokens, Samples: samples, Sampling: s}
		requests[i].Seed = Mix(s.Seed, uint64(i))
		if d.Form == nil {
			continue
		}
		form, err := d.form(len(p.Task.Steps))
		if err != nil {
			return nil, fmt.Errorf("task %s: %w", p.Task.ID, err)
		}
		requests[i].Constraint = form
	}
	completions, err := d.Engine.Generate(ctx, requests)
	if err != nil {
		return nil, fmt.Errorf("draw responses: %w", err)
	}
	rollouts := make([]Rollout, len(completions))
	for i, c := range completions {
		if c.Err != nil {
			return nil, fmt.Errorf("draw a response to task %s: %w", prompts[c.Request].Task.ID, c.Err)
		}
		rollouts[i] = Rollout{
			Prompt: c.Request, Sample: c.Sample, Tokens: c.Tokens, Text: string(c.Text),
			Truncated: c.Finish == generation.FinishLength, Starts: d.starts(c),
		}
	}
	return rollouts, nil
}

// starts says where each token begins in the text.
func (d *Drawer) starts(c generation.Completion) []int {
	at := make([]int, len(c.Tokens))
	sum := 0
	for i, t := range c.Tokens {
		at[i] = min(sum, len(c.Text))
		sum += len(d.Bytes(t.ID))
	}
	return at
}

func (d *Drawer) form(steps int) (generation.Constraint, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f, ok := d.forms[steps]; ok {
		return f, nil
	}
	f, err := d.Form(steps)
	if err != nil {
		return nil, err
	}
	if d.forms == nil {
		d.forms = map[int]generation.Constraint{}
	}
	d.forms[steps] = f
	return f, nil
}

// Mix hashes two numbers into a seed (the output function of SplitMix64), so
// that neighbouring seeds and places share nothing.
func Mix(seed, n uint64) uint64 {
	x := seed + 0x9e3779b97f4a7c15*(n+1)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
