package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
)

// jet is a Taylor polynomial: jet[i] belongs to the i-th power of the distance
// from the point of expansion. Operations keep the length of the receiver.
type jet []*big.Rat

// polynomialJet expands a polynomial at x to the given length.
func polynomialJet(p []int, x *big.Rat, length int) jet {
	out := make(jet, length)
	coef := make([]*big.Rat, len(p))
	for i, c := range p {
		coef[i] = ratOf(c, 1)
	}
	for i := range out { // synthetic division by (t − x) leaves one coefficient each time
		out[i] = new(big.Rat)
		if len(coef) == 0 {
			continue
		}
		for j := len(coef) - 2; j >= 0; j-- {
			coef[j].Add(coef[j], new(big.Rat).Mul(coef[j+1], x))
		}
		out[i], coef = coef[0], coef[1:]
	}
	return out
}

func (a jet) plus(b jet) jet {
	out := make(jet, len(a))
	for i := range a {
		out[i] = new(big.Rat).Add(a[i], b[i])
	}
	return out
}

func (a jet) times(b jet) jet {
	out := make(jet, len(a))
	for i := range a {
		out[i] = new(big.Rat)
		for j := 0; j <= i; j++ {
			if a[j].Sign() != 0 && b[i-j].Sign() != 0 {
				out[i].Add(out[i], new(big.Rat).Mul(a[j], b[i-j]))
			}
		}
	}
	return out
}

func (a jet) scaledBy(c *big.Rat) jet {
	out := make(jet, len(a))
	for i := range a {
		out[i] = new(big.Rat).Mul(a[i], c)
	}
	return out
}

// power is a^n for n ≥ 0.
func (a jet) power(n int) jet {
	out := polynomialJet([]int{1}, new(big.Rat), len(a))
	for range n {
		out = out.times(a)
	}
	return out
}

// over is a/b for b[0] ≠ 0.
func (a jet) over(b jet) jet {
	out := make(jet, len(a))
	for i := range a {
		sum := new(big.Rat).Set(a[i])
		for j := range i {
			sum.Sub(sum, new(big.Rat).Mul(out[j], b[i-j]))
		}
		out[i] = sum.Quo(sum, b[0])
	}
	return out
}

// root is √a where a[0] is the square of root0 > 0.
func (a jet) root(root0 *big.Rat) jet {
	out := make(jet, len(a))
	out[0] = root0
	twice := new(big.Rat).Mul(root0, ratOf(2, 1))
	for i := 1; i < len(a); i++ {
		sum := new(big.Rat).Set(a[i])
		for j := 1; j < i; j++ {
			sum.Sub(sum, new(big.Rat).Mul(out[j], out[i-j]))
		}
		out[i] = sum.Quo(sum, twice)
	}
	return out
}

// in is Σ a[i]·u^i for a jet u with u[0] = 0.
func (a jet) in(u jet) jet {
	out := polynomialJet(nil, new(big.Rat), len(u))
	for i := len(u) - 1; i >= 0; i-- {
		out = out.times(u)
		out[0].Add(out[0], a[i])
	}
	return out
}

// derivative is a′, whose last coefficient is unknown and left out.
func (a jet) derivative() jet {
	out := make(jet, len(a)-1)
	for i := range out {
		out[i] = new(big.Rat).Mul(a[i+1], ratOf(i+1, 1))
	}
	return out
}

// analytic is an elementary function with its Maclaurin series.
type analytic struct {
	format string // around its argument
	series func(length int) jet
}

var analyticFunctions = []analytic{
	{"e^(%s)", func(n int) jet {
		return maclaurin(n, func(i int) *big.Rat { return new(big.Rat).SetFrac(big.NewInt(1), factorialOf(i)) })
	}},
	{"cos(%s)", func(n int) jet {
		return maclaurin(n, func(i int) *big.Rat {
			return new(big.Rat).SetFrac(big.NewInt(int64((1-i%2)*(1-i%4))), factorialOf(i))
		})
	}},
	{"ln(1%s)", func(n int) jet {
		return maclaurin(n, func(i int) *big.Rat { return ratOf(map[bool]int{true: 1}[i > 0]*(2*(i%2)-1), max(i, 1)) })
	}},
	{"(1/(1%s))", func(n int) jet { return maclaurin(n, func(i int) *big.Rat { return ratOf(1-2*(i%2), 1) }) }},
	{"√(1%s)", func(n int) jet {
		one := polynomialJet([]int{1, 1}, new(big.Rat), n)
		return one.root(ratOf(1, 1))
	}},
	{"sin(%s)", func(n int) jet {
		return maclaurin(n, func(i int) *big.Rat { return new(big.Rat).SetFrac(big.NewInt(int64((i%2)*(2-i%4))), factorialOf(i)) })
	}},
}

// maclaurin lists coefficients.
func maclaurin(length int, coefficient func(i int) *big.Rat) jet {
	out := make(jet, length)
	for i := range out {
		out[i] = coefficient(i)
	}
	return out
}

func factorialOf(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// at writes the function of a polynomial argument without constant term and
// expands it at 0.
func (f analytic) at(argument []int, length int) (text string, expansion jet) {
	text = polynomialText(argument)
	if strings.Contains(f.format, "1%s") { // 1 + argument, the lowest power first
		text = ""
		for i, c := range argument {
			if c != 0 {
				text += signed(c)[:3] + termText(max(c, -c), i)
			}
		}
	}
	return fmt.Sprintf(f.format, text), f.series(length).in(polynomialJet(argument, new(big.Rat), length))
}

// drawAnalytic draws a function of c·x.
func drawAnalytic(r *rand.Rand, size, length int) (text string, expansion jet) {
	c := gen.Between(r, 1, size) * gen.Pick(r, []int{-1, 1})
	return gen.Pick(r, analyticFunctions).at([]int{0, c}, length)
}

// rationalPolynomialText writes a polynomial with rational coefficients, the lowest power first.
func rationalPolynomialText(p jet) string {
	var b strings.Builder
	for i, c := range p {
		if c.Sign() == 0 {
			continue
		}
		switch {
		case c.Sign() < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		size := new(big.Rat).Abs(c)
		switch {
		case size.IsInt():
			b.WriteString(termText(int(size.Num().Int64()), i))
		case i == 0:
			b.WriteString(size.RatString())
		default:
			b.WriteString("(" + size.RatString() + ")" + termText(1, i))
		}
	}
	text := b.String()
	if strings.HasPrefix(text, " - ") {
		text = "-" + text[3:]
	}
	if text == "" {
		return "0"
	}
	return text
}
