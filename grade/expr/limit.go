package expr

// lHospitalRounds bounds how often numerator and denominator are differentiated.
const lHospitalRounds = 5

// limit is the value a tree tends to: by substitution where that is defined,
// else by l'Hôpital's rule on the normal form. At infinity the variable is
// replaced by its reciprocal.
func (d *decider) limit(n *Node) *Node {
	body, x, to := n.Args[0], n.Args[1], n.Args[2]
	if x.Op != Symbol {
		d.fail(ReasonUnsupported)
		return n
	}
	if s := infinite(to); s != 0 {
		body = substitute(body, map[string]*Node{x.Name: New(Div, Int(int64(s)), x)})
		to = Int(0)
	}
	if d.failed() || !d.enter() {
		return n
	}
	defer d.leave()
	// u^v with both moving: e^{lim v·ln u}.
	if body.Op == Pow && mentions(body.Args[0], x.Name) && mentions(body.Args[1], x.Name) {
		inner := d.limit(New(Limit, New(Mul, body.Args[1], Call("ln", body.Args[0])), x, to))
		return Call("exp", inner)
	}
	f := d.normal(body)
	if d.failed() {
		return n
	}
	num, den := d.overVariable(f, d.variable(symbolKey(x.Name)).num[0].mono[0].atom)
	out, ok := d.approach(d.tree(fraction{num: num}), d.tree(fraction{num: den}), x.Name, to)
	if !ok {
		d.fail(ReasonUnsupported)
		return n
	}
	return out
}

// overVariable writes a fraction without negative powers of anything that moves with x.
func (d *decider) overVariable(f fraction, x int32) (num, den poly) {
	den = orOne(f.den)
	lowest := map[int32]exponent{}
	for _, t := range append(append(poly{}, f.num...), den...) {
		for _, g := range t.mono {
			if low, ok := lowest[g.atom]; g.exp.n < 0 && (!ok || cmpExp(g.exp, low) < 0) {
				if !d.without(poly{{ratOne, []factor{g}}}, x) {
					lowest[g.atom] = g.exp
				}
			}
		}
	}
	var shift []factor
	for id := range int32(len(d.atoms)) {
		if low, ok := lowest[id]; ok {
			shift = append(shift, factor{id, low.neg()})
		}
	}
	if len(shift) == 0 {
		return f.num, den
	}
	by := poly{{ratOne, shift}}
	return d.mulPoly(f.num, by), d.mulPoly(den, by)
}

// approach is the limit of num/den.
func (d *decider) approach(num, den *Node, x string, to *Node) (*Node, bool) {
	for range lHospitalRounds {
		at := map[string]*Node{x: to}
		u, okU := d.valueAt(substitute(num, at))
		v, okV := d.valueAt(substitute(den, at))
		switch {
		case !okU || !okV:
			return nil, false
		case !v.zero():
			return d.tree(d.div(u, v)), !d.failed()
		case !u.zero():
			return nil, false // infinite, of a sign that depends on the side
		}
		num, den = d.differentiate(num, x), d.differentiate(den, x)
		// The quotient's normal form cancels what the two have in common.
		f := d.normal(New(Div, num, den))
		if d.failed() {
			return nil, false
		}
		p, q := d.overVariable(f, d.variable(symbolKey(x)).num[0].mono[0].atom)
		num, den = d.tree(fraction{num: p}), d.tree(fraction{num: q})
	}
	return nil, false
}

// valueAt is a normal form that is known to be zero or not.
func (d *decider) valueAt(n *Node) (fraction, bool) {
	f := d.normal(n)
	if d.failed() {
		return fraction{}, false
	}
	zero, decided := d.exactly(f)
	if decided && zero {
		return fraction{}, true
	}
	if !decided && d.isConstant(f.num) && d.isConstant(f.den) && d.sign(f) == 0 {
		return fraction{}, false
	}
	return f, !d.failed()
}
