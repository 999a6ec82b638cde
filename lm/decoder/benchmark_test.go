package decoder_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"segue/lm/attention"
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
)

// BenchmarkStep is one forward and backward pass of every preset over packed
// sequences, each token predicted.
func BenchmarkStep(b *testing.B) {
	for _, size := range []struct {
		name                           string
		vocabulary, sequences, lengths int
	}{{"nano", 512, 32, 128}, {"micro", 1024, 32, 128}, {"tiny", 2048, 32, 128}, {"small", 4096, 16, 256}, {"smollm2-135m", 49152, 2, 256}} {
		for _, threads := range []int{1, 2} {
			b.Run(size.name+"/threads="+strconv.Itoa(threads), func(b *testing.B) {
				w := kernel.NewWorkers(threads)
				defer w.Close()
				benchmark(b, size.name, size.vocabulary, size.sequences, size.lengths, decoder.Options{Workers: w})
			})
		}
	}
}

// BenchmarkLowRank is a LoRA step of the SmolLM2-135M shape on 8 sequences
// of 512 tokens; run alone it also says the process's peak memory.
func BenchmarkLowRank(b *testing.B) {
	c, err := model.Preset("smollm2-135m", 49152)
	if err != nil {
		b.Fatal(err)
	}
	a, err := decoder.NewAdapters(c, decoder.LoRA{Rank: 16, Alpha: 32, Targets: decoder.AdapterTargets()}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		b.Fatal(err)
	}
	w := kernel.NewWorkers(2)
	defer w.Close()
	benchmark(b, "smollm2-135m", 49152, 8, 512, decoder.Options{Workers: w, Adapters: a, Recompute: true})
	b.ReportMetric(peak(), "peak-GB")
}

func benchmark(b *testing.B, name string, vocabulary, sequences, length int, o decoder.Options) {
	c, err := model.Preset(name, vocabulary)
	if err != nil {
		b.Fatal(err)
	}
	p, err := model.NewParameters(c)
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	p.Initialise(random)
	d := newDecoder(b, p, o)
	var batch decoder.Batch
	for i := range sequences {
		batch.Segments = append(batch.Segments, attention.Segment{From: i * length, To: (i + 1) * length, Prefix: -1})
		for range length {
			batch.Tokens = append(batch.Tokens, random.Int32N(int32(vocabulary)))
		}
	}
	targets := everyToken(batch)
	g := decoder.Gradients{LogProb: normal(len(targets), 1, random)}
	step(b, d, batch, targets, g)
	b.ResetTimer()
	for range b.N {
		step(b, d, batch, targets, g)
	}
	b.ReportMetric(float64(b.N*len(batch.Tokens))/b.Elapsed().Seconds(), "tokens/s")
}

// peak is the most memory that the process ever held, in 10⁹ bytes; 0 where
// the system does not tell.
func peak() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kilobytes * 1024 / 1e9
		}
	}
	return 0
}
