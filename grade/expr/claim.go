package expr

// A claim gives a value to a subject: x = 5, f(x) = x², (x, y) = (1, 2), x ∈ S.

// isName tells whether a tree can be what a value is asked of: a symbol, a
// function's call, a product or quotient or tuple of such. Sums are not, so
// that x + y = 5 does not claim 5.
func isName(n *Node) bool {
	switch n.Op {
	case Symbol:
		return !isConstantName(n.Name)
	case Text:
		return true
	case Func:
		if _, known := functions[n.Name]; !known {
			return true
		}
		return len(n.Args) == 1 && isName(n.Args[0])
	case Mul, Div, Tuple, Ratio, Abs, List:
		for _, x := range n.Args {
			if !isName(x) {
				return false
			}
		}
		return len(n.Args) > 0
	case Unit:
		return isName(n.Args[0])
	case Derivative:
		return true
	}
	return false
}

// subject splits a claim; the value is nil where n is none.
func subject(n *Node) (name, value *Node) {
	switch n.Op {
	case Equal, Approx:
		switch l, r := n.Args[0], n.Args[1]; {
		case isName(l):
			return l, r
		case isName(r):
			return r, l
		}
	case Member:
		return n.Args[0], n.Args[1]
	case And: // x = a = b, the part before ≈ where there is one
		return chain(n)
	}
	return nil, nil
}

func chain(n *Node) (name, value *Node) {
	for i, link := range n.Args {
		if link.Op != Equal && link.Op != Approx || (i > 0 && !sameTree(link.Args[0], n.Args[i-1].Args[1])) {
			return nil, nil
		}
	}
	first := n.Args[0].Args[0]
	if !isName(first) {
		return nil, nil
	}
	value = n.Args[0].Args[1]
	for _, link := range n.Args[1:] {
		if link.Op == Approx {
			break
		}
		value = link.Args[1]
	}
	return first, value
}

// claims compares where a side is a single claim. Done is false where neither
// is, or where both sides may still be equal as relations.
func (d *decider) claims(a, b *Node) (v Verdict, done bool) {
	an, av := subject(a)
	bn, bv := subject(b)
	switch {
	case av == nil && bv == nil:
		return d.numericEquation(a, b)
	case av != nil && bv != nil:
		if a.Op == Equal && b.Op == Equal {
			if v := d.relations(a, b); v.Outcome == Same {
				return v, true
			}
		}
		if d.sameName(an, bn) {
			return d.compare(av, bv), true
		}
		if isCollection(av) || isCollection(bv) || an.Op == Tuple || bn.Op == Tuple {
			return Verdict{}, false
		}
		return Verdict{Different, "different subjects"}, true
	case isRelation(a) && isRelation(b):
		// x ∈ [1, 2] beside 1 ≤ x ≤ 2, x = 2 beside x² = 4: left to the kinds.
		return Verdict{}, false
	case bv == nil:
		if isCollection(b) && (isCollection(av) || an.Op == Tuple) {
			return Verdict{}, false
		}
		return d.compare(av, b), true
	}
	if isCollection(a) && (isCollection(bv) || bn.Op == Tuple) {
		return Verdict{}, false
	}
	return d.compare(a, bv), true
}

// numericEquation reads a true equation between numbers, 2 + 3 = 5, as its last
// member beside a plain value.
func (d *decider) numericEquation(a, b *Node) (Verdict, bool) {
	switch {
	case a.Op == Equal && !isRelation(b) && !isCollection(b):
		a, b = b, a
	case b.Op == Equal && !isRelation(a) && !isCollection(a):
	default:
		return Verdict{}, false
	}
	if ns := d.namesOf(b); len(ns.free) > 0 {
		return Verdict{}, false
	}
	if v := d.compare(b.Args[0], b.Args[1]); v.Outcome != Same {
		return Verdict{Different, "the equation is not true"}, true
	}
	return d.compare(a, b.Args[1]), true
}

// sameName compares subjects: as trees, and for functions up to the argument's
// being written at all (f and f(x)).
func (d *decider) sameName(a, b *Node) bool {
	if d.identical(a, b) {
		return true
	}
	if a.Op == Ratio || b.Op == Ratio || a.Op == Div || b.Op == Div || a.Op == Mul || b.Op == Mul {
		return d.compare(a, b).Outcome == Same
	}
	return d.o.RenameVariables && a.Op == Symbol && b.Op == Symbol
}

// isRelation tells whether a tree states something.
func isRelation(n *Node) bool {
	switch n.Op {
	case Equal, NotEqual, Less, LessEq, Greater, GreaterEq, Approx, Member, And, Or:
		return true
	}
	return false
}

// isInequality tells whether a tree bounds something.
func isInequality(n *Node) bool {
	switch n.Op {
	case Less, LessEq, Greater, GreaterEq, NotEqual:
		return true
	case And, Or:
		for _, x := range n.Args {
			if !isInequality(x) && x.Op != Member {
				return false
			}
		}
		return true
	}
	return false
}

// flipped is an inequality read from the right.
var flipped = map[Op]Op{Less: Greater, LessEq: GreaterEq, Greater: Less, GreaterEq: LessEq, Equal: Equal, NotEqual: NotEqual, Approx: Approx}

// relations compares two relations as statements: equations up to a factor,
// inequalities up to a positive one or turned round, chains link by link.
func (d *decider) relations(a, b *Node) Verdict {
	if a.Op == And || b.Op == And || a.Op == Or || b.Op == Or {
		return d.links(a, b)
	}
	if a.Op == Member || b.Op == Member {
		if a.Op == b.Op {
			return d.inOrder(a.Args, b.Args)
		}
		return d.collections(a, b)
	}
	if v := d.proportional(a, b); v.Outcome != Different {
		return v
	}
	if a.Op == Equal && b.Op == Equal {
		return d.solutions(a, b)
	}
	return Verdict{Different, "different relations"}
}

// links compares chains as sets of their links.
func (d *decider) links(a, b *Node) Verdict {
	if a.Op != b.Op {
		return Verdict{Different, "different relations"}
	}
	return d.unordered(a.Args, b.Args)
}

// proportional tells whether the difference of the sides of one relation is a
// constant multiple of that of the other, by E(x)·F(y) = E(y)·F(x) with fresh
// variables y; the sign of the multiple has to suit the kind of relation.
func (d *decider) proportional(a, b *Node) Verdict {
	turn := b.Op == flipped[a.Op] && a.Op != b.Op
	if a.Op != b.Op && !turn {
		return Verdict{Different, "different relations"}
	}
	e := New(Add, a.Args[0], New(Neg, a.Args[1]))
	f := New(Add, b.Args[0], New(Neg, b.Args[1]))
	if turn {
		f = New(Neg, f)
	}
	if v := d.scalar(e, f); v.Outcome == Same {
		return v
	}
	ns := d.namesOf(e, f)
	if len(ns.free) == 0 || d.scalar(e, Int(0)).Outcome == Same || d.scalar(f, Int(0)).Outcome == Same {
		return Verdict{Different, "different relations"}
	}
	both := a.Op == Equal || a.Op == NotEqual
	if both {
		if v := d.scalar(e, New(Neg, f)); v.Outcome == Same {
			return v
		}
	}
	fresh := map[string]*Node{}
	for name := range ns.free {
		fresh[name] = Sym(name + "′")
	}
	v := d.scalar(New(Mul, e, substitute(f, fresh)), New(Mul, substitute(e, fresh), f))
	if v.Outcome != Same || both {
		return v
	}
	for p := range d.points(ns, evalBits) {
		x := d.arithmetic(evalBits)
		s, sure := x.sign(x.mul(x.eval(e, p), x.eval(f, p)))
		if sure && s != 0 {
			if s > 0 {
				return v
			}
			return Verdict{Different, "the inequality is turned round"}
		}
	}
	return Verdict{Undecided, ReasonUndefined}
}
