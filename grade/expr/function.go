package expr

import "math/big"

// function is what the deciders know of a named function: its normal form and
// its value. Either may be missing.
type function struct {
	exact  func(d *decider, x []fraction) fraction
	approx func(a *arithmetic, x []ball) ball
	// least and most arguments
	least, most int
	// whole marks functions whose arguments are sampled at natural numbers.
	whole bool
	// steps marks functions that jump at whole numbers: letters that by custom
	// count something are sampled at natural numbers inside them.
	steps bool
}

// functions by canonical name. Filled at start-up because normal forms and
// values are computed through one another.
var functions map[string]function

func init() {
	functions = map[string]function{}
	for _, group := range []map[string]function{circular, hyperbolic, inverse, logarithmic, algebraic, arithmetical} {
		for name, f := range group {
			if f.least == 0 {
				f.least, f.most = 1, max(1, f.most)
			}
			functions[name] = f
		}
	}
	for alias, name := range map[string]string{"arcsin": "asin", "arccos": "acos", "arctan": "atan", "log10": "lg"} {
		functions[alias] = functions[name]
	}
}

func ratio(num, den func(*decider, fraction) fraction) func(*decider, []fraction) fraction {
	return func(d *decider, x []fraction) fraction { return d.div(num(d, x[0]), den(d, x[0])) }
}

func one(*decider, fraction) fraction { return integer(1) }

func sinOf(a *arithmetic, x ball) ball { s, _ := a.sinCos(x); return s }
func cosOf(a *arithmetic, x ball) ball { _, c := a.sinCos(x); return c }
func oneOf(a *arithmetic, _ ball) ball { return a.int(1) }

func ratioOf(num, den func(*arithmetic, ball) ball) func(*arithmetic, []ball) ball {
	return func(a *arithmetic, x []ball) ball { return a.div(num(a, x[0]), den(a, x[0])) }
}

var circular = map[string]function{
	"sin": {exact: ratio((*decider).sin, one), approx: ratioOf(sinOf, oneOf)},
	"cos": {exact: ratio((*decider).cos, one), approx: ratioOf(cosOf, oneOf)},
	"tan": {exact: ratio((*decider).sin, (*decider).cos), approx: ratioOf(sinOf, cosOf)},
	"cot": {exact: ratio((*decider).cos, (*decider).sin), approx: ratioOf(cosOf, sinOf)},
	"sec": {exact: ratio(one, (*decider).cos), approx: ratioOf(oneOf, cosOf)},
	"csc": {exact: ratio(one, (*decider).sin), approx: ratioOf(oneOf, sinOf)},
	"cis": {
		exact:  func(d *decider, x []fraction) fraction { return d.add(d.cos(x[0]), d.mul(d.imaginary(), d.sin(x[0]))) },
		approx: func(a *arithmetic, x []ball) ball { s, c := a.sinCos(x[0]); return a.add(c, a.mul(a.i(), s)) },
	},
}

func sinh(d *decider, x fraction) fraction { return d.hyperbolic(x, -1) }
func cosh(d *decider, x fraction) fraction { return d.hyperbolic(x, 1) }

func sinhOf(a *arithmetic, x ball) ball {
	return a.mul(a.rat(ratHalf), a.sub(a.exp(x), a.exp(a.neg(x))))
}

func coshOf(a *arithmetic, x ball) ball {
	return a.mul(a.rat(ratHalf), a.add(a.exp(x), a.exp(a.neg(x))))
}

var hyperbolic = map[string]function{
	"sinh": {exact: ratio(sinh, one), approx: ratioOf(sinhOf, oneOf)},
	"cosh": {exact: ratio(cosh, one), approx: ratioOf(coshOf, oneOf)},
	"tanh": {exact: ratio(sinh, cosh), approx: ratioOf(sinhOf, coshOf)},
	"coth": {exact: ratio(cosh, sinh), approx: ratioOf(coshOf, sinhOf)},
	"sech": {exact: ratio(one, cosh), approx: ratioOf(oneOf, coshOf)},
	"csch": {exact: ratio(one, sinh), approx: ratioOf(oneOf, sinhOf)},
}

// composed makes a function of one argument out of the named one.
func composed(exact func(*decider, fraction) fraction, approx func(*arithmetic, ball) ball) function {
	return function{
		exact:  func(d *decider, x []fraction) fraction { return exact(d, x[0]) },
		approx: func(a *arithmetic, x []ball) ball { return approx(a, x[0]) },
	}
}

func asin(d *decider, x fraction) fraction { return d.arc("asin", x) }
func atan(d *decider, x fraction) fraction { return d.arc("atan", x) }

func acos(d *decider, x fraction) fraction {
	return d.sub(d.scale(d.pi(), ratHalf), d.arc("asin", x))
}

func acosOf(a *arithmetic, x ball) ball {
	return a.sub(a.mul(a.pi(), a.rat(ratHalf)), a.arcsin(x))
}

// asinh x = ln(x + √(x² + 1)) and its relatives.
func asinh(d *decider, x fraction) fraction {
	return d.ln(d.add(x, d.pow(d.add(d.mul(x, x), integer(1)), rational(ratHalf))))
}

func asinhOf(a *arithmetic, x ball) ball {
	return a.ln(a.add(x, a.sqrt(a.add(a.mul(x, x), a.int(1)))))
}

func acosh(d *decider, x fraction) fraction {
	root := func(c int64) fraction { return d.pow(d.add(x, integer(c)), rational(ratHalf)) }
	return d.ln(d.add(x, d.mul(root(1), root(-1))))
}

func acoshOf(a *arithmetic, x ball) ball {
	root := a.mul(a.sqrt(a.add(x, a.int(1))), a.sqrt(a.sub(x, a.int(1))))
	return a.ln(a.add(x, root))
}

func atanh(d *decider, x fraction) fraction {
	return d.scale(d.ln(d.div(d.add(integer(1), x), d.sub(integer(1), x))), ratHalf)
}

func atanhOf(a *arithmetic, x ball) ball {
	return a.mul(a.rat(ratHalf), a.ln(a.div(a.add(a.int(1), x), a.sub(a.int(1), x))))
}

// reciprocal is f(1/x).
func reciprocal(f func(*decider, fraction) fraction) func(*decider, fraction) fraction {
	return func(d *decider, x fraction) fraction { return f(d, d.invert(x)) }
}

func reciprocalOf(f func(*arithmetic, ball) ball) func(*arithmetic, ball) ball {
	return func(a *arithmetic, x ball) ball { return f(a, a.inv(x)) }
}

var inverse = map[string]function{
	"asin":  composed(asin, (*arithmetic).arcsin),
	"acos":  composed(acos, acosOf),
	"atan":  composed(atan, (*arithmetic).arctan),
	"asec":  composed(reciprocal(acos), reciprocalOf(acosOf)),
	"acsc":  composed(reciprocal(asin), reciprocalOf((*arithmetic).arcsin)),
	"acot":  composed(acot, acotOf),
	"asinh": composed(asinh, asinhOf),
	"acosh": composed(acosh, acoshOf),
	"atanh": composed(atanh, atanhOf),
	"asech": composed(reciprocal(acosh), reciprocalOf(acoshOf)),
	"acsch": composed(reciprocal(asinh), reciprocalOf(asinhOf)),
	"acoth": composed(reciprocal(atanh), reciprocalOf(atanhOf)),
}

// acot x = π/2 − atan x, with values in (0, π).
func acot(d *decider, x fraction) fraction { return d.sub(d.scale(d.pi(), ratHalf), d.arc("atan", x)) }

func acotOf(a *arithmetic, x ball) ball {
	return a.sub(a.mul(a.pi(), a.rat(ratHalf)), a.arctan(x))
}

var logarithmic = map[string]function{
	"ln":  composed((*decider).ln, (*arithmetic).ln),
	"exp": composed((*decider).exp, (*arithmetic).exp),
	"lg":  {exact: logarithm, approx: logarithmOf},
	// log(x) without a base is decimal, as ISO 80000-2 writes lg.
	"log": {exact: logarithm, approx: logarithmOf, least: 1, most: 2},
}

func logarithm(d *decider, x []fraction) fraction {
	base := integer(10)
	if len(x) > 1 {
		base = x[1]
	}
	return d.div(d.ln(x[0]), d.ln(base))
}

func logarithmOf(a *arithmetic, x []ball) ball {
	base := a.int(10)
	if len(x) > 1 {
		base = x[1]
	}
	return a.div(a.ln(x[0]), a.ln(base))
}

func (a *arithmetic) i() ball {
	return ball{re: floatInt(a.prec, 0), im: floatInt(a.prec, 1), err: exactErr}
}

var algebraic = map[string]function{
	"sqrt": composed(
		func(d *decider, x fraction) fraction { return d.pow(x, rational(ratHalf)) },
		(*arithmetic).sqrt),
	"cbrt": composed(
		func(d *decider, x fraction) fraction { return d.pow(x, rational(big.NewRat(1, 3))) },
		func(a *arithmetic, x ball) ball { return a.pow(x, a.rat(big.NewRat(1, 3)), big.NewRat(1, 3)) }),
	"abs":       composed((*decider).absolute, (*arithmetic).abs),
	"norm":      composed((*decider).absolute, (*arithmetic).abs),
	"re":        composed(realPart, (*arithmetic).real),
	"im":        composed(imaginaryPart, (*arithmetic).imag),
	"conjugate": composed(conjugate, conjugateOf),
	"sgn":       composed(signum, signumOf),
}

func realPart(d *decider, x fraction) fraction {
	if re, _, ok := d.parts(x); ok && d.isConstant(x.num) {
		return re
	}
	return d.call(atomCall, "re", x)
}

func imaginaryPart(d *decider, x fraction) fraction {
	if _, im, ok := d.parts(x); ok && d.isConstant(x.num) {
		return im
	}
	return d.call(atomCall, "im", x)
}

func conjugate(d *decider, x fraction) fraction {
	if re, im, ok := d.parts(x); ok && d.isConstant(x.num) {
		return d.sub(re, d.mul(d.imaginary(), im))
	}
	return d.call(atomCall, "conjugate", x)
}

func conjugateOf(a *arithmetic, x ball) ball {
	if x.im == nil {
		return x
	}
	return ball{re: x.re, im: newFloat(a.prec).Neg(x.im), err: x.err}
}

func signum(d *decider, x fraction) fraction {
	if d.isConstant(x.num) && d.isConstant(x.den) {
		if s := d.sign(x); s != 0 || x.zero() {
			return integer(int64(s))
		}
	}
	return d.call(atomCall, "sgn", x)
}

func signumOf(a *arithmetic, x ball) ball {
	s, sure := a.sign(x)
	if !sure {
		return a.void()
	}
	return a.int(int64(s))
}
