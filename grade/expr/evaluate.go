package expr

import (
	"hash/fnv"
	"math/big"
	"math/bits"
)

// evalBits is the working precision of evaluation, some 96 decimal digits;
// values that agree must agree to agreeBits, some 54 digits.
const (
	evalBits  = 320
	finerBits = 1152
	agreeBits = 180
)

func (d *decider) arithmetic(prec uint) *arithmetic { return &arithmetic{d: d, prec: prec} }

// fraction is the value of a normal form without variables.
func (a *arithmetic) fraction(f fraction) ball {
	num := a.poly(f.num)
	if f.den == nil {
		return num
	}
	return a.div(num, a.poly(f.den))
}

func (a *arithmetic) poly(p poly) ball {
	sum := a.int(0)
	for _, t := range p {
		v := a.rat(t.coef)
		for _, f := range t.mono {
			if a.bad || a.d.failed() {
				return a.void()
			}
			v = a.mul(v, a.pow(a.atom(f.atom), a.rat(f.exp.rat()), f.exp.rat()))
		}
		sum = a.add(sum, v)
	}
	return sum
}

func (a *arithmetic) atom(id int32) ball {
	if !a.d.enter() {
		a.d.leave()
		return a.void()
	}
	defer a.d.leave()
	at := a.d.atoms[id]
	switch at.kind {
	case atomImaginary:
		return a.i()
	case atomPrime:
		return a.rat(new(big.Rat).SetInt(at.prime))
	case atomConstant:
		if at.name == "pi" {
			return a.pi()
		}
		return a.exp(a.int(1))
	case atomBase:
		return a.fraction(at.arg)
	case atomPower:
		return a.pow(a.fraction(at.arg), a.fraction(at.exp), nil)
	case atomSine, atomCosine, atomAbs, atomLog, atomCall:
		args := make([]ball, len(at.args))
		for i, f := range at.args {
			args[i] = a.fraction(f)
		}
		if at.name == "^" {
			e, _ := at.args[1].rational()
			return a.pow(args[0], args[1], e)
		}
		if f, ok := functions[at.name]; ok && f.approx != nil {
			return f.approx(a, args)
		}
	}
	return a.void()
}

// sign is the sign of a constant real fraction, 0 where it is not certain.
func (d *decider) sign(f fraction) int {
	if r, ok := f.rational(); ok {
		return r.Sign()
	}
	if d.failed() {
		return 0
	}
	a := d.arithmetic(evalBits)
	s, sure := a.sign(a.fraction(f))
	if !sure {
		return 0
	}
	return s
}

// point gives the variables their values.
type point map[string]ball

// eval is the value of a tree at a point.
func (a *arithmetic) eval(n *Node, at point) ball {
	if !a.d.enter() || a.bad {
		a.d.leave()
		return a.void()
	}
	defer a.d.leave()
	arg := func(i int) ball { return a.eval(n.Args[i], at) }
	switch n.Op {
	case Number:
		return a.rat(n.Num)
	case Symbol:
		return a.symbol(n.Name, at)
	case Text:
		return a.symbol("“"+foldText(n.Name), at)
	case Add:
		sum := a.int(0)
		for i := range n.Args {
			sum = a.add(sum, arg(i))
		}
		return sum
	case Mul:
		out := a.int(1)
		for i := range n.Args {
			out = a.mul(out, arg(i))
		}
		return out
	case Neg:
		return a.neg(arg(0))
	case Div:
		return a.div(arg(0), arg(1))
	case Pow:
		e := arg(1)
		r, _ := e.known()
		return a.pow(arg(0), e, r)
	case Root:
		e := a.inv(arg(1))
		r, _ := e.known()
		return a.pow(arg(0), e, r)
	case Fact:
		return factorialOf(a, []ball{arg(0)})
	case Abs:
		return a.abs(arg(0))
	case Percent:
		return a.mul(arg(0), a.rat(big.NewRat(1, 100)))
	case Func:
		return a.call(n, at)
	case Sum, Product:
		return a.series(n, at)
	}
	a.d.fail(ReasonUnsupported)
	return a.void()
}

func (a *arithmetic) call(n *Node, at point) ball {
	args := make([]ball, len(n.Args))
	for i, x := range n.Args {
		args[i] = a.eval(x, at)
	}
	if a.bad {
		return a.void()
	}
	f, ok := functions[n.Name]
	if !ok || f.approx == nil || len(n.Args) < f.least || len(n.Args) > f.most {
		return a.opaque(n.Name, args)
	}
	return f.approx(a, args)
}

func (a *arithmetic) symbol(name string, at point) ball {
	if v, ok := at[symbolKey(name)]; ok {
		return v
	}
	switch name {
	case "pi":
		return a.pi()
	case "e":
		return a.exp(a.int(1))
	case "i":
		return a.i()
	}
	return a.void()
}

// opaque samples an unknown function: equal arguments give equal values.
func (a *arithmetic) opaque(name string, args []ball) ball {
	h := fnv.New64a()
	h.Write([]byte(symbolKey(name)))
	for _, x := range args {
		for _, part := range []*big.Float{x.re, a.part(x.im)} {
			if floatMag(part) < -agreeBits {
				part = floatInt(64, 0)
			}
			// Rounding hides the last digits, in which equal values may differ.
			h.Write([]byte(newFloat(agreeBits-40).Set(part).Text('p', 0) + ";"))
		}
	}
	return a.rat(big.NewRat(int64(h.Sum64()%8191)+1, 1024))
}

// constantRat is the rational value of a tree made of numbers, signs and
// quotients, nil for any other.
func constantRat(n *Node) *big.Rat {
	switch {
	case n.Op == Number:
		return n.Num
	case n.Op == Neg:
		if r := constantRat(n.Args[0]); r != nil {
			return new(big.Rat).Neg(r)
		}
	case n.Op == Div:
		x, y := constantRat(n.Args[0]), constantRat(n.Args[1])
		if x != nil && y != nil && y.Sign() != 0 {
			return new(big.Rat).Quo(x, y)
		}
	}
	return nil
}

// series adds or multiplies term by term; an infinite sum is taken until its
// terms have fallen geometrically below the precision.
func (a *arithmetic) series(n *Node, at point) ball {
	from, ok := a.exactRat(a.eval(n.Args[2], at))
	if !ok || !from.IsInt() || !from.Num().IsInt64() {
		return a.void()
	}
	k, infinite := from.Num().Int64(), isInfinity(n.Args[3])
	last := k + maxSumTerms
	if !infinite {
		to, ok := a.exactRat(a.eval(n.Args[3], at))
		if !ok || !to.IsInt() || !to.Num().IsInt64() || to.Num().Int64() > last {
			return a.void()
		}
		last = to.Num().Int64()
	} else if n.Op == Product {
		return a.void()
	}
	name := symbolKey(n.Args[1].Name)
	before, had := at[name]
	defer func() {
		if delete(at, name); had {
			at[name] = before
		}
	}()
	out, falling, size := a.int(0), 0, int64(0)
	first, worst := k, int64(exactErr) // errors add up: the worst times the number of terms
	if n.Op == Product {
		out = a.int(1)
	}
	for ; k <= last && a.ok(1); k++ {
		at[name] = a.int(k)
		t := a.eval(n.Args[0], at)
		if n.Op == Product {
			out = a.mul(out, t)
			continue
		}
		worst = max(worst, t.err)
		out = a.add(out, t)
		if out.err != exactErr {
			worst = max(worst, out.mag()-int64(a.prec)+2)
			out.err = worst + int64(bits.Len64(uint64(k-first))) + 1
		}
		if !infinite {
			continue
		}
		if m := t.mag(); m < size {
			falling, size = falling+1, m
		} else {
			falling, size = 0, m
		}
		if falling > 6 && size < -int64(a.prec) {
			out.err = max(out.err, size) + 4
			return out
		}
	}
	if infinite {
		return a.void()
	}
	return out
}

func isInfinity(n *Node) bool { return n.Op == Symbol && n.Name == "infinity" }
