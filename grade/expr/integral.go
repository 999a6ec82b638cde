package expr

import "math/big"

// integral finds an antiderivative term by term and takes it between the
// bounds. An indefinite integral is the antiderivative without a constant.
func (d *decider) integral(n *Node) *Node {
	if n.Args[1].Op != Symbol {
		d.fail(ReasonUnsupported)
		return n
	}
	x := n.Args[1].Name
	f := d.normal(n.Args[0])
	if d.failed() {
		return n
	}
	id := d.variable(symbolKey(x)).num[0].mono[0].atom
	if f.den != nil {
		f.num, f.den = d.overVariable(f, id)
	}
	anti, ok := d.antiderivative(f, id)
	if !ok || d.failed() {
		d.fail(ReasonUnsupported)
		return n
	}
	if len(n.Args) < 4 {
		return d.tree(anti)
	}
	if d.poleBetween(f, id, n.Args[2], n.Args[3]) {
		d.fail(ReasonUnsupported)
		return n
	}
	at := func(v *Node) *Node {
		if infinite(v) != 0 {
			return d.limit(New(Limit, d.tree(anti), Sym(symbolKey(x)), v))
		}
		return substitute(d.tree(anti), map[string]*Node{symbolKey(x): v})
	}
	return New(Add, at(n.Args[3]), New(Neg, at(n.Args[2])))
}

// poleBetween tells whether the integrand may have a pole between the bounds,
// which makes the difference of antiderivatives meaningless.
func (d *decider) poleBetween(f fraction, x int32, lo, hi *Node) bool {
	var poles []fraction
	for _, t := range f.num {
		if exponentIn(t.mono, x).n < 0 {
			poles = []fraction{{}}
		}
	}
	if f.den != nil {
		c, ok := d.coefficients(f.den, x)
		if !ok {
			return true
		}
		_, roots, ok := d.signs(c)
		if !ok {
			return true
		}
		poles = append(poles, roots...)
	}
	beyond := func(p fraction, bound *Node, side int) bool {
		if s := infinite(bound); s != 0 {
			return false
		}
		s, sure := d.compareEnds(p, d.normal(bound))
		return sure && s == side
	}
	for _, p := range poles {
		below := beyond(p, lo, -1) && (infinite(hi) > 0 || beyond(p, hi, -1))
		above := beyond(p, hi, 1) && (infinite(lo) < 0 || beyond(p, lo, 1))
		if !below && !above {
			return true
		}
	}
	return false
}

func (d *decider) antiderivative(f fraction, x int32) (fraction, bool) {
	if f.den != nil {
		return d.antiderivativeQuotient(f, x)
	}
	out := fraction{}
	for _, t := range f.num {
		part, ok := d.antiderivativeTerm(t, x)
		if !ok || d.failed() {
			return fraction{}, false
		}
		out = d.add(out, part)
	}
	return out, true
}

// antiderivativeQuotient knows c/(ax + b) and c/(x² + a²).
func (d *decider) antiderivativeQuotient(f fraction, x int32) (fraction, bool) {
	if !d.without(f.num, x) {
		return fraction{}, false
	}
	c, ok := d.coefficients(f.den, x)
	num := fraction{num: f.num}
	switch {
	case !ok:
	case c[2].zero() && !c[1].zero():
		return d.div(d.mul(num, d.ln(d.absolute(fraction{num: f.den}))), c[1]), true
	case c[1].zero() && !c[2].zero():
		ratio := d.div(c[2], c[0])
		if d.sign(ratio) <= 0 {
			return fraction{}, false
		}
		root := d.pow(ratio, rational(ratHalf))
		angle := d.arc("atan", d.mul(root, fraction{num: poly{{ratOne, []factor{{x, exponent{1, 1}}}}}}))
		return d.div(d.mul(num, angle), d.mul(c[0], root)), true
	}
	return fraction{}, false
}

// antiderivativeTerm integrates c·x^p, c·x^k·sin(ax+b), c·x^k·cos(ax+b),
// c·x^k·b^(ax) and c·x^k·ln x.
func (d *decider) antiderivativeTerm(t term, x int32) (fraction, bool) {
	power := exponentIn(t.mono, x)
	rest := t.mono[:0:0]
	other := factor{-1, exponent{0, 1}}
	for _, f := range t.mono {
		switch {
		case f.atom == x:
		case d.without(poly{{ratOne, []factor{f}}}, x):
			rest = append(rest, f)
		case other.atom >= 0:
			return fraction{}, false
		default:
			other = f
		}
	}
	c := fraction{num: poly{{t.coef, rest}}}
	v := fraction{num: poly{{ratOne, []factor{{x, exponent{1, 1}}}}}}
	if other.atom < 0 {
		if power == (exponent{-1, 1}) {
			return d.mul(c, d.ln(d.absolute(v))), true
		}
		up := d.addExp(power, exponent{1, 1})
		if up.zero() {
			return fraction{}, false
		}
		return d.mul(c, d.scale(d.rationalExponent(v, up), new(big.Rat).Inv(up.rat()))), true
	}
	if !power.integer() || power.n < 0 || power.n > 12 {
		return fraction{}, false
	}
	part, ok := d.byParts(v, power.n, other, x)
	return d.mul(c, part), ok
}

// byParts is ∫ x^k·g: x^k·G − k·∫ x^{k−1}·G for each function g that it knows.
func (d *decider) byParts(v fraction, k int64, g factor, x int32) (fraction, bool) {
	a := d.atoms[g.atom]
	xk := d.wholeExponent(v, k)
	switch {
	case a.kind == atomLog && g.exp == (exponent{1, 1}) && samePoly(a.arg.num, v.num) && a.arg.den == nil:
		// x^{k+1}·(ln x/(k+1) − 1/(k+1)²)
		n := big.NewRat(1, k+1)
		inner := d.sub(d.scale(d.ln(v), n), rational(new(big.Rat).Mul(n, n)))
		return d.mul(d.mul(xk, v), inner), true
	case (a.kind == atomSine || a.kind == atomCosine) && g.exp == (exponent{1, 1}):
		slope, ok := d.linear(a.arg, x)
		if !ok {
			return fraction{}, false
		}
		whole := d.neg(d.cos(a.arg))
		if a.kind == atomCosine {
			whole = d.sin(a.arg)
		}
		return d.partsStep(v, k, xk, d.div(whole, slope), x)
	case a.kind == atomPower:
		slope, ok := d.linear(d.scale(a.exp, g.exp.rat()), x)
		if !ok || !d.without(a.arg.num, x) {
			return fraction{}, false
		}
		value := fraction{num: poly{{ratOne, []factor{g}}}}
		return d.partsStep(v, k, xk, d.div(value, d.mul(slope, d.ln(a.arg))), x)
	}
	return fraction{}, false
}

func (d *decider) partsStep(v fraction, k int64, xk, whole fraction, x int32) (fraction, bool) {
	first := d.mul(xk, whole)
	if k == 0 {
		return first, true
	}
	lower := d.scale(d.mul(d.wholeExponent(v, k-1), whole), big.NewRat(k, 1))
	rest, ok := d.antiderivative(lower, x)
	return d.sub(first, rest), ok
}

// linear is the slope of a polynomial of degree one in x.
func (d *decider) linear(f fraction, x int32) (fraction, bool) {
	if f.den != nil {
		return fraction{}, false
	}
	slope := fraction{}
	for _, t := range f.num {
		switch e := exponentIn(t.mono, x); {
		case e == (exponent{1, 1}):
			rest := d.mulMono(t.mono, []factor{{x, exponent{-1, 1}}})
			if !d.without(poly{{t.coef, rest}}, x) {
				return fraction{}, false
			}
			slope.num = d.addPoly(slope.num, poly{{t.coef, rest}})
		case !d.without(poly{t}, x):
			return fraction{}, false
		}
	}
	return slope, !slope.zero()
}
