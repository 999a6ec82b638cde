package chat

import (
	"errors"
	"fmt"
	"strings"
)

// Limits on what rendering may take. Templates come with model files and are
// not to be believed.
const (
	maxSource = 256 << 10 // bytes of a template
	maxSteps  = 2 << 20   // expressions and statements carried out, items gone through
	maxOutput = 16 << 20  // bytes of the rendered text
	maxMemory = 64 << 20  // bytes of all values made on the way
)

// ErrLimit is returned by Render when a template takes more steps, output or
// memory than allowed, or nests calls too deep.
var ErrLimit = errors.New("the chat template takes more than allowed")

// run is one rendering.
type run struct {
	out    *strings.Builder
	steps  int
	memory int
	depth  int
}

// spend counts steps.
func (r *run) spend(steps int) error {
	if r.steps += max(steps, 0); r.steps > maxSteps {
		return fmt.Errorf("%w: %d steps", ErrLimit, maxSteps)
	}
	return nil
}

// scan counts the work of going through a text.
func (r *run) scan(text string) error { return r.spend(len(text) / 64) }

// allocate counts the bytes of a value before it is made, or soon after where
// it is at most as large as one that exists.
func (r *run) allocate(bytes int) error {
	if bytes < 0 || bytes > maxMemory-r.memory {
		return fmt.Errorf("%w: %d bytes of values", ErrLimit, maxMemory)
	}
	r.memory += bytes
	return r.spend(bytes / 64)
}

// write adds to the output.
func (r *run) write(s string) error {
	if len(s) > maxOutput-r.out.Len() {
		return fmt.Errorf("%w: %d bytes of output", ErrLimit, maxOutput)
	}
	r.out.WriteString(s)
	return r.allocate(len(s) / 4)
}

// capture returns what body writes.
func (r *run) capture(body block, s *scope) (string, error) {
	outer := r.out
	r.out = &strings.Builder{}
	_, err := body.execute(r, s)
	text := r.out.String()
	r.out = outer
	return text, err
}

// eval evaluates an expression; all evaluation comes through here, so that it
// is counted and its depth is bounded.
func (r *run) eval(x expression, s *scope) (any, error) {
	if err := r.spend(1); err != nil {
		return nil, err
	}
	if r.depth++; r.depth > maxDepth {
		return nil, fmt.Errorf("%w: expressions and calls nested %d deep", ErrLimit, maxDepth)
	}
	value, err := x.eval(r, s)
	r.depth--
	return value, err
}

// all evaluates expressions in order.
func (r *run) all(xs []expression, s *scope) ([]any, error) {
	values := make([]any, len(xs))
	for i, x := range xs {
		var err error
		if values[i], err = r.eval(x, s); err != nil {
			return nil, err
		}
	}
	return values, r.allocate(16 * len(xs))
}

// scope holds the names set at one place of a template; loops, macros and
// {% with %} have their own.
type scope struct {
	names map[string]any
	outer *scope
}

func (s *scope) inner() *scope { return &scope{outer: s} }

func (s *scope) get(name string) (any, bool) {
	for ; s != nil; s = s.outer {
		if value, ok := s.names[name]; ok {
			return value, true
		}
	}
	return undefined{name}, false
}

func (s *scope) set(name string, value any) {
	if s.names == nil {
		s.names = make(map[string]any)
	}
	s.names[name] = value
}
