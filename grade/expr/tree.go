package expr

import "math/big"

// tree writes a normal form as a tree again.
func (d *decider) tree(f fraction) *Node {
	n := d.polyTree(f.num)
	if f.den != nil {
		n = New(Div, n, d.polyTree(f.den))
	}
	return n
}

func (d *decider) polyTree(p poly) *Node {
	if r, ok := p.rational(); ok {
		return Rat(r)
	}
	terms := make([]*Node, 0, len(p))
	for _, t := range p {
		factors := make([]*Node, 0, len(t.mono)+1)
		if t.coef.Cmp(ratOne) != 0 || len(t.mono) == 0 {
			factors = append(factors, Rat(t.coef))
		}
		for _, f := range t.mono {
			n := d.atomTree(f.atom)
			if f.exp != (exponent{1, 1}) {
				n = New(Pow, n, Rat(f.exp.rat()))
			}
			factors = append(factors, n)
		}
		if len(factors) == 1 {
			terms = append(terms, factors[0])
		} else {
			terms = append(terms, New(Mul, factors...))
		}
	}
	if len(terms) == 1 {
		return terms[0]
	}
	return New(Add, terms...)
}

func (d *decider) atomTree(id int32) *Node {
	if !d.enter() {
		d.leave()
		return Int(0)
	}
	defer d.leave()
	a := d.atoms[id]
	switch a.kind {
	case atomPrime:
		return Rat(new(big.Rat).SetInt(a.prime))
	case atomBase:
		return d.tree(a.arg)
	case atomPower:
		return New(Pow, d.tree(a.arg), d.tree(a.exp))
	case atomSine, atomCosine, atomAbs, atomLog, atomCall:
		args := make([]*Node, len(a.args))
		for i, f := range a.args {
			args[i] = d.tree(f)
		}
		if a.name == "^" {
			return New(Pow, args...)
		}
		return Call(a.name, args...)
	}
	return Sym(a.name)
}
