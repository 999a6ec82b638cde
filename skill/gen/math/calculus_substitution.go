package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/integration-by-substitution", calculusArea, "Integration by substitution",
		"Evaluate a definite integral through a substitution.", integrationBySubstitution)
	gen.Register("math/improper-integral", calculusArea, "Improper integral", "Find the value of an improper integral, or find that it diverges.", improperIntegral)
}

// constantIntegral is an integral of c times an integrand.
type constantIntegral struct {
	integrand, from, to string
	value               combination // without c
	diverges            bool
	how                 string
}

// ask words the item with c as a slot.
func (in constantIntegral) ask(r *rand.Rand, c int) task.Item {
	answer := task.String("diverges", "divergent", "it diverges", "does not converge")
	if !in.diverges {
		value := combination{}
		for _, t := range in.value {
			value = append(value, scaled{new(big.Rat).Mul(t.coefficient, ratOf(c, 1)), t.basis})
		}
		answer = exactAnswer(value)
	}
	values := []gen.Value{gen.Fixed("f", in.integrand), gen.Fixed("from", in.from), gen.Fixed("to", in.to), gen.Slot("c", c)}
	if in.to == "infinity" || in.diverges || in.from == "0 (where the integrand is not defined)" {
		return exercise(r, answer, fmt.Sprintf("Put c = %d. ", c)+in.how, []string{
			"Does the improper integral of c·{f} over x from {from} to {to} converge? With c = {c}, state what it comes to exactly and without decimals, or else the word diverges.",
			"As x runs from {from} to {to}, a tank fills at the rate c·{f} per unit of x, where c is {c}. To which total does this add up? Answer in exact form (no decimals), or write diverges if there is no finite one.",
			"Take the limit that defines the integral of c·{f} between {from} and {to}, c being {c}. Its exact number, not a decimal, is wanted; if the limit does not exist, answer diverges.",
		}, values...)
	}
	return exercise(r, answer, fmt.Sprintf("Put c = %d. ", c)+in.how, []string{
		"Evaluate the integral of c·{f} with respect to x from {from} to {to}, where c = {c}. Give the exact value, without decimals.",
		"Let c = {c} and f(x) = c·{f}. Find the definite integral of f between the limits {from} (lower) and {to} (upper). Give the exact value, without decimals.",
		"A force acts along the x-axis; at the place x it has the strength c·{f}, with c being {c}. Which work does it do from x = {from} to x = {to}? All quantities are in matching units. Give the exact value, without decimals.",
	}, values...)
}

// integrationBySubstitution asks for an integral of g′·h(g). Difficulty: 1 a
// power of a linear function, 2 of a quadratic, 3 a logarithm, 4 an exponential
// of a quadratic, 5 a function of a logarithm or an arctangent.
func integrationBySubstitution(r *rand.Rand, d gen.Difficulty) task.Item {
	c := gen.Between(r, 10, 99)
	from := gen.Between(r, 0, 3)
	to := from + gen.Between(r, 1, 4)
	if d == 5 {
		return logarithmicSubstitution(r).ask(r, c)
	}
	g := []int{gen.Between(r, 1, 9), gen.Between(r, 1, 9)} // positive for x ≥ 0
	if d >= 2 {
		g = append(g, gen.Between(r, 1, 5))
	}
	low, high := polynomialAt(g, from), polynomialAt(g, to)
	slope, text := polynomialText(differentiate(g)), polynomialText(g)
	in := constantIntegral{from: fmt.Sprint(from), to: fmt.Sprint(to)}
	how := fmt.Sprintf("With u = %s, du = (%s) dx, and u runs from %d to %d. ", text, slope, low, high)
	switch d {
	case 1, 2:
		n := gen.Between(r, 2, gen.Of(d, 5, 3, 2, 2, 2))
		value := ratOf(intPow(high, n+1)-intPow(low, n+1), n+1)
		in.integrand = fmt.Sprintf("(%s)·(%s)^%d", slope, text, n)
		if d == 1 {
			in.integrand = fmt.Sprintf("(%s)^%d", text, n)
			value.Quo(value, ratOf(g[1], 1))
		}
		in.value, in.how = combination{{value, ""}}, how+fmt.Sprintf("The power u^%d integrates to u^%d/%d.", n, n+1, n+1)
	case 3:
		in.integrand = fmt.Sprintf("(%s)/(%s)", slope, text)
		in.value, in.how = combination{{ratOf(1, 1), fmt.Sprintf(`\ln(%s)`, latexRat(ratOf(high, low)))}}, how+"The integral of 1/u is ln u."
	default:
		g = []int{gen.Between(r, 0, 9), gen.Between(r, 1, 4) * gen.Pick(r, []int{-1, 1}), gen.Between(r, 1, 3) * gen.Pick(r, []int{-1, 1})}
		low, high = polynomialAt(g, from), polynomialAt(g, to)
		if low == high {
			g[1] += 5 // changes the difference of the ends
			low, high = polynomialAt(g, from), polynomialAt(g, to)
		}
		in.integrand = fmt.Sprintf("(%s)·e^(%s)", polynomialText(differentiate(g)), polynomialText(g))
		in.value = combination{exponentialTerm(ratOf(1, 1), ratOf(high, 1)), exponentialTerm(ratOf(-1, 1), ratOf(low, 1))}
		in.how = fmt.Sprintf("With u = %s, u runs from %d to %d, and the integral of e^u is e^u.", polynomialText(g), low, high)
	}
	return in.ask(r, c)
}

// exponentialTerm is coefficient·e^exponent.
func exponentialTerm(coefficient, exponent *big.Rat) scaled {
	if exponent.Sign() == 0 {
		return scaled{coefficient, ""}
	}
	return scaled{coefficient, "e^{" + latexRat(exponent) + "}"}
}

// logarithmicSubstitution is a polynomial of ln x over x, a function of e^x, or a
// quotient that leads to an arctangent.
func logarithmicSubstitution(r *rand.Rand) constantIntegral {
	switch r.IntN(3) {
	case 0:
		a, b, n, k := gen.Between(r, 0, 3), gen.Between(r, 4, 9), gen.Between(r, 1, 4), gen.Between(r, 1, 9)
		// ∫ (u^n + k)/1 du with u = ln x
		value := ratOf(intPow(b, n+1)-intPow(a, n+1), n+1)
		value.Add(value, ratOf(k*(b-a), 1))
		from := fmt.Sprintf("e^%d", a)
		if a == 0 {
			from = "1"
		}
		power := fmt.Sprintf("(ln x)^%d", n)
		if n == 1 {
			power = "ln x"
		}
		return constantIntegral{integrand: fmt.Sprintf("(%s + %d)/x", power, k), from: from, to: fmt.Sprintf("e^%d", b), value: combination{{value, ""}},
			how: fmt.Sprintf("With u = ln x, du = dx/x, and u runs from %d to %d. The integral of u^%d + %d there is %s.", a, b, n, k, value.RatString())}
	case 1:
		p, q, b := gen.Between(r, 1, 9), gen.Between(r, 1, 9), gen.Between(r, 2, 12)
		// ∫ e^x/(p·e^x + q) dx from 0 to ln b
		return constantIntegral{integrand: fmt.Sprintf("e^x/(%d·e^x + %d)", p, q), from: "0", to: fmt.Sprintf("ln %d", b), value: combination{{ratOf(1, p), fmt.Sprintf(`\ln(%s)`, latexRat(ratOf(p*b+q, p+q)))}},
			how: fmt.Sprintf("With u = %d·e^x + %d, du = %d·e^x dx, and u runs from %d to %d. The integral of 1/u is ln u.", p, q, p, p+q, p*b+q)}
	}
	m, k, b := gen.Between(r, 1, 3), gen.Between(r, 1, 5), gen.Between(r, 1, 4)
	a := k * intPow(b, m) // u = k·x^m runs from 0 to a
	return constantIntegral{integrand: fmt.Sprintf("%s/(%d + %s)", termText(1, m-1), a*a, termText(k*k, 2*m)), from: "0", to: fmt.Sprint(b), value: combination{{ratOf(1, 4*a*m*k), `\pi`}},
		how: fmt.Sprintf("With u = %s, du = %s dx, and u runs from 0 to %d. The integral of 1/(%d + u²) is arctan(u/%d)/%d, so from 0 to %d it is π/(4·%d).", termText(k, m), termText(k*m, m-1), a, a*a, a, a, a, a)}
}

// improperIntegral asks for a value or the word diverges. Difficulty: 1 a power
// at infinity, 2 a power times an exponential, 3 partial fractions, 4 a power at
// 0, 5 products of quadratics.
func improperIntegral(r *rand.Rand, d gen.Difficulty) task.Item {
	c := gen.Between(r, 10, 99)
	p := gen.Between(r, 1, 9)
	q := p + gen.Between(r, 1, 9)
	diverges := r.IntN(4) == 0
	in := constantIntegral{to: "infinity", from: "0", diverges: diverges}
	switch d {
	case 1:
		n := gen.Between(r, 2, 5)
		if diverges {
			n = 1
		}
		in.integrand, in.from = "(x"+signed(p)+")^(-"+fmt.Sprint(n)+")", fmt.Sprint(q)
		in.how = "The antiderivative is a logarithm, which grows without bound."
		if !diverges {
			in.value = combination{{ratOf(1, (n-1)*intPow(p+q, n-1)), ""}}
			in.how = fmt.Sprintf("The antiderivative −1/(%d·(x + %d)^%d) tends to 0 at infinity, so its value at %d counts.", n-1, p, n-1, q)
		}
	case 2:
		n, k := gen.Between(r, 1, 4), gen.Between(r, 1, 9)
		in.diverges = false
		in.integrand = fmt.Sprintf("%s·e^(-%s)", termText(1, n), termText(k, 1))
		in.value = combination{{new(big.Rat).SetFrac(factorialOf(n), big.NewInt(int64(intPow(k, n+1)))), ""}}
		in.how = fmt.Sprintf("Each integration by parts lowers the power by one (from %d), and the limits contribute nothing until %d!/%d^%d remains.", n, n, k, n+1)
		if diverges && r.IntN(3) == 0 {
			in.diverges, in.integrand, in.how = true, fmt.Sprintf("%s·e^(%s)", termText(1, n), termText(k, 1)), "The integrand does not even tend to 0."
		}
	case 3:
		a := gen.Between(r, 0, 9)
		in.from = fmt.Sprint(a)
		in.integrand = fmt.Sprintf("1/((x + %d)(x + %d))", p, q)
		in.value = combination{{ratOf(1, q-p), fmt.Sprintf(`\ln(%s)`, latexRat(ratOf(a+q, a+p)))}}
		in.how = fmt.Sprintf("In partial fractions it is (1/(x + %d) − 1/(x + %d))/%d. The logarithms together tend to 0 at infinity, so ln(%d/%d)/%d remains.", p, q, q-p, a+q, a+p, q-p)
		if diverges {
			in.integrand, in.how = fmt.Sprintf("x/((x + %d)(x + %d))", p, q), "For large x the integrand is nearly 1/x, whose integral grows without bound."
		}
	case 4:
		return singularIntegral(r, diverges).ask(r, c)
	default:
		in.integrand = fmt.Sprintf("1/((x^2 + %d)(x^2 + %d))", p*p, q*q)
		in.value = combination{{ratOf(1, 2*p*q*(p+q)), `\pi`}}
		in.how = fmt.Sprintf("In partial fractions it is (1/(x² + %d) − 1/(x² + %d))/%d, whose integral is (π/(2·%d) − π/(2·%d))/%d.", p*p, q*q, q*q-p*p, p, q, q*q-p*p)
		if diverges {
			in.integrand, in.how = fmt.Sprintf("x^3/((x^2 + %d)(x^2 + %d))", p*p, q*q), "For large x the integrand is nearly 1/x, whose integral grows without bound."
		}
	}
	return in.ask(r, c)
}

// singularIntegral is a sum of two powers with a singularity at 0.
func singularIntegral(r *rand.Rand, diverges bool) constantIntegral {
	t := gen.Between(r, 2, 4)
	s := gen.Between(r, 1, t-1)
	if diverges {
		s = t + gen.Between(r, 0, 2)
	}
	root, k := gen.Between(r, 2, 6), gen.Between(r, 1, 12)
	b := intPow(root, t)
	in := constantIntegral{integrand: fmt.Sprintf("(x^(-%d/%d) + %d)", s, t, k), from: "0 (where the integrand is not defined)", to: fmt.Sprint(b), diverges: diverges}
	if g := gcd(s, t); g > 1 {
		in.integrand = fmt.Sprintf("(x^(-%s) + %d)", ratOf(s, t).RatString(), k)
		if !ratOf(s, t).IsInt() {
			in.integrand = fmt.Sprintf("(x^(-%d/%d) + %d)", s/g, t/g, k)
		}
	}
	in.how = "Near 0 the exponent is −1 or less, so the integral grows without bound there."
	if !diverges {
		value := ratOf(t*intPow(root, t-s), t-s)
		in.value = combination{{value.Add(value, ratOf(k*b, 1)), ""}}
		in.how = fmt.Sprintf("The exponent is above −1, so the antiderivative %s·x^(%s) + %dx is continuous at 0, where it vanishes. At %d = %d^%d it is the value.", ratOf(t, t-s).RatString(), ratOf(t-s, t).RatString(), k, b, root, t)
	}
	return in
}
