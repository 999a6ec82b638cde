package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/kernel"
	"segue/lm/kernel/guard"
)

// inStrips lays a matrix out in strips that are apart numbers further apart
// than they need be.
func inStrips(m kernel.Matrix, apart int) kernel.Strips {
	strips := (m.Cols + kernel.StripWidth - 1) / kernel.StripWidth
	b := kernel.Strips{Rows: m.Rows, Cols: m.Cols, Row: kernel.StripWidth, Strip: kernel.StripWidth*m.Rows + apart}
	b.Data = make([]float32, strips*b.Strip)
	for k := range m.Rows {
		for j := range m.Cols {
			b.Data[j/kernel.StripWidth*b.Strip+k*b.Row+j%kernel.StripWidth] = element(m, k, j)
		}
	}
	return b
}

// rowStrips views contiguous rows as strips.
func rowStrips(m kernel.Matrix) kernel.Strips {
	return kernel.Strips{Data: m.Data, Rows: m.Rows, Cols: m.Cols, Row: m.RowStride, Strip: kernel.StripWidth}
}

// In either layout the product is, to the bit, that of Multiply, whose sums
// have the same order as long as they fit one block, and no row or column
// depends on those beside it.
func TestMultiplyStripsEqualsMultiply(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		rapid.Check(t, func(t *rapid.T) {
			m, n := rapid.IntRange(1, 11).Draw(t, "m"), rapid.IntRange(1, 140).Draw(t, "n")
			k := rapid.IntRange(1, 130).Draw(t, "k")
			rng := rand.New(rand.NewPCG(uint64(k), uint64(m*n)))
			a, b := random(rng, m, k, layout{extra: m % 3}), random(rng, k, n, layout{extra: n % 2})
			add, alpha := rapid.Bool().Draw(t, "add"), rapid.SampledFrom([]float32{1, 0.25}).Draw(t, "alpha")
			want := random(rng, m, n, layout{extra: k % 2})
			next := make([]float32, rapid.IntRange(0, 5000).Draw(t, "next"))
			for _, strips := range []kernel.Strips{inStrips(b, k%5), rowStrips(b)} {
				got := clone(want)
				whole := clone(want)
				s.Multiply(nil, whole, a, b, alpha, add)
				s.MultiplyStrips(got, a, strips, alpha, add, next)
				if !sameBits(got.Data, whole.Data) {
					t.Fatal("the product differs from Multiply's")
				}
			}
		})
	})
}

func TestMultiplyStripsStaysInside(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		rng := rand.New(rand.NewPCG(9, 10))
		for _, shape := range [][3]int{{1, 1, 1}, {1, 64, 64}, {2, 17, 3}, {3, 33, 64}, {4, 63, 5}, {5, 80, 7}, {9, 129, 18}} {
			for _, end := range []bool{false, true} {
				a := guarded(t, random(rng, shape[0], shape[2], layout{}), end)
				b := guarded(t, random(rng, shape[2], shape[1], layout{}), end)
				c := guarded(t, random(rng, shape[0], shape[1], layout{}), end)
				next := guard.Before[float32](t, 100)
				if end {
					next = guard.After[float32](t, 100)
				}
				s.MultiplyStrips(c, a, rowStrips(b), 1, false, next)
				if err := compare(c, c, a, b, 1, false); err != nil {
					t.Fatalf("%v: %v", shape, err)
				}
			}
		}
	})
}

func TestMultiplyStripsRefusesShapes(t *testing.T) {
	s := kernel.Default()
	m := func(rows, cols int) kernel.Matrix { return kernel.NewMatrix(rows, cols, make([]float32, rows*cols)) }
	short := rowStrips(m(3, 20))
	short.Data = short.Data[:59]
	for name, call := range map[string]func(){
		"depths":     func() { s.MultiplyStrips(m(2, 2), m(2, 3), rowStrips(m(4, 2)), 1, false, nil) },
		"short data": func() { s.MultiplyStrips(m(2, 20), m(2, 3), short, 1, false, nil) },
		"transposed": func() { s.MultiplyStrips(m(2, 2).T(), m(2, 3), rowStrips(m(3, 2)), 1, false, nil) },
		"empty":      func() { s.MultiplyStrips(m(2, 0), m(2, 3), rowStrips(m(3, 0)), 1, false, nil) },
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

// Old contents do not matter unless they are added to, and nothing is allocated.
func TestMultiplyStripsOverNaN(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		a, b := kernel.NewMatrix(1, 2, []float32{1, 2}), rowStrips(kernel.NewMatrix(2, 1, []float32{3, 4}))
		c := kernel.NewMatrix(1, 1, []float32{float32(math.NaN())})
		if n := testing.AllocsPerRun(5, func() { s.MultiplyStrips(c, a, b, 1, false, nil) }); n != 0 {
			t.Errorf("%v allocations a product", n)
		}
		if c.Data[0] != 11 {
			t.Errorf("got %g, want 11", c.Data[0])
		}
	})
}
