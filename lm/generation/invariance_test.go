package generation_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"segue/lm/attention"
	"segue/lm/generation"
	"segue/lm/kernel"
)

// shared are the weights of most tests.
var shared = sync.OnceValue(func() *generation.Weights {
	return generation.NewWeights(nil, parameters(new(testing.T), configs()["llama"]))
})

// letter gives every token of the small vocabularies one byte.
func letter(id int32) []byte { return []byte{byte(id) + 28} }

func requests(t *rapid.T) []generation.Request {
	stems := [][]int32{{7, 8, 9}, make([]int32, 70), make([]int32, 150)}
	var all []generation.Request
	for i := range rapid.IntRange(1, 6).Draw(t, "requests") {
		stem := stems[rapid.IntRange(0, 2).Draw(t, "stem")]
		prompt := append(slices.Clone(stem), rapid.SliceOfN(rapid.Int32Range(0, 96), 0, 20).Draw(t, "rest")...)
		s := generation.Sampling{
			MaxTokens: rapid.IntRange(1, 40).Draw(t, "tokens"), Temperature: rapid.SampledFrom([]float64{0, 0.7, 1.3}).Draw(t, "temperature"),
			TopK: rapid.SampledFrom([]int{0, 5, 40}).Draw(t, "k"), TopP: rapid.SampledFrom([]float64{0, 0.5, 0.9}).Draw(t, "p"),
			MinP: rapid.SampledFrom([]float64{0, 0.05}).Draw(t, "minimum"), Repetition: rapid.SampledFrom([]float64{0, 1.2}).Draw(t, "repetition"),
			Frequency: rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "frequency"), Seed: uint64(i), StopTexts: []string{"ab", "!"},
			TopLogProbs: rapid.IntRange(0, 2).Draw(t, "alternatives"),
		}
		r := generation.Request{Prompt: prompt, Samples: rapid.IntRange(1, 4).Draw(t, "samples"), Sampling: s}
		if rapid.Bool().Draw(t, "branching") {
			r.Control, r.Branches, r.ControlTop = brancher{}, 3, 2
		}
		all = append(all, r)
	}
	return all
}

// brancher branches and heats where the entropy is high.
type brancher struct{}

func (brancher) Decide(m generation.Moment) generation.Decision {
	heat := 1.5
	switch {
	case m.Entropy > 3:
		return generation.Decision{Temperature: &heat, Branches: 2}
	case len(m.Top) != 2 || m.Step != len(m.Tokens):
		panic("a moment that cannot be")
	}
	return generation.Decision{}
}

func written(completions []generation.Completion) string {
	var b strings.Builder
	for _, c := range completions {
		fmt.Fprintf(&b, "%d.%d%v %s %q %q %v:", c.Request, c.Sample, c.Forks, c.Finish, c.Stop, c.Text, c.Err)
		for _, t := range c.Tokens {
			fmt.Fprintf(&b, " %d %x %x %x %v", t.ID, t.LogProb, t.Drawn, t.Entropy, t.Top)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Sequences have the same bits alone and in company, with any number of
// workers, with pages so few that sequences lose theirs, in steps of any size,
// with and without shared prompts.
func TestCompanyDoesNotShowInTheBits(t *testing.T) {
	ample, err := generation.New(shared(), generation.Options{Sequences: 1, Prefixes: -1, Bytes: letter, Tokens: 1200})
	if err != nil {
		t.Fatal(err)
	}
	defer ample.Close()
	preempted, branched, spared := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		all := requests(t)
		var want []generation.Completion
		for i, r := range all {
			c, err := ample.Generate(context.Background(), []generation.Request{r})
			if err != nil {
				t.Fatal(err)
			}
			for j := range c {
				c[j].Request = i
				branched += len(c[j].Forks)
			}
			want = append(want, c...)
		}
		workers := kernel.NewWorkers(rapid.IntRange(1, 3).Draw(t, "workers"))
		defer workers.Close()
		e, err := generation.New(shared(), generation.Options{
			Workers: workers, Bytes: letter, Sequences: rapid.SampledFrom([]int{2, 5, 64}).Draw(t, "sequences"),
			Rows: rapid.SampledFrom([]int{65, 100, 512}).Draw(t, "rows"), Tokens: rapid.SampledFrom([]int{300, 500, 4000}).Draw(t, "held"),
			Prefixes: rapid.SampledFrom([]int{-1, 1, 0}).Draw(t, "prefixes"),
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Generate(context.Background(), all)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := written(got), written(want); a != b {
			t.Fatalf("in company:\n%s\nalone:\n%s", a, b)
		}
		e.Close()
		s := e.Statistics()
		if s.FreePages != s.Pages || s.Running+s.Waiting != 0 {
			t.Fatalf("left at the end: %+v", s)
		}
		preempted += s.Preemptions
		spared += s.Shared
	})
	if preempted == 0 || branched == 0 || spared == 0 {
		t.Errorf("%d preemptions, %d forks, %d shared tokens: the test shows too little", preempted, branched, spared)
	}
}

func TestBadRequestsFailAlone(t *testing.T) {
	e := engine(t, shared(), generation.Options{Tokens: 200, Queue: 8})
	good := generation.Request{Prompt: []int32{1, 2}, Sampling: generation.Sampling{MaxTokens: 2}}
	change := func(f func(*generation.Request)) generation.Request {
		r := good
		f(&r)
		return r
	}
	nan := math.NaN()
	bad := map[string]generation.Request{
		"prompt is empty":      change(func(r *generation.Request) { r.Prompt = nil }),
		"leaves no room":       change(func(r *generation.Request) { r.Prompt = make([]int32, 400) }),
		"token 97 at place 1":  change(func(r *generation.Request) { r.Prompt = []int32{1, 97} }),
		"token -1 at place 0":  change(func(r *generation.Request) { r.StopTokens = []int32{-1} }),
		"temperature is NaN":   change(func(r *generation.Request) { r.Temperature = nan }),
		"want 0 or at least":   change(func(r *generation.Request) { r.Temperature = -1 }),
		"top-p is 1.5":         change(func(r *generation.Request) { r.TopP = 1.5 }),
		"min-p is NaN":         change(func(r *generation.Request) { r.MinP = nan }),
		"top-k is -1":          change(func(r *generation.Request) { r.TopK = -1 }),
		"stop texts need":      change(func(r *generation.Request) { r.StopTexts = []string{"a"} }),
		"bias of token 97":     change(func(r *generation.Request) { r.Bias = map[int32]float64{97: 1} }),
		"9 samples":            change(func(r *generation.Request) { r.Samples = 9 }),
		"number of tokens is":  change(func(r *generation.Request) { r.MaxTokens = -3 }),
		"likeliest tokens are": change(func(r *generation.Request) { r.TopLogProbs = 1000 }),
	}
	for want, r := range bad {
		got, err := e.Generate(t.Context(), []generation.Request{good, r, good})
		if err != nil || got[0].Err != nil || got[len(got)-1].Err != nil || len(got[0].Tokens) != 2 {
			t.Fatalf("%q: the others failed: %v, %v", want, err, got)
		}
		if !errors.Is(got[1].Err, generation.ErrRequest) || !strings.Contains(got[1].Err.Error(), want) {
			t.Errorf("error %v, want %q", got[1].Err, want)
		}
		if _, err := e.Submit(t.Context(), r); !errors.Is(err, generation.ErrRequest) {
			t.Errorf("%q: submitting gives %v", want, err)
		}
	}
}

func TestNaNFailsOneRequest(t *testing.T) {
	p := parameters(t, configs()["llama"])
	p.Of(p.Values, "model.embed_tokens.weight")[5*48] = float32(math.NaN())
	c := p.Config
	c.TiedEmbeddings = false // so that only the token itself is ill
	q := parameters(t, c)
	copy(q.Of(q.Values, "model.embed_tokens.weight"), p.Of(p.Values, "model.embed_tokens.weight"))
	e := engine(t, generation.NewWeights(nil, q), generation.Options{})
	sampling := generation.Sampling{MaxTokens: 3, Bias: map[int32]float64{5: math.Inf(-1)}}
	got, err := e.Generate(t.Context(), []generation.Request{{Prompt: []int32{1, 2}, Sampling: sampling}, {Prompt: []int32{1, 5}, Sampling: sampling}})
	if err != nil || got[0].Err != nil || len(got[0].Tokens) != 3 {
		t.Fatalf("%v, %+v", err, got[0])
	}
	if got[1].Finish != generation.FinishFailed || got[1].Err == nil || !strings.Contains(got[1].Err.Error(), "not finite") {
		t.Errorf("finish %s, error %v", got[1].Finish, got[1].Err)
	}
}

// until waits for the statistics to be as wanted.
func until(t *testing.T, e *generation.Engine, wanted func(generation.Statistics) bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !wanted(e.Statistics()); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("still %+v", e.Statistics())
		}
	}
}

func TestCancellationFreesPages(t *testing.T) {
	e := engine(t, shared(), generation.Options{Tokens: 1000, Prefixes: -1})
	ctx, cancel := context.WithCancel(t.Context())
	s, err := e.Submit(ctx, generation.Request{Prompt: []int32{1}, Samples: 3, Sampling: generation.Sampling{IgnoreEnd: true, Temperature: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Next(); !ok {
		t.Fatal("no delta came")
	}
	cancel()
	if _, err := s.Wait(); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting gives %v", err)
	}
	if _, ok := s.Next(); ok {
		t.Error("deltas go on")
	}
	until(t, e, func(s generation.Statistics) bool { return s.FreePages == s.Pages && s.Running == 0 })
	if got, err := e.Generate(t.Context(), []generation.Request{{Prompt: []int32{1}, Sampling: generation.Sampling{MaxTokens: 1}}}); err != nil || got[0].Err != nil {
		t.Errorf("afterwards: %v, %v", err, got)
	}
	if _, err := e.Generate(ctx, []generation.Request{{Prompt: []int32{1}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context gives %v", err)
	}
}

func TestQueueIsBounded(t *testing.T) {
	const queue = 1000
	e := engine(t, shared(), generation.Options{Tokens: 4 * attention.PageSize, Sequences: 2, Queue: queue})
	var streams []*generation.Stream
	sampling := generation.Sampling{MaxTokens: 2, Temperature: 1}
	if err := e.Refresh(func() { // no step is made meanwhile
		for i := range queue {
			s, err := e.Submit(t.Context(), generation.Request{Prompt: []int32{int32(i % 97), 1, 2}, Sampling: sampling})
			if err != nil {
				t.Errorf("request %d: %v", i, err)
				return
			}
			streams = append(streams, s)
		}
		if _, err := e.Submit(t.Context(), generation.Request{Prompt: []int32{1}, Sampling: sampling}); !errors.Is(err, generation.ErrBusy) {
			t.Errorf("one too many gives %v", err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	for _, s := range streams {
		if got, err := s.Wait(); err != nil || len(got) != 1 || len(got[0].Tokens) != 2 {
			t.Fatalf("%v, %v", got, err)
		}
	}
	until(t, e, func(s generation.Statistics) bool { return s.Finished == queue && s.Waiting+s.Running == 0 })
	many := make([]generation.Request, 2*queue)
	for i := range many {
		many[i] = generation.Request{Prompt: []int32{int32(i % 97)}, Sampling: generation.Sampling{MaxTokens: 1}}
	}
	if got, err := e.Generate(t.Context(), many); err != nil || len(got) != len(many) || got[len(many)-1].Request != len(many)-1 {
		t.Errorf("%d completions of %d: %v", len(got), len(many), err)
	}
}

func TestCloseEndsEverything(t *testing.T) {
	e, err := generation.New(shared(), generation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Submit(t.Context(), generation.Request{Prompt: []int32{1}, Samples: 100, Sampling: generation.Sampling{IgnoreEnd: true}})
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
	e.Close()
	if _, err := s.Wait(); !errors.Is(err, generation.ErrClosed) {
		t.Errorf("waiting gives %v", err)
	}
	if _, err := e.Submit(t.Context(), generation.Request{Prompt: []int32{1}}); !errors.Is(err, generation.ErrClosed) {
		t.Errorf("submitting gives %v", err)
	}
	if err := e.Refresh(nil); !errors.Is(err, generation.ErrClosed) {
		t.Errorf("refreshing gives %v", err)
	}
}

// After a change of the parameters, engines old and new agree, and nothing kept
// from before is used.
func TestRefresh(t *testing.T) {
	p := parameters(t, configs()["llama"])
	w := generation.NewWeights(nil, p)
	e := engine(t, w, generation.Options{})
	r := []generation.Request{{Prompt: make([]int32, 100), Samples: 2, Sampling: generation.Sampling{MaxTokens: 10, Temperature: 1}}}
	before, _ := e.Generate(t.Context(), r)
	if err := e.Refresh(func() {
		for i := range p.Values {
			p.Values[i] *= 1.05
		}
	}); err != nil {
		t.Fatal(err)
	}
	after, _ := e.Generate(t.Context(), r)
	fresh, _ := engine(t, generation.NewWeights(nil, p), generation.Options{}).Generate(t.Context(), r)
	if written(after) != written(fresh) || written(after) == written(before) {
		t.Errorf("before\n%s\nafter\n%s\nfresh\n%s", written(before), written(after), written(fresh))
	}
}

func TestStreamAddsUpToCompletion(t *testing.T) {
	e := engine(t, shared(), generation.Options{Bytes: letter})
	s, err := e.Submit(t.Context(), generation.Request{
		Prompt: []int32{4, 5}, Samples: 3, Control: brancher{}, ControlTop: 2, Branches: 2,
		Sampling: generation.Sampling{MaxTokens: 50, Temperature: 1.2, StopTexts: []string{"aa", "0"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	tokens, texts := map[string][]generation.Token{}, map[string]string{}
	key := func(sample int, forks []generation.Fork) string { return fmt.Sprint(sample, forks) }
	for d, ok := s.Next(); ok; d, ok = s.Next() {
		k := key(d.Sample, d.Forks)
		tokens[k] = append(tokens[k], d.Tokens...)
		texts[k] += string(d.Text)
	}
	all, err := s.Wait()
	if err != nil || len(all) <= 3 {
		t.Fatalf("%d completions, %v", len(all), err)
	}
	for _, c := range all {
		k := key(c.Sample, c.Forks)
		if !slices.Equal(ids(tokens[k]), ids(c.Tokens)) || texts[k] != string(c.Text) {
			t.Errorf("%s: %v %q, want %v %q", k, ids(tokens[k]), texts[k], ids(c.Tokens), c.Text)
		}
	}
}
