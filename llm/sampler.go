// Package llm talks to language models over OpenAI-compatible endpoints, at
// thousands of requests a second and without trusting the endpoint.
//
// The parts are Samplers that wrap Samplers, from the wire outwards:
//
//	Endpoint   one attempt at one base URL: deadlines, size limits, typed errors
//	Pool       several endpoints: adaptive concurrency, least loaded first, parking
//	Budget     money and tokens reserved before a request is sent
//	Retry      backoff with full jitter, Retry-After, a total deadline
//	Cache      answers on disk, keyed by endpoint, model, prompt and settings
//
// Open builds the usual stack. Nothing here reads the environment (but for
// net/http's proxy variables): keys and addresses are handed in.
package llm

import (
	"context"
	"time"
)

// Sampler draws one response of a language model. Implementations are safe for
// concurrent use, honour the context, and return an *Error that says whether
// trying again makes sense.
type Sampler interface {
	Sample(ctx context.Context, req Request) (Response, error)
}

// SamplerFunc makes a Sampler of a function.
type SamplerFunc func(ctx context.Context, req Request) (Response, error)

// Sample calls f.
func (f SamplerFunc) Sample(ctx context.Context, req Request) (Response, error) { return f(ctx, req) }

// Embedder turns texts into vectors, one for each text and in their order.
type Embedder interface {
	Embed(ctx context.Context, model string, texts []string) ([][]float32, error)
}

// Roles of a chat message.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
)

// Message is one turn of a chat.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Request asks for one response. Pointers tell "not given" (the endpoint's
// default) from zero.
type Request struct {
	Model       string         `json:"model"`
	Messages    []Message      `json:"messages"`
	Temperature *float64       `json:"temperature,omitempty"`
	TopP        *float64       `json:"top_p,omitempty"`
	MaxTokens   int            `json:"max_tokens,omitempty"` // longest completion; 0 is the endpoint's default
	Seed        *int64         `json:"seed,omitempty"`
	Stop        []string       `json:"stop,omitempty"`
	Extra       map[string]any `json:"extra,omitempty"` // further fields of the request's JSON body, such as reasoning_effort

	// Index numbers the draws of one prompt. It is not sent; it keeps repeated
	// draws apart in the cache.
	Index int `json:"index,omitempty"`
	// Stream asks for server-sent events. The text is the same; a stalled
	// endpoint is noticed after the idle deadline instead of the header one.
	Stream bool `json:"-"`
	// NoCache neither reads nor writes the cache for this request.
	NoCache bool `json:"-"`
}

// Finish reasons that Segue tells apart; endpoints may send others.
const (
	FinishStop    = "stop"
	FinishLength  = "length"
	FinishFilter  = "content_filter"
	FinishRefusal = "refusal" // the text is the model's refusal
)

// Response is what a model answered.
type Response struct {
	Text             string        `json:"text"`
	Reasoning        string        `json:"reasoning,omitempty"` // thoughts, kept apart from the text
	FinishReason     string        `json:"finish_reason"`
	Model            string        `json:"model"` // as the endpoint names it
	PromptTokens     int           `json:"prompt_tokens"`
	CompletionTokens int           `json:"completion_tokens"`         // thoughts included
	UsageEstimated   bool          `json:"usage_estimated,omitempty"` // the endpoint sent no token counts
	Latency          time.Duration `json:"latency"`                   // of the successful attempt, in nanoseconds; 0 when cached
	Cached           bool          `json:"cached,omitempty"`          // read from the cache, nothing was sent
	Cost             float64       `json:"cost"`                      // US dollars spent by this call; 0 when cached or unpriced
}
