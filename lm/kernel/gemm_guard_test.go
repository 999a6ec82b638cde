package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"segue/lm/kernel"
	"segue/lm/kernel/guard"
)

// guarded moves a matrix to memory that ends, or starts, at a guard page.
func guarded(t guard.Cleaner, m kernel.Matrix, end bool) kernel.Matrix {
	if m.Data != nil {
		old := m.Data
		if m.Data = guard.Before[float32](t, len(old)); end {
			m.Data = guard.After[float32](t, len(old))
		}
		copy(m.Data, old)
		return m
	}
	old := m.Half
	if m.Half = guard.Before[uint16](t, len(old)); end {
		m.Half = guard.After[uint16](t, len(old))
	}
	copy(m.Half, old)
	return m
}

// Every operand touches a guard page on either side, in every layout, at sizes
// around the tiles' edges.
func TestMultiplyStaysInside(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		rng := rand.New(rand.NewPCG(5, 6))
		shapes := [][3]int{{1, 1, 1}, {2, 5, 3}, {6, 8, 9}, {7, 15, 17}, {8, 48, 16}, {9, 49, 33}, {37, 65, 31}, {41, 97, 40}, {17, 113, 20}}
		for _, shape := range shapes {
			for choice := range 32 {
				bit := func(i int) bool { return choice>>i&1 == 1 }
				a := guarded(t, random(rng, shape[0], shape[2], layout{transposed: bit(0), half: bit(1), extra: choice % 3}), bit(4))
				b := guarded(t, random(rng, shape[2], shape[1], layout{transposed: bit(2), half: bit(3), extra: choice % 2}), bit(4))
				c := guarded(t, random(rng, shape[0], shape[1], layout{extra: choice % 3}), bit(4))
				name := fmt.Sprintf("%v, choice %b", shape, choice)
				s.Multiply(nil, c, a, b, 1, false)
				if err := compare(c, c, a, b, 1, false); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				s.MultiplyPacked(nil, c, a, s.Pack(b), 1, false)
				if err := compare(c, c, a, b, 1, false); err != nil {
					t.Fatalf("%s packed: %v", name, err)
				}
			}
		}
	})
}
