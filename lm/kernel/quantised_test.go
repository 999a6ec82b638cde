package kernel_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/lm/kernel"

	"pgregory.net/rapid"
)

// randomBlocks are blocks with random codes and small scales.
func randomBlocks(r *rand.Rand, f kernel.Format, rows, cols int) []byte {
	weights, bytes, err := kernel.BlockOf(f)
	if err != nil {
		panic(err)
	}
	blocks := make([]byte, rows*cols/weights*bytes)
	for i := range blocks {
		blocks[i] = byte(r.Uint32())
	}
	halves := map[kernel.Format][]int{kernel.Q8_0: {0}, kernel.Q4_0: {0}, kernel.Q4_1: {0, 2}, kernel.Q4_K: {0, 2}, kernel.Q6_K: {208}}[f]
	for at := 0; at < len(blocks); at += bytes {
		for _, h := range halves {
			binary.LittleEndian.PutUint16(blocks[at+h:], uint16(r.IntN(2)<<15|(9+r.IntN(3))<<10|r.IntN(1024))) // 2^-6 to 2^-3
		}
	}
	return blocks
}

func randomNumbers(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64())
	}
	return x
}

func newQuantised(t *testing.T, f kernel.Format, rows, cols int, blocks []byte) *kernel.Quantised {
	t.Helper()
	q, err := kernel.NewQuantised(f, rows, cols, blocks)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func everySet(t *testing.T) []*kernel.Set {
	t.Helper()
	var all []*kernel.Set
	for _, name := range kernel.List() {
		s, err := kernel.Select(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

func TestQuantisedKeepsTheWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, f := range kernel.Formats() {
		const rows, cols = 19, 512
		blocks := randomBlocks(r, f, rows, cols)
		want := make([]float32, rows*cols)
		if err := kernel.Dequantise(f, want, blocks); err != nil {
			t.Fatal(err)
		}
		q := newQuantised(t, f, rows, cols, blocks)
		got := make([]float32, cols)
		for row := range rows {
			q.Dequantise(row, got)
			for i, w := range want[row*cols:][:cols] {
				if got[i] != w {
					t.Fatalf("%s: weight %d of row %d is %v, want %v", f, i, row, got[i], w)
				}
			}
		}
	}
}

// The product is compared with a float64 sum over the dequantised weights and
// activations quantised by their definition.
func TestMultiplyQuantised(t *testing.T) {
	for _, s := range everySet(t) {
		t.Run(s.Name, rapid.MakeCheck(func(rt *rapid.T) {
			f := rapid.SampledFrom(kernel.Formats()).Draw(rt, "format")
			weights, _, _ := kernel.BlockOf(f)
			rows, cols := rapid.IntRange(1, 50).Draw(rt, "rows"), weights*rapid.IntRange(1, 3).Draw(rt, "blocks")
			m := rapid.IntRange(1, 9).Draw(rt, "m")
			r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
			q := newQuantised(t, f, rows, cols, randomBlocks(r, f, rows, cols))
			x := randomNumbers(r, m*cols)
			c := kernel.NewMatrix(m, rows, make([]float32, m*rows))
			s.MultiplyQuantised(nil, c, kernel.NewMatrix(m, cols, x), q)
			w := make([]float32, cols)
			for row := range rows {
				q.Dequantise(row, w)
				for i := range m {
					want, size := 0.0, 0.0
					for b := 0; b < cols; b += 32 {
						block := x[i*cols+b:][:32]
						scale := float32(0)
						for _, v := range block {
							scale = max(scale, float32(math.Abs(float64(v))))
						}
						for j, v := range block {
							code := math.RoundToEven(float64(v * (127 / scale)))
							term := float64(w[b+j]) * code * float64(scale/127)
							want, size = want+term, size+math.Abs(term)
						}
					}
					if got := float64(c.Data[i*rows+row]); math.Abs(got-want) > 3e-6*size+1e-6 {
						rt.Fatalf("%s %d×%d: row %d of %d is %v, want %v", f, rows, cols, row, i, got, want)
					}
				}
			}
		}))
	}
}

func TestMultiplyQuantisedHidesCompanyAndWorkers(t *testing.T) {
	for _, s := range everySet(t) {
		for _, f := range kernel.Formats() {
			r := rand.New(rand.NewPCG(3, 3))
			const rows, cols, m = 200, 512, 7
			q := newQuantised(t, f, rows, cols, randomBlocks(r, f, rows, cols))
			a := kernel.NewMatrix(m, cols, randomNumbers(r, m*cols))
			together := kernel.NewMatrix(m, rows, make([]float32, m*rows))
			s.MultiplyQuantised(nil, together, a, q)
			for _, n := range []int{1, 2, 7} {
				workers := kernel.NewWorkers(n)
				alone := make([]float32, rows)
				for i := range m {
					s.MultiplyQuantised(workers, kernel.NewMatrix(1, rows, alone), a.RowSlice(i, i+1), q)
					if !slices.Equal(alone, together.Data[i*rows:(i+1)*rows]) {
						t.Errorf("%s %s: row %d alone on %d workers differs from the same row in company", s.Name, f, i, n)
					}
				}
				workers.Close()
			}
		}
	}
}

func TestMultiplyQuantisedOfWildNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, s := range everySet(t) {
		q := newQuantised(t, kernel.Q4_1, 16, 64, randomBlocks(r, kernel.Q4_1, 16, 64))
		for _, wild := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
			x := randomNumbers(r, 128)
			x[40] = wild
			c := kernel.NewMatrix(2, 16, make([]float32, 32))
			s.MultiplyQuantised(nil, c, kernel.NewMatrix(2, 64, x), q)
			for i, v := range c.Data {
				if finite := !math.IsNaN(float64(v)) && !math.IsInf(float64(v), 0); finite != (i >= 16) {
					t.Errorf("%s: with %v in the first row, number %d is %v", s.Name, wild, i, v)
				}
			}
		}
		zero := kernel.NewMatrix(1, 16, randomNumbers(r, 16))
		s.MultiplyQuantised(nil, zero, kernel.NewMatrix(1, 64, make([]float32, 64)), q)
		if slices.ContainsFunc(zero.Data, func(v float32) bool { return v != 0 }) {
			t.Errorf("%s: the product with zeros is %v", s.Name, zero.Data)
		}
	}
}

func TestMultiplyQuantisedAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	w := kernel.NewWorkers(2)
	defer w.Close()
	q := newQuantised(t, kernel.Q4_1, 64, 96, randomBlocks(r, kernel.Q4_1, 64, 96))
	c, a := kernel.NewMatrix(3, 64, make([]float32, 3*64)), kernel.NewMatrix(3, 96, randomNumbers(r, 3*96))
	if n := testing.AllocsPerRun(50, func() { kernel.Default().MultiplyQuantised(w, c, a, q) }); n != 0 {
		t.Errorf("a product makes %v allocations, want none once the first has run", n)
	}
}

// Whole numbers have no rounding, so that their products are exact at every
// level: scales of 1, activations of which the largest in a block is 127.
func TestMultiplyQuantisedIsExactOnWholeNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	const rows, m = 37, 6
	for _, f := range []kernel.Format{kernel.Q8_0, kernel.Q4_0, kernel.Q4_1} {
		const cols = 96
		_, bytes, _ := kernel.BlockOf(f)
		blocks := randomBlocks(r, f, rows, cols)
		for at := 0; at < len(blocks); at += bytes {
			binary.LittleEndian.PutUint16(blocks[at:], 0x3c00)
			if f == kernel.Q4_1 {
				binary.LittleEndian.PutUint16(blocks[at+2:], 0x4700) // 7
			}
		}
		weights := make([]float32, rows*cols)
		if err := kernel.Dequantise(f, weights, blocks); err != nil {
			t.Fatal(err)
		}
		x := make([]float32, m*cols)
		for i := range x {
			if x[i] = float32(r.IntN(255) - 127); i%32 == 5 {
				x[i] = -127
			}
		}
		q := newQuantised(t, f, rows, cols, blocks)
		for _, s := range everySet(t) {
			c := kernel.NewMatrix(m, rows, make([]float32, m*rows))
			s.MultiplyQuantised(nil, c, kernel.NewMatrix(m, cols, x), q)
			for i := range c.Data {
				want := float32(0)
				for j := range cols {
					want += x[i/rows*cols+j] * weights[i%rows*cols+j]
				}
				if c.Data[i] != want {
					t.Fatalf("%s %s: number %d is %v, want %v", s.Name, f, i, c.Data[i], want)
				}
			}
		}
	}
}

// A scale that is not a number spoils its own row of weights alone.
func TestMultiplyQuantisedKeepsBadScalesToTheirRows(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, f := range kernel.Formats() {
		const rows, cols, bad = 21, 256, 18
		weights, bytes, _ := kernel.BlockOf(f)
		blocks := randomBlocks(r, f, rows, cols)
		at := 0 // of the scale in a block
		if f == kernel.Q6_K {
			at = 208
		}
		for _, bits := range []uint16{0x7e00, 0x7c00} { // NaN, infinite
			binary.LittleEndian.PutUint16(blocks[bad*cols/weights*bytes+at:], bits)
			q := newQuantised(t, f, rows, cols, blocks)
			for _, s := range everySet(t) {
				c := kernel.NewMatrix(5, rows, make([]float32, 5*rows))
				s.MultiplyQuantised(nil, c, kernel.NewMatrix(5, cols, randomNumbers(r, 5*cols)), q)
				for i, v := range c.Data {
					if finite := !math.IsNaN(float64(v)) && !math.IsInf(float64(v), 0); finite != (i%rows != bad) {
						t.Fatalf("%s %s: with a scale of bits %#x in row %d, number %d is %v", s.Name, f, bits, bad, i, v)
					}
				}
			}
		}
	}
}

func TestNewQuantisedRefusesOtherShapes(t *testing.T) {
	for _, c := range []struct {
		format           kernel.Format
		rows, cols, size int
	}{{"Q9", 1, 32, 34}, {kernel.Q8_0, 0, 32, 0}, {kernel.Q8_0, 1, 33, 34}, {kernel.Q8_0, 2, 32, 67}, {kernel.Q6_K, 1, 128, 105}} {
		if _, err := kernel.NewQuantised(c.format, c.rows, c.cols, make([]byte, c.size)); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
}
