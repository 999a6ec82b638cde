package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/kernel"
)

// layout says how a matrix lies in memory.
type layout struct {
	transposed, half bool
	extra            int // numbers between lines
}

func drawLayout(t *rapid.T, name string) layout {
	return layout{
		transposed: rapid.Bool().Draw(t, name+" transposed"),
		half:       rapid.Bool().Draw(t, name+" half"),
		extra:      rapid.SampledFrom([]int{0, 0, 1, 5}).Draw(t, name+" extra"),
	}
}

// random makes a matrix of standard normal numbers that ends with its data.
func random(rng *rand.Rand, rows, cols int, l layout) kernel.Matrix {
	if l.transposed {
		l.transposed = false
		return random(rng, cols, rows, l).T()
	}
	m := kernel.Matrix{Rows: rows, Cols: cols, RowStride: cols + l.extra, ColStride: 1}
	n := max(0, (rows-1)*m.RowStride+cols)
	if l.half {
		m.Half = make([]uint16, n)
		for i := range m.Half {
			m.Half[i] = uint16(math.Float32bits(float32(rng.NormFloat64())) >> 16)
		}
		return m
	}
	m.Data = make([]float32, n)
	for i := range m.Data {
		m.Data[i] = float32(rng.NormFloat64())
	}
	return m
}

func element(m kernel.Matrix, i, j int) float32 {
	at := i*m.RowStride + j*m.ColStride
	if m.Data == nil {
		return math.Float32frombits(uint32(m.Half[at]) << 16)
	}
	return m.Data[at]
}

func clone(m kernel.Matrix) kernel.Matrix {
	m.Data = slices.Clone(m.Data)
	return m
}

// compare reports elements of got further from the float64 sums than rounding
// explains: (terms+3) half units in the last place of the sum of magnitudes.
func compare(got, before, a, b kernel.Matrix, alpha float32, add bool) error {
	for i := range got.Rows {
		for j := range got.Cols {
			var sum, size float64
			for k := range a.Cols {
				x := float64(element(a, i, k)) * float64(element(b, k, j))
				sum += x
				size += math.Abs(x)
			}
			sum *= float64(alpha)
			size *= math.Abs(float64(alpha))
			if add {
				sum += float64(element(before, i, j))
				size += math.Abs(float64(element(before, i, j)))
			}
			bound := size * float64(a.Cols+3) * 0x1p-24
			if d := math.Abs(float64(element(got, i, j)) - sum); !(d <= bound) {
				return fmt.Errorf("element (%d, %d) is %g, want %g ± %g", i, j, element(got, i, j), sum, bound)
			}
		}
	}
	return nil
}

// eachSet runs a test for every Set of this CPU.
func eachSet(t *testing.T, test func(t *testing.T, s *kernel.Set)) {
	for _, name := range kernel.List() {
		t.Run(name, func(t *testing.T) {
			s, err := kernel.Select(name)
			if err != nil {
				t.Fatal(err)
			}
			test(t, s)
		})
	}
}

func TestMultiplyAgainstFloat64(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		w := kernel.NewWorkers(2)
		defer w.Close()
		rapid.Check(t, func(t *rapid.T) {
			size := rapid.IntRange(1, 130)
			m, n, k := size.Draw(t, "m"), size.Draw(t, "n"), size.Draw(t, "k")
			rng := rand.New(rand.NewPCG(uint64(m), uint64(n)))
			a := random(rng, m, k, drawLayout(t, "a"))
			b := random(rng, k, n, drawLayout(t, "b"))
			c := random(rng, m, n, layout{extra: rapid.IntRange(0, 3).Draw(t, "c extra")})
			alpha := rapid.SampledFrom([]float32{1, -0.5, 3}).Draw(t, "alpha")
			add := rapid.Bool().Draw(t, "accumulate")
			before := clone(c)
			if rapid.Bool().Draw(t, "packed") {
				s.MultiplyPacked(w, c, a, s.Pack(b), alpha, add)
			} else {
				s.Multiply(w, c, a, b, alpha, add)
			}
			if err := compare(c, before, a, b, alpha, add); err != nil {
				t.Fatal(err)
			}
			for i := range m - 1 {
				for j := n; j < c.RowStride; j++ {
					if at := i*c.RowStride + j; c.Data[at] != before.Data[at] {
						t.Fatalf("row %d was written past its end", i)
					}
				}
			}
		})
	})
}

// Depths beyond a block, and shapes beyond a block of columns.
func TestMultiplyLarge(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, shape := range [][3]int{{3, 50, 1500}, {70, 1000, 390}, {9, 800, 769}, {140, 70, 1153}} {
			m, n, k := shape[0], shape[1], shape[2]
			a, b := random(rng, m, k, layout{transposed: true}), random(rng, k, n, layout{transposed: true})
			c := random(rng, m, n, layout{})
			before := clone(c)
			s.Multiply(nil, c, a, b, 2, true)
			if err := compare(c, before, a, b, 2, true); err != nil {
				t.Errorf("%d×%d×%d: %v", m, k, n, err)
			}
		}
	})
}
