package model

import (
	"math"
	"strings"

	"segue/lm/kernel"
)

// Weights are views into a buffer laid out like Parameters.Values, named by
// what they do in the passes. The same views over a gradient buffer name the
// gradients.
type Weights struct {
	Embedding kernel.Matrix // [Vocabulary × Hidden]
	Layers    []Layer
	Norm      []float32     // [Hidden]
	Head      kernel.Matrix // [Vocabulary × Hidden]; the embedding itself when tied
}

// Layer holds one block's weights; every matrix is [out × in], so y = x·Wᵀ.
type Layer struct {
	AttentionNorm []float32     // [Hidden]
	QueryKeyValue kernel.Matrix // [QueryWidth + 2 KeyValueWidth × Hidden]
	Bias          []float32     // [QueryWidth + 2 KeyValueWidth]; nil without biases
	QueryNorm     []float32     // [HeadDim]; nil without QK-norm
	KeyNorm       []float32     // [HeadDim]; nil without QK-norm
	Output        kernel.Matrix // [Hidden × QueryWidth]
	FeedNorm      []float32     // [Hidden]
	GateUp        kernel.Matrix // [2 Intermediate × Hidden], gate first
	Down          kernel.Matrix // [Hidden × Intermediate]
}

// Views names the parts of buffer, which is laid out like p.Values.
func (p *Parameters) Views(buffer []float32) Weights {
	c, at := p.Config, 0
	take := func(n int) []float32 {
		part := buffer[at : at+n : at+n]
		at += n
		return part
	}
	matrix := func(rows, cols int) kernel.Matrix { return kernel.NewMatrix(rows, cols, take(rows*cols)) }
	w := Weights{Embedding: matrix(c.Vocabulary, c.Hidden), Layers: make([]Layer, c.Layers)}
	for l := range w.Layers {
		layer := &w.Layers[l]
		layer.AttentionNorm = take(c.Hidden)
		fused := c.QueryWidth() + 2*c.KeyValueWidth()
		layer.QueryKeyValue = matrix(fused, c.Hidden)
		if c.AttentionBias {
			layer.Bias = take(fused)
		}
		if c.QueryKeyNorm {
			layer.QueryNorm, layer.KeyNorm = take(c.HeadDim), take(c.HeadDim)
		}
		layer.Output = matrix(c.Hidden, c.QueryWidth())
		layer.FeedNorm = take(c.Hidden)
		layer.GateUp = matrix(2*c.Intermediate, c.Hidden)
		layer.Down = matrix(c.Hidden, c.Intermediate)
	}
	w.Norm = take(c.Hidden)
	w.Head = w.Embedding
	if !c.TiedEmbeddings {
		w.Head = matrix(c.Vocabulary, c.Hidden)
	}
	return w
}

func (s Spec) isNorm() bool {
	return s.Vector && (strings.HasSuffix(s.Name, "norm.weight") || strings.HasSuffix(s.Name, "layernorm.weight"))
}

func (c Config) deviation(s Spec) float64 {
	if strings.HasSuffix(s.Name, "o_proj.weight") || strings.HasSuffix(s.Name, "down_proj.weight") {
		return c.InitialDeviation / math.Sqrt(2*float64(c.Layers))
	}
	return c.InitialDeviation
}
