package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/lm/kernel"
)

// lengths are all rests of a register and an unrolled block, and some more.
func lengths() []int {
	var all []int
	for n := range 71 {
		all = append(all, n)
	}
	return append(all, 127, 128, 129, 1000, 4099)
}

func normals(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64())
	}
	return x
}

func generator(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 1)) }

// mapping is a function that sets each element of its results from the
// elements at the same place of its arguments.
type mapping struct {
	name      string
	inputs    int
	outputs   int
	run       func(s *kernel.Set, out, in [][]float32)
	exact     func(in []float64) []float64
	tolerance float64 // relative to 1 + the sum of the magnitudes of arguments and result
}

func silu(z float64) float64 { return z / (1 + math.Exp(-z)) }

func siluSlope(z float64) float64 {
	s := 1 / (1 + math.Exp(-z))
	return s * (1 + z*(1-s))
}

var mappings = []mapping{
	{"Exp", 1, 1, func(s *kernel.Set, out, in [][]float32) { s.Exp(out[0], in[0]) },
		func(in []float64) []float64 { return []float64{math.Exp(in[0])} }, 2e-7},
	{"ExpSum", 1, 1, func(s *kernel.Set, out, in [][]float32) { s.ExpSum(out[0], in[0], 1.5) },
		func(in []float64) []float64 { return []float64{math.Exp(in[0] - 1.5)} }, 2e-7},
	{"SoftmaxGradient", 2, 1, func(s *kernel.Set, out, in [][]float32) { s.SoftmaxGradient(out[0], in[0], in[1], 0.75, -2) },
		func(in []float64) []float64 { return []float64{in[0] * (0.75 - 2*in[1])} }, 3e-7},
	{"Scale", 1, 1, func(s *kernel.Set, out, in [][]float32) { s.Scale(out[0], in[0], -3) },
		func(in []float64) []float64 { return []float64{-3 * in[0]} }, 1e-7},
	{"Add", 2, 1, func(s *kernel.Set, out, in [][]float32) { s.Add(out[0], in[0], in[1]) },
		func(in []float64) []float64 { return []float64{in[0] + in[1]} }, 1e-7},
	{"Mul", 2, 1, func(s *kernel.Set, out, in [][]float32) { s.Mul(out[0], in[0], in[1]) },
		func(in []float64) []float64 { return []float64{in[0] * in[1]} }, 1e-7},
	{"SwiGLU", 2, 1, func(s *kernel.Set, out, in [][]float32) { s.SwiGLU(out[0], in[0], in[1]) },
		func(in []float64) []float64 { return []float64{silu(in[0]) * in[1]} }, 3e-7},
	{"SwiGLUBackward", 3, 2, func(s *kernel.Set, out, in [][]float32) { s.SwiGLUBackward(out[0], out[1], in[0], in[1], in[2]) },
		func(in []float64) []float64 {
			return []float64{in[0] * in[2] * siluSlope(in[1]), in[0] * silu(in[1])}
		}, 5e-7},
}

func TestMappings(t *testing.T) {
	for _, m := range mappings {
		t.Run(m.name, func(t *testing.T) {
			eachSet(t, func(t *testing.T, s *kernel.Set) {
				for _, n := range lengths() {
					in, out := make([][]float32, m.inputs), make([][]float32, m.outputs)
					r := generator(n)
					for i := range in {
						in[i] = normals(r, n)
					}
					for i := range out {
						out[i] = make([]float32, n)
					}
					m.run(s, out, in)
					m.compare(t, out, in)
					m.alias(t, s, out, in)
				}
			})
		})
	}
}

func (m mapping) compare(t *testing.T, out, in [][]float32) {
	t.Helper()
	for i := range in[0] {
		arguments, scale := make([]float64, m.inputs), 1.0
		for j := range in {
			arguments[j] = float64(in[j][i])
			scale += math.Abs(arguments[j])
		}
		for j, want := range m.exact(arguments) {
			if got := float64(out[j][i]); !(math.Abs(got-want) <= m.tolerance*(scale+math.Abs(want))) {
				t.Fatalf("result %d of %d elements, element %d: %v, want %v", j, len(in[0]), i, got, want)
			}
		}
	}
}

// TestSetsAgree compares each set with the portable one, bit for bit where a
// result is one rounding of an exact one.
func TestSetsAgree(t *testing.T) {
	portable, err := kernel.Select("portable")
	if err != nil {
		t.Fatal(err)
	}
	wild := []float32{0, float32(math.Copysign(0, -1)), 1e-40, -3e-45, 1e38, -3e38, 1e-38, inf, -inf, nan, 88, -88, 1}
	x := append(wild, normals(generator(9), 500)...)
	y := slices.Concat(x[7:], x[:7])
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, m := range mappings {
			in, got, want := [][]float32{y, x, y}[:m.inputs], make([][]float32, m.outputs), make([][]float32, m.outputs)
			for i := range got {
				got[i], want[i] = make([]float32, len(x)), make([]float32, len(x))
			}
			m.run(s, got, in)
			m.run(portable, want, in)
			exact := slices.Contains([]string{"Scale", "Add", "Mul"}, m.name)
			for i := range got {
				for j, g := range got[i] {
					w := want[i][j]
					room := 1e-6*math.Abs(float64(w)) + 1e-30
					if m.inputs == 3 { // dgate has zeros, around which it cancels
						room += 1e-6 * math.Abs(float64(in[0][j])*float64(in[2][j]))
					}
					same := math.Float32bits(g) == math.Float32bits(w) || g != g && w != w
					if !same && (exact || !(math.Abs(float64(g-w)) <= room)) {
						t.Errorf("%s result %d of (%v, %v): %v, portable %v", m.name, i, y[j], x[j], g, w)
					}
				}
			}
		}
	})
}

func TestVectorsAllocateNothing(t *testing.T) {
	x, y, z, w, half := make([]float32, 128), make([]float32, 128), make([]float32, 128), make([]float32, 128), make([]uint16, 128)
	positions, cos := []int32{0, 0}, make([]float32, 32)
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		if n := testing.AllocsPerRun(10, func() {
			s.ExpSum(x, y, s.Max(x))
			s.Dot(x, y)
			s.RMSNorm(x, w[:2], y, z[:64], 64, 1)
			s.RMSNormBackward(x, w[:64], y, z, z[:64], z[:2], 64)
			s.Rotary(x, 1, 64, 64, cos, cos, positions, 1)
			s.SwiGLU(x, y, z)
			s.AdamW(x, y, z, w, step)
			s.FromBFloat16(x, half)
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// alias expects the same bits when results lie over arguments, in each way.
func (m mapping) alias(t *testing.T, s *kernel.Set, want, in [][]float32) {
	t.Helper()
	for first := range in {
		over := make([][]float32, len(in))
		for j := range in {
			over[j] = slices.Clone(in[j])
		}
		out := make([][]float32, len(want))
		for j := range out {
			out[j] = over[(first+j)%len(over)]
		}
		m.run(s, out, over)
		for j := range out {
			if !slices.Equal(out[j], want[j]) {
				t.Fatalf("%d elements: result %d differs when it lies over argument %d", len(in[0]), j, (first+j)%len(over))
			}
		}
	}
}

// sums are functions to one number, each with its terms.
var sums = []struct {
	name  string
	run   func(s *kernel.Set, a, b []float32) float64
	terms func(a, b float64) float64
}{
	{"Sum", func(s *kernel.Set, a, _ []float32) float64 { return float64(s.Sum(a)) },
		func(a, _ float64) float64 { return a }},
	{"Dot", func(s *kernel.Set, a, b []float32) float64 { return float64(s.Dot(a, b)) },
		func(a, b float64) float64 { return a * b }},
	{"SquaredNorm", func(s *kernel.Set, a, _ []float32) float64 { return s.SquaredNorm(a) },
		func(a, _ float64) float64 { return a * a }},
	{"ExpSum sum", func(s *kernel.Set, a, _ []float32) float64 {
		sum, _ := s.ExpSum(make([]float32, len(a)), a, 0.5)
		return float64(sum)
	}, func(a, _ float64) float64 { return math.Exp(a - 0.5) }},
	{"ExpSum weighted", func(s *kernel.Set, a, _ []float32) float64 {
		_, weighted := s.ExpSum(make([]float32, len(a)), a, 0.5)
		return float64(weighted)
	}, func(a, _ float64) float64 { return (a - 0.5) * math.Exp(a-0.5) }},
	{"MassAbove mass", func(s *kernel.Set, a, b []float32) float64 {
		mass, _ := s.MassAbove(a, b, 0.25)
		return float64(mass)
	}, func(a, b float64) float64 { return above(b, a) }},
	{"MassAbove weighted", func(s *kernel.Set, a, b []float32) float64 {
		_, weighted := s.MassAbove(a, b, 0.25)
		return float64(weighted)
	}, func(a, b float64) float64 { return above(b, a*b) }},
}

func above(x, y float64) float64 {
	if x >= 0.25 {
		return y
	}
	return 0
}

func TestSums(t *testing.T) {
	for _, f := range sums {
		t.Run(f.name, func(t *testing.T) {
			eachSet(t, func(t *testing.T, s *kernel.Set) {
				for _, n := range lengths() {
					r := generator(n)
					a, b := normals(r, n), normals(r, n)
					want, magnitude := 0.0, 1.0
					for i := range a {
						term := f.terms(float64(a[i]), float64(b[i]))
						want += term
						magnitude += math.Abs(term)
					}
					// n/8 additions in a lane, each within half of 2^-23.
					bound := magnitude * (float64(n)/8 + 8) * 6e-8
					if got := f.run(s, a, b); !(math.Abs(got-want) <= bound) {
						t.Fatalf("%d elements: %v, want %v within %v", n, got, want, bound)
					}
				}
			})
		})
	}
}

// TestSumsKeepTheirOrder expects the same bits from everywhere in memory.
func TestSumsKeepTheirOrder(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, n := range lengths() {
			r := generator(n)
			a, b := normals(r, n), normals(r, n)
			for _, f := range sums {
				want := f.run(s, a, b)
				for shift := 1; shift < 20; shift += 3 {
					moved := append(make([]float32, shift), a...)[shift:]
					if got := f.run(s, moved, b); got != want {
						t.Fatalf("%s of %d elements: %v, but %v from %d floats on", f.name, n, want, got, shift)
					}
				}
			}
		}
	})
}

func TestAddScaledAndRows(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, n := range lengths() {
			r := generator(n)
			x, bias := normals(r, 3*n), normals(r, n)
			scaled, summed, biased := slices.Clone(bias), slices.Clone(bias), slices.Clone(x)
			s.AddScaled(scaled, x[:n], 0.5)
			s.SumRows(summed, x)
			s.AddRow(biased, bias)
			for i := range n {
				near(t, fmt.Sprintf("AddScaled[%d/%d]", i, n), scaled[i], float64(bias[i])+0.5*float64(x[i]), 1e-6)
				near(t, fmt.Sprintf("SumRows[%d/%d]", i, n), summed[i],
					float64(bias[i])+float64(x[i])+float64(x[n+i])+float64(x[2*n+i]), 1e-6)
				for row := range 3 {
					near(t, fmt.Sprintf("AddRow[%d/%d]", i, n), biased[row*n+i], float64(x[row*n+i])+float64(bias[i]), 1e-6)
				}
			}
		}
	})
}

func near(t *testing.T, what string, got float32, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(float64(got)-want) <= tolerance*(1+math.Abs(want))) {
		t.Fatalf("%s = %v, want %v", what, got, want)
	}
}
