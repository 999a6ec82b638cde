package expr

import (
	"cmp"
	"math/big"
	"slices"
)

// arithmetical are the functions of number theory and counting.
var arithmetical = map[string]function{
	"floor":     {exact: rounding("floor", floorRat), approx: roundingOf(floorRat), steps: true},
	"ceil":      {exact: rounding("ceil", ceilRat), approx: roundingOf(ceilRat), steps: true},
	"round":     {exact: rounding("round", nearestRat), approx: roundingOf(nearestRat), steps: true},
	"gcd":       {exact: divisor("gcd", gcdRat), approx: divisorOf(gcdRat), least: 1, most: 256, whole: true},
	"lcm":       {exact: divisor("lcm", lcmRat), approx: divisorOf(lcmRat), least: 1, most: 256, whole: true},
	"max":       {exact: extreme("max", 1), approx: extremeOf(1), least: 1, most: 256},
	"min":       {exact: extreme("min", -1), approx: extremeOf(-1), least: 1, most: 256},
	"mod":       {exact: mod, approx: modOf, least: 2, most: 2, whole: true},
	"binomial":  {exact: choose, approx: chooseOf, least: 2, most: 2, whole: true},
	"factorial": {exact: factorialFunction, approx: factorialOf, whole: true},
}

func ceilRat(r *big.Rat) *big.Int {
	return new(big.Int).Neg(floorRat(new(big.Rat).Neg(r)))
}

func nearestRat(r *big.Rat) *big.Int { return floorRat(new(big.Rat).Add(r, ratHalf)) }

func rounding(name string, to func(*big.Rat) *big.Int) func(*decider, []fraction) fraction {
	return func(d *decider, x []fraction) fraction {
		if r, ok := x[0].rational(); ok {
			return rational(new(big.Rat).SetInt(to(r)))
		}
		if d.isConstant(x[0].num) && d.isConstant(x[0].den) && !d.failed() {
			a := d.arithmetic(evalBits)
			if n, ok := a.certain(a.fraction(x[0]), to); ok {
				return rational(new(big.Rat).SetInt(n))
			}
			d.recover()
		}
		return d.call(atomCall, name, x[0])
	}
}

func roundingOf(to func(*big.Rat) *big.Int) func(*arithmetic, []ball) ball {
	return func(a *arithmetic, x []ball) ball {
		n, ok := a.certain(x[0], to)
		if !ok {
			return a.void()
		}
		return a.rat(new(big.Rat).SetInt(n))
	}
}

// certain rounds a real ball where every number in it rounds alike.
func (a *arithmetic) certain(x ball, to func(*big.Rat) *big.Int) (*big.Int, bool) {
	if x.q != nil && !a.bad {
		return to(x.q), true
	}
	if a.bad || x.im != nil || x.re.IsInf() || x.mag() > maxScaledBits || x.err > 0 || (x.re.Sign() != 0 && x.mag() < -maxScaledBits) {
		return nil, false
	}
	mid, _ := x.re.Rat(nil)
	if x.err == exactErr {
		return to(mid), true
	}
	if x.err < -maxScaledBits {
		return nil, false
	}
	r, _ := newFloat(64).SetMantExp(floatInt(64, 1), int(x.err)).Rat(nil)
	lo, hi := to(new(big.Rat).Sub(mid, r)), to(new(big.Rat).Add(mid, r))
	return lo, lo.Cmp(hi) == 0
}

// gcdRat is the greatest rational of which both are whole multiples.
func gcdRat(a, b *big.Rat) *big.Rat {
	num := new(big.Int).GCD(nil, nil,
		new(big.Int).Abs(new(big.Int).Mul(a.Num(), b.Denom())),
		new(big.Int).Abs(new(big.Int).Mul(b.Num(), a.Denom())))
	return new(big.Rat).SetFrac(num, new(big.Int).Mul(a.Denom(), b.Denom()))
}

func lcmRat(a, b *big.Rat) *big.Rat {
	if a.Sign() == 0 || b.Sign() == 0 {
		return new(big.Rat)
	}
	p := new(big.Rat).Mul(a, b)
	return p.Abs(p.Quo(p, gcdRat(a, b)))
}

// writtenOut is the value of a rational fraction, large powers of primes multiplied out.
func (d *decider) writtenOut(f fraction) (*big.Rat, bool) {
	if f.den == nil && len(f.num) > 0 && !d.failed() {
		var out poly
		for _, t := range f.num {
			out = d.addPoly(out, poly{d.rescale(t)})
		}
		f = fraction{num: out}
	}
	return f.rational()
}

func divisor(name string, of func(a, b *big.Rat) *big.Rat) func(*decider, []fraction) fraction {
	return func(d *decider, x []fraction) fraction {
		var out *big.Rat
		for _, f := range x {
			r, ok := d.writtenOut(f)
			if !ok || r.Num().BitLen()+r.Denom().BitLen() > maxScaledBits {
				return d.call(atomCall, name, d.sorted(x)...)
			}
			if out == nil {
				out = new(big.Rat).Abs(r)
			}
			d.step(1 + (r.Num().BitLen()+out.Num().BitLen())/16)
			out = of(out, r)
		}
		return rational(out)
	}
}

func divisorOf(of func(a, b *big.Rat) *big.Rat) func(*arithmetic, []ball) ball {
	return func(a *arithmetic, x []ball) ball {
		var out *big.Rat
		for _, b := range x {
			r, ok := a.exactRat(b)
			if !ok || !a.ok(1+r.Num().BitLen()/16) {
				return a.void()
			}
			if out == nil {
				out = new(big.Rat).Abs(r)
			}
			out = of(out, r)
		}
		return a.rat(out)
	}
}

// exactRat is the value of an exact real ball of moderate size.
func (a *arithmetic) exactRat(b ball) (*big.Rat, bool) {
	if b.q != nil && !a.bad {
		return b.q, true
	}
	if a.bad || b.im != nil || b.err != exactErr || b.mag() > maxScaledBits || (b.re.Sign() != 0 && b.mag() < -maxScaledBits) {
		return nil, false
	}
	r, _ := b.re.Rat(nil)
	return r, r != nil
}

func (d *decider) sorted(x []fraction) []fraction {
	type keyed struct {
		key string
		f   fraction
	}
	var all []keyed
	for _, f := range x {
		all = append(all, keyed{d.key(f), f})
	}
	slices.SortFunc(all, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	out := make([]fraction, 0, len(x))
	for i, k := range all {
		if i == 0 || k.key != all[i-1].key {
			out = append(out, k.f)
		}
	}
	return out
}

// extreme is the maximum (side 1) or minimum (side −1); arguments whose
// difference is a number of known sign are compared, others stay.
func extreme(name string, side int) func(*decider, []fraction) fraction {
	return func(d *decider, x []fraction) fraction {
		kept := x[:1:1]
	next:
		for _, f := range x[1:] {
			for i, g := range kept {
				diff := d.sub(f, g)
				if diff.zero() {
					continue next
				}
				if !d.isConstant(diff.num) || !d.isConstant(diff.den) {
					continue
				}
				if s := d.sign(diff); s != 0 {
					if s == side {
						kept = append(slices.Delete(slices.Clone(kept), i, i+1), f)
					}
					continue next
				}
			}
			kept = append(kept, f)
		}
		if len(kept) == 1 {
			return kept[0]
		}
		return d.call(atomCall, name, d.sorted(kept)...)
	}
}

func extremeOf(side int) func(*arithmetic, []ball) ball {
	return func(a *arithmetic, x []ball) ball {
		best := x[0]
		for _, b := range x[1:] {
			diff := a.sub(b, best)
			if s, sure := a.sign(diff); !sure {
				best.err = max(best.err, b.err, diff.mag()) // equal for all that is known
			} else if s == side {
				best = b
			}
		}
		if best.im != nil {
			return a.void()
		}
		return best
	}
}

// mod is x − y⌊x/y⌋, which has the sign of y.
func mod(d *decider, x []fraction) fraction {
	a, okA := d.writtenOut(x[0])
	b, okB := d.writtenOut(x[1])
	if okB && b.Sign() == 0 {
		d.fail(ReasonUndefined)
		return fraction{}
	}
	if okA && okB {
		return rational(modulo(a, b))
	}
	if d.isConstant(x[0].num) && d.isConstant(x[1].num) && x[0].den == nil && x[1].den == nil {
		q := rounding("floor", floorRat)(d, []fraction{d.div(x[0], x[1])})
		return d.sub(x[0], d.mul(x[1], q))
	}
	return d.call(atomCall, "mod", x[0], x[1])
}

func modOf(a *arithmetic, x []ball) ball {
	q := roundingOf(floorRat)(a, []ball{a.div(x[0], x[1])})
	return a.sub(x[0], a.mul(x[1], q))
}

func choose(d *decider, x []fraction) fraction {
	n, okN := x[0].rational()
	k, okK := x[1].rational()
	if okK && k.IsInt() && k.Num().IsInt64() {
		m := k.Num().Int64()
		if okN {
			return d.binomial(n, m)
		}
		if m >= 0 && m <= 20 { // falling power over k!
			out := integer(1)
			for i := range m {
				out = d.mul(out, d.sub(x[0], integer(i)))
			}
			return d.div(out, d.factorial(m))
		}
	}
	return d.div(d.factorialOf(x[0]), d.mul(d.factorialOf(x[1]), d.factorialOf(d.sub(x[0], x[1]))))
}

func chooseOf(a *arithmetic, x []ball) ball {
	n, okN := a.exactRat(x[0])
	k, okK := a.exactRat(x[1])
	if !okN || !okK || !n.IsInt() || !k.IsInt() || !n.Num().IsInt64() || !k.Num().IsInt64() ||
		n.Num().Int64() > maxFactorial || n.Sign() < 0 || !a.ok(20+int(n.Num().Int64())/4) {
		return a.void()
	}
	return a.rat(new(big.Rat).SetInt(new(big.Int).Binomial(n.Num().Int64(), k.Num().Int64())))
}

func factorialFunction(d *decider, x []fraction) fraction { return d.factorialOf(x[0]) }

// factorialOf is u!, where (u + c)! for a whole c is brought to one shift of u.
func (d *decider) factorialOf(f fraction) fraction {
	if r, ok := f.rational(); ok && r.IsInt() {
		if !r.Num().IsInt64() {
			d.fail(ReasonBudget)
			return fraction{}
		}
		if r.Sign() < 0 {
			d.fail(ReasonUndefined)
			return fraction{}
		}
		return d.factorial(r.Num().Int64())
	}
	shift := new(big.Int)
	for _, t := range f.num {
		if len(t.mono) == 0 && f.den == nil {
			shift = floorRat(t.coef)
		}
	}
	if !shift.IsInt64() || abs64(shift.Int64()) > 60 {
		return d.call(atomCall, "factorial", f)
	}
	c := shift.Int64()
	rest := d.sub(f, integer(c))
	out := integer(1)
	for i := int64(1); i <= c; i++ {
		out = d.mul(out, d.add(rest, integer(i)))
	}
	for i := int64(0); i > c; i-- {
		out = d.div(out, d.add(rest, integer(i)))
	}
	if r, ok := rest.rational(); ok && r.Cmp(ratHalf) == 0 { // (1/2)! = √π/2
		return d.mul(out, d.scale(d.pow(d.pi(), rational(ratHalf)), ratHalf))
	}
	return d.mul(out, d.call(atomCall, "factorial", rest))
}

func factorialOf(a *arithmetic, x []ball) ball {
	n, ok := a.exactRat(x[0])
	if !ok || !n.IsInt() || n.Sign() < 0 || !n.Num().IsInt64() || n.Num().Int64() > maxFactorial || !a.ok(1+int(n.Num().Int64())/2) {
		return a.void()
	}
	return a.rat(new(big.Rat).SetInt(new(big.Int).MulRange(1, max(1, n.Num().Int64()))))
}
