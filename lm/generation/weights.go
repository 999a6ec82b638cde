package generation

import (
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
	if k == nil {
		k = kernel.Default()
	}
	v := p.Views(p.Values)
	w := &Weights{config: p.Config, kernel: k, embedding: v.Embedding, norm: v.Norm, head: packedLinear(k, v.Head)}
	for _, l := range v.Layers {
		w.layers = append(w.layers, layer{
			attentionNorm: l.AttentionNorm, feedNorm: l.FeedNorm, bias: l.Bias, queryNorm: l.QueryNorm, keyNorm: l.KeyNorm,
			queryKeyValue: packedLinear(k, l.QueryKeyValue), output: packedLinear(k, l.Output),
			gateUp: packedLinear(k, l.GateUp), down: packedLinear(k, l.Down),
		})
	}
	return w
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
