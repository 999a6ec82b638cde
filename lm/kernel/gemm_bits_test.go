package kernel_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/kernel"
)

func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

// The bits of a row do not depend on the rows beside it, the columns beside
// it, the workers, the layout of b, or whether b was packed.
func TestMultiplyBitsDependOnDepthAlone(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		var pools []*kernel.Workers
		for _, n := range []int{1, 2, 7} {
			w := kernel.NewWorkers(n)
			defer w.Close()
			pools = append(pools, w)
		}
		rapid.Check(t, func(t *rapid.T) {
			m, n := rapid.IntRange(1, 90).Draw(t, "m"), rapid.IntRange(1, 160).Draw(t, "n")
			k := rapid.SampledFrom([]int{1, 7, 64, 129, 384, 385, 500}).Draw(t, "k")
			rng := rand.New(rand.NewPCG(uint64(k), uint64(m*n)))
			a, b := random(rng, m, k, layout{}), random(rng, k, n, layout{})
			whole := random(rng, m, n, layout{})
			before := clone(whole)
			s.Multiply(nil, whole, a, b, 1, true)

			flipped := random(rng, k, n, layout{transposed: true})
			for i := range k {
				for j := range n {
					flipped.Data[i*flipped.RowStride+j*flipped.ColStride] = element(b, i, j)
				}
			}
			packed := s.Pack(flipped)
			for _, w := range pools {
				c := clone(before)
				s.Multiply(w, c, a, flipped, 1, true)
				if !sameBits(c.Data, whole.Data) {
					t.Fatalf("bits change with %d workers", w.Count())
				}
				c = clone(before)
				s.MultiplyPacked(w, c, a, packed, 1, true)
				if !sameBits(c.Data, whole.Data) {
					t.Fatalf("bits change when packed, with %d workers", w.Count())
				}
			}
			i, j := rapid.IntRange(0, m-1).Draw(t, "row"), rapid.IntRange(0, n-1).Draw(t, "column")
			part := clone(before).RowSlice(i, m).ColSlice(j, n)
			s.Multiply(nil, part, a.RowSlice(i, m), b.ColSlice(j, n), 1, true)
			for r := range m - i {
				if !sameBits(part.Data[r*n:][:n-j], whole.Data[(i+r)*n+j:][:n-j]) {
					t.Fatalf("bits of row %d change when computed apart", i+r)
				}
			}
		})
	})
}

// The levels with fused multiply-adds agree in every bit.
func TestMultiplyLevelsAgree(t *testing.T) {
	names := kernel.List()
	if len(names) < 3 {
		t.Skip("this processor does not run both AVX2 and AVX-512")
	}
	rng := rand.New(rand.NewPCG(3, 4))
	a, b := random(rng, 33, 900, layout{}), random(rng, 900, 77, layout{})
	var results [][]float32
	for _, name := range names[len(names)-2:] {
		s, err := kernel.Select(name)
		if err != nil {
			t.Fatal(err)
		}
		c := kernel.NewMatrix(33, 77, make([]float32, 33*77))
		s.Multiply(nil, c, a, b, 0.3, false)
		results = append(results, c.Data)
	}
	if !sameBits(results[0], results[1]) {
		t.Error("AVX2 and AVX-512 differ")
	}
}

func TestMultiplySpecialValues(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		a := kernel.NewMatrix(2, 2, []float32{0, 1, 2, 0})
		b := kernel.NewMatrix(2, 3, []float32{inf, nan, 3, 1, 1, inf})
		c := kernel.NewMatrix(2, 3, []float32{nan, nan, nan, nan, nan, nan})
		s.Multiply(nil, c, a, b, 1, false)
		want := []float32{nan, nan, inf, inf, nan, nan}
		for i, v := range c.Data {
			if v != want[i] && !(v != v && want[i] != want[i]) {
				t.Errorf("element %d is %g, want %g", i, v, want[i])
			}
		}
		c = kernel.NewMatrix(1, 1, []float32{nan})
		empty := kernel.Matrix{Rows: 1, ColStride: 1}
		s.Multiply(nil, c, empty, kernel.Matrix{Cols: 1, ColStride: 1, RowStride: 1}, 1, false)
		if c.Data[0] != 0 {
			t.Errorf("a sum of no terms over NaN is %g, want 0", c.Data[0])
		}
	})
}

func TestMultiplyAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	a, b, c := random(rng, 100, 190, layout{transposed: true}), random(rng, 190, 110, layout{half: true}), random(rng, 100, 110, layout{})
	one, two := kernel.NewWorkers(1), kernel.NewWorkers(2)
	defer one.Close()
	defer two.Close()
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, w := range []*kernel.Workers{nil, one, two} {
			if n := testing.AllocsPerRun(20, func() { s.Multiply(w, c, a, b, 1, false) }); n != 0 {
				t.Errorf("%g allocations to a product", n)
			}
		}
	})
}

func TestMultiplyRefusesShapes(t *testing.T) {
	s := kernel.Default()
	m := func(rows, cols int) kernel.Matrix { return kernel.NewMatrix(rows, cols, make([]float32, rows*cols)) }
	short := m(2, 3)
	short.Data = short.Data[:5]
	for name, call := range map[string]func(){
		"depths":     func() { s.Multiply(nil, m(2, 2), m(2, 3), m(4, 2), 1, false) },
		"rows":       func() { s.Multiply(nil, m(3, 2), m(2, 3), m(3, 2), 1, false) },
		"short data": func() { s.Multiply(nil, m(2, 2), short, m(3, 2), 1, false) },
		"transposed": func() { s.Multiply(nil, m(2, 2).T(), m(2, 3), m(3, 2), 1, false) },
		"packed":     func() { s.MultiplyPacked(nil, m(2, 2), m(2, 3), s.Pack(m(4, 2)), 1, false) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		})
	}
}
