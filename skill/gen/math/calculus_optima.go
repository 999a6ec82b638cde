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
	gen.Register("math/closed-interval-optimum", calculusArea, "Closed-interval optimum",
		"Find the absolute minimum and maximum of a polynomial on an interval.", closedIntervalOptimum)
	gen.Register("math/critical-point-classification", calculusArea, "Critical-point classification",
		"Find and classify all critical points of a polynomial in two variables.", criticalPoints)
	gen.Register("math/gradient-and-directional-derivative", calculusArea, "Gradient and directional derivative",
		"Find the derivative of a function of several variables in a direction.", directionalDerivative)
	gen.Register("math/lagrange-multiplier-optimum", calculusArea, "Lagrange multiplier optimum", "Find the extreme value of a function under constraints.", lagrangeOptimum)
}

// antiderivativeWithZeros is an integer polynomial whose derivative is
// lead·Π(x − zero), times the least factor that makes it integral; p[0] = 0.
func antiderivativeWithZeros(lead int, zeros []int) []int {
	slope := []int{lead}
	for _, z := range zeros {
		slope = productOf(slope, []int{-z, 1})
	}
	factor := 1
	for i, c := range slope {
		need := (i + 1) / gcd(i+1, max(c, -c))
		factor = factor / gcd(factor, need) * need
	}
	p := make([]int, len(slope)+1)
	for i, c := range slope {
		p[i+1] = c * factor / (i + 1)
	}
	return p
}

// closedIntervalOptimum asks for both extreme values. Difficulty is the number
// of critical points (1 to 4); some of them lie outside the interval.
func closedIntervalOptimum(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 1, 2, 2, 3, 4)
	zeros := gen.Sample(r, span(-5, 5), n)
	slices.Sort(zeros)
	p := antiderivativeWithZeros(gen.Pick(r, []int{-2, -1, 1, 2}), zeros)
	p[0] = gen.Between(r, -90, 90)
	from := gen.Between(r, -7, 2)
	to := from + gen.Between(r, 3, gen.Of(d, 9, 9, 7, 8, 9))
	low, high := polynomialAt(p, from), polynomialAt(p, from)
	var working []string
	for _, x := range append([]int{from, to}, zeros...) {
		if x < from || x > to {
			continue
		}
		v := polynomialAt(p, x)
		low, high = min(low, v), max(high, v)
		working = append(working, fmt.Sprintf("f(%d) = %d", x, v))
	}
	const form = " Give the list [minimum, maximum] of both values."
	return exercise(r, task.List(task.Integers([]int{low, high})...), fmt.Sprintf("f′(x) = %s vanishes for x = %s. The ends and the critical points inside give %s. The extreme values are among them.", polynomialText(differentiate(p)), strings.Join(integerTexts(zeros), ", "), strings.Join(working, ", ")), []string{
		"Find the absolute minimum and maximum of f(x) = {f} on the closed interval from {a} to {b}." + form,
		"Let x run through all real numbers from {a} to {b}, both included. Which is the smallest and which the largest value of {f}?" + form,
		"The height of a track in metres above a mark is {f}, where x goes from {a} to {b}. Between which heights does the track run?" + form,
	}, gen.Fixed("f", polynomialText(p)), gen.Slot("a", from), gen.Slot("b", to))
}

// substituted is p(x) as a polynomial in the plane, with y for x where swap.
func substituted(p []int, swap bool) planePolynomial {
	var out planePolynomial
	for i := len(p) - 1; i >= 0; i-- {
		if m := (planeMonomial{p[i], i, 0}); p[i] != 0 {
			if swap {
				m.i, m.j = 0, i
			}
			out = append(out, m)
		}
	}
	return out
}

// criticalPoints asks for all critical points with their type. The function is
// A(x) + c·(y − kx)² (1 to 3) or A(x) + B(y) (4, 5), expanded: the zeros of A′ and
// B′ are known, and their signs of curvature decide. Difficulty adds critical points (1, 2,
// 3, 4, 6).
func criticalPoints(r *rand.Rand, d gen.Difficulty) task.Item {
	xs := gen.Sample(r, span(-5, 5), gen.Of(d, 1, 2, 3, 2, 3))
	slices.Sort(xs)
	a := antiderivativeWithZeros(gen.Pick(r, []int{-3, -2, -1, 1, 2, 3}), xs)
	f := substituted(a, false)
	type critical struct {
		x, y  int
		label string
	}
	var points []critical
	label := func(second, other int) string {
		switch {
		case second*other < 0:
			return "saddle"
		case second > 0:
			return "minimum"
		}
		return "maximum"
	}
	curvature := differentiate(differentiate(a))
	if d <= 3 {
		c, k := gen.Between(r, 1, 4)*gen.Pick(r, []int{-1, 1}), gen.Between(r, 1, 3)*gen.Pick(r, []int{-1, 1})
		f = joinedTerms(f, planePolynomial{{c * k * k, 2, 0}, {-2 * c * k, 1, 1}, {c, 0, 2}})
		for _, x := range xs {
			points = append(points, critical{x, k * x, label(polynomialAt(curvature, x), c)})
		}
	} else {
		ys := gen.Sample(r, span(-4, 4), 2)
		slices.Sort(ys)
		b := antiderivativeWithZeros(gen.Pick(r, []int{-2, -1, 1, 2}), ys)
		f = joinedTerms(f, substituted(b, true))
		for _, x := range xs {
			for _, y := range ys {
				points = append(points, critical{x, y, label(polynomialAt(curvature, x), polynomialAt(differentiate(differentiate(b)), y))})
			}
		}
	}
	items := make([]task.Answer, len(points))
	working := make([]string, len(points))
	for i, p := range points {
		items[i] = task.List(task.Integer(int64(p.x)), task.Integer(int64(p.y)), task.String(p.label))
		working[i] = fmt.Sprintf("(%d, %d) a %s", p.x, p.y, p.label)
	}
	const form = " Give the list of triples [x, y, type], where type is minimum, maximum or saddle (local extrema are meant), ordered by increasing x and, for equal x, by increasing y; for example [[-1, 2, saddle], [0, 3, minimum]]."
	return exercise(r, task.List(items...), fmt.Sprintf("Both partial derivatives, %s and %s, vanish at %s. The determinant of the second derivatives and the sign of the one by x make %s.", f.byX(), f.byY(), gen.Of(d, "one point", "two points", "three points", "four points", "six points"), gen.Enumerated(working)), []string{
		"Find and classify all critical points of f(x, y) = {f} with k = {k}." + form,
		"Let k = {k}. At which points of the plane is the tangent plane of z = {f} horizontal, and is each of them a local minimum, a local maximum or a saddle point?" + form,
		"A landscape has the height {f} above the point (x, y), where k is {k}. Locate its tops (maximum), bottoms (minimum) and passes (saddle)." + form,
	}, gen.Fixed("f", f.String()+" + k"), gen.Slot("k", gen.Between(r, 10, 99)))
}

// joinedTerms adds like terms, the highest degree first.
func joinedTerms(a, b planePolynomial) planePolynomial {
	out := slices.Clone(a)
	for _, m := range b {
		i := slices.IndexFunc(out, func(o planeMonomial) bool { return o.i == m.i && o.j == m.j })
		if i >= 0 {
			out[i].c += m.c
		} else {
			out = append(out, m)
		}
	}
	out = slices.DeleteFunc(out, func(m planeMonomial) bool { return m.c == 0 })
	slices.SortStableFunc(out, func(a, b planeMonomial) int { return b.i + b.j - a.i - a.j })
	return out
}

// directionalDerivative asks for a derivative in a direction. Difficulty: 1 a
// quadratic in the plane, 2 a cubic, 3 a direction to another point, 4 a function
// of three variables, 5 the direction of steepest ascent of another function.
func directionalDerivative(r *rand.Rand, d gen.Difficulty) task.Item {
	shapes := gen.Of(d, [][2]int{{2, 0}, {1, 1}, {0, 2}}, [][2]int{{3, 0}, {2, 1}, {0, 2}, {1, 0}}, [][2]int{{2, 2}, {3, 0}, {1, 1}, {0, 1}}, [][2]int{{2, 1}, {1, 1}, {0, 3}}, [][2]int{{3, 0}, {1, 2}, {1, 1}, {0, 2}})
	f := drawPlanePolynomial(r, 9, shapes...)
	x, y := gen.Between(r, 10, 30), gen.Between(r, -6, 6)
	gradient := []int{f.byX().at(x, y), f.byY().at(x, y)}
	v := drawVector(r, 2, 9)
	text, where, direction := f.String(), fmt.Sprintf("(a, %d)", y), "of the vector "+vectorText(v)
	switch d {
	case 3:
		direction = fmt.Sprintf("from there towards the point (%d, %d)", x+v[0], y+v[1])
	case 4:
		// + c·x·z² with z a third coordinate
		z, c := gen.Between(r, -4, 4), gen.Between(r, 1, 6)
		v = drawVector(r, 3, 6)
		gradient = []int{gradient[0] + c*z*z, gradient[1], 2 * c * x * z}
		text += fmt.Sprintf(" + %sz^2", termText(c, 1))
		where, direction = fmt.Sprintf("(a, %d, %d)", y, z), "of the vector "+vectorText(v)
	case 5:
		g := drawPlanePolynomial(r, 3, [2]int{2, 0}, [2]int{0, 2}, [2]int{0, 1})
		v = []int{g.byX().at(x, y), g.byY().at(x, y)}
		direction = fmt.Sprintf("in which the function g(x, y) = %s increases most rapidly there", g)
	}
	product, square := 0, 0
	for i := range v {
		product += gradient[i] * v[i]
		square += v[i] * v[i]
	}
	value := scaledRoot(ratOf(product, square), ratOf(square, 1))
	const form = " Give the exact value with simplified surds."
	return exercise(r, exactAnswer(combination{value}), fmt.Sprintf("With a = %d the gradient at the point is %s. Its inner product with the direction %s is %d, and the direction has the length √%d; their quotient is the derivative.", x, vectorText(gradient), vectorText(v), product, square), []string{
		"Find the directional derivative of f = {f} at the point {p}, where a = {a}, in the direction {v}." + form,
		"Let a = {a}. The temperature in a plate or body is {f} at the point with the coordinates x, y (and z). How fast does it change per unit of length at {p} when one moves in the direction {v}?" + form,
		"At the point {p} with a = {a}, one moves in the direction {v}. What is the rate of change of the quantity {f} with respect to the distance covered?" + form,
	}, gen.Fixed("f", text), gen.Fixed("p", where), gen.Slot("a", x), gen.Fixed("v", direction))
}

// lagrangeOptimum asks for an extreme value under constraints. Difficulty: 1 a
// product on a line, 2 a sum of squares on a line, 3 a linear function on an
// ellipse, 4 on an ellipsoid, 5 a sum of squares under two linear constraints.
func lagrangeOptimum(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c := gen.Between(r, 1, 12), gen.Between(r, 1, 12), gen.Between(r, 1, 12)
	p, q, s := gen.Between(r, 1, 9), gen.Between(r, 1, 9), gen.Between(r, 1, 9)
	n := gen.Between(r, 20, 300)
	var value combination
	var goal, constraint, why string
	switch d {
	case 1:
		value = combination{{ratOf(n*n, 4*a*b), ""}}
		goal = "the maximum of xy for positive x and y"
		constraint = fmt.Sprintf("%s = n", linearFormText([]int{a, b, 0}))
		why = fmt.Sprintf("The condition (y, x) = λ·(%d, %d) makes %dx = %dy, so both are n/2: x = %s, y = %s.", a, b, a, b, ratOf(n, 2*a).RatString(), ratOf(n, 2*b).RatString())
	case 2:
		value = combination{{new(big.Rat).Quo(ratOf(n*n, 1), new(big.Rat).Add(ratOf(a*a, p), ratOf(b*b, q))), ""}}
		goal = fmt.Sprintf("the minimum of %s + %s", termText(p, 2), strings.ReplaceAll(termText(q, 2), "x", "y"))
		constraint = fmt.Sprintf("%s = n", linearFormText([]int{a, b, 0}))
		why = fmt.Sprintf("The gradients are parallel: 2·%dx = λ·%d and 2·%dy = λ·%d. Inserting x = λ·%s and y = λ·%s into the constraint gives λ.", p, a, q, b, ratOf(a, 2*p).RatString(), ratOf(b, 2*q).RatString())
	case 3, 4:
		sum := new(big.Rat).Add(ratOf(a*a, p), ratOf(b*b, q))
		form, squares := []int{a, b, 0}, fmt.Sprintf("%s + %s", termText(p, 2), strings.ReplaceAll(termText(q, 2), "x", "y"))
		if d == 4 {
			sum.Add(sum, ratOf(c*c, s))
			form[2] = c
			squares += " + " + strings.ReplaceAll(termText(s, 2), "x", "z")
		}
		value = combination{rootOf(new(big.Rat).Mul(sum, ratOf(n, 1)))}
		goal, constraint = "the maximum of "+linearFormText(form), squares+" = n"
		why = fmt.Sprintf("At the maximum the variables are proportional to %s/%d, %s/%d and so on, each coefficient of the linear function over that of its square. The squared maximum is n times %s, the sum of a²/p over the pairs of coefficients.", fmt.Sprint(a), p, fmt.Sprint(b), q, sum.RatString())
	default:
		u, v := []int{a, b, c}, []int{p, -q, s}
		gram := [][]*big.Rat{{ratOf(dotInt(u, u), 1), ratOf(dotInt(u, v), 1)}, {ratOf(dotInt(u, v), 1), ratOf(dotInt(v, v), 1)}}
		right := []*big.Rat{ratOf(n, 1), ratOf(gen.Between(r, 1, 19), 1)}
		multipliers := solveSystem(gram, right)
		value = combination{{dotRat(multipliers, right), ""}}
		goal = "the minimum of x^2 + y^2 + z^2"
		constraint = fmt.Sprintf("%s = n and %s = %s", linearFormText(u), linearFormText(v), right[1].RatString())
		why = fmt.Sprintf("The point is λ·%s + μ·%s. Both constraints give λ = %s and μ = %s, and the minimum is λ·n + μ·%s.", vectorText(u), vectorText(v), multipliers[0].RatString(), multipliers[1].RatString(), right[1].RatString())
	}
	const form = " Give the exact value, with simplified surds where there are any."
	return exercise(r, exactAnswer(value), fmt.Sprintf("Put n = %d. ", n)+why, []string{
		"Find {goal} subject to {constraint}, where n = {n}." + form,
		"Let n = {n}. Among all points with {constraint}, what is {goal}?" + form,
		"A designer may choose the variables freely as long as {constraint}; n is {n}. Determine {goal} under this condition." + form,
	}, gen.Fixed("goal", goal), gen.Fixed("constraint", constraint), gen.Slot("n", n))
}

func dotInt(a, b []int) int {
	sum := 0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
