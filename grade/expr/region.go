package expr

import "slices"

// region is a set of real numbers built from intervals.
type region struct {
	op   Op // Interval, Union, Intersect, Minus
	args []region
	// Ends of an Interval; a nil end is infinite.
	lo, hi         *fraction
	openLo, openHi bool
	// Places of the ends among all ends, filled in by order.
	from, to int
}

func everything() region { return region{op: Interval, openLo: true, openHi: true} }

func single(f fraction) region { return region{op: Interval, lo: &f, hi: &f} }

// isRegion tells whether a tree describes a set of real numbers by bounds.
func isRegion(n *Node) bool {
	switch n.Op {
	case Interval, Union, Intersect, Minus:
		return true
	case Symbol:
		return n.Name == "reals"
	case Member:
		return isRegion(n.Args[1])
	case And, Or:
		return isInequality(n)
	case Builder:
		return isInequality(n.Args[1])
	}
	return isInequality(n)
}

// regions compares two sets of reals, written as intervals or by inequalities.
// Done is false where a side is not that kind of set.
func (d *decider) regions(a, b *Node) (v Verdict, done bool) {
	if d.o.OneWayInequality && isInequality(b) && !isInequality(a) {
		return Verdict{Different, "an inequality where a set is asked for"}, true
	}
	if isInequality(a) && isInequality(b) {
		if v := d.relations(a, b); v.Outcome == Same {
			return v, true
		}
	}
	if a.Op == b.Op && !isInequality(a) {
		if v := d.alikeRegions(a, b); v.Outcome == Same {
			return v, true
		}
	}
	v, done = d.readRegions(a, b)
	if v.Outcome != Same && (contains(a, isAbs) || contains(b, isAbs)) {
		d.openAbs = true
		w, _ := d.readRegions(a, b)
		if d.openAbs = false; w.Outcome == Same || v.Outcome == Undecided {
			return w, true
		}
	}
	return v, done
}

func isAbs(n *Node) bool { return n.Op == Abs }

// readRegions reads both sides as sets of reals and compares these.
func (d *decider) readRegions(a, b *Node) (v Verdict, done bool) {
	var unknown *Node
	x, okX := d.regionOf(a, &unknown)
	y, okY := d.regionOf(b, &unknown)
	if d.failed() {
		return Verdict{Undecided, d.recover()}, true
	}
	if !okX || !okY {
		if isRelation(a) && isRelation(b) {
			return Verdict{Different, "different relations"}, true
		}
		if (isRegion(a) && !okX && !isSymbolic(b)) || (isRegion(b) && !okY && !isSymbolic(a)) {
			return Verdict{Undecided, ReasonUnsupported}, true
		}
		return Verdict{Different, "a set of reals and another kind"}, true
	}
	if v, ok := d.sameCells(x, y); ok {
		return v, true
	}
	return Verdict{Different, "sets with different ends"}, true
}

// sameCells compares two regions piece by piece; ok is false where their ends
// cannot be put in order.
func (d *decider) sameCells(x, y region) (v Verdict, ok bool) {
	ends, ok := d.order(d.endsOf(&y, d.endsOf(&x, nil)))
	if !ok {
		if why := d.recover(); why != "" {
			return Verdict{Undecided, why}, true
		}
		return Verdict{}, false
	}
	d.place(&x, ends)
	d.place(&y, ends)
	if slices.Equal(x.cells(len(ends)), y.cells(len(ends))) {
		return Verdict{Same, "same set of reals"}, true
	}
	return Verdict{Different, "different sets of reals"}, true
}

// isSymbolic tells whether a tree is a set or relation at all.
func isSymbolic(n *Node) bool { return !isRegion(n) && n.Op != Set && n.Op != List && n.Op != Tuple }

// alikeRegions compares sets written alike, whatever their ends are.
func (d *decider) alikeRegions(a, b *Node) Verdict {
	if a.OpenLeft != b.OpenLeft || a.OpenRight != b.OpenRight || len(a.Args) != len(b.Args) {
		return Verdict{Different, "different ends"}
	}
	if a.Op == Union || a.Op == Intersect {
		return d.unordered(a.Args, b.Args)
	}
	return d.inOrder(a.Args, b.Args)
}

// regionOf reads a tree as a set of reals; unknown is what inequalities bound
// and has to be one and the same.
func (d *decider) regionOf(n *Node, unknown **Node) (region, bool) {
	if !d.enter() {
		d.leave()
		return region{}, false
	}
	defer d.leave()
	switch n.Op {
	case Interval:
		return d.interval(n)
	case Tuple:
		if len(n.Args) == 2 {
			open := *n
			open.OpenLeft, open.OpenRight = true, true
			return d.interval(&open)
		}
	case Set, List:
		out := region{op: Union}
		for _, e := range elements(n) {
			if e.name != nil || isRelation(e.value) {
				return region{}, false
			}
			f := d.normal(d.resolve(e.value))
			if d.failed() {
				return region{}, false
			}
			out.args = append(out.args, single(f))
		}
		return out, true
	case Union, Intersect, Minus:
		return d.combined(n.Op, n.Args, unknown)
	case And:
		return d.combined(Intersect, n.Args, unknown)
	case Or:
		return d.combined(Union, n.Args, unknown)
	case Symbol:
		return everything(), n.Name == "reals"
	case Member:
		if !d.bounds(n.Args[0], unknown) {
			return region{}, false
		}
		return d.regionOf(n.Args[1], unknown)
	case Builder:
		if x := n.Args[0]; x.Op == Member {
			all, ok := d.regionOf(x, unknown)
			cond, ok2 := d.regionOf(n.Args[1], unknown)
			return region{op: Intersect, args: []region{all, cond}}, ok && ok2
		}
		return d.regionOf(n.Args[1], unknown)
	case Equal, NotEqual, Less, LessEq, Greater, GreaterEq:
		return d.solve(n, unknown)
	}
	return region{}, false
}

func (d *decider) combined(op Op, args []*Node, unknown **Node) (region, bool) {
	out := region{op: op}
	for _, x := range args {
		r, ok := d.regionOf(x, unknown)
		if !ok {
			return region{}, false
		}
		out.args = append(out.args, r)
	}
	return out, true
}

// bounds notes what an inequality bounds and tells whether it is the same as before.
func (d *decider) bounds(n *Node, unknown **Node) bool {
	if *unknown == nil {
		*unknown = n
	}
	return d.identical(*unknown, n) || d.o.RenameVariables
}

func (d *decider) interval(n *Node) (region, bool) {
	r := region{op: Interval, openLo: n.OpenLeft, openHi: n.OpenRight}
	if infinite(n.Args[0]) >= 0 {
		f := d.normal(d.resolve(n.Args[0]))
		r.lo = &f
	} else {
		r.openLo = true
	}
	if infinite(n.Args[1]) <= 0 {
		f := d.normal(d.resolve(n.Args[1]))
		r.hi = &f
	} else {
		r.openHi = true
	}
	return r, !d.failed()
}

func (d *decider) endsOf(r *region, ends []fraction) []fraction {
	for _, e := range []*fraction{r.lo, r.hi} {
		if e != nil {
			ends = append(ends, *e)
		}
	}
	for i := range r.args {
		ends = d.endsOf(&r.args[i], ends)
	}
	return ends
}

// order sorts ends and drops repeated ones; ok is false where two cannot be told apart.
func (d *decider) order(ends []fraction) (sorted []fraction, ok bool) {
	unsure := false
	for _, e := range ends {
		at, found := slices.BinarySearchFunc(sorted, e, func(x, y fraction) int {
			s, sure := d.compareEnds(x, y)
			unsure = unsure || !sure
			return s
		})
		if !found {
			sorted = slices.Insert(sorted, at, e)
		}
	}
	return sorted, !unsure && !d.failed()
}

// compareEnds is the sign of x − y.
func (d *decider) compareEnds(x, y fraction) (int, bool) {
	diff := d.sub(x, y)
	if zero, decided := d.exactly(diff); decided && zero {
		return 0, true
	}
	if !d.isConstant(diff.num) || !d.isConstant(diff.den) {
		return 0, false
	}
	a := d.arithmetic(evalBits)
	v := a.fraction(diff)
	if s, sure := a.sign(v); sure {
		return s, true
	}
	return 0, !a.bad && v.im == nil && v.err < -agreeBits
}

// place finds the places of a region's ends among all ends.
func (d *decider) place(r *region, ends []fraction) {
	find := func(e *fraction) int {
		return slices.IndexFunc(ends, func(x fraction) bool { s, _ := d.compareEnds(x, *e); return s == 0 })
	}
	r.from, r.to = -1, len(ends)
	if r.lo != nil {
		r.from = find(r.lo)
	}
	if r.hi != nil {
		r.to = find(r.hi)
	}
	for i := range r.args {
		d.place(&r.args[i], ends)
	}
}

// cells tells which parts of the line a region holds: the n ends cut it into
// open pieces (even places) and points (odd places).
func (r *region) cells(n int) []bool {
	out := make([]bool, 2*n+1)
	if r.op == Interval {
		for c := range out {
			left := c > 2*r.from+1 || (c == 2*r.from+1 && !r.openLo)
			right := c < 2*r.to+1 || (c == 2*r.to+1 && !r.openHi)
			out[c] = left && right
		}
		return out
	}
	for i := range r.args {
		for c, in := range r.args[i].cells(n) {
			switch {
			case i == 0:
				out[c] = in
			case r.op == Union:
				out[c] = out[c] || in
			case r.op == Intersect:
				out[c] = out[c] && in
			default:
				out[c] = out[c] && !in
			}
		}
	}
	return out
}
