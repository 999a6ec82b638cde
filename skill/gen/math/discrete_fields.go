package math

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/finite-field-polynomial-arithmetic", "discrete structures", "Finite-field polynomial arithmetic",
		"Compute products, inverses and powers in a finite field given by a modulus.", fieldArithmetic)
}

// finiteField is GF(p^k) as polynomials modulo a monic irreducible one, whose
// lower coefficients are low, constant first. Degrees 2 and 3 only.
type finiteField struct {
	p   int
	low []int
}

// drawField draws a field; a polynomial of degree 2 or 3 without a root is
// irreducible. The constant runs through all values for the drawn others and then
// those move on, so that an irreducible one is met.
func drawField(r *rand.Rand, p, degree int) finiteField {
	code := r.IntN(power(p, degree))
	for {
		f := finiteField{p: p, low: make([]int, degree)}
		for i, c := 0, code; i < degree; i++ {
			f.low[i], c = c%p, c/p
		}
		if !slices.ContainsFunc(span(0, p-1), func(x int) bool {
			value := 1
			for _, c := range slices.Backward(f.low) {
				value = (value*x + c) % p
			}
			return value == 0
		}) {
			return f
		}
		code = (code + 1) % power(p, degree)
	}
}

// multiply reduces from the highest power down by x^k = −low.
func (f finiteField) multiply(a, b []int) []int {
	product, k := productOf(a, b), len(f.low)
	for i := len(product) - 1; i >= k; i-- {
		for j, c := range f.low {
			product[i-k+j] -= product[i] * c
		}
		for j := range i {
			product[j] %= f.p
		}
	}
	out := product[:k]
	for i := range out {
		out[i] = (out[i]%f.p + f.p) % f.p
	}
	return out
}

func (f finiteField) power(a []int, e int) []int {
	result := make([]int, len(f.low))
	result[0] = 1
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = f.multiply(result, a)
		}
		a = f.multiply(a, a)
	}
	return result
}

// inverse uses that a^(q − 1) = 1.
func (f finiteField) inverse(a []int) []int { return f.power(a, power(f.p, len(f.low))-2) }

// element draws one that is not in the prime field.
func (f finiteField) element(r *rand.Rand) []int {
	a := make([]int, len(f.low))
	for i := range a {
		a[i] = r.IntN(f.p)
	}
	a[len(a)-1] = gen.Between(r, 1, f.p-1)
	return a
}

// fieldArithmetic asks for an element of GF(p^2) or GF(p^3). Difficulty goes from
// products to inverses (Euclid's algorithm on polynomials) and to a power times an
// inverse.
func fieldArithmetic(r *rand.Rand, d gen.Difficulty) task.Item {
	degree := gen.Of(d, 2, 3, 2, 3, 3)
	f := drawField(r, gen.Pick(r, gen.Of(d, []int{7, 11, 13}, []int{5, 7}, []int{11, 13, 17}, []int{5, 7, 11}, []int{3, 5})), degree)
	a, b, e := f.element(r), f.element(r), gen.Between(r, 5, power(f.p, degree)-2)
	var result []int
	var asked, working string
	switch d {
	case 1, 2:
		result = f.multiply(a, b)
		asked = fmt.Sprintf("the product of %s and %s", polynomialText(a), polynomialText(b))
		working = fmt.Sprintf("Multiply out, replace x^%d by %s and reduce the coefficients", degree, polynomialText(f.negativeLow()))
	case 3, 4:
		result = f.inverse(a)
		asked = fmt.Sprintf("the multiplicative inverse of %s", polynomialText(a))
		working = "Euclid's algorithm on the modulus and the element, or a linear system for the coefficients, gives the inverse; multiplying back gives 1"
	default:
		result = f.multiply(f.power(a, e), f.inverse(b))
		asked = fmt.Sprintf("the quotient of the {e}-th power of %s by %s", polynomialText(a), polynomialText(b))
		working = fmt.Sprintf("Squaring along the binary digits of the exponent gives the power %s; the inverse of the divisor is %s", polynomialText(f.power(a, e)), polynomialText(f.inverse(b)))
	}
	form := fmt.Sprintf("Give the list of its %d coefficients from 0 to %d, the constant term first.", degree, f.p-1)
	question, slots := gen.Ask(r, []string{
		"Let F be the field of polynomials in x with coefficients modulo {p}, taken modulo the irreducible polynomial {modulus}. Find " + asked + " in F. {form}",
		"The finite field with {q} elements is written as polynomials of degree below {degree} over the integers modulo {p}, with the relation {modulus} = 0. Compute " + asked + ". {form}",
		"A coding scheme calculates with polynomials over GF({p}) and reduces every result by {modulus}, which has no factors there. What is " + asked + "? {form}",
	}, gen.Fixed("p", f.p), gen.Fixed("q", power(f.p, degree)), gen.Fixed("degree", degree), gen.Fixed("modulus", polynomialText(append(slices.Clone(f.low), 1))), gen.Fixed("form", form), gen.Slot("e", e))
	return posed(question, slots, task.List(task.Integers(result)...), "%s. The result is %s.", working, polynomialText(result))
}

// negativeLow is what the leading power of the modulus equals.
func (f finiteField) negativeLow() []int {
	out := make([]int, len(f.low))
	for i, c := range f.low {
		out[i] = (f.p - c) % f.p
	}
	return out
}
