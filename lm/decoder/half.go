package decoder

import (
	"segue/lm/kernel"
	"segue/lm/model"
)

// halfWeights copies w with its matrices rounded to bfloat16; vectors stay
// float32.
func halfWeights(k *kernel.Set, w model.Weights) model.Weights {
	half := func(m kernel.Matrix) kernel.Matrix {
		out := m
		out.Data, out.Half = nil, make([]uint16, m.Rows*m.Cols)
		k.ToBFloat16(out.Half, m.Data[:m.Rows*m.Cols])
		return out
	}
	tied := &w.Head.Data[0] == &w.Embedding.Data[0]
	out := model.Weights{Embedding: half(w.Embedding), Norm: append([]float32(nil), w.Norm...)}
	out.Head = out.Embedding
	if !tied {
		out.Head = half(w.Head)
	}
	copied := func(v []float32) []float32 { return append([]float32(nil), v...) } // nil stays nil
	for _, l := range w.Layers {
		out.Layers = append(out.Layers, model.Layer{
			AttentionNorm: copied(l.AttentionNorm), QueryKeyValue: half(l.QueryKeyValue), Bias: copied(l.Bias),
			QueryNorm: copied(l.QueryNorm), KeyNorm: copied(l.KeyNorm), Output: half(l.Output),
			FeedNorm: copied(l.FeedNorm), GateUp: half(l.GateUp), Down: half(l.Down),
		})
	}
	return out
}
