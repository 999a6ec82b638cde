package expr

import "math/big"

// solve is the solution set of one relation: where a side is the thing bounded
// and the other a number, read off; else for a polynomial of degree two in the
// only variable, or a quotient of two such, from its roots.
func (d *decider) solve(n *Node, unknown **Node) (region, bool) {
	l, r, op := n.Args[0], n.Args[1], n.Op
	if len(d.namesOf(l).free) == 0 {
		l, r, op = r, l, flipped[op]
	}
	if l.Op == Abs && d.openAbs && len(d.namesOf(r).free) == 0 {
		return d.solveAbs(op, l.Args[0], r, unknown)
	}
	if len(d.namesOf(r).free) == 0 && (isName(l) || l.Op == Func) && d.bounds(l, unknown) {
		if s := infinite(r); s != 0 {
			return halfLine(op, nil, s), true
		}
		f := d.normal(d.resolve(r))
		return halfLine(op, &f, 0), !d.failed()
	}
	ns := d.namesOf(n)
	if len(ns.free) != 1 {
		return region{}, false
	}
	var name string
	for name = range ns.free {
	}
	if !d.bounds(Sym(name), unknown) {
		return region{}, false
	}
	f := d.normal(d.resolve(New(Add, l, New(Neg, r))))
	if d.failed() {
		return region{}, false
	}
	x := d.variable(name).num[0].mono[0].atom
	// Clear negative powers of the variable, then take the sign of num·den.
	num, den := d.overVariable(f, x)
	p, okP := d.coefficients(num, x)
	q, okQ := d.coefficients(den, x)
	if !okP || !okQ {
		return region{}, false
	}
	positive, zeros, ok := d.signs(p)
	below, poles, ok2 := d.signs(q)
	if !ok || !ok2 {
		return region{}, false
	}
	return pick(op, sameSign(positive, below), zeros, poles), !d.failed()
}

// solveAbs reads |u| < c as −c < u < c, |u| > c as u < −c or u > c, and so on.
func (d *decider) solveAbs(op Op, u, c *Node, unknown **Node) (region, bool) {
	low := New(flipped[op], u, New(Neg, c))
	high := New(op, u, c)
	if f := d.normal(d.resolve(c)); !d.failed() && d.sign(f) < 0 && (op == Equal || op == NotEqual) {
		if op == Equal {
			return region{op: Union}, d.bounds(u, unknown)
		}
		return everything(), d.bounds(u, unknown)
	}
	switch op {
	case Less, LessEq:
		return d.combined(Intersect, []*Node{low, high}, unknown)
	case NotEqual:
		return d.combined(Intersect, []*Node{New(op, u, New(Neg, c)), high}, unknown)
	case Equal:
		return d.combined(Union, []*Node{New(op, u, New(Neg, c)), high}, unknown)
	}
	return d.combined(Union, []*Node{low, high}, unknown)
}

// halfLine is {x : x op f}, or for infinite f of the given sign all or nothing.
func halfLine(op Op, f *fraction, sign int) region {
	r := everything()
	if f == nil {
		if (op == Less || op == LessEq || op == NotEqual) == (sign > 0) {
			return r
		}
		return region{op: Union}
	}
	switch op {
	case Less, LessEq:
		r.hi, r.openHi = f, op == Less
	case Greater, GreaterEq:
		r.lo, r.openLo = f, op == Greater
	case Equal:
		return single(*f)
	case NotEqual:
		return region{op: Minus, args: []region{r, single(*f)}}
	}
	return r
}

// coefficients are those of a polynomial of degree at most two in x alone,
// constant term first.
func (d *decider) coefficients(p poly, x int32) ([]fraction, bool) {
	out := make([]fraction, 3)
	for _, t := range p {
		e := exponentIn(t.mono, x)
		if !e.integer() || e.n < 0 || e.n > 2 {
			return nil, false
		}
		rest := t.mono[:0:0]
		for _, f := range t.mono {
			if f.atom != x {
				rest = append(rest, f)
			}
		}
		c := poly{{t.coef, rest}}
		if !d.isConstant(c) {
			return nil, false
		}
		out[e.n].num = d.addPoly(out[e.n].num, c)
	}
	return out, true
}

// signs is where a quadratic is positive, and its roots.
func (d *decider) signs(c []fraction) (positive region, roots []fraction, ok bool) {
	lead := 2
	for lead > 0 && c[lead].zero() {
		lead--
	}
	s := d.sign(c[lead])
	if s == 0 {
		return region{op: Union}, nil, c[0].zero() && lead == 0 && !d.failed()
	}
	switch lead {
	case 0:
		positive = region{op: Union}
		if s > 0 {
			positive = everything()
		}
		return positive, nil, true
	case 1:
		root := d.neg(d.div(c[0], c[1]))
		op := Greater
		if s < 0 {
			op = Less
		}
		return halfLine(op, &root, 0), []fraction{root}, !d.failed()
	}
	disc := d.sub(d.mul(c[1], c[1]), d.scale(d.mul(c[2], c[0]), big.NewRat(4, 1)))
	ds := 0
	if !disc.zero() {
		if ds = d.sign(disc); ds == 0 {
			return region{}, nil, false
		}
	}
	if ds < 0 {
		if s > 0 {
			return everything(), nil, true
		}
		return region{op: Union}, nil, true
	}
	low, high := d.quadraticRoots(c, disc, s)
	between := region{op: Interval, lo: &low, hi: &high, openLo: true, openHi: true}
	if s < 0 {
		return between, []fraction{low, high}, !d.failed()
	}
	return region{op: Union, args: []region{halfLine(Less, &low, 0), halfLine(Greater, &high, 0)}}, []fraction{low, high}, !d.failed()
}

// quadraticRoots are (−b ± √disc)/2a, the lower first for a leading sign s.
func (d *decider) quadraticRoots(c []fraction, disc fraction, s int) (low, high fraction) {
	root := d.pow(disc, rational(ratHalf))
	twice := d.scale(c[2], big.NewRat(2, 1))
	low = d.div(d.sub(d.neg(c[1]), root), twice)
	high = d.div(d.add(d.neg(c[1]), root), twice)
	if s < 0 {
		return high, low
	}
	return low, high
}

// sameSign is where two functions have one sign, given where each is positive.
func sameSign(a, b region) region {
	both := region{op: Intersect, args: []region{a, b}}
	either := region{op: Union, args: []region{a, b}}
	return region{op: Union, args: []region{both, {op: Minus, args: []region{everything(), either}}}}
}

// pick selects from the line by the relation to zero: positive may hold zeros
// and poles, which are put right here.
func pick(op Op, positive region, zeros, poles []fraction) region {
	points := func(fs []fraction) region {
		r := region{op: Union}
		for _, f := range fs {
			r.args = append(r.args, single(f))
		}
		return r
	}
	minus := func(a, b region) region { return region{op: Minus, args: []region{a, b}} }
	z, p := points(zeros), points(poles)
	inside := minus(minus(positive, z), p)
	switch op {
	case Greater:
		return inside
	case GreaterEq:
		return region{op: Union, args: []region{inside, minus(z, p)}}
	case Less:
		return minus(minus(minus(everything(), inside), z), p)
	case LessEq:
		return minus(minus(everything(), inside), p)
	case Equal:
		return minus(z, p)
	}
	return minus(minus(everything(), z), p)
}

// solutions compares two equations by their solutions, where both are
// polynomial equations of degree at most two in one and the same variable.
func (d *decider) solutions(a, b *Node) Verdict {
	var unknown *Node
	x, okX := d.solve(a, &unknown)
	y, okY := d.solve(b, &unknown)
	if !okX || !okY {
		d.recover()
		return Verdict{Different, "different equations"}
	}
	v, ok := d.sameCells(x, y)
	if !ok || v.Outcome != Same {
		d.recover()
		return Verdict{Different, "different equations"}
	}
	if none, ok := d.sameCells(x, region{op: Union}); !ok || none.Outcome == Same {
		return Verdict{Different, "different equations"} // two without real solutions
	}
	return Verdict{Same, "same solutions"}
}
