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
	gen.Register("math/definite-polynomial-integral", calculusArea, "Definite polynomial integral",
		"Evaluate a definite integral of absolute values or maxima of polynomials.", absoluteValueIntegral)
	gen.Register("math/area-between-curves", calculusArea, "Area between curves", "Find the area that two polynomial curves enclose.", areaBetweenCurves)
	gen.Register("math/volume-of-revolution", calculusArea, "Volume of revolution",
		"Find the volume of a solid of revolution by discs, washers or shells.", volumeOfRevolution)
	gen.Register("math/numerical-quadrature-value", calculusArea, "Numerical quadrature value",
		"Find an estimate by the trapezoidal, midpoint or Simpson rule exactly.", numericalQuadrature)
	gen.Register("math/double-integral-with-order-swap", calculusArea, "Double integral with order swap",
		"Evaluate a double integral over a region that is no rectangle.", doubleIntegral)
}

// absoluteValueIntegral asks for an integral over pieces. Difficulty: 1 to 3 the
// absolute value of a polynomial with 1 to 3 sign changes, 4 the larger of two
// polynomials, 5 of two of higher degree.
func absoluteValueIntegral(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 1, 2, 3, 2, 3)
	roots := gen.Sample(r, span(-5, 5), n)
	slices.Sort(roots)
	p := productOfRoots(gen.Between(r, 1, gen.Of(d, 9, 5, 3, 4, 2))*gen.Pick(r, []int{-1, 1}), roots)
	from, to := roots[0]-gen.Between(r, 1, 4), roots[n-1]+gen.Between(r, 1, 12)
	total, parts := absoluteIntegral(p, roots, from, to)
	text := fmt.Sprintf("|%s|", polynomialText(p))
	why := fmt.Sprintf("Inside the bars the sign changes at x = %s. The integrals over the pieces without bars are %s; their absolute values add up to %s.", strings.Join(integerTexts(roots), ", "), strings.Join(parts, ", "), total.RatString())
	if d >= 4 {
		// max(f, g) = (f + g + |f − g|)/2 with f − g = p
		g := randomPolynomial(r, n-1, 9)
		f := coefficientSum(p, g)
		text = fmt.Sprintf("max(%s, %s)", polynomialText(f), polynomialText(g))
		sum := integralOf(coefficientSum(f, g), ratOf(from, 1), ratOf(to, 1))
		bars := total
		total = new(big.Rat).Add(sum, total)
		total.Quo(total, ratOf(2, 1))
		why = fmt.Sprintf("The two are equal at x = %s, and between these points one of them is the larger. As max(f, g) = (f + g + |f − g|)/2, the integral of the sum, %s, and that of the absolute difference, %s, give it.", strings.Join(integerTexts(roots), ", "), sum.RatString(), bars.RatString())
	}
	return exercise(r, rationalAnswer(total), why, []string{
		"Evaluate the integral of {f} with respect to x from {a} to {b}." + fractionForm,
		"A function is given by f(x) = {f}. Find its integral over the interval whose ends are {a} and {b}." + fractionForm,
		"Find the average value of f(x) = {f} on the interval from {a} to {b}, multiplied by the length of this interval." + fractionForm,
	}, gen.Fixed("f", text), gen.Slot("a", from), gen.Slot("b", to))
}

// areaBetweenCurves asks for the whole enclosed area. The difference of the
// curves has known zeros. Difficulty adds them: 1 parabola and line, 2 two
// parabolas, 3 a cubic and a line, 4 a cubic and a parabola, 5 a quartic.
func areaBetweenCurves(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 3, 3, 4)
	roots := gen.Sample(r, span(-5, 5), n)
	slices.Sort(roots)
	difference := productOfRoots(gen.Between(r, 1, 3)*gen.Pick(r, []int{-1, 1}), roots)
	lower := randomPolynomial(r, gen.Of(d, 1, 2, 1, 2, 2), 6)
	lower[0] = gen.Between(r, 10, 99)
	upper := coefficientSum(difference, lower)
	if d == 2 && upper[2] == 0 {
		lower[2]++
		upper = coefficientSum(difference, lower)
	}
	total, parts := absoluteIntegral(difference, roots[1:n-1], roots[0], roots[n-1])
	rest := slices.Clone(lower)
	rest[0] = 0
	return exercise(r, rationalAnswer(total), fmt.Sprintf("With c = %d the difference of the curves is %s; it vanishes at x = %s. The integrals of the difference between neighbouring intersections are %s, and their absolute values add up to %s.", lower[0], polynomialText(difference), strings.Join(integerTexts(roots), ", "), strings.Join(parts, ", "), total.RatString()), []string{
		"Find the total area enclosed by the curves y = {f} and y = {g} + c, where c = {c} (the areas of all bounded regions between them added)." + fractionForm,
		"Let c = {c}. The graphs of f(x) = {f} and g(x) = {g} + c cut out of the plane one or more bounded regions. What is the sum of their areas?" + fractionForm,
		"Two paths follow the curves y = {f} and y = {g} + c in a garden, with c being {c}. All the ground between consecutive crossings of the paths is planted. How large is this ground in square units?" + fractionForm,
	}, gen.Fixed("f", polynomialText(upper)), gen.Fixed("g", polynomialText(rest)), gen.Slot("c", lower[0]))
}

// volumeOfRevolution asks for a volume, a rational times π. Difficulty: 1 discs
// under a line, 2 under a parabola, 3 washers, 4 shells around the y-axis, 5
// shells around another line.
func volumeOfRevolution(r *rand.Rand, d gen.Difficulty) task.Item {
	from := gen.Between(r, 0, 3)
	to := from + gen.Between(r, 1, gen.Of(d, 12, 6, 5, 6, 6))
	p := make([]int, gen.Of(d, 2, 3, 2, 4, 3))
	for i := range p {
		p[i] = gen.Between(r, 0, gen.Of(d, 12, 6, 6, 5, 5))
	}
	p[len(p)-1]++
	region, axis := fmt.Sprintf("the region between the x-axis and the curve y = %s", polynomialText(p)), "the x-axis"
	integrand := productOf(p, p)
	factor := 1
	why := "Discs of radius y"
	switch d {
	case 3:
		more := coefficientSum(p, []int{gen.Between(r, 1, 9), gen.Between(r, 0, 5)})
		region = fmt.Sprintf("the region between the curves y = %s and y = %s", polynomialText(p), polynomialText(more))
		integrand = coefficientSum(productOf(more, more), productOf(integrand, []int{-1}))
		why = "Washers with the upper curve as outer and the lower as inner radius"
	case 4:
		axis, integrand, factor = "the y-axis", productOf([]int{0, 1}, p), 2
		why = "Cylindrical shells of radius x and height y"
	case 5:
		c := to + gen.Between(r, 1, 9)
		axis, integrand, factor = fmt.Sprintf("the line x = %d", c), productOf([]int{c, -1}, p), 2
		why = fmt.Sprintf("Cylindrical shells of radius %d − x and height y", c)
	}
	integral := integralOf(integrand, ratOf(from, 1), ratOf(to, 1))
	volume := new(big.Rat).Mul(integral, ratOf(factor, 1))
	const form = " Give the exact value as a multiple of π."
	return exercise(r, exactAnswer(combination{{volume, `\pi`}}), fmt.Sprintf("%s give %s times the integral of %s from %d to %d, which is %s.", why, map[int]string{1: "π", 2: "2π"}[factor], polynomialText(integrand), from, to, integral.RatString()), []string{
		"For x from {a} to {b}, {region} is rotated about {axis}. Find the volume of the solid." + form,
		"A vase-like body arises when {region}, restricted to x between {a} and {b}, turns about {axis}. How large is its volume?" + form,
		"Take {region} over the interval with the ends {a} and {b}. What volume does it sweep out in one full turn about {axis}?" + form,
	}, gen.Fixed("region", region), gen.Fixed("axis", axis), gen.Slot("a", from), gen.Slot("b", to))
}

// numericalQuadrature asks for an estimate as a fraction. Difficulty: 1 the
// trapezoidal rule for a polynomial, 2 the midpoint rule, 3 Simpson's rule for
// 1/x, 4 Simpson's rule for a quotient, 5 with more panels.
func numericalQuadrature(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, gen.Pick(r, []int{2, 3, 4}), gen.Pick(r, []int{2, 3, 4}), 2, 4, 6)
	from := gen.Between(r, 1, 9)
	step := ratOf(gen.Between(r, 1, 4), gen.Pick(r, []int{1, 2}))
	to := new(big.Rat).Add(ratOf(from, 1), new(big.Rat).Mul(step, ratOf(n, 1)))
	top, bottom := randomPolynomial(r, gen.Of(d, 3, 3, 0, 1, 1), 9), []int{1}
	if d >= 3 {
		bottom = []int{gen.Between(r, 0, 9), gen.Between(r, 1, 6)} // positive for x > 0
	}
	at := func(x *big.Rat) *big.Rat {
		return new(big.Rat).Quo(polynomialJet(top, x, 1)[0], polynomialJet(bottom, x, 1)[0])
	}
	rule := gen.Of(d, "the trapezoidal rule", "the midpoint rule", "Simpson's rule", "Simpson's rule", "Simpson's rule")
	sum := new(big.Rat)
	var values []string
	for i := range n + 1 {
		weight := ratOf(1, 1)
		x := new(big.Rat).Add(ratOf(from, 1), new(big.Rat).Mul(step, ratOf(i, 1)))
		switch inside := i > 0 && i < n; {
		case d == 1 && !inside:
			weight = ratOf(1, 2)
		case d == 2 && i == n:
			continue
		case d == 2:
			x.Add(x, new(big.Rat).Quo(step, ratOf(2, 1)))
		case d >= 3 && !inside:
			weight = ratOf(1, 3)
		case d >= 3:
			weight = ratOf(2+2*(i%2), 3)
		}
		v := at(x)
		values = append(values, v.RatString())
		sum.Add(sum, v.Mul(v, weight))
	}
	sum.Mul(sum, step)
	text := polynomialText(top)
	if d >= 3 {
		text = fmt.Sprintf("(%s)/(%s)", text, polynomialText(bottom))
		if len(top) == 1 {
			text = fmt.Sprintf("%d/(%s)", top[0], polynomialText(bottom))
		}
	}
	return exercise(r, rationalAnswer(sum), fmt.Sprintf("The step is %s. The values of the function that the rule needs are %s. Weighted and multiplied by the step they give %s.", step.RatString(), strings.Join(values, ", "), sum.RatString()), []string{
		"Approximate the integral of f(x) = {f} from x = {a} to x = {b} by {rule} with {n} equal subintervals. Give the exact value of the approximation." + fractionForm,
		"A machine estimates the area under y = {f} between the abscissas {a} and {b} by {rule}, dividing the interval into {n} equal parts. Which exact number does it get?" + fractionForm,
		"Use {rule} on the interval from {a} to {b}, split evenly into {n} pieces, to estimate the integral of {f}. The exact estimate is asked, not the integral." + fractionForm,
	}, gen.Fixed("f", text), gen.Slot("a", from), gen.Fixed("b", to.RatString()), gen.Fixed("rule", rule), gen.Fixed("n", n))
}

// doubleIntegral asks for an integral over a triangle or a region under a power.
// Difficulty: 1 a monomial over a triangle, 2 between a parabola and a line, 3 to
// 5 an integrand with no elementary (or handy) antiderivative in the order given, so
// that the order must be swapped: an exponential (3), a quotient (4), and an exponential that then
// needs parts (5).
func doubleIntegral(r *rand.Rand, d gen.Difficulty) task.Item {
	a, k, c := gen.Between(r, 2, 9), gen.Between(r, 1, 6), gen.Between(r, 10, 99)
	m, n := gen.Between(r, 0, 3), gen.Between(r, 0, 3)
	var value combination
	var region, f, why string
	switch d {
	case 1:
		// ∫0^a ∫0^{kx} x^m y^n dy dx = k^(n+1) a^(m+n+2)/((n+1)(m+n+2))
		inner := ratOf(intPow(k, n+1), n+1)
		total := new(big.Rat).Mul(inner, ratOf(intPow(a, m+n+2), m+n+2))
		value = combination{{total.Mul(total, ratOf(c, 1)), ""}}
		region, f = fmt.Sprintf("0 ≤ x ≤ %d and 0 ≤ y ≤ %s", a, termText(k, 1)), monomialText(m, n)
		why = fmt.Sprintf("Integrating over y first leaves c·%s·x^%d; integrating this from 0 to %d gives the value.", inner.RatString(), m+n+1, a)
	case 2:
		// x² ≤ y ≤ kx for 0 ≤ x ≤ k
		upper, lower := ratOf(intPow(k, m+2*n+3), m+n+2), ratOf(intPow(k, m+2*n+3), m+2*n+3)
		total := upper.Mul(upper.Sub(upper, lower), ratOf(1, n+1))
		value = combination{{new(big.Rat).Mul(total, ratOf(c, 1)), ""}}
		region, f = fmt.Sprintf("x^2 ≤ y ≤ %s", termText(k, 1)), monomialText(m, n)
		why = fmt.Sprintf("The parabola and the line meet at x = 0 and x = %d. Integrating over y from x^2 to %s and then over x gives c times %s.", k, termText(k, 1), total.RatString())
	default:
		return swappedIntegral(r, d, gen.Between(r, 1, 3), gen.Between(r, 1, 3), gen.Between(r, 10, 400), m)
	}
	return askDoubleIntegral(r, value, region, f, "the region of the plane with "+region, c, why)
}

// swappedIntegral integrates x^m·h(y) over kx ≤ y ≤ b: over x first it leaves
// (y/k)^(m+1)/(m+1)·h(y), with h such that this has an elementary antiderivative.
func swappedIntegral(r *rand.Rand, d gen.Difficulty, a, k, c, m int) task.Item {
	b := k * a
	power := m + 2
	factor := ratOf(c, (m+1)*intPow(k, m+1)) // before ∫ y^(m+1) h(y) dy
	top := new(big.Int).Exp(big.NewInt(int64(b)), big.NewInt(int64(power)), nil)
	region := fmt.Sprintf("0 ≤ x ≤ %d and %s ≤ y ≤ %d", a, termText(k, 1), b)
	order := fmt.Sprintf("the region where x runs from 0 to %d and, for each x, y runs from %s to %d", a, termText(k, 1), b)
	head := strings.TrimPrefix(termText(1, m), "1")
	if head != "" {
		head += "·"
	}
	why := fmt.Sprintf("In the order written the inner integral has no elementary form. Swapped, x runs from 0 to y/%d for 0 ≤ y ≤ %d, which leaves %s·y^%d times the function of y.", k, b, factor.RatString(), m+1)
	switch d {
	case 3: // h = e^(y^power)
		share := new(big.Rat).Quo(factor, ratOf(power, 1))
		return askDoubleIntegral(r, combination{{share, fmt.Sprintf("e^{%s}", top)}, {new(big.Rat).Neg(share), ""}}, region, fmt.Sprintf("%se^(y^%d)", head, power), order, c, why)
	case 4: // h = 1/(1 + y^power)
		share := new(big.Rat).Quo(factor, ratOf(power, 1))
		return askDoubleIntegral(r, combination{{share, fmt.Sprintf(`\ln(%s)`, top.Add(top, big.NewInt(1)))}}, region, fmt.Sprintf("%s1/(1 + y^%d)", head, power), order, c, why)
	}
	// y^s·e^(y^power) with s = power: parts once more, ∫ y^(2·power−1) e^(y^power) = (y^power − 1)·e^(y^power)/power
	share := new(big.Rat).Quo(factor, ratOf(power, 1))
	last := new(big.Rat).Mul(share, new(big.Rat).SetInt(new(big.Int).Sub(top, big.NewInt(1))))
	return askDoubleIntegral(r, combination{{last, fmt.Sprintf("e^{%s}", top)}, {share, ""}}, region, fmt.Sprintf("%sy^%d·e^(y^%d)", head, power, power), order, c, why+" With u a power of y, integration by parts finishes.")
}

func askDoubleIntegral(r *rand.Rand, value combination, region, f, order string, c int, why string) task.Item {
	const form = " Give the exact value."
	return exercise(r, exactAnswer(value), fmt.Sprintf("Put c = %d. ", c)+why, []string{
		"Evaluate the double integral of c·{f} over the region {region}, where c = {c}." + form,
		"Let c = {c}. Integrate c·{f} with respect to y and then x over {order}." + form,
		"A thin plate covers the points with {region} and has the density c·{f} there (mass per unit of area), with c being {c}. Find its mass." + form,
	}, gen.Fixed("f", f), gen.Fixed("region", region), gen.Fixed("order", order), gen.Slot("c", c))
}

// monomialText writes x^m·y^n.
func monomialText(m, n int) string {
	return planePolynomial{{1, m, n}}.String()
}
