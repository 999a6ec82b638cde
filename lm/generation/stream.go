package generation

import (
	"context"
	"sync"
)

// Delta is what one sequence of a request grew by.
type Delta struct {
	Sample int
	Forks  []Fork
	Tokens []Token // one, or those of a branch that it shares with others; none when the sequence ended without a draw
	Text   []byte  // that no stop text can take back any more; may lag behind the tokens
	Finish Finish  // on the last delta of a sequence
	Stop   string
	Err    error
}

// Stream is the result of a request as it comes. Deltas that are not read wait
// in memory, at most as many as the request may have tokens; the engine never
// waits for a reader.
type Stream struct {
	quiet bool // nobody reads deltas
	stop  func() bool

	mu          sync.Mutex
	changed     sync.Cond
	deltas      []Delta
	read        int
	completions []Completion
	err         error
	ended       bool
}

func newStream(quiet bool) *Stream {
	s := &Stream{quiet: quiet}
	s.changed.L = &s.mu
	return s
}

// Next waits for the next delta. It returns false at the end and as soon as the
// request's context is done.
func (s *Stream) Next() (Delta, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.read == len(s.deltas) && !s.ended {
		s.changed.Wait()
	}
	if s.err != nil || s.read == len(s.deltas) {
		return Delta{}, false
	}
	d := s.deltas[s.read]
	s.deltas[s.read] = Delta{}
	if s.read++; s.read == len(s.deltas) {
		s.deltas, s.read = s.deltas[:0], 0
	}
	return d, true
}

// Wait waits for the end and returns all completions in the order of samples and
// forks, or the error that ended the request: of its context, or ErrClosed.
func (s *Stream) Wait() ([]Completion, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.ended {
		s.changed.Wait()
	}
	if s.err != nil {
		return nil, s.err
	}
	return s.completions, nil
}

// grow hands a delta to the reader.
func (s *Stream) grow(d Delta) {
	if s.quiet {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.deltas = append(s.deltas, d)
		s.changed.Broadcast()
	}
}

// end ends the stream, once.
func (s *Stream) end(completions []Completion, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.completions, s.err, s.ended = completions, err, true
	s.changed.Broadcast()
}

// watch ends the stream when ctx is done, before the engine has noticed, and
// tells the engine.
func (s *Stream) watch(ctx context.Context, tell func()) {
	s.stop = context.AfterFunc(ctx, func() {
		s.end(nil, context.Cause(ctx))
		tell()
	})
}
