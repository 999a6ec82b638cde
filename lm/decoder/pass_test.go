package decoder_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/attention"
	"segue/lm/decoder"
	"segue/lm/kernel"
)

// everything asks for every statistic.
var everything = decoder.Options{Shards: 3, TopP: 0.7, TopK: 4, Rank: true}

// TestThreadsDoNotShow compares the bits of all results for 1, 2 and 7
// threads, with shards and with shared-out kernels.
func TestThreadsDoNotShow(t *testing.T) {
	for _, shape := range shapes {
		for _, shards := range []int{1, 3} {
			t.Run(fmt.Sprint(shape.name, " ", shards, " shards"), func(t *testing.T) {
				var first []float32
				for _, threads := range []int{1, 2, 7} {
					o := everything
					o.Shards, o.Workers = shards, kernel.NewWorkers(threads)
					defer o.Workers.Close()
					got := bits(t, newDecoder(t, parameters(t, shape.config, 5), o), long)
					if first == nil {
						first = got
					} else if !slices.Equal(first, got) {
						t.Errorf("%d threads give other bits than 1", threads)
					}
				}
			})
		}
	}
}

// long is a batch of more rows than one block of vector gradients holds.
func long(vocabulary int32, random *rand.Rand) decoder.Batch {
	var b decoder.Batch
	for range 12 {
		from := len(b.Tokens)
		for range 40 + random.IntN(24) {
			b.Tokens = append(b.Tokens, random.Int32N(vocabulary))
		}
		b.Segments = append(b.Segments, attention.Segment{From: from, To: len(b.Tokens), Prefix: -1})
	}
	return b
}

// bits are all numbers that two steps give.
func bits(t testing.TB, d *decoder.Decoder, make func(int32, *rand.Rand) decoder.Batch) []float32 {
	t.Helper()
	random := rand.New(rand.NewPCG(6, 6))
	c := shapes[0].config
	b := make(int32(c.Vocabulary), random)
	b.Reference = reference(c, b, random)
	targets := everyToken(b)
	g := losses(len(targets), random)
	var all []float32
	for range 2 {
		s := step(t, d, b, targets, g)
		_, _, gradient := d.Trainable()
		all = append(all, slices.Concat(s.LogProb, s.Entropy, s.EntropyTopP, s.EntropyTopK, s.KL, s.TopProbs, d.Hidden(), gradient)...)
	}
	return all
}

// TestShardsAgree passes a batch in one shard, whose logits take more than one
// chunk, and in three, whose logits take one each.
func TestShardsAgree(t *testing.T) {
	for _, shape := range shapes {
		whole, parts := everything, everything
		whole.Shards = 1
		p := parameters(t, shape.config, 5)
		random := rand.New(rand.NewPCG(6, 6))
		b := long(int32(shape.config.Vocabulary), random)
		b.Reference = reference(shape.config, b, random)
		targets := everyToken(b)
		if len(targets) <= 512 {
			t.Fatalf("%d targets fit into one chunk", len(targets))
		}
		g := losses(len(targets), random)
		one, three := newDecoder(t, p, whole), newDecoder(t, p, parts)
		so, st := step(t, one, b, targets, g), step(t, three, b, targets, g)
		if !slices.Equal(so.LogProb, st.LogProb) || !slices.Equal(so.KL, st.KL) || !slices.Equal(so.EntropyTopP, st.EntropyTopP) {
			t.Errorf("%s: statistics depend on the shards", shape.name)
		}
		_, _, ga := one.Trainable()
		_, _, gb := three.Trainable()
		agree(t, ga, gb)
	}
}

func TestRecomputingGivesTheSameBits(t *testing.T) {
	for _, shape := range shapes {
		plain, again := everything, everything
		again.Recompute = true
		p := parameters(t, shape.config, 5)
		if !slices.Equal(bits(t, newDecoder(t, p, plain), long), bits(t, newDecoder(t, p, again), long)) {
			t.Errorf("%s: recomputed activations give other bits", shape.name)
		}
	}
}

func TestForwardOnlyGivesTheSameBits(t *testing.T) {
	for _, shape := range shapes {
		p, o := parameters(t, shape.config, 5), everything
		random := rand.New(rand.NewPCG(6, 6))
		b, targets := grouped(shape.config, random)
		full, err := newDecoder(t, p, o).Forward(b, targets)
		if err != nil {
			t.Fatal(err)
		}
		o.ForwardOnly = true
		d := newDecoder(t, p, o)
		got, err := d.Forward(b, targets)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(full.LogProb, got.LogProb) || !slices.Equal(full.Entropy, got.Entropy) {
			t.Errorf("%s: the pass without activations gives other bits", shape.name)
		}
		if err := d.Backward(decoder.Gradients{}); err == nil {
			t.Errorf("%s: a backward pass without activations succeeds", shape.name)
		}
	}
}

// TestPackingDoesNotShow shuffles independent sequences: statistics keep their
// bits, gradients agree.
func TestPackingDoesNotShow(t *testing.T) {
	p := parameters(t, shapes[3].config, 5)
	rapid.Check(t, func(r *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		var sequences [][]int32
		for range rapid.IntRange(1, 6).Draw(r, "sequences") {
			sequence := make([]int32, rapid.IntRange(1, 20).Draw(r, "length"))
			for i := range sequence {
				sequence[i] = random.Int32N(int32(p.Config.Vocabulary))
			}
			sequences = append(sequences, sequence)
		}
		order := random.Perm(len(sequences))
		shards := rapid.IntRange(1, 4).Draw(r, "shards")
		a, ga := packed(t, newDecoder(t, p, decoder.Options{Shards: shards}), sequences, nil)
		b, gb := packed(t, newDecoder(t, p, decoder.Options{Shards: rapid.IntRange(1, 4).Draw(r, "other shards")}), sequences, order)
		for i := range a {
			if !slices.Equal(a[i], b[i]) {
				r.Errorf("sequence %d has log-probabilities %v, in other company %v", i, a[i], b[i])
			}
		}
		agree(r, ga, gb)
	})
}

// packed gives the log-probabilities of each sequence, packed in the given
// order, and the gradient of their sum.
func packed(t testing.TB, d *decoder.Decoder, sequences [][]int32, order []int) ([][]float32, []float32) {
	var b decoder.Batch
	if order == nil {
		for i := range sequences {
			order = append(order, i)
		}
	}
	for _, i := range order {
		from := len(b.Tokens)
		b.Tokens = append(b.Tokens, sequences[i]...)
		b.Segments = append(b.Segments, attention.Segment{From: from, To: len(b.Tokens), Prefix: -1})
	}
	targets := everyToken(b)
	s := step(t, d, b, targets, decoder.Gradients{LogProb: slices.Repeat([]float32{1}, len(targets))})
	out, at := make([][]float32, len(sequences)), 0
	for _, i := range order {
		n := len(sequences[i]) - 1
		out[i] = slices.Clone(s.LogProb[at : at+n])
		at += n
	}
	_, _, gradient := d.Trainable()
	return out, gradient
}

// agree wants two gradients to be equal but for rounding, which a norm of a
// small row can enlarge: of 15,000 drawn cases the largest was 1.7e-5.
func agree(t interface{ Errorf(string, ...any) }, a, b []float32) {
	difference, size := 0.0, 0.0
	for i := range a {
		difference += math.Pow(float64(a[i])-float64(b[i]), 2)
		size += float64(a[i]) * float64(a[i])
	}
	if !(math.Sqrt(difference) <= 1e-4*math.Sqrt(size)) {
		t.Errorf("gradients differ by %v of %v", math.Sqrt(difference), math.Sqrt(size))
	}
}

// TestSharedPromptEqualsCopies passes a group once with its prompt shared and
// once with the prompt before every answer.
func TestSharedPromptEqualsCopies(t *testing.T) {
	for _, shape := range shapes {
		p := parameters(t, shape.config, 5)
		rapid.Check(t, func(r *rapid.T) {
			random := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
			draw := func(n int) []int32 {
				out := make([]int32, n)
				for i := range out {
					out[i] = random.Int32N(int32(shape.config.Vocabulary))
				}
				return out
			}
			prompt := draw(rapid.IntRange(1, 12).Draw(r, "prompt"))
			shared := decoder.Batch{Tokens: slices.Clone(prompt), Segments: []attention.Segment{{From: 0, To: len(prompt), Prefix: -1}}}
			var copies decoder.Batch
			var sharedTargets, copiesTargets []decoder.Target
			for range rapid.IntRange(1, 4).Draw(r, "answers") {
				answer := draw(rapid.IntRange(1, 6).Draw(r, "answer"))
				at, from := len(shared.Tokens), len(copies.Tokens)
				shared.Tokens = append(shared.Tokens, answer...)
				shared.Segments = append(shared.Segments, attention.Segment{From: at, To: len(shared.Tokens), Prefix: 0})
				copies.Tokens = slices.Concat(copies.Tokens, prompt, answer)
				copies.Segments = append(copies.Segments, attention.Segment{From: from, To: len(copies.Tokens), Prefix: -1})
				for i, token := range answer {
					row := at + i - 1
					if i == 0 {
						row = len(prompt) - 1
					}
					sharedTargets = append(sharedTargets, decoder.Target{Row: int32(row), Token: token})
					copiesTargets = append(copiesTargets, decoder.Target{Row: int32(from + len(prompt) + i - 1), Token: token})
				}
			}
			g := losses(len(sharedTargets), random)
			g.KL = nil
			a, b := newDecoder(t, p, everything), newDecoder(t, p, everything)
			sa, sb := step(t, a, shared, sharedTargets, g), step(t, b, copies, copiesTargets, g)
			for i := range sharedTargets {
				if math.Abs(float64(sa.LogProb[i]-sb.LogProb[i])) > 1e-5 || math.Abs(float64(sa.Entropy[i]-sb.Entropy[i])) > 1e-5 {
					r.Errorf("target %d has log-probability %v and entropy %v, with copies %v and %v", i, sa.LogProb[i], sa.Entropy[i], sb.LogProb[i], sb.Entropy[i])
				}
			}
			_, _, ga := a.Trainable()
			_, _, gb := b.Trainable()
			agree(r, ga, gb)
		})
	}
}

// TestHiddenGradient hands a gradient in at the hidden rows instead of the
// head: with dHidden = dlogits·W of a log-probability all but the head's own
// gradient must come out the same.
func TestHiddenGradient(t *testing.T) {
	c := shapes[1].config // its head is not its embedding
	p := parameters(t, c, 5)
	b := decoder.Batch{Tokens: []int32{3, 1, 4, 1, 5}, Segments: []attention.Segment{{From: 0, To: 5, Prefix: -1}}}
	targets := []decoder.Target{{Row: 2, Token: 7}}
	a, z := newDecoder(t, p, decoder.Options{}), newDecoder(t, p, decoder.Options{})
	step(t, a, b, targets, decoder.Gradients{LogProb: []float32{1}})
	if _, err := z.Forward(b, nil); err != nil {
		t.Fatal(err)
	}
	head, row := p.Of(p.Values, "lm_head.weight"), z.Hidden()[2*c.Hidden:3*c.Hidden]
	logp := logSoftmax(apply(widen(head), widen(row)))
	dhidden := make([]float32, len(b.Tokens)*c.Hidden)
	for j := range c.Hidden {
		sum := float64(head[7*c.Hidden+j])
		for i, x := range logp {
			sum -= math.Exp(x) * float64(head[i*c.Hidden+j])
		}
		dhidden[2*c.Hidden+j] = float32(sum)
	}
	if err := z.Backward(decoder.Gradients{Hidden: dhidden}); err != nil {
		t.Fatal(err)
	}
	_, _, ga := a.Trainable()
	_, _, gz := z.Trainable()
	n := len(ga) - c.Vocabulary*c.Hidden
	agree(t, ga[:n], gz[:n])
	if slices.ContainsFunc(gz[n:], func(x float32) bool { return x != 0 }) {
		t.Error("the head has a gradient without targets")
	}
}

func TestSteadyStateAllocatesLittle(t *testing.T) {
	for _, shards := range []int{1, 4} {
		o := everything
		o.Shards, o.Workers = shards, kernel.NewWorkers(2)
		defer o.Workers.Close()
		d := newDecoder(t, parameters(t, shapes[3].config, 5), o)
		random := rand.New(rand.NewPCG(1, 2))
		b := long(int32(shapes[3].config.Vocabulary), random)
		b.Reference = reference(shapes[3].config, b, random)
		targets := everyToken(b)
		g := losses(len(targets), random)
		if n := testing.AllocsPerRun(5, func() { step(t, d, b, targets, g) }); n >= 20 {
			t.Errorf("%d shards: %v allocations in a step", shards, n)
		}
	}
}

func TestRefusesInWords(t *testing.T) {
	c := shapes[0].config
	p := parameters(t, c, 5)
	d := newDecoder(t, p, decoder.Options{})
	one := []attention.Segment{{From: 0, To: 2, Prefix: -1}}
	tests := []struct {
		name    string
		batch   decoder.Batch
		targets []decoder.Target
		want    string
	}{
		{"empty batch", decoder.Batch{}, nil, "no tokens"},
		{"token outside", decoder.Batch{Tokens: []int32{1, 37}, Segments: one}, nil, "outside the vocabulary"},
		{"negative token", decoder.Batch{Tokens: []int32{-1, 3}, Segments: one}, nil, "outside the vocabulary"},
		{"no segments", decoder.Batch{Tokens: []int32{1, 3}}, nil, "cover 0 of 2"},
		{"segment outside", decoder.Batch{Tokens: []int32{1}, Segments: one}, nil, "segment 0"},
		{"too long", decoder.Batch{Tokens: make([]int32, 65), Segments: []attention.Segment{{From: 0, To: 65, Prefix: -1}}}, nil, "longer than the context of 64"},
		{"row outside", decoder.Batch{Tokens: []int32{1, 3}, Segments: one}, []decoder.Target{{Row: 2}}, "row 2"},
		{"target outside", decoder.Batch{Tokens: []int32{1, 3}, Segments: one}, []decoder.Target{{Token: 99}}, "outside the vocabulary"},
		{"reference of other width", decoder.Batch{Tokens: []int32{1, 3}, Segments: one, Reference: &decoder.Reference{Head: kernel.Matrix{Rows: 37, Cols: 4}}}, nil, "hidden numbers"},
		{"reference of other vocabulary", decoder.Batch{Tokens: []int32{1, 3}, Segments: one, Reference: &decoder.Reference{}}, nil, "vocabulary of 0"},
	}
	for _, test := range tests {
		if _, err := d.Forward(test.batch, test.targets); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error is %v, want one with %q", test.name, err, test.want)
		}
	}
	if err := d.Backward(decoder.Gradients{}); err == nil {
		t.Error("a backward pass without a forward pass succeeds")
	}
	if _, err := d.Forward(decoder.Batch{Tokens: []int32{1, 3}, Segments: one}, []decoder.Target{{}}); err != nil {
		t.Fatal(err)
	}
	for _, g := range []decoder.Gradients{{LogProb: make([]float32, 2)}, {KL: make([]float32, 1)}, {EntropyTopP: make([]float32, 1)}, {Hidden: make([]float32, 3)}} {
		if err := d.Backward(g); err == nil {
			t.Errorf("gradients %v are taken", g)
		}
	}
	for _, o := range []decoder.Options{{TopP: 1}, {TopP: math.NaN()}, {TopK: 38}, {TopK: -1}, {Temperature: -1}, {Shards: -1}, {HalfBase: true}} {
		if _, err := decoder.New(c, p, o); err == nil {
			t.Errorf("options %+v are taken", o)
		}
	}
}

func TestBrokenWeightsAreReported(t *testing.T) {
	for _, value := range []float64{math.NaN(), math.Inf(1)} {
		for _, name := range []string{"model.embed_tokens.weight", "model.layers.1.mlp.down_proj.weight", "model.norm.weight"} {
			p := parameters(t, shapes[0].config, 5)
			p.Of(p.Values, name)[3] = float32(value)
			random := rand.New(rand.NewPCG(2, 2))
			b, targets := grouped(p.Config, random)
			d := newDecoder(t, p, everything)
			if _, err := d.Forward(b, targets); !errors.Is(err, decoder.ErrNotFinite) {
				t.Errorf("%s with %v: error is %v", name, value, err)
			}
			if err := d.Backward(decoder.Gradients{}); err == nil {
				t.Errorf("%s with %v: the backward pass goes on", name, value)
			}
		}
	}
}
