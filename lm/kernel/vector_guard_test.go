//go:build linux

package kernel_test

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"segue/lm/kernel"
)

// fence lends slices of memory between two pages that nobody may touch.
type fence struct {
	areas [][]byte
	next  int
	end   bool // slices end at the second page instead of starting after the first
}

const fenceBytes = 1 << 18

func newFence(t *testing.T, areas int) *fence {
	f, page := &fence{}, unix.Getpagesize()
	for range areas {
		all, err := unix.Mmap(-1, 0, fenceBytes+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { unix.Munmap(all) })
		for _, forbidden := range [][]byte{all[:page], all[page+fenceBytes:]} {
			if err := unix.Mprotect(forbidden, unix.PROT_NONE); err != nil {
				t.Fatal(err)
			}
		}
		f.areas = append(f.areas, all[page:page+fenceBytes])
	}
	return f
}

// fenced lends n numbers of the next area.
func fenced[T float32 | int32 | uint16](f *fence, n int) []T {
	area, size := f.areas[f.next], n*int(unsafe.Sizeof(*new(T)))
	f.next++
	if f.end {
		area = area[fenceBytes-size:]
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(area))), n)
}

// TestVectorsStayInside calls every kernel on memory that starts or ends at a
// page that nobody may touch: a read or write outside of a slice is a crash.
func TestVectorsStayInside(t *testing.T) {
	f := newFence(t, 6)
	floats := func(n int) []float32 { return fenced[float32](f, n) }
	words := func(n int) []uint16 { return fenced[uint16](f, n) }
	integers := func(n int) []int32 { return fenced[int32](f, n) }
	const rows = 3
	calls := map[string]func(s *kernel.Set, n int){
		"Exp":             func(s *kernel.Set, n int) { s.Exp(floats(n), floats(n)) },
		"ExpSum":          func(s *kernel.Set, n int) { s.ExpSum(floats(n), floats(n), 1) },
		"MassAbove":       func(s *kernel.Set, n int) { s.MassAbove(floats(n), floats(n), 1) },
		"SoftmaxGradient": func(s *kernel.Set, n int) { s.SoftmaxGradient(floats(n), floats(n), floats(n), 1, 1) },
		"Max":             func(s *kernel.Set, n int) { s.Max(floats(n)) },
		"ArgMax":          func(s *kernel.Set, n int) { s.ArgMax(floats(n)) },
		"CountGreater":    func(s *kernel.Set, n int) { s.CountGreater(floats(n), 1) },
		"SelectAbove":     func(s *kernel.Set, n int) { s.SelectAbove(integers(n), floats(n), 0) },
		"Sum":             func(s *kernel.Set, n int) { s.Sum(floats(n)) },
		"Dot":             func(s *kernel.Set, n int) { s.Dot(floats(n), floats(n)) },
		"SquaredNorm":     func(s *kernel.Set, n int) { s.SquaredNorm(floats(n)) },
		"AddScaled":       func(s *kernel.Set, n int) { s.AddScaled(floats(n), floats(n), 1) },
		"Scale":           func(s *kernel.Set, n int) { s.Scale(floats(n), floats(n), 1) },
		"Add":             func(s *kernel.Set, n int) { s.Add(floats(n), floats(n), floats(n)) },
		"Mul":             func(s *kernel.Set, n int) { s.Mul(floats(n), floats(n), floats(n)) },
		"AddRow":          func(s *kernel.Set, n int) { s.AddRow(floats(rows*n), floats(n)) },
		"SumRows":         func(s *kernel.Set, n int) { s.SumRows(floats(n), floats(rows*n)) },
		"SwiGLU":          func(s *kernel.Set, n int) { s.SwiGLU(floats(n), floats(n), floats(n)) },
		"SwiGLUBackward": func(s *kernel.Set, n int) {
			s.SwiGLUBackward(floats(n), floats(n), floats(n), floats(n), floats(n))
		},
		"AdamW":        func(s *kernel.Set, n int) { s.AdamW(floats(n), floats(n), floats(n), floats(n), step) },
		"FromBFloat16": func(s *kernel.Set, n int) { s.FromBFloat16(floats(n), words(n)) },
		"ToBFloat16":   func(s *kernel.Set, n int) { s.ToBFloat16(words(n), floats(n)) },
		"FromFloat16":  func(s *kernel.Set, n int) { s.FromFloat16(floats(n), words(n)) },
		"RMSNorm": func(s *kernel.Set, n int) {
			s.RMSNorm(floats(rows*n), floats(rows), floats(rows*n), floats(n), n, 1)
		},
		"RMSNormBackward": func(s *kernel.Set, n int) {
			s.RMSNormBackward(floats(rows*n), floats(n), floats(rows*n), floats(rows*n), floats(n), floats(rows), n)
		},
		"Rotary": func(s *kernel.Set, n int) {
			x, positions, cos, sin := floats(rows*2*2*n), integers(rows), floats(rows*n), floats(rows*n)
			copy(positions, []int32{2, 0, 1})
			s.Rotary(x, 2, 2*n, 2*2*n, cos, sin, positions, 1)
		},
		"SoftenRows": func(s *kernel.Set, n int) {
			if x, seen := floats(rows*n), integers(rows); n > 0 {
				copy(seen, []int32{1, int32(n), int32(1 + n/2)})
				s.SoftenRows(x, n, seen, floats(rows), floats(rows), floats(rows))
			}
		},
		"SoftmaxRowsBackward": func(s *kernel.Set, n int) {
			if p, dp, seen := floats(rows*n), floats(rows*n), integers(rows); n > 0 {
				copy(seen, []int32{1, int32(n), int32(1 + n/2)})
				s.SoftmaxRowsBackward(p, dp, n, seen, floats(rows), floats(rows))
			}
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			eachSet(t, func(t *testing.T, s *kernel.Set) {
				for _, f.end = range []bool{false, true} {
					for _, n := range lengths() {
						f.next = 0
						call(s, n)
					}
				}
			})
		})
	}
}
