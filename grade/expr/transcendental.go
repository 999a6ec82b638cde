package expr

import "math/big"

// exp is e^x.
func (a *arithmetic) exp(x ball) ball {
	if !a.ok(60) || x.err > 0 || floatMag(x.re) > 24 {
		return a.void()
	}
	r := expFloat(x.re, a.prec)
	m := floatMag(r)
	if x.im == nil {
		return a.make(r, nil, a.elementaryErr(m, x.err, m+1))
	}
	if floatMag(x.im) > 56 {
		return a.void()
	}
	s, c := sinCosFloat(x.im, a.prec)
	re, im := newFloat(a.prec).Mul(r, c), newFloat(a.prec).Mul(r, s)
	return a.make(re, im, a.elementaryErr(m, x.err, m+2))
}

// ln is the principal logarithm.
func (a *arithmetic) ln(x ball) ball {
	if !a.ok(150) || x.low() <= max(x.err, exactErr)+1 {
		return a.void()
	}
	err := a.elementaryErr(8, x.err, -x.low()+1)
	if x.im == nil && x.re.Sign() > 0 {
		return a.make(lnFloat(x.re, a.prec), nil, err)
	}
	a.left = true
	w := a.prec + guardBits
	xi := a.part(x.im)
	if x.im != nil && x.re.Sign() < 0 && floatMag(x.im) <= x.err+1 {
		return a.void() // on the cut
	}
	norm := squareSum(w, x.re, xi)
	re := lnFloat(norm, a.prec)
	re.SetMantExp(re, -1)
	return a.make(re, atan2Float(xi, x.re, a.prec), err)
}

// sqrt is the principal square root; a real number that may be zero within its
// error keeps that error's root.
func (a *arithmetic) sqrt(x ball) ball {
	if !a.ok(6) {
		return a.void()
	}
	if x.re.Sign() == 0 && x.im == nil && x.err == exactErr {
		return a.int(0)
	}
	if x.im == nil && x.low() > max(x.err, exactErr)+1 {
		r := newFloat(a.prec).Sqrt(newFloat(a.prec).Abs(x.re))
		err := x.err - floatMag(r) + 2
		if x.re.Sign() > 0 {
			return a.make(r, nil, err)
		}
		a.left = true
		return a.make(floatInt(a.prec, 0), r, err)
	}
	if x.im == nil {
		return a.make(newFloat(a.prec).Sqrt(newFloat(a.prec).Abs(x.re)), nil, (max(x.err, x.mag())+1)/2+1)
	}
	return a.exp(a.mul(a.ln(x), a.rat(ratHalf)))
}

// pow is x^y: whole powers by multiplication, odd roots of negative numbers
// real, everything else principal.
func (a *arithmetic) pow(x, y ball, exact *big.Rat) ball {
	if exact != nil {
		switch {
		case exact.IsInt() && exact.Num().IsInt64():
			return a.power(x, exact.Num().Int64())
		case exact.Cmp(ratHalf) == 0:
			return a.sqrt(x)
		case x.im == nil && x.re.Sign() < 0 && x.nonzero() && exact.Denom().Bit(0) == 1:
			r := a.pow(a.neg(x), y, exact)
			if exact.Num().Bit(0) == 1 {
				return a.neg(r)
			}
			return r
		}
	}
	if x.im == nil && x.re.Sign() == 0 && x.err == exactErr {
		if y.im == nil && y.re.Sign() > 0 && y.nonzero() {
			return a.int(0)
		}
		return a.void()
	}
	return a.exp(a.mul(y, a.ln(x)))
}

// sinCos are sine and cosine, complex through e^{ix}.
func (a *arithmetic) sinCos(x ball) (sin, cos ball) {
	if !a.ok(60) || x.err > 0 {
		return a.void(), a.void()
	}
	if x.im == nil {
		if floatMag(x.re) > 56 {
			return a.void(), a.void()
		}
		s, c := sinCosFloat(x.re, a.prec)
		err := a.elementaryErr(1, x.err, 1)
		return a.make(s, nil, err), a.make(c, nil, err)
	}
	i := a.i()
	e := a.exp(a.mul(i, x))
	f := a.inv(e)
	half := a.rat(ratHalf)
	cos = a.mul(half, a.add(e, f))
	sin = a.mul(half, a.mul(a.neg(i), a.sub(e, f)))
	return sin, cos
}

// arctan is the principal inverse tangent.
func (a *arithmetic) arctan(x ball) ball {
	if x.im == nil {
		if !a.ok(80) {
			return a.void()
		}
		return a.make(atanFloat(x.re, a.prec), nil, a.elementaryErr(1, x.err, 0))
	}
	// (i/2)·(ln(1 − ix) − ln(1 + ix))
	i := a.i()
	ix := a.mul(i, x)
	diff := a.sub(a.ln(a.sub(a.int(1), ix)), a.ln(a.add(a.int(1), ix)))
	return a.mul(a.mul(i, a.rat(ratHalf)), diff)
}

// arcsin is the principal inverse sine, −i·ln(ix + √(1 − x²)).
func (a *arithmetic) arcsin(x ball) ball {
	i := a.i()
	left := a.left
	root := a.sqrt(a.sub(a.int(1), a.mul(x, x)))
	out := a.mul(a.neg(i), a.ln(a.add(a.mul(i, x), root)))
	if x.im == nil && root.im == nil {
		a.left = left
		return a.real(out)
	}
	a.left = true
	return out
}

func (a *arithmetic) pi() ball {
	return a.make(newFloat(a.prec).Set(piFloat()), nil, exactErr)
}

// abs is the modulus.
func (a *arithmetic) abs(x ball) ball {
	if x.im == nil {
		if x.re.Sign() < 0 {
			return a.neg(x)
		}
		return x
	}
	return a.make(newFloat(a.prec).Sqrt(squareSum(a.prec+guardBits, x.re, x.im)), nil, x.err+1)
}

// sign is −1, 0 or 1 for a certain sign of a real ball, else unsure.
func (a *arithmetic) sign(x ball) (s int, sure bool) {
	if a.bad || x.im != nil {
		return 0, false
	}
	if x.nonzero() {
		return x.re.Sign(), true
	}
	return 0, x.err == exactErr && x.re.Sign() == 0
}
