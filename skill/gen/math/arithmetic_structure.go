package math

import (
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/nested-radical-denesting", "arithmetic & number representation", "Nested radical denesting",
		"Write the root of a sum with surds as a sum of simple surds.", nestedRadical)
	gen.Register("math/digit-property-counting", "arithmetic & number representation", "Digit-property counting",
		"Count the integers of a range whose digits have given properties.", digitCounting)
}

// squareFree are the radicands that nested radicals are made of.
var squareFree = []int{2, 3, 5, 6, 7, 10, 11, 13, 14, 15, 17, 19, 21, 22, 23, 26, 29, 30, 31, 33, 34, 35, 37, 38, 39, 41, 42, 43}

// nestedRadical asks for simple surds. Difficulty: 1 a + 2√m, 2 a difference with
// the surd simplified, 3 halves under the roots, 4 a sum of three surds, 5 a cube
// root. Squaring the wanted form fixes sum and product of the radicands, so they
// are unique in the order asked.
func nestedRadical(r *rand.Rand, d gen.Difficulty) task.Item {
	p, q := gen.Between(r, 2, 150), gen.Between(r, 2, 150)
	for isSquare(p * q) { // p and p+1 have a non-square product
		q = p + 1
	}
	if p < q {
		p, q = q, p
	}
	switch d {
	case 1:
		return worked(r, denestSum, []gen.Value{gen.Slot("a", p+q), gen.Slot("m", p*q)}, task.List(task.Integers([]int{p, q})...),
			"(√p + √q)² = p + q + 2√(pq), so p + q = %d and pq = %d. These are the roots of t² − %dt + %d = 0.", p+q, p*q, p+q, p*q)
	case 2:
		outside, inside := squareFactor(4 * p * q)
		return worked(r, denestDifference, []gen.Value{gen.Slot("a", p+q), gen.Slot("b", outside), gen.Slot("c", inside)}, task.List(task.Integers([]int{p, q})...),
			"(√p − √q)² = p + q − 2√(pq), so p + q = %d and 4pq = %d² · %d, that is pq = %d.", p+q, outside, inside, p*q)
	case 3:
		u, v := 2*p+1, 2*q-1
		for isSquare(u * v) { // neighbouring odd numbers have a non-square product
			u = v + 2
		}
		return worked(r, denestHalves, []gen.Value{gen.Slot("a", (u+v)/2), gen.Slot("m", u*v)}, task.List(rationalAnswer(ratOf(u, 2)), rationalAnswer(ratOf(v, 2))),
			"p + q = %d and 4pq = %d, so p and q are the roots of t² − %dt + %s = 0.", (u+v)/2, u*v, (u+v)/2, ratOf(u*v, 4).RatString())
	case 4:
		parts := gen.Sample(r, primesBetween(2, 150), 3)
		slices.Sort(parts)
		slices.Reverse(parts)
		x, y, z := parts[0], parts[1], parts[2]
		return worked(r, denestThree, []gen.Value{gen.Slot("a", x+y+z), gen.Slot("k", x*y), gen.Slot("m", x*z), gen.Slot("n", y*z)}, task.List(task.Integers(parts)...),
			"The square of √p + √q + √s has the rational part p + q + s and the surds 2√(pq), 2√(ps), 2√(qs). From pq = %d, ps = %d and qs = %d one gets (pqs)² = %d, so pqs = %d and p = %d, q = %d, s = %d.",
			x*y, x*z, y*z, x*y*x*z*y*z, x*y*z, x, y, z)
	}
	c := gen.Pick(r, squareFree)
	p, q = gen.Between(r, 1, 20), gen.Between(r, 1, 15)
	return worked(r, denestCube, []gen.Value{gen.Slot("a", p*p*p+3*p*q*q*c), gen.Slot("b", 3*p*p*q+q*q*q*c), gen.Slot("c", c)}, task.List(task.Integers([]int{p, q})...),
		"(p + q√%d)³ has the rational part p(p² + %dq²) = %d and the surd part q(3p² + %dq²) = %d. Trying the divisors, p = %d and q = %d fit.", c, 3*c, p*p*p+3*p*q*q*c, c, 3*p*p*q+q*q*q*c, p, q)
}

var (
	denestSum = []string{
		"Write √(a + 2√m) with a = {a} and m = {m} as √p + √q with integers p > q. Give the list [p, q].",
		"The square of a sum of two square roots of integers is {a} plus twice the square root of {m}. Which integers stand under the two roots? List the larger first.",
		"Simplify the square root of the number a + 2√m, where a is {a} and m is {m}, to a sum √p + √q of roots of integers, p > q. Answer [p, q].",
	}
	denestDifference = []string{
		"Write √(a − b√c) with a = {a}, b = {b} and c = {c} as √p − √q with positive integers p, q. Give the list [p, q].",
		"Squaring the difference √p − √q, where p > q are integers, gives {a} minus {b} times the square root of {c}. Find [p, q].",
		"The nested root of a − b√c, where a is {a}, b is {b} and c is {c}, equals a difference √p − √q of roots of positive integers. Determine the list [p, q].",
	}
	denestHalves = []string{
		"Write √(a + √m) with a = {a} and m = {m} as √p + √q with rational numbers p > q. Give the list [p, q] of exact fractions.",
		"Two rational numbers p > q satisfy (√p + √q)² = a + √m with a = {a} and m = {m}, m being no square. Which are they? Answer [p, q] in fractions.",
		"Denest the square root of the sum of {a} and the square root of {m}: it is √p + √q with fractions p > q. List p and q.",
	}
	denestThree = []string{
		"Write √(a + 2√k + 2√m + 2√n), where a = {a}, k = {k}, m = {m} and n = {n}, as √p + √q + √s with integers p > q > s. Give the list [p, q, s].",
		"Three integers p > q > s have the property that the square of √p + √q + √s is a + 2√k + 2√m + 2√n with a = {a}, k = {k}, m = {m}, n = {n}. Find [p, q, s].",
		"A number has the square {a} plus twice the sum of the square roots of {k}, {m} and {n}. It is the sum of the square roots of three integers. List these, the largest first.",
	}
	denestCube = []string{
		"Write the cube root of a + b√c with a = {a}, b = {b} and c = {c} as p + q√c with integers p and q. Give the list [p, q].",
		"For integers p and q the third power of p + q√c is a + b√c, where a = {a}, b = {b} and c = {c}. Find [p, q].",
		"The real third root of the number a + b√c (a is {a}, b is {b}, c is {c}) has the form p + q√c with whole numbers p, q. Which are they? Answer [p, q].",
	}
)

// digitCounting asks how many numbers of a range have digit properties.
// Difficulty is the number of properties at once (1 to 4) and the length of the
// numbers, so that cases have to be counted instead of listed.
func digitCounting(r *rand.Rand, d gen.Difficulty) task.Item {
	low := gen.Between(r, 100, gen.Of(d, 999, 2000, 4000, 9000, 9000))
	high := low + gen.Between(r, gen.Of(d, 200, 1000, 5000, 30_000, 200_000), gen.Of(d, 900, 5000, 50_000, 300_000, 4_000_000))
	rule := drawDigitRule(r, gen.Of(d, 1, 2, 2, 3, 4))
	if d == 1 && r.IntN(2) == 0 {
		rule = both(ascentRule(), parityRule(r.IntN(2)))
	}
	below, upTo := rule.countUpTo(low-1), rule.countUpTo(high)
	return worked(r, []string{
		"How many whole numbers from {low} to {high}, both included, have this property: {rule}?",
		"All the integers n with {low} ≤ n ≤ {high} are written on cards. On how many cards is it true that {rule}?",
		"A lottery sells the tickets numbered {low} up to {high}. Those win for which {rule}. Find the number of winning tickets.",
	}, []gen.Value{gen.Slot("low", low), gen.Slot("high", high), gen.Fixed("rule", rule.text)}, task.Integer(int64(upTo-below)),
		"Counting place by place, keeping track of what the digits so far decide, there are %d such numbers from 1 to %d and %d from 1 to %d; the difference is %d.", upTo, high, below, low-1, upTo-below)
}
