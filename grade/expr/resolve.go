package expr

// resolve rewrites a tree without units and without the operations of calculus.
func (d *decider) resolve(n *Node) *Node {
	if len(n.Args) == 0 || !d.enter() {
		if len(n.Args) > 0 {
			d.leave()
		}
		return n
	}
	defer d.leave()
	if n.Op == Unit {
		n = inBaseUnits(n)
	}
	var args []*Node
	for i, x := range n.Args {
		y := d.resolve(x)
		if y != x && args == nil {
			args = append(make([]*Node, 0, len(n.Args)), n.Args[:i]...)
		}
		if args != nil {
			args = append(args, y)
		}
	}
	if args != nil {
		c := *n
		c.Args = args
		n = &c
	}
	var out *Node
	switch n.Op {
	case Derivative:
		out = d.derivative(n)
	case Integral:
		out = d.integral(n)
	case Limit:
		out = d.limit(n)
	default:
		return n
	}
	if d.failed() && d.failure != ReasonBudget {
		d.recover()
		return n // stays as it is written; see unresolved
	}
	return out
}

// unresolved makes an atom of an operation of calculus without a rule, so that
// it still equals itself however its parts are written.
func (d *decider) unresolved(n *Node) fraction {
	name := n.Args[1].Name
	inner := d.placeholder()
	args := make([]fraction, 0, len(n.Args)+1)
	d.bind(name, inner, func() { args = append(args, d.normal(n.Args[0])) })
	if n.Op == Derivative || (n.Op == Integral && len(n.Args) == 2) {
		args = append(args, d.symbol(name)) // its value depends on the variable
	}
	for _, x := range n.Args[2:] {
		if s := infinite(x); s != 0 {
			args = append(args, d.mul(integer(int64(s)), d.variable("infinity")))
		} else {
			args = append(args, d.normal(x))
		}
	}
	return d.call(atomCall, string(n.Op), args...)
}
