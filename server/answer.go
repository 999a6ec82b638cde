package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// failure is an error as OpenAI-compatible clients expect it.
type failure struct {
	Error struct {
		Message string `json:"message"`
		Type    string `json:"type"`
		Code    int    `json:"code"`
	} `json:"error"`
}

// Fail answers with a status and a sentence.
func Fail(w http.ResponseWriter, status int, format string, args ...any) {
	Answer(w, status, Failure(status, fmt.Sprintf(format, args...)))
}

// Failure is the JSON body of an error, also for the middle of a stream.
func Failure(status int, message string) any {
	var f failure
	f.Error.Message, f.Error.Code, f.Error.Type = message, status, "invalid_request_error"
	switch {
	case status == http.StatusTooManyRequests:
		f.Error.Type = "rate_limit_error"
	case status >= http.StatusInternalServerError:
		f.Error.Type = "server_error"
	}
	return f
}

// Busy answers 429 and says when to come back.
func Busy(w http.ResponseWriter, after time.Duration, format string, args ...any) {
	seconds := max(1, int(after.Round(time.Second)/time.Second))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	Fail(w, http.StatusTooManyRequests, format, args...)
}

// Answer writes one JSON value. What a client that went away does not read is
// nobody's error.
func Answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

// Read decodes a bounded JSON body into value; on failure it answers and
// returns false.
func Read(w http.ResponseWriter, r *http.Request, value any) bool {
	decoder := json.NewDecoder(r.Body)
	err := decoder.Decode(value)
	if err == nil {
		if _, more := decoder.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more than one JSON value")
		}
	}
	var large *http.MaxBytesError
	switch {
	case err == nil:
		return true
	case errors.As(err, &large):
		Fail(w, http.StatusRequestEntityTooLarge, "the body is over %d bytes", large.Limit)
	default:
		Fail(w, http.StatusBadRequest, "the body is not what was expected: %v", err)
	}
	return false
}
