package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"segue/lm/kernel"
)

// speedShapes are products of the engine: squares, layers of small models,
// attention blocks, weight gradients, and decoding.
var speedShapes = []struct {
	name    string
	m, n, k int
	a, b    layout
}{
	{"square", 64, 64, 64, layout{}, layout{}},
	{"square", 128, 128, 128, layout{}, layout{}},
	{"square", 256, 256, 256, layout{}, layout{}},
	{"square", 512, 512, 512, layout{}, layout{}},
	{"square", 1024, 1024, 1024, layout{}, layout{}},
	{"square", 2048, 2048, 2048, layout{}, layout{}},
	{"layer", 256, 128, 128, layout{}, layout{transposed: true}},
	{"layer", 1024, 384, 128, layout{}, layout{transposed: true}},
	{"layer", 1024, 960, 320, layout{}, layout{transposed: true}},
	{"layer", 1024, 1536, 576, layout{}, layout{transposed: true}},
	{"layer", 1024, 576, 1536, layout{}, layout{transposed: true}},
	{"layer", 4096, 192, 192, layout{}, layout{transposed: true}},
	{"layer", 512, 3072, 960, layout{}, layout{transposed: true}},
	{"input gradient", 1024, 576, 1536, layout{}, layout{}},
	{"scores", 64, 64, 32, layout{extra: 64}, layout{transposed: true, extra: 64}},
	{"scores", 64, 64, 64, layout{extra: 64}, layout{transposed: true, extra: 64}},
	{"values", 64, 64, 64, layout{}, layout{extra: 64}},
	{"values", 64, 32, 64, layout{}, layout{extra: 64}},
	{"weight gradient", 384, 128, 2048, layout{transposed: true}, layout{}},
	{"weight gradient", 1536, 576, 2048, layout{transposed: true}, layout{}},
	{"decode", 1, 3072, 960, layout{}, layout{transposed: true}},
	{"decode", 4, 3072, 960, layout{}, layout{transposed: true}},
}

// benchmarkWorkers is 1, or the number in the environment variable
// SEGUE_BENCHMARK_WORKERS.
func benchmarkWorkers() int {
	n, _ := strconv.Atoi(os.Getenv("SEGUE_BENCHMARK_WORKERS"))
	return max(n, 1)
}

func BenchmarkMultiply(b *testing.B) {
	w := kernel.NewWorkers(benchmarkWorkers())
	defer w.Close()
	s := kernel.Default()
	rng := rand.New(rand.NewPCG(1, 1))
	for _, shape := range speedShapes {
		x, y := random(rng, shape.m, shape.k, shape.a), random(rng, shape.k, shape.n, shape.b)
		c := kernel.NewMatrix(shape.m, shape.n, make([]float32, shape.m*shape.n))
		packed := s.Pack(y)
		name := fmt.Sprintf("%s/%dx%dx%d", shape.name, shape.m, shape.k, shape.n)
		flops := 2 * float64(shape.m) * float64(shape.n) * float64(shape.k)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Multiply(w, c, x, y, 1, false)
			}
			b.ReportMetric(flops*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
		})
		b.Run(name+"/packed", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.MultiplyPacked(w, c, x, packed, 1, false)
			}
			b.ReportMetric(flops*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
		})
	}
}
