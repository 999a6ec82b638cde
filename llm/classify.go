package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// sendError says why no answer came. parent is the caller's context.
func (e *Endpoint) sendError(parent context.Context, err error) *Error {
	if parent.Err() != nil {
		c := canceled(parent, "request was cancelled")
		c.Endpoint, c.Billed = e.name, true
		return c
	}
	out := &Error{Class: Retryable, Endpoint: e.name, Err: err, Billed: true}
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.Is(err, errNoHeader), errors.Is(err, errTotal):
		out.Deed, out.Hint = err.Error(), "raise the deadline, lower the maximum of tokens, or stream"
	case errors.As(err, &dns):
		out.Deed, out.Hint = fmt.Sprintf("host %q is not found", dns.Name), "check the base URL and the network"
		out.Billed = false
	case errors.As(err, &op) && op.Op == "dial":
		out.Deed, out.Hint = "cannot connect: "+op.Err.Error(), "check that the server runs at this base URL"
		out.Billed = false
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		out.Deed, out.Hint = "the connection closed before an answer", "see the server's log"
	default:
		out.Deed, out.Hint = "request failed: "+e.public(err.Error()), "check the base URL and the server's log"
	}
	return out
}

// readError says why an answer broke off.
func (e *Endpoint) readError(parent context.Context, err error) *Error {
	if parent.Err() != nil {
		c := canceled(parent, "answer was cancelled")
		c.Endpoint, c.Billed = e.name, true
		return c
	}
	out := &Error{Class: Retryable, Endpoint: e.name, Err: err, Billed: true}
	switch {
	case errors.Is(err, errIdle), errors.Is(err, errTotal):
		out.Deed, out.Hint = err.Error(), "raise the deadline or lower the concurrency"
	default:
		out.Deed, out.Hint = "the answer broke off: "+e.public(err.Error()), "see the server's log if this goes on"
	}
	return out
}

func (e *Endpoint) tooLarge() *Error {
	return &Error{Class: Malformed, Endpoint: e.name, Err: ErrTooLarge, Billed: true,
		Deed: fmt.Sprintf("answer is over the limit of %d bytes and was cut off", e.maxBytes),
		Hint: "check the base URL, lower the maximum of tokens, or raise the size limit"}
}

func (e *Endpoint) malformed(what string) *Error {
	return &Error{Class: Malformed, Endpoint: e.name, Deed: what, Billed: true,
		Hint: "check that the base URL is that of an OpenAI-compatible API (it usually ends in /v1)"}
}

// apiError is the error object of the OpenAI API, in the shapes that servers
// give it: an object under "error", a plain string there, or bare fields.
type apiError struct {
	Message string          `json:"message"`
	Type    string          `json:"type"`
	Code    json.RawMessage `json:"code"`
}

func parseAPIError(body []byte) (apiError, bool) {
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Detail  json.RawMessage `json:"detail"`
		Message string          `json:"message"`
		Object  string          `json:"object"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return apiError{}, false
	}
	var inner apiError
	switch {
	case len(outer.Error) > 0 && outer.Error[0] == '{':
		return inner, json.Unmarshal(outer.Error, &inner) == nil
	case len(outer.Error) > 0 && outer.Error[0] == '"':
		return inner, json.Unmarshal(outer.Error, &inner.Message) == nil
	case outer.Object == "error":
		return inner, json.Unmarshal(body, &inner) == nil
	case len(outer.Detail) > 0:
		return apiError{Message: string(outer.Detail)}, true
	}
	return apiError{Message: outer.Message}, outer.Message != ""
}

// statusError is the Error for an answer that is not a success.
func (e *Endpoint) statusError(status int, header http.Header, body []byte) *Error {
	said, _ := parseAPIError(body)
	out := e.refusal(status, said)
	out.RetryAfter = retryAfter(header, time.Now())
	return out
}

// objectError is the Error for an error object inside a success.
func (e *Endpoint) objectError(said apiError) *Error {
	words := strings.ToLower(said.Type + " " + string(said.Code) + " " + said.Message)
	status, err := strconv.Atoi(strings.Trim(string(said.Code), `"`))
	switch {
	case err == nil && status >= 400 && status <= 599:
	case strings.Contains(words, "rate_limit"), strings.Contains(words, "rate limit"):
		status = http.StatusTooManyRequests
	case strings.Contains(words, "overload"), strings.Contains(words, "capacity"):
		status = http.StatusServiceUnavailable
	case strings.Contains(words, "invalid_api_key"), strings.Contains(words, "authentication"):
		status = http.StatusUnauthorized
	case strings.Contains(words, "not_found"), strings.Contains(words, "does not exist"):
		status = http.StatusNotFound
	case strings.Contains(words, "invalid_request"):
		status = http.StatusBadRequest
	default:
		status = http.StatusInternalServerError
	}
	out := e.refusal(status, said)
	out.Status = http.StatusOK
	out.Deed = "success with an error inside: " + out.Deed
	return out
}

// refusals maps status to class and what the user can do.
var refusals = map[int]struct {
	class Class
	hint  string
}{
	400: {Fatal, "check the model's name and the sampling settings that it supports"},
	401: {Fatal, "check the API key"},
	402: {Fatal, "the account has no credit left; add some or use another endpoint"},
	403: {Fatal, "the API key may not use this model or address; check its rights"},
	404: {Fatal, "check the model's name and that the base URL ends in /v1"},
	405: {Fatal, "check the base URL"},
	408: {Retryable, "the server timed out; lower the concurrency"},
	409: {Retryable, "try again later"},
	413: {Fatal, "the prompt is too large for the endpoint; shorten it"},
	422: {Fatal, "the endpoint does not support a field of the request; remove the extra settings"},
	425: {Retryable, "try again later"},
	429: {RateLimited, "lower the concurrency or wait"},
	500: {Retryable, "see the server's log if this goes on"},
	503: {Overloaded, "lower the concurrency or wait"},
	529: {Overloaded, "lower the concurrency or wait"},
}

// refusal classes a status together with what the endpoint said.
func (e *Endpoint) refusal(status int, said apiError) *Error {
	out := &Error{Class: Fatal, Endpoint: e.name, Status: status, Deed: fmt.Sprintf("status %d", status)}
	if text := http.StatusText(status); text != "" {
		out.Deed += " " + strings.ToLower(text)
	}
	if said.Message != "" {
		out.Deed += fmt.Sprintf(" (%q)", e.public(said.Message))
	}
	known, ok := refusals[status]
	switch {
	case ok:
		out.Class, out.Hint = known.class, known.hint
	case status >= 500:
		out.Class, out.Hint = Retryable, "see the server's log if this goes on"
	case status >= 300 && status < 400:
		out.Hint = "redirects are not followed; give the final address as base URL"
	default:
		out.Hint = "check the request and the base URL"
	}
	words := strings.ToLower(said.Type + " " + string(said.Code) + " " + said.Message)
	switch {
	case status == 429 && strings.Contains(words, "insufficient_quota"):
		out.Class, out.Hint = Fatal, refusals[402].hint
	case status >= 500 && strings.Contains(words, "overload"):
		out.Class, out.Hint = Overloaded, refusals[503].hint
	case status == 400 && strings.Contains(words, "max_completion_tokens"):
		out.Hint = "set the endpoint's MaxCompletionTokens option"
	}
	return out
}

// maxRetryAfter bounds what a Retry-After header can ask for.
const maxRetryAfter = 24 * time.Hour

// retryAfter reads the wait a response asks for: retry-after-ms, or Retry-After
// in seconds or as a date (RFC 9110, 10.2.3). It is 0 when absent or unreadable.
func retryAfter(h http.Header, now time.Time) time.Duration {
	bound := func(seconds float64) time.Duration {
		if !(seconds > 0) {
			return 0
		}
		return time.Duration(min(seconds, maxRetryAfter.Seconds()) * float64(time.Second))
	}
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return bound(ms / 1000)
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil {
		return bound(seconds)
	}
	if date, err := http.ParseTime(value); err == nil {
		return bound(date.Sub(now).Seconds())
	}
	return 0
}
