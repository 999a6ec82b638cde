package expr

import "math/big"

// pi is the constant π.
func (d *decider) pi() fraction { return d.constant("pi") }

// cis is e^{iπq}.
func (d *decider) cis(q *big.Rat) fraction {
	return d.add(d.cosPi(q), d.mul(d.imaginary(), d.sinPi(q)))
}

func (d *decider) sinPi(q *big.Rat) fraction {
	return d.cosPi(new(big.Rat).Sub(ratHalf, q))
}

// cosPi is cos πq: a radical for the angles of the 3-, 4-, 5-, 6-, 8-, 10- and
// 12-gon, else an atom for an angle between 0 and π/4.
func (d *decider) cosPi(q *big.Rat) fraction {
	q = modulo(q, big.NewRat(2, 1))
	if q.Cmp(ratOne) > 0 {
		q = new(big.Rat).Sub(big.NewRat(2, 1), q)
	}
	if q.Cmp(ratHalf) > 0 {
		return d.neg(d.cosPi(new(big.Rat).Sub(ratOne, q)))
	}
	if f, ok := d.knownCosine(q); ok {
		return f
	}
	if q.Cmp(big.NewRat(1, 4)) > 0 {
		rest := new(big.Rat).Sub(ratHalf, q)
		return d.call(atomSine, "sin", d.scale(d.pi(), rest))
	}
	return d.call(atomCosine, "cos", d.scale(d.pi(), q))
}

func (d *decider) knownCosine(q *big.Rat) (fraction, bool) {
	if !q.Denom().IsInt64() || q.Denom().Int64() > 12 {
		return fraction{}, false
	}
	sqrt := func(n int64) fraction { return d.integerPower(big.NewInt(n), exponent{1, 2}) }
	nested := func(a, b, n int64) fraction { // √(a + b√n)
		return d.rationalExponent(d.add(integer(a), d.mul(integer(b), sqrt(n))), exponent{1, 2})
	}
	over := func(f fraction, n int64) fraction { return d.scale(f, big.NewRat(1, n)) }
	switch q.RatString() {
	case "0":
		return integer(1), true
	case "1/2":
		return integer(0), true
	case "1/3":
		return rational(ratHalf), true
	case "1/4":
		return over(sqrt(2), 2), true
	case "1/6":
		return over(sqrt(3), 2), true
	case "1/12":
		return over(d.add(sqrt(6), sqrt(2)), 4), true
	case "5/12":
		return over(d.sub(sqrt(6), sqrt(2)), 4), true
	case "1/5":
		return over(d.add(integer(1), sqrt(5)), 4), true
	case "2/5":
		return over(d.sub(sqrt(5), integer(1)), 4), true
	case "1/10":
		return over(nested(10, 2, 5), 4), true
	case "3/10":
		return over(nested(10, -2, 5), 4), true
	case "1/8":
		return over(nested(2, 1, 2), 2), true
	case "3/8":
		return over(nested(2, -1, 2), 2), true
	}
	return fraction{}, false
}

// modulo is r − m⌊r/m⌋.
func modulo(r, m *big.Rat) *big.Rat {
	q := new(big.Rat).Quo(r, m)
	return new(big.Rat).Sub(r, new(big.Rat).Mul(m, new(big.Rat).SetInt(floorRat(q))))
}

func floorRat(r *big.Rat) *big.Int {
	q, _ := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	return q
}

// angle splits an argument into qπ + rest.
func (d *decider) angle(f fraction) (q *big.Rat, rest fraction) {
	if f.den != nil {
		return ratZero, f
	}
	for i, t := range f.num {
		if len(t.mono) == 1 && t.mono[0].exp == (exponent{1, 1}) && d.atoms[t.mono[0].atom].name == "pi" &&
			d.atoms[t.mono[0].atom].kind == atomConstant {
			rest := append(append(poly{}, f.num[:i]...), f.num[i+1:]...)
			return t.coef, fraction{num: rest}
		}
	}
	return ratZero, f
}

// cos is the cosine of any argument; half turns are taken out and the sign of
// the argument is normal.
func (d *decider) cos(f fraction) fraction {
	q, rest := d.angle(f)
	if rest.zero() {
		return d.cosPi(q)
	}
	switch modulo(q, big.NewRat(2, 1)).RatString() {
	case "1/2":
		return d.neg(d.sin(rest))
	case "1":
		return d.neg(d.cos(rest))
	case "3/2":
		return d.sin(rest)
	case "0":
		f = rest
	}
	f, _ = d.unsigned(f)
	return d.call(atomCosine, "cos", f)
}

// sin is the sine, like cos.
func (d *decider) sin(f fraction) fraction {
	q, rest := d.angle(f)
	if rest.zero() {
		return d.sinPi(q)
	}
	switch modulo(q, big.NewRat(2, 1)).RatString() {
	case "1/2":
		return d.cos(rest)
	case "1":
		return d.neg(d.sin(rest))
	case "3/2":
		return d.neg(d.cos(rest))
	case "0":
		f = rest
	}
	f, flipped := d.unsigned(f)
	out := d.call(atomSine, "sin", f)
	if flipped {
		return d.neg(out)
	}
	return out
}

// unsigned negates an argument whose first coefficient is negative.
func (d *decider) unsigned(f fraction) (fraction, bool) {
	if len(f.num) > 0 && f.num[0].coef.Sign() < 0 {
		return d.neg(f), true
	}
	return f, false
}

// arc is the inverse of sine or tangent where the value is that of a known
// angle, else an atom.
func (d *decider) arc(name string, f fraction) fraction {
	f, flipped := d.unsigned(f)
	out, found := fraction{}, false
	for _, q := range []*big.Rat{{}, big.NewRat(1, 12), big.NewRat(1, 10), big.NewRat(1, 8), big.NewRat(1, 6), big.NewRat(1, 5),
		big.NewRat(1, 4), big.NewRat(3, 10), big.NewRat(1, 3), big.NewRat(3, 8), big.NewRat(2, 5), big.NewRat(5, 12), big.NewRat(1, 2)} {
		if !d.isConstant(f.num) || d.failed() {
			break
		}
		value := d.sinPi(q)
		if name == "atan" {
			if q.Cmp(ratHalf) == 0 {
				continue
			}
			value = d.div(value, d.cosPi(q))
		}
		if zero, ok := d.exactly(d.sub(value, f)); ok && zero {
			out, found = d.scale(d.pi(), q), true
			break
		}
	}
	if !found {
		out = d.call(atomCall, name, f)
	}
	if flipped {
		return d.neg(out)
	}
	return out
}

// exp is the exponential function.
func (d *decider) exp(f fraction) fraction { return d.pow(d.constant("e"), f) }

// hyperbolic is (e^u + s·e^{−u})/2.
func (d *decider) hyperbolic(f fraction, s int64) fraction {
	sum := d.add(d.exp(f), d.mul(integer(s), d.exp(d.neg(f))))
	return d.scale(sum, ratHalf)
}
