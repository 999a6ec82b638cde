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
	gen.Register("math/binomial-coefficient-extraction", "algebra", "Binomial coefficient extraction",
		"Find the coefficient of a monomial in powers of binomials and trinomials.", coefficientExtraction)
	gen.Register("math/complex-arithmetic", "algebra", "Complex arithmetic", "Simplify sums, products and quotients of complex numbers.", complexArithmetic)
	gen.Register("math/complex-power-by-polar-form", "algebra", "Complex power by polar form", "Raise complex numbers with regular angles to high powers.", complexPower)
}

// coefficientExtraction asks for a coefficient. Difficulty: 1 a binomial power, 2
// with powers of x and 1/x, 3 a product of two binomial powers, 4 a trinomial
// power, 5 a trinomial power times a binomial.
func coefficientExtraction(r *rand.Rand, d gen.Difficulty) task.Item {
	n, m := gen.Between(r, gen.Of(d, 5, 6, 4, 4, 4), gen.Of(d, 11, 10, 7, 7, 6)), gen.Between(r, 3, 6)
	draw := func(size int) int { return gen.Between(r, 1, size) * gen.Pick(r, []int{-1, 1}) }
	a, b, c := gen.Between(r, 1, 5), draw(6), draw(4)
	p, shift, text := powerOf([]int{b, a}, n), 0, fmt.Sprintf("(%s)^%d", linearText(a, b), n)
	switch d {
	case 2: // (a·x^u + b/x^v)^n = x^(−vn)·(a·x^(u+v) + b)^n
		u, v := gen.Between(r, 1, 3), gen.Between(r, 1, 2)
		base := make([]int, u+v+1)
		base[0], base[u+v] = b, a
		p, shift = powerOf(base, n), -v*n
		text = fmt.Sprintf("(%s %s %d/x^%d)^%d", termText(a, u), bracket(b < 0, "−", "+"), max(b, -b), v, n)
		i := gen.Between(r, 1, n-1) // the exponent must occur
		return extractionItem(r, text, (u+v)*i+shift, p[(u+v)*i])
	case 3:
		p = productOf(p, powerOf([]int{c, 1}, m))
		text += fmt.Sprintf("·(%s)^%d", linearText(1, c), m)
	case 4:
		p = powerOf([]int{b, c, a}, n)
		text = fmt.Sprintf("(%s)^%d", polynomialText([]int{b, c, a}), n)
	case 5:
		e := draw(5)
		p = productOf(powerOf([]int{b, c, a}, n), powerOf([]int{e, 2}, 3))
		text = fmt.Sprintf("(%s)^%d·(%s)^3", polynomialText([]int{b, c, a}), n, linearText(2, e))
	}
	k := gen.Between(r, 2, len(p)-3)
	return extractionItem(r, text, k+shift, p[k])
}

func extractionItem(r *rand.Rand, text string, k, coefficient int) task.Item {
	return worked(r, []string{
		"Find the coefficient of x^k in {text} for k = {k}.",
		"When {text} is multiplied out and collected by powers of x, which number multiplies x to the power {k}?",
		"Which coefficient belongs to the exponent {k} of x after {text} has been expanded?",
	}, []gen.Value{gen.Fixed("text", text), gen.Slot("k", k)}, task.Integer(int64(coefficient)),
		"By the binomial (multinomial) theorem one adds, over all ways to choose terms whose exponents add up to %d, the multinomial coefficient times the powers of the coefficients. The sum is %d.", k, coefficient)
}

// gaussian is a complex number with rational parts.
type gaussian struct{ re, im *big.Rat }

func gaussianOf(re, im int) gaussian { return gaussian{ratOf(re, 1), ratOf(im, 1)} }

func (z gaussian) plus(w gaussian) gaussian {
	return gaussian{new(big.Rat).Add(z.re, w.re), new(big.Rat).Add(z.im, w.im)}
}

func (z gaussian) times(w gaussian) gaussian {
	return gaussian{ratMinus(ratTimes(z.re, w.re), ratTimes(z.im, w.im)), new(big.Rat).Add(ratTimes(z.re, w.im), ratTimes(z.im, w.re))}
}

// over is z/w for w ≠ 0.
func (z gaussian) over(w gaussian) gaussian {
	norm := new(big.Rat).Add(ratTimes(w.re, w.re), ratTimes(w.im, w.im))
	t := z.times(gaussian{w.re, new(big.Rat).Neg(w.im)})
	return gaussian{ratOver(t.re, norm), ratOver(t.im, norm)}
}

func (z gaussian) power(n int) gaussian {
	out := gaussianOf(1, 0)
	for range n {
		out = out.times(z)
	}
	return out
}

// String writes a + bi with integers or fractions.
func (z gaussian) String() string {
	im := new(big.Rat).Abs(z.im).RatString()
	if im == "1" {
		im = ""
	}
	if strings.Contains(im, "/") {
		im = "(" + im + ")"
	}
	sign := " + "
	if z.im.Sign() < 0 {
		sign = " - "
	}
	return z.re.RatString() + sign + im + "i"
}

// drawGaussian draws a complex number with two non-zero integer parts.
func drawGaussian(r *rand.Rand, size int) gaussian {
	part := func() int { return gen.Between(r, 1, size) * gen.Pick(r, []int{-1, 1}) }
	return gaussianOf(part(), part())
}

// complexArithmetic asks for real and imaginary part. Difficulty is the number of
// operations: 1 a product, 2 a quotient, 3 a product over a number plus a third, 4
// with a square and a conjugate, 5 a fraction of sums of fractions.
func complexArithmetic(r *rand.Rand, d gen.Difficulty) task.Item {
	n, im := gen.Between(r, 10, 60), gen.Between(r, 1, 9)
	z, u, v, w := gaussianOf(n, im), drawGaussian(r, 9), drawGaussian(r, 9), drawGaussian(r, 5)
	x := gaussianOf(gen.Between(r, 6, 9), gen.Between(r, 1, 9)) // differs from w in its real part
	conjugate := gaussian{v.re, new(big.Rat).Neg(v.im)}
	var text string
	var value gaussian
	switch d {
	case 1:
		text, value = fmt.Sprintf("z·(%v)", u), z.times(u)
	case 2:
		text, value = fmt.Sprintf("z/(%v)", u), z.over(u)
	case 3:
		text, value = fmt.Sprintf("z·(%v)/(%v) + (%v)", u, v, w), z.times(u).over(v).plus(w)
	case 4:
		text, value = fmt.Sprintf("(%v)²·z/conj(%v) + (%v)·conj(%v)", w, v, u, v), w.power(2).times(z).over(conjugate).plus(u.times(conjugate))
	default:
		bottom := w.times(gaussianOf(-1, 0)).plus(x)
		text, value = fmt.Sprintf("(z/(%v) + (%v)/(%v)) / ((%v) − (%v))", u, v, w, x, w), z.over(u).plus(v.over(w)).over(bottom)
	}
	rule := ""
	if d == 4 {
		rule = " Here conj stands for the complex conjugate."
	}
	values := []gen.Value{gen.Slot("n", n), gen.Fixed("im", im), gen.Fixed("unit", strings.TrimPrefix(fmt.Sprint(im), bracket(im == 1, "1", "-"))+"i"), gen.Fixed("text", text), gen.Fixed("rule", rule)}
	return worked(r, []string{
		"Let z = n + {unit} with n = {n}. Write {text} in the form a + bi and give the list [a, b] of exact numbers.{rule}",
		"The complex number z has the real part {n} and the imaginary part {im}. Calculate {text}; answer with the list of its real and imaginary part, as integers or reduced fractions.{rule}",
		"In an alternating-current calculation z = n + {unit} with n = {n} (i² = −1). Find real part a and imaginary part b of {text} as a list [a, b] of integers or reduced fractions.{rule}",
	}, values, rationalList(value.re, value.im),
		"Multiplying out with i² = −1, and expanding every quotient with the conjugate of its denominator, gives %v.", value)
}

// complexPower asks for a power in Cartesian form. The numbers have angles that
// are multiples of 45° or 30°, and exponents with which the result is rational.
// Difficulty: 1 and 2 a power at 45° with growing exponents, 3 one at 30°, 4 a
// quotient of two, 5 a product of both kinds. Each is multiplied by a further
// number.
func complexPower(r *rand.Rand, d gen.Difficulty) task.Item {
	w := drawGaussian(r, 9)
	c := gen.Between(r, 10, 40)
	w.re = ratOf(c, 1)
	s, n := gen.Between(r, 1, gen.Of(d, 4, 2, 2, 2, 1)), gen.Between(r, gen.Of(d, 4, 9, 0, 9, 5), gen.Of(d, 9, 20, 0, 16, 12))
	diagonal := gaussianOf(s*gen.Pick(r, []int{-1, 1}), s*gen.Pick(r, []int{-1, 1}))
	straight, straightText := thirtyDegreePower(r, gen.Of(d, 1, 1, 2, 2, 1), 3*gen.Between(r, 2, gen.Of(d, 2, 2, 5, 4, 4)))
	text, value := fmt.Sprintf("(%v)^%d", diagonal, n), diagonal.power(n)
	switch d {
	case 3:
		text, value = straightText, straight
	case 4:
		m := gen.Between(r, 3, 8)
		below := gaussianOf(gen.Pick(r, []int{-1, 1}), gen.Pick(r, []int{-1, 1}))
		text, value = fmt.Sprintf("(%v)^%d/(%v)^%d", diagonal, n, below, m), value.over(below.power(m))
	case 5:
		text, value = text+"·"+straightText, value.times(straight)
	}
	result := value.times(w)
	im := new(big.Rat).Abs(w.im).RatString()
	if im == "1" {
		im = ""
	}
	factor := "c " + bracket(w.im.Sign() < 0, "−", "+") + " " + im + "i"
	return worked(r, []string{
		"Let c = {c}. Calculate ({factor})·{text} with i² = −1 and give the list [real part, imaginary part].",
		"The complex number {text} is multiplied by {factor}, where c = {c}. Which Cartesian coordinates [x, y] has the product in the complex plane?",
		"With c = {c}, write ({factor})·{text} as x + yi and list x and y, two integers or reduced fractions.",
	}, []gen.Value{gen.Slot("c", c), gen.Fixed("factor", factor), gen.Fixed("text", text)}, rationalList(result.re, result.im),
		"In polar form moduli are raised to the power and angles multiplied by it: %s = %v. Multiplied with %v this is %v.", text, value, w, result)
}

// thirtyDegreePower is the n-th power, n a multiple of 3, of a number s(±√3 ± i) or
// s(±1 ± √3·i): its modulus is (2s)^n, and its angle a multiple of 90° or 180°.
func thirtyDegreePower(r *rand.Rand, s, n int) (gaussian, string) {
	re, im := gen.Pick(r, []int{-1, 1}), gen.Pick(r, []int{-1, 1})
	surd := map[int]string{1: "√3", 2: "2√3"}[s]
	sign := func(x int) string { return bracket(x < 0, "-", "") }
	join := bracket(im < 0, " - ", " + ")
	text := fmt.Sprintf("(%s%s%s%si)^%d", sign(re), surd, join, map[int]string{1: "", 2: "2"}[s], n)
	angle := map[[2]int]int{{1, 1}: 30, {-1, 1}: 150, {-1, -1}: 210, {1, -1}: 330}[[2]int{re, im}]
	if r.IntN(2) == 0 {
		text = fmt.Sprintf("(%s%d%s%s·i)^%d", sign(re), s, join, surd, n)
		angle = map[[2]int]int{{1, 1}: 60, {-1, 1}: 120, {-1, -1}: 240, {1, -1}: 300}[[2]int{re, im}]
	}
	quarter := [...]gaussian{gaussianOf(1, 0), gaussianOf(0, 1), gaussianOf(-1, 0), gaussianOf(0, -1)}[angle*n/90%4]
	return quarter.times(gaussianOf(power(2*s, n), 0)), text
}
