package expr

import "math/big"

// ln is the natural logarithm: of numbers through their primes, of products
// term by term, of powers as multiples.
func (d *decider) ln(f fraction) fraction {
	if d.failed() {
		return fraction{}
	}
	if f.zero() {
		d.fail(ReasonUndefined)
		return fraction{}
	}
	if f.den != nil {
		if d.isConstant(f.num) && d.isConstant(f.den) {
			f = d.positiveDenominator(f)
		}
		return d.sub(d.lnPoly(f.num), d.lnPoly(f.den))
	}
	return d.lnPoly(f.num)
}

func (d *decider) lnPoly(p poly) fraction {
	if len(p) == 1 {
		return d.lnTerm(p[0])
	}
	content := d.content(p)
	prim := fraction{num: d.scalePoly(p, new(big.Rat).Inv(content))}
	return d.add(d.lnRational(content), d.call(atomLog, "ln", prim))
}

func (d *decider) lnTerm(t term) fraction {
	out := fraction{}
	coef := t.coef
	if coef.Sign() < 0 {
		if len(t.mono) > 0 && !d.isConstant(poly{t}) {
			// The sign belongs to the variable: ln(−x).
			first := fraction{num: poly{{big.NewRat(-1, 1), t.mono}}}
			return d.add(d.lnRational(new(big.Rat).Neg(coef)), d.call(atomLog, "ln", first))
		}
		out = d.mul(d.imaginary(), d.pi())
		coef = new(big.Rat).Neg(coef)
	}
	out = d.add(out, d.lnRational(coef))
	for _, f := range t.mono {
		out = d.add(out, d.scale(d.lnAtom(f), f.exp.rat()))
	}
	return out
}

// lnAtom is the logarithm of the atom of a factor, without its exponent.
func (d *decider) lnAtom(f factor) fraction {
	a := d.atoms[f.atom]
	single := d.atomFraction(f.atom)
	switch {
	case a.kind == atomPrime:
		return d.call(atomLog, "ln", single)
	case a.kind == atomConstant && a.name == "e":
		return integer(1)
	case a.kind == atomPower && d.isReal(a.exp):
		return d.mul(a.exp, d.ln(a.arg))
	case a.kind == atomBase:
		return d.call(atomLog, "ln", a.arg)
	case a.kind == atomImaginary:
		return d.scale(d.mul(d.imaginary(), d.pi()), ratHalf)
	case !a.pos && f.exp.integer() && f.exp.n%2 == 0 && a.kind != atomAbs:
		return d.call(atomLog, "ln", d.absolute(single))
	}
	return d.call(atomLog, "ln", single)
}

func (d *decider) lnRational(r *big.Rat) fraction {
	out := fraction{}
	for sign, n := range []*big.Int{r.Num(), r.Denom()} {
		for _, pp := range d.factorise(n) {
			single := fraction{num: poly{{ratOne, []factor{{d.primeAtom(pp.p, pp.proven), exponent{1, 1}}}}}}
			log := d.call(atomLog, "ln", single)
			out = d.add(out, d.scale(log, big.NewRat(pp.k*int64(1-2*sign), 1)))
		}
	}
	return out
}

// positiveDenominator moves the sign of a constant denominator to the numerator.
func (d *decider) positiveDenominator(f fraction) fraction {
	if f.den != nil && d.isConstant(f.den) && d.sign(fraction{num: f.den}) < 0 {
		return fraction{d.negPoly(f.num), d.negPoly(f.den)}
	}
	return f
}

// absolute is |f| of a real fraction, the modulus of a constant complex one.
func (d *decider) absolute(f fraction) fraction {
	if d.failed() || f.zero() {
		return fraction{}
	}
	if d.isConstant(f.num) && d.isConstant(f.den) {
		if re, im, ok := d.parts(f); ok && !im.zero() {
			return d.rationalExponent(d.add(d.mul(re, re), d.mul(im, im)), exponent{1, 2})
		}
		switch d.sign(f) {
		case 1:
			return f
		case -1:
			return d.neg(f)
		}
		return d.call(atomCall, "abs", f)
	}
	if f.den != nil {
		return d.div(d.absolute(fraction{num: f.num}), d.absolute(fraction{num: f.den}))
	}
	if !d.isReal(f) {
		return d.call(atomCall, "abs", f)
	}
	if len(f.num) > 1 {
		content := d.content(f.num)
		prim := d.scalePoly(f.num, new(big.Rat).Inv(content))
		u, _ := d.unsigned(fraction{num: prim})
		return d.scale(d.call(atomAbs, "abs", u), content)
	}
	t := f.num[0]
	out := rational(new(big.Rat).Abs(t.coef))
	for _, g := range t.mono {
		a := d.atoms[g.atom]
		single := d.atomFraction(g.atom)
		if a.kind == atomBase {
			single, _ = d.unsigned(a.arg)
		}
		switch {
		case a.pos || a.kind == atomAbs || g.exp.d%2 == 0 || (g.exp.integer() && g.exp.n%2 == 0):
			out = d.mul(out, fraction{num: poly{{ratOne, []factor{g}}}})
		default:
			abs := d.call(atomAbs, "abs", single)
			out = d.mul(out, fraction{num: poly{{ratOne, d.powMono(abs.num[0].mono, g.exp)}}})
		}
	}
	return out
}

// isConstant tells whether no variable occurs.
func (d *decider) isConstant(p poly) bool {
	for _, t := range p {
		for _, f := range t.mono {
			a := &d.atoms[f.atom]
			if a.kind == atomVariable || !d.constantArgs(a) {
				return false
			}
		}
	}
	return true
}

func (d *decider) constantArgs(a *atom) bool {
	if !d.step(1) {
		return false
	}
	for _, g := range append([]fraction{a.arg, a.exp}, a.args...) {
		if !d.isConstant(g.num) || !d.isConstant(g.den) {
			return false
		}
	}
	return true
}

// isReal tells whether i does not occur.
func (d *decider) isReal(f fraction) bool {
	for _, t := range append(append(poly{}, f.num...), f.den...) {
		for _, g := range t.mono {
			a := &d.atoms[g.atom]
			if !d.step(1) || a.kind == atomImaginary || (len(a.arg.num) > 0 && !d.isReal(a.arg)) || (len(a.exp.num) > 0 && !d.isReal(a.exp)) {
				return false
			}
		}
	}
	return true
}

// parts splits a polynomial into real and imaginary part, i occurring nowhere deeper.
func (d *decider) parts(f fraction) (re, im fraction, ok bool) {
	if f.den != nil {
		return fraction{}, fraction{}, false
	}
	i := d.imaginary().num[0].mono[0]
	for _, t := range f.num {
		if exponentIn(t.mono, i.atom).zero() {
			re.num = append(re.num, t)
			continue
		}
		rest := d.mulMono(t.mono, []factor{{i.atom, exponent{-1, 1}}})
		im.num = d.addPoly(im.num, poly{{t.coef, rest}})
	}
	return re, im, d.isReal(re) && d.isReal(im)
}
