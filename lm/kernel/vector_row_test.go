package kernel_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/kernel"
)

// rmsNorm is the definition, in float64.
func rmsNorm(x, weight []float64, eps float64) []float64 {
	square, y := 0.0, make([]float64, len(x))
	for _, v := range x {
		square += v * v
	}
	for i, v := range x {
		y[i] = v * weight[i] / math.Sqrt(square/float64(len(x))+eps)
	}
	return y
}

func widened(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

func TestRMSNorm(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, dim := range lengths()[1:] {
			const rows = 3
			r := generator(dim)
			x, weight := normals(r, rows*dim), normals(r, dim)
			dst, inverse := make([]float32, len(x)), make([]float32, rows)
			s.RMSNorm(dst, inverse, x, weight, dim, 1e-5)
			for row := range rows {
				want := rmsNorm(widened(x[row*dim:][:dim]), widened(weight), 1e-5)
				for i, v := range want {
					near(t, "RMSNorm", dst[row*dim+i], v, 2e-6)
				}
				ones := rmsNorm(widened(x[row*dim:][:dim]), slices.Repeat([]float64{1}, dim), 1e-5)
				near(t, "inverse", inverse[row], ones[0]/float64(x[row*dim]), 2e-6)
			}
			s.RMSNorm(x, inverse, x, weight, dim, 1e-5)
			if !slices.Equal(x, dst) {
				t.Fatalf("RMSNorm in place differs at dim %d", dim)
			}
		}
	})
}

func TestRMSNormBackwardIsTheSlope(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		rapid.Check(t, func(t *rapid.T) {
			dim, rows := rapid.IntRange(1, 40).Draw(t, "dim"), rapid.IntRange(1, 3).Draw(t, "rows")
			r := generator(rapid.IntRange(0, 1<<30).Draw(t, "seed"))
			x, dy, weight := normals(r, rows*dim), normals(r, rows*dim), normals(r, dim)
			y, inverse := make([]float32, len(x)), make([]float32, rows)
			s.RMSNorm(y, inverse, x, weight, dim, 0.1)
			dx, dweight := normals(r, len(x)), normals(r, dim)
			dxBefore, dweightBefore := slices.Clone(dx), slices.Clone(dweight)
			s.RMSNormBackward(dx, nil, dy, x, weight, inverse, dim)
			s.RMSNormBackward(nil, dweight, dy, x, weight, inverse, dim)
			loss := func(x, weight []float64) []float64 {
				sum := 0.0
				for row := range rows {
					for i, v := range rmsNorm(x[row*dim:][:dim], weight, 0.1) {
						sum += v * float64(dy[row*dim+i])
					}
				}
				return []float64{sum}
			}
			for i := range x {
				want := slope(x, i, func(x []float64) []float64 { return loss(x, widened(weight)) })[0]
				if got := float64(dx[i] - dxBefore[i]); math.Abs(got-want) > 3e-6*(5+math.Abs(want)) {
					t.Fatalf("dx[%d] grew by %v, want %v", i, got, want)
				}
			}
			for i := range weight {
				want := slope(weight, i, func(w []float64) []float64 { return loss(widened(x), w) })[0]
				if got := float64(dweight[i] - dweightBefore[i]); math.Abs(got-want) > 3e-6*(5+math.Abs(want)) {
					t.Fatalf("dweight[%d] grew by %v, want %v", i, got, want)
				}
			}
			s.RMSNormBackward(dxBefore, dweightBefore, dy, x, weight, inverse, dim)
			if !slices.Equal(dx, dxBefore) || !slices.Equal(dweight, dweightBefore) {
				t.Fatal("both gradients at once differ from one after the other")
			}
		})
	})
}

func TestRMSNormOfStrangeRows(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, dim := range spread {
			x, weight := slices.Repeat([]float32{1}, 2*dim), slices.Repeat([]float32{1}, dim)
			x[dim-1] = inf
			dst, inverse := make([]float32, 2*dim), make([]float32, 2)
			s.RMSNorm(dst, inverse, x, weight, dim, 0)
			if dst[dim-1] == dst[dim-1] || dst[dim] != 1 || inverse[1] != 1 {
				t.Errorf("dim %d: an infinite row came out as %v, the next as %v", dim, dst[:dim], dst[dim:])
			}
			s.RMSNorm(dst, inverse, make([]float32, 2*dim), weight, dim, 1e-6)
			if !slices.Equal(dst, make([]float32, 2*dim)) {
				t.Errorf("dim %d: zeros came out as %v", dim, dst)
			}
		}
	})
}

// turns makes rotary tables of so many positions.
func turns(positions, half int) (cos, sin []float32) {
	for p := range positions {
		for i := range half {
			s, c := math.Sincos(float64(p) * math.Pow(100, -float64(i)/float64(half)))
			cos, sin = append(cos, float32(c)), append(sin, float32(s))
		}
	}
	return cos, sin
}

func TestRotary(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, headDim := range []int{2, 4, 6, 8, 16, 18, 30, 32, 34, 64, 96, 128, 130} {
			const heads, gap = 3, 5
			half, positions := headDim/2, []int32{4, 0, 9, 9}
			stride := heads*headDim + gap
			cos, sin := turns(10, half)
			before := normals(generator(headDim), len(positions)*stride-gap)
			x := slices.Clone(before)
			s.Rotary(x, heads, headDim, stride, cos, sin, positions, 1)
			for i, got := range x {
				row, column := i/stride, i%stride
				want := float64(before[i])
				if column < heads*headDim {
					j := column % headDim % half
					c, sn := float64(cos[int(positions[row])*half+j]), float64(sin[int(positions[row])*half+j])
					if column%headDim < half {
						want = want*c - float64(before[i+half])*sn
					} else {
						want = want*c + float64(before[i-half])*sn
					}
				}
				near(t, "Rotary", got, want, 3e-7)
			}
			s.Rotary(x, heads, headDim, stride, cos, sin, positions, -1)
			for i, got := range x {
				near(t, "Rotary there and back", got, float64(before[i]), 1e-6)
			}
		}
	})
}

func TestWrongShapesPanic(t *testing.T) {
	s, f := kernel.Default(), func(n int) []float32 { return make([]float32, n) }
	for name, call := range map[string]func(){
		"Add":                func() { s.Add(f(3), f(3), f(4)) },
		"Exp":                func() { s.Exp(f(3), f(2)) },
		"rows":               func() { s.RMSNorm(f(7), f(3), f(7), f(2), 2, 0) },
		"inverse":            func() { s.RMSNorm(f(8), f(3), f(8), f(2), 2, 0) },
		"dx":                 func() { s.RMSNormBackward(f(7), nil, f(8), f(8), f(2), f(4), 2) },
		"position":           func() { s.Rotary(f(8), 1, 8, 8, f(8), f(8), []int32{2}, 1) },
		"negative position":  func() { s.Rotary(f(8), 1, 8, 8, f(8), f(8), []int32{-1}, 1) },
		"rotary rows":        func() { s.Rotary(f(15), 1, 8, 8, f(8), f(8), []int32{0, 1}, 1) },
		"odd head dimension": func() { s.Rotary(f(7), 1, 7, 7, f(9), f(9), []int32{0}, 1) },
		"nothing seen":       func() { s.SoftenRows(f(8), 4, []int32{1, 0}, f(2), f(2), f(2)) },
		"too much seen":      func() { s.SoftmaxRowsBackward(f(8), f(8), 4, []int32{5, 1}, f(2), f(2)) },
		"indices":            func() { s.SelectAbove(make([]int32, 2), f(3), 0) },
		"bias":               func() { s.AddRow(f(7), f(2)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}
