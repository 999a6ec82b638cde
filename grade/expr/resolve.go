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
	switch n.Op {
	case Derivative:
		return d.derivative(n)
	case Integral:
		return d.integral(n)
	case Limit:
		return d.limit(n)
	}
	return n
}
