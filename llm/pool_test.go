package llm_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"segue/llm"
	"segue/llm/scripted"
)

// named is a Sampler as a pool's backend.
type named struct {
	llm.Sampler
	name string
}

func (n named) Name() string { return n.name }

func newPool(t *testing.T, c llm.Concurrency, backends ...llm.Backend) *llm.Pool {
	t.Helper()
	p, err := llm.NewPool(c, backends...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// draw sends n requests at once through s and returns how many failed.
func draw(s llm.Sampler, n int) (failed int) {
	var mu sync.Mutex
	var group sync.WaitGroup
	for range n {
		group.Go(func() {
			if _, err := s.Sample(context.Background(), ask("q")); err != nil {
				mu.Lock()
				failed++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return failed
}

func TestPoolLimitGrowsWhileHealthy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &scripted.Model{Latency: time.Second}
		p := newPool(t, llm.Concurrency{Start: 20, Max: 40, Step: 8}, named{m, "a"})
		if failed := draw(p, 20); failed != 0 || m.Peak() != 20 {
			t.Errorf("first round: %d failed, peak %d; want peak 20", failed, m.Peak())
		}
		if limit := p.Stations()[0].Limit; limit < 22 || limit > 28 {
			t.Errorf("limit after a full round is %d, want up to 28", limit)
		}
		draw(p, 1000)
		if limit := p.Stations()[0].Limit; limit != 40 || m.Peak() != 40 {
			t.Errorf("limit %d, peak %d; want both 40", limit, m.Peak())
		}
	})
}

func TestPoolHalvesOncePerRound(t *testing.T) {
	for _, fault := range []scripted.Fault{scripted.RateLimit, scripted.Overload} {
		synctest.Test(t, func(t *testing.T) {
			m := &scripted.Model{Latency: time.Second, Faults: scripted.Always(fault)}
			p := newPool(t, llm.Concurrency{Start: 8, Max: 8}, named{m, "a"})
			if failed := draw(p, 8); failed != 8 {
				t.Fatalf("%d failed, want 8", failed)
			}
			if got := p.Stations()[0]; got.Limit != 4 || got.InFlight != 0 {
				t.Errorf("%v: after one refused round %+v, want a limit of 4", fault, got)
			}
			for range 10 {
				draw(p, 1)
			}
			if got := p.Stations()[0].Limit; got != 1 {
				t.Errorf("%v: limit %d, want the least, 1", fault, got)
			}
		})
	}
}

func TestPoolWaitsAsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &scripted.Model{Faults: scripted.First(scripted.RateLimit), RetryAfter: 30 * time.Second}
		p := newPool(t, llm.Concurrency{}, named{m, "a"})
		start := time.Now()
		if draw(p, 1) != 1 || draw(p, 1) != 0 || time.Since(start) != 30*time.Second {
			t.Errorf("second request was sent after %v, want 30s", time.Since(start))
		}
	})
}

func TestPoolPrefersLeastLoadedAndParksTheBroken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fast, slow := &scripted.Model{Latency: time.Second}, &scripted.Model{Latency: 9 * time.Second}
		p := newPool(t, llm.Concurrency{Start: 4, Max: 4}, named{slow, "slow"}, named{fast, "fast"})
		draw(p, 100)
		if fast.Requests() < 4*slow.Requests() {
			t.Errorf("fast got %d, slow %d requests", fast.Requests(), slow.Requests())
		}
		broken := &scripted.Model{Faults: scripted.Always(scripted.ServerError)}
		p = newPool(t, llm.Concurrency{}, named{broken, "broken"}, named{fast, "fast"})
		s := llm.Retry(p, llm.Policy{Tries: 20})
		if failed := draw(s, 2000); failed != 0 {
			t.Errorf("%d of 2000 failed", failed)
		}
		if n := broken.Requests(); n > 100 {
			t.Errorf("broken endpoint was sent %d requests, want it parked", n)
		}
	})
}

func TestPoolProbesAndRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var down bool
		m := &scripted.Model{Faults: func(llm.Request, int) scripted.Fault {
			if down {
				return scripted.ServerError
			}
			return scripted.None
		}}
		p := newPool(t, llm.Concurrency{}, named{m, "a"})
		down = true
		for range 10 {
			draw(p, 1)
		}
		if !p.Stations()[0].Parked {
			t.Fatal("not parked after 10 failures")
		}
		before := m.Requests()
		start := time.Now()
		if failed := draw(p, 50); failed != 50 || m.Requests() != before+1 || time.Since(start) != time.Second {
			t.Errorf("%d of 50 failed with %d probes after %v; want all with one after 1s", failed, m.Requests()-before, time.Since(start))
		}
		down = false
		if failed := draw(p, 50); failed != 0 || p.Stations()[0].Parked || time.Since(start) != 3*time.Second {
			t.Errorf("after recovery %d failed, %+v, %v", failed, p.Stations()[0], time.Since(start))
		}
	})
}

func TestPoolGoesOnWhereOneRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bad, good := &scripted.Model{Faults: scripted.Always(scripted.Unauthorized)}, &scripted.Model{}
		p := newPool(t, llm.Concurrency{}, named{bad, "bad"}, named{good, "good"})
		if failed := draw(p, 100); failed != 0 || bad.Requests() > 20 {
			t.Errorf("%d failed, %d sent to the refusing endpoint", failed, bad.Requests())
		}
		alone := newPool(t, llm.Concurrency{}, named{bad, "bad"})
		if _, err := alone.Sample(t.Context(), ask("q")); llm.ClassOf(err) != llm.Fatal {
			t.Errorf("one refusing endpoint: %v", err)
		}
	})
}

func TestPoolCancelledWaiterLeavesTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &scripted.Model{Latency: time.Second}
		p := newPool(t, llm.Concurrency{Start: 1, Max: 1}, named{m, "a"})
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		var group sync.WaitGroup
		group.Go(func() { draw(p, 1) })
		synctest.Wait()
		for range 5 {
			group.Go(func() {
				if _, err := p.Sample(ctx, ask("q")); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("waiter: %v", err)
				}
			})
		}
		group.Wait()
		if draw(p, 3) != 0 || m.Requests() != 4 || p.Stations()[0].InFlight != 0 {
			t.Errorf("%d requests, %+v", m.Requests(), p.Stations()[0])
		}
	})
}

// TestClientUnderMixedFaults is the whole stack against real HTTP servers that
// fail half of the time.
func TestClientUnderMixedFaults(t *testing.T) {
	noLeak(t)
	mix := map[scripted.Fault]float64{}
	for _, f := range []scripted.Fault{scripted.ServerError, scripted.Drop, scripted.HTML, scripted.BadJSON, scripted.RateLimit, scripted.TornStream} {
		mix[f] = 0.08
	}
	var endpoints []llm.EndpointConfig
	for seed := range uint64(2) {
		server := httptest.NewServer((&scripted.Model{Faults: scripted.Mix(seed, mix)}).Handler())
		defer server.Close()
		endpoints = append(endpoints, llm.EndpointConfig{BaseURL: server.URL})
	}
	c, err := llm.Open(llm.Config{Endpoints: endpoints, Retry: llm.Policy{Tries: 30, MalformedTries: 30, Base: time.Millisecond, Most: 5 * time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var group sync.WaitGroup
	for i := range 300 {
		group.Go(func() {
			want := strings.Repeat("word ", i%7+1)
			req := ask(want)
			req.Index, req.Stream = i, i%2 == 0
			if got, err := c.Sample(context.Background(), req); err != nil || got.Text != want {
				t.Errorf("request %d: %q, %v", i, got.Text, err)
			}
		})
	}
	group.Wait()
	for _, s := range c.Stations() {
		if s.InFlight != 0 || s.Failed == 0 || s.Sent == 0 {
			t.Errorf("station %+v", s)
		}
	}
}
