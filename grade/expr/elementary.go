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

// Series are summed in fixed point: integers that stand for multiples of 2^−p.

func fixedInt(n int64, p uint) *big.Int { return new(big.Int).Lsh(big.NewInt(n), p) }

// toFixed is x·2^shift in fixed point.
func toFixed(x *big.Float, p uint, shift int) *big.Int {
	n, _ := newFloat(x.Prec()).SetMantExp(x, int(p)+shift).Int(nil)
	return n
}

// fromFixed is n·2^shift as a float.
func fromFixed(n *big.Int, p, prec uint, shift int) *big.Float {
	f := newFloat(prec).SetInt(n)
	return f.SetMantExp(f, shift-int(p))
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
	u := toFixed(r, p, -halvings)
	sum, t := fixedInt(1, p), fixedInt(1, p)
	for n := int64(1); t.Sign() != 0; n++ {
		t.Rsh(t.Mul(t, u), p)
		t.Quo(t, big.NewInt(n))
		sum.Add(sum, t)
	}
	for range halvings {
		sum.Rsh(sum.Mul(sum, sum), p)
	}
	return fromFixed(sum, p, prec, int(k))
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
	s := toFixed(r, p, -halvings)
	c := fixedInt(1, p)
	square := new(big.Int).Mul(s, s)
	square.Neg(square.Rsh(square, p))
	ts, tc := new(big.Int).Set(s), fixedInt(1, p)
	for n := int64(1); tc.Sign() != 0; n++ {
		tc.Quo(tc.Rsh(tc.Mul(tc, square), p), big.NewInt((2*n-1)*(2*n)))
		ts.Quo(ts.Rsh(ts.Mul(ts, square), p), big.NewInt((2*n)*(2*n+1)))
		c.Add(c, tc)
		s.Add(s, ts)
		if tc.BitLen() <= 1 { // −1 stays −1 under a shift
			break
		}
	}
	for range halvings { // (c + is)²
		sc := new(big.Int).Mul(s, c)
		c.Sub(c.Mul(c, c), new(big.Int).Mul(s, s))
		c.Rsh(c, p)
		s.Rsh(sc, p-1)
	}
	switch ((k % 4) + 4) % 4 {
	case 1:
		s, c = c, s.Neg(s)
	case 2:
		s, c = s.Neg(s), c.Neg(c)
	case 3:
		s, c = c.Neg(c), s
	}
	return fromFixed(s, p, prec, 0), fromFixed(c, p, prec, 0)
}

// atanFloat is arctan x, in (−π/2, π/2).
func atanFloat(x *big.Float, prec uint) *big.Float {
	p := prec + guardBits
	if floatMag(x) < -int64(p) {
		return newFloat(prec).Set(x)
	}
	one := floatInt(p, 1)
	t := newFloat(p).Abs(x)
	inverse := t.Cmp(one) > 0
	if inverse {
		t.Quo(one, t)
	}
	if floatMag(t) < -int64(p) { // x is huge
		t.SetInt64(0)
	}
	const reductions = 6
	for range reductions { // arctan t = 2 arctan t/(1+√(1+t²))
		h := newFloat(p).Mul(t, t)
		h.Sqrt(h.Add(h, one))
		t.Quo(t, h.Add(h, one))
	}
	u := toFixed(t, p, 0)
	square := new(big.Int).Mul(u, u)
	square.Neg(square.Rsh(square, p))
	total, power := new(big.Int).Set(u), new(big.Int).Set(u)
	for k := int64(3); power.BitLen() > 1; k += 2 {
		power.Rsh(power.Mul(power, square), p)
		total.Add(total, new(big.Int).Quo(power, big.NewInt(k)))
	}
	sum := fromFixed(total, p, p, 0)
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
			a, _ = addFloats(p, a, piFloat())
		} else {
			a, _ = addFloats(p, a, newFloat(p).Neg(piFloat()))
		}
	}
	return newFloat(prec).Set(a)
}
