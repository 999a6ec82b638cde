package attention_test

import (
	"fmt"
	"testing"

	"segue/lm/attention"
	"segue/lm/kernel"
)

// BenchmarkDecodeStep is the attention of one step through all layers, whose keys
// and values are more than the caches hold, as they are between the products of
// a decoder.
func BenchmarkDecodeStep(b *testing.B) {
	const layers, sequences, length = 5, 64, 160
	shape := attention.Shape{Heads: 5, KeyValueHeads: 5, HeadDim: 64}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers-%d", workers), func(b *testing.B) {
			w := kernel.NewWorkers(workers)
			defer w.Close()
			cache, err := attention.NewCache(layers, sequences*(length/attention.PageSize+1), shape)
			if err != nil {
				b.Fatal(err)
			}
			var queries []attention.Query
			for range sequences {
				s := new(attention.Sequence)
				if err := cache.Extend(s, length); err != nil {
					b.Fatal(err)
				}
				queries = append(queries, attention.Query{Sequence: s, Rows: 1})
			}
			qkv, out := normal(1, sequences*length*shape.Width()), make([]float32, sequences*length*shape.OutputWidth())
			scratch := attention.NewScratch(workers, shape)
			for i := range queries {
				queries[i].Rows = length
			}
			for layer := range layers {
				attention.Decode(kernel.Default(), w, out, qkv, queries, cache, layer, scratch)
			}
			for i := range queries {
				queries[i].Rows = 1
			}
			qkv, out = qkv[:sequences*shape.Width()], out[:sequences*shape.OutputWidth()]
			b.SetBytes(layers * sequences * length * int64(shape.KeyValueHeads*shape.HeadDim) * 2 * 4)
			for b.Loop() {
				for layer := range layers {
					attention.Decode(kernel.Default(), w, out, qkv, queries, cache, layer, scratch)
				}
			}
		})
	}
}
