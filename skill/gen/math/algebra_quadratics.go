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
	gen.Register("math/vertex-form-by-completing-the-square", "algebra", "Vertex form by completing the square",
		"Find the vertex of a parabola given in several ways.", vertexForm)
	gen.Register("math/vieta-symmetric-functions", "algebra", "Vieta symmetric functions",
		"Evaluate a symmetric expression of the roots of a polynomial without solving.", vietaFunctions)
	gen.Register("math/quadratic-inequality", "algebra", "Quadratic inequality", "Solve a quadratic inequality.", quadraticInequality)
}

// vertexForm asks for the vertex (h, k). Difficulty: 1 a monic quadratic, 2 with a
// leading coefficient, 3 zeros and a shift, 4 three points, 5 a weighted sum of
// three squares.
func vertexForm(r *rand.Rand, d gen.Difficulty) task.Item {
	a := gen.Of(d, 1, gen.Pick(r, []int{-5, -4, -3, -2, 2, 3, 4, 5}), gen.Pick(r, []int{-4, -3, -2, 2, 3, 4}), gen.Pick(r, []int{-3, -2, -1, 1, 2, 3}), 1)
	b, c := gen.Between(r, -25, 25), gen.Between(r, 10, 99)
	what := ""
	values := []gen.Value{gen.Slot("n", c)}
	switch d {
	case 1, 2:
		what = "f(x) = " + polynomialText([]int{0, b, a}) + " + n"
		if a == 1 && b == 0 {
			b, what = 1, "f(x) = x^2 + x + n"
		}
	case 3:
		u, v := gen.Between(r, 1, 12), gen.Between(r, -12, -1)
		if r.IntN(3) == 0 {
			v = -v
		}
		what = fmt.Sprintf("f(x) = %d(%s)(%s) + n", a, linearText(1, -u), linearText(1, -v))
		b, c = -a*(u+v), a*u*v+c
	case 4:
		p := []int{c, b, a}
		xs := gen.Sample(r, span(-5, 5), 3)
		at := func(i int) string { return valueAt(p, ratOf(xs[i], 1)).RatString() }
		what = fmt.Sprintf("f is the quadratic function whose graph passes through (%d, n), (%d, %s) and (%d, %s)", xs[0], xs[1], at(1), xs[2], at(2))
		values = []gen.Value{gen.Slot("n", at(0))}
	default:
		p, weights := []int{c}, 0
		var terms []string
		for range 3 {
			w, q := gen.Between(r, 1, 5), gen.Between(r, -12, 12)
			weights += w
			p = totalOf(p, productOf([]int{w}, powerOf([]int{-q, 1}, 2)))
			terms = append(terms, fmt.Sprintf("%d(%s)^2", w, linearText(1, -q)))
		}
		what = "f(x) = " + strings.Join(terms, " + ") + " + n"
		a, b, c = p[2], p[1], p[0]
	}
	h := ratOf(-b, 2*a)
	k := valueAt([]int{c, b, a}, h)
	extreme := bracket(a > 0, "least", "greatest")
	return worked(r, []string{
		"Where {what}, with n = {n}: find the vertex (h, k) of the parabola y = f(x). Give the list [h, k] of exact numbers.",
		"Let n = {n}, and {what}. At which x does f take its {extreme} value, and what is that value? Answer with the list [x, value], exactly.",
		"Complete the square: with n = {n}, and {what}, write f(x) as a(x − h)² + k and give [h, k] as integers or reduced fractions.",
	}, append(values, gen.Fixed("what", what), gen.Fixed("extreme", extreme)), rationalList(h, k),
		"In normal form f(x) = %s. The vertex lies at h = −b/(2a) = %s, and f(h) = %s.", polynomialText([]int{c, b, a}), h.RatString(), k.RatString())
}

// symmetric is an expression of roots and its value from the power sums p[k] and
// elementary functions e[k].
type symmetric struct {
	text  string
	value func(e, p []*big.Rat) *big.Rat
}

// vietaFunctions asks for a symmetric expression. Difficulty: 1 and 2 of two roots
// with squares and reciprocals, then cubes, 3 to 5 of three roots, with squares,
// reciprocals, and powers up to the fourth. The constant term is not 0, so no root
// is; complex roots count as well, and the values come from Vieta and Newton.
func vietaFunctions(r *rand.Rand, d gen.Difficulty) task.Item {
	degree := gen.Of(d, 2, 2, 3, 3, 3)
	coefficients := randomPolynomial(r, degree, gen.Of(d, 9, 9, 7, 7, 6))
	coefficients[degree] = gen.Between(r, 1, 4)
	coefficients[0] = gen.Between(r, 10, 40)
	e := make([]*big.Rat, 4)
	for k := range e {
		e[k] = new(big.Rat)
		if k <= degree {
			e[k] = ratOf(coefficients[degree-k]*(1-k%2*2), coefficients[degree])
		}
	}
	p := newtonSums(e, 4)
	what := gen.Pick(r, symmetricExpressions[d-1])
	value := what.value(e, p)
	names := gen.Of(d, "u and v", "u and v", "u, v and w", "u, v and w", "u, v and w")
	return worked(r, []string{
		"Let {names} be the roots, real or complex and counted with multiplicity, of {p} with n = {n}. Find {what} exactly (integer or reduced fraction).",
		"The equation {p} = 0, where n = {n}, has the solutions {names} (complex ones included, repeated ones repeated). Without solving it, calculate {what} as an integer or reduced fraction.",
		"Over the complex numbers {p}, with n standing for {n}, splits into linear factors whose zeros are {names}. What is the exact value of {what}, as an integer or fraction?",
	}, []gen.Value{gen.Slot("n", coefficients[0]), gen.Fixed("p", polynomialWith(coefficients, "n")), gen.Fixed("names", names), gen.Fixed("what", what.text)}, rationalAnswer(value),
		"By Vieta the sum of the roots is %s%s. In these terms the expression is %s.", e[1].RatString(),
		gen.Of(d, " and their product "+e[2].RatString(), " and their product "+e[2].RatString(), vietaThree(e), vietaThree(e), vietaThree(e)), value.RatString())
}

func vietaThree(e []*big.Rat) string {
	return fmt.Sprintf(", the sum of their products in pairs %s and their product %s", e[2].RatString(), e[3].RatString())
}

// newtonSums are the power sums of the roots from their elementary symmetric
// functions e[1], e[2], e[3], by Newton's identities.
func newtonSums(e []*big.Rat, n int) []*big.Rat {
	p := make([]*big.Rat, n+1)
	for k := 1; k <= n; k++ {
		p[k] = new(big.Rat)
		for i := 1; i <= min(k, 3); i++ {
			term := new(big.Rat).Set(e[i])
			if i == k {
				term.Mul(term, ratOf(k, 1))
			} else {
				term.Mul(term, p[k-i])
			}
			if i%2 == 0 {
				term.Neg(term)
			}
			p[k].Add(p[k], term)
		}
	}
	return p
}

func ratTimes(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func ratMinus(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func ratOver(a, b *big.Rat) *big.Rat  { return new(big.Rat).Quo(a, b) }

// symmetricExpressions are the expressions by difficulty.
var symmetricExpressions = [5][]symmetric{
	{
		{"u² + v²", func(e, p []*big.Rat) *big.Rat { return p[2] }},
		{"1/u + 1/v", func(e, p []*big.Rat) *big.Rat { return ratOver(e[1], e[2]) }},
		{"(u − v)²", func(e, p []*big.Rat) *big.Rat { return ratMinus(p[2], ratTimes(ratOf(2, 1), e[2])) }},
	},
	{
		{"u³ + v³", func(e, p []*big.Rat) *big.Rat { return p[3] }},
		{"u/v + v/u", func(e, p []*big.Rat) *big.Rat { return ratOver(p[2], e[2]) }},
		{"1/u² + 1/v²", func(e, p []*big.Rat) *big.Rat { return ratOver(p[2], ratTimes(e[2], e[2])) }},
	},
	{
		{"u² + v² + w²", func(e, p []*big.Rat) *big.Rat { return p[2] }},
		{"1/u + 1/v + 1/w", func(e, p []*big.Rat) *big.Rat { return ratOver(e[2], e[3]) }},
		{"1/(uv) + 1/(vw) + 1/(wu)", func(e, p []*big.Rat) *big.Rat { return ratOver(e[1], e[3]) }},
	},
	{
		{"u³ + v³ + w³", func(e, p []*big.Rat) *big.Rat { return p[3] }},
		{"u²v² + v²w² + w²u²", func(e, p []*big.Rat) *big.Rat {
			return ratMinus(ratTimes(e[2], e[2]), ratTimes(ratOf(2, 1), ratTimes(e[1], e[3])))
		}},
		{"(u + v)(v + w)(w + u)", func(e, p []*big.Rat) *big.Rat { return ratMinus(ratTimes(e[1], e[2]), e[3]) }},
	},
	{
		{"u⁴ + v⁴ + w⁴", func(e, p []*big.Rat) *big.Rat { return p[4] }},
		{"u/v + v/u + v/w + w/v + w/u + u/w", func(e, p []*big.Rat) *big.Rat {
			return ratMinus(ratOver(ratTimes(e[1], e[2]), e[3]), ratOf(3, 1))
		}},
		{"1/u² + 1/v² + 1/w²", func(e, p []*big.Rat) *big.Rat {
			return ratOver(ratMinus(ratTimes(e[2], e[2]), ratTimes(ratOf(2, 1), ratTimes(e[1], e[3]))), ratTimes(e[3], e[3]))
		}},
	},
}

// quadraticInequality asks for a solution set. Difficulty: 1 a monic quadratic with
// integer zeros, 2 a leading coefficient of any sign and fractions, 3 a line on
// the other side, 4 irrational zeros, 5 a double inequality.
func quadraticInequality(r *rand.Rand, d gen.Difficulty) task.Item {
	relation := gen.Pick(r, []string{"<", ">", "≤", "≥"})
	q := gen.Of(d, 1, gen.Between(r, 1, 4), gen.Between(r, 1, 3), 1, 1)
	p1, p2 := gen.Between(r, -15, 15), gen.Between(r, -15, 15)
	if p1 == p2*q { // a double zero
		p2++
	}
	lead := gen.Of(d, 1, gen.Pick(r, []int{-3, -2, -1, 1, 2, 3}), gen.Pick(r, []int{-2, -1, 1, 2}), 1, 1)
	p := productOf([]int{lead}, []int{-p1, q}, []int{-p2, 1})
	solution, how := "", ""
	line := []int{0}
	switch d {
	case 4:
		a, h, m := gen.Between(r, 1, 3), gen.Between(r, -9, 9), gen.Pick(r, squareFree)
		p = []int{a * (h*h - m), -2 * a * h, a}
		plus, minus := surdRoots(p[2], p[1], p[0])
		solution = betweenOrOutside(minus, plus, relation)
		how = fmt.Sprintf("The zeros are %s and %s.", minus, plus)
	case 5:
		return doubleInequality(r)
	default:
		zeros := []*big.Rat{ratOf(p1, q), ratOf(p2, 1)}
		solution = realSet(zeros, func(x *big.Rat) bool { return holdsFor(valueAt(p, x).Sign(), relation) })
		how = fmt.Sprintf("The zeros are %s and %s, and the leading coefficient is %d.", zeros[0].RatString(), zeros[1].RatString(), p[2])
	}
	if d == 3 {
		line = []int{0, gen.Between(r, 1, 9)}
	}
	n := p[0]
	left, right := polynomialWith(totalOf(p, line), "n"), polynomialText(line)
	return worked(r, []string{
		"Solve {left} {rel} {right}, where n = {n}." + intervalForm,
		"Let n = {n}. For which real x is it true that {left} {rel} {right}?" + intervalForm,
		"Find the set of all real numbers x with {left} {rel} {right}, n being {n}." + intervalForm,
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("left", left), gen.Fixed("right", right), gen.Fixed("rel", relation)}, task.Expression(solution),
		"With everything on the left the inequality reads %s %s 0. %s So the solution is %s.", polynomialText(p), relation, how, solution)
}

const intervalForm = " Write the answer as an interval or a union of intervals in order from left to right, for example (-\\infty,1)\\cup[2,5)."

// holdsFor says whether a value of a sign stands in the relation to 0.
func holdsFor(sign int, relation string) bool {
	switch relation {
	case "<":
		return sign < 0
	case ">":
		return sign > 0
	case "≤":
		return sign <= 0
	}
	return sign >= 0
}

// betweenOrOutside writes the solution for a positive leading coefficient.
func betweenOrOutside(low, high, relation string) string {
	closed := relation == "≤" || relation == "≥"
	if relation == "<" || relation == "≤" {
		return bracket(closed, "[", "(") + low + "," + high + bracket(closed, "]", ")")
	}
	return `(-\infty,` + low + bracket(closed, "]", ")") + `\cup` + bracket(closed, "[", "(") + high + `,\infty)`
}

// doubleInequality asks where a quadratic lies between two values, each taken at
// two rational points around the vertex.
func doubleInequality(r *rand.Rand) task.Item {
	a, twice := gen.Pick(r, []int{-2, -1, 1, 2}), gen.Between(r, -17, 17) // 2h
	inner := gen.Between(r, 1, 7)*2 + twice&1                             // 2·distance, of the parity of 2h
	outer := inner + 2*gen.Between(r, 1, 6)
	// f(x) = a(x − h)² + e, so 4f(h ± i/2) = a·i² + 4e; shifted so that both values are whole.
	p := []int{gen.Between(r, 1, 30), -a * twice, a}
	at := func(distance int) *big.Rat { return valueAt(p, ratOf(twice+distance, 2)) }
	low, high := at(inner), at(outer)
	if a < 0 {
		low, high = high, low
	}
	strictLow, strictHigh := r.IntN(2) == 0, r.IntN(2) == 0
	critical := []*big.Rat{ratOf(twice-outer, 2), ratOf(twice-inner, 2), ratOf(twice+inner, 2), ratOf(twice+outer, 2)}
	solution := realSet(critical, func(x *big.Rat) bool {
		v := valueAt(p, x)
		return (v.Cmp(low) > 0 || !strictLow && v.Cmp(low) == 0) && (v.Cmp(high) < 0 || !strictHigh && v.Cmp(high) == 0)
	})
	first, second := bracket(strictLow, "<", "≤"), bracket(strictHigh, "<", "≤")
	return worked(r, []string{
		"Solve the double inequality {low} {first} {p} {second} {high}, where n = {n}." + intervalForm,
		"Let n = {n}. For which real x does {p} lie in the range given by {low} {first} {p} {second} {high}?" + intervalForm,
		"A signal has the value y = {p} at the time x, with n = {n}; the time may be negative. When is {low} {first} y {second} {high}?" + intervalForm,
	}, []gen.Value{gen.Slot("n", p[0]), gen.Fixed("p", polynomialWith(p, "n")), gen.Fixed("low", low.RatString()), gen.Fixed("high", high.RatString()), gen.Fixed("first", first), gen.Fixed("second", second)}, task.Expression(solution),
		"The lower bound is reached at two points around the vertex x = %s, the upper one at two others; in order these are %s. Checking the pieces between them gives %s.", ratOf(twice, 2).RatString(), rationalList(critical...).Text(), solution)
}
