package lm

import (
	"context"
	"fmt"
	"slices"

	"segue/llm"
	"segue/lm/chat"
	"segue/lm/generation"
	"segue/lm/tokenizer"
)

// Generate completes a prompt and calls emit for every growth of any
// completion, one call at a time. It returns once all have ended, or with the
// first error: ErrRequest and ErrBusy tell what the caller can mend.
func (m *Model) Generate(ctx context.Context, r Request, emit func(Delta) error) (Usage, error) {
	prompt, err := m.prompt(r)
	if err != nil {
		return Usage{}, fmt.Errorf("%w: %w", ErrRequest, err)
	}
	request := generation.Request{Prompt: prompt, Samples: r.Samples, Sampling: r.Sampling}
	if !r.IgnoreEnd {
		request.StopTokens = append(slices.Clone(r.StopTokens), m.config.EndTokens...)
	}
	if r.Steps > 0 {
		if request.Constraint, err = m.form(r.Steps); err != nil {
			return Usage{}, fmt.Errorf("%w: %w", ErrRequest, err)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // an emit that fails ends the rest
	stream, err := m.engine.Submit(ctx, request)
	if err != nil {
		return Usage{}, err
	}
	usage := Usage{Prompt: len(prompt)}
	texts := make([]tokenizer.Stream, max(1, r.Samples))
	for {
		d, ok := stream.Next()
		if !ok {
			_, err := stream.Wait()
			return usage, err
		}
		if d.Err != nil {
			return usage, d.Err
		}
		usage.Completion += len(d.Tokens)
		if err := emit(m.delta(d, r.LogProbs, &texts[d.Sample])); err != nil {
			return usage, err
		}
	}
}

// delta turns the engine's delta into whole characters; text keeps the
// beginning of one that is not complete yet.
func (m *Model) delta(d generation.Delta, describe bool, text *tokenizer.Stream) Delta {
	out := Delta{Sample: d.Sample, Text: text.PushBytes(d.Text), Finish: finish(d.Finish)}
	if d.Finish != "" {
		out.Text += text.Flush()
	}
	if describe {
		for _, t := range d.Tokens {
			out.Tokens = append(out.Tokens, m.describe(t))
		}
	}
	return out
}

func (m *Model) describe(t generation.Token) Token {
	out := Token{Token: t, Bytes: m.tokens.Bytes(t.ID)}
	for _, a := range t.Top {
		out.Top = append(out.Top, m.tokens.Bytes(a.ID))
	}
	return out
}

func finish(f generation.Finish) string {
	switch f {
	case generation.FinishStop:
		return llm.FinishStop
	case generation.FinishLength:
		return llm.FinishLength
	}
	return ""
}

// prompt is a request's prompt in tokens.
func (m *Model) prompt(r Request) ([]int32, error) {
	if len(r.Messages) == 0 {
		return append(append([]int32{}, m.tokens.Prefix()...), m.tokens.Encode(r.Text, false)...), nil
	}
	turns := make([]chat.Message, len(r.Messages))
	for i, t := range r.Messages {
		turns[i] = chat.Message{Role: t.Role, Content: t.Content}
	}
	begin, end := m.tokens.Config().Begin, m.tokens.Config().End
	text, err := m.template.Render(turns, chat.Options{AddGenerationPrompt: true, Extra: map[string]any{"bos_token": begin, "eos_token": end}})
	if err != nil {
		return nil, err
	}
	return m.tokens.Encode(text, true), nil
}

// form is the constraint to responses of so many steps.
func (m *Model) form(steps int) (generation.Constraint, error) {
	if known, ok := m.forms.Load(steps); ok {
		return known.(*generation.ResponseForm), nil
	}
	f, err := generation.NewResponseForm(m.vocabulary(), steps, m.config.EndTokens)
	if err != nil {
		return nil, err
	}
	known, _ := m.forms.LoadOrStore(steps, f)
	return known.(*generation.ResponseForm), nil
}
