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
	gen.Register("math/bezout-coefficients", "number theory", "Bezout coefficients",
		"Find the integers of a linear combination that gives the greatest common divisor or a multiple.", bezoutCoefficients)
	gen.Register("math/least-common-multiple-of-periods", "number theory", "Least common multiple of periods", "Find when several repeating events coincide.", commonPeriods)
	gen.Register("math/prime-factorisation", "number theory", "Prime factorisation", "Factor an integer into primes with exponents.", primeFactorisation)
	gen.Register("math/divisor-function-evaluation", "number theory", "Divisor-function evaluation",
		"Count or add divisors with a property from the factorisation.", divisorFunction)
	gen.Register("math/euler-totient", "number theory", "Euler totient", "Count residues by their greatest common divisor with the modulus.", eulerTotient)
	gen.Register("math/coprime-count-in-an-interval", "number theory", "Coprime count in an interval",
		"Count the integers of an interval coprime to a number by inclusion and exclusion.", coprimeCount)
}

// bezoutCoefficients asks for x, y with a·x + b·y = c and the least allowed x.
// Difficulty lengthens Euclid's algorithm (1 to 3); from 4 on c is a multiple of
// the greatest common divisor, at 5 x has a lower bound. The x differ by
// multiples of b/gcd, so the least one is unique.
func bezoutCoefficients(r *rand.Rand, d gen.Difficulty) task.Item {
	g := gen.Between(r, 1, gen.Of(d, 3, 6, 9, 12, 12))
	size := gen.Of(d, 150, 300, 900, 400, 900)
	a, b := gen.Between(r, size/3, size), gen.Between(r, size/3, size)
	for gcd(a, b) != 1 { // a multiple of b plus 1 comes at the latest
		a++
	}
	c, low := 1, 0
	if d >= 4 {
		c = gen.Between(r, 2, 90)
	}
	if d == 5 {
		low = gen.Between(r, 100, 3000)
	}
	inverse := int(new(big.Int).ModInverse(big.NewInt(int64(a)), big.NewInt(int64(b))).Int64())
	x := inverse * c % b
	for x < low {
		x += b
	}
	y := (c - a*x) / b
	target, least := "the greatest common divisor of the two", "x ≥ 0"
	if d >= 4 {
		target = fmt.Sprint(c * g)
	}
	if d == 5 {
		least = fmt.Sprintf("x ≥ %d", low)
	}
	return worked(r, []string{
		"Take the numbers {a} and {b}. Multiply the first by an integer x and the second by an integer y so that the sum of the products is {target}. Of all solutions with {least} take the one with the smallest x and give the list [x, y].",
		"Express {target} as a combination of two given integers: x times {a} plus y times {b}. The coefficients are integers, {least}, and x is as small as that allows. (If the target is named in words, it refers to these two integers.) Answer [x, y].",
		"A machine has one key that adds {a} to the display and one that adds {b}; pressing a key in reverse subtracts as much. From 0 the display is to reach {target} by a net number of x strokes of the first key and y of the second (negative counts mean reverse strokes), where {least} and x is the smallest possible. Find [x, y].",
	}, []gen.Value{gen.Slot("a", a*g), gen.Slot("b", b*g), gen.Fixed("target", target), gen.Fixed("least", least)}, task.List(task.Integers([]int{x, y})...),
		"Euclid's algorithm: %s. So the greatest common divisor is %d, and going back, %d · (%d) + %d · (%d) = %d. All solutions have x ≡ %d (mod %d); the least allowed is x = %d, with y = %d.",
		divisions(a*g, b*g), g, a*g, inverse, b*g, (1-a*inverse)/b, g, inverse*c%b, b, x, y)
}

// commonPeriods asks when events have coincided so many times. Difficulty adds
// events (2, 3, 4) and at 4 and 5 makes the periods fractions, whose least common
// multiple is that of the numerators over the greatest common divisor of the
// denominators.
func commonPeriods(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 4, 3, 4)
	k := gen.Between(r, 2, 9)
	top, bottom := 1, 0
	texts := make([]string, n)
	for i, p := range gen.Sample(r, []int{12, 14, 15, 16, 18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 33, 34, 35, 36, 38, 39, 40, 42, 44, 45, 48, 50, 51, 52, 54, 55, 56, 60, 63, 64, 65, 66, 70, 72, 75}, n) {
		q := 1
		if d >= 4 {
			q = gen.Pick(r, []int{2, 3, 4, 5, 6, 8})
		}
		v := ratOf(p, q)
		p, q = int(v.Num().Int64()), int(v.Denom().Int64())
		top, bottom = lcm(top, p), gcd(bottom, q)
		texts[i] = v.RatString()
	}
	period := ratOf(top, bottom)
	return worked(r, []string{
		"Lamps flash at intervals of {periods} seconds. They have just flashed all together. After how many seconds will they have done so {k} more times?",
		"Runners circle a track in {periods} seconds per lap, start at the same time from the same line and keep going. How many seconds after the start do they all cross that line together for the time numbered {k}, the start itself not counted?",
		"The signals of several buoys repeat with periods of {periods} seconds and coincide at time zero. Give the time in seconds of the later coincidence of all signals that has the number {k}.",
	}, []gen.Value{gen.Slot("k", k), gen.Fixed("periods", gen.Enumerated(texts))}, rationalAnswer(new(big.Rat).Mul(period, ratOf(k, 1))),
		"The least common multiple of the periods is %s seconds (numerators: least common multiple %d; denominators: greatest common divisor %d). Times %d this is the answer.", period.RatString(), top, bottom, k)
}

// primeFactorisation asks for the primes of n with exponents. Difficulty raises
// the second largest prime, up to which trial division has to go.
func primeFactorisation(r *rand.Rand, d gen.Difficulty) task.Item {
	small := primesBetween(2, 23)
	n := gen.Pick(r, primesBetween(gen.Of(d, 2, 40, 60, 100, 200), gen.Of(d, 70, 200, 300, 400, 700)))
	if d >= 3 {
		n *= gen.Pick(r, primesBetween(gen.Of(d, 0, 0, 20, 50, 110), gen.Of(d, 0, 0, 50, 110, 290)))
	}
	for range gen.Of(d, 4, 3, 2, 2, 1) {
		n *= gen.Pick(r, small)
	}
	factors := factorise(n)
	pairs := make([][2]int, len(factors))
	for i, f := range factors {
		pairs[i] = [2]int{f.p, f.e}
	}
	return worked(r, []string{
		"Factor {n} into primes. Give the list of the pairs [prime, exponent], the primes ascending, for example [[2, 3], [7, 1]].",
		"Which primes divide {n}, and how often? Answer with pairs [prime, multiplicity] in a list, the smallest prime first, in the form [[2, 3], [7, 1]].",
		"The integer {n} is written as a product of powers of different primes. List base and exponent of each power as a pair, sorted by the base, like [[2, 3], [7, 1]].",
	}, []gen.Value{gen.Slot("n", n)}, integerPairs(pairs),
		"Dividing by 2, 3, 5, 7, … as long as it goes without remainder gives %d = %s; what is left has no divisor up to its square root.", n, factorText(factors))
}

// divisorFunction asks for a count or sum of divisors. Difficulty changes what is
// asked: 1 their number, 2 their sum, 3 the number of those divisible by m, 4 the
// sum of the odd ones, 5 the divisors of n² below n that do not divide n.
func divisorFunction(r *rand.Rand, d gen.Difficulty) task.Item {
	bases := gen.Sample(r, []int{2, 3, 5, 7, 11, 13}, 2)
	if d >= 3 {
		bases[0] = 2
		if bases[1] == 2 {
			bases[1] = 3
		}
	}
	e, f := gen.Between(r, 1, max(2, 5-bases[0]/2)), gen.Between(r, 1, max(2, 5-bases[1]/2))
	n := power(bases[0], e) * power(bases[1], f) * gen.Pick(r, primesBetween(17, 397))
	m := bases[0] * power(bases[1], gen.Between(r, 0, f))
	all := divisorsOf(n)
	count := len(all)
	var result int
	switch d {
	case 1:
		result = count
	case 2:
		result = sumOf(all)
	case 3:
		result = len(divisorsOf(n / m))
	case 4:
		result = sumOf(divisorsOf(n / power(2, e)))
	case 5:
		squares := 1
		for _, p := range factorise(n) {
			squares *= 2*p.e + 1
		}
		result = (squares-1)/2 - (count - 1)
	}
	what := gen.Of(d, "the number of positive divisors of n", "the sum of all positive divisors of n, 1 and n included",
		fmt.Sprintf("the number of positive divisors of n that are multiples of %d", m), "the sum of the odd positive divisors of n",
		"the number of positive divisors of n² that are smaller than n without being divisors of n")
	how := gen.Of(d, "Each exponent plus 1 gives a factor of the count.", "Each prime power p^e gives the factor 1 + p + … + p^e of the sum.",
		fmt.Sprintf("They are %d times the divisors of %d = %s.", m, n/m, factorText(factorise(n/m))), "They are the divisors of the part of n without the prime 2; each of its prime powers gives a factor 1 + p + … + p^e.",
		fmt.Sprintf("The divisors of n² other than n come in pairs below and above n, so half of them are below n; from these the %d divisors of n below n are taken off.", count-1))
	return worked(r, []string{
		"Let n = {n}. Find {what}.",
		"For the integer n with the value {n}, determine {what}.",
		"With n standing for {n}: what is {what}?",
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("what", what)}, task.Integer(int64(result)),
		"n = %s. %s The result is %d.", factorText(factorise(n)), how, result)
}

// power is base^exponent for small non-negative exponents.
func power(base, exponent int) int {
	result := 1
	for range exponent {
		result *= base
	}
	return result
}

// eulerTotient asks for counts by greatest common divisor. Difficulty: 1 φ of a
// product of different primes, 2 with repeated primes, 3 the numbers with a given
// greatest common divisor, 4 the sum of the coprime ones, 5 the reduced fractions
// over a range of denominators.
func eulerTotient(r *rand.Rand, d gen.Difficulty) task.Item {
	primes := gen.Sample(r, primesBetween(2, 150), 3)
	n := primes[0] * primes[1] * primes[2]
	if d >= 2 {
		n = primes[0] * primes[1] * power(gen.Pick(r, []int{2, 3, 5}), gen.Between(r, 2, 3))
	}
	slots := []gen.Value{gen.Slot("n", n)}
	switch d {
	case 3:
		g := primes[gen.Between(r, 0, 1)]
		rest := n / g
		return worked(r, totientGcd, append(slots, gen.Slot("g", g)), task.Integer(int64(totient(rest))),
			"They are %d·k with k ≤ %d coprime to %d = %s, so there are φ(%d) = %d.", g, rest, rest, factorText(factorise(rest)), rest, totient(rest))
	case 4:
		phi := totient(n)
		return worked(r, totientSum, slots, task.Integer(int64(n*phi/2)),
			"k and n − k are coprime to n together, so the φ(n) = %d numbers have the mean n/2: their sum is %d · %d / 2.", phi, n, phi)
	case 5:
		low, sum := gen.Between(r, 20, 4000), 0
		span := gen.Between(r, 4, 7)
		var terms []string
		for q := low; q <= low+span; q++ {
			sum += totient(q)
			terms = append(terms, fmt.Sprintf("φ(%d) = %d", q, totient(q)))
		}
		return worked(r, totientFractions, []gen.Value{gen.Slot("low", low), gen.Slot("high", low+span)}, task.Integer(int64(sum)),
			"A denominator q has φ(q) such fractions: %s. The sum is %d.", strings.Join(terms, ", "), sum)
	}
	return worked(r, totientPlain, slots, task.Integer(int64(totient(n))),
		"%d = %s. A prime power p^e gives the factor p^(e−1)(p − 1), so φ(n) = %d.", n, factorText(factorise(n)), totient(n))
}

var (
	totientPlain = []string{
		"How many of the integers from 1 to {n} have no common divisor with it except 1?",
		"Compute Euler's φ at {n}.",
		"The fractions with denominator {n} that lie strictly between 0 and 1 are reduced as far as possible. How many keep their denominator?",
	}
	totientGcd = []string{
		"How many positive integers up to {n} have with it the greatest common divisor {g}?",
		"Let n = {n}. Count the k with 1 ≤ k ≤ n and gcd(k, n) = g, where g = {g}.",
		"A dial has {n} equally spaced marks. Stepping on by k marks each time (k from 1 up to the number of marks), one visits all marks whose number is a multiple of gcd(k, number of marks). For how many k is that divisor {g}?",
	}
	totientSum = []string{
		"Add up all positive integers below {n} that are coprime to it. What is the sum?",
		"Let n = {n}. Find the sum of all k with 1 ≤ k ≤ n and gcd(k, n) = 1.",
		"On cards stand the numbers from 1 to {n}; every card that shares a prime factor with the last is removed. What do the remaining cards add up to?",
	}
	totientFractions = []string{
		"How many fractions strictly between 0 and 1 have, in lowest terms, a denominator from {low} to {high}, both included?",
		"Count the rational numbers x with 0 < x < 1 whose reduced denominator q satisfies {low} ≤ q ≤ {high}.",
		"Somebody lists all reduced proper positive fractions whose denominators run from {low} through {high}. How long is the list?",
	}
)

// coprimeCount asks for the numbers of an interval coprime to m. Difficulty is
// the number of primes of m (2, 2, 3, 3, 4), each doubling the terms of inclusion
// and exclusion; from 4 on only multiples of t count.
func coprimeCount(r *rand.Rand, d gen.Difficulty) task.Item {
	primes := gen.Sample(r, []int{2, 3, 5, 7, 11, 13}, gen.Of(d, 2, 2, 3, 3, 4))
	m, t := 1, 1
	for _, p := range primes {
		m *= p
	}
	if d >= 4 {
		t = gen.Pick(r, []int{17, 19, 23, 29})
	}
	low := gen.Between(r, 100, 1000)
	high := low + gen.Between(r, gen.Of(d, 100, 500, 500, 5000, 10_000), gen.Of(d, 600, 2000, 5000, 20_000, 60_000))
	first, last := (low-1)/t, high/t
	var terms []string
	count := 0
	for _, k := range divisorsOf(m) {
		multiples := last/k - first/k
		if len(factorise(k))%2 == 1 {
			multiples = -multiples
		}
		count += multiples
		terms = append(terms, fmt.Sprintf("%+d", multiples))
	}
	of, kind := "integers", "numbers"
	if t > 1 {
		of = fmt.Sprintf("multiples of %d", t)
		kind = of + " among the numbers"
	}
	return worked(r, []string{
		"How many {of} from {low} to {high}, ends included, are coprime to {m}?",
		"Count the {of} n with {low} ≤ n ≤ {high} that share no prime factor with {m}.",
		"Houses in a long street are numbered {low} to {high}. Those whose number has a common divisor above 1 with {m} are painted. How many of the {kind} belong to unpainted houses?",
	}, []gen.Value{gen.Slot("low", low), gen.Slot("high", high), gen.Slot("m", m), gen.Fixed("of", of), gen.Fixed("kind", kind)}, task.Integer(int64(count)),
		"m = %s. Counting those divisible by each divisor k of m, with the sign of the number of primes of k (k ascending from 1): %s = %d.", factorText(factorise(m)), strings.Join(terms, " "), count)
}
