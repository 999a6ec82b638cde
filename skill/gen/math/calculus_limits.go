package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

const calculusArea = "calculus"

func init() {
	gen.Register("math/limit-by-cancellation", calculusArea, "Limit by cancellation",
		"Find the limit of a quotient of the form 0/0 by cancelling a factor.", limitByCancellation)
	gen.Register("math/limit-at-infinity", calculusArea, "Limit at infinity", "Find the limit of rational and radical expressions at infinity.", limitAtInfinity)
	gen.Register("math/limit-by-series-expansion", calculusArea, "Limit by series expansion", "Find a limit that needs several terms of Taylor series.", limitBySeries)
	gen.Register("math/taylor-coefficient", calculusArea, "Taylor coefficient",
		"Find one coefficient of the Maclaurin series of a product or composition.", taylorCoefficient)
}

// polynomialAt is p(x).
func polynomialAt(p []int, x int) int {
	sum := 0
	for i := len(p) - 1; i >= 0; i-- {
		sum = sum*x + p[i]
	}
	return sum
}

// nonZeroAt draws a polynomial that does not vanish at x.
func nonZeroAt(r *rand.Rand, degree, size, x int) []int {
	p := randomPolynomial(r, degree, size)
	if polynomialAt(p, x) == 0 {
		p[0]++
	}
	return p
}

// limitByCancellation asks for the limit of 0/0. Difficulty: 1 a simple common
// factor, 2 higher degrees, 3 a double one, 4 a root against a number, 5 a
// difference of two roots.
func limitByCancellation(r *rand.Rand, d gen.Difficulty) task.Item {
	a := gen.Between(r, -9, 9)
	if d <= 3 && a == 0 {
		a = 10
	}
	root := []int{-a, 1}
	degree := gen.Of(d, 1, 2, 1, 1, 1)
	below := nonZeroAt(r, degree, 6, a)
	above := randomPolynomial(r, degree, 6)
	var text, why string
	var value *big.Rat
	if d <= 3 {
		times := gen.Of(d, 1, 1, 2, 1, 1)
		top, bottom := above, below
		for range times {
			top, bottom = productOf(top, root), productOf(bottom, root)
		}
		text = fmt.Sprintf("(%s)/(%s)", polynomialText(top), polynomialText(bottom))
		value = ratOf(polynomialAt(above, a), polynomialAt(below, a))
		why = fmt.Sprintf("Both parts have the zero %d with multiplicity %d or more. After division by that power of (x%s) the quotient is (%s)/(%s), which is continuous there.", a, times, signed(-a), polynomialText(above), polynomialText(below))
	} else {
		c := gen.Between(r, 2, 12)
		inner := coefficientSum([]int{c * c}, productOf(above, root))
		other, difference, second := fmt.Sprint(c), above, ""
		if d == 5 {
			more := randomPolynomial(r, 1, 6)
			other = fmt.Sprintf("√(%s)", polynomialText(coefficientSum([]int{c * c}, productOf(more, root))))
			difference = coefficientSum(above, productOf(more, []int{-1}))
			second = " Both roots tend to the same number."
		}
		bottom := productOf(below, root)
		text = fmt.Sprintf("(√(%s) - %s)/(%s)", polynomialText(inner), other, polynomialText(bottom))
		value = ratOf(polynomialAt(difference, a), 2*c*polynomialAt(below, a))
		why = fmt.Sprintf("Multiply both parts by the sum √(%s) + %s, which tends to %d.%s The factor x%s cancels and (%s)/(%s) over that sum remains.", polynomialText(inner), other, 2*c, second, signed(-a), polynomialText(difference), polynomialText(below))
	}
	return exercise(r, rationalAnswer(value), why+" Its value at the point is "+value.RatString()+".", []string{
		"Find the limit of {f} as x approaches {a}." + fractionForm,
		"The function f(x) = {f} is not defined at x = {a}. Which value must it get there to become continuous?" + fractionForm,
		"To what number do the values of {f} tend when x tends to {a}?" + fractionForm,
	}, gen.Fixed("f", text), gen.Slot("a", a))
}

// endLimit is a limit at plus (right) or minus infinity; infinite is its sign
// where it is infinite.
type endLimit struct {
	text, why string
	value     *big.Rat
	right     bool
	infinite  int
}

// limitAtInfinity asks for a limit at ±∞. Difficulty: 1 a rational function, 2 a
// root minus a line, 3 the difference of two roots, 4 a root over a line, 5 a
// cube root minus a square root.
func limitAtInfinity(r *rand.Rand, d gen.Difficulty) task.Item {
	k := gen.Between(r, 10, 99)
	l := drawEndLimit(r, d, k)
	answer := rationalAnswer(l.value)
	if l.infinite > 0 {
		answer = task.String("infinity", "∞", "+∞", "+infinity", "plus infinity", `\infty`, `+\infty`, "inf", "positive infinity")
	} else if l.infinite < 0 {
		answer = task.String("-infinity", "-∞", "−∞", "minus infinity", `-\infty`, "-inf", "negative infinity")
	}
	direction := map[bool]string{true: "plus infinity", false: "minus infinity"}[l.right]
	const form = " Give an integer, an exact fraction, or infinity or -infinity."
	return exercise(r, answer, fmt.Sprintf("Put k = %d. ", k)+l.why, []string{
		"Find the limit of {f} as x tends to {direction}, where k = {k}." + form,
		"Let k = {k}. How does the function f(x) = {f} behave as x goes to {direction}: which limit has it?" + form,
		"A quantity is given by {f}, with k = {k}. Towards what does it tend when x goes to {direction}?" + form,
	}, gen.Fixed("f", l.text), gen.Slot("k", k), gen.Fixed("direction", direction))
}

// drawEndLimit draws a limit of a difficulty; k stands for itself in its text.
func drawEndLimit(r *rand.Rand, d gen.Difficulty, k int) (l endLimit) {
	a, b, c, e := gen.Between(r, 1, 9), gen.Between(r, -20, 20), gen.Between(r, 1, 30), gen.Between(r, 1, 30)
	l.right = r.IntN(2) == 0
	lead := termText(a*a, 2)
	switch d {
	case 1:
		l.drawQuotient(r, k)
	case 2:
		l.right = true
		l.text = fmt.Sprintf("√(%s + kx%s) - %s%s", lead, signed(c), termText(a, 1), signed(e))
		l.value = new(big.Rat).Add(ratOf(k, 2*a), ratOf(e, 1))
		l.why = fmt.Sprintf("Multiplying by the sum of the root and %s turns their difference into (kx + %d)/(root + %s), which tends to %d/%d.", termText(a, 1), c, termText(a, 1), k, 2*a)
	case 3:
		l.text = fmt.Sprintf("√(%s + kx%s) - √(%s%s)", lead, signed(c), polynomialText([]int{0, b, a * a}), signed(e))
		l.value = ratOf(k-b, 2*a)
		l.why = fmt.Sprintf("Multiplying by the sum of the roots leaves ((%d)x%s) over a sum that grows like %d|x|.", k-b, signed(c-e), 2*a)
		if !l.right {
			l.value.Neg(l.value)
		}
	case 4:
		l.text = fmt.Sprintf("(√(%s) + kx)/(%s)", polynomialText([]int{c, b, a * a}), polynomialText([]int{b, e}))
		l.value = ratOf(k+a, e)
		if !l.right {
			l.value = ratOf(k-a, e)
		}
		l.why = fmt.Sprintf("The root grows like %d|x|, and |x| = x on the right, −x on the left; divide both parts by x.", a)
	default:
		l.right = true
		f := a
		if r.IntN(4) == 0 {
			f = gen.Between(r, 1, 9)
		}
		l.text = fmt.Sprintf("∛(%s + kx^2%s) - √(%s%s)", termText(a*a*a, 3), signed(c), polynomialText([]int{0, b, f * f}), signed(e))
		l.value = new(big.Rat).Sub(ratOf(k, 3*a*a), ratOf(b, 2*f))
		l.why = fmt.Sprintf("For large x the cube root is %dx + %d/%d + …, the square root %dx + (%d)/%d + … .", a, k, 3*a*a, f, b, 2*f)
		if f != a {
			l.infinite = map[bool]int{true: 1, false: -1}[a > f]
		}
	}
	return l
}

// drawQuotient draws a quotient of polynomials with the leading coefficient k above.
func (l *endLimit) drawQuotient(r *rand.Rand, k int) {
	p, q := randomPolynomial(r, gen.Between(r, 1, 3), 12), randomPolynomial(r, gen.Between(r, 1, 3), 12)
	n, m := len(p)-1, len(q)-1
	rest := ""
	for i := n - 1; i >= 0; i-- {
		if p[i] != 0 {
			rest += signed(p[i])[:3] + termText(max(p[i], -p[i]), i)
		}
	}
	l.text = fmt.Sprintf("(k%s%s)/(%s)", termText(1, n), rest, polynomialText(q))
	l.why = fmt.Sprintf("Only the leading terms %s and %s count.", termText(k, n), termText(q[m], m))
	l.value = ratOf(k, q[m])
	if n > m {
		l.infinite = 1
		if !l.right && (n-m)%2 == 1 {
			l.infinite = -1
		}
	} else if n < m {
		l.value = new(big.Rat)
	}
}

// denominators vanish at 0 to an order: x^order times a function of c·x.
var denominators = []struct {
	format string
	order  int
	expand func(c, length int) jet
}{
	{"sin(%s)", 1, func(c, n int) jet { _, j := analyticFunctions[5].at([]int{0, c}, n); return j }},
	{"ln(1 + %s)", 1, func(c, n int) jet { _, j := analyticFunctions[2].at([]int{0, c}, n); return j }},
	{"(e^(%s) - 1)", 1, func(c, n int) jet {
		_, j := analyticFunctions[0].at([]int{0, c}, n)
		j[0] = new(big.Rat)
		return j
	}},
	{"(1 - cos(%s))", 2, func(c, n int) jet {
		_, j := analyticFunctions[1].at([]int{0, c}, n)
		j[0] = new(big.Rat)
		return j.scaledBy(ratOf(-1, 1))
	}},
}

// limitBySeries asks for a quotient whose parts vanish at 0 to the same order.
// Difficulty: 1 one function over a power of order 2, 2 a sum of two, 3 order 3
// and a function below, 4 a product above, 5 order 4.
func limitBySeries(r *rand.Rand, d gen.Difficulty) task.Item {
	order := gen.Of(d, 2, 3, 3, 3, 4)
	length := order + 1
	k := gen.Between(r, 10, 60)
	text, above := drawAnalytic(r, gen.Of(d, 9, 5, 4, 3, 3), length)
	above = above.scaledBy(ratOf(k, 1))
	text = "k·" + text
	if d == 2 || d == 3 {
		second, more := drawAnalytic(r, 4, length)
		c := gen.Pick(r, []int{-4, -3, -2, 2, 3, 4})
		text += signed(c) + "·" + second
		above = above.plus(more.scaledBy(ratOf(c, 1)))
	} else if d >= 4 {
		second, more := drawAnalytic(r, 3, length)
		text += "·" + second
		above = above.times(more)
	}
	low := above[:order]
	if lowText := rationalPolynomialText(low); lowText != "0" {
		text = fmt.Sprintf("%s - (%s)", text, lowText)
	}
	below, belowText := polynomialJet(append(make([]int, order), 1), new(big.Rat), length), termText(1, order)
	if d >= 3 {
		f := gen.Pick(r, denominators)
		c := gen.Between(r, 2, 6)
		power := append(make([]int, order-f.order), 1)
		belowText = termText(1, order-f.order) + "·" + fmt.Sprintf(f.format, termText(c, 1))
		below = polynomialJet(power, new(big.Rat), length).times(f.expand(c, length))
	}
	value := new(big.Rat).Quo(above[order], below[order])
	return exercise(r, rationalAnswer(value), fmt.Sprintf("With k = %d the numerator begins with (%s)·x^%d, its lower terms cancel; the denominator begins with (%s)·x^%d. The quotient of these coefficients is the limit.", k, above[order].RatString(), order, below[order].RatString(), order), []string{
		"Find the limit of ({f})/({g}) as x approaches 0, where k = {k}." + fractionForm,
		"Let k = {k}. To which number does the quotient of {f} and {g} tend for x → 0?" + fractionForm,
		"For small x the expression {f} is nearly a constant times {g}. Determine this constant (the limit of the quotient at x = 0) for k = {k}." + fractionForm,
	}, gen.Fixed("f", text), gen.Fixed("g", belowText), gen.Slot("k", k))
}

// taylorCoefficient asks for a coefficient. Difficulty: 1 a polynomial times an
// elementary function, 2 a product of two functions, 3 a function of a
// polynomial, 4 a function of a sine, 5 a product with such a composition.
func taylorCoefficient(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Between(r, gen.Of(d, 3, 3, 3, 3, 3), gen.Of(d, 8, 6, 6, 5, 5))
	length := n + 1
	zero := new(big.Rat)
	var text string
	var expansion jet
	switch d {
	case 1:
		p := randomPolynomial(r, 2, 9)
		f, j := drawAnalytic(r, 5, length)
		text, expansion = fmt.Sprintf("(%s)·%s", polynomialText(p), f), polynomialJet(p, zero, length).times(j)
	case 2:
		f, j := drawAnalytic(r, 6, length)
		g, l := drawAnalytic(r, 6, length)
		c := gen.Between(r, 2, 9)
		text, expansion = fmt.Sprintf("%d·%s·%s", c, f, g), j.times(l).scaledBy(ratOf(c, 1))
	case 3:
		argument := []int{0, gen.Between(r, 1, 6), gen.Between(r, 1, 9) * gen.Pick(r, []int{-1, 1})}
		c := gen.Between(r, 2, 9)
		text, expansion = gen.Pick(r, analyticFunctions).at(argument, length)
		text, expansion = fmt.Sprintf("%d·%s", c, text), expansion.scaledBy(ratOf(c, 1))
	default:
		inner, u := analyticFunctions[5].at([]int{0, gen.Between(r, 1, 6)}, length)
		outer := analyticFunctions[r.IntN(4)]
		format := strings.ReplaceAll(outer.format, "1%s", "1 + %s")
		p := randomPolynomial(r, 1, 9)
		text, expansion = fmt.Sprintf("(%s)·%s", polynomialText(p), fmt.Sprintf(format, inner)), outer.series(length).in(u).times(polynomialJet(p, zero, length))
		if d == 5 {
			f, j := drawAnalytic(r, 3, length)
			text, expansion = text+"·"+f, expansion.times(j)
		}
	}
	return exercise(r, rationalAnswer(expansion[n]), fmt.Sprintf("Multiplying out or inserting the known series, up to the power x^%d, gives %s + … .", n, rationalPolynomialText(expansion)), []string{
		"Let n = {n}. Find the coefficient of x^n in the Taylor series of {f} at x = 0." + fractionForm,
		"The function f(x) = {f} is expanded in powers of x. Which coefficient has the power with the exponent {n}?" + fractionForm,
		"Near x = 0 the function f(x) = {f} equals a0 + a1·x + a2·x^2 + … . Determine the coefficient whose index is {n}." + fractionForm,
	}, gen.Fixed("f", text), gen.Slot("n", n))
}
