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
	gen.Register("math/separable-initial-value-problem", calculusArea, "Separable initial-value problem",
		"Find a value of the solution of a separable differential equation.", separableProblem)
	gen.Register("math/linear-second-order-ode", calculusArea, "Linear second-order ODE",
		"Find the constants of the solution of a linear equation with constant coefficients.", secondOrderEquation)
	gen.Register("math/related-rates", calculusArea, "Related rates", "Find the rate of one quantity from that of another at an instant.", relatedRates)
}

// separableProblem asks for y at a point. Difficulty: 1 y′ = P·y, 2 y′ = −P·y²,
// 3 y′ = P/y, 4 y′ = P·(y − M), 5 the logistic y′ = P·y·(1 − y/M). P is positive for
// x > 0, so that each solution exists up to the point.
func separableProblem(r *rand.Rand, d gen.Difficulty) task.Item {
	p := make([]int, gen.Of(d, 2, 3, 3, 2, 2))
	for i := range p {
		p[i] = gen.Between(r, 0, 5)
	}
	p[len(p)-1]++
	from := gen.Between(r, 0, 2)
	to := from + gen.Between(r, 1, 2)
	grown := integralOf(p, ratOf(from, 1), ratOf(to, 1))
	y0, m := gen.Between(r, 10, 99), gen.Between(r, 2, 9)
	text := polynomialText(p)
	start := ratOf(y0, 1)
	var answer task.Answer
	var equation, why string
	switch d {
	case 1:
		equation = fmt.Sprintf("(%s)·y", text)
		answer, why = exactAnswer(combination{exponentialTerm(start, grown)}), "ln y grows by the integral of the polynomial"
	case 2:
		equation = fmt.Sprintf("-(%s)·y^2", text)
		sum := new(big.Rat).Add(new(big.Rat).Inv(start), grown)
		answer, why = rationalAnswer(sum.Inv(sum)), "1/y grows by the integral of the polynomial"
	case 3:
		equation = fmt.Sprintf("(%s)/y", text)
		square := new(big.Rat).Add(ratOf(y0*y0, 1), new(big.Rat).Mul(ratOf(2, 1), grown))
		answer, why = exactAnswer(combination{rootOf(square)}), "y² grows by twice the integral of the polynomial, and y stays positive"
	case 4:
		equation = fmt.Sprintf("(%s)·(y - %d)", text, m)
		answer = exactAnswer(combination{{ratOf(m, 1), ""}, exponentialTerm(ratOf(y0-m, 1), grown)})
		why = fmt.Sprintf("ln(y − %d) grows by the integral of the polynomial", m)
	default:
		m += y0
		equation = fmt.Sprintf("(%s)·y·(1 - y/%d)", text, m)
		exponent := new(big.Rat).Neg(grown)
		answer = task.Expression(fmt.Sprintf(`\frac{%d}{1+%s e^{%s}}`, m, latexRat(ratOf(m-y0, y0)), latexRat(exponent)))
		why = fmt.Sprintf("in partial fractions, ln(y/(%d − y)) grows by the integral of the polynomial", m)
	}
	const form = " Give the exact value in closed form, without decimals."
	return exercise(r, answer, fmt.Sprintf("Separating the variables, %s. From x = %d to x = %d this integral is %s, and y starts at %d.", why, from, to, grown.RatString(), y0), []string{
		"The function y(x) satisfies y′ = {eq} and y({a}) = {y}. Find y({b})." + form,
		"A quantity y changes with x at the rate dy/dx = {eq}. When x is {a}, y is {y}. What is y when x is {b}?" + form,
		"Solve the differential equation dy/dx = {eq} with the initial value {y} at x = {a}, and evaluate the solution at x = {b}." + form,
	}, gen.Fixed("eq", equation), gen.Fixed("a", from), gen.Fixed("b", to), gen.Slot("y", y0))
}

// oscillatorProblem is y″ + p·y′ + q·y = right with the form of the solution.
type oscillatorProblem struct {
	p, q        int
	right, form string
	names       string
	constants   func(y0, v0 int) []*big.Rat
}

// secondOrderEquation asks for the constants of the solution. Difficulty: 1 two
// real exponents, 2 a double one, 3 complex ones, 4 a polynomial on the right, 5
// resonance with an exponential.
func secondOrderEquation(r *rand.Rand, d gen.Difficulty) task.Item {
	problem := drawOscillator(r, d)
	y0, v0 := gen.Between(r, 10, 60), gen.Between(r, -20, 20)
	constants := problem.constants(y0, v0)
	left := "y″"
	for i, c := range []int{problem.p, problem.q} {
		if c != 0 {
			term := signed(c)
			if c == 1 || c == -1 {
				term = term[:3]
			}
			left += term + []string{"y′", "y"}[i]
		}
	}
	form := fmt.Sprintf(" The solution has the form y = %s. Give the list %s, with integers or exact fractions.", problem.form, problem.names)
	return exercise(r, exactList(constants), fmt.Sprintf("The characteristic equation is %s = 0. Its solutions (and the right side) fix the exponents; y(0) = %d and y′(0) = %d then give linear equations for the remaining constants. In the order %s they are %s.", strings.ReplaceAll(polynomialText([]int{problem.q, problem.p, 1}), "x", "s"), y0, v0, problem.names, strings.Join(ratTexts(constants), ", ")), []string{
		"Solve {left} = {right} with y(0) = {y} and y′(0) = {v}." + form,
		"A mass moves according to {left} = {right}, where the dash means the derivative by x (the time). At x = 0 its position y is {y} and its velocity y′ is {v}. Find its motion." + form,
		"Which function y of x satisfies the equation {left} = {right}, takes the value {y} at x = 0 and has the slope {v} there?" + form,
	}, gen.Fixed("left", left), gen.Fixed("right", problem.right), gen.Slot("y", y0), gen.Slot("v", v0))
}

func drawOscillator(r *rand.Rand, d gen.Difficulty) oscillatorProblem {
	s := gen.Between(r, -7, 5)
	t := s + gen.Between(r, 1, 6)
	if s == 0 {
		s = -1
	}
	if t == 0 {
		t = 1
	}
	// two is the solution A·e^(sx) + B·e^(tx) with given value and slope at 0
	two := func(y, v *big.Rat) (a, b *big.Rat) {
		b = new(big.Rat).Sub(v, new(big.Rat).Mul(ratOf(s, 1), y))
		b.Quo(b, ratOf(t-s, 1))
		return new(big.Rat).Sub(y, b), b
	}
	o := oscillatorProblem{p: -(s + t), q: s * t, right: "0"}
	switch d {
	case 1:
		o.form, o.names = "A·e^(sx) + B·e^(tx) with s < t", "[s, t, A, B]"
		o.constants = func(y0, v0 int) []*big.Rat {
			a, b := two(ratOf(y0, 1), ratOf(v0, 1))
			return []*big.Rat{ratOf(s, 1), ratOf(t, 1), a, b}
		}
	case 2:
		o.p, o.q, o.form, o.names = -2*s, s*s, "(A + Bx)·e^(sx)", "[s, A, B]"
		o.constants = func(y0, v0 int) []*big.Rat { return []*big.Rat{ratOf(s, 1), ratOf(y0, 1), ratOf(v0-s*y0, 1)} }
	case 3:
		w := gen.Between(r, 1, 7)
		o.p, o.q, o.form, o.names = -2*s, s*s+w*w, "e^(sx)·(A·cos(wx) + B·sin(wx)) with w > 0", "[s, w, A, B]"
		o.constants = func(y0, v0 int) []*big.Rat {
			return []*big.Rat{ratOf(s, 1), ratOf(w, 1), ratOf(y0, 1), ratOf(v0-s*y0, w)}
		}
	case 4:
		m, n := gen.Between(r, 1, 12), gen.Between(r, -12, 12)
		o.right, o.form, o.names = polynomialText([]int{n, m}), "A·e^(sx) + B·e^(tx) + Cx + D with s < t", "[s, t, A, B, C, D]"
		o.constants = func(y0, v0 int) []*big.Rat {
			slope := ratOf(m, o.q) // q·C = m and p·C + q·D = n
			constant := new(big.Rat).Sub(ratOf(n, 1), new(big.Rat).Mul(ratOf(o.p, 1), slope))
			constant.Quo(constant, ratOf(o.q, 1))
			a, b := two(new(big.Rat).Sub(ratOf(y0, 1), constant), new(big.Rat).Sub(ratOf(v0, 1), slope))
			return []*big.Rat{ratOf(s, 1), ratOf(t, 1), a, b, slope, constant}
		}
	default:
		k := gen.Between(r, 2, 12)
		o.right, o.form, o.names = fmt.Sprintf("%d·e^(%s)", k, polynomialText([]int{0, s})), "A·e^(sx) + B·e^(tx) + C·x·e^(sx), where s is the exponent on the right side", "[t, A, B, C]"
		o.constants = func(y0, v0 int) []*big.Rat {
			c := ratOf(k, s-t)
			a, b := two(ratOf(y0, 1), new(big.Rat).Sub(ratOf(v0, 1), c))
			return []*big.Rat{ratOf(t, 1), a, b, c}
		}
	}
	return o
}

// relatedRates asks for a rate. Difficulty is the length of the chain of
// dependent quantities: 1 a product, 2 Pythagoras, 3 a cone of water, 4 an angle,
// 5 two vessels.
func relatedRates(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c, e := gen.Between(r, 5, 60), gen.Between(r, 5, 60), gen.Between(r, 2, 9), gen.Between(r, 2, 9)
	switch d {
	case 1:
		value := ratOf(c*b-e*a, 1)
		return exercise(r, rationalAnswer(value), fmt.Sprintf("It is a product of two changing factors, so its rate is %d·%d + %d·(−%d) = %s.", c, b, a, e, value.RatString()), []string{
			"One side of a rectangle is {a} cm long and grows by {c} cm per second; the other is {b} cm long and shrinks by {e} cm per second. At which rate (in cm² per second, negative for a decrease) does the area change at this instant?" + fractionForm,
			"A shop sells {a} pieces a day at a price of {b} euros. The daily number of pieces rises at the rate of {c} per day, and the price falls at the rate of {e} euros per day. At which rate, in euros per day, does the daily revenue change just now (negative for a fall)?" + fractionForm,
			"A screen window is {a} pixels wide and {b} pixels high. While it is dragged, its width grows by {c} and its height shrinks by {e} pixels per millisecond. How fast does its area change at this moment, in square pixels per millisecond (with a minus sign if it shrinks)?" + fractionForm,
		}, gen.Slot("a", a), gen.Slot("b", b), gen.Slot("c", c), gen.Slot("e", e))
	case 2:
		t := gen.Pick(r, pythagorean)
		k := gen.Between(r, 1, 6)
		x, y, z := k*t[0], k*t[1], k*t[2]
		value := ratOf(x*a-y*b, z)
		return exercise(r, rationalAnswer(value), fmt.Sprintf("The distance z satisfies z² = x² + y², so z = %d and z·z′ = x·x′ + y·y′ = %d·%d − %d·%d. Division by %d gives z′ = %s.", z, x, a, y, b, z, value.RatString()), []string{
			"A car is {x} km east of a crossing and drives away from it to the east at {a} km/h; another is {y} km north of it and drives towards it at {b} km/h. At which rate (in km/h, negative for a decrease) does the straight distance of the cars change at this instant?" + fractionForm,
			"The legs of a right triangle measure {x} cm and {y} cm. The first grows by {a} cm per minute, the second shrinks by {b} cm per minute, and the angle between them stays right. How fast does the hypotenuse change just then, in cm per minute (negative for a decrease)?" + fractionForm,
			"A point moves in the plane. Its coordinates are now {x} and {y}; the first increases at the rate {a} and the second decreases at the rate {b}. What is the rate of change of its distance from the origin?" + fractionForm,
		}, gen.Slot("x", x), gen.Slot("y", y), gen.Slot("a", a), gen.Slot("b", b))
	case 3:
		height := gen.Between(r, 10, 40)
		level := gen.Between(r, 2, height-1)
		value := ratOf(a*height*height, c*c*level*level)
		return exercise(r, task.Expression(fmt.Sprintf(`\frac{%s}{%s\pi}`, value.Num(), value.Denom())), fmt.Sprintf("The water's surface has the radius %d·h/%d, so V = π·(%d/%d)²·h³/3 and V′ = π·(%d/%d)²·h²·h′. With h = %d and V′ = %d, h′ = %s/π.", c, height, c, height, c, height, level, a, value.RatString()), []string{
			"Water runs at {a} cm³ per second into a cone with its apex down, {h} cm high and with an upper radius of {c} cm. How fast (in cm per second) does the water rise when it is {l} cm deep? Give the exact value in terms of π.",
			"A funnel is a cone of height {h} cm whose opening at the top has the radius {c} cm; its tip is closed. It is filled at the rate of {a} cm³ per second. With which speed, in cm per second, does the level rise at the depth {l} cm? Give the exact value in terms of π.",
			"A conical hole in the ground, apex at the bottom, is {h} m deep and has the radius {c} m at the top. Rain fills it by {a} m³ per hour. At which rate (in metres per hour) does the depth of the water grow when it is {l} m? Give the exact value in terms of π.",
		}, gen.Slot("a", a), gen.Slot("h", height), gen.Slot("c", c), gen.Slot("l", level))
	case 4:
		value := ratOf(c*a, a*a+b*b)
		return exercise(r, rationalAnswer(value), fmt.Sprintf("The angle is arctan(y/%d), so its rate is (y′/%d)/(1 + (y/%d)²) = %d·%d/(%d² + %d²) = %s.", a, a, a, c, a, a, b, value.RatString()), []string{
			"A balloon rises vertically at {c} m/s from a point at the same level as an observer, {a} m away from him. At which rate (in radians per second) does its angle of elevation grow when it is {b} m high?" + fractionForm,
			"A lighthouse keeper sees a ship pass. It sails on a straight line whose nearest point is {a} m from him, at {c} m/s. When it is {b} m beyond this nearest point, how fast does his line of sight turn, in radians per second?" + fractionForm,
			"The opposite leg of an angle in a right triangle grows by {c} cm per second, while the adjacent leg stays {a} cm long. At which rate, in radians per second, does the angle grow when the opposite leg is {b} cm?" + fractionForm,
		}, gen.Slot("a", a), gen.Slot("b", b), gen.Slot("c", c))
	}
	height := gen.Between(r, 10, 40)
	level := gen.Between(r, 2, height-1)
	pot := gen.Between(r, 4, 20)
	value := ratOf(c*c*level*level*e, height*height*pot*pot)
	return exercise(r, rationalAnswer(value), fmt.Sprintf("In the cone V = π·(%d/%d)²·h³/3, so V′ = π·(%d/%d)²·%d²·%d in size. The same volume enters the cylinder, whose level rises by V′/(π·%d²) = %s.", c, height, c, height, level, e, pot, value.RatString()), []string{
		"Coffee runs from a conical filter (apex down, {h} cm high, upper radius {c} cm) into a cylindrical pot of radius {p} cm. When the coffee in the filter is {l} cm deep, its level there falls by {e} cm per minute. How fast does the level in the pot rise, in cm per minute?" + fractionForm,
		"A conical tank with its apex at the bottom is {h} m high and has the radius {c} m at the top. It empties into a cylindrical tank of radius {p} m. At the moment when the water in the cone is {l} m deep and sinks by {e} m per hour, how many metres per hour does it rise in the cylinder?" + fractionForm,
		"Sand in a cone-shaped hopper (tip down, height {h} dm, opening of radius {c} dm, the sand's surface being level) drops into a cylinder of radius {p} dm, where its surface is level too. The sand is {l} dm deep in the hopper, and this depth shrinks by {e} dm per second. At which rate, in dm per second, does the depth in the cylinder grow?" + fractionForm,
	}, gen.Slot("h", height), gen.Slot("c", c), gen.Slot("p", pot), gen.Slot("l", level), gen.Slot("e", e))
}
