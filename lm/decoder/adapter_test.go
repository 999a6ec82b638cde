package decoder_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"segue/lm/decoder"
	"segue/lm/kernel"
)

func adapters(t testing.TB, l decoder.LoRA) *decoder.Adapters {
	t.Helper()
	a, err := decoder.NewAdapters(shapes[2].config, l, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAdaptersBeginAsNothing(t *testing.T) {
	a := adapters(t, decoder.LoRA{Rank: 4, Alpha: 8, Targets: []string{"v_proj", "down_proj"}})
	var names []string
	for _, s := range a.Specs {
		values := a.Of(a.Values, s.Name)
		bound := float32(0)
		if strings.Contains(s.Name, "lora_A") {
			bound = float32(1 / math.Sqrt(float64(s.Cols)))
			names = append(names, s.Name)
		}
		if largest := slices.Max(values); largest > bound || slices.Min(values) < -bound || bound > 0 && largest < bound/2 {
			t.Errorf("%s reaches %v, want ±%v", s.Name, largest, bound)
		}
	}
	want := []string{
		"base_model.model.model.layers.0.self_attn.v_proj.lora_A.weight", "base_model.model.model.layers.0.mlp.down_proj.lora_A.weight",
		"base_model.model.model.layers.1.self_attn.v_proj.lora_A.weight", "base_model.model.model.layers.1.mlp.down_proj.lora_A.weight",
	}
	if !slices.Equal(names, want) {
		t.Errorf("names are %v, want %v", names, want)
	}
	p := parameters(t, shapes[2].config, 5)
	b, targets := grouped(p.Config, rand.New(rand.NewPCG(6, 6)))
	plain, err := newDecoder(t, p, decoder.Options{}).Forward(b, targets)
	if err != nil {
		t.Fatal(err)
	}
	adapted, err := newDecoder(t, p, decoder.Options{Adapters: a}).Forward(b, targets)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(plain.LogProb, adapted.LogProb) {
		t.Error("fresh adapters change the model")
	}
}

func TestMergedAdaptersGiveTheSameModel(t *testing.T) {
	a := adapters(t, decoder.LoRA{Rank: 4, Alpha: 8, Targets: decoder.AdapterTargets()})
	random := rand.New(rand.NewPCG(6, 6))
	copy(a.Values, normal(len(a.Values), 0.1, random))
	p := parameters(t, shapes[2].config, 5)
	b, targets := grouped(p.Config, random)
	beside, err := newDecoder(t, p, decoder.Options{Adapters: a}).Forward(b, targets)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Merge(kernel.Default(), p); err != nil {
		t.Fatal(err)
	}
	merged, err := newDecoder(t, p, decoder.Options{}).Forward(b, targets)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "log-prob", merged.LogProb, widen(beside.LogProb))
	other := parameters(t, shapes[0].config, 5)
	other.Config.Layers = 1
	if err := a.Merge(kernel.Default(), other); err == nil {
		t.Error("adapters are merged into another model")
	}
}

// TestHalfBase compares bfloat16 storage with a model whose matrices were
// rounded beforehand, of which it must be exactly the same passes.
func TestHalfBase(t *testing.T) {
	for _, shape := range shapes {
		p := parameters(t, shape.config, 5)
		for _, s := range p.Specs {
			if !s.Vector {
				values := p.Of(p.Values, s.Name)
				half := make([]uint16, len(values))
				kernel.Default().ToBFloat16(half, values)
				kernel.Default().FromBFloat16(values, half)
			}
		}
		random := rand.New(rand.NewPCG(6, 6))
		a, err := decoder.NewAdapters(shape.config, decoder.LoRA{Rank: 2, Alpha: 2, Targets: []string{"q_proj", "up_proj"}}, random)
		if err != nil {
			t.Fatal(err)
		}
		copy(a.Values, normal(len(a.Values), 0.1, random))
		b, targets := grouped(shape.config, random)
		g := losses(len(targets), random)
		g.KL, g.EntropyTopK, g.EntropyTopP = nil, nil, nil
		full, half := newDecoder(t, p, decoder.Options{Adapters: a}), newDecoder(t, p, decoder.Options{Adapters: a, HalfBase: true})
		want := slices.Clone(step(t, full, b, targets, g).LogProb)
		clear(p.Values)
		if got := step(t, half, b, targets, g); !slices.Equal(got.LogProb, want) {
			t.Errorf("%s: log-probabilities are %v, want %v", shape.name, got.LogProb, want)
		}
		_, _, gf := full.Trainable()
		_, _, gh := half.Trainable()
		if !slices.Equal(gf, gh) {
			t.Errorf("%s: gradients differ", shape.name)
		}
	}
}

func TestAdaptersRefuseInWords(t *testing.T) {
	for _, l := range []decoder.LoRA{
		{Rank: 0, Alpha: 1, Targets: []string{"q_proj"}}, {Rank: 1, Alpha: math.NaN(), Targets: []string{"q_proj"}},
		{Rank: 1, Alpha: 1}, {Rank: 1, Alpha: 1, Targets: []string{"lm_head"}},
	} {
		if _, err := decoder.NewAdapters(shapes[0].config, l, rand.New(rand.NewPCG(1, 1))); err == nil {
			t.Errorf("%+v is taken", l)
		}
	}
	a := adapters(t, decoder.LoRA{Rank: 1, Alpha: 1, Targets: []string{"q_proj"}})
	c := shapes[0].config
	c.Layers = 1
	if _, err := decoder.New(c, parameters(t, c, 1), decoder.Options{Adapters: a}); err == nil {
		t.Error("adapters of another model are taken")
	}
}
