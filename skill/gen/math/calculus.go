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
	gen.Register("math/integration-by-parts", "calculus", "Integration by parts",
		"Evaluate a definite integral of a polynomial times an exponential, logarithmic or trigonometric function.", integrationByParts)
}

// integral is a definite integral and its exact value.
type integral struct {
	integrand string // with x as the variable
	from, to  string
	// slot is the upper limit where it is an integer.
	slot  bool
	value combination
	how   string // the pattern of the integration by parts
}

// integrationByParts asks for a definite integral. Difficulty is how many times
// parts must be integrated, 1 to 5.
func integrationByParts(r *rand.Rand, d gen.Difficulty) task.Item {
	times := int(d)
	in := gen.Pick(r, []func(*rand.Rand, int) integral{exponentialIntegral, logarithmIntegral, trigonometricIntegral})(r, times)
	const form = " Give the exact value in closed form, without decimals."
	upper := gen.Fixed("to", in.to)
	if in.slot {
		upper = gen.Slot("to", in.to)
	}
	question, slots := gen.Ask(r, []string{
		"Evaluate the definite integral of f(x) = {f} from x = {from} to x = {to}." + form,
		"The curve y = {f} and the x-axis bound regions between x = {from} and x = {to}. Find their signed area (parts below the axis count as negative)." + form,
		"A point moves along the number line, and at time x its velocity is {f}. What is its displacement between the instants x = {from} and x = {to}?" + form,
	}, gen.Fixed("f", in.integrand), gen.Fixed("from", in.from), upper)
	answer := task.Expression(in.value.latex())
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(in.how+" Collecting the terms at both limits gives the value.", answer),
	}
}

// exponentialIntegral is ∫ P(x)·e^(kx) dx from 0 to T with a P of the given
// degree: [Σ (−1)^j P^(j)(x)/k^(j+1) · e^(kx)].
func exponentialIntegral(r *rand.Rand, degree int) integral {
	p := randomPolynomial(r, degree, 12)
	k := gen.Pick(r, []int{-3, -2, -1, 1, 2, 3, 4})
	to := gen.Between(r, 1, 5)
	value := combination{
		{repeatedParts(p, ratOf(k, 1), ratOf(to, 1)), fmt.Sprintf("e^{%d}", k*to)},
		{new(big.Rat).Neg(repeatedParts(p, ratOf(k, 1), new(big.Rat))), ""},
	}
	return integral{
		integrand: fmt.Sprintf("(%s)·e^(%s)", polynomialText(p), polynomialText([]int{0, k})), from: "0", to: fmt.Sprint(to), slot: true, value: value,
		how: fmt.Sprintf("Differentiate the polynomial and integrate the exponential, %d times in all; each step divides by %d and changes the sign.", degree, k),
	}
}

// repeatedParts is Σ (−1)^j P^(j)(x)/k^(j+1).
func repeatedParts(p []int, k, x *big.Rat) *big.Rat {
	coef := make([]*big.Rat, len(p))
	for i, c := range p {
		coef[i] = ratOf(c, 1)
	}
	sum, scale := new(big.Rat), new(big.Rat).Inv(k)
	for len(coef) > 0 {
		at := new(big.Rat) // Horner
		for i := len(coef) - 1; i >= 0; i-- {
			at.Add(at.Mul(at, x), coef[i])
		}
		sum.Add(sum, at.Mul(at, scale))
		scale.Neg(scale.Quo(scale, k))
		for i := 1; i < len(coef); i++ {
			coef[i-1] = new(big.Rat).Mul(coef[i], ratOf(i, 1))
		}
		coef = coef[:len(coef)-1]
	}
	return sum
}

// logarithmIntegral is ∫ c·x^n·(ln x)^m dx from 1 to b. With I(m) for c = 1,
// I(m) = b^(n+1)·(ln b)^m/(n+1) − m/(n+1)·I(m−1) and I(0) = (b^(n+1) − 1)/(n+1).
func logarithmIntegral(r *rand.Rand, m int) integral {
	n, c, b := gen.Between(r, 1, 7), gen.Between(r, 2, 60), gen.Between(r, 2, 15)
	power := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(int64(b)), big.NewInt(int64(n+1)), nil))
	factor := ratOf(c, n+1)
	var value combination
	for j := m; j >= 1; j-- {
		basis := fmt.Sprintf(`\ln(%d)`, b)
		if j > 1 {
			basis = fmt.Sprintf(`(\ln(%d))^{%d}`, b, j)
		}
		value = append(value, scaled{new(big.Rat).Mul(factor, power), basis})
		factor = new(big.Rat).Mul(factor, ratOf(-j, n+1))
	}
	value = append(value, scaled{factor.Mul(factor, power.Sub(power, ratOf(1, 1))), ""})
	f := termText(c, n) + "·ln(x)"
	if m > 1 {
		f = fmt.Sprintf("%s·(ln x)^%d", termText(c, n), m)
	}
	return integral{
		integrand: f, from: "1", to: fmt.Sprint(b), slot: true, value: value,
		how: fmt.Sprintf("Integrate the power of x and differentiate the power of ln x: each of the %d steps lowers that power by one and brings a factor over %d.", m, n+1),
	}
}

// trigonometricIntegral is ∫ P(x)·sin(kx) or cos(kx) dx from 0 to π. As
// sin(kπ) = 0 and cos(kπ) = ±1, the value is a polynomial in π.
func trigonometricIntegral(r *rand.Rand, degree int) integral {
	p := randomPolynomial(r, degree, 20)
	k := gen.Between(r, 1, 9)
	sine := r.IntN(2) == 0
	if !sine {
		k |= 1 // with cos and an even k the integral of a linear P would be 0
	}
	// F = A·sin + B·cos: for sin, B = Σ (−1)^(i+1) P^(2i)/k^(2i+1); for cos,
	// B = Σ (−1)^i P^(2i+1)/k^(2i+2). Only B·cos counts at the limits.
	b := make([]*big.Rat, len(p))
	for i := range b {
		b[i] = new(big.Rat)
	}
	derivative, scale := p, ratOf(1, k)
	for order := 0; len(derivative) > 0; order++ {
		if (order%2 == 0) == sine {
			sign := int64(1)
			if (order/2%2 == 0) == sine {
				sign = -1
			}
			for i, c := range derivative {
				b[i].Add(b[i], new(big.Rat).Mul(big.NewRat(sign*int64(c), 1), scale))
			}
		}
		derivative = differentiate(derivative)
		scale = new(big.Rat).Quo(scale, ratOf(k, 1))
	}
	value := combination{}
	end := ratOf(1-2*(k%2), 1) // cos kπ
	for i := len(b) - 1; i >= 1; i-- {
		basis := `\pi`
		if i > 1 {
			basis = fmt.Sprintf(`\pi^{%d}`, i)
		}
		value = append(value, scaled{new(big.Rat).Mul(b[i], end), basis})
	}
	value = append(value, scaled{b[0].Mul(b[0], end.Sub(end, ratOf(1, 1))), ""})
	name := map[bool]string{true: "sin", false: "cos"}[sine]
	return integral{
		integrand: fmt.Sprintf("(%s)·%s(%s)", polynomialText(p), name, polynomialText([]int{0, k})), from: "0", to: "π", value: value,
		how: fmt.Sprintf("Differentiate the polynomial and integrate the trigonometric factor, %d times in all. At both limits the sine terms vanish, and cos(%dπ) = %d.", degree, k, 1-2*(k%2)),
	}
}

func differentiate(p []int) []int {
	out := make([]int, len(p)-1)
	for i := range out {
		out[i] = (i + 1) * p[i+1]
	}
	return out
}

// randomPolynomial has the given degree and coefficients up to size.
func randomPolynomial(r *rand.Rand, degree, size int) []int {
	p := make([]int, degree+1)
	for i := range p {
		p[i] = gen.Between(r, -size, size)
	}
	p[degree] = gen.Between(r, 1, size)
	return p
}

// scaled is a rational times a basis value, in LaTeX; "" is 1.
type scaled struct {
	coefficient *big.Rat
	basis       string
}

// combination is a sum of scaled basis values.
type combination []scaled

// latex writes the sum without its zero terms.
func (c combination) latex() string {
	var b strings.Builder
	for _, t := range c {
		if t.coefficient.Sign() == 0 {
			continue
		}
		if b.Len() > 0 && t.coefficient.Sign() > 0 {
			b.WriteString("+")
		}
		switch text := latexRat(t.coefficient); {
		case t.basis == "":
			b.WriteString(text)
		case text == "1":
			b.WriteString(t.basis)
		case text == "-1":
			b.WriteString("-" + t.basis)
		default:
			b.WriteString(text + t.basis)
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}
