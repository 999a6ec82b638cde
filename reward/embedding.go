package reward

import (
	"context"
	"fmt"
	"math"
)

// Embedder turns texts into vectors, one for each text and in their order. The
// clients of package llm are such.
type Embedder interface {
	Embed(ctx context.Context, model string, texts []string) ([][]float32, error)
}

// embedding compares labels by the vectors of an Embedder.
type embedding struct {
	embedder Embedder
	model    string
	labels   [][]float32 // length 1 each
}

func newEmbedding(ctx context.Context, e Embedder, model string, labels []string) (*embedding, error) {
	m := &embedding{embedder: e, model: model}
	vectors, err := m.embed(ctx, labels)
	if err != nil {
		return nil, fmt.Errorf("embed the bank's labels: %w", err)
	}
	m.labels = vectors
	return m, nil
}

// embed asks for vectors and brings them to length 1. What an endpoint returns
// is checked, since it may be broken.
func (m *embedding) embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := m.embedder.Embed(ctx, m.model, texts)
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("%d vectors came for %d texts", len(vectors), len(texts))
	}
	width := len(vectors[0])
	if len(m.labels) > 0 {
		width = len(m.labels[0])
	}
	for i, v := range vectors {
		if len(v) != width {
			return nil, fmt.Errorf("vector %d has %d numbers, not %d", i+1, len(v), width)
		}
		sum := 0.0
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		norm := math.Sqrt(sum)
		if !(norm > 0) || math.IsInf(norm, 0) {
			return nil, fmt.Errorf("vector %d has no direction", i+1)
		}
		unit := make([]float32, width)
		for k, x := range v {
			unit[k] = float32(float64(x) / norm)
		}
		vectors[i] = unit
	}
	return vectors, nil
}

// neighbour is the label nearest to a text.
type neighbour struct {
	label  int
	cosine float64
}

// nearest finds for each text the label of the largest cosine, the first of equals.
func (m *embedding) nearest(ctx context.Context, texts []string) ([]neighbour, error) {
	vectors, err := m.embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	out := make([]neighbour, len(texts))
	for i, v := range vectors {
		best := neighbour{-1, math.Inf(-1)}
		for k, label := range m.labels {
			dot := 0.0
			for d, x := range label {
				dot += float64(x) * float64(v[d])
			}
			if dot > best.cosine {
				best = neighbour{k, dot}
			}
		}
		best.cosine = min(best.cosine, 1)
		out[i] = best
	}
	return out, nil
}
