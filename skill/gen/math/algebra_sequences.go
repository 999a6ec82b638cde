package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/arithmetic-progression-back-solve", "algebra", "Arithmetic progression back-solve",
		"Recover first term and difference of an arithmetic progression from two facts.", progressionBackSolve)
	gen.Register("math/geometric-series-sum", "algebra", "Geometric series sum", "Sum a geometric series given directly or by side conditions.", geometricSum)
	gen.Register("math/telescoping-sum", "algebra", "Telescoping sum", "Evaluate a long sum whose terms cancel.", telescopingSum)
	gen.Register("math/reciprocal-power-sum", "algebra", "Reciprocal power sum",
		"Find a sum of powers of a number and its reciprocal from another such sum.", reciprocalPowers)
}

// progressionFact is a linear fact p·a + q·d about an arithmetic progression.
type progressionFact struct {
	text string
	p, q int
}

// drawFact draws a fact: 0 a term, 1 the sum of the first terms, 2 the sum of a
// block, 3 the sum of every second term.
func drawFact(r *rand.Rand, kind int) progressionFact {
	n := gen.Between(r, 5, 25)
	from := gen.Between(r, 3, 12)
	to := from + gen.Between(r, 3, 12)
	switch kind {
	case 0:
		return progressionFact{fmt.Sprintf("the term number %d", n), 1, n - 1}
	case 1:
		return progressionFact{fmt.Sprintf("the sum of the first %d terms", n), n, n * (n - 1) / 2}
	case 2:
		count := to - from + 1
		return progressionFact{fmt.Sprintf("the sum of the terms number %d to %d", from, to), count, count * (from + to - 2) / 2}
	}
	return progressionFact{fmt.Sprintf("the sum of the terms number 1, 3, 5, …, %d", 2*n-1), n, n * (n - 1)}
}

// progressionBackSolve asks for first term and difference. Difficulty changes the
// facts: 1 two terms, 2 a term and a sum, 3 two sums, 4 sums of a block and of
// every second term, 5 such with fractions. Two facts that would depend on each
// other are told apart by taking a term as the second.
func progressionBackSolve(r *rand.Rand, d gen.Difficulty) task.Item {
	first, second := drawFact(r, gen.Of(d, 0, 0, 1, 2, 2)), drawFact(r, gen.Of(d, 0, 1, 1, 3, 3))
	if first.p*second.q == second.p*first.q {
		second = progressionFact{"the first term", 1, 0}
	}
	q := gen.Of(d, 1, 1, 2, 2, gen.Between(r, 3, 6))
	a, step := ratOf(gen.Between(r, -40, 60), q), ratOf(gen.Pick(r, []int{-11, -9, -7, -5, -4, -3, -2, 2, 3, 4, 5, 7, 9, 11, 13}), q)
	value := func(f progressionFact) *big.Rat {
		return new(big.Rat).Add(ratTimes(ratOf(f.p, 1), a), ratTimes(ratOf(f.q, 1), step))
	}
	v, w := value(first), value(second)
	given := func(name string, x *big.Rat) gen.Value {
		if x.IsInt() {
			return gen.Slot(name, x.RatString())
		}
		return gen.Fixed(name, x.RatString())
	}
	return worked(r, []string{
		"In an arithmetic progression {first} is {v} and {second} is {w}. Give the list [first term, common difference] of exact numbers.",
		"A sequence grows by the same number from term to term (a negative number means that it falls). It is known that {first} equals {v}, while {second} equals {w}. Find [first term, constant step], as integers or reduced fractions.",
		"The terms of a sequence, numbered from 1, lie on a straight line when drawn against their number. Given that {first} is {v} and that {second} is {w}, list its first term and the slope of the line, exactly.",
	}, []gen.Value{gen.Fixed("first", first.text), gen.Fixed("second", second.text), given("v", v), given("w", w)}, rationalList(a, step),
		"With first term a and difference d the facts read %d·a + %d·d = %s and %d·a + %d·d = %s. Their solution is a = %s, d = %s.",
		first.p, first.q, v.RatString(), second.p, second.q, w.RatString(), a.RatString(), step.RatString())
}

// geometricSum asks for a sum. Difficulty: 1 a finite sum, 2 an infinite one from
// first term and ratio, 3 an infinite one from two terms, 4 the infinite sum of
// squares from the sum, 5 the infinite sum of cubes from sum and sum of squares.
func geometricSum(r *rand.Rand, d gen.Difficulty) task.Item {
	q := gen.Between(r, 2, 9)
	p := gen.Between(r, 1, q-1)
	p, q = p/gcd(p, q), q/gcd(p, q)
	ratio := ratOf(p*gen.Pick(r, []int{-1, 1}), q)
	one := ratOf(1, 1)
	rest := ratMinus(one, ratio)
	a := gen.Between(r, 10, 400)
	switch d {
	case 1:
		n := gen.Between(r, 4, 8)
		sum, term := new(big.Rat), ratOf(a, 1)
		for range n {
			sum.Add(sum, term)
			term.Mul(term, ratio)
		}
		return geometricItem(r, fmt.Sprintf("A geometric sequence has the first term {a} and the ratio %s.", ratio.RatString()), fmt.Sprintf("the sum of the first %d terms", n), gen.Slot("a", a), sum,
			"a(1 − q^n)/(1 − q) with a = %d, q = %s and n = %d", a, ratio.RatString(), n)
	case 2:
		return geometricItem(r, fmt.Sprintf("A geometric sequence has the first term {a}, and each further term is the one before times %s.", ratio.RatString()), "the infinite sum of all terms", gen.Slot("a", a), ratOver(ratOf(a, 1), rest),
			"a/(1 − q) with a = %d and q = %s", a, ratio.RatString())
	case 3:
		return seriesFromTwoTerms(r, a, q, ratio)
	case 4:
		sum := ratOver(ratOf(a, 1), rest)
		square := ratOver(ratOf(a*a, 1), ratMinus(one, ratTimes(ratio, ratio)))
		return geometricItem(r, fmt.Sprintf("An infinite geometric series with the first term {a} has the sum %s.", sum.RatString()), "the infinite sum of the squares of all terms", gen.Slot("a", a), square,
			"a²/(1 − q²), where 1 − q = a/S gives q = %s", ratio.RatString())
	}
	first := ratTimes(ratOf(a, 1), rest) // so that the sum is a
	squares := ratOver(ratTimes(first, first), ratMinus(one, ratTimes(ratio, ratio)))
	cubes := ratOver(ratTimes(first, ratTimes(first, first)), ratMinus(one, ratTimes(ratio, ratTimes(ratio, ratio))))
	return geometricItem(r, fmt.Sprintf("A convergent geometric series of real numbers has the sum {a}; the squares of its terms have the sum %s.", squares.RatString()), "the sum of the cubes of the terms", gen.Slot("a", a), cubes,
		"f³/(1 − q³), where S = f/(1 − q) and T = f²/(1 − q²) give q = (S² − T)/(S² + T) = %s and f = %s", ratio.RatString(), first.RatString())
}

// seriesFromTwoTerms gives two terms at distance three, so that the real ratio is
// unique, and asks for a times the infinite sum; q is the ratio's denominator.
func seriesFromTwoTerms(r *rand.Rand, a, q int, ratio *big.Rat) task.Item {
	first, i := ratOf(gen.Between(r, 2, 40)*q, 1), gen.Between(r, 2, 3)
	at := func(n int) *big.Rat {
		v := new(big.Rat).Set(first)
		for range n - 1 {
			v.Mul(v, ratio)
		}
		return v
	}
	sum := ratTimes(ratOf(a, 1), ratOver(first, ratMinus(ratOf(1, 1), ratio)))
	return geometricItem(r, fmt.Sprintf("In a real geometric sequence the term number %d is %s and the term number %d is %s. All its terms are multiplied by {a}.", i, at(i).RatString(), i+3, at(i+3).RatString()), "the infinite sum of all terms of the new sequence", gen.Slot("a", a), sum,
		"%d·f/(1 − q), where q³ is the quotient of the two terms, so that q = %s and the first term is f = %s", a, ratio.RatString(), first.RatString())
}

// geometricItem words a sum that is wanted from what is given.
func geometricItem(r *rand.Rand, given, wanted string, slot gen.Value, sum *big.Rat, working string, args ...any) task.Item {
	return worked(r, []string{
		given + " Find " + wanted + ", as an integer or a reduced fraction.",
		given + " What is " + wanted + "? Give the exact value (integer or fraction in lowest terms).",
		"Determine exactly, as an integer or reduced fraction, " + wanted + ". The following is known: " + given,
	}, []gen.Value{slot}, rationalAnswer(sum), "The value is "+working+". That is %s.", append(args, sum.RatString())...)
}

// telescopingSum asks for Σ c/(…). Difficulty says how the terms cancel: 1
// neighbours k(k+1), 2 in steps (sk+e)(sk+s+e), 3 at distance two or three, 4 three
// factors, 5 a difference of reciprocal squares.
func telescopingSum(r *rand.Rand, d gen.Difficulty) task.Item {
	c, from, n := gen.Between(r, 1, 12), gen.Between(r, 1, 9), gen.Between(r, 20, 99)
	s, e, gap := gen.Between(r, 2, 5), gen.Between(r, 1, 4), gen.Between(r, 2, 3)
	// part(k) − part(k + shift) is a term over its factor.
	var part func(k int) *big.Rat
	shift, term, split := 1, "", ""
	switch d {
	case 1:
		part = func(k int) *big.Rat { return ratOf(c, k) }
		term, split = fmt.Sprintf("%d/(k(k + 1))", c), fmt.Sprintf("%d/k − %d/(k + 1)", c, c)
	case 2:
		part = func(k int) *big.Rat { return ratOf(c, s*(s*k+e)) }
		term = fmt.Sprintf("%d/((%dk + %d)(%dk + %d))", c, s, e, s, s+e)
		split = fmt.Sprintf("(%d/%d)·(1/(%dk + %d) − 1/(%dk + %d))", c, s, s, e, s, s+e)
	case 3:
		shift = gap
		part = func(k int) *big.Rat { return ratOf(c, gap*k) }
		term, split = fmt.Sprintf("%d/(k(k + %d))", c, gap), fmt.Sprintf("(%d/%d)·(1/k − 1/(k + %d))", c, gap, gap)
	case 4:
		part = func(k int) *big.Rat { return ratOf(c, 2*(k+e-1)*(k+e)) }
		term = fmt.Sprintf("%d/((k + %d)(k + %d)(k + %d))", c, e-1, e, e+1)
		if e == 1 {
			term = fmt.Sprintf("%d/(k(k + 1)(k + 2))", c)
		}
		split = fmt.Sprintf("(%d/2)·(1/((k + %d)(k + %d)) − 1/((k + %d)(k + %d)))", c, e-1, e, e, e+1)
	default:
		part = func(k int) *big.Rat { return ratOf(c, (k+e)*(k+e)) }
		term = fmt.Sprintf("%d(2k + %d)/((k + %d)²(k + %d)²)", c, 2*e+1, e, e+1)
		split = fmt.Sprintf("%d/(k + %d)² − %d/(k + %d)²", c, e, c, e+1)
	}
	n += from
	sum := new(big.Rat)
	for i := range shift {
		sum.Add(sum, ratMinus(part(from+i), part(n+1+i)))
	}
	return worked(r, []string{
		"Add up the numbers {term} for all integers k from {from} to {n}. Give the sum as a reduced fraction.",
		"What is the exact value of the sum of {term} over k = {from}, …, n with n = {n}? Answer with a fraction in lowest terms (or an integer).",
		"A series begins at k = {from}; its term number k is {term}. Find the exact partial sum up to and including the term number {n}, as a reduced fraction.",
	}, []gen.Value{gen.Slot("n", n), gen.Fixed("term", term), gen.Fixed("from", from)}, rationalAnswer(sum),
		"The term is %s, so all but the first and last parts cancel (%d at each end). What remains is %s.", split, shift, sum.RatString())
}

// reciprocalPowers asks for x^n ± 1/x^n. Difficulty: 1 and 2 from x + 1/x with
// growing n, 3 from x − 1/x, 4 from x² + 1/x² for x > 0, 5 from x³ + 1/x³, of which
// first the cubic for x + 1/x has to be solved.
func reciprocalPowers(r *rand.Rand, d gen.Difficulty) task.Item {
	k := gen.Between(r, 3, gen.Of(d, 9000, 90, 90, 60, 40))
	n := gen.Of(d, gen.Between(r, 2, 3), gen.Between(r, 4, 6), gen.Between(r, 3, 6), gen.Pick(r, []int{3, 5, 7}), gen.Pick(r, []int{2, 4, 5, 7}))
	sign := gen.Of(d, 1, 1, -1, 1, 1)
	multiplier := gen.Between(r, 2, 30)
	s := lucasPowers(k, sign, n)
	result := new(big.Int).Mul(s[n], big.NewInt(int64(multiplier)))
	given := gen.Of(d, "x + 1/x = v", "x + 1/x = v", "x − 1/x = v", "x > 0 and x² + 1/x² = v", "x is real and x³ + 1/x³ = v")
	value := gen.Of(d, s[1], s[1], s[1], s[2], lucasPowers(k, 1, 3)[3])
	wanted := fmt.Sprintf("%d·(x^%d + 1/x^%d)", multiplier, n, n)
	if sign < 0 && n%2 == 1 {
		wanted = fmt.Sprintf("%d·(x^%d − 1/x^%d)", multiplier, n, n)
	}
	how := gen.Of(d, "", "", "", fmt.Sprintf(" First, (x + 1/x)² = v + 2 gives x + 1/x = %d.", k), fmt.Sprintf(" First, t = x + 1/x satisfies t³ − 3t = v, whose only real solution is t = %d.", k))
	return worked(r, []string{
		"Suppose that {given}, where v = {v}. What integer is {wanted}?",
		"A number x fulfils the condition {given} with v = {v}. Without solving for x, find {wanted}. The result is an integer.",
		"Let v = {v}. It is known that {given}. Calculate {wanted}, an integer.",
	}, []gen.Value{gen.Slot("v", value), gen.Fixed("given", given), gen.Fixed("wanted", wanted)}, task.Answer{Kind: task.KindInteger, Value: result.String()},
		"The sums s_m of the m-th powers (differences for odd m where v is a difference) satisfy s_(m+1) = s_1·s_m %s s_(m−1) with s_0 = 2.%s From s_1 = %d one gets in turn %v; the last one times %d is %s.", bracket(sign > 0, "−", "+"), how, k, s[1:], multiplier, result)
}

// lucasPowers are s_m = x^m + (sign/x)^m for m up to n, where s_1 = x + sign/x = k:
// s_(m+1) = k·s_m − sign·s_(m−1). For sign −1 these are x^m + (−1/x)^m.
func lucasPowers(k, sign, n int) []*big.Int {
	s := []*big.Int{big.NewInt(2), big.NewInt(int64(k))}
	for m := 1; m < n; m++ {
		next := new(big.Int).Mul(s[1], s[m])
		s = append(s, next.Sub(next, new(big.Int).Mul(big.NewInt(int64(sign)), s[m-1])))
	}
	return s
}
