package expr

import (
	"math/big"
	"strings"
)

// normal brings a tree to a fraction of polynomials in atoms.
func (d *decider) normal(n *Node) fraction {
	if !d.enter() {
		d.leave()
		return fraction{}
	}
	defer d.leave()
	switch n.Op {
	case Number:
		return rational(n.Num)
	case Symbol:
		return d.symbol(n.Name)
	case Text:
		return d.variable("“" + foldText(n.Name))
	case Add:
		out := fraction{}
		for _, x := range n.Args {
			out = d.add(out, d.normal(x))
		}
		return out
	case Mul:
		out := integer(1)
		for _, x := range n.Args {
			out = d.mul(out, d.normal(x))
		}
		return out
	case Neg:
		return d.neg(d.normal(n.Args[0]))
	case Div:
		return d.div(d.normal(n.Args[0]), d.normal(n.Args[1]))
	case Pow:
		return d.pow(d.normal(n.Args[0]), d.normal(n.Args[1]))
	case Root:
		return d.pow(d.normal(n.Args[0]), d.invert(d.normal(n.Args[1])))
	case Fact:
		return d.factorialOf(d.normal(n.Args[0]))
	case Abs:
		return d.absolute(d.normal(n.Args[0]))
	case Percent:
		return d.scale(d.normal(n.Args[0]), big.NewRat(1, 100))
	case Func:
		return d.normalCall(n)
	case Sum, Product:
		return d.sum(n)
	case Derivative, Integral, Limit:
		return d.unresolved(n)
	}
	d.fail(ReasonUnsupported)
	return fraction{}
}

func (d *decider) symbol(name string) fraction {
	if f, ok := d.bound[name]; ok {
		return f
	}
	switch name {
	case "pi", "e":
		return d.constant(name)
	case "i":
		return d.imaginary()
	case "infinity":
		d.fail(ReasonUndefined)
		return fraction{}
	}
	return d.variable(symbolKey(name))
}

// symbolKey is a symbol's name up to spelling: words of several letters are the
// same in upper and lower case, single letters are not; braces around a
// subscript mean nothing.
func symbolKey(name string) string {
	if len(name) == 1 {
		return name
	}
	if strings.ContainsAny(name, "{} ") {
		name = strings.Map(func(r rune) rune {
			if r == '{' || r == '}' || r == ' ' {
				return -1
			}
			return r
		}, name)
	}
	if base, _, _ := strings.Cut(name, "_"); len(base) > 1 && isWord(base) {
		return strings.ToLower(name)
	}
	return name
}

// isWord tells whether a name is letters only and no Greek letter's, whose
// case matters.
func isWord(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return !greek[strings.ToLower(s)]
}

var greek = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega") {
		m[w] = true
	}
	return m
}()

func foldText(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

func (d *decider) normalCall(n *Node) fraction {
	args := make([]fraction, len(n.Args))
	for i, x := range n.Args {
		args[i] = d.normal(x)
	}
	if d.failed() {
		return fraction{}
	}
	if f, ok := functions[n.Name]; ok && f.exact != nil && len(args) >= f.least && len(args) <= f.most {
		return f.exact(d, args)
	}
	return d.call(atomCall, symbolKey(n.Name), args...)
}
