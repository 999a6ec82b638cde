package expr

import "math/big"

// ball is a complex number known to within 2^err; a nil im is exactly zero.
type ball struct {
	re, im *big.Float
	err    int64
	// q is the value where it is a rational of few digits that re cannot hold.
	q *big.Rat
}

// maxRationalBits bounds the rationals that balls carry along.
const maxRationalBits = 512

// known is the exact value of a ball that has one of few digits.
func (b ball) known() (*big.Rat, bool) {
	switch {
	case b.q != nil:
		return b.q, true
	case b.im != nil || b.err != exactErr || abs64(b.mag()) > maxRationalBits && b.re.Sign() != 0:
		return nil, false
	}
	r, _ := b.re.Rat(nil)
	return r, true
}

// rationally carries out an operation on exact values where a side has one that
// floats do not hold.
func (a *arithmetic) rationally(x, y ball, op func(z, x, y *big.Rat) *big.Rat) (ball, bool) {
	if x.q == nil && y.q == nil {
		return ball{}, false
	}
	r, okX := x.known()
	s, okY := y.known()
	if !okX || !okY || !a.ok(4) {
		return ball{}, false
	}
	if z := op(new(big.Rat), r, s); ratBits(z) <= maxRationalBits {
		return a.rat(z), true
	}
	return ball{}, false
}

// exactErr is the error exponent of an exact value.
const exactErr = -1 << 40

// mag is an exponent with |middle of b| < 2^mag.
func (b ball) mag() int64 {
	m := floatMag(b.re)
	if b.im != nil {
		m = max(m, floatMag(b.im)) + 1
	}
	return m
}

func floatMag(x *big.Float) int64 {
	if x.Sign() == 0 {
		return exactErr
	}
	return int64(x.MantExp(nil))
}

// low is an exponent with |middle of b| ≥ 2^low.
func (b ball) low() int64 {
	m := floatMag(b.re)
	if b.im != nil {
		m = max(m, floatMag(b.im))
	}
	return m - 1
}

// nonzero tells whether the ball certainly excludes zero.
func (b ball) nonzero() bool { return b.low() > max(b.err, exactErr) }

// arithmetic works on balls at one precision. Once bad is set, some value was
// undefined or too uncertain and the results are void.
type arithmetic struct {
	d    *decider
	prec uint
	bad  bool
	// left notes that a real operation left the real line.
	left bool
}

func (a *arithmetic) void() ball {
	a.bad = true
	return ball{re: floatInt(a.prec, 0), err: exactErr}
}

// ok spends n steps.
func (a *arithmetic) ok(n int) bool {
	return a.d.step(n*int(1+a.prec/256)) && !a.bad
}

// maxMag bounds the exponents of values, so that squares stay in the range of
// big.Float and no sum has to shift by more than memory holds.
const maxMag = 1 << 27

// addFloats is x + y without shifting one far past the other; ok is false where
// the smaller one was dropped.
func addFloats(prec uint, x, y *big.Float) (sum *big.Float, ok bool) {
	sum = newFloat(prec)
	if x.Sign() != 0 && y.Sign() != 0 {
		switch gap := floatMag(x) - floatMag(y); {
		case gap > 2*constantBits:
			return sum.Set(x), false
		case gap < -2*constantBits:
			return sum.Set(y), false
		}
	}
	return sum.Add(x, y), true
}

// squareSum is x² + y².
func squareSum(prec uint, x, y *big.Float) *big.Float {
	sum, _ := addFloats(prec, newFloat(prec).Mul(x, x), newFloat(prec).Mul(y, y))
	return sum
}

// make adds the rounding error to a result; values too large are void, parts too
// small are zero within their size.
func (a *arithmetic) make(re, im *big.Float, err int64) ball {
	for _, part := range []*big.Float{re, im} {
		switch {
		case part == nil || part.Sign() == 0:
		case part.IsInf() || floatMag(part) > maxMag:
			return a.void()
		case floatMag(part) < -maxMag:
			part.SetInt64(0)
			err = max(err, -maxMag)
		}
	}
	b := ball{re: re, im: im, err: max(err, exactErr)}
	if m := b.mag(); m > exactErr {
		b.err = max(b.err, m-int64(a.prec)+2) + 1
	}
	if b.err > 1<<30 {
		return a.void()
	}
	return b
}

func (a *arithmetic) rat(r *big.Rat) ball {
	f := newFloat(a.prec).SetRat(r)
	if f.Acc() == big.Exact {
		return exactly(f)
	}
	b := a.make(f, nil, exactErr)
	if ratBits(r) <= maxRationalBits {
		b.q = r
	}
	return b
}

func (a *arithmetic) int(n int64) ball { return exactly(floatInt(a.prec, n)) }

// exactly is the ball of a float that is the value itself.
func exactly(f *big.Float) ball { return ball{re: f, err: exactErr} }

func (a *arithmetic) part(x *big.Float) *big.Float {
	if x == nil {
		return floatInt(a.prec, 0)
	}
	return x
}

func (a *arithmetic) add(x, y ball) ball {
	if !a.ok(1) {
		return a.void()
	}
	if z, ok := a.rationally(x, y, (*big.Rat).Add); ok {
		return z
	}
	re, whole := addFloats(a.prec, x.re, y.re)
	var im *big.Float
	if whole && x.im == nil && y.im == nil && x.err == exactErr && y.err == exactErr && re.Acc() == big.Exact {
		return exactly(re)
	}
	if x.im != nil || y.im != nil {
		im, _ = addFloats(a.prec, a.part(x.im), a.part(y.im))
	}
	return a.make(re, im, max(x.err, y.err)+1)
}

func (a *arithmetic) neg(x ball) ball {
	out := ball{re: newFloat(a.prec).Neg(x.re), err: x.err}
	if x.q != nil {
		out.q = new(big.Rat).Neg(x.q)
	}
	if x.im != nil {
		out.im = newFloat(a.prec).Neg(x.im)
	}
	return out
}

func (a *arithmetic) sub(x, y ball) ball { return a.add(x, a.neg(y)) }

func (a *arithmetic) mul(x, y ball) ball {
	if !a.ok(2) {
		return a.void()
	}
	if z, ok := a.rationally(x, y, (*big.Rat).Mul); ok {
		return z
	}
	err := max(x.mag()+y.err, y.mag()+x.err, x.err+y.err) + 2
	if x.im == nil && y.im == nil {
		re := newFloat(a.prec).Mul(x.re, y.re)
		if x.err == exactErr && y.err == exactErr && re.Acc() == big.Exact && !re.IsInf() && abs64(x.mag()+y.mag()) < maxMag {
			return exactly(re)
		}
		return a.make(re, nil, err)
	}
	xi, yi := a.part(x.im), a.part(y.im)
	w := a.prec + guardBits
	re, _ := addFloats(w, newFloat(w).Mul(x.re, y.re), newFloat(w).Neg(newFloat(w).Mul(xi, yi)))
	im, _ := addFloats(w, newFloat(w).Mul(x.re, yi), newFloat(w).Mul(xi, y.re))
	err = max(err, x.mag()+y.mag()-int64(a.prec))
	return a.make(newFloat(a.prec).Set(re), newFloat(a.prec).Set(im), err)
}

// inv is 1/x; a ball that may hold zero has none.
func (a *arithmetic) inv(x ball) ball {
	if !a.ok(4) || x.low() <= max(x.err, exactErr)+1 {
		return a.void()
	}
	err := x.err - 2*x.low() + 2
	if r, ok := x.known(); ok && r.Sign() != 0 {
		return a.rat(new(big.Rat).Inv(r))
	}
	if x.im == nil && x.err == exactErr {
		if re := newFloat(a.prec).Quo(floatInt(a.prec, 1), x.re); re.Acc() == big.Exact {
			return exactly(re)
		}
	}
	if x.im == nil {
		return a.make(newFloat(a.prec).Quo(floatInt(a.prec, 1), x.re), nil, err)
	}
	w := a.prec + guardBits
	norm := squareSum(w, x.re, x.im)
	re := newFloat(a.prec).Quo(x.re, norm)
	im := newFloat(a.prec).Quo(newFloat(w).Neg(x.im), norm)
	return a.make(re, im, err)
}

func (a *arithmetic) div(x, y ball) ball {
	if x.im == nil && y.im == nil && x.err == exactErr && y.err == exactErr && y.re.Sign() != 0 && a.ok(4) {
		if re := newFloat(a.prec).Quo(x.re, y.re); re.Acc() == big.Exact {
			return exactly(re)
		}
	}
	if r, ok := y.known(); ok && r.Sign() != 0 {
		if z, ok := a.rationally(x, a.rat(new(big.Rat).Inv(r)), (*big.Rat).Mul); ok {
			return z
		}
	}
	return a.mul(x, a.inv(y))
}

// power is x^n for a whole n.
func (a *arithmetic) power(x ball, n int64) ball {
	if n < 0 {
		return a.inv(a.power(x, -n))
	}
	out := a.int(1)
	for ; n > 0 && !a.bad; n >>= 1 {
		if n&1 == 1 {
			out = a.mul(out, x)
		}
		if n > 1 {
			x = a.mul(x, x)
		}
	}
	return out
}

// real returns the real part of a value that is real by construction.
func (a *arithmetic) real(x ball) ball { return ball{re: x.re, err: x.err, q: x.q} }

func (a *arithmetic) imag(x ball) ball { return ball{re: a.part(x.im), err: x.err} }

// elementaryErr bounds the error of a function value of size 2^mag computed
// from an argument that was off by 2^err with derivative below 2^slope.
func (a *arithmetic) elementaryErr(mag, err, slope int64) int64 {
	return max(max(mag, 1)-int64(a.prec)+16, err+slope) + 1
}
