package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/logarithmic-equation-with-domain-check", "algebra", "Logarithmic equation with domain check",
		"Solve a logarithmic equation and drop roots outside its domain.", logarithmicEquation)
	gen.Register("math/radical-equation-with-extraneous-roots", "algebra", "Radical equation with extraneous roots",
		"Solve a radical equation and reject roots that squaring brought in.", radicalEquation)
}

// candidates are the rational roots of an equation without logarithms or roots,
// of which those that the first equation admits are kept.
type candidates struct {
	equation string
	all      []*big.Rat
	valid    []*big.Rat
}

// logarithmicEquation asks for the solutions of an equation with logarithms.
// Difficulty: 1 one logarithm, 2 a sum, 3 twice one against another, 4 bases b
// and b², 5 a sum against a sum with a constant. From 2 on the equation without
// logarithms is quadratic with rational roots, and a root counts only where all
// arguments are positive.
func logarithmicEquation(r *rand.Rand, d gen.Difficulty) task.Item {
	b := gen.Pick(r, []int{2, 3, 5})
	reach := gen.Of(d, 20, 150, 20, 20, 20)
	p, q := gen.Between(r, -reach, reach), gen.Between(r, 1, 20)
	q += p // above p
	var left, right string
	var c candidates
	n := 0
	switch d {
	case 1:
		a, e := gen.Between(r, 2, 60), gen.Between(r, 1, 99)
		n = gen.Between(r, 2, 5)
		left, right = fmt.Sprintf("log_%d(%s)", b, linearText(a, -e)), "n"
		x := ratOf(power(b, n)+e, a)
		c = candidates{fmt.Sprintf("%s = %d", linearText(a, -e), power(b, n)), []*big.Rat{x}, []*big.Rat{x}}
	case 2:
		i, j := gen.Between(r, 0, 2), gen.Between(r, 3, 4)
		n = i + j
		u, v := power(b, i), power(b, j)
		x := p + v // above p by v, above q by u
		q = x - u
		left, right = fmt.Sprintf("log_%d(%s) + log_%d(%s)", b, linearText(1, -p), b, linearText(1, -q)), "n"
		c = candidates{fmt.Sprintf("(%s)(%s) = %d", linearText(1, -p), linearText(1, -q), power(b, n)), []*big.Rat{ratOf(x, 1), ratOf(p-u, 1)}, []*big.Rat{ratOf(x, 1)}}
	case 3, 4:
		left, right, n, c = doubledLogarithm(r, d, b, p)
	default:
		s, t := (q-p)/b+gen.Between(r, 1, 6), gen.Between(r, -6, 6)
		for t == 0 || s+t == 0 || p+b*s == q+b*t {
			t--
		}
		n = -(t*p + s*q + b*s*t)
		left, right = fmt.Sprintf("log_%d(%s) + log_%d(%s)", b, linearText(1, -p), b, linearText(1, -q)), fmt.Sprintf("1 + log_%d(%s + n)", b, polynomialText([]int{0, s + t}))
		c = candidatesAbove(fmt.Sprintf("(%s)(%s) = %d(%s)", linearText(1, -p), linearText(1, -q), b, linearText(s+t, n)), q, p+b*s, q+b*t)
	}
	return worked(r, []string{
		"Solve {left} = {right} over the real numbers, where n = {n}. List all solutions in ascending order as exact numbers.",
		"Let n = {n}. For which real x is {left} = {right} a true statement with all logarithms defined? Give the ascending list (integers or reduced fractions).",
		"Find the x-coordinates of all common points of the curves y = {left} and y = {right} with n = {n}, in ascending order, as integers or reduced fractions.",
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("left", left), gen.Fixed("right", right)}, rationalList(c.valid...),
		"Without logarithms: %s, with the solutions %s. Those that make an argument zero or negative are dropped, which leaves %s.", c.equation, rationalList(c.all...).Text(), rationalList(c.valid...).Text())
}

// doubledLogarithm draws twice a logarithm of x − p, or one of half the weight in
// base b², against one of a linear function that meets (x − p)² at two integers.
func doubledLogarithm(r *rand.Rand, d gen.Difficulty, b, p int) (left, right string, n int, c candidates) {
	r1, r2 := p+gen.Between(r, 1, 25), p+gen.Between(r, -25, 25)
	for r2 == p || r2 == r1 || r1+r2 == 2*p {
		r2--
	}
	slope := r1 + r2 - 2*p
	n = p*p - r1*r2 // the constant of the right argument
	left, right = fmt.Sprintf("2·log_%d(%s)", b, linearText(1, -p)), fmt.Sprintf("log_%d(%s + n)", b, polynomialText([]int{0, slope}))
	if d == 4 {
		left, right = fmt.Sprintf("log_%d(%s)", b, linearText(1, -p)), fmt.Sprintf("log_%d(%s + n)", b*b, polynomialText([]int{0, slope}))
	}
	return left, right, n, candidatesAbove(fmt.Sprintf("(%s)^2 = %s", linearText(1, -p), linearText(slope, n)), p, r1, r2)
}

// candidatesAbove keeps those of two roots that exceed a bound.
func candidatesAbove(equation string, bound int, roots ...int) candidates {
	c := candidates{equation: equation}
	for _, x := range roots {
		c.all = append(c.all, ratOf(x, 1))
		if x > bound {
			c.valid = append(c.valid, ratOf(x, 1))
		}
	}
	c.all, c.valid = ascending(c.all), ascending(c.valid)
	return c
}

// radicalEquation asks for the solutions of an equation with square roots.
// Difficulty: 1 a root against x − c, 2 against k·x + c, 3 a sum of two roots, 4 a
// difference of two roots, 5 a sum of two against a third. Squaring gives a
// quadratic equation with a known rational root, so the other is rational, and
// both are tried in the first equation.
func radicalEquation(r *rand.Rand, d gen.Difficulty) task.Item {
	if d >= 3 {
		return nestedRadicalEquation(r, d)
	}
	c, k := gen.Between(r, -12, 12), gen.Of(d, 1, gen.Pick(r, []int{-3, -2, 2, 3}), 0, 0, 0)
	r1, r2 := gen.Between(r, 1, 15), gen.Between(r, -15, 15)
	if k*r1+c < 0 { // make r1 a solution
		c = gen.Between(r, 0, 6) - k*r1
	}
	for r2 == r1 || k*k*(r1+r2)+2*k*c == 0 {
		r2--
	}
	// (kx + c)² − k²(x − r1)(x − r2) is linear and equals (kx + c)² at both roots.
	slope, constant := 2*k*c+k*k*(r1+r2), c*c-k*k*r1*r2
	all := ascending([]*big.Rat{ratOf(r1, 1), ratOf(r2, 1)})
	valid := slices.DeleteFunc(slices.Clone(all), func(x *big.Rat) bool { return valueAt([]int{c, k}, x).Sign() < 0 })
	return worked(r, radicalPhrasings, []gen.Value{gen.Slot("n", constant), gen.Fixed("left", "√("+polynomialText([]int{0, slope})+" + n)"), gen.Fixed("right", linearText(k, c))}, rationalList(valid...),
		"Squaring gives %s = (%s)^2 with the solutions %s. A solution must make %s non-negative, which leaves %s.", linearText(slope, constant), linearText(k, c), rationalList(all...).Text(), linearText(k, c), rationalList(valid...).Text())
}

var radicalPhrasings = []string{
	"Solve {left} = {right} over the real numbers, where n = {n}, and check the solutions. List them in ascending order as exact numbers.",
	"Let n = {n}. Which real numbers x satisfy {left} = {right}? Beware of roots that only squaring brings in. Give an ascending list (integers or reduced fractions).",
	"The curves y = {left} and y = {right}, where n = {n}, have one or more points in common. List their x-coordinates in ascending order, as integers or reduced fractions.",
}

// nestedRadicalEquation draws an equation √(f) ± √(g) = h with linear f and g,
// where h is a number or, at difficulty 5, the root of a linear function.
func nestedRadicalEquation(r *rand.Rand, d gen.Difficulty) task.Item {
	x := gen.Between(r, -10, 10)
	u, v := gen.Between(r, 3, 9), gen.Between(r, 0, 8)
	if d == 4 {
		v = gen.Between(r, 0, u-1)
	}
	a, c, e := gen.Between(r, 1, 9), gen.Between(r, 1, 9), gen.Between(r, 1, 9)
	sign, target := 1, u+v
	if d == 4 {
		sign, target = -1, u-v
	}
	f, g, h := []int{u*u - a*x, a}, []int{v*v - c*x, c}, []int{target * target}
	right := fmt.Sprint(target)
	if d == 5 {
		if (e-a-c)*(e-a-c) == 4*a*c { // squaring would leave no quadratic equation
			e++
		}
		h = []int{target*target - e*x, e}
		right = "√(" + polynomialText(h) + ")"
	}
	// From f + g ± 2√(fg) = h: (h − f − g)² = 4fg.
	minus := func(p []int) []int { return productOf(p, []int{-1}) }
	rest := totalOf(h, minus(f), minus(g))
	square := totalOf(productOf(rest, rest), productOf([]int{-4}, f, g))
	all := []*big.Rat{ratOf(x, 1)}
	if len(square) > 2 && square[2] != 0 { // Vieta: the other root
		all = append(all, new(big.Rat).Sub(ratOf(-square[1], square[2]), ratOf(x, 1)))
	}
	all = ascending(all)
	valid := slices.DeleteFunc(slices.Clone(all), func(t *big.Rat) bool {
		F, G := valueAt(f, t), valueAt(g, t)
		return F.Sign() < 0 || G.Sign() < 0 || valueAt(h, t).Sign() < 0 || valueAt(rest, t).Sign()*sign < 0 || sign < 0 && F.Cmp(G) < 0
	})
	left := "√(" + polynomialText([]int{0, a}) + " + n) " + bracket(sign > 0, "+", "−") + " √(" + polynomialText(g) + ")"
	return worked(r, radicalPhrasings, []gen.Value{gen.Slot("n", f[0]), gen.Fixed("left", left), gen.Fixed("right", right)}, rationalList(valid...),
		"Squaring twice gives the equation %s = 0 with the solutions %s. Inserting them into the given equation leaves %s.", polynomialText(square), rationalList(all...).Text(), rationalList(valid...).Text())
}
