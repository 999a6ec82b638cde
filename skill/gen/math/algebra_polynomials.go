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
	gen.Register("math/polynomial-product-coefficient", "algebra", "Polynomial product coefficient",
		"Find one coefficient in a product of several polynomials.", productCoefficient)
	gen.Register("math/polynomial-long-division", "algebra", "Polynomial long division", "Divide two polynomials and give quotient and remainder.", polynomialDivision)
	gen.Register("math/polynomial-greatest-common-divisor", "algebra", "Polynomial greatest common divisor",
		"Find the monic greatest common divisor of two polynomials.", polynomialGcd)
	gen.Register("math/rational-root-search", "algebra", "Rational root search", "List all rational roots of a polynomial.", rationalRoots)
	gen.Register("math/partial-fraction-coefficients", "algebra", "Partial fraction coefficients", "Decompose a rational function into partial fractions.", partialFractions)
	gen.Register("math/interpolation-at-a-new-point", "algebra", "Interpolation at a new point",
		"Evaluate the polynomial of least degree through given points elsewhere.", interpolation)
}

// productCoefficient asks for a coefficient of a product. Difficulty is the
// number of factors (2, 3, 3, 4, 5) and their degrees, so the number of ways to
// reach the power.
func productCoefficient(r *rand.Rand, d gen.Difficulty) task.Item {
	factors := make([][]int, gen.Of(d, 2, 3, 3, 4, 5))
	degree := 0
	for i := range factors {
		m := gen.Between(r, gen.Of(d, 2, 1, 2, 2, 2), gen.Of(d, 4, 2, 3, 3, 3))
		factors[i] = randomPolynomial(r, m, 7)
		degree += len(factors[i]) - 1
	}
	n := gen.AbsentNumber(r, 11, 99, bracketProduct(factors...))
	factors[0][0] = n
	text := "(" + polynomialWith(factors[0], "n") + ")" + bracketProduct(factors[1:]...)
	k := gen.Between(r, 1, degree-1)
	product := productOf(factors...)
	return worked(r, []string{
		"With n = {n}, what is the coefficient of x^{k} in the product {product}?",
		"Let n = {n}. Expand {product} and read off the number in front of x^{k}.",
		"In the expansion of {product} in powers of x, where n is {n}, find the coefficient that belongs to x^{k}.",
	}, []gen.Value{gen.Fixed("product", text), gen.Fixed("k", k), gen.Slot("n", n)}, task.Integer(int64(product[k])),
		"Choosing a power from each bracket so that the exponents add up to %d and adding the products of the coefficients gives %d. (The whole expansion is %s.)", k, product[k], polynomialText(product))
}

// polynomialDivision asks for quotient and remainder. Difficulty is the number
// of division steps and the degree of the divisor. The dividend is made from them.
func polynomialDivision(r *rand.Rand, d gen.Difficulty) task.Item {
	m := gen.Of(d, 1, 2, 2, 3, 3)
	divisor := randomPolynomial(r, m, 6)
	divisor[m] = gen.Of(d, 1, 1, gen.Pick(r, []int{-1, 2, 3}), gen.Pick(r, []int{1, 2}), gen.Pick(r, []int{-2, 2, 3}))
	quotient := randomPolynomial(r, gen.Of(d, 2, 2, 3, 3, 4), 9)
	remainder := make([]int, m)
	for i := range remainder {
		remainder[i] = gen.Between(r, -9, 9)
	}
	dividend := totalOf(productOf(divisor, quotient), remainder)
	n := gen.AbsentNumber(r, 11, 99, polynomialText(dividend)+polynomialText(divisor))
	remainder[0] += n - dividend[0]
	dividend[0] = n
	form := fmt.Sprintf(" Give the list [quotient, remainder], each as the list of its coefficients from the highest power down, zeros included; write exactly %s for the remainder.", gen.Of(d, "one coefficient", "two coefficients", "two coefficients", "three coefficients", "three coefficients"))
	return worked(r, []string{
		"Divide {dividend} by {divisor}, where n = {n}." + form,
		"Find polynomials q and r with {dividend} = ({divisor})·q + r and r of lower degree than the divisor, n being {n}." + form,
		"Let n = {n}. What are the quotient and the remainder when {dividend} is divided by {divisor}?" + form,
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("dividend", polynomialWith(dividend, "n")), gen.Fixed("divisor", polynomialText(divisor))},
		task.List(fallingCoefficients(quotient), fallingCoefficients(remainder)),
		"Dividing the leading terms and subtracting, again and again, gives the quotient %s and leaves %s.", polynomialText(quotient), polynomialText(remainder))
}

// polynomialGcd asks for a greatest common divisor. Difficulty raises its degree
// (1 to 3) and that of the cofactors, which have no common root: their linear
// factors have different roots, and their quadratic ones have no real root and
// different constants.
func polynomialGcd(r *rand.Rand, d gen.Difficulty) task.Item {
	roots := gen.Sample(r, span(-9, 9), 6)
	linear := func(i int) []int { return []int{-roots[i], 1} }
	constants := gen.Sample(r, span(1, 9), 3)
	quadratic := func(i int) []int { return []int{constants[i], 0, 1} }
	common := gen.Of(d, linear(0), linear(0), productOf(linear(0), linear(1)), productOf(linear(0), quadratic(0)), productOf(linear(0), linear(1), linear(0)))
	first := productOf(common, gen.Of(d, linear(2), productOf(linear(2), linear(3)), quadratic(1), productOf(linear(2), quadratic(1)), productOf(linear(2), linear(3))))
	second := productOf(common, gen.Of(d, linear(4), quadratic(2), productOf(linear(4), linear(5)), productOf(linear(4), linear(5)), productOf(linear(4), quadratic(2))), []int{gen.Between(r, 1, 3)})
	scale := gen.Between(r, 1, 5)
	first = productOf(first, []int{scale})
	n := first[0]
	const form = " Give the coefficients of the monic polynomial from the highest power down, as a list."
	return worked(r, []string{
		"Find the greatest common divisor of the polynomials {first} and {second} over the rational numbers, where n = {n}." + form,
		"Let n = {n}. Which monic polynomial of greatest degree divides both {first} and {second}?" + form,
		"The fraction with the numerator {first} and the denominator {second}, with n = {n}, is to be reduced. By which polynomial, as large as possible, can one cancel?" + form,
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("first", polynomialWith(first, "n")), gen.Fixed("second", polynomialText(second))}, fallingCoefficients(common),
		"With Euclid's algorithm for polynomials, or by factoring: the first is %s times %s, the second contains the same factor, and the cofactors have no common zero.", polynomialText(common), polynomialText(cofactor(first, common)))
}

// cofactor is the exact quotient by a monic divisor.
func cofactor(p, monic []int) []int {
	rest, m := slices.Clone(p), len(monic)-1
	quotient := make([]int, len(p)-m)
	for i := len(quotient) - 1; i >= 0; i-- {
		quotient[i] = rest[i+m]
		for j, c := range monic {
			rest[i+j] -= quotient[i] * c
		}
	}
	return quotient
}

// rationalRoots asks for the different rational roots. Difficulty: 1 a cubic with
// integer roots, 2 with fractions, 3 a quartic with a factor without rational
// roots, 4 a quintic with one, 5 a quintic with two double roots.
func rationalRoots(r *rand.Rand, d gen.Difficulty) task.Item {
	var factors [][]int
	var roots []*big.Rat
	for range gen.Of(d, 3, 3, 2, 3, 3) {
		q := gen.Of(d, 1, gen.Between(r, 1, 3), gen.Between(r, 1, 4), gen.Between(r, 1, 3), gen.Between(r, 1, 2))
		p := gen.Between(r, -12, 12)
		for gcd(max(p, -p), q) != 1 {
			p++
		}
		factors = append(factors, []int{-p, q})
		roots = append(roots, ratOf(p, q))
	}
	switch d {
	case 3, 4:
		b := gen.Between(r, -5, 5)
		factors = append(factors, []int{(b*b+3)/4 + gen.Between(r, 1, 9), b, 1}) // negative discriminant
	case 5:
		factors = append(factors, factors[0], factors[1])
	}
	p := productOf(factors...)
	roots = ascending(roots)
	return worked(r, []string{
		"List all rational roots of the polynomial {p} with n = {n}, each once, in ascending order, fractions reduced.",
		"Let n = {n}. For which rational numbers x is {p} equal to zero? Give the different ones in ascending order, as integers or reduced fractions.",
		"The graph of y = {p}, where n = {n}, meets the x-axis at some points with rational x. List these x (each once, from left to right, exact).",
	}, []gen.Value{gen.Slot("n", p[0]), gen.Fixed("p", polynomialWith(p, "n"))}, rationalList(roots...),
		"A rational root in lowest terms has a numerator that divides %d and a denominator that divides %d. Trying these and dividing the factors out gives %s.", p[0], p[len(p)-1], bracketProduct(factors...))
}

// partialFractions asks for the numerators. Difficulty: 1 two and 2 three simple
// poles, 3 a double pole, 4 an irreducible quadratic, 5 a double pole and a
// quadratic.
func partialFractions(r *rand.Rand, d gen.Difficulty) task.Item {
	roots := gen.Sample(r, span(-9, 9), 3)
	at := func(i int) []int { return []int{-roots[i], 1} }
	quadratic := []int{gen.Between(r, 1, 9), 0, 1}
	text := func(p []int) string { return bracketProduct(p) }
	a, b, c := at(0), at(1), at(2)
	denominators := gen.Of(d, [][]int{a, b}, [][]int{a, b, c}, [][]int{a, productOf(a, a), b}, [][]int{a, quadratic}, [][]int{a, productOf(a, a), quadratic})
	written := gen.Of(d, text(a)+text(b), text(a)+text(b)+text(c), text(a)+"^2"+text(b), text(a)+text(quadratic), text(a)+"^2"+text(quadratic))
	form := gen.Of(d, "A/"+text(a)+" + B/"+text(b), "A/"+text(a)+" + B/"+text(b)+" + C/"+text(c), "A/"+text(a)+" + B/"+text(a)+"^2 + C/"+text(b),
		"A/"+text(a)+" + (Bx + C)/"+text(quadratic), "A/"+text(a)+" + B/"+text(a)+"^2 + (Cx + D)/"+text(quadratic))
	names := gen.Of(d, "A, B", "A, B, C", "A, B, C", "A, B, C", "A, B, C, D")
	whole := gen.Of(d, productOf(a, b), productOf(a, b, c), productOf(a, a, b), productOf(a, quadratic), productOf(a, a, quadratic))
	var values []*big.Rat
	top := make([]int, len(whole)-1)
	for _, q := range denominators {
		v := []int{gen.Between(r, 1, 9) * gen.Pick(r, []int{-1, 1})}
		values = append(values, ratOf(v[0], 1))
		if slices.Equal(q, quadratic) { // numerator Bx + C, listed in this order
			v = []int{gen.Between(r, -9, 9), v[0]}
			values = append(values, ratOf(v[0], 1))
		}
		top = totalOf(top, productOf(v, cofactor(whole, q)))
	}
	return worked(r, []string{
		"Decompose ({top})/({written}), where n = {n}, into partial fractions {form}. Give the list [{names}].",
		"Let n = {n}. For all x where both sides are defined, ({top})/({written}) = {form}. Find the constants and list them as [{names}].",
		"To integrate the function with the numerator {top} (n being {n}) and the denominator {written} one writes it as {form}. Which numbers are [{names}]?",
	}, []gen.Value{gen.Slot("n", top[0]), gen.Fixed("top", polynomialWith(top, "n")), gen.Fixed("written", written), gen.Fixed("form", form), gen.Fixed("names", names)}, rationalList(values...),
		"Multiplying by the denominator and inserting the poles, or comparing coefficients, gives [%s] = %s.", names, rationalList(values...).Text())
}

// interpolation asks for a value of the interpolating polynomial. Difficulty is
// the number of points (2 to 6).
func interpolation(r *rand.Rand, d gen.Difficulty) task.Item {
	n := int(d) + 1
	xs := gen.Sample(r, span(-8, 8), n)
	slices.Sort(xs)
	ys := make([]int, n)
	var points []string
	for i := range ys {
		ys[i] = gen.Between(r, -20, 20)
		points = append(points, fmt.Sprintf("(%d, %d)", xs[i], ys[i]))
	}
	t := gen.Between(r, 21, 40)
	value, terms := lagrange(xs, ys, t)
	return worked(r, []string{
		"The polynomial of least degree through the points {points} is evaluated at x = {t}. What is its value, as an exact number?",
		"A polynomial P of degree at most {degree} has a graph through {points}. Find P(t) for t = {t} (integer or reduced fraction).",
		"Readings {points} of the form (time, value) are continued by the unique interpolating polynomial of smallest degree. Which exact value, as an integer or fraction, does it give for the time {t}?",
	}, []gen.Value{gen.Slot("t", t), gen.Fixed("points", gen.Enumerated(points)), gen.Fixed("degree", n-1)}, rationalAnswer(value),
		"Lagrange's formula gives the terms %s at x = %d; their sum is %s.", strings.Join(terms, ", "), t, value.RatString())
}

// lagrange is the value at t of the polynomial through the points, and its terms.
func lagrange(xs, ys []int, t int) (value *big.Rat, terms []string) {
	value = new(big.Rat)
	for i, x := range xs {
		term := ratOf(ys[i], 1)
		for j, other := range xs {
			if j != i {
				term.Mul(term, ratOf(t-other, x-other))
			}
		}
		terms = append(terms, term.RatString())
		value.Add(value, term)
	}
	return value, terms
}
