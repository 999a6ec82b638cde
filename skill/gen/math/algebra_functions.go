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
	gen.Register("math/function-composition-table", "algebra", "Function composition table",
		"Evaluate nested compositions of functions given by formula and table.", compositionTable)
	gen.Register("math/inverse-function-value", "algebra", "Inverse function value", "Find where a one-to-one function takes a value.", inverseValue)
	gen.Register("math/natural-domain-of-a-composite", "algebra", "Natural domain of a composite",
		"Find the domain of a function composed of roots, logarithms and quotients.", naturalDomain)
	gen.Register("math/floor-function-equation-count", "algebra", "Floor-function equation count", "Count the solutions of an equation with floors.", floorEquation)
}

// compositionTable asks for the value of a composition of a permutation t of the
// digits, known by table and continued with period ten, its inverse, and two
// formulas. Difficulty is the depth of the composition (2 to 6).
func compositionTable(r *rand.Rand, d gen.Difficulty) task.Item {
	table := r.Perm(10)
	a, b, c := gen.Between(r, 2, 7), gen.Between(r, -9, 9), gen.Between(r, 1, 6)
	n := gen.Between(r, 11, 99)
	value, text := n, "n"
	var steps []string
	last := ""
	for range int(d) + 1 {
		options := []string{"t", "g", "h"}
		if last == "t" { // only a digit has an inverse image
			options = []string{"g", "h"}
			if d >= 3 {
				options = []string{"g", "h", "s"}
			}
		}
		options = slices.DeleteFunc(options, func(name string) bool { return name == last || name == "h" && max(value, -value) > 200 })
		name := gen.Pick(r, options)
		before := value
		switch name {
		case "t":
			value = table[modulo(value, 10)]
		case "s": // 9 − digit is a digit; the inverse at the digit itself would be a step back
			text = fmt.Sprintf("t⁻¹(9 − %s)", text)
			value = slices.Index(table, 9-value)
		case "g":
			value = a*value + b
		case "h":
			value = value*value - c*value
		}
		if name == "s" {
			steps = append(steps, fmt.Sprintf("t⁻¹(9 − %d) = %d", before, value))
		} else {
			text = name + "(" + text + ")"
			steps = append(steps, fmt.Sprintf("%s(%d) = %d", name, before, value))
		}
		last = name
	}
	rule := fmt.Sprintf("Functions of integers: g(x) = %s and h(x) = %s. The values t(0), t(1), …, t(9) are %s, and t(x + 10) = t(x) for all x.", linearText(a, b), polynomialText([]int{0, -c, 1}), gen.Enumerated(intTexts("%d", table)))
	if strings.Contains(text, "⁻¹") {
		rule += " For a digit y, t⁻¹(y) is the digit x with t(x) = y."
	}
	return worked(r, []string{
		rule + " Evaluate {text} at n = {n}.",
		rule + " What is {text} if n is {n}?",
		"Let n = {n}. " + rule + " Find the value of {text}.",
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("text", text)}, task.Integer(int64(value)),
		"From the inside outwards: %s.", strings.Join(steps, ", "))
}

// inverseValue asks for the x with f(x) = y. Difficulty is the number of layers to
// undo: 1 a linear fraction, 2 a root of a linear function, 3 a shifted square on
// one side of its vertex, 4 a linear fraction of a root, 5 that with a linear
// fraction under the root. Each f is one-to-one, and y is taken.
func inverseValue(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c, e := gen.Between(r, 2, 9), gen.Between(r, -9, 9), gen.Between(r, 1, 9), gen.Between(r, 1, 9)
	p, q, t := gen.Between(r, -20, 20), gen.Between(r, 2, 7), gen.Between(r, 1, 9)
	var f string
	var y, x *big.Rat
	how := ""
	switch d {
	case 1:
		y = ratOf(gen.Between(r, 10, 99), 1) // above a/c, which is not taken
		if a*e == b*c {
			b++
		}
		f = fmt.Sprintf("(%s)/(%s)", linearText(a, b), linearText(c, e))
		x = new(big.Rat).Quo(ratMinus(ratTimes(y, ratOf(e, 1)), ratOf(b, 1)), ratMinus(ratOf(a, 1), ratTimes(y, ratOf(c, 1))))
		how = fmt.Sprintf("Multiplying f(x) = y by %s and collecting x gives x·(%d − %dy) = %dy − (%d).", linearText(c, e), a, c, e, b)
	case 2:
		f = fmt.Sprintf("%d + %d·√(%s)", p, q, linearText(a, b))
		y, x = ratOf(p+q*t, 1), ratOf(t*t-b, a)
		how = fmt.Sprintf("The root is (%d − (%d))/%d = %d, so %s = %d.", p+q*t, p, q, t, linearText(a, b), t*t)
	case 3:
		f = fmt.Sprintf("%s for x ≤ %s", polynomialText([]int{p, -2 * a * b, a}), fmt.Sprint(b))
		y, x = ratOf(a*t*t-a*b*b+p, 1), ratOf(b-t, 1)
		how = fmt.Sprintf("f(x) = %d(%s)^2 + (%d). The square is %d, and x is not above %d, so x = %d − %d.", a, linearText(1, -b), p-a*b*b, t*t, b, b, t)
	default:
		f, how, y, x = layeredInverse(r, d, a, b, c, e, q, t)
	}
	return worked(r, []string{
		"Let f(x) = {f}. On its domain f is one-to-one. Find f⁻¹(y) for y = {y} as an integer or a reduced fraction.",
		"A function is given by f(x) = {f} and has an inverse. At which x does f take the value {y}? Give the exact number (integer or fraction in lowest terms).",
		"The point with the x-coordinate {y} lies on the graph of the inverse of the function f(x) = {f}. What is its y-coordinate, exactly (integer or reduced fraction)?",
	}, []gen.Value{gen.Slot("y", y.RatString()), gen.Fixed("f", f)}, rationalAnswer(x), "%s This gives x = %s.", how, x.RatString())
}

// layeredInverse draws (q·√u + k)/(√u + e) with u = a·x + b or, at difficulty 5,
// u = (a·x + b)/(c·x + e), and the x at which √u is t, with the value y there.
func layeredInverse(r *rand.Rand, d gen.Difficulty, a, b, c, e, q, t int) (f, how string, y, x *big.Rat) {
	under, want := linearText(a, b), t*t
	x = ratOf(want-b, a)
	if d == 5 {
		for a == c*want || a*e == b*c { // the value want is not taken, or the fraction is constant
			a++
		}
		under = fmt.Sprintf("(%s)/(%s)", linearText(a, b), linearText(c, e))
		x = ratOf(want*e-b, a-c*want)
	}
	value := gen.Between(r, 2, 30)
	top := value*(t+e) - q*t     // (q·√u + top)/(√u + e) is the value at √u = t
	for top == q*e || top == 0 { // constant, or without a second term
		value++
		top = value*(t+e) - q*t
	}
	f = strings.Replace(fmt.Sprintf("(%d·√(%s) + %d)/(√(%s) + %d)", q, under, top, under, e), "+ -", "− ", 1)
	how = fmt.Sprintf("With s for the root, (%ds + %d)/(s + %d) = %d gives s = %d, so %s = %d.", q, top, e, value, t, under, want)
	return f, how, ratOf(value, 1), x
}

// floorEquation asks for a number of solutions. Difficulty: 1 equal floors of two
// quotients, 2 floors that differ by a constant, 3 a sum of two floors against a
// third, 4 real solutions of a quadratic with a floor, 5 the values of a sum of
// three floors.
func floorEquation(r *rand.Rand, d gen.Difficulty) task.Item {
	a := gen.Between(r, 4, 60)
	b := a + gen.Between(r, 1, 90)
	n := gen.Between(r, 2, 9)
	limit := gen.Between(r, 200, 2000)
	count := 0
	switch d {
	case 1, 2:
		shift := gen.Of(d, 0, n, 0, 0, 0)
		for x := 0; x*(b-a) <= (shift+2)*a*b; x++ { // beyond, x/a − x/b is too large
			if x/a == x/b+shift {
				count++
			}
		}
		return floorItem(r, fmt.Sprintf("⌊x/%d⌋ = ⌊x/m⌋%s", a, map[bool]string{true: fmt.Sprintf(" + %d", shift)}[shift > 0]), "non-negative integers x", "m", b, count,
			"Both quotients are constant on blocks. Since x/%d − x/%d grows with x, only finitely many blocks agree; adding their overlaps gives %d.", a, b, count)
	case 3:
		a, b = gen.Between(r, 3, 12), gen.Between(r, 5, 20)
		c := max(2, a*b/(a+b)) // near the harmonic sum, so that solutions are spread
		for x := 1; x <= limit; x++ {
			if x/a+x/b == x/c {
				count++
			}
		}
		return floorItem(r, fmt.Sprintf("⌊x/%d⌋ + ⌊x/%d⌋ = ⌊x/%d⌋ and 1 ≤ x ≤ m", a, b, c), "integers x", "m", limit, count,
			"With x = %d·q + s and so on the equation depends on the remainders and on the slowly growing difference of the quotients; counting block by block up to %d gives %d.", c, limit, count)
	case 4:
		k := gen.Between(r, 15, 80)
		m := gen.Between(r, 11, k*k/4-1)
		for floor := 0; floor <= k; floor++ { // x² = k·⌊x⌋ − m
			if square := k*floor - m; square >= floor*floor && square < (floor+1)*(floor+1) {
				count++
			}
		}
		return floorItem(r, fmt.Sprintf("x² − %d·⌊x⌋ + m = 0", k), "real numbers x", "m", m, count,
			"For ⌊x⌋ = j the equation gives x = √(%dj − %d), which must lie in [j, j + 1). Checking j² ≤ %dj − %d < (j + 1)² for all j leaves %d.", k, m, k, m, count)
	}
	p, q := gen.Between(r, 2, 5), gen.Between(r, 6, 9)
	for j, last, sum := 0, 0, 0; sum <= limit; j++ { // x = j/(pq): the sum changes only there
		if sum > last {
			count, last = count+1, sum
		}
		sum = (j+1)/(p*q) + (j+1)/q + (j+1)/p
	}
	return floorItem(r, fmt.Sprintf("⌊x⌋ + ⌊%dx⌋ + ⌊%dx⌋ = k and 1 ≤ k ≤ m", p, q), "integers k (for a suitable real x)", "m", limit, count,
		"When x grows by 1 the sum grows by %d. Within a period it jumps at the multiples of 1, 1/%d and 1/%d and skips a value where several jump together. Counting whole periods and the rest up to %d gives %d values.", 1+p+q, p, q, limit, count)
}

func floorItem(r *rand.Rand, equation, unknowns, name string, value, count int, working string, args ...any) task.Item {
	return worked(r, []string{
		"How many {unknowns} satisfy {equation}, where m = {m}? (⌊t⌋ is the greatest integer not above t.)",
		"Let m = {m}, and let ⌊t⌋ denote t rounded down to an integer. Count the {unknowns} for which {equation}.",
		"Writing ⌊t⌋ for the integer part of t (rounded down), consider the condition {equation} with m = {m}. For how many {unknowns} does it hold?",
	}, []gen.Value{gen.Slot(name, value), gen.Fixed("equation", equation), gen.Fixed("unknowns", unknowns)}, task.Integer(int64(count)), working, args...)
}
