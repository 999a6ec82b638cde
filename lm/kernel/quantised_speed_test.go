package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"segue/lm/kernel"
)

func BenchmarkMultiplyQuantised(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, f := range kernel.Formats() {
		const rows, cols = 1536, 512
		q, err := kernel.NewQuantised(f, rows, cols, randomBlocks(r, f, rows, cols))
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range []int{1, 8, 64} {
			b.Run(fmt.Sprintf("%s/%d", f, m), func(b *testing.B) {
				a := kernel.NewMatrix(m, cols, randomNumbers(r, m*cols))
				c := kernel.NewMatrix(m, rows, make([]float32, m*rows))
				b.SetBytes(int64(q.Bytes()))
				for b.Loop() {
					kernel.Default().MultiplyQuantised(nil, c, a, q)
				}
				b.ReportMetric(2e-9*float64(m)*rows*cols*float64(b.N)/b.Elapsed().Seconds(), "GFLOP/s")
			})
		}
	}
}

// BenchmarkNewQuantised lays out matrices, BenchmarkQuantisedRow reads a row of
// one, as for the embedding of a token.
func BenchmarkNewQuantised(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, f := range kernel.Formats() {
		const rows, cols = 1536, 512
		blocks := randomBlocks(r, f, rows, cols)
		b.Run(string(f), func(b *testing.B) {
			b.SetBytes(int64(len(blocks)))
			for b.Loop() {
				if _, err := kernel.NewQuantised(f, rows, cols, blocks); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkQuantisedRow(b *testing.B) {
	const cols = 512
	for _, f := range kernel.Formats() {
		q, err := kernel.NewQuantised(f, 16, cols, randomBlocks(rand.New(rand.NewPCG(8, 8)), f, 16, cols))
		if err != nil {
			b.Fatal(err)
		}
		dst := make([]float32, cols)
		b.Run(string(f), func(b *testing.B) {
			b.SetBytes(4 * cols)
			for b.Loop() {
				q.Dequantise(3, dst)
			}
		})
	}
}

// BenchmarkDecodeWeights multiplies one row of activations by all matrices of a
// decoder of the size of SmolLM2-135M, which no near cache holds: the part of a
// token's time that its weights take.
func BenchmarkDecodeWeights(b *testing.B) {
	r := rand.New(rand.NewPCG(6, 6))
	type shape struct {
		format     kernel.Format
		rows, cols int
	}
	layer := []shape{
		{kernel.Q4_1, 576, 576}, {kernel.Q4_1, 192, 576}, {kernel.Q4_1, 192, 576}, {kernel.Q4_1, 576, 576},
		{kernel.Q4_1, 1536, 576}, {kernel.Q4_1, 1536, 576}, {kernel.Q4_1, 576, 1536},
	}
	var all []*kernel.Quantised
	size := 0
	add := func(s shape) {
		q, err := kernel.NewQuantised(s.format, s.rows, s.cols, randomBlocks(r, s.format, s.rows, s.cols))
		if err != nil {
			b.Fatal(err)
		}
		all, size = append(all, q), size+q.Bytes()
	}
	for range 30 {
		for _, s := range layer {
			add(s)
		}
	}
	add(shape{kernel.Q8_0, 49152, 576})
	x, c := randomNumbers(r, 1536), make([]float32, 49152)
	for _, n := range []int{1, 2} {
		b.Run(fmt.Sprintf("%d workers", n), func(b *testing.B) {
			w := kernel.NewWorkers(n)
			defer w.Close()
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, q := range all {
					kernel.Default().MultiplyQuantised(w, kernel.NewMatrix(1, q.Rows, c[:q.Rows]), kernel.NewMatrix(1, q.Cols, x[:q.Cols]), q)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
}
