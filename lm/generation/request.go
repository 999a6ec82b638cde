package generation

import (
	"context"
	"errors"
	"fmt"

	"segue/lm/attention"
	"segue/lm/model"
)

// Request asks for continuations of a prompt.
type Request struct {
	Prompt  []int32
	Samples int // continuations; 0: 1
	Sampling
	Constraint Constraint // nil: none

	Control    Control // nil: none
	ControlTop int     // likeliest tokens that it is shown
	Branches   int     // sequences that it may add to each sample
}

// Finish says why a sequence ended.
type Finish string

// The reasons. A sequence that its Control or a full Constraint ended has
// FinishStop.
const (
	FinishStop   Finish = "stop"   // an end token, a stop text
	FinishLength Finish = "length" // the largest number of tokens, or a full context
	FinishFailed Finish = "failed" // see Completion.Err
)

// Completion is one sequence at its end.
type Completion struct {
	Request int    // index into the requests of Generate
	Sample  int    // from 0
	Forks   []Fork // of a branch
	Tokens  []Token
	Text    []byte // of the tokens, up to a stop text and without end tokens; nil when the engine knows no bytes
	Finish  Finish
	Stop    string // the stop text that was met
	Err     error  // why this sequence failed
}

// Errors that callers tell apart.
var (
	ErrRequest = errors.New("the request cannot be carried out")
	ErrBusy    = errors.New("too many sequences are waiting")
	ErrClosed  = errors.New("the engine is closed")
)

// request is a Request under way.
type request struct {
	Request
	ctx    context.Context
	order  uint64 // of arrival
	index  int    // in the call of Generate
	most   int    // tokens drawn at most
	weight int64  // sequences that it counts for
	open   int    // sequences not at their end
	stream *Stream
}

// check says in words what cannot be carried out, and completes r.
func (r *request) check(c *model.Config, o *Options, positions int) error {
	if err := r.validate(c); err != nil {
		return fmt.Errorf("%w: %w", ErrRequest, err)
	}
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrRequest, fmt.Sprintf(format, args...))
	}
	switch {
	case len(r.Prompt) == 0:
		return bad("the prompt is empty: give at least the token that begins a text")
	case len(r.Prompt) >= positions:
		return bad("the prompt has %d tokens and leaves no room in a context of %d", len(r.Prompt), positions)
	case r.Samples < 0 || r.Branches < 0 || r.Samples > MaxSamples || r.Branches > MaxSamples || max(r.Samples, 1)*(1+r.Branches) > o.Queue:
		return bad("%d samples with %d branches each are more than the %d sequences that may wait", r.Samples, r.Branches, o.Queue)
	case r.ControlTop < 0 || r.ControlTop > MaxTopLogProbs:
		return bad("the control asks for %d likeliest tokens, want 0 to %d", r.ControlTop, MaxTopLogProbs)
	case len(r.StopTexts) > 0 && o.Bytes == nil:
		return bad("stop texts need an engine that knows the bytes of tokens")
	case r.Constraint != nil && len(r.Constraint.Allowed(r.Constraint.Start())) != len(NewMask(c.Vocabulary)):
		return bad("the constraint is for another vocabulary than the model's of %d", c.Vocabulary)
	}
	for _, ids := range [][]int32{r.Prompt, r.StopTokens} {
		for i, id := range ids {
			if id < 0 || int(id) >= c.Vocabulary {
				return bad("token %d at place %d is not one of the vocabulary's %d", id, i, c.Vocabulary)
			}
		}
	}
	r.Samples = max(r.Samples, 1)
	r.weight = int64(r.Samples * (1 + r.Branches))
	r.most = positions - len(r.Prompt)
	if r.MaxTokens > 0 {
		r.most = min(r.most, r.MaxTokens)
	}
	return nil
}

// ends says whether a token ends the sequence.
func (r *request) ends(c *model.Config, id int32) bool {
	for _, end := range r.StopTokens {
		if id == end {
			return true
		}
	}
	if r.IgnoreEnd {
		return false
	}
	for _, end := range c.EndTokens {
		if id == end {
			return true
		}
	}
	return false
}

// pagesFor is the number of pages that so many tokens need.
func pagesFor(tokens int) int { return (tokens + attention.PageSize - 1) / attention.PageSize }
