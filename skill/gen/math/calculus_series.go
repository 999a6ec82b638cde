package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/series-convergence-class", calculusArea, "Series convergence class",
		"Decide for several series whether they converge absolutely, conditionally or not.", seriesConvergence)
	gen.Register("math/radius-and-interval-of-convergence", calculusArea, "Radius and interval of convergence",
		"Find the interval of convergence of a power series with its ends.", convergenceInterval)
}

// seriesShape is a series over n ≥ 2 with two parameters and its class: A
// (absolutely convergent), C (conditionally) or D (divergent).
type seriesShape struct {
	format string // with {a} and {b}
	class  func(a, b int) string
	why    string
}

func alwaysClass(class string) func(int, int) string { return func(int, int) string { return class } }

// classBelow is A where a < bound and D otherwise, classAbove A where a > bound.
func classBelow(bound int) func(a, b int) string {
	return func(a, b int) string {
		if a < bound {
			return "A"
		}
		return "D"
	}
}

func classAbove(bound int) func(a, b int) string {
	return func(a, b int) string {
		if a > bound {
			return "A"
		}
		return "D"
	}
}

// seriesShapes are ordered by the test that they need, the plain ones first. The
// parameters are different numbers from 2 up.
var seriesShapes = []seriesShape{
	{"(-1)^n/({a}n + {b})", alwaysClass("C"), "Leibniz's test holds, but the sum of the absolute values compares with the harmonic series"},
	{"1/({a}n^2 + {b})", alwaysClass("A"), "it compares with the sum of 1/n²"},
	{"1/({a}n + {b})", alwaysClass("D"), "it compares with the harmonic series"},
	{"(-1)^n/({a}n^2 + {b})", alwaysClass("A"), "the absolute values compare with 1/n²"},
	{"(-1)^n·n/({a}n + {b})", alwaysClass("D"), "its terms do not tend to 0"},
	{"(-1)^n/√({a}n + {b})", alwaysClass("C"), "Leibniz's test holds, but the sum of 1/√n diverges"},
	{"n^{a}/({b}^n + 1)", alwaysClass("A"), "the ratio of its terms tends to a number below 1"},
	{"(-1)^n·n·({a}/{b})^n", func(a, b int) string {
		if a < b {
			return "A"
		}
		return "D"
	}, "the ratio of the absolute terms tends to the fraction"},
	{"(-1)^n·n/({a}n^2 + {b})", alwaysClass("C"), "its terms decrease to 0 from some n on, but the absolute values compare with 1/n"},
	{"{a}^n/n!", alwaysClass("A"), "the ratio of its terms tends to 0"},
	{"n!/({a}^n + {b})", alwaysClass("D"), "its terms grow without bound"},
	{"(√(n + {a}) - √n)·(-1)^n", alwaysClass("C"), "its terms behave like 1/√n with alternating signs"},
	{"1/({a}n·ln n)", alwaysClass("D"), "the integral test leads to ln(ln n), which grows without bound"},
	{"1/(n·(ln n)^{a})", alwaysClass("A"), "the integral test leads to a negative power of ln n"},
	{"(-1)^n·(ln n)/({a}n)", alwaysClass("C"), "its terms decrease to 0 from n = 3 on, but (ln n)/n exceeds 1/n"},
	{"{a}^n·(n!)^2/(2n)!", classBelow(4), "the ratio of its terms tends to a quarter of the base (for base 4 the terms grow)"},
	{"(-1)^n/(n·ln({a}n))", alwaysClass("C"), "Leibniz's test holds, but the integral test shows that the absolute values diverge"},
	{"(√(n^2 + {a}) - n)/{b}", alwaysClass("D"), "its terms behave like a multiple of 1/n"},
	{"(1 - cos({a}/n))·(-1)^n", alwaysClass("A"), "its terms behave like a multiple of 1/n²"},
	{"(-1)^n·sin({a}/(10n))", alwaysClass("C"), "its terms decrease to 0 from some n on and behave like a multiple of 1/n"},
	{"(1 - {a}/(10n))^n", alwaysClass("D"), "its terms tend to a power of e, not to 0"},
	{"((n + {a})/(2n + {b}))^n·(-1)^n", alwaysClass("A"), "the n-th root of the absolute terms tends to 1/2"},
	{"n^n/({a}^n·n!)", classAbove(2), "the ratio of its terms tends to e over the base"},
}

// seriesConvergence asks for the class of each of several series. Difficulty
// raises their number (3 to 6) and the tests that may be needed.
func seriesConvergence(r *rand.Rand, d gen.Difficulty) task.Item {
	shapes := gen.Sample(r, seriesShapes[:gen.Of(d, 6, 10, 15, 19, len(seriesShapes))], gen.Of(d, 3, 4, 4, 5, 6))
	var texts, classes, working []string
	k := gen.Between(r, 12, 60)
	for i, s := range shapes {
		ab := gen.Sample(r, span(2, 9), 2)
		name := fmt.Sprint(ab[0])
		if i == 0 {
			ab[0], name = k, "k"
		}
		texts = append(texts, fmt.Sprintf("(%d) %s", i+1, strings.NewReplacer("{a}", name, "{b}", fmt.Sprint(ab[1])).Replace(s.format)))
		classes = append(classes, s.class(ab[0], ab[1]))
		working = append(working, fmt.Sprintf("(%d) is %s, as %s", i+1, s.class(ab[0], ab[1]), s.why))
	}
	const form = " Write A for absolutely convergent, C for conditionally convergent (convergent, but not absolutely), D for divergent, and give the list of letters in the order of the series, for example [A, D, C]."
	return exercise(r, task.List(task.Strings(classes)...), strings.Join(working, "; ")+".", []string{
		"Classify the series with these terms, each summed from n = 2 to infinity, where k = {k}: {s}." + form,
		"The following terms are added up for n = 2, 3, 4, … without end, k being {k}: {s}. Which of these sums converge, and in which way?" + form,
		"Let k = {k}. Test these infinite series (general term given, n from 2 on) for convergence: {s}." + form,
	}, gen.Fixed("s", strings.Join(texts, ", ")), gen.Slot("k", k))
}

// powerSeries is Σ over n ≥ 1 with the centre c.
type powerSeries struct {
	term                   string
	radius                 *big.Rat // nil where every x converges
	leftClosed, rightClose bool
	why                    string
}

// convergenceInterval asks for an interval. Difficulty: 1 a geometric factor
// over a power of n, 2 with signs and a factor of x, 3 even powers, 4 a quotient
// of polynomials or logarithms, 5 central binomials or factorials.
func convergenceInterval(r *rand.Rand, d gen.Difficulty) task.Item {
	c := gen.Between(r, -30, 30)
	s := drawPowerSeries(r, d)
	interval := `(-\infty,\infty)`
	if s.radius != nil {
		left, right := new(big.Rat).Sub(ratOf(c, 1), s.radius), new(big.Rat).Add(ratOf(c, 1), s.radius)
		interval = bracket(s.leftClosed, "[", "(") + latexRat(left) + "," + latexRat(right) + bracket(s.rightClose, "]", ")")
	}
	const form = ` Give the interval of all real x for which it converges, for example [1,5) or (-\frac{1}{2},3], with \infty where it is unbounded.`
	return exercise(r, task.Expression(interval), fmt.Sprintf("Put c = %d. ", c)+s.why, []string{
		"For which real x does the power series with the terms {t}, n = 1, 2, 3, …, converge if c = {c}?" + form,
		"Let c = {c}. Find the interval of convergence of the sum of {t} over n from 1 to infinity, and decide about its ends." + form,
		"A function is defined by the infinite sum of the terms {t} (n from 1 on), c being {c}. What is its largest domain in the real numbers?" + form,
	}, gen.Fixed("t", s.term), gen.Slot("c", c))
}

// closedAtEnds: Σ 1/n^p converges for p > 1, Σ (−1)^n/n^p for p > 0; p in halves.
func closedAtEnds(halves int) (plain, alternating bool) { return halves > 2, halves > 0 }

func drawPowerSeries(r *rand.Rand, d gen.Difficulty) powerSeries {
	base := gen.Between(r, 2, 12)
	halves := gen.Between(r, 0, 4) // the power of n below, doubled
	below := []string{"", "·√n", "·n", "·n·√n", "·n^2"}[halves]
	plain, alternating := closedAtEnds(halves)
	ends := fmt.Sprintf("At the ends the terms are those of the sum of 1/n^(%s), with constant sign or alternating.", ratOf(halves, 2).RatString())
	switch d {
	case 1:
		return powerSeries{fmt.Sprintf("(x - c)^n/(%d^n%s)", base, below), ratOf(base, 1), alternating, plain, fmt.Sprintf("The ratio test gives |x − c| < %d. ", base) + ends}
	case 2:
		a := gen.Between(r, 2, 9)
		return powerSeries{fmt.Sprintf("(-1)^n·%d^n·(x - c)^n/(%d^n%s)", a, base, below), ratOf(base, a), plain, alternating, fmt.Sprintf("The ratio test gives |x − c| < %d/%d; at the left end all terms are positive. ", base, a) + ends}
	case 3:
		negative := r.IntN(2) == 0
		sign, closed := "", plain
		if negative {
			sign, closed = "(-1)^n·", alternating
		}
		return powerSeries{fmt.Sprintf("%s(x - c)^(2n)/(%d^n%s)", sign, base*base, below), ratOf(base, 1), closed, closed, fmt.Sprintf("The ratio test gives (x − c)² < %d; both ends give the same series. ", base*base) + ends}
	case 4:
		a, b := gen.Between(r, 1, 9), gen.Between(r, 1, 9)
		shape := gen.Pick(r, []struct {
			format             string
			plain, alternating bool
		}{{"(n + %d)/(n^3 + %d)", true, true}, {"(n + %d)/(n^2 + %d)", false, true}, {"(n^2 + %d)/(n^2 + %d)", false, false}, {"√(n + %d)/(n^2 + %d)", true, true}, {"√(n + %d)/(n + %d)", false, true}})
		return powerSeries{fmt.Sprintf(shape.format, a, b) + fmt.Sprintf("·((x - c)/%d)^n", base), ratOf(base, 1), shape.alternating, shape.plain,
			fmt.Sprintf("The ratio test gives |x − c| < %d. At the ends only the quotient and, on the left, the sign (−1)^n remain; compare the quotient with its leading power of n.", base)}
	}
	if r.IntN(5) == 0 {
		return powerSeries{fmt.Sprintf("%d^n·(x - c)^n%s/n!", base, below), nil, false, false, "The ratio of neighbouring terms tends to 0 for every x."}
	}
	// The central binomial is like 4^n/√(πn), which adds half a power of n.
	plain, alternating = closedAtEnds(halves + 1)
	return powerSeries{fmt.Sprintf("((2n)!/(n!)^2)·(x - c)^n/(%d^n%s)", base, below), ratOf(base, 4), alternating, plain,
		fmt.Sprintf("The ratio (2n + 2)(2n + 1)/(n + 1)² tends to 4, so |x − c| < %s. At the ends the terms behave like 1/n^(%s), as the binomial is nearly 4^n/√(πn); on the left they alternate and decrease.", ratOf(base, 4).RatString(), ratOf(halves+1, 2).RatString())}
}
