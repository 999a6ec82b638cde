package llm_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"segue/llm"
	"segue/llm/scripted"
)

func openCache(t testing.TB, path string) *llm.Cache {
	t.Helper()
	c, err := llm.OpenCache(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func wrap(t testing.TB, c *llm.Cache, s llm.Sampler, scope string) llm.Sampler {
	t.Helper()
	w, err := c.Wrap(s, scope)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func sample(t testing.TB, s llm.Sampler, req llm.Request) llm.Response {
	t.Helper()
	resp, err := s.Sample(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func TestCacheKeepsEverythingApart(t *testing.T) {
	c := openCache(t, filepath.Join(t.TempDir(), "sub dir?", "cache.db"))
	m := &scripted.Model{}
	base := ask("q")
	requests := map[string]llm.Request{"base": base}
	vary := func(name string, change func(*llm.Request)) {
		r := base
		change(&r)
		requests[name] = r
	}
	vary("model", func(r *llm.Request) { r.Model = "n" })
	vary("message", func(r *llm.Request) { r.Messages = []llm.Message{{Role: llm.User, Content: "p"}} })
	vary("role", func(r *llm.Request) { r.Messages = []llm.Message{{Role: llm.System, Content: "q"}} })
	vary("temperature 0", func(r *llm.Request) { r.Temperature = new(0.0) })
	vary("temperature 1", func(r *llm.Request) { r.Temperature = new(1.0) })
	vary("top p", func(r *llm.Request) { r.TopP = new(0.5) })
	vary("seed", func(r *llm.Request) { r.Seed = new(int64(0)) })
	vary("max tokens", func(r *llm.Request) { r.MaxTokens = 7 })
	vary("stop", func(r *llm.Request) { r.Stop = []string{"x"} })
	vary("index", func(r *llm.Request) { r.Index = 1 })
	vary("extra", func(r *llm.Request) { r.Extra = map[string]any{"reasoning_effort": "low"} })
	a, b := wrap(t, c, m, "http://a/v1"), wrap(t, c, m, "http://b/v1")
	for name, r := range requests {
		for scope, s := range map[string]llm.Sampler{"a": a, "b": b} {
			if resp := sample(t, s, r); resp.Cached {
				t.Errorf("%s at %s was answered by another request's response", name, scope)
			}
		}
	}
	sent := m.Requests()
	for name, r := range requests {
		r.Stream = true // changes nothing about the answer
		if resp := sample(t, a, r); !resp.Cached || resp.Text != r.Messages[0].Content || resp.Latency != 0 {
			t.Errorf("%s: %+v, want it from the cache", name, resp)
		}
	}
	base.NoCache = true
	if resp := sample(t, a, base); resp.Cached || m.Requests() != sent+1 {
		t.Errorf("NoCache: %+v after %d requests", resp, m.Requests()-sent)
	}
	if _, err := c.Wrap(m, ""); err == nil {
		t.Error("empty scope accepted")
	}
}

func TestCacheStoresNoFailure(t *testing.T) {
	c := openCache(t, filepath.Join(t.TempDir(), "cache.db"))
	s := wrap(t, c, &scripted.Model{Faults: scripted.First(scripted.HTML)}, "http://a")
	if _, err := s.Sample(t.Context(), ask("q")); err == nil {
		t.Fatal("no error")
	}
	if sample(t, s, ask("q")).Cached || !sample(t, s, ask("q")).Cached {
		t.Error("want the second answer fresh and the third cached")
	}
}

// TestCacheIsSharedByConcurrentRuns opens one file several times, as
// processes do, and writes through all of them at once.
func TestCacheIsSharedByConcurrentRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache.db")
	var group sync.WaitGroup
	for range 3 {
		s := wrap(t, openCache(t, path), &scripted.Model{}, "http://a")
		for i := range 150 {
			group.Go(func() {
				if resp, err := s.Sample(context.Background(), ask(fmt.Sprint(i))); err != nil || resp.Text != fmt.Sprint(i) {
					t.Errorf("%d: %+v, %v", i, resp, err)
				}
			})
		}
	}
	group.Wait()
	groups, err := openCache(t, path).List(t.Context())
	if err != nil || len(groups) != 1 || groups[0].Count != 150 {
		t.Errorf("contents %+v, %v; want 150 responses", groups, err)
	}
}

func TestCacheContents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache.db")
	c := openCache(t, path)
	s := wrap(t, c, &scripted.Model{Answer: func(llm.Request) string { return strings.Repeat("x", 10_000) }}, "http://a")
	for i := range 200 {
		req := ask(fmt.Sprint(i))
		req.Model, req.MaxTokens = fmt.Sprint("m", i%2), 0
		sample(t, s, req)
	}
	groups, err := c.List(t.Context())
	if err != nil || len(groups) != 2 || groups[1].Model != "m1" || groups[1].Count != 100 || groups[1].Bytes < 1_000_000 ||
		time.Since(groups[0].Oldest) > time.Hour {
		t.Fatalf("%+v, %v", groups, err)
	}
	if n, err := c.Clear(t.Context(), "m0"); n != 100 || err != nil {
		t.Errorf("clear removed %d, %v", n, err)
	}
	if n, err := c.Prune(t.Context(), time.Now().Add(-time.Hour), 505_000); n < 50 || n > 52 || err != nil {
		t.Errorf("prune to size removed %d, %v", n, err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 900_000 {
		t.Errorf("file has %d bytes after pruning to 505 kB, %v", info.Size(), err)
	}
	if n, err := c.Prune(t.Context(), time.Now().Add(time.Hour), 0); n < 48 || err != nil {
		t.Errorf("prune by age removed %d, %v", n, err)
	}
}

func TestOpenCacheRefusesDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("not a database ", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	if c, err := llm.OpenCache(t.Context(), path); err == nil || !strings.Contains(err.Error(), "delete the file") {
		t.Errorf("opened %v: %v", c, err)
	}
}
