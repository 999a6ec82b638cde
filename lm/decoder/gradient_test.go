package decoder_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
)

const tolerance = 1e-4

// TestAgreesWithDefinition compares statistics with the naive decoder and
// gradients with its central differences, for every form, kernel set and
// statistic.
func TestAgreesWithDefinition(t *testing.T) {
	for _, shape := range shapes {
		for _, set := range kernel.List() {
			t.Run(shape.name+" "+set, func(t *testing.T) {
				k, err := kernel.Select(set)
				if err != nil {
					t.Fatal(err)
				}
				compare(t, parameters(t, shape.config, 7), decoder.Options{Kernel: k, Shards: 2, Temperature: 0.8, TopP: 0.8, TopK: 5, Rank: true})
			})
		}
	}
}

// TestAdaptersAgreeWithDefinition does the same for every product's adapter.
func TestAdaptersAgreeWithDefinition(t *testing.T) {
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(4, 4))
			a, err := decoder.NewAdapters(shape.config, decoder.LoRA{Rank: 3, Alpha: 5, Targets: decoder.AdapterTargets()}, random)
			if err != nil {
				t.Fatal(err)
			}
			copy(a.Values, normal(len(a.Values), 0.2, random))
			compare(t, parameters(t, shape.config, 8), decoder.Options{Shards: 1, Recompute: true, TopP: 0.6, TopK: 3, Rank: true, Adapters: a})
		})
	}
}

func compare(t *testing.T, p *model.Parameters, o decoder.Options) {
	random := rand.New(rand.NewPCG(3, 9))
	b, targets := grouped(p.Config, random)
	b.Reference = reference(p.Config, b, random)
	g := losses(len(targets), random)
	d := newDecoder(t, p, o)
	got := step(t, d, b, targets, g)

	n := newNaive(p)
	n.topP, n.topK, n.temperature = o.TopP, o.TopK, 1
	if o.Temperature != 0 {
		n.temperature = o.Temperature
	}
	specs, values, gradient := d.Trainable()
	if o.Adapters != nil {
		n.lora = o.Adapters.LoRA
		for _, s := range specs {
			n.tensors[s.Name] = widen(o.Adapters.Of(values, s.Name))
		}
	}
	want := n.statistics(b, targets)
	near(t, "log-prob", got.LogProb, want.logProb)
	near(t, "entropy", got.Entropy, want.entropy)
	near(t, "top-p entropy", got.EntropyTopP, want.topP)
	near(t, "top-k entropy", got.EntropyTopK, want.topK)
	near(t, "KL", got.KL, want.kl)
	if !slices.Equal(got.Rank, want.rank) {
		t.Errorf("ranks are %v, want %v", got.Rank, want.rank)
	}
	if ids := slices.Concat(want.topIDs...); !slices.Equal(got.TopIDs, ids) {
		t.Errorf("likeliest tokens are %v, want %v", got.TopIDs, ids)
	}
	loss := func() float64 {
		s, sum := n.statistics(b, targets), 0.0
		for i := range targets {
			sum += float64(g.LogProb[i])*s.logProb[i] + float64(g.Entropy[i])*s.entropy[i] + float64(g.EntropyTopP[i])*s.topP[i] +
				float64(g.EntropyTopK[i])*s.topK[i] + float64(g.KL[i])*s.kl[i]
		}
		return sum
	}
	at := 0
	for _, s := range specs {
		size := s.Rows * s.Cols
		slopes(t, s.Name, n.tensors[s.Name], gradient[at:at+size], loss, random)
		at += size
	}
}

func near(t *testing.T, name string, got []float32, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d values of the %s, want %d", len(got), name, len(want))
	}
	for i := range got {
		if math.Abs(float64(got[i])-want[i]) > tolerance*max(1, math.Abs(want[i])) {
			t.Errorf("%s %d is %v, want %v", name, i, got[i], want[i])
		}
	}
}

// slopes compares a tensor's gradient with central differences of loss along
// itself and along random directions.
func slopes(t *testing.T, name string, values []float64, gradient []float32, loss func() float64, random *rand.Rand) {
	t.Helper()
	g := widen(gradient)
	size := length(g)
	if size == 0 {
		t.Errorf("%s: the gradient is zero", name)
		return
	}
	for try := range 3 {
		direction := slices.Clone(g)
		if try > 0 {
			direction = widen(normal(len(g), 1, random))
		}
		norm := length(direction)
		analytic := 0.0
		for i := range direction {
			direction[i] /= norm
			analytic += direction[i] * g[i]
		}
		const h = 1e-6 // two tokens may change places at the edge of a set within more
		start := slices.Clone(values)
		along := func(h float64) float64 {
			for i := range values {
				values[i] = start[i] + h*direction[i]
			}
			defer copy(values, start)
			return loss()
		}
		if numeric := (along(h) - along(-h)) / (2 * h); math.Abs(numeric-analytic) > tolerance*size {
			t.Errorf("%s: slope %v, central difference %v, gradient's length %v", name, analytic, numeric, size)
		}
	}
}

func length(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum)
}
