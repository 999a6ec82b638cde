package expr

import "math/big"

// reduce applies the laws of the atoms to one term: i² = −1, whole powers of
// primes go into the coefficient, sin² = 1 − cos², |u|² = u², and a base with
// whole exponent is multiplied out.
func (d *decider) reduce(t term) poly {
	if !d.lawful(t.mono) {
		if t.coef.Sign() == 0 {
			return nil
		}
		return poly{t}
	}
	coef := t.coef
	mono := make([]factor, 0, len(t.mono))
	var expand []poly
	for _, f := range t.mono {
		a := &d.atoms[f.atom]
		switch a.kind {
		case atomImaginary:
			if !f.exp.integer() {
				mono = append(mono, f)
				continue
			}
			k := ((f.exp.n % 4) + 4) % 4
			if k >= 2 {
				coef = new(big.Rat).Neg(coef)
			}
			if k%2 == 1 {
				mono = append(mono, factor{f.atom, exponent{1, 1}})
			}
		case atomPrime:
			k := f.exp.floor()
			if k != 0 && abs64(k)*int64(a.prime.BitLen())+int64(ratBits(coef)) <= maxIntegerBits {
				coef = d.mulRat(coef, d.primePower(a.prime, k))
				f.exp.n -= k * f.exp.d
			}
			if !f.exp.zero() {
				mono = append(mono, f)
			}
		case atomSine, atomAbs, atomBase:
			rest, p := d.unfold(f)
			if !rest.zero() {
				mono = append(mono, factor{f.atom, rest})
			}
			if p != nil {
				expand = append(expand, p)
			}
		default:
			mono = append(mono, f)
		}
	}
	if coef.Sign() == 0 || d.failed() {
		return nil
	}
	out := poly{{coef, mono}}
	for _, p := range expand {
		out = d.mulPoly(out, p)
	}
	return out
}

// lawful tells whether a law applies to some factor.
func (d *decider) lawful(mono []factor) bool {
	for _, f := range mono {
		switch a := &d.atoms[f.atom]; a.kind {
		case atomImaginary:
			if f.exp != (exponent{1, 1}) {
				return true
			}
		case atomPrime:
			if f.exp.floor() != 0 {
				return true
			}
		case atomSine, atomAbs:
			if f.exp.n > 1 && f.exp.integer() {
				return true
			}
		case atomBase:
			if f.exp.floor() > 0 {
				return true
			}
		}
	}
	return false
}

// unfold splits a power into what stays and a polynomial to multiply by.
func (d *decider) unfold(f factor) (exponent, poly) {
	a := d.atoms[f.atom]
	k := f.exp.floor()
	if k <= 0 || (a.kind != atomBase && (k < 2 || !f.exp.integer())) {
		return f.exp, nil
	}
	switch a.kind {
	case atomSine:
		cos := d.call(atomCosine, "cos", a.arg)
		square := d.addPoly(constantPoly(ratOne), d.negPoly(d.mulPoly(cos.num, cos.num)))
		return exponent{k % 2, 1}, d.powPoly(square, k/2)
	case atomAbs:
		if a.arg.den != nil {
			return f.exp, nil
		}
		return exponent{k % 2, 1}, d.powPoly(a.arg.num, k-k%2)
	}
	return exponent{f.exp.n - k*f.exp.d, f.exp.d}, d.powPoly(a.arg.num, k)
}

func (d *decider) primePower(p *big.Int, k int64) *big.Rat {
	d.step(1 + int(abs64(k))*p.BitLen()/256)
	n := new(big.Int).Exp(p, big.NewInt(abs64(k)), nil)
	if k < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), n)
	}
	return new(big.Rat).SetInt(n)
}

// clear multiplies a polynomial by powers of atoms so that no atom with a law
// keeps a negative exponent and far powers of one prime share what they can:
// a polynomial is zero exactly when its cleared form has no terms.
func (d *decider) clear(p poly) poly {
	for range 4 {
		lowest := map[int32]exponent{}
		for _, t := range p {
			for _, f := range t.mono {
				switch a := &d.atoms[f.atom]; a.kind {
				case atomPrime, atomSine, atomAbs, atomBase:
					if low, ok := lowest[f.atom]; !ok || cmpExp(f.exp, low) < 0 {
						lowest[f.atom] = f.exp
					}
				}
			}
		}
		for _, t := range p { // an atom missing from a term has exponent 0 there
			for id, low := range lowest {
				if low.n > 0 && exponentIn(t.mono, id).zero() {
					lowest[id] = exponent{0, 1}
				}
			}
		}
		shift := d.shiftOf(lowest)
		var out poly
		for _, t := range p {
			out = d.addPoly(out, d.reduce(d.rescale(term{t.coef, d.mulMono(t.mono, shift)})))
		}
		p = out
		if len(shift) == 0 || d.failed() {
			return p
		}
	}
	return p
}

// shiftOf is the monomial that brings every lowest exponent to zero: of laws'
// atoms where it is negative, of primes where it is a whole number.
func (d *decider) shiftOf(lowest map[int32]exponent) []factor {
	var shift []factor
	for id := range int32(len(d.atoms)) {
		low, ok := lowest[id]
		if !ok {
			continue
		}
		if d.atoms[id].kind == atomPrime {
			if k := low.floor(); k != 0 {
				shift = append(shift, factor{id, exponent{-k, 1}})
			}
		} else if low.n < 0 {
			shift = append(shift, factor{id, low.neg()})
		}
	}
	return shift
}

// rescale folds prime powers that reduce leaves alone but one comparison can hold.
func (d *decider) rescale(t term) term {
	mono := t.mono[:0:0]
	for _, f := range t.mono {
		a := &d.atoms[f.atom]
		if a.kind == atomPrime {
			if k := f.exp.floor(); k != 0 && abs64(k) <= maxScaledBits && abs64(k)*int64(a.prime.BitLen())+int64(ratBits(t.coef)) <= maxScaledBits {
				t.coef = d.mulRat(t.coef, d.primePower(a.prime, k))
				f.exp.n -= k * f.exp.d
			}
			if f.exp.zero() {
				continue
			}
		}
		mono = append(mono, f)
	}
	return term{t.coef, mono}
}

func ratBits(r *big.Rat) int { return r.Num().BitLen() + r.Denom().BitLen() }

func exponentIn(mono []factor, id int32) exponent {
	for _, f := range mono {
		if f.atom == id {
			return f.exp
		}
	}
	return exponent{0, 1}
}

// independent tells whether distinct monomials of p are linearly independent
// over the rationals, so that a cleared p with terms is certainly not zero:
// whole powers of variables, proper radicals of primes (Besicovitch 1940), i,
// and powers of one of π and e (Lindemann).
func (d *decider) independent(p poly) bool {
	transcendental := int32(-1)
	for _, t := range p {
		for _, f := range t.mono {
			switch a := &d.atoms[f.atom]; a.kind {
			case atomVariable:
				if !f.exp.integer() {
					return false
				}
			case atomImaginary:
			case atomPrime:
				if !a.proven || (len(p) > 1 && f.exp.floor() != 0) {
					return false
				}
			case atomConstant:
				if !f.exp.integer() || (transcendental >= 0 && transcendental != f.atom) {
					return false
				}
				transcendental = f.atom
			default:
				return false
			}
		}
	}
	return true
}
