package speed

import (
	"context"
	"fmt"
	"math/rand/v2"

	"segue/lm/kernel"
)

// Gemm is the speed of one matrix product of [M × K] and [K × N] in float32.
type Gemm struct {
	M       int     `json:"m"`
	N       int     `json:"n"`
	K       int     `json:"k"`
	Threads int     `json:"threads"`
	GFLOPS  float64 `json:"gflops"` // 2·M·N·K a product
}

// gemmSizes are squares and the products of the engine's own models: the
// projections of a micro and a SmolLM2-135M layer over a batch of tokens.
var gemmSizes = [][3]int{
	{512, 512, 512}, {1024, 1024, 1024}, {2048, 2048, 2048},
	{1024, 512, 192}, {1024, 192, 512}, {2048, 960, 576}, {2048, 3072, 576}, {2048, 576, 1536},
}

// MeasureGemm measures every size on 1 and 2 threads, and on Options.Threads
// where that is more.
func MeasureGemm(ctx context.Context, o Options) ([]Gemm, error) {
	threads := []int{1, 2}
	if o.Threads > 2 {
		threads = append(threads, o.Threads)
	}
	var all []Gemm
	for _, n := range threads {
		workers := kernel.NewWorkers(n)
		for _, s := range gemmSizes {
			g := Gemm{M: s[0], N: s[1], K: s[2], Threads: n}
			o.note(fmt.Sprintf("GEMM %d×%d×%d on %d threads", g.M, g.N, g.K, n))
			var err error
			if g.GFLOPS, err = g.measure(ctx, o, workers); err != nil {
				workers.Close()
				return nil, err
			}
			all = append(all, g)
		}
		workers.Close()
	}
	return all, nil
}

func (g Gemm) measure(ctx context.Context, o Options, workers *kernel.Workers) (float64, error) {
	r := rand.New(rand.NewPCG(1, 1))
	a, b := normal(r, g.M, g.K), normal(r, g.K, g.N)
	c := kernel.NewMatrix(g.M, g.N, make([]float32, g.M*g.N))
	k := kernel.Default()
	work := 2e-9 * float64(g.M) * float64(g.N) * float64(g.K)
	repeats := max(1, int(2/work)) // a call is about 2 GFLOP, long against the clock's grain
	run := func() error {
		for range repeats {
			k.Multiply(workers, c, a, b, 1, false)
		}
		return nil
	}
	return best(ctx, o.For, work*float64(repeats), run, run)
}

func normal(r *rand.Rand, rows, cols int) kernel.Matrix {
	data := make([]float32, rows*cols)
	for i := range data {
		data[i] = float32(r.NormFloat64())
	}
	return kernel.NewMatrix(rows, cols, data)
}
