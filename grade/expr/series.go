package expr

import (
	"math/big"
	"strconv"
)

// manyTerms is from where a closed form is tried before adding term by term.
const manyTerms = 64

// sum is a finite sum or product term by term, or in closed form where a bound
// is symbolic or infinite: powers of the index (Faulhaber), geometric terms.
func (d *decider) sum(n *Node) fraction {
	name := n.Args[1].Name
	from := d.normal(n.Args[2])
	infinite := isInfinity(n.Args[3])
	var to fraction
	if !infinite {
		to = d.normal(n.Args[3])
	}
	if d.failed() {
		return fraction{}
	}
	lo, okLo := whole(from)
	hi, okHi := whole(to)
	finite := okLo && okHi && !infinite
	if finite && hi-lo < manyTerms {
		return d.termByTerm(n, name, lo, hi)
	}
	index := d.placeholder()
	body := fraction{}
	d.bind(name, index, func() { body = d.normal(n.Args[0]) })
	if d.failed() {
		return fraction{}
	}
	var out fraction
	var ok bool
	if n.Op == Product {
		out, ok = d.closedProduct(body, index, from, to, infinite)
	} else {
		out, ok = d.closedSum(body, index, from, to, infinite)
	}
	if ok && !d.failed() {
		return out
	}
	if finite {
		return d.termByTerm(n, name, lo, hi)
	}
	if infinite {
		to = d.variable("infinity")
	}
	return d.call(atomCall, string(n.Op), body, from, to)
}

func whole(f fraction) (int64, bool) {
	r, ok := f.rational()
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), abs64(r.Num().Int64()) < 1<<40
}

// placeholder is the variable that stands for a bound one, by how deep it is
// bound and not by its name: Σ f(k) and Σ f(j) are alike.
func (d *decider) placeholder() fraction {
	return d.variable("bound " + strconv.Itoa(len(d.bound)))
}

// bind gives a name a value while f runs.
func (d *decider) bind(name string, v fraction, f func()) {
	before, had := d.bound[name]
	if d.bound == nil {
		d.bound = map[string]fraction{}
	}
	d.bound[name] = v
	f()
	if delete(d.bound, name); had {
		d.bound[name] = before
	}
}

func (d *decider) termByTerm(n *Node, name string, lo, hi int64) fraction {
	out := fraction{}
	if n.Op == Product {
		out = integer(1)
	}
	if hi-lo > maxSumTerms {
		d.fail(ReasonBudget)
		return fraction{}
	}
	for k := lo; k <= hi && d.step(1); k++ {
		d.bind(name, integer(k), func() {
			if t := d.normal(n.Args[0]); n.Op == Product {
				out = d.mul(out, t)
			} else {
				out = d.add(out, t)
			}
		})
	}
	return out
}

// without tells whether the index does not occur in a polynomial.
func (d *decider) without(p poly, index int32) bool {
	for _, t := range p {
		for _, f := range t.mono {
			if f.atom == index || !d.step(1) {
				return false
			}
			a := &d.atoms[f.atom]
			for _, g := range append([]fraction{a.arg, a.exp}, a.args...) {
				if !d.without(g.num, index) || !d.without(g.den, index) {
					return false
				}
			}
		}
	}
	return true
}

func (d *decider) closedProduct(body, index, from, to fraction, infinite bool) (fraction, bool) {
	id := index.num[0].mono[0].atom
	switch {
	case infinite:
		return fraction{}, false
	case d.without(body.num, id) && d.without(body.den, id):
		count := d.add(d.sub(to, from), integer(1))
		return d.pow(body, count), true
	case body.den == nil && samePoly(body.num, index.num):
		return d.div(d.factorialOf(to), d.factorialOf(d.sub(from, integer(1)))), true
	}
	return fraction{}, false
}

func (d *decider) closedSum(body, index, from, to fraction, infinite bool) (fraction, bool) {
	id := index.num[0].mono[0].atom
	if body.den != nil && !d.without(body.den, id) {
		return fraction{}, false
	}
	out := fraction{}
	for _, t := range body.num {
		rest := t.mono[:0:0]
		power, base := int64(0), fraction{}
		for _, f := range t.mono {
			a := &d.atoms[f.atom]
			switch {
			case f.atom == id:
				if !f.exp.integer() || f.exp.n < 0 || f.exp.n > 16 {
					return fraction{}, false
				}
				power = f.exp.n
			case a.kind == atomPower && a.exp.den == nil && samePoly(a.exp.num, index.num) && d.without(a.arg.num, id):
				r := d.rationalExponent(a.arg, f.exp)
				if !base.zero() {
					r = d.mul(r, base)
				}
				base = r
			case d.without(poly{{ratOne, []factor{f}}}, id):
				rest = append(rest, f)
			default:
				return fraction{}, false
			}
		}
		var part fraction
		switch {
		case !base.zero() && power == 0:
			p, ok := d.geometric(base, from, to, infinite)
			if !ok {
				return fraction{}, false
			}
			part = p
		case base.zero() && !infinite:
			part = d.sub(d.powerSum(power, to), d.powerSum(power, d.sub(from, integer(1))))
		default:
			return fraction{}, false
		}
		out = d.add(out, d.mul(part, fraction{num: poly{{t.coef, rest}}}))
	}
	if body.den != nil {
		out = d.div(out, fraction{num: body.den})
	}
	return out, true
}

// geometric is Σ r^k: to infinity only where |r| < 1 is certain or r is a variable.
func (d *decider) geometric(r, from, to fraction, infinite bool) (fraction, bool) {
	den := d.sub(integer(1), r)
	if den.zero() {
		return fraction{}, false
	}
	first := d.pow(r, from)
	if !infinite {
		return d.div(d.sub(first, d.pow(r, d.add(to, integer(1)))), den), true
	}
	if d.isConstant(r.num) && d.isConstant(r.den) && d.sign(d.sub(integer(1), d.absolute(r))) <= 0 {
		return fraction{}, false
	}
	return d.div(first, den), true
}

// powerSum is Σ_{k=1}^{n} k^p as a polynomial in n (Faulhaber), by the
// recursion (p+1)·S_p(n) = (n+1)^{p+1} − 1 − Σ_{j<p} C(p+1, j)·S_j(n).
func (d *decider) powerSum(p int64, n fraction) fraction {
	sums := make([]fraction, 0, p+1)
	next := d.add(n, integer(1))
	for q := int64(0); q <= p && !d.failed(); q++ {
		s := d.sub(d.wholeExponent(next, q+1), integer(1))
		for j := range q {
			c := new(big.Rat).SetInt(new(big.Int).Binomial(q+1, j))
			s = d.sub(s, d.scale(sums[j], c))
		}
		sums = append(sums, d.scale(s, big.NewRat(1, q+1)))
	}
	if len(sums) == 0 {
		return fraction{}
	}
	return sums[len(sums)-1]
}
