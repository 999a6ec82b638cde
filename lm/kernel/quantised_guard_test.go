package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/lm/kernel/guard"
)

// TestQuantisedStaysInside runs the kernels where every slice, the weights'
// among them, starts or ends at a page that nobody may touch, and compares with
// the portable ones on ordinary memory.
func TestQuantisedStaysInside(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range sets() {
		for f := range forms {
			weights, _, err := BlockOf(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range []int{1, 3, 6} {
				const rows = 35
				q, a := randomQuantised(t, r, f, rows, weights*(1+m%2)), randomActivations(r, m, weights*(1+m%2))
				want := quantisedReference(portableQuantised(), q, a)
				for _, end := range []bool{false, true} {
					x := &activations{rows: m, cols: a.Cols}
					x.quantise(&s.quantised, Matrix{Data: guard.Copy(t, a.Data, end), Rows: m, Cols: a.Cols, RowStride: a.Cols, ColStride: 1}, q.form)
					x.codes, x.scales, x.terms = guard.Copy(t, x.codes, end), guard.Copy(t, x.scales, end), guard.Copy(t, x.terms, end)
					moved := *q
					moved.codes, moved.affine = guard.Copy(t, q.codes, end), guard.Copy(t, q.affine, end)
					sums := guard.Copy(t, make([]float32, m*bandRows), end)
					for band := range (rows + bandRows - 1) / bandRows {
						s.quantised.bands[f](sums, &moved, band, x)
						for i, sum := range sums {
							row, col := i/bandRows, band*bandRows+i%bandRows
							if col < rows && math.Abs(float64(sum-want[row*rows+col])) > 1e-3 {
								t.Fatalf("%s %s: product of row %d with weight row %d is %v, want %v", s.Name, f, row, col, sum, want[row*rows+col])
							}
						}
					}
				}
			}
		}
	}
}

// TestQuantiseStaysInside does the same for activations, whose codes, scales
// and sums must be those of the portable kernel.
func TestQuantiseStaysInside(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, s := range sets() {
		for _, blocks := range []int{1, 2, 5} {
			x := randomActivations(r, 1, 32*blocks).Data
			wantCodes, wantScales, wantHalves := make([]int8, 32*blocks), make([]float32, blocks), make([]int32, 2*blocks)
			quantisePortable(wantCodes, wantScales, wantHalves, x)
			for _, end := range []bool{false, true} {
				codes, scales, halves := guard.Copy(t, make([]int8, 32*blocks), end), guard.Copy(t, make([]float32, blocks), end), guard.Copy(t, make([]int32, 2*blocks), end)
				s.quantised.quantise(codes, scales, halves, guard.Copy(t, x, end))
				if !slices.Equal(codes, wantCodes) || !slices.Equal(scales, wantScales) || !slices.Equal(halves, wantHalves) {
					t.Errorf("%s: %d blocks are other codes, scales or sums than the portable kernel's", s.Name, blocks)
				}
			}
		}
	}
}

func randomQuantised(t *testing.T, r *rand.Rand, f Format, rows, cols int) *Quantised {
	weights, bytes, err := BlockOf(f)
	if err != nil {
		t.Fatal(err)
	}
	blocks := make([]byte, rows*cols/weights*bytes)
	for i := range blocks {
		blocks[i] = byte(r.Uint32()) & 0x1f // any half-precision number among them is small
	}
	q, err := NewQuantised(f, rows, cols, blocks)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func randomActivations(r *rand.Rand, rows, cols int) Matrix {
	a := NewMatrix(rows, cols, make([]float32, rows*cols))
	for i := range a.Data {
		a.Data[i] = float32(r.NormFloat64())
	}
	return a
}

func quantisedReference(k quantisedKernels, q *Quantised, a Matrix) []float32 {
	c := NewMatrix(a.Rows, q.Rows, make([]float32, a.Rows*q.Rows))
	(&Set{quantised: k}).MultiplyQuantised(nil, c, a, q)
	return c.Data
}
