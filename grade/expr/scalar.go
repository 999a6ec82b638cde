package expr

import (
	"math"
	"math/big"
)

// scalar decides two trees that stand for numbers or formulas.
func (d *decider) scalar(a, b *Node) Verdict {
	if d.identical(a, b) {
		return Verdict{Same, "identical"}
	}
	if a.Op == Number && b.Op == Number && d.o.Tolerance.zero() {
		return Verdict{Different, "different numbers"}
	}
	if x, y := infinite(a), infinite(b); x != 0 || y != 0 {
		if x == y {
			return Verdict{Same, "infinite"}
		}
		if d.undefinedIn(a, x) || d.undefinedIn(b, y) {
			return Verdict{Undecided, ReasonUndefined}
		}
		return Verdict{Different, "one is infinite"}
	}
	a, b = d.resolve(a), d.resolve(b)
	if d.failed() {
		return Verdict{Undecided, d.recover()}
	}
	v := d.exact(a, b)
	if v.Outcome == Undecided {
		why := v.Reason
		v = d.evaluation(a, b, nil)
		if v.Outcome == Undecided && why == ReasonUndefined {
			v.Reason = why
		}
	}
	if v.Outcome != Same {
		if t := d.o.Tolerance; !t.zero() && (t.Always || inexact(a) || inexact(b)) {
			if w := d.evaluation(a, b, t.near); w.Outcome == Same {
				return Verdict{Same, "within tolerance"}
			}
		}
	}
	return v
}

// undefinedIn tells that a tree that is not plainly infinite contains infinity.
func (d *decider) undefinedIn(n *Node, sign int) bool {
	return sign == 0 && contains(n, isInfinity)
}

func contains(n *Node, is func(*Node) bool) bool {
	if is(n) {
		return true
	}
	if n.Op == Sum || n.Op == Product || n.Op == Limit || n.Op == Integral {
		return false
	}
	for _, x := range n.Args {
		if contains(x, is) {
			return true
		}
	}
	return false
}

// infinite is the sign of a tree that is plainly ±∞, else 0.
func infinite(n *Node) int {
	switch n.Op {
	case Symbol:
		if n.Name == "infinity" {
			return 1
		}
	case Neg:
		return -infinite(n.Args[0])
	case Percent:
		return infinite(n.Args[0])
	case Mul:
		sign, found := 1, false
		for _, x := range n.Args {
			if s := infinite(x); s != 0 {
				sign, found = sign*s, true
			} else if r := constantRat(x); r != nil {
				sign *= r.Sign()
			} else {
				return 0
			}
		}
		if found {
			return sign
		}
	case Add:
		sign := 0
		for _, x := range n.Args {
			if s := infinite(x); s != 0 {
				if sign == -s {
					return 0
				}
				sign = s
			}
		}
		return sign
	}
	return 0
}

// exact decides by normal forms, with at most two thirds of what is left.
func (d *decider) exact(a, b *Node) Verdict {
	reserve := d.left / 3
	d.left -= reserve
	defer func() { d.left = max(d.left, 0) + reserve }()
	x, y := d.normal(a), d.normal(b)
	zero, decided := d.exactly(d.sub(x, y))
	why := d.failure
	d.failure = ""
	switch {
	case why != "":
		return Verdict{Undecided, why}
	case decided && zero:
		return Verdict{Same, "same normal form"}
	case decided:
		return Verdict{Different, "normal forms differ"}
	}
	return Verdict{Undecided, ""}
}

func inexact(n *Node) bool {
	return contains(n, func(n *Node) bool { return n.Op == Number && n.Inexact })
}

// near tells whether two values agree within the tolerance.
func (t Tolerance) near(x, y ball) bool {
	a := &arithmetic{d: newDecider(Options{}), prec: evalBits}
	diff := a.abs(a.sub(x, y)).re
	size := a.abs(x).re
	if s := a.abs(y).re; s.Cmp(size) > 0 {
		size = s
	}
	within := func(bound *big.Float) bool { return diff.Cmp(bound) <= 0 }
	if t.Relative > 0 && within(newFloat(evalBits).Mul(size, big.NewFloat(t.Relative))) {
		return true
	}
	if t.Absolute > 0 && within(big.NewFloat(t.Absolute)) {
		return true
	}
	if t.Places <= 0 || x.im != nil || y.im != nil || x.mag() > maxScaledBits || y.mag() > maxScaledBits ||
		max(x.mag(), y.mag()) < -maxScaledBits {
		return false
	}
	unit := math.Pow(10, float64(-t.Places))
	if !within(newFloat(evalBits).Mul(size, big.NewFloat(10*unit))) {
		return false
	}
	scale := big.NewFloat(math.Pow(10, float64(t.Places)))
	round := func(v *big.Float) *big.Int {
		v = newFloat(evalBits).Mul(v, scale)
		if v.MantExp(nil) < -2 {
			return new(big.Int)
		}
		r, _ := v.Rat(nil)
		return nearestRat(r)
	}
	return round(x.re).Cmp(round(y.re)) == 0 || within(big.NewFloat(unit/100))
}
