// Package report turns the results of runs into figures with intervals: where
// accuracy goes when steps are chained, and how runs differ. Figures are drawn
// over tasks: the steps and samples of a task stay together in every redraw.
package report

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"segue/switching"
)

// Estimate is a mean with its 95 % bootstrap interval over tasks.
type Estimate struct {
	Score float64 `json:"score"`
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
	N     int     `json:"n"`     // graded steps behind it
	Tasks int     `json:"tasks"` // tasks behind it
}

// sums is what one task adds to an estimate.
type sums struct{ sum, n float64 }

// perTask is the sums of every task, by the task's number.
type perTask []sums

func newPerTask(tasks int) perTask { return make(perTask, tasks) }

func (p perTask) add(task int, x float64) {
	p[task].sum += x
	p[task].n++
}

// draws is the number of bootstrap draws behind an interval.
const draws = 1000

// resampler redraws tasks. All estimates of a report share its draws, so that
// differences between them are paired.
type resampler struct {
	counts [][]uint16 // [draw][task]: how often the task is drawn
}

func newResampler(tasks int, seed uint64) *resampler {
	r := rand.New(rand.NewPCG(seed, 0x5e91e))
	s := &resampler{counts: make([][]uint16, draws)}
	for d := range s.counts {
		s.counts[d] = make([]uint16, tasks)
		for range tasks {
			s.counts[d][r.IntN(tasks)]++
		}
	}
	return s
}

// estimate is the ratio of sums, with the percentile interval of its redraws.
func (s *resampler) estimate(p perTask) Estimate {
	e := Estimate{}
	var total sums
	for _, x := range p {
		if x.n > 0 {
			e.Tasks++
		}
		total.sum += x.sum
		total.n += x.n
	}
	if e.N = int(total.n); e.N == 0 {
		return e
	}
	e.Score = total.sum / total.n
	present := make([]int, 0, e.Tasks) // most groups stand in few tasks
	for i, x := range p {
		if x.n > 0 {
			present = append(present, i)
		}
	}
	e.Lo, e.Hi = s.interval(func(counts []uint16) (float64, bool) {
		var t sums
		for _, i := range present {
			w := float64(counts[i])
			t.sum += w * p[i].sum
			t.n += w * p[i].n
		}
		return t.sum / t.n, t.n > 0
	}, e.Score)
	return e
}

// interval is the middle 95 % of a statistic over the redraws; those in which
// it does not exist are left out.
func (s *resampler) interval(statistic func(counts []uint16) (float64, bool), point float64) (lo, hi float64) {
	values := make([]float64, 0, len(s.counts))
	for _, counts := range s.counts {
		if v, ok := statistic(counts); ok {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return point, point
	}
	slices.Sort(values)
	return switching.Quantile(values, 0.025), switching.Quantile(values, 0.975)
}

// signFlip is the two-sided p-value of paired differences by the permutation
// test that flips signs at random (Fisher 1935): exact up to twelve tasks, by
// 10,000 seeded draws above.
func signFlip(differences []float64, seed uint64) float64 {
	observed := 0.0
	nonzero := differences[:0:0]
	for _, d := range differences {
		observed += d
		if d != 0 {
			nonzero = append(nonzero, d)
		}
	}
	const hair = 1e-9 // sums in another order must count as equal
	observed = math.Abs(observed) - hair
	if len(nonzero) <= 12 {
		hits := 0
		for signs := range 1 << len(nonzero) {
			sum := 0.0
			for i, d := range nonzero {
				if signs>>i&1 == 1 {
					d = -d
				}
				sum += d
			}
			if math.Abs(sum) >= observed {
				hits++
			}
		}
		return float64(hits) / float64(int(1)<<len(nonzero))
	}
	const flips = 10_000
	r := rand.New(rand.NewPCG(seed, 0xf11b))
	hits := 1
	for range flips {
		sum := 0.0
		for i := 0; i < len(nonzero); {
			bits := r.Uint64()
			for range min(64, len(nonzero)-i) {
				if bits&1 == 1 {
					sum += nonzero[i]
				} else {
					sum -= nonzero[i]
				}
				bits >>= 1
				i++
			}
		}
		if math.Abs(sum) >= observed {
			hits++
		}
	}
	return float64(hits) / (flips + 1)
}

// holm adjusts p-values for their number (Holm 1979).
func holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out := make([]float64, len(p))
	running := 0.0
	for rank, i := range order {
		running = max(running, min(1, p[i]*float64(len(p)-rank)))
		out[i] = running
	}
	return out
}
