// Package scripted holds a language model whose answers are a function, for
// demonstrations and tests: as a Sampler in the process and as an
// OpenAI-compatible HTTP handler that can misbehave in every way known.
package scripted

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"sync"
	"sync/atomic"
	"time"

	"segue/llm"
)

// Model answers by script. The zero value with an Answer works; fields are set
// before use and not changed after. It is safe for concurrent use if Answer is.
type Model struct {
	// Answer is the text of the response, thoughts in <think> tags included.
	// A nil Answer repeats the last message.
	Answer func(llm.Request) string
	// Faults decides what goes wrong; nil is nothing.
	Faults Schedule
	// Latency is waited before each answer.
	Latency time.Duration
	// RetryAfter is what rate-limited answers ask for, in whole seconds.
	RetryAfter time.Duration
	// Key is the API key asked for; empty lets everyone in.
	Key string
	// ReasoningField sends thoughts beside the text under this name
	// (reasoning_content or reasoning) instead of in tags.
	ReasoningField string

	mu       sync.Mutex
	tries    map[[sha256.Size]byte]int
	requests atomic.Int64
	active   atomic.Int64
	peak     atomic.Int64
}

// Requests is the number of attempts seen so far.
func (m *Model) Requests() int64 { return m.requests.Load() }

// Peak is the highest number of attempts that were under way at once.
func (m *Model) Peak() int64 { return m.peak.Load() }

// digest hashes what a request says.
func digest(req llm.Request) uint64 {
	sum := identity(req)
	return binary.LittleEndian.Uint64(sum[:])
}

func identity(req llm.Request) [sha256.Size]byte {
	body, err := json.Marshal(req)
	if err != nil { // settings that are no JSON: the messages still tell requests apart
		body, _ = json.Marshal(req.Messages)
	}
	return sha256.Sum256(body)
}

// Seed is a hash of a seed and what a request says, for scripts that draw:
// rand.New(rand.NewPCG(Seed(s, req), 0)). Repeated draws of a prompt differ
// by the request's own seed.
func Seed(seed uint64, req llm.Request) uint64 {
	h := fnv.New64a()
	_ = binary.Write(h, binary.LittleEndian, []uint64{seed, digest(req)})
	return h.Sum64()
}

// begin counts an attempt in and decides its fault.
func (m *Model) begin(req llm.Request) Fault {
	m.requests.Add(1)
	now := m.active.Add(1)
	for peak := m.peak.Load(); now > peak && !m.peak.CompareAndSwap(peak, now); peak = m.peak.Load() {
	}
	if m.Faults == nil {
		return None
	}
	id := identity(req)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tries == nil {
		m.tries = map[[sha256.Size]byte]int{}
	}
	try := m.tries[id]
	m.tries[id]++
	return m.Faults(req, try)
}

func (m *Model) end() { m.active.Add(-1) }

// text is the scripted answer, whole.
func (m *Model) text(req llm.Request) string {
	if m.Answer != nil {
		return m.Answer(req)
	}
	if len(req.Messages) == 0 {
		return ""
	}
	return req.Messages[len(req.Messages)-1].Content
}

// tokens counts four bytes as one token, rounded up.
func tokens(text string) int { return (len(text) + 3) / 4 }

func promptTokens(req llm.Request) int {
	n := 0
	for _, msg := range req.Messages {
		n += tokens(msg.Content)
	}
	return n
}

// limit cuts the text to the request's maximum of tokens.
func limit(text string, most int) (cut, finish string) {
	if most > 0 && len(text) > 4*most {
		return text[:4*most], llm.FinishLength
	}
	return text, llm.FinishStop
}

// Sample answers in the process. Faults come back as the errors that an
// Endpoint would report.
func (m *Model) Sample(ctx context.Context, req llm.Request) (llm.Response, error) {
	fault := m.begin(req)
	defer m.end()
	if fault == Hang || fault == Stall {
		<-ctx.Done()
	} else if m.Latency > 0 {
		timer := time.NewTimer(m.Latency)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	if ctx.Err() != nil {
		return llm.Response{}, &llm.Error{Class: llm.Canceled, Deed: "request was cancelled", Billed: true, Err: ctx.Err()}
	}
	if fault != None {
		return llm.Response{}, m.failure(fault)
	}
	text, finish := limit(m.text(req), req.MaxTokens)
	resp := llm.Response{Model: req.Model, FinishReason: finish, Latency: m.Latency,
		PromptTokens: promptTokens(req), CompletionTokens: tokens(text)}
	resp.Reasoning, resp.Text = llm.SplitReasoning(text)
	return resp, nil
}

// failure is the error that an Endpoint makes of a fault.
func (m *Model) failure(f Fault) *llm.Error {
	e := &llm.Error{Class: llm.Malformed, Deed: "scripted fault " + f.String(), Hint: "none, the fault is scripted", Billed: true}
	switch f {
	case RateLimit:
		e.Class, e.Status, e.Billed, e.RetryAfter = llm.RateLimited, 429, false, m.RetryAfter
	case Overload, OverloadObject:
		e.Class, e.Status, e.Billed = llm.Overloaded, 503, false
	case ServerError, ErrorObject:
		e.Class, e.Status, e.Billed = llm.Retryable, 500, false
	case Unauthorized:
		e.Class, e.Status, e.Billed = llm.Fatal, 401, false
	case NoModel:
		e.Class, e.Status, e.Billed = llm.Fatal, 404, false
	case Redirect:
		e.Class, e.Status, e.Billed = llm.Fatal, 302, false
	case Drop, LongLength:
		e.Class = llm.Retryable
	case Huge, Endless:
		e.Err = llm.ErrTooLarge
	}
	return e
}
