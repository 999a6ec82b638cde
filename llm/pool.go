package llm

import (
	"container/list"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// Backend is what a Pool sends attempts to; Endpoint is one.
type Backend interface {
	Sampler
	Name() string
}

// Parking of an endpoint that fails again and again.
const (
	parkAfter = 10              // failures in a row
	parkFirst = time.Second     // first rest; doubles with each failed probe
	parkMost  = time.Minute     // longest rest
	pauseMost = 2 * time.Minute // longest Retry-After that holds back a whole endpoint
)

// Pool spreads attempts over endpoints that serve the same models. Each has
// its own adaptive limit (429, 503 and the like halve it); an attempt goes to
// the least loaded endpoint with room, waiting in line when there is none.
//
// An endpoint that fails ten times in a row rests for a second, then one
// request probes it; each failed probe doubles the rest up to a minute. When
// all endpoints rest, those who wait share the failure of the probe, so a dead
// endpoint is known in a few probes and not after the deadline of each request.
type Pool struct {
	mu       sync.Mutex
	stations []*station
	waiting  list.List // of *waiter, first come first served
	timer    *time.Timer
}

// station is an endpoint with its state in the pool.
type station struct {
	backend  Backend
	lim      limiter
	openAt   time.Time // nothing is sent before
	parked   bool
	probing  bool
	rest     time.Duration
	failures int // in a row
	sent     int64
	failed   int64
}

// waiter stands in line for a station; granted has room for one answer.
type waiter struct{ granted chan grant }

type grant struct {
	ticket
	err error
}

// ticket is a station's leave to send one request.
type ticket struct {
	st    *station
	epoch int
	probe bool
}

// NewPool makes a Pool of at least one backend, all with the same limits.
func NewPool(c Concurrency, backends ...Backend) (*Pool, error) {
	if len(backends) == 0 {
		return nil, errors.New("a pool needs an endpoint; give at least one base URL")
	}
	p := &Pool{}
	for _, b := range backends {
		p.stations = append(p.stations, &station{backend: b, lim: newLimiter(c)})
	}
	return p, nil
}

// Scope names the pool's endpoints, sorted, as the cache wants it.
func (p *Pool) Scope() string {
	var names []string
	for _, s := range p.stations {
		names = append(names, s.backend.Name())
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}

// Sample makes one attempt at the least loaded endpoint, and at another one
// when that refuses the key, the address or the model.
func (p *Pool) Sample(ctx context.Context, req Request) (resp Response, err error) {
	err = p.attempt(ctx, func(b Backend) (err error) {
		resp, err = b.Sample(ctx, req)
		return err
	})
	return resp, err
}

// Embed makes one attempt at the least loaded endpoint.
func (p *Pool) Embed(ctx context.Context, model string, texts []string) (out [][]float32, err error) {
	err = p.attempt(ctx, func(b Backend) (err error) {
		e, ok := b.(Embedder)
		if !ok {
			return &Error{Class: Fatal, Endpoint: b.Name(), Deed: "makes no embeddings", Hint: "use an endpoint that does"}
		}
		out, err = e.Embed(ctx, model, texts)
		return err
	})
	return out, err
}

func (p *Pool) attempt(ctx context.Context, send func(Backend) error) error {
	for tries := 1; ; tries++ {
		t, err := p.acquire(ctx)
		if err != nil {
			return err
		}
		err = p.sendAndRelease(t, send)
		if !refusesUs(err) || tries >= len(p.stations) {
			return err
		}
	}
}

func (p *Pool) sendAndRelease(t ticket, send func(Backend) error) (err error) {
	err = errors.New("backend panicked")
	defer func() { p.release(t, err) }()
	err = send(t.st.backend)
	return err
}

// refusesUs reports a refusal that another endpoint need not share.
func refusesUs(err error) bool {
	var e *Error
	return errors.As(err, &e) && slices.Contains([]int{401, 402, 403, 404}, e.Status)
}

// acquire waits in line for a ticket.
func (p *Pool) acquire(ctx context.Context) (ticket, error) {
	if ctx.Err() != nil {
		return ticket{}, canceled(ctx, "request was cancelled before it was sent")
	}
	w := &waiter{granted: make(chan grant, 1)}
	p.mu.Lock()
	place := p.waiting.PushBack(w)
	p.dispatch()
	p.mu.Unlock()
	select {
	case g := <-w.granted:
		return g.ticket, g.err
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting.Remove(place)
	select {
	case g := <-w.granted: // granted meanwhile: give it back
		if g.err == nil {
			p.finish(g.ticket)
		}
	default:
	}
	p.dispatch()
	return ticket{}, canceled(ctx, "request was cancelled before it was sent")
}

// dispatch hands tickets to those first in line while there is room, and sees
// to it that someone looks again when a resting station opens. p.mu is held.
func (p *Pool) dispatch() {
	now := time.Now()
	for p.waiting.Len() > 0 {
		st := p.leastLoaded(now)
		if st == nil {
			break
		}
		st.sent++
		st.probing = st.parked
		t := ticket{st: st, epoch: st.lim.start(), probe: st.parked}
		p.waiting.Remove(p.waiting.Front()).(*waiter).granted <- grant{ticket: t}
	}
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if p.waiting.Len() == 0 {
		return
	}
	var next time.Time
	for _, st := range p.stations {
		if st.openAt.After(now) && (next.IsZero() || st.openAt.Before(next)) {
			next = st.openAt
		}
	}
	if !next.IsZero() {
		p.timer = time.AfterFunc(next.Sub(now), func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.dispatch()
		})
	}
}

// leastLoaded is the open station with room whose limit is used least.
func (p *Pool) leastLoaded(now time.Time) (best *station) {
	for _, st := range p.stations {
		if st.openAt.After(now) || st.parked && st.probing || !st.lim.room() {
			continue
		}
		if best == nil || st.lim.load() < best.lim.load() {
			best = st
		}
	}
	return best
}

// finish counts a ticket out without a verdict on its station.
func (p *Pool) finish(t ticket) {
	t.st.lim.finish()
	if t.probe {
		t.st.probing = false
	}
}

// release counts a ticket out and learns from how the request went.
func (p *Pool) release(t ticket, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	st := t.st
	if err == nil {
		st.lim.grow()
		st.failures, st.parked, st.rest = 0, false, 0
	} else {
		st.failed++
	}
	p.finish(t)
	var e *Error
	if errors.As(err, &e) {
		p.learn(t, e)
	}
	p.dispatch()
}

// learn draws the consequences of a failure for its station.
func (p *Pool) learn(t ticket, e *Error) {
	st := t.st
	if e.Class == RateLimited || e.Class == Overloaded {
		st.lim.cut(t.epoch)
		if pause := min(e.RetryAfter, pauseMost); pause > 0 {
			st.openAt = later(st.openAt, time.Now().Add(pause))
		}
	}
	switch {
	case e.Class == Retryable || e.Class == Overloaded || e.Class == Malformed && !errors.Is(e, ErrTooLarge):
		st.failures++
	case refusesUs(e) && p.othersOpen(st):
		st.failures = max(st.failures, parkAfter)
	case e.Class == RateLimited && t.probe: // it answers, so it lives
		st.parked, st.failures = false, 0
	}
	if st.failures < parkAfter || st.parked && !t.probe {
		return
	}
	st.parked = true
	st.rest = min(max(2*st.rest, parkFirst), parkMost)
	st.openAt = later(st.openAt, time.Now().Add(st.rest))
	if t.probe && !p.othersOpen(st) {
		shared := *e
		shared.Billed = false // those in line sent nothing
		for p.waiting.Len() > 0 {
			p.waiting.Remove(p.waiting.Front()).(*waiter).granted <- grant{err: &shared}
		}
	}
}

func (p *Pool) othersOpen(st *station) bool {
	return slices.ContainsFunc(p.stations, func(o *station) bool { return o != st && !o.parked })
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Station is the state of one endpoint of a pool.
type Station struct {
	Name     string `json:"name"`
	InFlight int    `json:"in_flight"`
	Limit    int    `json:"limit"` // requests at once, at present
	Parked   bool   `json:"parked"`
	Sent     int64  `json:"sent"`   // attempts so far
	Failed   int64  `json:"failed"` // of them
}

// Stations reports on the endpoints, in the order given.
func (p *Pool) Stations() []Station {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]Station, 0, len(p.stations))
	for _, s := range p.stations {
		out = append(out, Station{s.backend.Name(), s.lim.inflight, int(s.lim.limit), s.parked, s.sent, s.failed})
	}
	return out
}
