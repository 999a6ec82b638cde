package expr

import "math/big"

// fraction is a quotient of polynomials; a nil denominator is 1.
type fraction struct{ num, den poly }

func rational(r *big.Rat) fraction { return fraction{num: constantPoly(r)} }
func integer(n int64) fraction     { return rational(new(big.Rat).SetInt64(n)) }

// rational is the value of a fraction without atoms.
func (f fraction) rational() (*big.Rat, bool) {
	if f.den != nil {
		return nil, false
	}
	return f.num.rational()
}

func (f fraction) zero() bool { return len(f.num) == 0 }

func (d *decider) add(a, b fraction) fraction {
	switch {
	case a.den == nil && b.den == nil:
		return fraction{num: d.addPoly(a.num, b.num)}
	case samePoly(a.den, b.den):
		return d.quotient(d.addPoly(a.num, b.num), a.den)
	}
	num := d.addPoly(d.mulPoly(a.num, orOne(b.den)), d.mulPoly(b.num, orOne(a.den)))
	return d.quotient(num, d.mulPoly(orOne(a.den), orOne(b.den)))
}

func (d *decider) sub(a, b fraction) fraction { return d.add(a, d.neg(b)) }

func (d *decider) neg(a fraction) fraction { return fraction{d.negPoly(a.num), a.den} }

func (d *decider) mul(a, b fraction) fraction {
	if a.den == nil && b.den == nil {
		return fraction{num: d.mulPoly(a.num, b.num)}
	}
	if a.den != nil && samePoly(a.den, b.num) {
		return d.quotient(a.num, orOne(b.den))
	}
	if b.den != nil && samePoly(b.den, a.num) {
		return d.quotient(b.num, orOne(a.den))
	}
	return d.quotient(d.mulPoly(a.num, b.num), d.mulPoly(orOne(a.den), orOne(b.den)))
}

func (d *decider) scale(a fraction, r *big.Rat) fraction {
	return fraction{d.scalePoly(a.num, r), a.den}
}

func (d *decider) div(a, b fraction) fraction { return d.mul(a, d.invert(b)) }

func (d *decider) invert(a fraction) fraction {
	if d.failed() {
		return fraction{}
	}
	if a.zero() {
		d.fail(ReasonUndefined)
		return fraction{}
	}
	return d.quotient(orOne(a.den), a.num)
}

func orOne(p poly) poly {
	if p == nil {
		return constantPoly(ratOne)
	}
	return p
}

// quotient divides polynomials: exactly where the denominator is one term or
// divides, else as a fraction whose denominator starts with 1.
func (d *decider) quotient(num, den poly) fraction {
	if d.failed() {
		return fraction{}
	}
	if len(den) == 0 {
		d.fail(ReasonUndefined)
		return fraction{}
	}
	if len(num) == 0 {
		return fraction{}
	}
	lead := d.invertTerm(den[0])
	num, den = d.mulPoly(num, lead), d.mulPoly(den, lead)
	if r, ok := den.rational(); ok {
		if r.Sign() == 0 {
			d.fail(ReasonUndefined)
			return fraction{}
		}
		return fraction{num: d.scalePoly(num, new(big.Rat).Inv(r))}
	}
	if len(num) >= len(den) {
		if q, ok := d.divide(num, den); ok {
			return fraction{num: q}
		}
	}
	return fraction{num, den}
}

func (d *decider) invertTerm(t term) poly {
	if t.coef.Sign() == 0 { // a result of failure
		d.fail(ReasonUndefined)
		return nil
	}
	return d.reduce(term{new(big.Rat).Inv(t.coef), d.powMono(t.mono, exponent{-1, 1})})
}

// divide is exact division by leading terms; it gives up where the quotient
// has more terms than a true one would.
func (d *decider) divide(num, den poly) (poly, bool) {
	lead := d.invertTerm(den[0])
	if len(lead) != 1 {
		return nil, false
	}
	var q poly
	for range 2*len(num) + 8 {
		if len(num) == 0 {
			return q, true
		}
		if d.failed() {
			return nil, false
		}
		t := d.mulPoly(num[:1:1], lead)
		q = d.addPoly(q, t)
		num = d.addPoly(num, d.negPoly(d.mulPoly(t, den)))
	}
	return nil, false
}

func samePoly(a, b poly) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if cmpMono(a[i].mono, b[i].mono) != 0 || a[i].coef.Cmp(b[i].coef) != 0 {
			return false
		}
	}
	return true
}

// exactly decides whether a fraction is zero where the laws suffice.
func (d *decider) exactly(f fraction) (zero, decided bool) {
	if d.failed() {
		return false, false
	}
	num := d.clear(f.num)
	if d.failed() {
		return false, false
	}
	if len(num) == 0 {
		if f.den != nil && len(d.clear(f.den)) == 0 {
			return false, false
		}
		return true, !d.failed()
	}
	if d.independent(num) {
		return false, true
	}
	return false, false
}
