package expr

import "math/big"

// pow raises a fraction to a fraction. Fractional powers of numbers written
// negative are real where the root is odd, as school mathematics has it, and
// principal otherwise.
func (d *decider) pow(base, exp fraction) fraction {
	if d.failed() {
		return fraction{}
	}
	if r, ok := exp.rational(); ok {
		e, fits := exponentOf(r)
		if !fits {
			if b, ok := base.rational(); ok && b.IsInt() && b.Num().IsInt64() && abs64(b.Num().Int64()) <= 1 && r.IsInt() {
				return d.unitPower(b.Num().Int64(), r.Num())
			}
			d.fail(ReasonBudget)
			return fraction{}
		}
		return d.rationalExponent(base, e)
	}
	if exp.den != nil {
		if b, ok := base.rational(); ok && b.Cmp(ratOne) == 0 {
			return integer(1)
		}
		return d.symbolicPower(base, exp)
	}
	out := integer(1)
	for _, t := range exp.num {
		if len(t.mono) == 0 {
			out = d.mul(out, d.rationalExponent(base, d.toExp(t.coef)))
			continue
		}
		out = d.mul(out, d.termExponent(base, t))
	}
	return out
}

func (d *decider) unitPower(b int64, n *big.Int) fraction {
	switch {
	case b == 0 && n.Sign() < 0:
		d.fail(ReasonUndefined)
		return fraction{}
	case b < 0 && n.Bit(0) == 0:
		b = 1
	}
	return integer(b)
}

func (d *decider) rationalExponent(base fraction, e exponent) fraction {
	switch {
	case e.zero():
		return integer(1)
	case base.zero():
		if e.n < 0 {
			d.fail(ReasonUndefined)
		}
		return fraction{}
	case e.integer():
		return d.wholeExponent(base, e.n)
	}
	if base.den != nil {
		base = d.positiveDenominator(base)
		return d.div(d.root(base.num, e), d.root(base.den, e))
	}
	return d.root(base.num, e)
}

func (d *decider) wholeExponent(base fraction, n int64) fraction {
	if n < 0 {
		return d.wholeExponent(d.invert(base), -n)
	}
	if base.den == nil && len(base.num) == 1 {
		t := base.num[0]
		if r, ok := base.rational(); ok {
			return d.signedPower(r, exponent{n, 1})
		}
		coef := d.signedPower(t.coef, exponent{n, 1})
		return d.mul(coef, fraction{num: d.reduce(term{ratOne, d.powMono(t.mono, exponent{n, 1})})})
	}
	if base.den == nil {
		return fraction{num: d.powPoly(base.num, n)}
	}
	return d.quotient(d.powPoly(base.num, n), d.powPoly(base.den, n))
}

// signedPower is r^e for a rational of any sign.
func (d *decider) signedPower(r *big.Rat, e exponent) fraction {
	if r.Sign() >= 0 {
		if r.Sign() == 0 {
			return fraction{}
		}
		return d.rationalPower(r, e)
	}
	out := d.rationalPower(new(big.Rat).Neg(r), e)
	switch {
	case e.d%2 == 1 && e.n%2 != 0:
		return d.neg(out)
	case e.d%2 == 1:
		return out
	case e.d == 2:
		return d.mul(out, d.wholeExponent(d.imaginary(), e.n))
	}
	// Principal root of −1: e^{iπe}.
	return d.mul(out, d.cis(e.rat()))
}

// root raises a polynomial to a fractional power.
func (d *decider) root(p poly, e exponent) fraction {
	if d.failed() || len(p) == 0 {
		return fraction{}
	}
	if len(p) == 1 {
		return d.rootTerm(p[0], e)
	}
	if f, ok := d.denest(p, e); ok {
		return f
	}
	content := d.content(p)
	prim := d.scalePoly(p, new(big.Rat).Inv(content))
	f := fraction{num: prim}
	if d.isConstant(prim) {
		switch d.sign(f) {
		case 1:
		case -1:
			return d.mul(d.signedPower(new(big.Rat).Neg(content), e), d.base(d.negPoly(prim), e))
		default:
			return d.symbolicPower(fraction{num: p}, rational(e.rat()))
		}
	}
	return d.mul(d.rationalPower(content, e), d.base(prim, e))
}

func (d *decider) base(p poly, e exponent) fraction {
	f := fraction{num: p}
	id := d.intern("b:"+d.key(f), func() atom { return atom{kind: atomBase, arg: f} })
	return fraction{num: d.reduce(term{ratOne, []factor{{id, e}}})}
}

// rootTerm is a fractional power of a product. Factors known to be positive and
// all factors under an odd root are raised one by one. Under an even root, even
// powers come out as absolute values, and what has an unknown sign stays
// together, since √x√y is not √(xy) everywhere.
func (d *decider) rootTerm(t term, e exponent) fraction {
	if !d.isRealButI(t) {
		return d.symbolicPower(fraction{num: poly{t}}, rational(e.rat()))
	}
	out := integer(1)
	coef, together := t.coef, []factor(nil)
	for _, f := range t.mono {
		a := d.atoms[f.atom]
		x := d.mulExp(f.exp, e)
		even := e.d%2 == 0
		switch {
		case a.kind == atomImaginary:
			out = d.mul(out, d.cis(new(big.Rat).Mul(x.rat(), ratHalf)))
		case a.pos || !even || f.exp.d%2 == 0 || (a.kind == atomAbs && f.exp.integer()):
			out = d.mul(out, fraction{num: d.reduce(term{ratOne, []factor{{f.atom, x}}})})
		case f.exp.n%2 == 0:
			out = d.mul(out, d.rationalExponent(d.absolute(d.atomFraction(f.atom)), x))
		default:
			if k := (f.exp.n - 1) / 2 * 2; f.exp.d == 1 && k != 0 {
				abs := d.absolute(d.atomFraction(f.atom))
				out = d.mul(out, d.rationalExponent(abs, d.mulExp(exponent{k, 1}, e)))
				f.exp.n -= k
			}
			together = append(together, f)
		}
	}
	switch {
	case len(together) == 0:
		return d.mul(out, d.signedPower(coef, e))
	case len(together) == 1 && coef.Sign() > 0 && !d.isConstant(poly{{ratOne, together}}):
		x := d.mulExp(together[0].exp, e)
		out = d.mul(out, fraction{num: d.reduce(term{ratOne, []factor{{together[0].atom, x}}})})
		return d.mul(out, d.rationalPower(coef, e))
	}
	out = d.mul(out, d.rationalPower(new(big.Rat).Abs(coef), e))
	inside := poly{{big.NewRat(int64(coef.Sign()), 1), together}}
	if d.isConstant(inside) {
		switch d.sign(fraction{num: inside}) {
		case 1:
		case -1:
			return d.mul(d.mul(out, d.signedPower(big.NewRat(-1, 1), e)), d.base(d.negPoly(inside), e))
		default:
			return d.symbolicPower(fraction{num: poly{t}}, rational(e.rat()))
		}
	}
	return d.mul(out, d.base(inside, e))
}

// isRealButI tells whether i occurs in a term at most as a factor beside constants.
func (d *decider) isRealButI(t term) bool {
	rest := make([]factor, 0, len(t.mono))
	for _, f := range t.mono {
		if d.atoms[f.atom].kind != atomImaginary {
			rest = append(rest, f)
		}
	}
	p := poly{{ratOne, rest}}
	if !d.isReal(fraction{num: p}) {
		return false
	}
	if len(rest) == len(t.mono) {
		return true
	}
	for _, f := range rest {
		if !d.atoms[f.atom].pos {
			return false
		}
	}
	return t.coef.Sign() > 0
}

func (d *decider) atomFraction(id int32) fraction {
	return fraction{num: poly{{ratOne, []factor{{id, exponent{1, 1}}}}}}
}

// content is the positive rational that divides all coefficients.
func (d *decider) content(p poly) *big.Rat {
	num, den := new(big.Int), big.NewInt(1)
	for _, t := range p {
		d.step(1 + t.coef.Num().BitLen()/64)
		num.GCD(nil, nil, num, new(big.Int).Abs(t.coef.Num()))
		g := new(big.Int).GCD(nil, nil, den, t.coef.Denom())
		den.Mul(den, new(big.Int).Quo(t.coef.Denom(), g))
		if den.BitLen() > maxScaledBits {
			d.fail(ReasonBudget)
			return ratOne
		}
	}
	if num.Sign() == 0 { // a result of failure
		d.fail(ReasonUndefined)
		return ratOne
	}
	return new(big.Rat).SetFrac(num, den)
}

// denest writes √(a + b√n) as a sum of square roots where a² − b²n is a square.
func (d *decider) denest(p poly, e exponent) (fraction, bool) {
	if e.d != 2 || len(p) != 2 {
		return fraction{}, false
	}
	a, s := p[1], p[0]
	if len(a.mono) != 0 {
		a, s = s, a
	}
	if len(a.mono) != 0 || a.coef.Sign() <= 0 {
		return fraction{}, false
	}
	square, ok := fraction{num: d.mulPoly(poly{s}, poly{s})}.rational()
	if !ok {
		return fraction{}, false
	}
	diff := new(big.Rat).Sub(d.mulRat(a.coef, a.coef), square)
	r, ok := squareRoot(diff)
	if !ok {
		return fraction{}, false
	}
	hi := new(big.Rat).Mul(ratHalf, new(big.Rat).Add(a.coef, r))
	lo := new(big.Rat).Mul(ratHalf, new(big.Rat).Sub(a.coef, r))
	second := d.signedPower(lo, exponent{1, 2})
	if s.coef.Sign() < 0 {
		second = d.neg(second)
	}
	return d.wholeExponent(d.add(d.signedPower(hi, exponent{1, 2}), second), e.n), true
}

func squareRoot(r *big.Rat) (*big.Rat, bool) {
	if r.Sign() < 0 {
		return nil, false
	}
	n, m := new(big.Int).Sqrt(r.Num()), new(big.Int).Sqrt(r.Denom())
	root := new(big.Rat).SetFrac(n, m)
	return root, new(big.Rat).Mul(root, root).Cmp(r) == 0
}

// termExponent is base^(c·m) for a monomial m.
func (d *decider) termExponent(base fraction, t term) fraction {
	if base.den == nil && len(base.num) == 1 {
		b := base.num[0]
		if len(b.mono) == 1 && b.coef.Cmp(ratOne) == 0 && d.atoms[b.mono[0].atom].name == "e" &&
			d.atoms[b.mono[0].atom].kind == atomConstant {
			if f, ok := d.exponential(t, b.mono[0].exp); ok {
				return f
			}
		}
		return d.productPower(b, t)
	}
	if base.zero() {
		d.fail(ReasonUndefined)
		return fraction{}
	}
	return d.symbolicPower(base, fraction{num: poly{t}})
}

// exponential is e^(x·c·m): a number where m is iπ, a power where m is a logarithm.
func (d *decider) exponential(t term, x exponent) (fraction, bool) {
	c := new(big.Rat).Mul(t.coef, x.rat())
	if len(t.mono) == 2 {
		a, b := d.atoms[t.mono[0].atom], d.atoms[t.mono[1].atom]
		if t.mono[0].exp != (exponent{1, 1}) || t.mono[1].exp != (exponent{1, 1}) {
			return fraction{}, false
		}
		if (a.kind == atomImaginary && b.name == "pi") || (b.kind == atomImaginary && a.name == "pi") {
			return d.cis(c), true
		}
	}
	if len(t.mono) == 1 && t.mono[0].exp == (exponent{1, 1}) {
		if a := d.atoms[t.mono[0].atom]; a.kind == atomLog {
			return d.rationalExponent(a.arg, d.toExp(c)), true
		}
	}
	return fraction{}, false
}

// productPower raises a product to c·m, factor by factor.
func (d *decider) productPower(b term, t term) fraction {
	m := fraction{num: poly{{ratOne, t.mono}}}
	out := integer(1)
	raise := func(f fraction, key string, pos bool, e exponent) {
		id := d.intern("w:"+key+"^"+d.key(m), func() atom {
			return atom{kind: atomPower, name: key, arg: f, exp: m, pos: pos && d.isReal(m)}
		})
		e = d.mulExp(e, d.toExp(t.coef))
		out = d.mul(out, fraction{num: d.reduce(term{ratOne, []factor{{id, e}}})})
	}
	coef := b.coef
	if coef.Sign() < 0 {
		raise(integer(-1), "-1", false, exponent{1, 1})
		coef = new(big.Rat).Neg(coef)
	}
	for sign, n := range []*big.Int{coef.Num(), coef.Denom()} {
		for _, pp := range d.factorise(n) {
			f := rational(new(big.Rat).SetInt(pp.p))
			raise(f, pp.p.String(), true, exponent{pp.k * int64(1-2*sign), 1})
		}
	}
	for _, f := range b.mono {
		a := d.atoms[f.atom]
		single := fraction{num: poly{{ratOne, []factor{{f.atom, exponent{1, 1}}}}}}
		raise(single, d.key(single), a.pos, f.exp)
	}
	return out
}

// symbolicPower is base^exp as one atom.
func (d *decider) symbolicPower(base, exp fraction) fraction {
	return d.call(atomCall, "^", base, exp)
}
