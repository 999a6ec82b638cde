package switching

import (
	"container/heap"
	"math"
	"testing"
)

// Taking the best next batch each time is as good as the best of all ways to
// give four batches to five pairs, found by trying every one.
func TestGreedyPlanIsOptimal(t *testing.T) {
	fresh := func() gains {
		return gains{
			{from: "a", n: 0, batch: 5, sigma: 0.8, tau: 0.3}, {from: "b", n: 3, batch: 5, sigma: 2.5, tau: 0.3},
			{from: "c", n: 20, batch: 5, sigma: 0.9, tau: 0.3}, {from: "d", n: 1, batch: 5, sigma: 0.2, tau: 0.3},
			{from: "e", n: 0, batch: 5, sigma: 1.7, tau: 0.3},
		}
	}
	const batches = 4
	total := func(queue gains) float64 {
		sum := 0.0
		for _, c := range queue {
			sum += c.varianceAt(c.trials)
		}
		return sum
	}
	greedy := fresh()
	heap.Init(&greedy)
	for range batches {
		greedy[0].trials += 5
		heap.Fix(&greedy, 0)
	}
	best := math.Inf(1)
	var try func(queue gains, from, left int)
	try = func(queue gains, from, left int) {
		if left == 0 {
			best = min(best, total(queue))
			return
		}
		for i := from; i < len(queue); i++ {
			queue[i].trials += 5
			try(queue, i, left-1)
			queue[i].trials -= 5
		}
	}
	try(fresh(), 0, batches)
	if got := total(greedy); math.Abs(got-best) > 1e-12 {
		t.Errorf("greedy leaves a variance of %g, the best way %g", got, best)
	}
}
