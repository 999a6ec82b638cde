package kernel_test

import (
	"testing"

	"segue/lm/kernel"
	"segue/lm/kernel/guard"
)

// fence makes slices that end, or else start, at a page that nobody may touch.
type fence struct {
	t   guard.Cleaner
	end bool
}

func (f fence) floats(n int) []float32 { return fenced[float32](f, n) }
func (f fence) words(n int) []uint16   { return fenced[uint16](f, n) }
func (f fence) integers(n int) []int32 { return fenced[int32](f, n) }

func fenced[T guard.Number](f fence, n int) []T { return guard.Copy(f.t, make([]T, n), f.end) }

// TestVectorsStayInside calls every kernel on memory that starts or ends at a
// page that nobody may touch: a read or write outside of a slice is a crash.
func TestVectorsStayInside(t *testing.T) {
	const rows = 3
	calls := map[string]func(f fence, s *kernel.Set, n int){
		"Exp":             func(f fence, s *kernel.Set, n int) { s.Exp(f.floats(n), f.floats(n)) },
		"ExpSum":          func(f fence, s *kernel.Set, n int) { s.ExpSum(f.floats(n), f.floats(n), 1) },
		"MassAbove":       func(f fence, s *kernel.Set, n int) { s.MassAbove(f.floats(n), f.floats(n), 1) },
		"SoftmaxGradient": func(f fence, s *kernel.Set, n int) { s.SoftmaxGradient(f.floats(n), f.floats(n), f.floats(n), 1, 1) },
		"Max":             func(f fence, s *kernel.Set, n int) { s.Max(f.floats(n)) },
		"ArgMax":          func(f fence, s *kernel.Set, n int) { s.ArgMax(f.floats(n)) },
		"CountGreater":    func(f fence, s *kernel.Set, n int) { s.CountGreater(f.floats(n), 1) },
		"SelectAbove":     func(f fence, s *kernel.Set, n int) { s.SelectAbove(f.integers(n), f.floats(n), 0) },
		"Sum":             func(f fence, s *kernel.Set, n int) { s.Sum(f.floats(n)) },
		"Dot":             func(f fence, s *kernel.Set, n int) { s.Dot(f.floats(n), f.floats(n)) },
		"SquaredNorm":     func(f fence, s *kernel.Set, n int) { s.SquaredNorm(f.floats(n)) },
		"AddScaled":       func(f fence, s *kernel.Set, n int) { s.AddScaled(f.floats(n), f.floats(n), 1) },
		"Scale":           func(f fence, s *kernel.Set, n int) { s.Scale(f.floats(n), f.floats(n), 1) },
		"Add":             func(f fence, s *kernel.Set, n int) { s.Add(f.floats(n), f.floats(n), f.floats(n)) },
		"Mul":             func(f fence, s *kernel.Set, n int) { s.Mul(f.floats(n), f.floats(n), f.floats(n)) },
		"AddRow":          func(f fence, s *kernel.Set, n int) { s.AddRow(f.floats(rows*n), f.floats(n)) },
		"SumRows":         func(f fence, s *kernel.Set, n int) { s.SumRows(f.floats(n), f.floats(rows*n)) },
		"SwiGLU":          func(f fence, s *kernel.Set, n int) { s.SwiGLU(f.floats(n), f.floats(n), f.floats(n)) },
		"SwiGLUBackward": func(f fence, s *kernel.Set, n int) {
			s.SwiGLUBackward(f.floats(n), f.floats(n), f.floats(n), f.floats(n), f.floats(n))
		},
		"AdamW":        func(f fence, s *kernel.Set, n int) { s.AdamW(f.floats(n), f.floats(n), f.floats(n), f.floats(n), step) },
		"FromBFloat16": func(f fence, s *kernel.Set, n int) { s.FromBFloat16(f.floats(n), f.words(n)) },
		"ToBFloat16":   func(f fence, s *kernel.Set, n int) { s.ToBFloat16(f.words(n), f.floats(n)) },
		"FromFloat16":  func(f fence, s *kernel.Set, n int) { s.FromFloat16(f.floats(n), f.words(n)) },
		"RMSNorm": func(f fence, s *kernel.Set, n int) {
			s.RMSNorm(f.floats(rows*n), f.floats(rows), f.floats(rows*n), f.floats(n), n, 1)
		},
		"RMSNormBackward": func(f fence, s *kernel.Set, n int) {
			s.RMSNormBackward(f.floats(rows*n), f.floats(n), f.floats(rows*n), f.floats(rows*n), f.floats(n), f.floats(rows), n)
		},
		"Rotary": func(f fence, s *kernel.Set, n int) {
			x, positions, cos, sin := f.floats(rows*2*2*n), f.integers(rows), f.floats(rows*n), f.floats(rows*n)
			copy(positions, []int32{2, 0, 1})
			s.Rotary(x, 2, 2*n, 2*2*n, cos, sin, positions, 1)
		},
		"SoftenRows": func(f fence, s *kernel.Set, n int) {
			if x, seen := f.floats(rows*n), f.integers(rows); n > 0 {
				copy(seen, []int32{1, int32(n), int32(1 + n/2)})
				s.SoftenRows(x, n, seen, f.floats(rows), f.floats(rows), f.floats(rows))
			}
		},
		"SoftmaxRowsBackward": func(f fence, s *kernel.Set, n int) {
			if p, dp, seen := f.floats(rows*n), f.floats(rows*n), f.integers(rows); n > 0 {
				copy(seen, []int32{1, int32(n), int32(1 + n/2)})
				s.SoftmaxRowsBackward(p, dp, n, seen, f.floats(rows), f.floats(rows))
			}
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			eachSet(t, func(t *testing.T, s *kernel.Set) {
				for _, end := range []bool{false, true} {
					for _, n := range lengths() {
						call(fence{t, end}, s, n)
					}
				}
			})
		})
	}
}
