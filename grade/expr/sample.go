package expr

import (
	"cmp"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

// names are the free variables of trees, with those that must be whole numbers.
type names struct {
	free, whole map[string]bool
	// imaginary tells that i is written somewhere.
	imaginary bool
	// complex tells that a function of complex numbers is, so that real sample
	// points would prove nothing.
	complex bool
}

func (d *decider) namesOf(trees ...*Node) names {
	ns := names{free: map[string]bool{}, whole: map[string]bool{}}
	for _, n := range trees {
		d.collectNames(n, &ns, nil, false, false)
	}
	return ns
}

func (d *decider) collectNames(n *Node, ns *names, bound []string, whole, counting bool) {
	if !d.step(1) {
		return
	}
	switch n.Op {
	case Symbol, Text:
		key := symbolKey(n.Name)
		if n.Op == Text {
			key = "“" + foldText(n.Name)
		}
		switch {
		case slices.Contains(bound, key):
		case key == "i":
			ns.imaginary = true
		case key == "pi" || key == "e" || key == "infinity":
		default:
			ns.free[key] = true
			if whole || (counting && len(key) == 1 && strings.Contains("jklmnN", key)) {
				ns.whole[key] = true
			}
		}
		return
	case Sum, Product:
		inner := append(slices.Clone(bound), symbolKey(n.Args[1].Name))
		d.collectNames(n.Args[0], ns, inner, whole, counting)
		d.collectNames(n.Args[2], ns, bound, true, counting)
		d.collectNames(n.Args[3], ns, bound, true, counting)
		return
	}
	if n.Op == Func {
		f := functions[n.Name]
		whole = whole || f.whole
		if f.steps {
			counting = true
		}
		switch n.Name {
		case "re", "im", "conjugate":
			ns.complex, ns.imaginary = true, true
		}
	}
	whole = whole || n.Op == Fact
	for i, x := range n.Args {
		exponent := n.Op == Pow && i == 1 && negative(n.Args[0])
		d.collectNames(x, ns, bound, whole || exponent, counting)
	}
}

func negative(n *Node) bool {
	r := constantRat(n)
	return r != nil && r.Sign() < 0
}

// span is a range of sample values.
type span struct{ lo, hi int64 }

// spans are where real variables are sampled, in 1024ths, in turn: positive
// values first, then mixed signs, the unit interval, and larger values.
var spans = [][]span{
	{{1024, 4096}}, {{1024, 3072}}, {{-4096, -1024}}, {{64, 960}},
	{{-4096, -1024}, {1024, 4096}}, {{1024, 4096}, {-4096, -1024}}, {{-960, -64}}, {{5120, 20480}},
}

// points samples the variables: the same points for the same names.
func (d *decider) points(ns names, prec uint) func(yield func(point) bool) {
	order := make([]string, 0, len(ns.free))
	for name := range ns.free {
		order = append(order, name)
	}
	slices.SortFunc(order, cmp.Compare[string])
	a := d.arithmetic(prec)
	return func(yield func(point) bool) {
		rng := rand.New(rand.NewPCG(0x5e9e, 0xe9a1))
		for round := range maxSamplePoints {
			ranges := spans[round%len(spans)]
			at := point{}
			for i, name := range order {
				if ns.whole[name] {
					at[name] = a.int(1 + rng.Int64N(int64(4+round)))
					continue
				}
				s := ranges[i%len(ranges)]
				v := a.rat(big.NewRat(s.lo+rng.Int64N(s.hi-s.lo)|1, 1024))
				if ns.complex {
					v.im = a.rat(big.NewRat(rng.Int64N(4096)|1, 1024)).re
				}
				at[name] = v
			}
			if !yield(at) {
				return
			}
		}
	}
}

// witness is what one sample point says about two trees.
type witness uint8

const (
	silent   witness = iota // undefined or too uncertain there
	outside                 // some value left the real line
	agreeing                // equal to agreeBits
	refuting                // certainly different
)

// at compares two trees at a point.
func (d *decider) at(a, b *Node, p point, prec uint, complexes bool, near func(x, y ball) bool) witness {
	x := d.arithmetic(prec)
	y := d.arithmetic(prec)
	u := x.eval(a, p)
	v := y.eval(b, p)
	if x.bad || y.bad || d.failed() {
		return silent
	}
	if (x.left || y.left) && !complexes {
		return outside
	}
	diff := x.sub(u, v)
	switch {
	case near != nil && near(u, v):
		return agreeing
	case diff.nonzero():
		return refuting
	case diff.err <= max(u.mag(), v.mag(), 0)-agreeBits && diff.err < -agreeBits/2:
		return agreeing
	}
	return silent
}

// evaluation decides two trees by their values at sample points: different at
// the first certain difference, equal where several points agree. For real
// variables an identity has to hold where both sides are real throughout.
func (d *decider) evaluation(a, b *Node, near func(x, y ball) bool) Verdict {
	ns := d.namesOf(a, b)
	if len(ns.free) == 0 {
		return d.constantEvaluation(a, b, near)
	}
	for _, complexes := range []bool{ns.imaginary, true} {
		agree, rounds := 0, 0
		for p := range d.points(ns, evalBits) {
			if rounds++; rounds > len(spans) && agree >= 3 {
				break
			}
			switch d.at(a, b, p, evalBits, complexes, near) {
			case refuting:
				return Verdict{Different, "values differ at a sample point"}
			case agreeing:
				agree++
			}
			if d.failed() {
				return Verdict{Undecided, d.recover()}
			}
		}
		if agree >= 3 {
			return Verdict{Same, "values agree at sample points"}
		}
		if agree > 0 || complexes {
			break
		}
	}
	return Verdict{Undecided, ReasonUndefined}
}

func (d *decider) constantEvaluation(a, b *Node, near func(x, y ball) bool) Verdict {
	for _, prec := range []uint{evalBits, finerBits} {
		switch d.at(a, b, point{}, prec, true, near) {
		case refuting:
			return Verdict{Different, "values differ"}
		case agreeing:
			return Verdict{Same, "values agree to 54 digits"}
		}
		if d.failed() {
			return Verdict{Undecided, d.recover()}
		}
	}
	return Verdict{Undecided, ReasonPrecision}
}
