package generation

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"segue/lm/kernel"
	"segue/lm/model"
)

func weights(t testing.TB, name string, vocabulary int, quantised bool) *Weights {
	c, err := model.Preset(name, vocabulary)
	if err != nil {
		t.Fatal(err)
	}
	p, err := model.NewParameters(c)
	if err != nil {
		t.Fatal(err)
	}
	p.Initialise(rand.New(rand.NewPCG(1, 2)))
	if !quantised {
		return NewWeights(nil, p)
	}
	w, err := NewQuantisedWeights(nil, p, func(name string) *kernel.Quantised { return quantise(t, p, name) })
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// quantise gives a matrix as Q8_0 blocks: a half-precision scale, here a power
// of two, and 32 signed bytes. Vectors are not quantised.
func quantise(t testing.TB, p *model.Parameters, name string) *kernel.Quantised {
	for _, s := range p.Specs {
		if s.Name != name || s.Vector || s.Cols%32 != 0 {
			continue
		}
		const scale = 1.0 / 1024
		var blocks []byte
		for i, x := range p.Of(p.Values, name) {
			if i%32 == 0 {
				blocks = append(blocks, 0x00, 0x14) // 2^-10
			}
			blocks = append(blocks, byte(int8(max(-127, min(127, x/scale)))))
		}
		q, err := kernel.NewQuantised(kernel.Q8_0, s.Rows, s.Cols, blocks)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	return nil
}

// prepared is an engine at rest, with so many sequences about to be admitted.
func prepared(t testing.TB, w *Weights, workers *kernel.Workers, sequences int, s Sampling) *Engine {
	e, err := New(w, Options{Workers: workers, Sequences: sequences, Tokens: 1 << 15})
	if err != nil {
		t.Fatal(err)
	}
	e.Close() // its goroutine is gone: steps are made here
	r := &request{Request: Request{Prompt: []int32{1, 2, 3, 4, 5, 6, 7, 8}, Samples: sequences, Sampling: s}, stream: newStream(true), ctx: context.Background()}
	if err := r.check(&w.config, &e.options, e.positions); err != nil {
		t.Fatal(err)
	}
	r.stream.stop = func() bool { return true }
	r.open = sequences
	for i := range sequences {
		e.waiting = append(e.waiting, newSequence(r, i))
	}
	e.advance()
	e.advance()
	return e
}

func TestStepsAllocateNothing(t *testing.T) {
	e := prepared(t, weights(t, "nano", 300, false), nil, 8, Sampling{Temperature: 0.9, TopK: 40, TopP: 0.9, MinP: 0.01, Repetition: 1.1, TopLogProbs: 2, IgnoreEnd: true})
	for range 20 {
		e.advance()
	}
	if n := testing.AllocsPerRun(30, e.advance); n > 0.5 { // pages and alternatives come a block at a time
		t.Errorf("%v allocations a step", n)
	}
}

// Quantised matrices give what the same numbers give as float32, within the
// error of activations in bytes, and the same bits in any company.
func TestQuantisedWeights(t *testing.T) {
	c, err := model.Preset("nano", 320)
	if err != nil {
		t.Fatal(err)
	}
	c.InitialDeviation = 0.02 // logits near each other, so that one error bounds them all
	p, _ := model.NewParameters(c)
	p.Initialise(rand.New(rand.NewPCG(3, 4)))
	mixed := func(name string) *kernel.Quantised {
		if name == "model.layers.1.self_attn.k_proj.weight" {
			return nil // a float32 part beside quantised ones
		}
		return quantise(t, p, name)
	}
	w, err := NewQuantisedWeights(nil, p, mixed)
	if err != nil {
		t.Fatal(err)
	}
	same, _ := model.NewParameters(c)
	copy(same.Values, p.Values)
	for _, s := range c.Specs() {
		if q := mixed(s.Name); q != nil {
			values := same.Of(same.Values, s.Name)
			for r := range s.Rows {
				q.Dequantise(r, values[r*s.Cols:(r+1)*s.Cols])
			}
		}
	}
	draw := func(w *Weights, samples int) []Completion {
		e, err := New(w, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		got, err := e.Generate(t.Context(), []Request{{Prompt: []int32{5, 6, 7}, Samples: samples, Sampling: Sampling{MaxTokens: 1, Temperature: 1, TopLogProbs: 50}}})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	got, want := draw(w, 1)[0].Tokens[0], draw(NewWeights(nil, same), 1)[0].Tokens[0]
	logs := map[int32]float64{}
	for _, a := range want.Top {
		logs[a.ID] = a.LogProb
	}
	matched := 0
	for _, a := range got.Top {
		if x, ok := logs[a.ID]; ok {
			matched++
			if d := x - a.LogProb; d > 0.05 || d < -0.05 {
				t.Errorf("token %d has log-probability %g, want %g", a.ID, a.LogProb, x)
			}
		}
	}
	if matched < 40 {
		t.Errorf("only %d of the 50 likeliest tokens agree", matched)
	}
	if many := draw(w, 20)[0].Tokens[0]; many.ID != got.ID || many.LogProb != got.LogProb {
		t.Errorf("in company %v, alone %v", many, got)
	}
	short := func(name string) *kernel.Quantised { return quantise(t, p, "model.layers.0.self_attn.k_proj.weight") }
	if _, err := NewQuantisedWeights(nil, p, short); err == nil {
		t.Error("misshapen matrices are accepted")
	}
}

// A Control may end a sequence, and what it says wrongly fails that alone.
type scripted struct{ stopAt, failAt int }

func (s scripted) Decide(m Moment) Decision {
	bad := -2.0
	switch {
	case m.Sample == 1 && m.Step == s.failAt:
		return Decision{Temperature: &bad}
	case m.Step == s.stopAt:
		return Decision{Stop: true}
	case m.Step == 2 && len(m.Forks) == 0:
		return Decision{Branches: 100}
	}
	cold := 0.0
	return Decision{Temperature: &cold}
}

func TestControl(t *testing.T) {
	e, err := New(weights(t, "nano", 300, false), Options{Sequences: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	r := Request{Prompt: []int32{1, 2}, Samples: 2, Branches: 4, Control: scripted{7, 5}, Sampling: Sampling{Temperature: 5, IgnoreEnd: true}}
	got, err := e.Generate(t.Context(), []Request{r})
	if err != nil || len(got) != 2*5 {
		t.Fatalf("%d completions, %v", len(got), err)
	}
	first := map[int32]bool{}
	for i, c := range got {
		length, finish := 7, FinishStop
		if c.Sample == 1 {
			length, finish = 5, FinishFailed
		}
		if len(c.Tokens) != length || c.Finish != finish || (c.Err != nil) != (c.Sample == 1) {
			t.Errorf("completion %d: %d tokens, %s, %v", i, len(c.Tokens), c.Finish, c.Err)
		}
		if i%5 > 0 && (len(c.Forks) != 1 || c.Forks[0] != Fork{2, i % 5}) {
			t.Errorf("completion %d: forks %v", i, c.Forks)
		}
		if c.Tokens[0].ID != got[0].Tokens[0].ID || c.Tokens[1].ID != got[0].Tokens[1].ID || c.Tokens[0].Drawn != 0 {
			t.Errorf("completion %d does not begin greedily", i)
		}
		first[c.Tokens[2].ID] = true
	}
	if len(first) < 5 {
		t.Errorf("10 branches began with only %d distinct tokens", len(first))
	}
}

func BenchmarkGenerate(b *testing.B) {
	workers := kernel.NewWorkers(2)
	defer workers.Close()
	for _, m := range []struct {
		name       string
		vocabulary int
		quantised  bool
	}{{"nano", 512, false}, {"tiny", 4096, false}, {"smollm2-135m", 49152, false}, {"smollm2-135m", 49152, true}} {
		var w *Weights
		for _, batch := range []int{1, 8, 64} {
			b.Run(fmt.Sprintf("%s/quantised=%v/batch=%d", m.name, m.quantised, batch), func(b *testing.B) {
				if w == nil {
					w = weights(b, m.name, m.vocabulary, m.quantised)
				}
				e := prepared(b, w, workers, batch, Sampling{Temperature: 1, IgnoreEnd: true})
				for b.Loop() {
					if len(e.running) == 0 || e.running[0].kv.Len() >= 264 {
						b.StopTimer()
						e = prepared(b, w, workers, batch, Sampling{Temperature: 1, IgnoreEnd: true})
						b.StartTimer()
					}
					e.advance()
				}
				b.ReportMetric(float64(batch*b.N)/b.Elapsed().Seconds(), "tokens/s")
			})
		}
	}
}
