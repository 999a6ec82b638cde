package completion

import (
	"encoding/json"
	"fmt"
	"strconv"

	"segue/llm"
	"segue/lm"
	"segue/lm/generation"
)

// Limits on one request.
const (
	maxSamples     = 128
	maxStops       = 16
	maxTopLogProbs = 20
)

// wireRequest is the body of both endpoints: OpenAI's fields, vLLM's names for
// the sampling settings that OpenAI lacks, and Segue's own "steps". Unknown
// fields are ignored, as clients expect.
type wireRequest struct {
	Model    string          `json:"model"`
	Messages []wireMessage   `json:"messages"`
	Prompt   json.RawMessage `json:"prompt"` // a string, or a list of one

	N                   *int               `json:"n"`
	MaxTokens           *int               `json:"max_tokens"`
	MaxCompletionTokens *int               `json:"max_completion_tokens"`
	Temperature         *float64           `json:"temperature"`
	TopP                *float64           `json:"top_p"`
	TopK                *int               `json:"top_k"`
	MinP                *float64           `json:"min_p"`
	RepetitionPenalty   *float64           `json:"repetition_penalty"`
	PresencePenalty     *float64           `json:"presence_penalty"`
	FrequencyPenalty    *float64           `json:"frequency_penalty"`
	LogitBias           map[string]float64 `json:"logit_bias"`
	Seed                *int64             `json:"seed"`
	Stop                words              `json:"stop"`
	LogProbs            json.RawMessage    `json:"logprobs"` // chat: a boolean; completions: a number
	TopLogProbs         *int               `json:"top_logprobs"`
	Steps               int                `json:"steps"`
	Stream              bool               `json:"stream"`
	StreamOptions       struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
}

// wireMessage is one turn; its content is a text or a list of text parts.
type wireMessage struct {
	Role    string  `json:"role"`
	Content content `json:"content"`
}

type content string

func (c *content) UnmarshalJSON(data []byte) error {
	var text *string
	if json.Unmarshal(data, &text) == nil {
		if text != nil {
			*c = content(*text)
		}
		return nil
	}
	var parts []struct{ Type, Text string }
	if err := json.Unmarshal(data, &parts); err != nil {
		return fmt.Errorf("content is neither a text nor a list of text parts")
	}
	for _, p := range parts {
		if p.Type != "text" {
			return fmt.Errorf("content of type %q is not supported, only text", p.Type)
		}
		*c += content(p.Text)
	}
	return nil
}

// words is a text or a list of texts.
type words []string

func (w *words) UnmarshalJSON(data []byte) error {
	var one *string
	if json.Unmarshal(data, &one) == nil {
		if one != nil {
			*w = words{*one}
		}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(w))
}

// request turns the wire form into the engine's; chat says which endpoint it is for.
func (w wireRequest) request(chat bool) (lm.Request, error) {
	r := lm.Request{Samples: value(w.N, 1), Steps: w.Steps, Sampling: generation.Sampling{
		Temperature: value(w.Temperature, 1), TopP: value(w.TopP, 1), TopK: max(0, value(w.TopK, 0)), MinP: value(w.MinP, 0),
		Repetition: value(w.RepetitionPenalty, 1), Presence: value(w.PresencePenalty, 0), Frequency: value(w.FrequencyPenalty, 0),
		StopTexts: w.Stop, Seed: uint64(value(w.Seed, 0)),
	}}
	for _, limit := range []*int{w.MaxCompletionTokens, w.MaxTokens} {
		if limit == nil {
			continue
		}
		if *limit < 1 {
			return r, fmt.Errorf("the completion must be allowed at least 1 token, not %d", *limit)
		}
		r.MaxTokens = *limit
		break
	}
	if err := w.check(r); err != nil {
		return r, err
	}
	for id, bias := range w.LogitBias {
		n, err := strconv.ParseInt(id, 10, 32)
		if err != nil {
			return r, fmt.Errorf("logit_bias: %q is not a token id", id)
		}
		if r.Bias == nil {
			r.Bias = map[int32]float64{}
		}
		r.Bias[int32(n)] = bias
	}
	if err := w.logProbs(&r, chat); err != nil {
		return r, err
	}
	if chat {
		if len(w.Messages) == 0 {
			return r, fmt.Errorf("messages is empty")
		}
		for _, m := range w.Messages {
			r.Messages = append(r.Messages, llm.Message{Role: m.Role, Content: string(m.Content)})
		}
		return r, nil
	}
	var prompt words
	if err := prompt.UnmarshalJSON(w.Prompt); err != nil || len(prompt) != 1 {
		return r, fmt.Errorf("prompt must be one text")
	}
	r.Text = prompt[0]
	return r, nil
}

func (w wireRequest) check(r lm.Request) error {
	switch {
	case r.Samples < 1 || r.Samples > maxSamples:
		return fmt.Errorf("n is %d, want 1 to %d", r.Samples, maxSamples)
	case w.Temperature != nil && (*w.Temperature < 0 || *w.Temperature > 100):
		return fmt.Errorf("temperature is %v, want 0 to 100", *w.Temperature)
	case w.TopP != nil && (*w.TopP <= 0 || *w.TopP > 1):
		return fmt.Errorf("top_p is %v, want above 0 and at most 1", *w.TopP)
	case r.MinP < 0 || r.MinP > 1:
		return fmt.Errorf("min_p is %v, want 0 to 1", r.MinP)
	case r.Repetition <= 0:
		return fmt.Errorf("repetition_penalty is %v, want above 0", r.Repetition)
	case len(r.StopTexts) > maxStops:
		return fmt.Errorf("%d stop texts, at most %d are possible", len(r.StopTexts), maxStops)
	case r.Steps < 0 || r.Steps > 64:
		return fmt.Errorf("steps is %d, want 0 to 64", r.Steps)
	}
	return nil
}

// logProbs reads the two dialects: chat sends logprobs: true and top_logprobs,
// completions send logprobs: N.
func (w wireRequest) logProbs(r *lm.Request, chat bool) error {
	if len(w.LogProbs) > 0 && string(w.LogProbs) != "null" {
		var on bool
		var n int
		switch {
		case json.Unmarshal(w.LogProbs, &on) == nil:
			r.LogProbs = on
		case !chat && json.Unmarshal(w.LogProbs, &n) == nil:
			r.LogProbs, r.TopLogProbs = true, n
		default:
			return fmt.Errorf("logprobs is %s, which this endpoint does not take", w.LogProbs)
		}
	}
	if w.TopLogProbs != nil {
		r.TopLogProbs = *w.TopLogProbs
	}
	if r.TopLogProbs < 0 || r.TopLogProbs > maxTopLogProbs {
		return fmt.Errorf("%d likeliest tokens are asked for, want 0 to %d", r.TopLogProbs, maxTopLogProbs)
	}
	return nil
}

func value[T any](p *T, fallback T) T {
	if p == nil {
		return fallback
	}
	return *p
}
