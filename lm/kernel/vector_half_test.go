package kernel_test

import (
	"math"
	"testing"

	"github.com/x448/float16"

	"segue/lm/kernel"
)

func TestFromHalves(t *testing.T) {
	x := make([]uint16, 1<<16)
	for i := range x {
		x[i] = uint16(i)
	}
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		brain, half := make([]float32, len(x)), make([]float32, len(x))
		s.FromBFloat16(brain, x)
		s.FromFloat16(half, x)
		for i, h := range x {
			if got := math.Float32bits(brain[i]); got != uint32(h)<<16 {
				t.Fatalf("FromBFloat16(%#x) = %#x", h, got)
			}
			want := float16.Frombits(h).Float32()
			if got := half[i]; math.Float32bits(got) != math.Float32bits(want) && (got == got || want == want) {
				t.Fatalf("FromFloat16(%#x) = %v, want %v", h, got, want)
			}
		}
		for _, n := range lengths() {
			brain, half := make([]float32, n+1), make([]float32, n+1)
			s.FromBFloat16(brain[:n], x[0x3f80:][:n])
			s.FromFloat16(half[:n], x[0x3f80:][:n])
			for i := range n {
				near(t, "FromBFloat16", brain[i], float64(math.Float32frombits(uint32(x[0x3f80+i])<<16)), 0)
				near(t, "FromFloat16", half[i], float64(float16.Frombits(x[0x3f80+i]).Float32()), 0)
			}
			if brain[n] != 0 || half[n] != 0 {
				t.Fatalf("wrote past %d elements", n)
			}
		}
	})
}

// roundedToBFloat16 picks the nearer of the two neighbours, the even one of a tie.
func roundedToBFloat16(x float32) uint16 {
	low := uint16(math.Float32bits(x) >> 16)
	below, above := float64(math.Float32frombits(uint32(low)<<16)), float64(math.Float32frombits(uint32(low+1)<<16))
	if math.IsInf(above, 0) {
		above = math.Copysign(0x1p128, above)
	}
	down, up := math.Abs(float64(x)-below), math.Abs(above-float64(x))
	if down < up || down == up && low%2 == 0 {
		return low
	}
	return low + 1
}

func TestToBFloat16(t *testing.T) {
	var x []float32
	for b := uint64(0); b < 1<<32; b += 4093 {
		x = append(x, math.Float32frombits(uint32(b)))
	}
	for b := uint32(0); b < 1<<16; b += 7 { // ties and their neighbours
		x = append(x, math.Float32frombits(b<<16|0x8000), math.Float32frombits(b<<16|0x8001), math.Float32frombits(b<<16|0x7fff))
	}
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		dst := make([]uint16, len(x))
		s.ToBFloat16(dst, x)
		for i, v := range x {
			switch got := math.Float32frombits(uint32(dst[i]) << 16); {
			case v != v && got == got, math.IsInf(float64(v), 0) && got != v:
				t.Fatalf("ToBFloat16(%v) = %v", v, got)
			case v == v && !math.IsInf(float64(v), 0) && dst[i] != roundedToBFloat16(v):
				t.Fatalf("ToBFloat16(%v) = %#x, want %#x", v, dst[i], roundedToBFloat16(v))
			}
		}
		for _, n := range lengths() {
			short := make([]uint16, n+1)
			s.ToBFloat16(short[:n], x[500000:][:n])
			for i := range n {
				if short[i] != dst[500000+i] {
					t.Fatalf("%d elements: element %d differs", n, i)
				}
			}
			if short[n] != 0 {
				t.Fatalf("wrote past %d elements", n)
			}
		}
	})
}
