package generation

import (
	"errors"
	"fmt"

	"segue/lm/kernel"
	"segue/lm/model"
)

// Weights are a decoder's weights laid out for inference: every matrix is
// packed for the kernels, or quantised. Norms, biases and float32 embeddings
// are views into the parameters.
type Weights struct {
	config    model.Config
	kernel    *kernel.Set
	embedding kernel.Matrix
	layers    []layer
	norm      []float32
	head      linear
}

type layer struct {
	attentionNorm, feedNorm []float32
	bias                    []float32 // nil without
	queryNorm, keyNorm      []float32 // nil without
	queryKeyValue, output   linear
	gateUp, down            linear
}

// NewWeights packs parameters for the kernels of k (nil: kernel.Default). They
// stay the truth: Refresh packs them again after a step of the optimiser.
func NewWeights(k *kernel.Set, p *model.Parameters) *Weights {
	w, err := NewQuantisedWeights(k, p, func(string) *kernel.Quantised { return nil })
	if err != nil {
		panic(err) // only a quantised matrix can be misshapen
	}
	return w
}

// NewQuantisedWeights takes the matrices that quantised returns by their Hugging
// Face names, and packs the parameters where it returns nil. The error names a
// matrix that does not fit.
func NewQuantisedWeights(k *kernel.Set, p *model.Parameters, quantised func(name string) *kernel.Quantised) (*Weights, error) {
	if k == nil {
		k = kernel.Default()
	}
	shapes := map[string]model.Spec{}
	for _, s := range p.Specs {
		shapes[s.Name] = s
	}
	var failed error
	matrix := func(m kernel.Matrix, names ...string) linear {
		l, err := fusedLinear(k, m, quantised, shapes, names...)
		failed = errors.Join(failed, err)
		return l
	}
	v, head := p.Views(p.Values), "lm_head.weight"
	if p.Config.TiedEmbeddings {
		head = "model.embed_tokens.weight"
	}
	w := &Weights{config: p.Config, kernel: k, embedding: v.Embedding, norm: v.Norm, head: matrix(v.Head, head)}
	for i, l := range v.Layers {
		name := func(s string) string { return fmt.Sprintf("model.layers.%d.%s.weight", i, s) }
		w.layers = append(w.layers, layer{
			attentionNorm: l.AttentionNorm, feedNorm: l.FeedNorm, bias: l.Bias, queryNorm: l.QueryNorm, keyNorm: l.KeyNorm,
			queryKeyValue: matrix(l.QueryKeyValue, name("self_attn.q_proj"), name("self_attn.k_proj"), name("self_attn.v_proj")),
			output:        matrix(l.Output, name("self_attn.o_proj")),
			gateUp:        matrix(l.GateUp, name("mlp.gate_proj"), name("mlp.up_proj")),
			down:          matrix(l.Down, name("mlp.down_proj")),
		})
	}
	return w, failed
}

// Config describes the decoder.
func (w *Weights) Config() model.Config { return w.config }

// Refresh packs the float32 matrices again after their values changed. An
// Engine that uses the weights must not be at work: call its own Refresh.
func (w *Weights) Refresh() {
	w.head.refresh(w.kernel)
	for i := range w.layers {
		l := &w.layers[i]
		for _, m := range []*linear{&l.queryKeyValue, &l.output, &l.gateUp, &l.down} {
			m.refresh(w.kernel)
		}
	}
}
