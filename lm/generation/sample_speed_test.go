package generation

import (
	"math/rand/v2"
	"testing"

	"segue/lm/kernel"
)

// BenchmarkSample draws whole rounds as a training run does: 64 prompts of 32
// random tokens, 256 further tokens for each.
func BenchmarkSample(b *testing.B) {
	const batch, prompt, tokens = 64, 32, 256
	for _, m := range []struct {
		name       string
		vocabulary int
	}{{"nano", 2048}, {"tiny", 2048}, {"smollm2-135m", 49152}} {
		b.Run(m.name, func(b *testing.B) {
			workers := kernel.NewWorkers(2)
			defer workers.Close()
			e, err := New(weights(b, m.name, m.vocabulary, false), Options{Workers: workers, Sequences: batch, Tokens: batch * (prompt + tokens + 64), Prefixes: -1})
			if err != nil {
				b.Fatal(err)
			}
			defer e.Close()
			r := rand.New(rand.NewPCG(1, 4))
			requests := make([]Request, batch)
			for i := range requests {
				ids := make([]int32, prompt)
				for j := range ids {
					ids[j] = int32(r.IntN(m.vocabulary))
				}
				requests[i] = Request{Prompt: ids, Sampling: Sampling{Temperature: 1, MaxTokens: tokens, IgnoreEnd: true, Seed: uint64(i)}}
			}
			for b.Loop() {
				if _, err := e.Generate(b.Context(), requests); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(batch*tokens*float64(b.N)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
}
