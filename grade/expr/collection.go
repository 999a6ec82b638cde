package expr

import "strings"

// isCollection tells whether a tree lists values or statements.
func isCollection(n *Node) bool {
	switch n.Op {
	case List, Set:
		return true
	case Member:
		return n.Args[1].Op == Set || n.Args[1].Op == List
	case Or:
		return !isInequality(n)
	case And:
		return !isInequality(n) && !isChain(n)
	}
	return false
}

// isChain tells whether the links of an And share their ends, as in a < b = c.
func isChain(n *Node) bool {
	for i, x := range n.Args {
		if len(x.Args) != 2 || (i > 0 && !sameTree(n.Args[i-1].Args[1], x.Args[0])) {
			return false
		}
	}
	return true
}

// element is one value of a collection with the subject it is claimed of.
type element struct{ name, value *Node }

// elements lists what a collection holds, ± as two; a tree that is no
// collection holds itself.
func elements(n *Node) []element {
	switch n.Op {
	case List, Set, Or, And:
		if n.Op == And && !isCollection(n) {
			break
		}
		var out []element
		for _, x := range n.Args {
			out = append(out, elements(x)...)
		}
		return inherit(out)
	case Member:
		var out []element
		for _, e := range elements(n.Args[1]) {
			out = append(out, element{n.Args[0], e.value})
		}
		return out
	}
	name, value := subject(n)
	if value == nil {
		name, value = nil, n
	}
	if l := spread(value); l.Op == List && value.Op != List {
		return []element{{name, l.Args[0]}, {name, l.Args[1]}}
	}
	if l := spread(value); l.Op == List && name != nil {
		var out []element
		for _, x := range l.Args {
			out = append(out, element{name, x})
		}
		return out
	}
	if name != nil && name.Op == Tuple && value.Op == Tuple && len(name.Args) == len(value.Args) {
		return []element{{name, value}}
	}
	return []element{{name, value}}
}

// inherit passes the first subject on to bare values behind it: x = 1, 2, 3.
func inherit(es []element) []element {
	if len(es) == 0 || es[0].name == nil {
		return es
	}
	for _, e := range es[1:] {
		if e.name != nil {
			return es
		}
	}
	for i := range es {
		es[i].name = es[0].name
	}
	return es
}

// naming says how the elements of a collection are named.
type naming uint8

const (
	bare    naming = iota // no names
	alike                 // one name, or one letter with several indices
	several               // different names: a system
)

func (d *decider) namingOf(es []element) naming {
	named := 0
	for _, e := range es {
		if e.name != nil {
			named++
		}
	}
	if named == 0 {
		return bare
	}
	if named < len(es) {
		return several
	}
	for _, e := range es[1:] {
		if !d.sameName(es[0].name, e.name) && family(es[0].name) != family(e.name) {
			return several
		}
	}
	return alike
}

// family is the letter that several indexed names share, or a text of its own.
func family(n *Node) string {
	if n.Op != Symbol {
		return print(n)
	}
	if base, _, indexed := strings.Cut(n.Name, "_"); indexed {
		return base + "_"
	}
	return n.Name
}

// collections compares two collections, or a collection with a single value.
func (d *decider) collections(a, b *Node) Verdict {
	if a.Op == Tuple || b.Op == Tuple {
		return d.tupleAndList(a, b)
	}
	if a.Op == Equal || b.Op == Equal {
		if v, done := d.equationAndValues(a, b); done {
			return v
		}
	}
	x, y := d.split(elements(a), b), d.split(elements(b), a)
	nx, ny := d.namingOf(x), d.namingOf(y)
	switch {
	case nx == bare && ny == bare:
		return d.values(a, b, x, y)
	case nx != bare && ny != bare:
		return d.systems(x, y, nx == alike && ny == alike)
	case nx == several || ny == several:
		return d.inOrder(valuesOf(x), valuesOf(y))
	}
	return d.values(a, b, x, y)
}

// equationAndValues compares an equation that claims no value, x² = 4, with the
// values claimed of its unknown, by its solutions.
func (d *decider) equationAndValues(a, b *Node) (Verdict, bool) {
	if a.Op != Equal {
		a, b = b, a
	}
	es := elements(b)
	if _, v := subject(a); v != nil || d.namingOf(es) != alike || es[0].name.Op != Symbol {
		return Verdict{}, false
	}
	unknown := es[0].name
	solved, ok := d.solve(a, &unknown)
	if !ok {
		d.recover()
		return Verdict{}, false
	}
	values, ok := d.regionOf(New(Set, valuesOf(es)...), &unknown)
	if !ok || d.failed() {
		d.recover()
		return Verdict{}, false
	}
	return d.sameCells(solved, values)
}

// split writes a claim about a tuple as claims about its parts where the other
// side is a system.
func (d *decider) split(es []element, other *Node) []element {
	if len(es) != 1 || es[0].name == nil || es[0].name.Op != Tuple || es[0].value.Op != Tuple {
		return es
	}
	name, value := es[0].name, es[0].value
	if len(name.Args) != len(value.Args) || d.namingOf(elements(other)) != several {
		return es
	}
	var out []element
	for i := range name.Args {
		out = append(out, element{name.Args[i], value.Args[i]})
	}
	return out
}

// values compares the values of two collections without regard to names.
func (d *decider) values(a, b *Node, x, y []element) Verdict {
	u, v := valuesOf(x), valuesOf(y)
	if d.o.Ordered {
		return d.inOrder(u, v)
	}
	if d.o.Distinct || holdsSet(a) || holdsSet(b) || (allTuples(u) && allTuples(v)) {
		u, v = d.distinct(u), d.distinct(v)
	}
	return d.unordered(u, v)
}

func holdsSet(n *Node) bool { return n.Op == Set || (n.Op == Member && n.Args[1].Op == Set) }

// allTuples tells of a list of solutions, where saying one twice adds nothing.
func allTuples(values []*Node) bool {
	for _, v := range values {
		if v.Op != Tuple {
			return false
		}
	}
	return true
}

func valuesOf(es []element) []*Node {
	out := make([]*Node, len(es))
	for i, e := range es {
		out[i] = e.value
	}
	return out
}

// tupleAndList compares an ordered tuple with a list whose order may be meant;
// a set is never a tuple.
func (d *decider) tupleAndList(a, b *Node) Verdict {
	if a.Op != Tuple {
		a, b = b, a
	}
	es := elements(b)
	if values := valuesOf(es); allTuples(values) && !allTuples(a.Args) {
		return d.unordered([]*Node{a}, d.distinct(values))
	}
	if b.Op == List && d.namingOf(es) == bare || d.namingOf(es) == several {
		return d.inOrder(a.Args, valuesOf(es))
	}
	if len(es) == 1 {
		return d.compare(a, es[0].value)
	}
	return Verdict{Different, "a tuple and a set"}
}

// systems compares named values: name by name, or as values of one unknown.
func (d *decider) systems(x, y []element, oneUnknown bool) Verdict {
	if oneUnknown {
		if family(x[0].name) != family(y[0].name) && !d.sameName(x[0].name, y[0].name) {
			return Verdict{Different, "different subjects"}
		}
		if d.sameName(x[0].name, y[0].name) && len(x) > 1 && d.sameName(x[0].name, x[1].name) {
			return d.unordered(d.distinct(valuesOf(x)), d.distinct(valuesOf(y)))
		}
	}
	return d.unordered(claimed(x), claimed(y))
}

// claimed turns named elements back into claims.
func claimed(es []element) []*Node {
	out := make([]*Node, len(es))
	for i, e := range es {
		out[i] = e.value
		if e.name != nil {
			out[i] = New(Equal, e.name, e.value)
		}
	}
	return out
}

// distinct drops values that are equal to an earlier one.
func (d *decider) distinct(values []*Node) []*Node {
	var out []*Node
next:
	for _, v := range values {
		for _, have := range out {
			if d.compare(have, v).Outcome == Same {
				continue next
			}
		}
		out = append(out, v)
	}
	return out
}

// unordered matches two multisets. Equality is transitive, so taking the first
// partner found is enough.
func (d *decider) unordered(a, b []*Node) Verdict {
	if len(a) != len(b) {
		return Verdict{Different, "numbers of elements differ"}
	}
	used := make([]bool, len(b))
	out := Verdict{Same, "equal element by element"}
next:
	for i, x := range a {
		unsure := Verdict{}
		for k := range b {
			j := (i + k) % len(b)
			if used[j] {
				continue
			}
			v := d.compare(x, b[j])
			if v.Outcome == Same {
				used[j] = true
				continue next
			}
			if v.Outcome == Undecided {
				unsure = v
			}
		}
		if unsure.Outcome != Undecided {
			return Verdict{Different, "an element has no partner"}
		}
		out = unsure
	}
	return out
}
