package kernel_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/kernel"
)

// The bits are those of MultiplyPacked, whatever the workers.
func TestMultiplyWeightsEqualsMultiplyPacked(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		var pools []*kernel.Workers
		for _, n := range []int{1, 2, 7} {
			w := kernel.NewWorkers(n)
			defer w.Close()
			pools = append(pools, w)
		}
		rapid.Check(t, func(t *rapid.T) {
			m, n := rapid.OneOf(rapid.IntRange(1, 20), rapid.IntRange(60, 150)).Draw(t, "m"), rapid.IntRange(1, 260).Draw(t, "n")
			k := rapid.SampledFrom([]int{1, 7, 64, 129, 384, 385, 900}).Draw(t, "k")
			rng := rand.New(rand.NewPCG(uint64(k), uint64(m*n)))
			a, packed := random(rng, m, k, layout{extra: k % 3}), s.Pack(random(rng, k, n, layout{transposed: true}))
			before := random(rng, m, n, layout{extra: n % 4})
			add := rapid.Bool().Draw(t, "add")
			want := clone(before)
			s.MultiplyPacked(nil, want, a, packed, 1, add)
			for _, w := range pools {
				got := clone(before)
				s.MultiplyWeights(w, got, a, packed, add)
				if !sameBits(got.Data, want.Data) {
					t.Fatalf("bits differ with %d workers", w.Count())
				}
			}
		})
	})
}

func TestMultiplyWeightsStaysInside(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		rng := rand.New(rand.NewPCG(11, 12))
		for _, shape := range [][3]int{{1, 1, 1}, {8, 48, 16}, {9, 49, 33}, {64, 65, 31}, {70, 97, 500}} {
			for _, end := range []bool{false, true} {
				a := guarded(t, random(rng, shape[0], shape[2], layout{}), end)
				b := random(rng, shape[2], shape[1], layout{})
				c := guarded(t, random(rng, shape[0], shape[1], layout{}), end)
				s.MultiplyWeights(nil, c, a, s.Pack(b), false)
				if err := compare(c, c, a, b, 1, false); err != nil {
					t.Fatalf("%v: %v", shape, err)
				}
			}
		}
	})
}

func TestMultiplyWeightsRefusesShapes(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	m := func(rows, cols int) kernel.Matrix { return kernel.NewMatrix(rows, cols, make([]float32, rows*cols)) }
	kernel.Default().MultiplyWeights(nil, m(2, 2), m(2, 3), kernel.Default().Pack(m(4, 2)), false)
}

func TestMultiplyWeightsAllocatesNothing(t *testing.T) {
	w := kernel.NewWorkers(2)
	defer w.Close()
	rng := rand.New(rand.NewPCG(13, 14))
	a, b, c := random(rng, 64, 90, layout{}), random(rng, 90, 110, layout{}), random(rng, 64, 110, layout{})
	packed := kernel.Default().Pack(b)
	if n := testing.AllocsPerRun(20, func() { kernel.Default().MultiplyWeights(w, c, a, packed, true) }); n != 0 {
		t.Errorf("%g allocations to a product", n)
	}
}

// BenchmarkMultiplyWeights goes through the products of a decoder's step, whose
// weights are together more than the caches hold, for 64 rows.
func BenchmarkMultiplyWeights(b *testing.B) {
	w := kernel.NewWorkers(benchmarkWorkers())
	defer w.Close()
	s := kernel.Default()
	rng := rand.New(rand.NewPCG(1, 1))
	shapes := [][2]int{{576, 960}, {576, 576}, {576, 3072}, {1536, 576}}
	const layers, rows = 12, 64
	var all []*kernel.Packed
	flops := 0
	for range layers {
		for _, shape := range shapes {
			all = append(all, s.Pack(random(rng, shape[0], shape[1], layout{})))
			flops += 2 * rows * shape[0] * shape[1]
		}
	}
	a, c := random(rng, rows, 1536, layout{}), random(rng, rows, 3072, layout{})
	for name, multiply := range map[string]func(c, a kernel.Matrix, b *kernel.Packed){
		"weights": func(c, a kernel.Matrix, b *kernel.Packed) { s.MultiplyWeights(w, c, a, b, false) },
		"packed":  func(c, a kernel.Matrix, b *kernel.Packed) { s.MultiplyPacked(w, c, a, b, 1, false) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for i, p := range all {
					shape := shapes[i%len(shapes)]
					multiply(c.ColSlice(0, shape[1]), a.ColSlice(0, shape[0]), p)
				}
			}
			b.ReportMetric(float64(flops)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
		})
	}
}
