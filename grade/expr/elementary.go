package expr

import (
	"math"
	"math/big"
	"sync"
)

// Elementary functions of real numbers at any precision, by argument reduction
// and Taylor series. Each is right to within 2^(12−prec) absolutely, or
// relatively where the value is large; callers add that to their error bound.

const guardBits = 64

func newFloat(prec uint) *big.Float { return new(big.Float).SetPrec(prec) }

func floatInt(prec uint, n int64) *big.Float { return newFloat(prec).SetInt64(n) }

// constantBits is the precision at which π and ln 2 are kept.
const constantBits = 2048

var piFloat = sync.OnceValue(func() *big.Float {
	// Machin (1706): π = 16 arctan 1/5 − 4 arctan 1/239.
	p := uint(constantBits + guardBits)
	a := newFloat(p).Mul(floatInt(p, 16), arctanInverse(p, 5))
	return a.Sub(a, newFloat(p).Mul(floatInt(p, 4), arctanInverse(p, 239)))
})

var ln2Float = sync.OnceValue(func() *big.Float {
	// ln 2 = 2 artanh 1/3.
	p := uint(constantBits + guardBits)
	sum, power := newFloat(p), newFloat(p).Quo(floatInt(p, 1), floatInt(p, 3))
	for k := int64(1); power.MantExp(nil) > -int(p); k += 2 {
		sum.Add(sum, newFloat(p).Quo(power, floatInt(p, k)))
		power.Quo(power, floatInt(p, 9))
	}
	return sum.Mul(sum, floatInt(p, 2))
})

func arctanInverse(p uint, n int64) *big.Float {
	sum, power := newFloat(p), newFloat(p).Quo(floatInt(p, 1), floatInt(p, n))
	for k := int64(1); power.MantExp(nil) > -int(p); k += 2 {
		t := newFloat(p).Quo(power, floatInt(p, k))
		if k%4 == 3 {
			t.Neg(t)
		}
		sum.Add(sum, t)
		power.Quo(power, floatInt(p, n*n))
	}
	return sum
}

// halvings is how often an argument is halved before a Taylor series.
const halvings = 10

// expFloat is e^x for |x| < 2^26.
func expFloat(x *big.Float, prec uint) *big.Float {
	if x.Sign() == 0 {
		return floatInt(prec, 1)
	}
	p := prec + guardBits
	k := roundQuotient(x, ln2Float())
	r := newFloat(p).Sub(newFloat(p+32).Set(x), newFloat(p+32).Mul(ln2Float(), floatInt(p+32, k)))
	r.SetMantExp(r, -halvings)
	sum, t := floatInt(p, 1), floatInt(p, 1)
	for n := int64(1); ; n++ {
		t.Mul(t, r)
		t.Quo(t, floatInt(p, n))
		if t.Sign() == 0 || t.MantExp(nil) < -int(p) {
			break
		}
		sum.Add(sum, t)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return newFloat(prec).SetMantExp(sum, int(k))
}

// roundQuotient is the integer nearest x/y.
func roundQuotient(x, y *big.Float) int64 {
	q, _ := newFloat(64).Quo(x, y).Float64()
	return int64(math.Round(q))
}

// lnFloat is the logarithm of x > 0, by Halley's iteration on exp.
func lnFloat(x *big.Float, prec uint) *big.Float {
	p := prec + guardBits
	m := newFloat(p)
	k := newFloat(p).Set(x).MantExp(m)
	f, _ := m.Float64()
	y := newFloat(p).SetFloat64(math.Log(f))
	for bits := uint(48); bits < p; bits *= 3 {
		w := min(p, 3*bits+guardBits)
		e := expFloat(y, w)
		num := newFloat(w).Sub(newFloat(w).Set(m), e)
		den := newFloat(w).Add(newFloat(w).Set(m), e)
		num.Quo(num, den)
		y.Add(y, num.Mul(num, floatInt(w, 2)))
	}
	y.Add(y, newFloat(p).Mul(ln2Float(), floatInt(p, int64(k))))
	return newFloat(prec).Set(y)
}

// sinCosFloat is sine and cosine of |x| < 2^60.
func sinCosFloat(x *big.Float, prec uint) (sin, cos *big.Float) {
	p := prec + guardBits
	half := newFloat(constantBits).SetMantExp(piFloat(), -1)
	k := roundQuotient(x, half)
	w := p + 64
	r := newFloat(p).Sub(newFloat(w).Set(x), newFloat(w).Mul(half, floatInt(w, k)))
	r.SetMantExp(r, -halvings)
	s, c := newFloat(p).Set(r), floatInt(p, 1)
	square := newFloat(p).Mul(r, r)
	square.Neg(square)
	ts, tc := newFloat(p).Set(r), floatInt(p, 1)
	for n := int64(1); tc.Sign() != 0 && tc.MantExp(nil) > -int(p); n++ {
		tc.Mul(tc, square)
		tc.Quo(tc, floatInt(p, (2*n-1)*(2*n)))
		ts.Mul(ts, square)
		ts.Quo(ts, floatInt(p, (2*n)*(2*n+1)))
		c.Add(c, tc)
		s.Add(s, ts)
	}
	for range halvings { // (c + is)²
		sc := newFloat(p).Mul(s, c)
		c.Mul(c, c)
		c.Sub(c, newFloat(p).Mul(s, s))
		s.SetMantExp(sc, 1)
	}
	switch ((k % 4) + 4) % 4 {
	case 1:
		s, c = c, s.Neg(s)
	case 2:
		s, c = s.Neg(s), c.Neg(c)
	case 3:
		s, c = c.Neg(c), s
	}
	return newFloat(prec).Set(s), newFloat(prec).Set(c)
}

// atanFloat is arctan x, in (−π/2, π/2).
func atanFloat(x *big.Float, prec uint) *big.Float {
	p := prec + guardBits
	one := floatInt(p, 1)
	t := newFloat(p).Abs(x)
	inverse := t.Cmp(one) > 0
	if inverse {
		t.Quo(one, t)
	}
	const reductions = 6
	for range reductions { // arctan t = 2 arctan t/(1+√(1+t²))
		h := newFloat(p).Mul(t, t)
		h.Sqrt(h.Add(h, one))
		t.Quo(t, h.Add(h, one))
	}
	square := newFloat(p).Mul(t, t)
	square.Neg(square)
	sum, power := newFloat(p).Set(t), newFloat(p).Set(t)
	for k := int64(3); power.Sign() != 0 && power.MantExp(nil) > -int(p); k += 2 {
		power.Mul(power, square)
		sum.Add(sum, newFloat(p).Quo(power, floatInt(p, k)))
	}
	sum.SetMantExp(sum, reductions)
	if inverse {
		half := newFloat(p).SetMantExp(piFloat(), -1)
		sum.Sub(half, sum)
	}
	if x.Sign() < 0 {
		sum.Neg(sum)
	}
	return newFloat(prec).Set(sum)
}

// atan2Float is the angle of x + iy, in (−π, π]; not both may be zero.
func atan2Float(y, x *big.Float, prec uint) *big.Float {
	p := prec + guardBits
	if x.Sign() == 0 {
		half := newFloat(p).SetMantExp(piFloat(), -1)
		if y.Sign() < 0 {
			half.Neg(half)
		}
		return newFloat(prec).Set(half)
	}
	a := atanFloat(newFloat(p).Quo(newFloat(p).Set(y), newFloat(p).Set(x)), p)
	if x.Sign() < 0 {
		if y.Sign() >= 0 {
			a.Add(a, piFloat())
		} else {
			a.Sub(a, piFloat())
		}
	}
	return newFloat(prec).Set(a)
}
