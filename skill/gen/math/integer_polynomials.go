package math

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"segue/task"
)

// Polynomials are slices of integer coefficients; coefficient i belongs to x^i.

// productOf multiplies polynomials.
func productOf(factors ...[]int) []int {
	out := []int{1}
	for _, f := range factors {
		next := make([]int, len(out)+len(f)-1)
		for i, a := range out {
			for j, b := range f {
				next[i+j] += a * b
			}
		}
		out = next
	}
	return out
}

// powerOf is a polynomial to a power.
func powerOf(p []int, n int) []int {
	factors := make([][]int, n)
	for i := range factors {
		factors[i] = p
	}
	return productOf(factors...)
}

// totalOf adds polynomials.
func totalOf(terms ...[]int) []int {
	var out []int
	for _, p := range terms {
		for len(out) < len(p) {
			out = append(out, 0)
		}
		for i, c := range p {
			out[i] += c
		}
	}
	return out
}

// valueAt evaluates a polynomial at a rational point by Horner's rule.
func valueAt(p []int, x *big.Rat) *big.Rat {
	v := new(big.Rat)
	for _, c := range slices.Backward(p) {
		v.Add(v.Mul(v, x), ratOf(c, 1))
	}
	return v
}

// fallingCoefficients lists the coefficients of a polynomial, highest power first.
func fallingCoefficients(p []int) task.Answer {
	p = slices.Clone(p)
	slices.Reverse(p)
	return task.List(task.Integers(p)...)
}

// polynomialWith writes a polynomial with a name in place of its constant term.
func polynomialWith(p []int, name string) string {
	rest := slices.Clone(p)
	rest[0] = 0
	return polynomialText(rest) + " + " + name
}

// rationalList is a list of rationals.
func rationalList(values ...*big.Rat) task.Answer {
	items := make([]task.Answer, len(values))
	for i, v := range values {
		items[i] = rationalAnswer(v)
	}
	return task.List(items...)
}

// ascending sorts rationals and drops repeated ones.
func ascending(values []*big.Rat) []*big.Rat {
	slices.SortFunc(values, func(a, b *big.Rat) int { return a.Cmp(b) })
	return slices.CompactFunc(values, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
}

// linearText writes a·x + b for a non-zero a.
func linearText(a, b int) string { return polynomialText([]int{b, a}) }

// bracketProduct writes a product of polynomials, each in brackets.
func bracketProduct(polynomials ...[]int) string {
	var b strings.Builder
	for _, p := range polynomials {
		fmt.Fprintf(&b, "(%s)", polynomialText(p))
	}
	return b.String()
}
