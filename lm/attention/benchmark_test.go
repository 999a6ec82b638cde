package attention_test

import (
	"fmt"
	"testing"

	"segue/lm/attention"
	"segue/lm/kernel"
)

// smol is the arrangement of heads of SmolLM2-135M.
var smol = attention.Shape{Heads: 9, KeyValueHeads: 3, HeadDim: 64}

// work is the number of floating-point operations of the two products of the
// forward over the pairs that the mask lets through; the backward has five.
func work(s attention.Shape, segments []attention.Segment) float64 {
	pairs := 0
	for _, own := range segments {
		n := own.To - own.From
		pairs += n * (n + 1) / 2
		for p := own.Prefix; p >= 0; p = segments[p].Prefix {
			pairs += n * (segments[p].To - segments[p].From)
		}
	}
	return float64(pairs) * float64(s.Heads*s.HeadDim) * 4
}

func benchmarkTraining(b *testing.B, s attention.Shape, segments []attention.Segment, workers int) {
	tokens := segments[len(segments)-1].To
	qkv, dout := normal(1, tokens*s.Width()), normal(2, tokens*s.OutputWidth())
	out, lse, dqkv := make([]float32, len(dout)), make([]float32, s.Heads*tokens), make([]float32, len(qkv))
	k, w, scratch := kernel.Default(), kernel.NewWorkers(workers), attention.NewScratch(workers, s)
	defer w.Close()
	rate := func(b *testing.B, products float64) {
		b.ReportMetric(work(s, segments)*products/2*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	}
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			attention.Forward(k, w, out, lse, qkv, segments, s, scratch)
		}
		rate(b, 2)
	})
	b.Run("backward", func(b *testing.B) {
		for b.Loop() {
			attention.Backward(k, w, dqkv, dout, out, lse, qkv, segments, s, scratch)
		}
		rate(b, 5)
	})
}

func sequences(n, length int) (segments []attention.Segment) {
	for i := range n {
		segments = append(segments, attention.Segment{From: i * length, To: (i + 1) * length, Prefix: -1})
	}
	return segments
}

func group(answers, prompt, length int) []attention.Segment {
	segments := []attention.Segment{{From: 0, To: prompt, Prefix: -1}}
	for i := range answers {
		from := prompt + i*length
		segments = append(segments, attention.Segment{From: from, To: from + length, Prefix: 0})
	}
	return segments
}

func BenchmarkTraining(b *testing.B) {
	for _, workers := range []int{1, 2} {
		for _, c := range []struct {
			name     string
			shape    attention.Shape
			segments []attention.Segment
		}{
			{"2x512", smol, sequences(2, 512)},
			{"8x512", smol, sequences(8, 512)},
			{"8x100", smol, sequences(8, 100)},
			{"group-256+8x256", smol, group(8, 256, 256)},
			{"micro-32x128", attention.Shape{Heads: 4, KeyValueHeads: 2, HeadDim: 32}, sequences(32, 128)},
		} {
			b.Run(fmt.Sprintf("%s/workers-%d", c.name, workers), func(b *testing.B) {
				benchmarkTraining(b, c.shape, c.segments, workers)
			})
		}
	}
}

// BenchmarkDecode samples one token for each of 64 sequences of 512, which share
// nothing, or in groups of 8 a prompt of 256 tokens, and reads a chunk of a prompt.
func BenchmarkDecode(b *testing.B) {
	for _, workers := range []int{1, 2} {
		for _, c := range []struct {
			name                            string
			sequences, shared, length, rows int
		}{
			{"64x512", 64, 0, 512, 1},
			{"64x512-groups", 64, 256, 512, 1},
			{"1x512", 1, 0, 512, 1},
			{"prompt-512", 1, 0, 512, 512},
		} {
			b.Run(fmt.Sprintf("%s/workers-%d", c.name, workers), func(b *testing.B) {
				w := kernel.NewWorkers(workers)
				defer w.Close()
				cache, err := attention.NewCache(1, 64*9, smol)
				if err != nil {
					b.Fatal(err)
				}
				var queries []attention.Query
				var prompt *attention.Sequence
				for i := range c.sequences {
					if i%8 == 0 {
						prompt = new(attention.Sequence)
						_ = cache.Extend(prompt, c.shared)
					}
					s := cache.Fork(prompt, c.shared)
					if err := cache.Extend(s, c.length-c.shared); err != nil {
						b.Fatal(err)
					}
					queries = append(queries, attention.Query{Sequence: s, Rows: c.rows})
				}
				rows := c.sequences * c.rows
				qkv, out := normal(1, rows*smol.Width()), make([]float32, rows*smol.OutputWidth())
				scratch := attention.NewScratch(workers, smol)
				for b.Loop() {
					attention.Decode(kernel.Default(), w, out, qkv, queries, cache, 0, scratch)
				}
				pairs := c.sequences * (c.length*c.rows - c.rows*(c.rows-1)/2)
				b.ReportMetric(float64(pairs*smol.Heads*smol.HeadDim*4)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
