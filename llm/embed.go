package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// embedBatch is how many texts go into one request; OpenAI takes 2048, local
// servers fewer.
const embedBatch = 64

// Embed makes one attempt for each batch of 64 texts, one after another.
func (e *Endpoint) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for batch := range slices.Chunk(texts, embedBatch) {
		var raw []byte
		p := openai.EmbeddingNewParams{Model: model, EncodingFormat: openai.EmbeddingNewParamsEncodingFormatFloat}
		p.Input.OfArrayOfStrings = batch
		if _, err := e.embeddings.New(ctx, p, option.WithResponseBodyInto(&raw)); err != nil {
			return nil, e.wrap(ctx, err)
		}
		vectors, err := e.decodeEmbeddings(raw, len(batch))
		if err != nil {
			return nil, err
		}
		out = append(out, vectors...)
	}
	return out, nil
}

// decodeEmbeddings reads n vectors of one length, in the order of their index.
func (e *Endpoint) decodeEmbeddings(raw []byte, n int) ([][]float32, error) {
	if err := e.checkJSON(raw); err != nil {
		return nil, err
	}
	var body struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(raw, &body); err != nil {
		return nil, e.malformed("answer is not a list of embeddings")
	}
	out := make([][]float32, n)
	for _, d := range body.Data {
		if d.Index < 0 || d.Index >= n || out[d.Index] != nil || len(d.Embedding) == 0 ||
			len(d.Embedding) != len(body.Data[0].Embedding) {
			return nil, e.malformed(fmt.Sprintf("embedding %d is repeated, out of range or of another length", d.Index))
		}
		out[d.Index] = d.Embedding
	}
	if len(body.Data) != n {
		return nil, e.malformed(fmt.Sprintf("answer has %d embeddings for %d texts", len(body.Data), n))
	}
	return out, nil
}
