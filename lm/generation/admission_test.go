package generation_test

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"segue/lm/attention"
	"segue/lm/generation"
)

// arrival notes when a request draws its first token.
type arrival struct {
	id  int
	log *[]int // only touched by the engine, and after it
}

func (a arrival) Decide(m generation.Moment) generation.Decision {
	if m.Step == 0 {
		*a.log = append(*a.log, a.id)
	}
	return generation.Decision{}
}

// When the cache holds only a few sequences the others wait their turn: nobody
// who needs little overtakes one who needs much.
func TestFirstInFirstOut(t *testing.T) {
	const pages, requests, tokens = 4, 24, 6
	e := engine(t, shared(), generation.Options{Tokens: pages * attention.PageSize, Sequences: requests, Prefixes: -1})
	var streams []*generation.Stream
	var log, want []int
	needed := 0
	if err := e.Refresh(func() { // no step is made meanwhile
		for i := range requests {
			length := 20
			if i%3 == 1 {
				length = 2*attention.PageSize + 20
			}
			needed += (length + tokens + attention.PageSize - 1) / attention.PageSize
			s, err := e.Submit(t.Context(), generation.Request{
				Prompt: slices.Repeat([]int32{int32(i)}, length), Control: arrival{i, &log}, Sampling: generation.Sampling{MaxTokens: tokens, Temperature: 1},
			})
			if err != nil {
				t.Fatal(err)
			}
			streams, want = append(streams, s), append(want, i)
		}
	}); err != nil {
		t.Fatal(err)
	}
	for i, s := range streams {
		if got, err := s.Wait(); err != nil || len(got[0].Tokens) != tokens {
			t.Fatalf("request %d: %v, %v", i, got, err)
		}
	}
	if !slices.Equal(log, want) {
		t.Errorf("requests began in the order %v", log)
	}
	e.Close()
	if s := e.Statistics(); s.Steps < needed/pages*tokens {
		t.Errorf("%d steps: the requests did not wait for pages", s.Steps)
	}
}

// liveHeap is the memory in use after a collection.
func liveHeap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// watch calls look once so many tokens of a request have been drawn.
type watch struct {
	step int
	look func()
}

func (w watch) Decide(m generation.Moment) generation.Decision {
	if m.Step == w.step && m.Sample == 0 {
		w.look()
	}
	return generation.Decision{}
}

// Memory is that of the tokens held at once, taken at the start, and does not
// grow with the tokens that requests in the queue ask for: a waiting request is
// its prompt and its bookkeeping, and only one that runs gets room for what it
// draws.
func TestHeapIsBoundedByTheTokensHeld(t *testing.T) {
	const held, sequences, queued, most, prompt = 64 * attention.PageSize, 8, 1000, 250, 16
	c := shared().Config()
	start := liveHeap()
	e := engine(t, shared(), generation.Options{Tokens: held, Sequences: sequences, Queue: queued + 1, Prefixes: -1})
	made := liveHeap()
	cache := int(attention.PageBytes(c.Layers, attention.Shape{Heads: c.Heads, KeyValueHeads: c.KeyValueHeads, HeadDim: c.HeadDim})) * held / attention.PageSize
	// A row of activations is a few vectors of the widest layer, a row of logits
	// the vocabulary; there are 512 and 8 of them, and tables of 300 positions.
	buffers := 512*4*(8*c.Hidden+4*c.Intermediate) + 16*4*c.Vocabulary + 1<<20
	if grown := made - start; grown < cache || grown > cache+buffers {
		t.Errorf("an engine of %d tokens takes %d bytes, want %d for the cache and up to %d beside it", held, grown, cache, buffers)
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	looked := make(chan int, 1)
	if err := e.Refresh(func() {
		for i := range queued {
			r := generation.Request{Prompt: make([]int32, prompt), Sampling: generation.Sampling{MaxTokens: most, Temperature: 1, IgnoreEnd: true, Seed: uint64(i)}}
			if i == 0 {
				r.Control = watch{20, func() { looked <- liveHeap() }}
			}
			if _, err := e.Submit(ctx, r); err != nil {
				t.Fatal(err)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	// A waiting request takes its prompt, and less than 2 KB of bookkeeping, of
	// which its context's callback is the most; one that runs 80 bytes for each
	// token that it may draw. Room for every request's draws would be 16 MB.
	bound := queued*(4*prompt+2048) + sequences*(most+prompt)*80 + 1<<20
	if grown := <-looked - made; grown > bound {
		t.Errorf("%d waiting requests take %d bytes, want at most %d", queued, grown, bound)
	}
	cancel()
	until(t, e, func(s generation.Statistics) bool { return s.Waiting+s.Running == 0 })
	// What is left are the runtime's own records of the goroutines that ended the
	// requests, which it keeps for others.
	if left := liveHeap() - made; left > 1<<20 {
		t.Errorf("%d bytes are held after all requests ended", left)
	}
}
