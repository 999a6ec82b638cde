package expr

import "math/big"

// derivative carries out d^n/dx^n.
func (d *decider) derivative(n *Node) *Node {
	out, x := n.Args[0], n.Args[1]
	times := int64(1)
	if len(n.Args) > 2 {
		r := constantRat(n.Args[2])
		if r == nil || !r.IsInt() || r.Sign() < 0 || r.Cmp(big.NewRat(20, 1)) > 0 {
			d.fail(ReasonUnsupported)
			return n
		}
		times = r.Num().Int64()
	}
	if x.Op != Symbol {
		d.fail(ReasonUnsupported)
		return n
	}
	for range times {
		out = d.differentiate(out, x.Name)
		if d.failed() {
			return n
		}
		if f := d.normal(out); !d.failed() { // keep repeated derivatives short
			out = d.tree(f)
		}
		d.recover()
	}
	return out
}

func mentions(n *Node, x string) bool {
	return contains(n, func(n *Node) bool { return n.Op == Symbol && n.Name == x })
}

// differentiate is the derivative of a tree by the rules of calculus.
func (d *decider) differentiate(n *Node, x string) *Node {
	if !d.enter() || !mentions(n, x) {
		d.leave()
		return Int(0)
	}
	defer d.leave()
	prime := func(m *Node) *Node { return d.differentiate(m, x) }
	switch n.Op {
	case Symbol:
		return Int(1)
	case Neg:
		return New(Neg, prime(n.Args[0]))
	case Percent:
		return New(Percent, prime(n.Args[0]))
	case Add:
		sum := make([]*Node, len(n.Args))
		for i, m := range n.Args {
			sum[i] = prime(m)
		}
		return New(Add, sum...)
	case Mul:
		var sum []*Node
		for i, m := range n.Args {
			factors := append([]*Node{}, n.Args...)
			factors[i] = prime(m)
			sum = append(sum, New(Mul, factors...))
		}
		return New(Add, sum...)
	case Div:
		u, v := n.Args[0], n.Args[1]
		num := New(Add, New(Mul, prime(u), v), New(Neg, New(Mul, u, prime(v))))
		return New(Div, num, New(Pow, v, Int(2)))
	case Root:
		return prime(New(Pow, n.Args[0], New(Div, Int(1), n.Args[1])))
	case Pow:
		return d.differentiatePower(n, x)
	case Abs:
		u := n.Args[0]
		return New(Div, New(Mul, u, prime(u)), New(Abs, u))
	case Func:
		return d.chainRule(n, x)
	}
	d.fail(ReasonUnsupported)
	return n
}

func (d *decider) differentiatePower(n *Node, x string) *Node {
	u, v := n.Args[0], n.Args[1]
	if !mentions(v, x) {
		down := New(Pow, u, New(Add, v, Int(-1)))
		return New(Mul, v, down, d.differentiate(u, x))
	}
	// (u^v)' = u^v·(v'·ln u + v·u'/u)
	inner := New(Mul, d.differentiate(v, x), Call("ln", u))
	if mentions(u, x) {
		inner = New(Add, inner, New(Div, New(Mul, v, d.differentiate(u, x)), u))
	}
	return New(Mul, n, inner)
}

// slopes are the derivatives of functions of one argument.
var slopes = map[string]func(u *Node) *Node{
	"sin":  func(u *Node) *Node { return Call("cos", u) },
	"cos":  func(u *Node) *Node { return New(Neg, Call("sin", u)) },
	"tan":  func(u *Node) *Node { return squared(Call("sec", u)) },
	"cot":  func(u *Node) *Node { return New(Neg, squared(Call("csc", u))) },
	"sec":  func(u *Node) *Node { return New(Mul, Call("sec", u), Call("tan", u)) },
	"csc":  func(u *Node) *Node { return New(Neg, New(Mul, Call("csc", u), Call("cot", u))) },
	"exp":  func(u *Node) *Node { return Call("exp", u) },
	"ln":   func(u *Node) *Node { return New(Div, Int(1), u) },
	"sqrt": func(u *Node) *Node { return New(Div, Int(1), New(Mul, Int(2), Call("sqrt", u))) },
	"sinh": func(u *Node) *Node { return Call("cosh", u) },
	"cosh": func(u *Node) *Node { return Call("sinh", u) },
	"tanh": func(u *Node) *Node { return squared(Call("sech", u)) },
	"asin": func(u *Node) *Node { return New(Div, Int(1), Call("sqrt", New(Add, Int(1), New(Neg, squared(u))))) },
	"acos": func(u *Node) *Node { return New(Div, Int(-1), Call("sqrt", New(Add, Int(1), New(Neg, squared(u))))) },
	"atan": func(u *Node) *Node { return New(Div, Int(1), New(Add, Int(1), squared(u))) },
}

func squared(n *Node) *Node { return New(Pow, n, Int(2)) }

func (d *decider) chainRule(n *Node, x string) *Node {
	if n.Name == "log" && len(n.Args) > 0 {
		base := Int(10)
		if len(n.Args) > 1 {
			base = n.Args[1]
		}
		return d.differentiate(New(Div, Call("ln", n.Args[0]), Call("ln", base)), x)
	}
	slope, ok := slopes[n.Name]
	if !ok || len(n.Args) != 1 {
		d.fail(ReasonUnsupported)
		return n
	}
	return New(Mul, slope(n.Args[0]), d.differentiate(n.Args[0], x))
}
