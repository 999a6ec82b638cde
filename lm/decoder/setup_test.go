package decoder_test

import (
	"math/rand/v2"
	"testing"

	"segue/lm/attention"
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
)

// shapes are tiny decoders of every supported form.
var shapes = []struct {
	name   string
	config model.Config
}{
	{"llama tied", tiny("llama", true, false, false)},
	{"llama untied", tiny("llama", false, false, false)},
	{"qwen2 biases", tiny("qwen2", true, true, false)},
	{"qwen3 norms", tiny("qwen3", false, false, true)},
}

func tiny(kind string, tied, bias, norms bool) model.Config {
	return model.Config{
		ModelType: kind, Vocabulary: 37, Hidden: 20, Intermediate: 28, Layers: 2, Heads: 4, KeyValueHeads: 2, HeadDim: 6, Context: 64,
		NormEpsilon: 1e-5, RotaryBase: 10000, TiedEmbeddings: tied, AttentionBias: bias, QueryKeyNorm: norms, InitialDeviation: 0.3,
	}
}

// parameters draws weights, among them norms and biases other than one and
// zero.
func parameters(t testing.TB, c model.Config, seed uint64) *model.Parameters {
	t.Helper()
	p, err := model.NewParameters(c)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 1))
	p.Initialise(random)
	for _, s := range p.Specs {
		if s.Vector {
			for i := range p.Of(p.Values, s.Name) {
				p.Of(p.Values, s.Name)[i] += float32(0.2 * random.NormFloat64())
			}
		}
	}
	return p
}

// grouped is a prompt with two answers, one of which is continued twice, and a
// sequence of its own; every token is predicted, first tokens by the shared
// rows before them.
func grouped(c model.Config, random *rand.Rand) (decoder.Batch, []decoder.Target) {
	b := decoder.Batch{Segments: []attention.Segment{
		{From: 0, To: 5, Prefix: -1}, {From: 5, To: 9, Prefix: 0}, {From: 9, To: 12, Prefix: 0},
		{From: 12, To: 14, Prefix: 2}, {From: 14, To: 17, Prefix: 2}, {From: 17, To: 24, Prefix: -1},
	}}
	for range 24 {
		b.Tokens = append(b.Tokens, random.Int32N(int32(c.Vocabulary)))
	}
	return b, everyToken(b)
}

// everyToken asks for each token that something comes before.
func everyToken(b decoder.Batch) []decoder.Target {
	var targets []decoder.Target
	for _, s := range b.Segments {
		if s.Prefix >= 0 {
			targets = append(targets, decoder.Target{Row: int32(b.Segments[s.Prefix].To - 1), Token: b.Tokens[s.From]})
		}
		for t := s.From + 1; t < s.To; t++ {
			targets = append(targets, decoder.Target{Row: int32(t - 1), Token: b.Tokens[t]})
		}
	}
	return targets
}

// reference is a random other decoder's view of a batch.
func reference(c model.Config, b decoder.Batch, random *rand.Rand) *decoder.Reference {
	const width = 9
	r := &decoder.Reference{
		Hidden: normal(len(b.Tokens)*width, 1, random),
		Head:   kernel.NewMatrix(c.Vocabulary, width, normal(c.Vocabulary*width, 0.5, random)),
	}
	return r
}

func normal(n int, deviation float64, random *rand.Rand) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(random.NormFloat64() * deviation)
	}
	return x
}

// losses are random weights of every statistic: a linear loss whose gradients
// they are.
func losses(targets int, random *rand.Rand) decoder.Gradients {
	return decoder.Gradients{
		LogProb: normal(targets, 1, random), Entropy: normal(targets, 1, random), EntropyTopP: normal(targets, 1, random),
		EntropyTopK: normal(targets, 1, random), KL: normal(targets, 1, random),
	}
}

func newDecoder(t testing.TB, p *model.Parameters, o decoder.Options) *decoder.Decoder {
	t.Helper()
	d, err := decoder.New(p.Config, p, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// step is one forward and backward pass over b.
func step(t testing.TB, d *decoder.Decoder, b decoder.Batch, targets []decoder.Target, g decoder.Gradients) decoder.Statistics {
	t.Helper()
	s, err := d.Forward(b, targets)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Backward(g); err != nil {
		t.Fatal(err)
	}
	return s
}
