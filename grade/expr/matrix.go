package expr

// hasMatrix tells whether a tree's value is a matrix.
func hasMatrix(n *Node) bool {
	switch n.Op {
	case Matrix:
		return true
	case Add, Mul, Neg, Pow, Div:
		for _, x := range n.Args {
			if hasMatrix(x) {
				return true
			}
		}
	}
	return false
}

// table is a matrix of trees.
type table [][]*Node

// matrices compares two matrix expressions entry by entry. A column or row
// beside a tuple is that vector.
func (d *decider) matrices(a, b *Node) Verdict {
	x, okX := d.table(a)
	y, okY := d.table(b)
	if d.failed() {
		return Verdict{Undecided, d.recover()}
	}
	if !okX && a.Op == Tuple && okY {
		return d.inOrder(a.Args, vector(y))
	}
	if !okY && b.Op == Tuple && okX {
		return d.inOrder(vector(x), b.Args)
	}
	if !okX || !okY {
		return Verdict{Different, "a matrix and another kind"}
	}
	if len(x) != len(y) || len(x[0]) != len(y[0]) {
		return Verdict{Different, "shapes differ"}
	}
	var u, v []*Node
	for i := range x {
		u, v = append(u, x[i]...), append(v, y[i]...)
	}
	return d.inOrder(u, v)
}

// vector is the entries of a single row or column, none for other shapes.
func vector(t table) []*Node {
	if len(t) == 1 {
		return t[0]
	}
	var out []*Node
	for _, row := range t {
		if len(row) != 1 {
			return nil
		}
		out = append(out, row[0])
	}
	return out
}

// table evaluates a matrix expression.
func (d *decider) table(n *Node) (table, bool) {
	if !hasMatrix(n) || !d.step(1) {
		return nil, false
	}
	switch n.Op {
	case Matrix:
		return rows(n)
	case Neg:
		t, ok := d.table(n.Args[0])
		return t.scaled(Int(-1)), ok
	case Div:
		t, ok := d.table(n.Args[0])
		if hasMatrix(n.Args[1]) {
			return nil, false
		}
		return t.scaled(New(Div, Int(1), n.Args[1])), ok
	case Add:
		sum, ok := d.table(n.Args[0])
		for _, x := range n.Args[1:] {
			t, ok2 := d.table(x)
			if !ok || !ok2 || len(t) != len(sum) || len(t[0]) != len(sum[0]) {
				return nil, false
			}
			sum = sum.plus(t)
		}
		return sum, ok
	case Mul:
		return d.tableProduct(n.Args)
	case Pow:
		t, ok := d.table(n.Args[0])
		e := constantRat(n.Args[1])
		if !ok || e == nil || !e.IsInt() || e.Sign() <= 0 || e.Num().Cmp(Int(64).Num.Num()) > 0 || len(t) != len(t[0]) {
			return nil, false
		}
		out := t
		for range e.Num().Int64() - 1 {
			out, ok = d.times(out, t)
			if !ok {
				return nil, false
			}
		}
		return out, true
	}
	return nil, false
}

func rows(n *Node) (table, bool) {
	var t table
	for _, row := range n.Args {
		if row.Op != Tuple || len(row.Args) == 0 || (len(t) > 0 && len(row.Args) != len(t[0])) {
			return nil, false
		}
		t = append(t, row.Args)
	}
	return t, len(t) > 0
}

func (t table) scaled(by *Node) table {
	out := make(table, len(t))
	for i, row := range t {
		for _, x := range row {
			out[i] = append(out[i], New(Mul, by, x))
		}
	}
	return out
}

func (t table) plus(u table) table {
	out := make(table, len(t))
	for i, row := range t {
		for j, x := range row {
			out[i] = append(out[i], New(Add, x, u[i][j]))
		}
	}
	return out
}

func (d *decider) tableProduct(args []*Node) (table, bool) {
	var out table
	factors := []*Node{}
	for _, x := range args {
		if !hasMatrix(x) {
			factors = append(factors, x)
			continue
		}
		t, ok := d.table(x)
		if !ok {
			return nil, false
		}
		if out == nil {
			out = t
		} else if out, ok = d.times(out, t); !ok {
			return nil, false
		}
	}
	if len(factors) > 0 {
		out = out.scaled(New(Mul, factors...))
	}
	return out, true
}

// times multiplies; entries become normal at once so that powers stay short.
func (d *decider) times(t, u table) (table, bool) {
	if len(t[0]) != len(u) || !d.step(len(t)*len(u)*len(u[0])) {
		return nil, false
	}
	out := make(table, len(t))
	for i := range t {
		for j := range u[0] {
			var terms []*Node
			for k := range u {
				terms = append(terms, New(Mul, t[i][k], u[k][j]))
			}
			f := d.normal(d.resolve(New(Add, terms...)))
			if d.failed() {
				return nil, false
			}
			out[i] = append(out[i], d.tree(f))
		}
	}
	return out, true
}
