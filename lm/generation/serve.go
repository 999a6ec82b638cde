package generation

import "slices"

// serve is the goroutine that owns the cache and all sequences.
func (e *Engine) serve() {
	defer close(e.ended)
	for e.listen() {
		if len(e.waiting)+len(e.running) > 0 {
			e.advance()
		}
		e.report()
	}
	for _, s := range slices.Concat(e.waiting, e.running) {
		if s.request.open > 0 {
			e.abandon(s.request, ErrClosed)
		}
	}
	e.prefixes.clear()
	e.report()
}

// listen takes what others have asked for, waiting when there is nothing to
// do. It returns false once the engine is closed.
func (e *Engine) listen() bool {
	e.mu.Lock()
	for len(e.waiting)+len(e.running)+len(e.inbox)+len(e.asked) == 0 && !e.cancel && !e.closed {
		e.wake.Wait()
	}
	for _, r := range e.inbox {
		r.open = r.Samples
		for sample := range r.Samples {
			e.waiting = append(e.waiting, newSequence(r, sample))
		}
	}
	clear(e.inbox)
	e.inbox = e.inbox[:0]
	asked, cancel, closed := e.asked, e.cancel, e.closed
	e.asked, e.cancel = nil, false
	e.mu.Unlock()
	for _, f := range asked {
		f()
	}
	if cancel {
		e.sweep()
	}
	return !closed
}

// sweep drops the requests whose contexts are done.
func (e *Engine) sweep() {
	for _, s := range slices.Concat(e.waiting, e.running) {
		if s.request.open > 0 && s.request.ctx.Err() != nil {
			e.abandon(s.request, s.request.ctx.Err())
		}
	}
}

// abandon drops all sequences of a request.
func (e *Engine) abandon(r *request, err error) {
	drop := func(s *sequence) bool {
		if s.request != r {
			return false
		}
		if s.kv != nil {
			e.cache.Release(s.kv)
		}
		e.counts.Ceased++
		return true
	}
	e.waiting = slices.DeleteFunc(e.waiting, drop)
	e.running = slices.DeleteFunc(e.running, drop)
	r.open = 0
	delete(e.finished, r)
	e.settle(r, nil, err)
}

// settle ends a request that has no sequences left.
func (e *Engine) settle(r *request, completions []Completion, err error) {
	r.stream.stop()
	r.stream.end(completions, err)
	e.queue.Release(r.weight)
}

// finish ends a sequence, which no list holds any more.
func (e *Engine) finish(s *sequence, why Finish, stop string, err error) {
	if s.kv != nil {
		e.cache.Release(s.kv)
		s.kv = nil
	}
	e.counts.Finished++
	if err != nil {
		e.counts.Failed++
	}
	r := s.request
	e.finished[r] = append(e.finished[r], Completion{
		Request: r.index, Sample: s.sample, Forks: s.forks, Tokens: s.drawn, Text: e.text(s), Finish: why, Stop: stop, Err: err,
	})
	if r.open--; r.open > 0 {
		return
	}
	all := e.finished[r]
	delete(e.finished, r)
	slices.SortFunc(all, func(a, b Completion) int {
		if a.Sample != b.Sample {
			return a.Sample - b.Sample
		}
		return compareForks(a.Forks, b.Forks)
	})
	e.settle(r, all, nil)
}

func (e *Engine) text(s *sequence) []byte {
	if e.options.Bytes == nil {
		return nil
	}
	return s.scanner.text
}

// report publishes the statistics.
func (e *Engine) report() {
	e.counts.Waiting, e.counts.Running = len(e.waiting), len(e.running)
	e.counts.FreePages, e.counts.Prefixes = e.cache.Free(), len(e.prefixes.entries)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.stats = e.counts
}
