package llm_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"segue/llm"
	"segue/llm/scripted"
)

// BenchmarkSample512 sends requests with 512 at once through pool, retries and
// budget to an endpoint that answers in 1 ms. The endpoint runs in the same
// process, so its time and memory are in the figures.
func BenchmarkSample512(b *testing.B) {
	for _, stream := range []bool{false, true} {
		b.Run(fmt.Sprintf("stream=%v", stream), func(b *testing.B) {
			answer := strings.Repeat("word ", 20)
			server := httptest.NewServer((&scripted.Model{Latency: time.Millisecond, Answer: func(llm.Request) string { return answer }}).Handler())
			defer server.Close()
			meter, err := llm.NewBudget(llm.BudgetConfig{})
			if err != nil {
				b.Fatal(err)
			}
			c, err := llm.Open(llm.Config{
				Endpoints:   []llm.EndpointConfig{{BaseURL: server.URL}},
				Concurrency: llm.Concurrency{Start: 512, Max: 512}, Budget: meter,
			})
			if err != nil {
				b.Fatal(err)
			}
			defer c.Close()
			req := ask(strings.Repeat("word ", 100))
			req.Stream = stream
			sendAll(b, c, req, 512)
		})
	}
}

// sendAll sends b.N requests from n goroutines and reports rate and peak heap.
func sendAll(b *testing.B, s llm.Sampler, req llm.Request, n int) {
	var left atomic.Int64
	left.Store(int64(b.N))
	var senders, watch sync.WaitGroup
	done := make(chan struct{})
	var peak uint64
	watch.Go(func() {
		heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			metrics.Read(heap)
			peak = max(peak, heap[0].Value.Uint64())
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	})
	b.ReportAllocs()
	b.ResetTimer()
	for range n {
		senders.Go(func() {
			for left.Add(-1) >= 0 {
				if _, err := s.Sample(context.Background(), req); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	senders.Wait()
	b.StopTimer()
	close(done)
	watch.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
	b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
}

// BenchmarkCache measures storing (512 writers at once) and finding.
func BenchmarkCache(b *testing.B) {
	c := openCache(b, filepath.Join(b.TempDir(), "cache.db"))
	s := wrap(b, c, &scripted.Model{}, "http://a")
	b.Run("put", func(b *testing.B) {
		var index atomic.Int64
		b.SetParallelism(256)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				req := ask("q")
				req.Index = int(index.Add(1)) + b.N<<32
				sample(b, s, req)
			}
		})
	})
	b.Run("get", func(b *testing.B) {
		sample(b, s, ask("q"))
		for b.Loop() {
			sample(b, s, ask("q"))
		}
	})
}
