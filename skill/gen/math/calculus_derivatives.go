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
	gen.Register("math/product-quotient-chain-derivative", calculusArea, "Product, quotient and chain derivative",
		"Find the derivative of a composite function at a point.", compositeDerivative)
	gen.Register("math/implicit-differentiation", calculusArea, "Implicit differentiation",
		"Find the slope or second derivative of an implicit curve at a point.", implicitDifferentiation)
	gen.Register("math/parametric-slope-and-concavity", calculusArea, "Parametric slope and concavity",
		"Find dy/dx or the second derivative of a parametric curve.", parametricSlope)
	gen.Register("math/tangent-and-normal-line", calculusArea, "Tangent and normal line", "Find the line tangent or normal to a curve at a point.", tangentAndNormal)
	gen.Register("math/newton-iteration-value", calculusArea, "Newton iteration value", "Find an iterate of Newton's method as an exact fraction.", newtonIteration)
}

// rationalFunction is a text and the jet of the function at the point of interest.
type rationalFunction struct {
	text string
	jet  jet
}

// linearAt draws a linear polynomial that does not vanish at x.
func linearAt(r *rand.Rand, x, size, length int) rationalFunction {
	p := nonZeroAt(r, 1, size, x)
	return rationalFunction{"(" + polynomialText(p) + ")", polynomialJet(p, ratOf(x, 1), length)}
}

// rootAt draws √(quadratic) whose value at x is a small integer.
func rootAt(r *rand.Rand, x, length int) rationalFunction {
	c := gen.Between(r, 1, 7)
	p := coefficientSum([]int{c * c}, productOf(randomPolynomial(r, 1, 4), []int{-x, 1}))
	return rationalFunction{"√(" + polynomialText(p) + ")", polynomialJet(p, ratOf(x, 1), length).root(ratOf(c, 1))}
}

// drawComposite draws a function of a difficulty: 1 a product of powers, 2 a
// quotient, 3 a power of a quotient, 4 a root in a quotient, 5 a power of a sum
// of such.
func drawComposite(r *rand.Rand, d gen.Difficulty, x, length int) rationalFunction {
	f, g := linearAt(r, x, 9, length), linearAt(r, x, 9, length)
	n := gen.Between(r, 2, 3)
	square := fmt.Sprintf("%s^%d", f.text, n)
	p := randomPolynomial(r, 2, 9)
	quadratic := rationalFunction{"(" + polynomialText(p) + ")", polynomialJet(p, ratOf(x, 1), length)}
	switch d {
	case 1:
		return rationalFunction{square + "·" + quadratic.text, f.jet.power(n).times(quadratic.jet)}
	case 2:
		return rationalFunction{quadratic.text + "/" + g.text, quadratic.jet.over(g.jet)}
	case 3:
		return rationalFunction{fmt.Sprintf("(%s/%s)^%d", quadratic.text, g.text, n), quadratic.jet.over(g.jet).power(n)}
	case 4:
		root := rootAt(r, x, length)
		return rationalFunction{square + "·" + root.text + "/" + g.text, f.jet.power(n).times(root.jet).over(g.jet)}
	}
	root := rootAt(r, x, length)
	return rationalFunction{fmt.Sprintf("(%s·%s + %s/%s)^%d", f.text, root.text, quadratic.text, g.text, n), f.jet.times(root.jet).plus(quadratic.jet.over(g.jet)).power(n)}
}

// compositeDerivative asks for f′ at a point. Difficulty adds rules that must be
// joined, see drawComposite.
func compositeDerivative(r *rand.Rand, d gen.Difficulty) task.Item {
	x := gen.Between(r, -6, 6)
	f := drawComposite(r, d, x, 2)
	return exercise(r, rationalAnswer(f.jet[1]), fmt.Sprintf("The product, quotient and chain rules, with all factors evaluated at x = %d, where f has the value %s, give f′(%d) = %s.", x, f.jet[0].RatString(), x, f.jet[1].RatString()), []string{
		"Let f(x) = {f}. Find f′(x) at x = {x}." + fractionForm,
		"How steep is the curve y = {f} at the point whose abscissa is {x}? Give its slope as an integer or an exact fraction.",
		"Near x = {x} the quantity q = {f} changes at a certain rate with respect to x. What is the exact rate at this value of x?" + fractionForm,
	}, gen.Fixed("f", f.text), gen.Slot("x", x))
}

// planeMonomial is c·x^i·y^j.
type planeMonomial struct{ c, i, j int }

// planePolynomial is a polynomial in x and y.
type planePolynomial []planeMonomial

func (p planePolynomial) at(x, y int) int {
	sum := 0
	for _, m := range p {
		sum += m.c * intPow(x, m.i) * intPow(y, m.j)
	}
	return sum
}

func intPow(x, n int) int {
	out := 1
	for range n {
		out *= x
	}
	return out
}

func (p planePolynomial) byX() planePolynomial {
	var out planePolynomial
	for _, m := range p {
		if m.i > 0 {
			out = append(out, planeMonomial{m.c * m.i, m.i - 1, m.j})
		}
	}
	return out
}

func (p planePolynomial) byY() planePolynomial {
	var out planePolynomial
	for _, m := range p {
		if m.j > 0 {
			out = append(out, planeMonomial{m.c * m.j, m.i, m.j - 1})
		}
	}
	return out
}

func (p planePolynomial) String() string {
	var b strings.Builder
	for _, m := range p {
		if m.c == 0 {
			continue
		}
		variable := strings.TrimPrefix(termText(1, m.i), "1") + strings.ReplaceAll(strings.TrimPrefix(termText(1, m.j), "1"), "x", "y")
		text := signed(m.c)
		if (m.c == 1 || m.c == -1) && variable != "" {
			text = text[:3]
		}
		b.WriteString(text + variable)
	}
	text := strings.TrimPrefix(b.String(), " + ")
	if strings.HasPrefix(text, " - ") {
		text = "-" + text[3:]
	}
	if text == "" {
		return "0"
	}
	return text
}

// drawPlanePolynomial has terms of the given exponents, coefficients up to size.
func drawPlanePolynomial(r *rand.Rand, size int, exponents ...[2]int) planePolynomial {
	p := make(planePolynomial, len(exponents))
	for k, e := range exponents {
		p[k] = planeMonomial{gen.Between(r, 1, size) * gen.Pick(r, []int{-1, 1}), e[0], e[1]}
	}
	return p
}

// implicitDifferentiation asks for dy/dx (1 to 3) or d²y/dx² (4, 5) on a curve
// F(x, y) = c through a lattice point. Difficulty adds mixed terms of higher
// degree. F's derivative by y is not 0 there, so y is a function of x nearby.
func implicitDifferentiation(r *rand.Rand, d gen.Difficulty) task.Item {
	shapes := gen.Of(d, [][2]int{{2, 0}, {1, 1}, {0, 2}}, [][2]int{{3, 0}, {1, 1}, {0, 2}, {1, 0}}, [][2]int{{3, 0}, {2, 1}, {1, 2}, {0, 3}, {0, 1}}, [][2]int{{2, 0}, {1, 1}, {0, 2}, {0, 1}}, [][2]int{{3, 0}, {2, 1}, {0, 2}, {0, 3}})
	f := drawPlanePolynomial(r, 9, shapes...)
	x, y := gen.Between(r, 1, 5)*gen.Pick(r, []int{-1, 1}), gen.Between(r, 1, 5)*gen.Pick(r, []int{-1, 1})
	if f.byY().at(x, y) == 0 {
		f = append(f, planeMonomial{gen.Between(r, 1, 9), 0, 1})
	}
	fx, fy := f.byX(), f.byY()
	slope := ratOf(-fx.at(x, y), fy.at(x, y))
	value, asked := slope, "dy/dx"
	why := fmt.Sprintf("Differentiating both sides by x gives Fx + Fy·y′ = 0 with Fx = %s = %d and Fy = %s = %d at the point, so y′ = %s.", fx, fx.at(x, y), fy, fy.at(x, y), slope.RatString())
	if d >= 4 {
		// y″ = −(Fxx + 2·Fxy·y′ + Fyy·y′²)/Fy
		fxx, fxy, fyy := fx.byX().at(x, y), fx.byY().at(x, y), fy.byY().at(x, y)
		sum := new(big.Rat).Mul(ratOf(fyy, 1), slope)
		sum.Mul(sum.Add(sum, ratOf(2*fxy, 1)), slope)
		sum.Add(sum, ratOf(fxx, 1))
		value, asked = new(big.Rat).Quo(sum.Neg(sum), ratOf(fy.at(x, y), 1)), "d²y/dx²"
		why += fmt.Sprintf(" Once more: Fxx + 2·Fxy·y′ + Fyy·y′² + Fy·y″ = 0 with Fxx = %d, Fxy = %d, Fyy = %d, so y″ = %s.", fxx, fxy, fyy, value.RatString())
	}
	return exercise(r, rationalAnswer(value), why, []string{
		"The curve {f} = c passes through the point ({x}, {y}) for c = {c}. Near it y is a function of x. Find {q} at this point." + fractionForm,
		"Let c = {c}. The equation {f} = c defines y near the point ({x}, {y}) as a function of x. What is the value of {q} there?" + fractionForm,
		"Two quantities x and y are tied by {f} = c, where c = {c}, and at the moment x = {x} and y = {y}. Determine {q} at this state." + fractionForm,
	}, gen.Fixed("f", f), gen.Fixed("x", x), gen.Fixed("y", y), gen.Slot("c", f.at(x, y)), gen.Fixed("q", asked))
}

// parametricSlope asks for dy/dx (1, 2) or d²y/dx² (3 to 5) of a curve given by
// a parameter. Difficulty raises the degrees and brings quotients (5).
func parametricSlope(r *rand.Rand, d gen.Difficulty) task.Item {
	t := gen.Between(r, -4, 4)
	degree := gen.Of(d, 2, 3, 2, 3, 2)
	p, q := randomPolynomial(r, degree, 9), randomPolynomial(r, degree, 9)
	if polynomialAt(differentiate(p), t) == 0 {
		p[1]++
	}
	x := rationalFunction{polynomialText(p), polynomialJet(p, ratOf(t, 1), 3)}
	y := rationalFunction{polynomialText(q), polynomialJet(q, ratOf(t, 1), 3)}
	if d == 5 {
		g := linearAt(r, t, 6, 3)
		y = rationalFunction{"(" + y.text + ")/" + g.text, y.jet.over(g.jet)}
	}
	for _, f := range []*rationalFunction{&x, &y} {
		f.text = strings.ReplaceAll(f.text, "x", "t")
	}
	slope := y.jet.derivative().over(x.jet.derivative()) // a jet in t
	value, asked := slope[0], "dy/dx"
	why := fmt.Sprintf("At t = %d, dx/dt = %s and dy/dt = %s, so dy/dx = %s.", t, x.jet[1].RatString(), y.jet[1].RatString(), slope[0].RatString())
	if d >= 3 {
		value, asked = new(big.Rat).Quo(slope[1], x.jet[1]), "d²y/dx²"
		why += fmt.Sprintf(" The derivative of dy/dx by t is %s there; divided by dx/dt it gives %s.", slope[1].RatString(), value.RatString())
	}
	return exercise(r, rationalAnswer(value), why, []string{
		"A curve has the parametric equations x = {x}, y = {y}. Find {q} at t = {t}." + fractionForm,
		"A point moves in the plane so that at time t its coordinates are x = {x} and y = {y}. At the instant {t}, what is {q} for its path?" + fractionForm,
		"Let x = {x} and y = {y}, so that y is locally a function of x. Compute {q} for the parameter value t = {t}." + fractionForm,
	}, gen.Fixed("x", x.text), gen.Fixed("y", y.text), gen.Fixed("q", asked), gen.Slot("t", t))
}

// tangentAndNormal asks for slope and intercept. Difficulty: 1 the tangent of a
// polynomial curve, 2 its normal, 3 the tangent of a quotient, 4 of a root in a product, 5
// the normal of such.
func tangentAndNormal(r *rand.Rand, d gen.Difficulty) task.Item {
	x := gen.Between(r, -6, 6)
	var f rationalFunction
	switch d {
	case 1, 2:
		p := randomPolynomial(r, 3, 9)
		f = rationalFunction{polynomialText(p), polynomialJet(p, ratOf(x, 1), 2)}
	case 3:
		f = drawComposite(r, 2, x, 2)
	case 4:
		g, root := linearAt(r, x, 9, 2), rootAt(r, x, 2)
		f = rationalFunction{g.text + "·" + root.text, g.jet.times(root.jet)}
	default:
		f = drawComposite(r, 4, x, 2)
	}
	slope, name := f.jet[1], "tangent"
	if (d == 2 || d == 5) && slope.Sign() != 0 {
		slope, name = new(big.Rat).Neg(new(big.Rat).Inv(slope)), "normal"
	}
	intercept := new(big.Rat).Sub(f.jet[0], new(big.Rat).Mul(slope, ratOf(x, 1)))
	const form = " Give the list [m, b] for the line y = m·x + b, with integers or exact fractions."
	return exercise(r, exactList([]*big.Rat{slope, intercept}), fmt.Sprintf("The point of the curve is (%d, %s), and the derivative there is %s. So the slope of the %s is %s, and b = %s − m·(%d) = %s.", x, f.jet[0].RatString(), f.jet[1].RatString(), name, slope.RatString(), f.jet[0].RatString(), x, intercept.RatString()), []string{
		"Find the {line} to the curve y = {f} at the point with x = {x}." + form,
		"At its point above or below x = {x} of the x-axis, the graph of f(x) = {f} has a {line} line. Find this line." + form,
		"Which equation has the {line} line of y = {f} where x is {x}?" + form,
	}, gen.Fixed("line", name), gen.Fixed("f", f.text), gen.Slot("x", x))
}

// newtonIteration asks for the k-th iterate. Difficulty: 1 one step and 2 two
// steps for a square root, 3 two for a quadratic, 4 two for a cubic, 5 three for
// a quadratic. The constant grows until no step starts at a critical point,
// which finitely many constants cause.
func newtonIteration(r *rand.Rand, d gen.Difficulty) task.Item {
	steps := gen.Of(d, 1, 2, 2, 2, 3)
	p := gen.Of(d, []int{0, 0, 1}, []int{0, 0, 1}, randomPolynomial(r, 2, 5), randomPolynomial(r, 3, 3), randomPolynomial(r, 2, 5))
	start := gen.Between(r, 2, gen.Of(d, 60, 20, 9, 5, 5))
	p[0] = -gen.Between(r, 20, gen.Of(d, 900, 400, 300, 200, 200))
	for polynomialAt(differentiate(p), start) == 0 {
		start++ // the derivative has finitely many zeros
	}
	iterates := newtonIterates(p, start, steps)
	for iterates == nil {
		p[0]--
		iterates = newtonIterates(p, start, steps)
	}
	rest := polynomialText(append([]int{0}, p[1:]...))
	value := iterates[steps]
	texts := make([]string, steps)
	for i := range texts {
		texts[i] = fmt.Sprintf("x%d = %s", i+1, iterates[i+1].RatString())
	}
	return exercise(r, rationalAnswer(value), fmt.Sprintf("With f(x) = %s the step is x − f(x)/f′(x), f′(x) = %s. It gives %s.", polynomialText(p), polynomialText(differentiate(p)), strings.Join(texts, ", ")), []string{
		"Newton's method is applied to f(x) = {p} - c with c = {c}, starting at x0 = {x}. Find x{k} exactly." + fractionForm,
		"Let c = {c}. The equation {p} = c is solved by Newton's method (Newton–Raphson) from the starting value {x}. Which exact fraction is the approximation after {steps}?" + fractionForm,
		"Draw the tangent to y = {p} - c (c is {c}) at x = {x} and take its zero as the new x; {again}. Which exact value of x results?" + fractionForm,
	}, gen.Fixed("p", rest), gen.Slot("c", -p[0]), gen.Slot("x", start), gen.Fixed("k", steps), gen.Fixed("steps", gen.Of(d, "one step", "two steps", "two steps", "two steps", "three steps")),
		gen.Fixed("again", gen.Of(d, "do this once", "do this twice in all", "do this twice in all", "do this twice in all", "do this three times in all")))
}

// newtonIterates are x0 to xk, nil where a derivative vanishes on the way.
func newtonIterates(p []int, start, steps int) []*big.Rat {
	out := []*big.Rat{ratOf(start, 1)}
	for i := range steps {
		j := polynomialJet(p, out[i], 2)
		if j[1].Sign() == 0 {
			return nil
		}
		out = append(out, new(big.Rat).Sub(out[i], new(big.Rat).Quo(j[0], j[1])))
	}
	return out
}
