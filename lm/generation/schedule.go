package generation

import (
	"slices"

	"segue/lm/attention"
)

// lookAhead is how many waiting sequences may be passed over while those before
// them wait for a common beginning to be computed.
const lookAhead = 64

// admit starts waiting sequences, in the order of arrival, while there are
// pages and the rows of a step are not all taken.
func (e *Engine) admit() {
	rows := 0
	for _, s := range e.running {
		rows += s.pending()
	}
	for i, passed := 0, 0; i < len(e.waiting) && passed < lookAhead && len(e.running) < e.options.Sequences && rows < e.options.Rows; {
		s := e.waiting[i]
		source, common := e.prefixes.find(s.content())
		if e.beingComputed(s, common) {
			i++
			passed++
			continue
		}
		if !e.makeRoom(len(s.content()), common, source) {
			return
		}
		e.waiting = slices.Delete(e.waiting, i, i+1)
		s.start()
		s.kv = new(attention.Sequence)
		if source != nil {
			s.kv = e.cache.Fork(source.kv, common)
		}
		e.counts.Shared += common
		rows += s.pending()
		e.running = insert(e.running, s)
	}
}

// beingComputed says whether a running sequence will soon offer more of s's
// prompt than the common tokens that are there.
func (e *Engine) beingComputed(s *sequence, common int) bool {
	if e.options.Prefixes == 0 {
		return false
	}
	prompt := s.request.Prompt
	for _, r := range e.running {
		if r.shared {
			continue
		}
		n := commonLength(r.request.Prompt, prompt[:len(prompt)-1])
		if n >= fewTokens && (n >= common+attention.PageSize || n == len(prompt)-1 && n > common) {
			return true
		}
	}
	return false
}

// makeRoom evicts kept prefixes until a sequence of so many tokens, common of
// them shared with keep, fits with a page to grow for every eighth that runs.
// When nothing runs it always may try.
func (e *Engine) makeRoom(tokens, common int, keep *prefix) bool {
	need := pagesFor(tokens+1) - common/attention.PageSize + len(e.running)/8
	for need > e.cache.Free() {
		if !e.prefixes.evict(keep) {
			return len(e.running) == 0
		}
	}
	return true
}

// plan chooses the rows of a step: one for each sequence that draws, and as much
// of the prompts as there is room for.
func (e *Engine) plan() {
	e.forward.begin()
	e.step.begin()
	left := e.options.Rows
	for _, s := range e.running {
		if s.pending() == 1 {
			left--
		}
	}
	for i := 0; i < len(e.running); i++ {
		s := e.running[i]
		pending := s.pending()
		n := 1
		if pending > 1 {
			n = min(pending, left)
		}
		if n == 0 || !e.extend(s, n) {
			continue
		}
		if pending > 1 {
			left -= n
		}
		from := s.kv.Len() - n
		e.counts.Prompt += max(0, min(from+n, len(s.request.Prompt))-from)
		row := e.forward.add(s.kv, s.tokens[from:from+n])
		if n == pending {
			e.step.ask(s, row)
		}
	}
}

// extend makes room for n further tokens of s, evicting kept prefixes and then
// preempting the latest sequences. It returns false when that was s itself.
// The sequences after s must not have been planned.
func (e *Engine) extend(s *sequence, n int) bool {
	for e.cache.Need(s.kv, n) > e.cache.Free() {
		if e.prefixes.evict(nil) {
			continue
		}
		latest := e.running[len(e.running)-1]
		e.preempt(latest)
		if latest == s {
			return false
		}
	}
	if err := e.cache.Extend(s.kv, n); err != nil {
		panic(err) // the pages were counted above
	}
	return true
}

// preempt takes a running sequence's pages; it is computed again later.
func (e *Engine) preempt(s *sequence) {
	e.cache.Release(s.kv)
	s.kv = nil
	s.shared = false
	e.running = slices.DeleteFunc(e.running, func(r *sequence) bool { return r == s })
	e.waiting = insert(e.waiting, s)
	e.counts.Preemptions++
}

// offer keeps prompts that have just been computed for others. One whose
// request is alone is kept in whole pages, so that it need not copy its last.
func (e *Engine) offer() {
	for _, s := range e.running {
		if s.shared || s.kv.Len() < len(s.request.Prompt) {
			continue
		}
		s.shared = true
		prompt := s.request.Prompt
		if s.request.Samples == 1 {
			prompt = prompt[:len(prompt)/attention.PageSize*attention.PageSize]
		}
		e.prefixes.add(prompt, s.kv)
	}
}
