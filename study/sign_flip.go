package study

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Test is how surprising the difference of two arms would be if it were chance:
// two-sided p-values of sign-flip permutation tests (Fisher 1935), of which the
// smallest of n flipped numbers is 2 to the power of 1-n.
type Test struct {
	// Runs flips the difference of each run. It asks whether the two arms do
	// alike from these starts.
	Runs float64 `json:"runs"`
	// Holm is Runs adjusted for the arms that are compared with the same one by the
	// same metric (Holm 1979).
	Holm float64 `json:"holm"`
	// Starts flips the runs of a start together. It asks whether the two arms do
	// alike from starts at large; absent where there is one start.
	Starts float64 `json:"starts,omitempty"`
}

// test compares the runs of a grid of differences with 0, and says whether there
// are enough of them: one difference tells nothing by its sign.
func (g grid) test(seed uint64) (Test, bool) {
	var each, starts []float64
	for _, seeds := range g.runs() {
		sum := 0.0
		for _, x := range seeds {
			sum += x
		}
		each, starts = append(each, seeds...), append(starts, sum)
	}
	t := Test{Runs: signFlip(each, seed)}
	t.Holm = t.Runs
	if len(starts) > 1 {
		t.Starts = signFlip(starts, seed)
	}
	return t, len(each) > 1 && !math.IsNaN(t.Runs)
}

// exactFlips is the most numbers whose signs are flipped in every way; of more,
// flippedDraws ways are drawn.
const (
	exactFlips   = 16
	flippedDraws = 1 << 16
)

// signFlip is the share of the ways to give numbers their signs in which their sum
// is as far from 0 as it is; NaN of a number that is none.
func signFlip(x []float64, seed uint64) float64 {
	sum, size := 0.0, 0.0
	for _, v := range x {
		sum += v
		size += math.Abs(v)
	}
	if math.IsNaN(sum) || math.IsInf(size, 0) {
		return math.NaN()
	}
	least := math.Abs(sum) - 1e-9*size // sums of the same numbers in another order differ in the last digits
	far, ways := 0, 0
	count := func(sum float64) {
		if math.Abs(sum) >= least {
			far++
		}
		ways++
	}
	if len(x) <= exactFlips {
		everySum(x, 0, count)
		return float64(far) / float64(ways)
	}
	count(sum) // as it is, one of the ways
	r := rand.New(rand.NewPCG(seed, signStream))
	for range flippedDraws {
		sum := 0.0
		for _, v := range x {
			if r.Uint64()&1 == 0 {
				v = -v
			}
			sum += v
		}
		count(sum)
	}
	return float64(far) / float64(ways)
}

// signStream keeps the drawn signs apart from other draws of the same seed.
const signStream = 0x516e

// everySum hands the sum of numbers under each choice of their signs to use.
func everySum(x []float64, sum float64, use func(float64)) {
	if len(x) == 0 {
		use(sum)
		return
	}
	everySum(x[1:], sum+x[0], use)
	everySum(x[1:], sum-x[0], use)
}

// adjust sets the Holm values of the pairs of one table, metric by metric.
func adjust(pairs []Pair) {
	for _, m := range Metrics {
		var tested []Pair
		for _, p := range pairs {
			if _, ok := p.Tests[m.Name]; ok {
				tested = append(tested, p)
			}
		}
		slices.SortStableFunc(tested, func(a, b Pair) int { return cmp.Compare(a.Tests[m.Name].Runs, b.Tests[m.Name].Runs) })
		least := 0.0
		for i, p := range tested {
			t := p.Tests[m.Name]
			least = max(least, min(1, t.Runs*float64(len(tested)-i)))
			t.Holm = least
			p.Tests[m.Name] = t
		}
	}
}
