package math

import (
	"fmt"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/multiplicative-order", "number theory", "Multiplicative order", "Find the least exponent that makes a power congruent to one.", multiplicativeOrder)
	gen.Register("math/smallest-primitive-root", "number theory", "Smallest primitive root",
		"Find the smallest generator of the units modulo a prime above a bound.", primitiveRoot)
	gen.Register("math/jacobi-symbol", "number theory", "Jacobi symbol", "Evaluate Jacobi symbols with the law of reciprocity.", jacobiSymbols)
	gen.Register("math/small-discrete-logarithm", "number theory", "Small discrete logarithm", "Find the exponent of a power modulo a prime.", discreteLogarithm)
}

// multiplicativeOrder asks for the least k ≥ 1 with a^k ≡ 1 (mod n). Difficulty
// raises n and from 3 on makes it composite, so that the order is the least common
// multiple of several.
func multiplicativeOrder(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Pick(r, primesBetween(gen.Of(d, 20, 150, 11, 29, 61), gen.Of(d, 200, 700, 31, 61, 131)))
	if d >= 3 {
		n *= gen.Between(r, gen.Of(d, 0, 0, 6, 10, 15), gen.Of(d, 0, 0, 25, 40, 60))
	}
	a := gen.Between(r, 2, n-2)
	for gcd(a, n) != 1 { // n-1 is coprime to n
		a++
	}
	order := orderMod(a, n)
	return worked(r, []string{
		"Find the least positive integer k for which the power a^k leaves remainder 1 on division by n, where a = {a} and n = {n}.",
		"A shuffle moves the card at position x of a pack to position {a}·x modulo {n} (positions are counted from 0). After how many shuffles is every card back at its place for the first time?",
		"The sequence of the powers of {a}, each reduced modulo {n}, begins with 1. How long is its period?",
	}, []gen.Value{gen.Slot("a", a), gen.Fixed("n", n)}, task.Integer(int64(order)),
		"n = %s, so φ(n) = %d, and the order divides it. Of the divisors %d is the least for which the power is 1; dividing it by any of its primes (%s) gives another value.",
		factorText(factorise(n)), totient(n), order, factorText(factorise(order)))
}

// primitiveRoot asks for the least primitive root above a bound. Difficulty raises
// the prime and the number of primes of p − 1, each a condition to test.
func primitiveRoot(r *rand.Rand, d gen.Difficulty) task.Item {
	primes := primesBetween(gen.Of(d, 29, 100, 200, 400, 800), gen.Of(d, 300, 400, 600, 1000, 2000))
	p := gen.Pick(r, primes)
	for d >= 3 && len(factorise(p-1)) < 3 { // every range holds such primes
		p = gen.Pick(r, primes)
	}
	n := gen.Between(r, 2, p-2)
	root := primitiveRootAbove(n, p)
	return worked(r, []string{
		"What is the smallest primitive root modulo the prime p that is larger than n, where p = {p} and n = {n}?",
		"The residues not divisible by the prime {p} form a cyclic group under multiplication. Which is the least integer greater than {n} that generates it?",
		"For the prime {p} there are integers g whose powers run through all non-zero residues. Find the smallest such g beyond {n}.",
	}, []gen.Value{gen.Fixed("p", p), gen.Slot("n", n)}, task.Integer(int64(root)),
		"p − 1 = %s. A residue g generates the group when g^((p−1)/q) is not 1 for each of these primes q. Testing from %d upwards, %d is the first to pass.", factorText(factorise(p-1)), n+1, root)
}

// jacobiSymbols asks for three symbols with one odd modulus. Difficulty raises
// the modulus and with it the number of reciprocity steps; from 3 on it is
// composite, so that squares may not be counted instead. None is 0.
func jacobiSymbols(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Pick(r, primesBetween(gen.Of(d, 30, 200, 7, 17, 31), gen.Of(d, 200, 900, 29, 61, 199)))
	if d >= 3 {
		primes := primesBetween(gen.Of(d, 0, 0, 11, 23, 41), gen.Of(d, 0, 0, 43, 97, 211))
		q := gen.Pick(r, primes)
		for q == n { // a square would make all symbols 1
			q = gen.Pick(r, primes)
		}
		n *= q
	}
	tops, symbols := make([]int, 3), make([]int, 3)
	for i := range tops {
		tops[i] = gen.Between(r, 2, 2*n)
		for gcd(tops[i], n) != 1 {
			tops[i]++
		}
		symbols[i] = jacobi(tops[i], n)
	}
	return worked(r, []string{
		"Evaluate the Jacobi symbols (a/n), (b/n) and (c/n) for a = {a}, b = {b}, c = {c} and n = {n}. Give the list of the three values, each 1 or -1.",
		"Three integers are given, {a}, {b} and {c}. For each state its Jacobi symbol over the odd number {n}, in a list of numbers 1 and -1 in this order.",
		"Write the Jacobi symbols of {a}, of {b} and of {c}, all with the lower entry {n}, as a list in this order (entries 1 or -1).",
	}, []gen.Value{gen.Slot("a", tops[0]), gen.Slot("b", tops[1]), gen.Slot("c", tops[2]), gen.Slot("n", n)}, task.List(task.Integers(symbols)...),
		"%s %s %s", jacobiWorking(tops[0], n), jacobiWorking(tops[1], n), jacobiWorking(tops[2], n))
}

// jacobiWorking writes the steps of one symbol: reduce, take twos out, swap.
func jacobiWorking(a, n int) string {
	text, sign := fmt.Sprintf("(%d/%d)", a, n), 1
	for a %= n; a > 1; {
		for a%2 == 0 {
			if n%8 == 3 || n%8 == 5 {
				sign = -sign
			}
			a /= 2
		}
		if a%4 == 3 && n%4 == 3 {
			sign = -sign
		}
		if a > 1 {
			text += fmt.Sprintf(" = %s(%d/%d)", bracket(sign > 0, "", "−"), n%a, a)
		}
		a, n = n%a, a
	}
	return text + fmt.Sprintf(" = %d.", sign)
}

// discreteLogarithm asks for the exponent of h to the base g. Difficulty raises
// the prime, so that from some point listing powers has to give way to baby and
// giant steps or to the primes of p − 1. g is a primitive root, so the exponent
// below p − 1 is unique.
func discreteLogarithm(r *rand.Rand, d gen.Difficulty) task.Item {
	p := gen.Pick(r, primesBetween(gen.Of(d, 29, 80, 150, 300, 600), gen.Of(d, 120, 180, 300, 600, 1500)))
	g := primitiveRootAbove(gen.Between(r, 1, p/2), p)
	x := gen.Between(r, 5, p-3)
	h := powerMod(g, x, p)
	return worked(r, []string{
		"Find the least non-negative integer x for which the x-th power of {g} is congruent to {h} modulo the prime {p}.",
		"Two parties agree on the base {g}. One of them publishes {h}, the remainder of a power of the base on division by the prime {p}. What is the smallest exponent (at least 0) that she can have used?",
		"A counter begins at 1 and is multiplied by {g} at each tick. It is shown modulo the prime whose value is stated last. After how many ticks does it first show {h}, the prime being {p}?",
	}, []gen.Value{gen.Fixed("g", g), gen.Slot("h", h), gen.Fixed("p", p)}, task.Integer(int64(x)),
		"%d has order %d modulo %d, so there is exactly one exponent from 0 to %d. Comparing lists of small and giant steps gives x = %d: %d^%d leaves %d.", g, p-1, p, p-2, x, g, x, h)
}
