package kernel_test

import (
	"fmt"
	"slices"
	"testing"

	"segue/lm/kernel"
)

// speed reports elements per second of a function over n elements, for each
// set of this CPU.
func speed(b *testing.B, n int, run func(s *kernel.Set)) {
	for _, name := range kernel.List() {
		s, err := kernel.Select(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
			for b.Loop() {
				run(s)
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gelements/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func BenchmarkExp(b *testing.B) {
	x, dst := ramp(4096), make([]float32, 4096)
	speed(b, len(x), func(s *kernel.Set) { s.Exp(dst, x) })
}

func BenchmarkExpSum(b *testing.B) {
	for _, n := range []int{64, 256, 4096, 151936} {
		x, dst := ramp(n), make([]float32, n)
		speed(b, n, func(s *kernel.Set) { s.ExpSum(dst, x, 1) })
	}
}

func BenchmarkMax(b *testing.B) {
	for _, n := range []int{64, 4096} {
		x := ramp(n)
		speed(b, n, func(s *kernel.Set) { s.Max(x) })
	}
}

func BenchmarkArgMax(b *testing.B) {
	x := ramp(151936)
	speed(b, len(x), func(s *kernel.Set) { s.ArgMax(x) })
}

func BenchmarkCountGreater(b *testing.B) {
	x := ramp(4096)
	speed(b, len(x), func(s *kernel.Set) { s.CountGreater(x, 0) })
}

func BenchmarkMassAbove(b *testing.B) {
	x := ramp(4096)
	speed(b, len(x), func(s *kernel.Set) { s.MassAbove(x, x, 0) })
}

func BenchmarkSelectAbove(b *testing.B) {
	x, ids := ramp(151936), make([]int32, 151936)
	speed(b, len(x), func(s *kernel.Set) { s.SelectAbove(ids, x, 7.9) })
}

func BenchmarkSoftenRows(b *testing.B) {
	const rows, width = 64, 64
	x, seen := ramp(rows*width), slices.Repeat([]int32{width}, rows)
	largest, decay, added := ramp(rows), ramp(rows), ramp(rows)
	speed(b, len(x), func(s *kernel.Set) { s.SoftenRows(x, width, seen, largest, decay, added) })
}

func BenchmarkSoftmaxRowsBackward(b *testing.B) {
	const rows, width = 64, 64
	p, dp, seen := ramp(rows*width), ramp(rows*width), slices.Repeat([]int32{width}, rows)
	logSum, delta := slices.Repeat([]float32{9}, rows), ramp(rows)
	speed(b, len(p), func(s *kernel.Set) { s.SoftmaxRowsBackward(p, dp, width, seen, logSum, delta) })
}

func BenchmarkSoftmaxGradient(b *testing.B) {
	x, dst := ramp(4096), make([]float32, 4096)
	speed(b, len(x), func(s *kernel.Set) { s.SoftmaxGradient(dst, x, x, 1, 2) })
}

func BenchmarkDot(b *testing.B) {
	for _, n := range []int{64, 4096} {
		x, y := ramp(n), ramp(n)
		speed(b, n, func(s *kernel.Set) { s.Dot(x, y) })
	}
}

func BenchmarkSquaredNorm(b *testing.B) {
	x := ramp(4096)
	speed(b, len(x), func(s *kernel.Set) { s.SquaredNorm(x) })
}

func BenchmarkAddScaled(b *testing.B) {
	for _, n := range []int{64, 4096, 1 << 22} {
		x, dst := ramp(n), make([]float32, n)
		speed(b, n, func(s *kernel.Set) { s.AddScaled(dst, x, 1e-3) })
	}
}

func BenchmarkRMSNorm(b *testing.B) {
	for _, dim := range []int{64, 576} {
		x, dst, weight, inverse := ramp(dim*64), make([]float32, dim*64), ramp(dim), make([]float32, 64)
		speed(b, len(x), func(s *kernel.Set) { s.RMSNorm(dst, inverse, x, weight, dim, 1e-5) })
	}
}

func BenchmarkRMSNormBackward(b *testing.B) {
	for _, dim := range []int{64, 576} {
		x, dx, weight, inverse := ramp(dim*64), make([]float32, dim*64), ramp(dim), ramp(64)
		dy, dweight := ramp(dim*64), make([]float32, dim)
		speed(b, len(x), func(s *kernel.Set) { s.RMSNormBackward(dx, dweight, dy, x, weight, inverse, dim) })
	}
}

func BenchmarkRotary(b *testing.B) {
	const rows, heads, headDim = 64, 9, 64
	x, positions := ramp(rows*heads*headDim), make([]int32, rows)
	for r := range positions {
		positions[r] = int32(r)
	}
	cos, sin := ramp(rows*headDim/2), ramp(rows*headDim/2)
	for i := range cos {
		cos[i], sin[i] = 0.8, 0.6
	}
	speed(b, len(x), func(s *kernel.Set) { s.Rotary(x, heads, headDim, heads*headDim, cos, sin, positions, 1) })
}

func BenchmarkSwiGLU(b *testing.B) {
	for _, n := range []int{4096, 1 << 22} {
		x, y, dst := ramp(n), ramp(n), make([]float32, n)
		speed(b, n, func(s *kernel.Set) { s.SwiGLU(dst, x, y) })
	}
}

func BenchmarkSwiGLUBackward(b *testing.B) {
	for _, n := range []int{4096, 1 << 22} {
		x, y, dy, dx, du := ramp(n), ramp(n), ramp(n), make([]float32, n), make([]float32, n)
		speed(b, n, func(s *kernel.Set) { s.SwiGLUBackward(dx, du, dy, x, y) })
	}
}

func BenchmarkAdamW(b *testing.B) {
	for _, n := range []int{4096, 1 << 22} {
		p, g, m, v := ramp(n), ramp(n), make([]float32, n), make([]float32, n)
		speed(b, n, func(s *kernel.Set) { s.AdamW(p, g, m, v, step) })
	}
}

func BenchmarkFromBFloat16(b *testing.B) {
	x, dst := make([]uint16, 4096), make([]float32, 4096)
	speed(b, len(x), func(s *kernel.Set) { s.FromBFloat16(dst, x) })
}

func BenchmarkToBFloat16(b *testing.B) {
	x, dst := ramp(4096), make([]uint16, 4096)
	speed(b, len(x), func(s *kernel.Set) { s.ToBFloat16(dst, x) })
}

func BenchmarkFromFloat16(b *testing.B) {
	x, dst := make([]uint16, 4096), make([]float32, 4096)
	speed(b, len(x), func(s *kernel.Set) { s.FromFloat16(dst, x) })
}

var step = kernel.AdamWStep{
	LearningRate: 1e-3, Beta1: 0.9, Beta2: 0.95, Epsilon: 1e-8, WeightDecay: 0.1,
	Correction1: 0.1, Correction2: 0.05, GradientScale: 0.5,
}

// ramp is n numbers from -8 to 8, in no order.
func ramp(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(i*7919%n)/float32(n)*16 - 8
	}
	return x
}
