package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"segue/lm/kernel"
)

// seenRows is so many rows, of which each sees at least one element.
func seenRows(r *rand.Rand, rows, width int) []int32 {
	seen := make([]int32, rows)
	for i := range seen {
		seen[i] = int32(1 + r.IntN(width))
	}
	seen[0] = int32(width)
	return seen
}

// TestSoftenRows makes two steps and compares them with one softmax.
func TestSoftenRows(t *testing.T) {
	const rows = 5
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, width := range lengths()[1:] {
			r := generator(width)
			seen, first, second := seenRows(r, rows, width), normals(r, rows*width), normals(r, rows*width)
			scores := [][]float32{append([]float32(nil), first...), append([]float32(nil), second...)}
			largest, sum := make([]float32, rows), make([]float32, rows)
			for i := range largest {
				largest[i] = -inf
			}
			decay, added := make([]float32, rows), make([]float32, rows)
			for step, x := range [][]float32{first, second} {
				s.SoftenRows(x, width, seen, largest, decay, added)
				for i := range sum {
					if step == 0 && !math.IsInf(float64(decay[i]), -1) {
						t.Fatalf("first decay %v", decay[i])
					}
					sum[i] = sum[i]*float32(math.Exp(float64(decay[i]))) + added[i]
				}
			}
			for i, n := range seen {
				exact := 0.0
				for _, x := range scores {
					for _, v := range x[i*width:][:n] {
						exact += math.Exp(float64(v))
					}
				}
				near(t, "log-sum-exp", largest[i]+float32(math.Log(float64(sum[i]))), math.Log(exact), 2e-6)
				for j := range width {
					want := 0.0
					if j < int(n) {
						want = math.Exp(float64(scores[1][i*width+j] - largest[i]))
					}
					near(t, "weight", second[i*width+j], want, 3e-7)
				}
			}
		}
	})
}

func TestSoftmaxRowsBackward(t *testing.T) {
	const rows = 4
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, width := range lengths()[1:] {
			r := generator(width)
			seen, p, dp := seenRows(r, rows, width), normals(r, rows*width), normals(r, rows*width)
			logSum, delta := normals(r, rows), normals(r, rows)
			scores, slopes := widened(p), widened(dp)
			s.SoftmaxRowsBackward(p, dp, width, seen, logSum, delta)
			for i := range p {
				row, weight := i/width, 0.0
				if i%width < int(seen[row]) {
					weight = math.Exp(scores[i] - float64(logSum[row]))
				}
				near(t, "softmax", p[i], weight, 1e-6)
				near(t, "gradient", dp[i], weight*(slopes[i]-float64(delta[row])), 2e-6)
			}
		}
	})
}

func TestSoftenRowsOfStrangeScores(t *testing.T) {
	eachSet(t, func(t *testing.T, s *kernel.Set) {
		for _, width := range spread {
			x := make([]float32, 2*width)
			x[0], x[width] = nan, -inf
			largest, decay, added := []float32{1, 1}, make([]float32, 2), make([]float32, 2)
			s.SoftenRows(x, width, []int32{int32(width), 1}, largest, decay, added)
			if added[0] == added[0] || largest[1] != 1 || decay[1] != 0 || added[1] != 0 || x[width] != 0 {
				t.Errorf("width %d: sums %v, largest %v, decay %v", width, added, largest, decay)
			}
		}
	})
}
