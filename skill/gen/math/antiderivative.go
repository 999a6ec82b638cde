package math

import (
	"math/big"
)

// integralOf is the integral of an integer polynomial between rational limits.
func integralOf(p []int, from, to *big.Rat) *big.Rat {
	sum := new(big.Rat)
	for i, c := range p {
		term := new(big.Rat).Sub(ratPower(to, i+1), ratPower(from, i+1))
		sum.Add(sum, term.Mul(term, ratOf(c, i+1)))
	}
	return sum
}

// ratPower is x^n for n ≥ 0.
func ratPower(x *big.Rat, n int) *big.Rat {
	out := ratOf(1, 1)
	for range n {
		out.Mul(out, x)
	}
	return out
}

// absoluteIntegral is the integral of |p| between integer limits, where cuts
// holds all sign changes of p in increasing order; the parts come with it.
func absoluteIntegral(p, cuts []int, from, to int) (total *big.Rat, parts []string) {
	total = new(big.Rat)
	last := from
	add := func(end int) {
		if end <= last {
			return
		}
		part := integralOf(p, ratOf(last, 1), ratOf(end, 1))
		total.Add(total, part.Abs(part))
		parts = append(parts, part.RatString())
		last = end
	}
	for _, c := range cuts {
		if c > from && c < to {
			add(c)
		}
	}
	add(to)
	return total, parts
}

// productOfRoots is lead·Π(x − root).
func productOfRoots(lead int, roots []int) []int {
	p := []int{lead}
	for _, z := range roots {
		p = productOf(p, []int{-z, 1})
	}
	return p
}
