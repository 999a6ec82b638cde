package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Class says what kind of failure an Error is and so what to do about it.
type Class int

const (
	// Retryable: the network or the server failed; the same request may succeed later.
	Retryable Class = iota
	// Fatal: the request, key, model or budget is wrong; trying again cannot help.
	Fatal
	// RateLimited: the endpoint asks for fewer requests (429).
	RateLimited
	// Overloaded: the endpoint has no room at present (503, 529).
	Overloaded
	// Malformed: an answer came and cannot be read or is too large.
	Malformed
	// Canceled: the caller's context ended.
	Canceled
)

// String names the class as in records: retryable, fatal, rate-limited, …
func (c Class) String() string {
	names := [...]string{"retryable", "fatal", "rate-limited", "overloaded", "malformed", "canceled"}
	if c < 0 || int(c) >= len(names) {
		return fmt.Sprintf("class(%d)", int(c))
	}
	return names[c]
}

// Error is the failure of one request. Its text names the endpoint, says what
// happened and what to do, and holds no credential.
type Error struct {
	Class      Class
	Endpoint   string        // public address; empty when none was involved
	Status     int           // HTTP status; 0 when no answer came
	Deed       string        // what happened, lower case
	Hint       string        // what the user can do
	RetryAfter time.Duration // how long the endpoint asks to wait; 0 when it does not say
	Tries      int           // attempts made, set by Retry
	// Billed says that the endpoint may have charged for the attempt: it took
	// the request and did not refuse it.
	Billed bool
	Err    error // cause, if any; must hold no credential
}

// Error joins endpoint, deed, tries and hint.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Endpoint != "" {
		b.WriteString("endpoint " + e.Endpoint + ": ")
	}
	b.WriteString(e.Deed)
	if e.Tries > 1 {
		fmt.Fprintf(&b, " (after %d tries)", e.Tries)
	}
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrTooLarge is the cause of a Malformed error about an answer over the size
// limit. Such an answer is not asked for again.
var ErrTooLarge = errors.New("answer is too large")

// ClassOf is the class of err: that of the *Error in it, Canceled for the
// context's own errors, and Fatal for any other.
func ClassOf(err error) Class {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e.Class
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Canceled
	}
	return Fatal
}

// canceled is the Error for a context that ended while doing deed.
func canceled(ctx context.Context, deed string) *Error {
	e := &Error{Class: Canceled, Deed: deed + ": " + context.Cause(ctx).Error(), Err: context.Cause(ctx)}
	if !errors.Is(e.Err, ctx.Err()) {
		e.Err = errors.Join(ctx.Err(), e.Err)
	}
	return e
}
