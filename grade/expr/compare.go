package expr

import "strings"

// compare decides any two trees by the kinds they are of.
func (d *decider) compare(a, b *Node) Verdict {
	if !d.enter() {
		d.leave()
		return Verdict{Undecided, d.failure}
	}
	defer d.leave()
	if d.identical(a, b) {
		return Verdict{Same, "identical"}
	}
	if d.o.RenameVariables {
		b = d.renamed(a, b)
	}
	if a.Op == Text || b.Op == Text {
		x, y := spoken(a), spoken(b)
		if (x != a || y != b) && x.Op != Text && y.Op != Text {
			return d.compare(x, y)
		}
		return d.text(x, y)
	}
	if v, done := d.claims(a, b); done {
		return v
	}
	a, b = spread(a), spread(b)
	if isRegion(a) || isRegion(b) {
		if v, done := d.regions(a, b); done {
			return v
		}
	}
	switch {
	case isCollection(a) || isCollection(b):
		return d.collections(a, b)
	case isRelation(a) && isRelation(b):
		return d.relations(a, b)
	case isRelation(a) || isRelation(b):
		return Verdict{Different, "a relation and a value"}
	case hasMatrix(a) || hasMatrix(b):
		return d.matrices(a, b)
	case a.Op == Tuple || b.Op == Tuple:
		if a.Op != Tuple || b.Op != Tuple {
			return Verdict{Different, "a tuple and another kind"}
		}
		return d.inOrder(a.Args, b.Args)
	case a.Op == Ratio || b.Op == Ratio:
		return d.ratios(a, b)
	case a.Op == Builder && b.Op == Builder:
		return d.inOrder(a.Args, b.Args)
	case a.Op == Builder || b.Op == Builder:
		return Verdict{Different, "a set and another kind"}
	}
	return d.quantities(a, b)
}

// inOrder compares two sequences element by element.
func (d *decider) inOrder(a, b []*Node) Verdict {
	if len(a) != len(b) {
		return Verdict{Different, "lengths differ"}
	}
	out := Verdict{Same, "equal element by element"}
	for i := range a {
		switch v := d.compare(a[i], b[i]); v.Outcome {
		case Different:
			return Verdict{Different, "an element differs: " + v.Reason}
		case Undecided:
			out = v
		}
	}
	return out
}

// text compares where a side is words: case and spaces do not matter, nor do
// brackets around a single option letter; letters multiplied together may be a
// word written as a formula.
func (d *decider) text(a, b *Node) Verdict {
	x, okX := words(a)
	y, okY := words(b)
	switch {
	case !okX || !okY:
		if _, v := subject(a); v != nil && a.Op != Text {
			return d.text(v, b)
		}
		if _, v := subject(b); v != nil && b.Op != Text {
			return d.text(a, v)
		}
		return Verdict{Different, "words and mathematics"}
	case x == y:
		return Verdict{Same, "same words"}
	}
	return Verdict{Different, "words differ"}
}

// words is the text of a tree that may stand for words.
func words(n *Node) (string, bool) {
	switch n.Op {
	case Text:
		s := strings.Trim(foldText(n.Name), " .,;:!\"'“”‘’")
		if inner := strings.Trim(s, "()"); len(inner) == 1 {
			s = inner
		}
		return s, true
	case Symbol:
		return strings.ToLower(n.Name), true
	case Mul:
		var b strings.Builder
		for _, x := range n.Args {
			if x.Op != Symbol && x.Op != Text {
				return "", false
			}
			b.WriteString(strings.ToLower(x.Name))
		}
		return b.String(), true
	case Tuple:
		if len(n.Args) == 1 {
			return words(n.Args[0])
		}
	case Number:
		return n.Num.RatString(), true
	}
	return "", false
}

// ratios compares a : b with a : b up to a common factor, and a : b with a/b.
func (d *decider) ratios(a, b *Node) Verdict {
	if a.Op != Ratio {
		a, b = b, a
	}
	if b.Op != Ratio {
		if len(a.Args) == 2 {
			return d.quantities(New(Div, a.Args...), b)
		}
		return Verdict{Different, "a ratio and another kind"}
	}
	if len(a.Args) != len(b.Args) {
		return Verdict{Different, "ratios of different lengths"}
	}
	for _, n := range append(append([]*Node{}, a.Args...), b.Args...) {
		if r := constantRat(n); r != nil && r.Sign() == 0 { // 12:00 is a time
			return d.inOrder(a.Args, b.Args)
		}
	}
	out := Verdict{Same, "same ratio"}
	for i := 1; i < len(a.Args); i++ {
		v := d.quantities(New(Mul, a.Args[0], b.Args[i]), New(Mul, b.Args[0], a.Args[i]))
		if v.Outcome != Same {
			out = v
		}
		if v.Outcome == Different {
			break
		}
	}
	return out
}

// spread replaces ± by the two values it stands for.
func spread(n *Node) *Node {
	if isCollection(n) || n.Op == Tuple || !contains(n, func(n *Node) bool { return n.Op == PlusMinus }) {
		return n
	}
	return New(List, signed(n, false), signed(n, true))
}

// signed chooses the sign of every ± in a tree.
func signed(n *Node, minus bool) *Node {
	if n.Op == PlusMinus {
		last := signed(n.Args[len(n.Args)-1], minus)
		if minus {
			last = New(Neg, last)
		}
		if len(n.Args) == 1 {
			return last
		}
		return New(Add, signed(n.Args[0], minus), last)
	}
	if len(n.Args) == 0 {
		return n
	}
	c := *n
	c.Args = make([]*Node, len(n.Args))
	for i, x := range n.Args {
		c.Args[i] = signed(x, minus)
	}
	return &c
}

// renamed gives the variables of b the names that a has at the same places,
// where the trees are alike but for names.
func (d *decider) renamed(a, b *Node) *Node {
	var x, y []string
	order(a, &x)
	order(b, &y)
	if len(x) != len(y) {
		return b
	}
	to := map[string]*Node{}
	for i := range y {
		to[y[i]] = Sym(x[i])
	}
	return substitute(b, to)
}

// order lists the variables of a tree in order of appearance.
func order(n *Node, names *[]string) {
	if n.Op == Symbol && !isConstantName(n.Name) {
		for _, have := range *names {
			if have == n.Name {
				return
			}
		}
		*names = append(*names, n.Name)
	}
	for _, x := range n.Args {
		order(x, names)
	}
}

func isConstantName(s string) bool { return s == "pi" || s == "e" || s == "i" || s == "infinity" }

// substitute replaces symbols by trees.
func substitute(n *Node, to map[string]*Node) *Node {
	if n.Op == Symbol {
		if m, ok := to[n.Name]; ok {
			return m
		}
		return n
	}
	if len(n.Args) == 0 {
		return n
	}
	c := *n
	c.Args = make([]*Node, len(n.Args))
	for i, x := range n.Args {
		c.Args[i] = substitute(x, to)
	}
	return &c
}
