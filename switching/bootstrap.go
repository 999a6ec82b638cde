package switching

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// bootstrap redraws tasks with Poisson(1) weights, which for many tasks is the
// bootstrap with replacement and needs no counts that sum up. A task's weight
// in a draw is the same for all its cells, so single and chained trials of a
// task stay together.
type bootstrap struct {
	o       Options
	draws   int
	weights []uint8     // [task*draws + draw]
	solo    [][]float32 // [skill][draw] accuracy alone; nil where never asked
}

func newBootstrap(ctx context.Context, o Options, tasks int, solo []cell, skills int) (*bootstrap, error) {
	b := &bootstrap{o: o, draws: max(o.Draws, 0), solo: make([][]float32, skills)}
	b.weights = make([]uint8, tasks*b.draws)
	err := inParallel(ctx, tasks, func(i int) {
		r := rand.New(rand.NewPCG(o.Seed, uint64(i)))
		for j := range b.draws {
			b.weights[i*b.draws+j] = poisson(r)
		}
	})
	if err != nil {
		return nil, err
	}
	err = inParallel(ctx, len(solo), func(i int) {
		sum, n := make([]float64, b.draws), make([]float64, b.draws)
		for _, p := range solo[i].parts {
			for j, w := range b.taskWeights(p.task) {
				sum[j] += float64(w) * p.sum
				n[j] += float64(w) * p.n
			}
		}
		total := solo[i].total()
		acc := make([]float32, b.draws)
		for j := range acc {
			acc[j] = float32(total.sum / total.n) // a draw without the skill keeps its mean
			if n[j] > 0 {
				acc[j] = float32(sum[j] / n[j])
			}
		}
		b.solo[solo[i].from] = acc
	})
	return b, err
}

func (b *bootstrap) taskWeights(task int32) []uint8 {
	return b.weights[int(task)*b.draws : (int(task)+1)*b.draws]
}

// poisson draws from Poisson(1) by inversion; the tail beyond 8 has 1e-6.
func poisson(r *rand.Rand) uint8 {
	u := r.Float64()
	p := math.Exp(-1)
	for k := uint8(0); ; k++ {
		if u < p || k == 12 {
			return k
		}
		u -= p
		p /= float64(k + 1)
	}
}

// cells estimates every cell of one kind.
func (b *bootstrap) cells(ctx context.Context, group []cell, acc, trials []float64) ([]Cell, error) {
	out := make([]Cell, len(group))
	err := inParallel(ctx, len(group), func(i int) { out[i] = b.cell(group[i], acc, trials) })
	return out, err
}

func (b *bootstrap) cell(c cell, acc, trials []float64) Cell {
	var chained, n, base float64
	fewest, tasks := math.Inf(1), 0
	last := int32(-1)
	for _, p := range c.parts {
		chained += p.sum
		n += p.n
		base += p.n * (acc[p.from] + acc[p.to]) / 2
		fewest = min(fewest, trials[p.from], trials[p.to])
		if p.task != last {
			tasks, last = tasks+1, p.task
		}
	}
	chained, base = chained/n, base/n
	out := Cell{Acc: chained, N: int(n)}
	if out.Weak = b.o.weakness(base, n, fewest, tasks); math.IsNaN(base) {
		return out
	}
	out.Base = base
	out.SkE = Ratio(base, chained, b.o.Alpha)
	out.Lo, out.Hi = b.interval(c, out.SkE)
	out.Lo, out.Hi = widen(out, tasks, b.o.Alpha)
	return out
}

// interval is the 95 % percentile interval over the draws.
func (b *bootstrap) interval(c cell, point float64) (lo, hi float64) {
	if b.draws == 0 {
		return point, point
	}
	sum, n, base := make([]float64, b.draws), make([]float64, b.draws), make([]float64, b.draws)
	for _, p := range c.parts {
		x, y := b.solo[p.from], b.solo[p.to]
		for j, w := range b.taskWeights(p.task) {
			if w == 0 {
				continue
			}
			weight := float64(w)
			sum[j] += weight * p.sum
			n[j] += weight * p.n
			base[j] += weight * p.n * float64(x[j]+y[j]) / 2
		}
	}
	ratios := make([]float64, 0, b.draws)
	for j := range b.draws {
		if n[j] > 0 {
			ratios = append(ratios, Ratio(base[j]/n[j], sum[j]/n[j], b.o.Alpha))
		}
	}
	if len(ratios) == 0 {
		return point, point
	}
	slices.Sort(ratios)
	return Quantile(ratios, 0.025), Quantile(ratios, 0.975)
}

// fewTasks is the number of tasks below which redrawing them shows too little
// of the uncertainty: one task redrawn is always itself.
const fewTasks = 20

// widen takes the wider of the bootstrap interval and the one that Wilson's
// score interval of the chained accuracy gives, where tasks are few.
func widen(c Cell, tasks int, alpha float64) (lo, hi float64) {
	if tasks >= fewTasks {
		return c.Lo, c.Hi
	}
	low, high := wilson(c.Acc, float64(tasks))
	return min(c.Lo, Ratio(c.Base, high, alpha)), max(c.Hi, Ratio(c.Base, low, alpha))
}

// wilson is the 95 % score interval of a proportion (Wilson 1927).
func wilson(p, n float64) (lo, hi float64) {
	const z = 1.959963984540054
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, centre-half), min(1, centre+half)
}

// Quantile of sorted values, linear between neighbours.
func Quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// inParallel runs work for 0…n−1 on every core and waits; results must go to
// places of their own, so that the number of cores changes nothing.
func inParallel(ctx context.Context, n int, work func(i int)) error {
	var next, group = make(chan int), sync.WaitGroup{}
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				work(i)
			}
		})
	}
	defer group.Wait()
	defer close(next)
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
