package generation

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"segue/lm/attention"
)

// Engine draws the sequences of many requests at the same time. Its methods
// may be called from any goroutine.
type Engine struct {
	weights   *Weights
	options   Options
	positions int                 // longest sequence
	queue     *semaphore.Weighted // sequences in the engine
	ended     chan struct{}       // the owner has returned

	mu     sync.Mutex
	wake   sync.Cond
	inbox  []*request
	asked  []func() // to be done between steps
	cancel bool     // a request's context is done
	closed bool
	order  uint64
	stats  Statistics

	// What follows belongs to the goroutine that steps.
	cache    *attention.Cache
	forward  *forward
	prefixes prefixes
	waiting  []*sequence // in the order of arrival
	running  []*sequence // in the order of arrival
	finished map[*request][]Completion
	counts   Statistics
	step     step
}

// Statistics count what an engine has done since its start, and what it holds.
type Statistics struct {
	Waiting, Running         int // sequences
	Pages, FreePages         int // of the key-value cache
	Prefixes                 int // prompts kept
	Prompt, Shared, Drawn    int // tokens: of prompts computed, taken from others, drawn
	Preemptions, Steps       int
	Finished, Failed, Ceased int // sequences: at their end, failed, cancelled
}

// New starts an engine. Close must be called.
func New(w *Weights, o Options) (*Engine, error) {
	o, err := o.complete(w.config.Context)
	if err != nil {
		return nil, err
	}
	pages := pagesFor(o.Tokens)
	cache, err := attention.NewCache(w.config.Layers, pages, shapeOf(w))
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	e := &Engine{
		weights: w, options: o, positions: min(w.config.Context, pages*attention.PageSize), queue: semaphore.NewWeighted(int64(o.Queue)),
		ended: make(chan struct{}), cache: cache, prefixes: prefixes{cache: cache, most: o.Prefixes}, finished: map[*request][]Completion{},
	}
	e.wake.L = &e.mu
	e.forward = newForward(w, o.Workers, cache, o.Rows, min(o.Sequences, logitRows), e.positions)
	e.step.init(e)
	e.counts.Pages = pages
	e.report()
	go e.serve()
	return e, nil
}

// Submit asks for continuations. It returns at once; an error says what cannot
// be carried out (ErrRequest), that too much is waiting (ErrBusy), or that the
// engine is closed. When ctx is done the request ends and its pages are free
// after the step under way.
func (e *Engine) Submit(ctx context.Context, r Request) (*Stream, error) {
	q := &request{Request: r, ctx: ctx, stream: newStream(false)}
	if err := q.check(&e.weights.config, &e.options, e.positions); err != nil {
		return nil, err
	}
	if !e.queue.TryAcquire(q.weight) {
		return nil, ErrBusy
	}
	if err := e.post(q); err != nil {
		return nil, err
	}
	return q.stream, nil
}

// Generate draws all continuations of all requests and returns them in order.
// A request that cannot be carried out, or fails, has its own Err in each of
// its completions. The error is that of ctx, or ErrClosed.
func (e *Engine) Generate(ctx context.Context, requests []Request) ([]Completion, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	streams := make([]*Stream, len(requests))
	failed := make([]error, len(requests))
	for i, r := range requests {
		q := &request{Request: r, ctx: ctx, index: i, stream: newStream(true)}
		if failed[i] = q.check(&e.weights.config, &e.options, e.positions); failed[i] != nil {
			continue
		}
		if err := e.queue.Acquire(ctx, q.weight); err != nil {
			return nil, context.Cause(ctx)
		}
		if err := e.post(q); err != nil {
			return nil, err
		}
		streams[i] = q.stream
	}
	var all []Completion
	for i, s := range streams {
		if s == nil {
			for sample := range min(max(requests[i].Samples, 1), MaxSamples) {
				all = append(all, Completion{Request: i, Sample: sample, Finish: FinishFailed, Err: failed[i]})
			}
			continue
		}
		completions, err := s.Wait()
		if err != nil {
			return nil, err
		}
		all = append(all, completions...)
	}
	return all, nil
}

// post hands a request, for which room has been acquired, to the owner.
func (e *Engine) post(q *request) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		e.queue.Release(q.weight)
		return ErrClosed
	}
	e.order++
	q.order = e.order
	q.Prompt = slices.Clone(q.Prompt)
	e.inbox = append(e.inbox, q)
	e.wake.Signal()
	q.stream.watch(q.ctx, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.cancel = true
		e.wake.Signal()
	})
	return nil
}

// Refresh calls change, which may be nil, while no step is under way, and packs
// the weights again. Sequences under way go on with the new weights, their keys
// and values computed anew. The parameters must not change at other times.
func (e *Engine) Refresh(change func()) error {
	return e.do(func() {
		if change != nil {
			change()
		}
		e.prefixes.clear()
		for len(e.running) > 0 {
			e.preempt(e.running[len(e.running)-1])
		}
		e.weights.Refresh()
	})
}

// do has the owner call f between steps, and waits for it.
func (e *Engine) do(f func()) error {
	done := make(chan struct{})
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return ErrClosed
	}
	e.asked = append(e.asked, func() { defer close(done); f() })
	e.wake.Signal()
	e.mu.Unlock()
	<-done
	return nil
}

// Statistics tells what the engine has done up to its last step.
func (e *Engine) Statistics() Statistics {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.stats
}

// Close ends all requests with ErrClosed and waits for the step under way.
func (e *Engine) Close() {
	e.mu.Lock()
	e.closed = true
	e.wake.Signal()
	e.mu.Unlock()
	<-e.ended
}
