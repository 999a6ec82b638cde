package math

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/factorial-trailing-zeros-in-a-base", "number theory", "Factorial trailing zeros in a base",
		"Count the zeros at the end of a factorial written in a base.", factorialZeros)
	gen.Register("math/binomial-prime-valuation", "number theory", "Binomial prime valuation",
		"Find the power of a prime that divides a binomial or multinomial coefficient.", binomialValuation)
}

// factorialValuation is the exponent of a prime in n! (Legendre's formula).
func factorialValuation(n, p int) int {
	e := 0
	for n > 0 {
		n /= p
		e += n
	}
	return e
}

// zerosInBase is how many zeros end the base-b numeral of a number whose prime
// exponents are given.
func zerosInBase(base int, exponent func(p int) int) int {
	zeros := -1
	for _, f := range factorise(base) {
		if k := exponent(f.p) / f.e; zeros < 0 || k < zeros {
			zeros = k
		}
	}
	return zeros
}

// factorialZeros asks for zeros at the end. Difficulty: 1 a prime base, 2 a base
// of two primes, 3 one with prime powers, 4 a quotient of factorials, 5 the least
// n whose factorial has so many zeros.
func factorialZeros(r *rand.Rand, d gen.Difficulty) task.Item {
	base := gen.Pick(r, gen.Of(d, []int{3, 5, 7, 11, 13, 17, 19, 23}, []int{10, 14, 15, 21, 22, 33, 35}, []int{8, 9, 12, 18, 20, 24, 45, 50, 72}, []int{9, 12, 18, 20, 24, 28, 45, 72}, []int{8, 9, 12, 18, 20, 24, 45, 72}))
	n := gen.Between(r, gen.Of(d, 200, 200, 200, 1500, 100), gen.Of(d, 3000, 3000, 6000, 6000, 3000))
	k := gen.Between(r, 100, 1400)
	exponent := func(p int) int { return factorialValuation(n, p) }
	if d == 4 {
		exponent = func(p int) int { return factorialValuation(n, p) - factorialValuation(k, p) }
	}
	var parts []string
	for _, f := range factorise(base) {
		parts = append(parts, fmt.Sprintf("%d to the power %d (base: %d)", f.p, exponent(f.p), f.e))
	}
	zeros := zerosInBase(base, exponent)
	values := []gen.Value{gen.Slot("n", n), gen.Slot("k", k), gen.Slot("base", base), gen.Slot("zeros", zeros)}
	switch d {
	case 4:
		return worked(r, []string{
			"The product of all integers greater than {k} and not greater than {n} is written in base {base}. How many zeros stand at its end?",
			"How often can the quotient n!/k! be divided by {base} without remainder, if n = {n} and k = {k}?",
			"Multiply the integers following {k} up to and including {n}. With how many zeros does the numeral of the product in the system of base {base} end?",
		}, values, task.Integer(int64(zeros)), "By Legendre's formula for both factorials the product contains %s. So there are %d zeros.", strings.Join(parts, " and "), zeros)
	case 5:
		for n > 1 && zerosInBase(base, func(p int) int { return factorialValuation(n-1, p) }) >= zeros {
			n--
		}
		return worked(r, []string{
			"What is the least n for which n! ends in at least {zeros} zeros in base {base}?",
			"A factorial n! shall be divisible by the {zeros}-th power of {base}. How small can n be?",
			"Going through 1!, 2!, 3!, …, at which n does the numeral of n! first have {zeros} or more zeros at the end, written in base {base}?",
		}, values, task.Integer(int64(n)), "The zeros grow with n, so one searches with Legendre's formula: %d! has at least %d zeros and %d! has fewer.", n, zeros, n-1)
	}
	return worked(r, []string{
		"How many zeros stand at the end of n! in base {base}, where n = {n}?",
		"The product of the integers from 1 to {n} is divided by {base} as often as it goes without remainder. How often is that?",
		"Written in the positional system of base {base}, the factorial of {n} ends in a block of zeros. How long is the block?",
	}, values, task.Integer(int64(zeros)), "By Legendre's formula %d! contains %s. So there are %d zeros.", n, strings.Join(parts, " and "), zeros)
}

// binomialValuation asks for the exponent of a prime. Difficulty: 1 and 2
// binomial coefficients of growing n (Kummer's carries), 3 three-part multinomial
// coefficients, 4 four parts, 5 the power of a composite number.
func binomialValuation(r *rand.Rand, d gen.Difficulty) task.Item {
	parts := make([]int, gen.Of(d, 2, 2, 3, 4, 2))
	for i := range parts {
		parts[i] = gen.Between(r, gen.Of(d, 20, 300, 200, 200, 500), gen.Of(d, 200, 5000, 3000, 5000, 9000))
	}
	base := gen.Pick(r, gen.Of(d, []int{2, 3, 5}, []int{2, 3, 5, 7}, []int{2, 3, 5, 7}, []int{2, 3, 5, 7}, []int{4, 6, 12, 18, 8, 24}))
	n := sumOf(parts)
	exponent := func(p int) int {
		e := factorialValuation(n, p)
		for _, k := range parts {
			e -= factorialValuation(k, p)
		}
		return e
	}
	result := zerosInBase(base, exponent)
	var carries []string
	for _, f := range factorise(base) {
		carries = append(carries, fmt.Sprintf("adding the parts %s in base %d makes carries worth %d in all, the exponent of %d", gen.Enumerated(intTexts("%d", parts)), f.p, exponent(f.p), f.p))
	}
	values := []gen.Value{gen.Slot("n", n), gen.Slot("k", parts[0]), gen.Fixed("parts", gen.Enumerated(intTexts("%d", parts))), gen.Slot("base", base)}
	phrasings := []string{
		"Find the largest e for which the e-th power of {base} divides the binomial coefficient C(n, k) with n = {n} and k = {k}.",
		"From {n} people one chooses {k}. How many times can the number of possible choices be divided by {base} without remainder?",
		"The number of ways to mark {k} of {n} fields is written in base {base}. How many zeros are at its end?",
	}
	if len(parts) > 2 {
		phrasings = []string{
			"A word contains different letters, {parts} times respectively, and no others. The number of its rearrangements is divided by {base} as often as that leaves no remainder. How often is that?",
			"Find the exponent of {base} in the prime factorisation of the multinomial coefficient whose lower entries are {parts} and whose upper entry is their sum.",
			"People are split into named groups of {parts} members. With how many zeros does the number of possible splits end when it is written in base {base}?",
		}
	}
	return worked(r, phrasings, values, task.Integer(int64(result)), "By Kummer's theorem, %s. The answer is %d.", strings.Join(carries, "; "), result)
}
