package math

import (
	"fmt"
	stdmath "math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/sample-standard-deviation", "probability & statistics", "Sample standard deviation",
		"Compute s from data, from grouped counts, from two samples or after a correction.", sampleDeviation)
	gen.Register("math/least-squares-line", "probability & statistics", "Least-squares line", "Fit a line to small data and use or judge it.", leastSquares)
	gen.Register("math/chi-square-statistic", "probability & statistics", "Chi-square statistic",
		"Compute the test statistic and the degrees of freedom of a chi-square test.", chiSquare)
	gen.Register("math/z-score-from-a-printed-table", "probability & statistics", "z-score from a printed table",
		"Use a printed excerpt of the normal table to find probabilities and cutoffs.", normalTable)
}

// thousandths is a decimal answer to three places.
func thousandths(v float64) task.Answer {
	return task.Answer{Kind: task.KindDecimal, Value: fmt.Sprintf("%.3f", v), Tol: &task.Tolerance{Abs: 0.001}}
}

// tally holds the number, the sum and the sum of squares of data.
type tally struct{ n, sum, squares *big.Rat }

func newTally() tally { return tally{new(big.Rat), new(big.Rat), new(big.Rat)} }

// add counts a value a number of times, which may be negative.
func (t tally) add(v, times int) tally {
	return tally{new(big.Rat).Add(t.n, ratOf(times, 1)), new(big.Rat).Add(t.sum, ratOf(v*times, 1)), new(big.Rat).Add(t.squares, ratOf(v*v*times, 1))}
}

// summary is a tally of n data with a mean and a sample variance: Σx² = (n−1)s² + n·m².
func summary(n, mean int, variance *big.Rat) tally {
	squares := new(big.Rat).Mul(variance, ratOf(n-1, 1))
	return tally{ratOf(n, 1), ratOf(n*mean, 1), squares.Add(squares, ratOf(n*mean*mean, 1))}
}

func (t tally) plus(u tally) tally {
	return tally{new(big.Rat).Add(t.n, u.n), new(big.Rat).Add(t.sum, u.sum), new(big.Rat).Add(t.squares, u.squares)}
}

// variance is (Σx² − (Σx)²/n)/(n − 1).
func (t tally) variance() *big.Rat {
	v := new(big.Rat).Mul(t.sum, t.sum)
	v.Quo(v, t.n)
	v.Sub(t.squares, v)
	return v.Quo(v, new(big.Rat).Sub(t.n, ratOf(1, 1)))
}

// sampleDeviation asks for a sample standard deviation, with n − 1. Difficulty goes
// from data, over counts, to joining two samples and correcting a wrong reading.
func sampleDeviation(r *rand.Rand, d gen.Difficulty) task.Item {
	t, base := newTally(), gen.Between(r, 20, 90)
	var story string
	slot := 0
	switch d {
	case 1, 2:
		x := make([]int, gen.Of(d, 5, 8, 0, 0, 0))
		for i := range x {
			x[i] = base + gen.Between(r, -15, 15)
		}
		if slices.Min(x) == slices.Max(x) {
			x[0]++
		}
		for _, v := range x {
			t = t.add(v, 1)
		}
		slot = x[len(x)-1]
		story = "The sample consists of the values " + strings.Join(intTexts("%d", x[:len(x)-1]), ", ") + " and {x}."
	case 3:
		step, parts := gen.Between(r, 2, 5), make([]string, 6)
		for i := range parts {
			times := gen.Between(r, 1, 12)
			t = t.add(base+step*i, times)
			parts[i] = fmt.Sprintf("%d (%s)", base+step*i, numbered(times, "time"))
		}
		slot = base
		story = "The sample contains the values {x}" + strings.TrimPrefix(strings.Join(parts, ", "), fmt.Sprint(base)) + "."
	case 4:
		n, m := gen.Between(r, 6, 20), gen.Between(r, 6, 20)
		mean, v, u := base+gen.Between(r, -12, 12), gen.Between(r, 10, 300), gen.Between(r, 10, 300)
		t, slot = summary(n, base, ratOf(v, 10)).plus(summary(m, mean, ratOf(u, 10))), base
		story = fmt.Sprintf("The sample is made of two parts. The first has %d values with mean {x} and sample variance %.1f, the second %d values with mean %d and sample variance %.1f.", n, float64(v)/10, m, mean, float64(u)/10)
	default:
		n, off := gen.Between(r, 8, 20), gen.Pick(r, []int{-1, 1})*gen.Between(r, 8, 20)
		wrong, right := base+off, base+gen.Between(r, -4, 4)
		// Σ(x − mean)² must hold (wrong − mean)²·n/(n − 1) of the wrong value.
		v := off*off*n/(n-1)/(n-1) + gen.Between(r, 2, 20)
		t, slot = summary(n, base, ratOf(v, 1)).add(wrong, -1).add(right, 1), right
		story = fmt.Sprintf("For %d values a mean of %d and a sample variance of %d were found. Afterwards it turned out that one value had been read as %d, while it really is {x}; this is put right.", n, base, v, wrong)
	}
	variance, _ := t.variance().Float64()
	s := stdmath.Sqrt(variance)
	question, slots := gen.Ask(r, inserted("{story}", story, []string{
		"{story} What is the sample standard deviation (with divisor n − 1) of the whole sample? Round to three decimals.",
		"Find s, the square root of the sample variance with n − 1 in the denominator, for all the data together, to three decimals. {story}",
		"{story} A report needs the empirical standard deviation of the complete data, in the form with n − 1. State it with three decimals.",
	}), gen.Slot("x", slot))
	return posed(question, slots, thousandths(s), "For the complete data n = %s, the sum is %s and the sum of squares %s. So s² = (Σx² − (Σx)²/n)/(n − 1) = %.6f and s = %.3f.", t.n.RatString(), t.sum.RatString(), t.squares.RatString(), variance, s)
}

// lineFit is a least-squares line with its sums of squares about the means.
type lineFit struct{ slope, intercept, sxx, sxy, syy *big.Rat }

func fitLine(x, y []int) lineFit {
	n := len(x)
	var xx, xy, yy int
	for i := range x {
		xx, xy, yy = xx+x[i]*x[i], xy+x[i]*y[i], yy+y[i]*y[i]
	}
	sx, sy := sumOf(x), sumOf(y)
	f := lineFit{sxx: ratOf(n*xx-sx*sx, n), sxy: ratOf(n*xy-sx*sy, n), syy: ratOf(n*yy-sy*sy, n)}
	f.slope = new(big.Rat).Quo(f.sxy, f.sxx)
	f.intercept = new(big.Rat).Sub(ratOf(sy, n), new(big.Rat).Mul(f.slope, ratOf(sx, n)))
	return f
}

// leastSquares asks for a fitted line. Difficulty adds points and then a prediction, the
// sum of squared residuals, and the coefficient of determination.
func leastSquares(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 4, 5, 5, 5, 6)
	x, y := gen.Sample(r, span(0, 9), n), make([]int, n)
	slices.Sort(x)
	slope := gen.Between(r, -4, 4)
	for i := range y {
		y[i] = 40 + slope*x[i] + gen.Between(r, -5, 5)
	}
	if slices.Min(y) == slices.Max(y) {
		y[0]++
	}
	f := fitLine(x, y)
	answers := []task.Answer{rationalAnswer(f.slope), rationalAnswer(f.intercept)}
	third, working := "", ""
	switch d {
	case 3:
		at := gen.Between(r, 10, 20)
		v := new(big.Rat).Mul(f.slope, ratOf(at, 1))
		v.Add(v, f.intercept)
		third, working = fmt.Sprintf(", value that the line predicts at x = %d", at), fmt.Sprintf(" At x = %d the line has the value %s.", at, v.RatString())
		answers = append(answers, rationalAnswer(v))
	case 4:
		v := new(big.Rat).Sub(f.syy, new(big.Rat).Mul(f.slope, f.sxy))
		third, working = ", sum of the squared residuals", fmt.Sprintf(" The squared residuals add up to Syy − m·Sxy = %s.", v.RatString())
		answers = append(answers, rationalAnswer(v))
	case 5:
		v := new(big.Rat).Mul(f.slope, f.sxy)
		v.Quo(v, f.syy)
		third, working = ", coefficient of determination r^2", fmt.Sprintf(" r² = Sxy²/(Sxx·Syy) = %s.", v.RatString())
		answers = append(answers, rationalAnswer(v))
	}
	points := make([]string, n-1)
	for i := range points {
		points[i] = fmt.Sprintf("(%d, %d)", x[i], y[i])
	}
	question, slots := gen.Ask(r, []string{
		"Fit a line y = m·x + b by least squares to the points (x, y) = {points} and the point with x = {last} and y = {y}. Give the list [m, b{third}] with exact fractions or integers.",
		"An experiment gave the pairs (x, y): {points}; the last reading was y = {y} at x = {last}. The regression line of y on x has a slope and an intercept. List [slope, intercept{third}] exactly, as reduced fractions or integers.",
		"Find m and b such that the squared vertical distances of the points from the line y = m·x + b have the least sum. The points (x, y) are {points}, and one more with x = {last}, y = {y}. Answer: [m, b{third}], all exact.",
	}, gen.Fixed("points", strings.Join(points, ", ")), gen.Fixed("last", x[n-1]), gen.Slot("y", y[n-1]), gen.Fixed("third", third))
	return posed(question, slots, task.List(answers...), "About the means Sxx = %s and Sxy = %s, so the slope is %s; the line passes through the point of the means, which gives the intercept %s.%s", f.sxx.RatString(), f.sxy.RatString(), f.slope.RatString(), f.intercept.RatString(), working)
}

// chiSquare asks for a chi-square statistic and its degrees of freedom. Difficulty
// goes from a test of given ratios to contingency tables of growing size.
func chiSquare(r *rand.Rand, d gen.Difficulty) task.Item {
	rows, columns := gen.Of(d, 1, 2, 2, 3, 3), gen.Of(d, 4, 2, 3, 3, 4)
	names := gen.Sample(r, []string{"Alder Road", "Brook Lane", "Castle Hill", "Dock Street", "Elm Square"}, rows)
	counts := make([][]int, rows)
	for i := range counts {
		counts[i] = make([]int, columns)
		for j := range counts[i] {
			counts[i][j] = gen.Between(r, 8, 60)
		}
	}
	df := (rows - 1) * (columns - 1)
	expectation := "that the distribution over the answers is the same everywhere (independence of place and answer)"
	var ratio []int
	if d == 1 {
		ratio, df = gen.Sample(r, []int{1, 2, 3, 4, 5, 6, 9}, columns), columns-1
		expectation = "that the answers occur in the ratio " + strings.Join(intTexts("%d", ratio), " : ")
	}
	statistic, parts := pearson(counts, ratio)
	for range 9 { // the two parts of the answer are to be different
		if stdmath.Abs(statistic-float64(df)) > 0.1 {
			break
		}
		counts[0][0]++
		statistic, parts = pearson(counts, ratio)
	}
	lines := make([]string, rows)
	for i, c := range counts {
		lines[i] = names[i] + ": " + strings.Join(intTexts("%d", c), ", ")
	}
	table, number := firstNumber(strings.Join(lines, "; "))
	question, slots := gen.Ask(r, inserted("{table}", table, []string{
		"In a survey one of {k} answers could be given. Numbers of answers, by place and in the order of the answers: {table}. Test the hypothesis {h} with the chi-square statistic, without a continuity correction. Give the list [value of the statistic to three decimals, degrees of freedom].",
		"Counts of {k} possible answers were collected; for each place they stand in the same order: {table}. Compute Pearson's χ² (no correction for continuity) for the hypothesis {h}, to three decimals, and the degrees of freedom. Answer as [χ², degrees of freedom].",
		"Observed frequencies of {k} answers: {table}. Under the hypothesis {h}, what is the sum of (observed − expected)²/expected, and how many degrees of freedom has the test? Answer with the list of both, the sum rounded to three decimals.",
	}), gen.Fixed("k", columns), number, gen.Fixed("h", expectation))
	return posed(question, slots, task.List(thousandths(statistic), task.Integer(int64(df))), "The expected numbers are, in the same order, %s. Adding (observed − expected)²/expected gives %.3f; there are %d degrees of freedom.", strings.Join(parts, ", "), statistic, df)
}

// pearson is Σ (observed − expected)²/expected and the expected numbers: by the ratio
// for a single row, else by the sums of rows and columns.
func pearson(counts [][]int, ratio []int) (statistic float64, expected []string) {
	all := sumOf(slices.Concat(counts...))
	for _, row := range counts {
		for j, o := range row {
			down := 0
			for _, other := range counts {
				down += other[j]
			}
			e := float64(sumOf(row)*down) / float64(all)
			if ratio != nil {
				e = float64(all*ratio[j]) / float64(sumOf(ratio))
			}
			statistic += (float64(o) - e) * (float64(o) - e) / e
			expected = append(expected, fmt.Sprintf("%.4f", e))
		}
	}
	return statistic, expected
}

// normalBelow is Φ(z) to four decimals, for z in hundredths.
func normalBelow(hundredths int) float64 {
	phi := 0.5 * stdmath.Erfc(-float64(hundredths)/100/stdmath.Sqrt2)
	return stdmath.Round(phi*1e4) / 1e4
}

// normalExcerpt prints Φ at two given places, in hundredths, and at some others.
func normalExcerpt(r *rand.Rand, z, w int) string {
	printed := []int{z, w}
	for len(printed) < 9 {
		printed = append(printed, gen.Between(r, 10, 260))
	}
	slices.Sort(printed)
	var cells []string
	for _, v := range slices.Compact(printed) {
		cells = append(cells, fmt.Sprintf("Φ(%.2f) = %.4f", float64(v)/100, normalBelow(v)))
	}
	return strings.Join(cells, ", ")
}

// cutoff is a limit that a share of all values exceed or stay below, and its working.
func cutoff(r *rand.Rand, z, mean, sigma int) (value float64, asked, working string) {
	share := 100 * (1 - normalBelow(z))
	if r.IntN(2) == 0 {
		return float64(mean) - float64(z*sigma)/100, fmt.Sprintf("the limit below which %.2f %% of all values lie", share),
			fmt.Sprintf("1 − Φ(z) = %.4f belongs to z = %.2f, and the limit is %d − z·%d", 1-normalBelow(z), float64(z)/100, mean, sigma)
	}
	return float64(mean) + float64(z*sigma)/100, fmt.Sprintf("the limit that %.2f %% of all values exceed", share),
		fmt.Sprintf("Φ(z) = %.4f belongs to z = %.2f, and the limit is %d + z·%d", normalBelow(z), float64(z)/100, mean, sigma)
}

// normalTable asks for a normal probability or a cutoff by a printed table excerpt.
// Difficulty goes from one value, over upper tails and intervals, to a cutoff and
// to the mean of a sample. The values are such that every z stands in the table.
func normalTable(r *rand.Rand, d gen.Difficulty) task.Item {
	z, w := gen.Between(r, 15, 240), gen.Between(r, 15, 240)
	if w == z {
		w++
	}
	sigma, root := gen.Between(r, 2, gen.Of(d, 30, 30, 30, 30, 12)), 1
	if d == 5 {
		root = gen.Between(r, 2, 6)
	}
	mean := 5*sigma*root + gen.Between(r, 20, 300) // far from 0, as lengths and contents are
	table := normalExcerpt(r, z, w)
	at := func(hundredths int, spread float64) string {
		return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", float64(mean)+float64(hundredths)/100*spread), "0"), ".")
	}
	spread, what := float64(sigma), "a single value"
	if d == 5 {
		sigma *= root
		what = fmt.Sprintf("the mean of %d independent values", root*root)
	}
	tol := 0.00011
	form := "Use the table values and give four decimals."
	var asked, working string
	var value float64
	switch d {
	case 1:
		value = normalBelow(z)
		asked, working = fmt.Sprintf("the probability that %s is at most %s", what, at(z, spread)), fmt.Sprintf("z = %.2f, and Φ(z) is read off", float64(z)/100)
	case 2:
		value = normalBelow(z)
		limit := at(-z, spread)
		working = fmt.Sprintf("z = −%.2f, and P(Z > −z) = Φ(z) by symmetry", float64(z)/100)
		if r.IntN(2) == 0 {
			value, limit = 1-value, at(z, spread)
			working = fmt.Sprintf("z = %.2f, and P(Z > z) = 1 − Φ(z)", float64(z)/100)
		}
		asked = fmt.Sprintf("the probability that %s is greater than %s", what, limit)
	case 3, 5:
		value = normalBelow(z) - (1 - normalBelow(w))
		asked = fmt.Sprintf("the probability that %s lies between %s and %s", what, at(-w, spread), at(z, spread))
		working = fmt.Sprintf("The limits are z = −%.2f and z = %.2f, so the probability is Φ(%.2f) − (1 − Φ(%.2f))", float64(w)/100, float64(z)/100, float64(z)/100, float64(w)/100)
		if d == 5 {
			working = fmt.Sprintf("The mean has the standard deviation %g. ", spread) + working
		}
	default:
		tol = 0.006
		value, asked, working = cutoff(r, z, mean, sigma)
		form = "Use the table values and give two decimals."
	}
	text := fmt.Sprintf("%.4f", value)
	if d == 4 {
		text = fmt.Sprintf("%.2f", value)
	}
	question, slots := gen.Ask(r, []string{
		"A quantity is normally distributed with mean {mean} and standard deviation {sigma}. Find {asked}. From the table of the standard normal distribution: {table}. {form}",
		"Table of Φ, the distribution function of the standard normal distribution (excerpt): {table}. A machine fills bags whose content in grams is normal with mean {mean} and standard deviation {sigma}. What is {asked}? {form}",
		"The lengths of some parts, in millimetres, follow a normal law: mean {mean}, standard deviation {sigma}. Determine {asked}, with this excerpt of the standard normal table: {table}. {form}",
	}, gen.Slot("mean", mean), gen.Slot("sigma", sigma), gen.Fixed("asked", asked), gen.Fixed("table", table), gen.Fixed("form", form))
	answer := task.Answer{Kind: task.KindDecimal, Value: text, Tol: &task.Tolerance{Abs: tol}}
	return posed(question, slots, answer, "%s. The result is %s.", working, text)
}
