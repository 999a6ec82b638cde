package expr

import (
	"math/big"
	"sync"
)

// smallPrimes are the primes up to maxFactorial, for factorials and trial division.
var smallPrimes = sync.OnceValue(func() []int64 {
	composite := make([]bool, maxFactorial+1)
	var primes []int64
	for n := 2; n <= maxFactorial; n++ {
		if composite[n] {
			continue
		}
		primes = append(primes, int64(n))
		for m := n * n; m <= maxFactorial; m += n {
			composite[m] = true
		}
	}
	return primes
})

// trialLimit bounds trial division; what is left after it is one factor.
const trialLimit = 2000

type primePower struct {
	p      *big.Int
	k      int64
	proven bool
}

// factorise splits a positive integer by trial division, and what is left by a
// perfect-power test. A remainder that may be composite is marked unproven.
func (d *decider) factorise(n *big.Int) []primePower {
	if n.BitLen() > maxScaledBits || n.Sign() <= 0 {
		d.fail(ReasonBudget)
		return nil
	}
	n = new(big.Int).Set(n)
	var out []primePower
	var q, r big.Int
	for _, p := range smallPrimes() {
		if p > trialLimit || n.Cmp(big.NewInt(1)) == 0 {
			break
		}
		if n.IsInt64() && n.Int64() < p*p {
			break
		}
		if !d.step(1 + n.BitLen()/512) {
			return nil
		}
		prime := big.NewInt(p)
		k := int64(0)
		for q.QuoRem(n, prime, &r); r.Sign() == 0; q.QuoRem(n, prime, &r) {
			n.Set(&q)
			k++
			d.step(1 + n.BitLen()/512)
		}
		if k > 0 {
			out = append(out, primePower{prime, k, true})
		}
	}
	if n.Cmp(big.NewInt(1)) > 0 {
		out = append(out, d.cofactor(n))
	}
	return out
}

// cofactor describes what trial division left.
func (d *decider) cofactor(n *big.Int) primePower {
	if n.IsInt64() && n.Int64() < trialLimit*trialLimit {
		return primePower{n, 1, true}
	}
	if n.BitLen() <= 1024 {
		d.step(n.BitLen() / 8)
		if s := new(big.Int).Sqrt(n); new(big.Int).Mul(s, s).Cmp(n) == 0 {
			root := d.cofactor(s)
			root.k *= 2
			return root
		}
		d.step(n.BitLen())
		return primePower{n, 1, n.ProbablyPrime(0)}
	}
	return primePower{n, 1, false}
}

// primeAtom is the atom of a prime.
func (d *decider) primeAtom(p *big.Int, proven bool) int32 {
	return d.intern("p:"+p.String(), func() atom {
		return atom{kind: atomPrime, name: p.String(), prime: p, proven: proven, pos: true}
	})
}

// integerPower is n^e for a positive integer n and any rational e.
func (d *decider) integerPower(n *big.Int, e exponent) fraction {
	if e.zero() || n.Cmp(big.NewInt(1)) == 0 {
		return integer(1)
	}
	if e.integer() && abs64(e.n) <= maxExponent && abs64(e.n)*int64(n.BitLen()) <= maxIntegerBits {
		return rational(d.primePower(n, e.n))
	}
	out := integer(1)
	for _, pp := range d.factorise(n) {
		x := d.mulExp(exponent{pp.k, 1}, e)
		t := term{ratOne, []factor{{d.primeAtom(pp.p, pp.proven), x}}}
		out = d.mul(out, fraction{num: d.reduce(t)})
	}
	return out
}

// rationalPower is r^e for a positive rational r.
func (d *decider) rationalPower(r *big.Rat, e exponent) fraction {
	return d.mul(d.integerPower(r.Num(), e), d.integerPower(r.Denom(), e.neg()))
}

// factorial is n!: written out while short, else as powers of primes (Legendre).
func (d *decider) factorial(n int64) fraction {
	if n < 0 || n > maxFactorial {
		d.fail(ReasonBudget)
		return fraction{}
	}
	if n <= 400 {
		d.step(1 + int(n))
		return rational(new(big.Rat).SetInt(new(big.Int).MulRange(1, max(n, 1))))
	}
	mono := make([]factor, 0, 64)
	ids := map[int32]int64{}
	for _, p := range smallPrimes() {
		if p > n {
			break
		}
		k := int64(0)
		for m := n / p; m > 0; m /= p {
			k += m
		}
		ids[d.primeAtom(big.NewInt(p), true)] = k
		d.step(1)
	}
	for id := range int32(len(d.atoms)) {
		if k, ok := ids[id]; ok {
			mono = append(mono, factor{id, exponent{k, 1}})
		}
	}
	// Small powers stay symbolic too: the product would be long, and clear
	// brings two such products together.
	return fraction{num: poly{{ratOne, mono}}}
}

// binomial is n over k for a rational n and a natural k.
func (d *decider) binomial(n *big.Rat, k int64) fraction {
	if k < 0 {
		return fraction{}
	}
	if n.IsInt() && n.Num().IsInt64() && n.Sign() >= 0 {
		m := n.Num().Int64()
		if k > m {
			return fraction{}
		}
		if m <= maxIntegerBits-8 {
			d.step(1 + int(min(k, m-k)))
			return rational(new(big.Rat).SetInt(new(big.Int).Binomial(m, k)))
		}
		if m <= maxFactorial {
			return d.div(d.factorial(m), d.mul(d.factorial(k), d.factorial(m-k)))
		}
	}
	if k > 200 {
		d.fail(ReasonBudget)
		return fraction{}
	}
	out := new(big.Rat).SetInt64(1)
	for i := range k {
		out = d.mulRat(out, new(big.Rat).Sub(n, new(big.Rat).SetInt64(i)))
		out = d.mulRat(out, big.NewRat(1, i+1))
	}
	return rational(out)
}
