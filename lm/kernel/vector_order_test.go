package kernel_test

import (
	"math"
	"slices"
	"testing"

	"segue/lm/kernel"
)

func TestOrder(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, n := range lengths()[1:] {
			x := normals(generator(n), n)
			for _, lift := range []float32{0, -1e6} { // below the zeros that masks fill in
				for i := range x {
					x[i] += lift
				}
				best := slices.Max(x)
				if got := s.Max(x); got != best {
					t.Fatalf("Max of %d = %v, want %v", n, got, best)
				}
				if got := s.ArgMax(x); got != slices.Index(x, best) {
					t.Fatalf("ArgMax of %d = %d, want %d", n, got, slices.Index(x, best))
				}
				sorted := slices.Sorted(slices.Values(x))
				for _, v := range []float32{sorted[0], sorted[n/2], sorted[n-1], -inf, inf, nan} {
					want := 0
					for _, other := range x {
						if other > v {
							want++
						}
					}
					if got := s.CountGreater(x, v); got != want {
						t.Fatalf("CountGreater of %d, %v = %d, want %d", n, v, got, want)
					}
				}
			}
		}
	})
}

func TestOrderOfStrangeNumbers(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		if got := s.Max(nil); !math.IsInf(float64(got), -1) || s.ArgMax(nil) != -1 || s.CountGreater(nil, 0) != 0 {
			t.Errorf("of nothing: Max %v, ArgMax %d, CountGreater %d", got, s.ArgMax(nil), s.CountGreater(nil, 0))
		}
		for _, n := range spread {
			for at := range n {
				x := slices.Repeat([]float32{-1}, n)
				x[at] = nan
				if got := s.Max(x); got == got || s.ArgMax(x) != -1 {
					t.Fatalf("NaN at %d of %d: Max %v, ArgMax %d", at, n, got, s.ArgMax(x))
				}
				x[at] = inf
				if got := s.Max(x); got != inf || s.ArgMax(x) != at {
					t.Fatalf("+Inf at %d of %d: Max %v, ArgMax %d", at, n, got, s.ArgMax(x))
				}
			}
			if x := slices.Repeat([]float32{-inf}, n); s.Max(x) != -inf || s.ArgMax(x) != 0 {
				t.Fatalf("%d times -Inf: Max %v, ArgMax %d", n, s.Max(x), s.ArgMax(x))
			}
		}
	})
}

func TestSelectAbove(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, n := range lengths() {
			x, ids := normals(generator(n), n), make([]int32, n+1)
			if n > 2 {
				x[n/2] = nan
			}
			for _, floor := range []float32{-inf, -1, 0, 1, 9, nan} {
				var want []int32
				for i, v := range x {
					if v >= floor {
						want = append(want, int32(i))
					}
				}
				got := ids[:s.SelectAbove(ids[:n], x, floor)]
				if !slices.Equal(got, want) {
					t.Fatalf("of %d at least %v: %v, want %v", n, floor, got, want)
				}
				if ids[n] != 0 {
					t.Fatalf("wrote past %d indices", n)
				}
			}
		}
	})
}
