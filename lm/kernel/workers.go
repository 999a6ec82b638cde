package kernel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// patience is how often a goroutine with nothing to do yields before it sleeps.
// Products follow each other closely, and waking a sleeper can take longer than
// a small product.
const patience = 256

// Task is work in parts that may be done in any order and at the same time.
type Task interface{ Do(part int) }

// Workers is a fixed set of goroutines that do the parts of a task together
// with the caller. A nil *Workers does everything on the caller.
type Workers struct {
	running sync.Mutex // held by Run: one task at a time
	count   int
	ended   sync.WaitGroup

	mu     sync.Mutex
	posted sync.Cond // parts are to be had, or closed
	done   sync.Cond // left is 0
	task   Task
	parts  int
	next   int // the first part not taken
	left   int // parts not finished
	closed bool

	change atomic.Uint32 // counts what sleepers wait for, to watch without mu
}

// NewWorkers starts n-1 goroutines; the caller of Run is the n-th. They end
// with Close. An n below 2 starts none.
func NewWorkers(n int) *Workers {
	w := &Workers{count: max(n, 1)}
	w.posted.L, w.done.L = &w.mu, &w.mu
	for range w.count - 1 {
		w.ended.Go(w.serve)
	}
	return w
}

// Count is the number of parts that can be done at the same time.
func (w *Workers) Count() int {
	if w == nil {
		return 1
	}
	return w.count
}

// Close ends the goroutines once a task under way is done, and waits for them.
// Run goes on working afterwards, on the caller alone.
func (w *Workers) Close() {
	if w == nil {
		return
	}
	w.running.Lock()
	defer w.running.Unlock()
	w.mu.Lock()
	w.closed = true
	w.change.Add(1)
	w.posted.Broadcast()
	w.mu.Unlock()
	w.ended.Wait()
}

// Run calls t.Do(part) once for each part in [0, parts) and returns when all
// have returned. Calls from several goroutines take turns; Do must not call Run
// of the same Workers.
func (w *Workers) Run(parts int, t Task) {
	if w == nil || w.count == 1 || parts <= 1 {
		for part := range parts {
			t.Do(part)
		}
		return
	}
	w.running.Lock()
	defer w.running.Unlock()
	w.mu.Lock()
	w.task, w.parts, w.next, w.left = t, parts, 0, parts
	w.change.Add(1)
	for range min(w.count, parts) - 1 {
		w.posted.Signal()
	}
	w.work()
	if w.left > 0 {
		w.linger()
	}
	for w.left > 0 {
		w.done.Wait()
	}
	w.task = nil
	w.mu.Unlock()
}

func (w *Workers) serve() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.closed {
		w.work()
		w.linger()
		if w.next >= w.parts && !w.closed {
			w.posted.Wait()
		}
	}
}

// linger waits a little for a change. It is called with mu held, and holds it
// again when it returns.
func (w *Workers) linger() {
	seen := w.change.Load()
	w.mu.Unlock()
	for range patience {
		if w.change.Load() != seen {
			break
		}
		runtime.Gosched()
	}
	w.mu.Lock()
}

// work takes parts until none is left to take. It is called with mu held, and
// holds it again when it returns.
func (w *Workers) work() {
	for w.next < w.parts {
		t, part := w.task, w.next
		w.next++
		w.mu.Unlock()
		t.Do(part)
		w.mu.Lock()
		if w.left--; w.left == 0 {
			w.change.Add(1)
			w.done.Signal()
		}
	}
}
