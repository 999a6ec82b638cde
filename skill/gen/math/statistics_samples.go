package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/missing-value-from-summary-statistics", "probability & statistics", "Missing value from summary statistics",
		"Recover data values from their mean, median, range and further facts.", missingValues)
	gen.Register("math/quartiles-and-outlier-count", "probability & statistics", "Quartiles and outlier count",
		"Apply a stated quartile rule and count the outliers.", quartilesAndOutliers)
}

// sampleFact is a statement about ascending data.
type sampleFact struct {
	text  string
	holds func(x []int) bool
}

// ascendingSamples lists the ascending data of n integers with a sum and a range
// in which some places are known (by index), by trying the free ones.
func ascendingSamples(n, sum, width int, known map[int]int) [][]int {
	var out [][]int
	x := make([]int, n)
	var place func(i, left int)
	place = func(i, left int) {
		if i == n-1 {
			if v, fixed := known[i]; left == x[0]+width && left >= x[i-1] && (!fixed || v == left) {
				x[i] = left
				out = append(out, slices.Clone(x))
			}
			return
		}
		low, high := x[max(i-1, 0)], x[0]+width
		if i == 0 { // n·x ≤ sum ≤ n·(x + width)
			low, high = (sum-(n-1)*width-width)/n-1, sum/n+1
		}
		if v, fixed := known[i]; fixed {
			low, high = max(low, v), min(high, v)
		}
		for v := low; v <= high; v++ {
			x[i] = v
			if (n-i)*v <= left && left-v <= (n-1-i)*(x[0]+width) {
				place(i+1, left-v)
			}
		}
	}
	place(0, sum)
	return out
}

var ordinals = []string{"smallest", "second smallest", "third smallest", "fourth smallest", "fifth smallest", "sixth smallest", "largest"}

// missingValues asks for all the data. Difficulty adds values (4 to 7) and with
// them steps from the statistics to the data; facts are added until only one
// solution is left.
func missingValues(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 4, 5, 5, 6, 7)
	base := gen.Between(r, 3, 60)
	x := make([]int, n)
	for i := range x {
		x[i] = base + r.IntN(gen.Of(d, 16, 12, 12, 10, 9))
	}
	slices.Sort(x)
	if x[0] == x[n-1] {
		x[n-1]++
	}
	sum, width := sumOf(x), x[n-1]-x[0]
	median := ratOf(x[(n-1)/2]+x[n/2], 2)
	facts := []string{fmt.Sprintf("their mean is %s", ratOf(sum, n).RatString()), fmt.Sprintf("their range (largest minus smallest) is %d", width), fmt.Sprintf("their median is %s", median.RatString())}
	known := map[int]int{}
	if n%2 == 1 {
		known[n/2] = x[n/2]
	}
	if n == 7 {
		known[1], known[5] = x[1], x[5]
		facts = append(facts, fmt.Sprintf("the second smallest is %d and the second largest is %d", x[1], x[5]))
	}
	solutions := slices.DeleteFunc(ascendingSamples(n, sum, width, known), func(v []int) bool { return v[(n-1)/2]+v[n/2] != x[(n-1)/2]+x[n/2] })
	more := sampleFacts(r, x)
	for len(solutions) > 1 {
		f := more[0]
		more = more[1:]
		left := slices.DeleteFunc(slices.Clone(solutions), func(v []int) bool { return !f.holds(v) })
		if len(left) < len(solutions) {
			solutions, facts = left, append(facts, f.text)
		}
	}
	count := []string{"Four", "Five", "Six", "Seven"}[n-4]
	list, number := firstNumber(strings.Join(facts[1:], "; "))
	question, slots := gen.Ask(r, inserted("{facts}", list, []string{
		"{count} whole numbers, not necessarily different, are written in ascending order. About them one knows: {mean}; {facts}. Find the numbers and list them in ascending order.",
		"The marks in a small test are whole numbers ({count_lower} of them, repeats allowed). Summary: {mean}; {facts}. Which marks were given? Answer with the list in increasing order.",
		"From the data of {count_lower} whole-number readings only this is left: {mean}; {facts}. Restore the readings, equal ones as often as they occur, and list them from the smallest to the largest.",
	}), gen.Fixed("count", count), gen.Fixed("count_lower", strings.ToLower(count)), gen.Fixed("mean", facts[0]), number)
	return posed(question, slots, task.List(task.Integers(x)...), "The mean gives the sum %d; the median fixes the middle; the smallest and the largest differ by %d. Trying the smallest value step by step, with the other facts, leaves only %s.", sum, width, strings.Join(intTexts("%d", x), ", "))
}

// sampleFacts are further facts in random order; those at the end tell every value.
func sampleFacts(r *rand.Rand, x []int) []sampleFact {
	frequency := map[int]int{}
	for _, v := range x {
		frequency[v]++
	}
	var facts []sampleFact
	mode, most, unique := 0, 0, false
	for _, v := range slices.Compact(slices.Clone(x)) {
		switch {
		case frequency[v] > most:
			mode, most, unique = v, frequency[v], true
		case frequency[v] == most:
			unique = false
		}
	}
	if most == 1 {
		facts = append(facts, sampleFact{"no two of them are equal", func(v []int) bool { return len(slices.Compact(slices.Clone(v))) == len(v) }})
	} else if unique {
		facts = append(facts, sampleFact{fmt.Sprintf("%d is the only mode, that is, it occurs more often than any other value", mode), func(v []int) bool {
			own := occurrences(v, mode)
			return own > 0 && !slices.ContainsFunc(v, func(w int) bool { return w != mode && occurrences(v, w) >= own })
		}})
	}
	places := r.Perm(len(x))
	for _, i := range places {
		name := ordinals[i]
		if i == len(x)-1 {
			name = "largest"
		}
		facts = append(facts, sampleFact{fmt.Sprintf("the %s is %d", name, x[i]), func(v []int) bool { return v[i] == x[i] }})
	}
	return facts
}

// quartileRule is a rule for quartiles of ascending data and how it is told.
type quartileRule struct {
	text string
	find func(x []int) (low, high *big.Rat)
}

func medianOf(x []int) *big.Rat { return ratOf(x[(len(x)-1)/2]+x[len(x)/2], 2) }

// interpolated is the value at a place, counted from 0, between the data.
func interpolated(x []int, place *big.Rat) *big.Rat {
	at := int(new(big.Int).Quo(place.Num(), place.Denom()).Int64())
	if at+1 >= len(x) {
		return ratOf(x[at], 1)
	}
	share := new(big.Rat).Sub(place, ratOf(at, 1))
	share.Mul(share, ratOf(x[at+1]-x[at], 1))
	return share.Add(share, ratOf(x[at], 1))
}

var quartileRules = []quartileRule{
	{"The quartiles are the medians of the lower and the upper half of the ordered data; for an odd number of data the middle value belongs to neither half.", func(x []int) (*big.Rat, *big.Rat) {
		return medianOf(x[:len(x)/2]), medianOf(x[(len(x)+1)/2:])
	}},
	{"The quartiles are the medians of the lower and the upper half of the ordered data; for an odd number of data the middle value belongs to both halves.", func(x []int) (*big.Rat, *big.Rat) {
		return medianOf(x[:(len(x)+1)/2]), medianOf(x[len(x)/2:])
	}},
	{"The quartiles stand at the places 1 + (n − 1)/4 and 1 + 3(n − 1)/4 of the n ordered data, counted from 1; between two data the value is interpolated linearly.", func(x []int) (*big.Rat, *big.Rat) {
		return interpolated(x, ratOf(len(x)-1, 4)), interpolated(x, ratOf(3*(len(x)-1), 4))
	}},
}

// quartilesAndOutliers asks for both quartiles and the number of outliers.
// Difficulty goes from ordered data to unordered ones, to the other rules and to
// a table of frequencies.
func quartilesAndOutliers(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, gen.Between(r, 8, 10), gen.Between(r, 9, 13), 2*gen.Between(r, 5, 7)+1, gen.Between(r, 12, 16), gen.Between(r, 24, 34))
	middle, spread := gen.Between(r, 30, 90), gen.Between(r, 5, 12)
	x := make([]int, n)
	for i := range x {
		x[i] = middle + gen.Between(r, -spread, spread)
		if d == 5 {
			x[i] = middle + gen.Between(r, -2, 2) + gen.Between(r, -2, 2)
		}
		if r.IntN(6) == 0 { // far out
			x[i] = middle + gen.Pick(r, []int{-1, 1})*gen.Between(r, 2*spread, 4*spread)
		}
	}
	sorted := slices.Sorted(slices.Values(x))
	rule := quartileRules[gen.Of(d, 0, 0, 1, 2, 2)]
	low, high := rule.find(sorted)
	reach := new(big.Rat).Mul(new(big.Rat).Sub(high, low), ratOf(3, 2))
	from, to := new(big.Rat).Sub(low, reach), new(big.Rat).Add(high, reach)
	out := 0
	for _, v := range x {
		if w := ratOf(v, 1); w.Cmp(from) < 0 || w.Cmp(to) > 0 {
			out++
		}
	}
	if d == 1 {
		x = sorted
	}
	data := strings.Join(intTexts("%d", x[:n-1]), ", ") + " and {x}"
	if d == 5 {
		var parts []string
		for _, v := range slices.Compact(slices.Clone(sorted)) {
			parts = append(parts, fmt.Sprintf("%d (%d)", v, occurrences(x, v)))
		}
		data = strings.Join(parts, ", ") + ", where the number in brackets says how often a value occurs"
	}
	question, slots := gen.Ask(r, inserted("{data}", data, []string{
		"Given are the data {data}. {rule} An outlier lies more than 1.5 times the interquartile range below the lower or above the upper quartile. Give the list [lower quartile, upper quartile, number of outliers], with exact values.",
		"A sensor recorded these values: {data}. {rule} Values further than 1.5 interquartile ranges below the lower quartile or above the upper one count as outliers, each occurrence once. Report [lower quartile, upper quartile, number of outliers] exactly.",
		"For a box plot of {data}: {rule} Whatever is below the lower quartile or above the upper quartile by more than 1.5 times their difference is drawn as a separate point, an outlier. List the lower quartile, the upper quartile and the number of outliers (every occurrence counts), exactly.",
	}), gen.Slot("x", x[n-1]), gen.Fixed("rule", rule.text))
	return posed(question, slots, task.List(rationalAnswer(low), rationalAnswer(high), task.Integer(int64(out))), "In order the data are %s. The rule gives the quartiles %s and %s, so the limits are %s and %s, and %d of the data are outside.",
		strings.Join(intTexts("%d", sorted), ", "), low.RatString(), high.RatString(), from.RatString(), to.RatString(), out)
}
