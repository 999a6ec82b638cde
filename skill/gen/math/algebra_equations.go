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
	gen.Register("math/linear-equation-with-fractions", "algebra", "Linear equation with fractions",
		"Solve one linear equation with brackets and fractional coefficients.", fractionalLinear)
	gen.Register("math/linear-system-solving", "algebra", "Linear system solving", "Solve a system of linear equations.", linearSystem)
	gen.Register("math/absolute-value-equation", "algebra", "Absolute-value equation", "Solve an equation with absolute values by cases.", absoluteEquation)
	gen.Register("math/exponential-equation-with-common-base", "algebra", "Exponential equation with common base",
		"Solve for an exponent after rewriting powers to one base.", exponentialEquation)
}

// linearForm is slope·x + constant with its written form.
type linearForm struct {
	text            string
	slope, constant *big.Rat
}

// drawLinearForm draws (a·x + b)/c, or with nested (k·(a·x + b)/c + e)/f.
func drawLinearForm(r *rand.Rand, nested bool) linearForm {
	a, b, c := gen.Between(r, 1, 9), gen.Between(r, -9, 9), gen.Between(r, 2, 9)
	f := linearForm{fmt.Sprintf("(%s)/%d", linearText(a, b), c), ratOf(a, c), ratOf(b, c)}
	if nested {
		k, e, q := gen.Between(r, 2, 5), gen.Between(r, 1, 9), gen.Between(r, 2, 7)
		f.text = fmt.Sprintf("(%d·[%s] + %d)/%d", k, f.text, e, q)
		f.slope.Mul(f.slope, ratOf(k, q))
		f.constant.Add(f.constant.Mul(f.constant, ratOf(k, q)), ratOf(e, q))
	}
	return f
}

// fractionalLinear asks for the solution of a linear equation. Difficulty adds
// fractions (1, 2, 3, 3, 4), at 4 and 5 some of them nested. The slopes do not
// cancel, so there is one solution.
func fractionalLinear(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Between(r, 10, 99)
	slope, constant := ratOf(gen.Between(r, 2, 9), 1), new(big.Rat)
	left := slope.RatString() + "x"
	right := "n"
	for i := range gen.Of(d, 1, 2, 3, 3, 4) {
		f := drawLinearForm(r, d >= 4 && i >= 2 || d == 5 && i == 1)
		switch i {
		case 1: // on the right side
			right += " − " + f.text
			slope.Add(slope, f.slope)
			constant.Add(constant, f.constant)
		case 2:
			left += " − " + f.text
			slope.Sub(slope, f.slope)
			constant.Sub(constant, f.constant)
		default:
			left += " + " + f.text
			slope.Add(slope, f.slope)
			constant.Add(constant, f.constant)
		}
	}
	if slope.Sign() == 0 {
		left += " + x"
		slope.SetInt64(1)
	}
	x := new(big.Rat).Sub(ratOf(n, 1), constant)
	x.Quo(x, slope)
	return worked(r, []string{
		"Solve {left} = {right} for x, where n = {n}. Give x as an integer or a reduced fraction.",
		"For which x are {left} and {right} equal, n being {n}? Answer with an exact number (integer or fraction in lowest terms).",
		"Let n = {n}. The equation {left} = {right} has one solution. Find it as an integer or a fraction in lowest terms.",
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("left", left), gen.Fixed("right", right)}, rationalAnswer(x),
		"Bringing all terms with x to the left and the numbers to the right gives (%s)·x = %s, so x = %s.", slope.RatString(), new(big.Rat).Mul(slope, x).RatString(), x.RatString())
}

// linearSystem asks for the solution of a system. Difficulty: 1 two unknowns, 2
// three with an integer solution, 3 and 4 three with fractions, 5 four. The
// matrix is regular by construction.
func linearSystem(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 3, 4)
	m := regularMatrix(r, n, gen.Of(d, gen.Between(r, 2, 9), 1, gen.Between(r, 2, 4), gen.Between(r, 5, 9), gen.Between(r, 1, 3)), gen.Of(d, 7, 3, 3, 4, 2))
	inverse, determinant := invert(m)
	right := make([]int, n)
	for i := range right {
		right[i] = gen.Between(r, -20, 20)
	}
	right[0] = gen.Between(r, 21, 99)
	var equations []string
	for i, row := range m {
		value := fmt.Sprint(right[i])
		if i == 0 {
			value = "s"
		}
		equations = append(equations, unknownsText(row)+" = "+value)
	}
	solution := make([]*big.Rat, n)
	for i := range solution {
		solution[i] = new(big.Rat)
		for j := range right {
			solution[i].Add(solution[i], new(big.Rat).Mul(inverse[i][j], ratOf(right[j], 1)))
		}
	}
	names := strings.Join(strings.Split("xyzt"[:n], ""), ", ")
	return worked(r, []string{
		"Solve the system {system}, where s = {s}. Give the list [{names}] of exact numbers.",
		"Numbers {names} satisfy {system} with s = {s}. Find them and list them in this order, as integers or reduced fractions.",
		"Planes or lines with the equations {system} (s stands for {s}) meet in one point. List its coordinates [{names}] exactly.",
	}, []gen.Value{gen.Slot("s", right[0]), gen.Fixed("system", strings.Join(equations, "; ")), gen.Fixed("names", names)}, rationalList(solution...),
		"The determinant of the coefficients is %s, so there is one solution. Eliminating the unknowns one by one gives %s for [%s].", determinant.RatString(), rationalList(solution...).Text(), names)
}

// unknownsText writes a linear combination of x, y, z, t.
func unknownsText(row []int) string {
	var b strings.Builder
	for i, c := range row {
		if c == 0 {
			continue
		}
		switch {
		case b.Len() == 0 && c < 0:
			b.WriteString("-")
		case b.Len() > 0:
			b.WriteString(bracket(c < 0, " - ", " + "))
		}
		if c = max(c, -c); c > 1 {
			fmt.Fprint(&b, c)
		}
		b.WriteByte("xyzt"[i])
	}
	return b.String()
}

// absoluteTerm is factor·|a·x + b|.
type absoluteTerm struct{ factor, a, b int }

// absoluteSum is Σ factor·|a·x + b| − m·x − n at x.
func absoluteSum(terms []absoluteTerm, m int, n, x *big.Rat) *big.Rat {
	v := new(big.Rat).Neg(new(big.Rat).Add(n, new(big.Rat).Mul(ratOf(m, 1), x)))
	for _, t := range terms {
		inner := valueAt([]int{t.b, t.a}, x)
		v.Add(v, inner.Mul(inner.Abs(inner), ratOf(t.factor, 1)))
	}
	return v
}

// absoluteRoots solves Σ factor·|a·x + b| = m·x + n between the zeros of the
// absolute values, where it is linear; finite says that no interval solves it.
func absoluteRoots(terms []absoluteTerm, m int, n *big.Rat) (roots []*big.Rat, finite bool) {
	var breaks []*big.Rat
	for _, t := range terms {
		breaks = append(breaks, ratOf(-t.b, t.a))
	}
	breaks = ascending(breaks)
	one := ratOf(1, 1)
	finite = true
	for i := 0; i <= len(breaks); i++ {
		var p *big.Rat // p and p + step lie in the piece, ends included
		step := new(big.Rat)
		if i == 0 {
			p, step = new(big.Rat).Sub(breaks[0], one), ratOf(-1, 1)
		} else if i == len(breaks) {
			p, step = new(big.Rat).Add(breaks[i-1], one), ratOf(1, 1)
		} else {
			p = new(big.Rat).Set(breaks[i-1])
			step.Sub(breaks[i], p)
		}
		v, w := absoluteSum(terms, m, n, p), absoluteSum(terms, m, n, new(big.Rat).Add(p, step))
		slope := w.Quo(w.Sub(w, v), step)
		if slope.Sign() == 0 {
			finite = finite && v.Sign() != 0
			continue
		}
		x := new(big.Rat).Sub(p, v.Quo(v, slope))
		if (i == 0 || x.Cmp(breaks[i-1]) >= 0) && (i == len(breaks) || x.Cmp(breaks[i]) <= 0) {
			roots = append(roots, x)
		}
	}
	return ascending(roots), finite
}

// absoluteEquation asks for all solutions of an equation with absolute values.
// Difficulty is the number of cases: 1 one absolute value, 2 a difference, 3 a
// sum, 4 a difference against a line, 5 three against a line. The right side
// comes from a solution; a constant that would make a whole interval a solution
// is passed over (there are finitely many).
func absoluteEquation(r *rand.Rand, d gen.Difficulty) task.Item {
	terms := make([]absoluteTerm, gen.Of(d, 1, 2, 2, 2, 3))
	for i := range terms {
		terms[i] = absoluteTerm{1, gen.Between(r, 1, 7), gen.Between(r, -30, 30)}
		if i == 1 && d != 3 {
			terms[i].factor = -1
		}
	}
	m := gen.Of(d, 0, 0, 0, gen.Between(r, 1, 3), gen.Between(r, 1, 3))
	ends := -m // the slope far to the right, with the opposite of m far to the left
	for _, t := range terms {
		ends += t.factor * t.a
	}
	for ends == 0 || ends == -2*m { // else a half-line may be a solution
		terms[0].a++
		ends++
	}
	x := gen.Between(r, -15, 15)
	constant := absoluteSum(terms, m, new(big.Rat), ratOf(x, 1))
	roots, finite := absoluteRoots(terms, m, constant)
	for !finite {
		x++
		constant = absoluteSum(terms, m, new(big.Rat), ratOf(x, 1))
		roots, finite = absoluteRoots(terms, m, constant)
	}
	var left strings.Builder
	for i, t := range terms {
		left.WriteString(bracket(i == 0, "", bracket(t.factor < 0, " − ", " + ")) + "|" + linearText(t.a, t.b) + "|")
	}
	right := "n"
	if m != 0 {
		right = polynomialText([]int{0, m}) + " + n"
	}
	return worked(r, []string{
		"Find all real x with {left} = {right}, where n = {n}. List them in ascending order, fractions reduced.",
		"Let n = {n}. At which points do the graphs of y = {left} and y = {right} meet? List the x-coordinates from left to right as exact numbers.",
		"For n = {n} solve the equation {left} = {right} by cases and give the ascending list of its solutions (integers or reduced fractions).",
	}, []gen.Value{gen.Slot("n", constant.RatString()), gen.Fixed("left", left.String()), gen.Fixed("right", right)}, rationalList(roots...),
		"The signs change only where an expression between bars is zero. On each of the (at most %d) intervals between such points the equation is linear; a solution counts only if it lies in its interval. That leaves %s.", len(terms)+1, rationalList(roots...).Text())
}

// exponentialEquation asks for an exponent. Difficulty: 1 one power on each side,
// 2 x on both sides, 3 a product of powers, 4 a quotient with reciprocal bases, 5
// a quadratic equation for a power, with two solutions.
func exponentialEquation(r *rand.Rand, d gen.Difficulty) task.Item {
	base := gen.Pick(r, []int{2, 3, 5})
	if d == 5 {
		return exponentialQuadratic(r, base)
	}
	powers := gen.Sample(r, map[int][]int{2: {2, 3, 4, 5}, 3: {1, 2, 3, 4}, 5: {1, 2, 3, 4}}[base], 3)
	a, b, c, e := gen.Between(r, 2, 7), gen.Between(r, -9, 9), gen.Between(r, 1, 5), gen.Between(r, -9, 9)
	n := gen.Between(r, 10, 60)
	p, q, s := powers[0], powers[1], powers[2]
	first := fmt.Sprintf("%d^(%s)", power(base, p), linearText(a, b))
	second := fmt.Sprintf("%d^(%s)", power(base, q), linearText(c, e))
	slope, constant := p*a, p*b
	left, right := first, fmt.Sprintf("%d^n", power(base, s))
	switch d {
	case 2:
		right = fmt.Sprintf("%d^(n − %dx)", power(base, s), c)
		slope += s * c
	case 3:
		left += " · " + second
		slope, constant = slope+q*c, constant+q*e
	case 4:
		left = fmt.Sprintf("%s · (1/%d)^(%s)", first, power(base, q), linearText(-c, e))
		slope, constant = slope+q*c, constant-q*e
		right = fmt.Sprintf("%d^(n − x) / %d^(x)", power(base, s), base)
		slope += s + 1
	}
	x := ratOf(s*n-constant, slope)
	return worked(r, []string{
		"Solve {left} = {right} for x, where n = {n}. Give the exact value (integer or reduced fraction).",
		"Let n = {n}. For which real number x does {left} equal {right}? Answer with an integer or a fraction in lowest terms.",
		"Two quantities grow as {left} and {right} in x, with n = {n}. At which x, given exactly as a fraction or integer, are they equal?",
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("left", left), gen.Fixed("right", right)}, rationalAnswer(x),
		"All bases are powers of %d. Comparing its exponents gives (%d)·x + (%d) = %d after collecting x on the left, so x = %s.", base, slope, constant, s*n, x.RatString())
}

// exponentialQuadratic asks for both solutions of k·base^(2x) − B·base^x + C = 0.
func exponentialQuadratic(r *rand.Rand, base int) task.Item {
	exponents := gen.Sample(r, span(0, gen.Of(gen.Difficulty(base-1), 8, 6, 0, 4, 0)), 2)
	slices.Sort(exponents)
	u, v, k := power(base, exponents[0]), power(base, exponents[1]), gen.Between(r, 2, 60)
	shift := gen.Between(r, 1, 3) // the unknown exponent is shift·x + …
	values := []gen.Value{gen.Slot("k", k), gen.Slot("b", k*(u+v)), gen.Slot("c", k*u*v), gen.Fixed("square", fmt.Sprintf("%d^(%dx)", base*base, shift)), gen.Fixed("power", fmt.Sprintf("%d^(%dx)", base, shift))}
	return worked(r, []string{
		"Solve k·{square} − b·{power} + c = 0 with k = {k}, b = {b} and c = {c}. List the solutions in ascending order, fractions reduced.",
		"Let k = {k}, b = {b}, c = {c}. For which real x is k·{square} + c equal to b·{power}? Give the ascending list of exact values.",
		"With the coefficients k = {k}, b = {b} and c = {c} find the zeros of the function k·{square} − b·{power} + c, as an ascending list of integers or reduced fractions.",
	}, values, rationalList(ratOf(exponents[0], shift), ratOf(exponents[1], shift)),
		"With t = %d^(%dx) it is a quadratic equation with the solutions t = %d and t = %d. So %dx is %d or %d.", base, shift, u, v, shift, exponents[0], exponents[1])
}
