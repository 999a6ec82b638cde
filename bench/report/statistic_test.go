package report_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"segue/bench/report"

	"pgregory.net/rapid"
)

// TestBootstrapCoversTheTruth draws data sets of tasks with an effect of their
// own, so that the steps of a task are alike, and asks how often the interval
// holds the mean they are drawn from.
func TestBootstrapCoversTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const sets, tasks = 300, 40
	held := 0
	for set := range sets {
		data := make([][]float64, tasks)
		for i := range data {
			p := 0.2 + 0.8*r.Float64() // mean 0.6
			for range 3 {
				x := 0.0
				if r.Float64() < p {
					x = 1
				}
				data[i] = append(data[i], x)
			}
		}
		if e := report.BootstrapOfMeans(data, uint64(set)); e.Lo <= 0.6 && 0.6 <= e.Hi {
			held++
		}
		if e := report.BootstrapOfMeans(data, uint64(set)); !(e.Lo <= e.Score && e.Score <= e.Hi) || e.N != 3*tasks || e.Tasks != tasks {
			t.Fatalf("estimate %+v", e)
		}
	}
	// A percentile interval of 40 tasks covers a little less than 95 %; three
	// standard errors of 300 sets are 4 points.
	if share := float64(held) / sets; share < 0.89 || share > 0.99 {
		t.Errorf("%.3f of the intervals hold the truth, want about 0.94", share)
	}
}

func TestBootstrapKeepsTheStepsOfATaskTogether(t *testing.T) {
	var together, apart [][]float64
	for i := range 20 {
		x := float64(i % 2)
		together = append(together, slices.Repeat([]float64{x}, 10))
		for range 10 {
			apart = append(apart, []float64{x})
		}
	}
	a, b := report.BootstrapOfMeans(together, 1), report.BootstrapOfMeans(apart, 1)
	if ratio := (a.Hi - a.Lo) / (b.Hi - b.Lo); math.Abs(ratio-math.Sqrt(10)) > 0.6 {
		t.Errorf("intervals %v and %v: ratio of widths %.2f, want √10", a, b, ratio)
	}
}

// exactP enumerates the signs by recursion.
func exactP(differences []float64) float64 {
	total := 0.0
	for _, d := range differences {
		total += d
	}
	var hits, all float64
	var walk func(i int, sum float64)
	walk = func(i int, sum float64) {
		if i == len(differences) {
			all++
			if math.Abs(sum) >= math.Abs(total)-1e-9 {
				hits++
			}
			return
		}
		walk(i+1, sum+differences[i])
		walk(i+1, sum-differences[i])
	}
	walk(0, 0)
	return hits / all
}

func TestSignFlipIsExactForFewTasks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		differences := rapid.SliceOfN(rapid.SampledFrom([]float64{-1, -0.5, -0.25, 0, 0.25, 1.0 / 3, 0.5, 1}), 0, 10).Draw(t, "differences")
		if got, want := report.SignFlip(differences, 1), exactP(differences); math.Abs(got-want) > 1e-12 {
			t.Errorf("p = %g, by enumeration %g", got, want)
		}
	})
}

func TestSignFlipByDrawsIsNearTheExactValue(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		differences := make([]float64, 16)
		for i := range differences {
			differences[i] = r.NormFloat64() + 0.3
		}
		want := exactP(differences)
		margin := 4*math.Sqrt(want*(1-want)/10_000) + 2e-4
		if got := report.SignFlip(differences, 1); math.Abs(got-want) > margin {
			t.Errorf("p = %g, exact %g ± %g", got, want, margin)
		}
	}
	if p := report.SignFlip(slices.Repeat([]float64{1}, 200), 1); p > 0.001 || p <= 0 {
		t.Errorf("200 tasks all better: p = %g", p)
	}
}

func TestHolm(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.5, 0.5, 0.5}, []float64{1, 1, 1}},
		{[]float64{0.02}, []float64{0.02}},
		{nil, []float64{}},
	} {
		got := report.Holm(c.p)
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("Holm of %v is %v, want %v", c.p, got, c.want)
		}
	}
}
