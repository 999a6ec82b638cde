package lm

import (
	"context"
	"errors"
	"strings"
	"time"

	"segue/llm"
)

// Sample draws one response, so that a Model stands wherever an endpoint does.
// What the request leaves open takes OpenAI's defaults; Index is hashed into
// the seed, so that repeated draws of one prompt differ.
func (m *Model) Sample(ctx context.Context, req llm.Request) (llm.Response, error) {
	start := time.Now()
	r := Request{Messages: req.Messages, Samples: 1}
	r.MaxTokens, r.StopTexts = req.MaxTokens, req.Stop
	r.Temperature, r.TopP = 1, 1
	if req.Temperature != nil {
		r.Temperature = *req.Temperature
	}
	if req.TopP != nil {
		r.TopP = *req.TopP
	}
	if req.Seed != nil {
		r.Seed = uint64(*req.Seed)
	}
	r.Seed += uint64(req.Index) * 0x9e3779b97f4a7c15
	var text strings.Builder
	out := llm.Response{Model: m.name}
	usage, err := m.Generate(ctx, r, func(d Delta) error {
		text.WriteString(d.Text)
		out.FinishReason = d.Finish
		return nil
	})
	if err != nil {
		return llm.Response{}, m.failure(err)
	}
	out.Reasoning, out.Text = llm.SplitReasoning(text.String())
	out.PromptTokens, out.CompletionTokens = usage.Prompt, usage.Completion
	out.Latency = time.Since(start)
	return out, nil
}

// failure says whether trying again makes sense.
func (m *Model) failure(err error) error {
	class := llm.Fatal
	switch {
	case errors.Is(err, ErrBusy):
		class = llm.Overloaded
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		class = llm.Canceled
	}
	return &llm.Error{Class: class, Deed: "native model " + m.name + ": " + err.Error(), Err: err}
}
