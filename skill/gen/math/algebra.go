package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/quadratic-exact-roots", "algebra", "Quadratic exact roots",
		"Solve an equation that leads to a quadratic and give its roots with simplified surds.", quadraticExactRoots)
	gen.Register("math/rational-inequality-sign-chart", "algebra", "Rational inequality sign chart",
		"Solve a rational inequality with repeated factors and poles.", rationalInequality)
}

const rootsForm = " Give the set of both exact roots, with fractions reduced and surds simplified, for example {1+\\sqrt{2}, 1-\\sqrt{2}}."

// quadraticExactRoots asks for two irrational roots. Difficulty says how far the
// equation is from normal form: 1 monic and even in x, 2 monic, 3 with a leading
// coefficient, 4 a factored side against a line, 5 a sum of two fractions.
func quadraticExactRoots(r *rand.Rand, d gen.Difficulty) task.Item {
	if d == 5 {
		return fractionEquation(r)
	}
	s := gen.Of(d, 1, 1, gen.Between(r, 2, 5), gen.Between(r, 1, 4), 1)
	p := gen.Of(d, 0, gen.Between(r, -12, 12), gen.Between(r, -9, 9), gen.Between(r, -9, 9), 0)
	q, n := gen.Between(r, 1, gen.Of(d, 40, 20, 12, 9, 1)), gen.Pick(r, []int{2, 3, 5, 6, 7, 10, 11, 13, 14, 15, 17, 19, 21, 22, 23, 26, 29, 30, 31, 33, 34, 35, 37, 38, 39, 41, 42, 43, 46, 47})
	scale := gen.Between(r, 1, gen.Of(d, 20, 6, 3, 1, 1))
	a, b, c := s*s, -2*p*s, p*p-q*q*n // roots (p ± q√n)/s
	if g := gcd(gcd(a, max(b, -b)), max(c, -c)); g > 1 {
		a, b, c = a/g, b/g, c/g
	}
	if d < 4 {
		return askRoots(r, a*scale, b*scale, c*scale, []string{
			"Solve a·x² + b·x + c = 0 for a = {a}, b = {b} and c = {c}." + rootsForm,
			"For which numbers x is the sum of {a} times the square of x, {b} times x, and {c} equal to zero?" + rootsForm,
			"A parabola has the equation y = A·x² + B·x + C with A = {a}, B = {b}, C = {c}. Where does it cross the x-axis?" + rootsForm,
		}, gen.Slot("a", a*scale), gen.Slot("b", b*scale), gen.Slot("c", c*scale))
	}
	u, v := gen.Between(r, -9, 9), gen.Between(r, 10, 20)
	slope, offset := -b-a*(u+v), a*u*v-c // a(x-u)(x-v) = slope·x + offset has the same roots
	return askRoots(r, a, b, c, []string{
		"Solve a·(x − u)·(x − v) = m·x + w, where a = {a}, u = {u}, v = {v}, m = {m} and w = {w}." + rootsForm,
		"A parabola with leading coefficient {a} crosses the x-axis at x = {u} and x = {v}. At which x does it meet the line of slope {m} that crosses the y-axis at height {w}?" + rootsForm,
		"The number {a} is multiplied by the difference x minus {u} and by the difference x minus {v}; the result equals {m} times x plus {w}. Find x." + rootsForm,
	}, gen.Fixed("a", a), gen.Slot("u", u), gen.Slot("v", v), gen.Slot("m", slope), gen.Slot("w", offset))
}

// fractionSum is the equation top1/(x−u) + top2/(x−v) = sum.
type fractionSum struct{ top1, top2, u, v, sum int }

// quadratic is the equation cleared of fractions, a·x² + b·x + c = 0.
func (f fractionSum) quadratic() (a, b, c int) {
	return f.sum, -(f.sum*(f.u+f.v) + f.top1 + f.top2), f.sum*f.u*f.v + f.top1*f.v + f.top2*f.u
}

// drawFractionSum draws an equation with irrational roots. With t = sum·(u−v)
// the discriminant is (t+top1−top2)² + 4·top1·top2: a square for finitely many
// sums only, so raising the sum ends. Positive tops make it positive, and no
// root is u or v.
func drawFractionSum(r *rand.Rand) fractionSum {
	f := fractionSum{gen.Between(r, 1, 12), gen.Between(r, 1, 12), gen.Between(r, -9, 0), gen.Between(r, 1, 9), gen.Between(r, 1, 6)}
	for ; ; f.sum++ {
		a, b, c := f.quadratic()
		if _, inside := squareFactor(b*b - 4*a*c); inside > 1 {
			return f
		}
	}
}

// fractionEquation asks for the roots of a sum of two fractions.
func fractionEquation(r *rand.Rand) task.Item {
	f := drawFractionSum(r)
	a, b, c := f.quadratic()
	return askRoots(r, a, b, c, []string{
		"Solve A/(x − u) + B/(x − v) = C for x, where A = {p}, B = {q}, u = {u}, v = {v} and C = {c}." + rootsForm,
		"The number {p} is divided by the difference x minus {u}, and {q} by the difference x minus {v}; the two quotients add up to {c}. Find x." + rootsForm,
		"The curve y = P/(x − g) + Q/(x − h) has P = {p}, Q = {q} and its vertical asymptotes at g = {u} and h = {v}. At which x does it have height {c}?" + rootsForm,
	}, gen.Slot("p", f.top1), gen.Slot("q", f.top2), gen.Slot("u", f.u), gen.Slot("v", f.v), gen.Slot("c", f.sum))
}

// askRoots words a quadratic item whose equation is a·x² + b·x + c = 0.
func askRoots(r *rand.Rand, a, b, c int, phrasings []string, values ...gen.Value) task.Item {
	question, slots := gen.Ask(r, phrasings, values...)
	plus, minus := surdRoots(a, b, c)
	answer := task.Set(task.Expression(plus), task.Expression(minus))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("In normal form the equation is %s = 0. Its discriminant is %d, and x = (%d ± √%d)/%d, simplified below.",
			polynomialText([]int{c, b, a}), b*b-4*a*c, -b, b*b-4*a*c, 2*a), answer),
	}
}

// surdRoots are the roots (−b ± √(b²−4ac))/(2a) in LaTeX, for a non-square
// positive discriminant.
func surdRoots(a, b, c int) (plus, minus string) {
	outside, inside := squareFactor(b*b - 4*a*c)
	rational, surd := ratOf(-b, 2*a), ratOf(outside, 2*a)
	surd.Abs(surd)
	text := surdText(surd, inside)
	if rational.Sign() == 0 {
		return text, "-" + text
	}
	return latexRat(rational) + "+" + text, latexRat(rational) + "-" + text
}

// surdText is coefficient·√inside in LaTeX, the coefficient being positive.
func surdText(coefficient *big.Rat, inside int) string {
	root := fmt.Sprintf(`\sqrt{%d}`, inside)
	if coefficient.Num().Int64() != 1 {
		root = coefficient.Num().String() + root
	}
	if coefficient.IsInt() {
		return root
	}
	return `\frac{` + root + "}{" + coefficient.Denom().String() + "}"
}

// squareFactor writes n > 0 as outside²·inside with a square-free inside.
func squareFactor(n int) (outside, inside int) {
	outside = 1
	for p := 2; p*p <= n; p++ {
		for n%(p*p) == 0 {
			n /= p * p
			outside *= p
		}
	}
	return outside, n
}
