package expr

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// factor is an atom raised to a rational exponent.
type factor struct {
	atom int32
	exp  exponent
}

// term is a rational multiple of a product of powers of atoms, sorted by atom.
type term struct {
	coef *big.Rat
	mono []factor
}

// poly is a sum of terms with distinct monomials, greatest first, no zero
// coefficients; nil is zero. Exponents may be negative or fractional.
type poly []term

var (
	ratOne  = big.NewRat(1, 1)
	ratHalf = big.NewRat(1, 2)
	ratZero = new(big.Rat)
)

func constantPoly(r *big.Rat) poly {
	if r.Sign() == 0 {
		return nil
	}
	return poly{{coef: r}}
}

// rational is the value of a polynomial without atoms.
func (p poly) rational() (*big.Rat, bool) {
	switch {
	case len(p) == 0:
		return ratZero, true
	case len(p) == 1 && len(p[0].mono) == 0:
		return p[0].coef, true
	}
	return nil, false
}

// cmpMono orders monomials lexicographically by exponent; the order agrees with
// multiplication, which division needs.
func cmpMono(a, b []factor) int {
	for i := 0; ; i++ {
		switch {
		case i == len(a) && i == len(b):
			return 0
		case i == len(a):
			return -sign64(b[i].exp.n)
		case i == len(b):
			return sign64(a[i].exp.n)
		case a[i].atom < b[i].atom:
			return sign64(a[i].exp.n)
		case a[i].atom > b[i].atom:
			return -sign64(b[i].exp.n)
		}
		if c := cmpExp(a[i].exp, b[i].exp); c != 0 {
			return c
		}
	}
}

func sign64(n int64) int { return cmpInt(n, 0) }

func (d *decider) addPoly(a, b poly) poly {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make(poly, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := cmpMono(a[0].mono, b[0].mono); {
		case c > 0:
			out, a = append(out, a[0]), a[1:]
		case c < 0:
			out, b = append(out, b[0]), b[1:]
		default:
			if s := d.addRat(a[0].coef, b[0].coef); s.Sign() != 0 {
				out = append(out, term{s, a[0].mono})
			}
			a, b = a[1:], b[1:]
		}
		d.step(1)
	}
	out = append(append(out, a...), b...)
	if len(out) > maxPolynomial {
		d.fail(ReasonBudget)
		return nil
	}
	return out
}

func (d *decider) scalePoly(p poly, r *big.Rat) poly {
	if r.Sign() == 0 {
		return nil
	}
	if r.Cmp(ratOne) == 0 {
		return p
	}
	out := make(poly, len(p))
	for i, t := range p {
		out[i] = term{d.mulRat(t.coef, r), t.mono}
	}
	return out
}

func (d *decider) negPoly(p poly) poly {
	d.step(len(p))
	out := make(poly, len(p))
	for i, t := range p {
		out[i] = term{new(big.Rat).Neg(t.coef), t.mono}
	}
	return out
}

func (d *decider) mulRat(a, b *big.Rat) *big.Rat {
	bits := ratBits(a) + ratBits(b)
	if bits > 2*maxScaledBits || !d.step(1+bits/256*(1+bits/4096)) {
		d.fail(ReasonBudget)
		return ratZero
	}
	if x, y, ok := machine(a, b); ok {
		if p, fits := product(x, y); fits {
			return new(big.Rat).SetInt64(p)
		}
	}
	return new(big.Rat).Mul(a, b)
}

func (d *decider) addRat(a, b *big.Rat) *big.Rat {
	if x, y, ok := machine(a, b); ok && abs64(x) < 1<<61 && abs64(y) < 1<<61 {
		return new(big.Rat).SetInt64(x + y)
	}
	// Bringing a sum to lowest terms takes time with the square of its size.
	words := (ratBits(a) + ratBits(b)) / 64
	if words > 4*maxScaledBits/64 || !d.step(1+words*words/64) {
		d.fail(ReasonBudget)
		return ratZero
	}
	return new(big.Rat).Add(a, b)
}

// machine gives two rationals as integers of machine size, which most are.
func machine(a, b *big.Rat) (x, y int64, ok bool) {
	if !a.IsInt() || !b.IsInt() || !a.Num().IsInt64() || !b.Num().IsInt64() {
		return 0, 0, false
	}
	return a.Num().Int64(), b.Num().Int64(), true
}

// mulPoly multiplies and applies the laws of the atoms.
func (d *decider) mulPoly(a, b poly) poly {
	if r, ok := a.rational(); ok {
		return d.scalePoly(b, r)
	}
	if r, ok := b.rational(); ok {
		return d.scalePoly(a, r)
	}
	if !d.step(2*len(a)*len(b)) || len(a)*len(b) > 4*maxPolynomial {
		d.fail(ReasonBudget)
		return nil
	}
	var all poly
	var extra poly
	for _, x := range a {
		for _, y := range b {
			if d.failed() {
				return nil
			}
			mono := d.mulMono(x.mono, y.mono)
			if p := d.reduce(term{d.mulRat(x.coef, y.coef), mono}); len(p) == 1 {
				all = append(all, p[0])
			} else {
				extra = d.addPoly(extra, p)
			}
		}
	}
	return d.addPoly(d.collect(all), extra)
}

// collect sorts terms and adds up those with one monomial.
func (d *decider) collect(terms poly) poly {
	d.step(2 * len(terms))
	slices.SortStableFunc(terms, func(x, y term) int { return -cmpMono(x.mono, y.mono) })
	out := terms[:0]
	for i := 0; i < len(terms); {
		t := terms[i]
		j := i + 1
		for j < len(terms) && cmpMono(t.mono, terms[j].mono) == 0 {
			t = term{d.addRat(t.coef, terms[j].coef), t.mono}
			j++
		}
		if t.coef.Sign() != 0 {
			out = append(out, t)
		}
		i = j
	}
	return out
}

func (d *decider) mulMono(a, b []factor) []factor {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	d.step((len(a) + len(b)) / 2)
	out := make([]factor, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].atom < b[0].atom:
			out, a = append(out, a[0]), a[1:]
		case a[0].atom > b[0].atom:
			out, b = append(out, b[0]), b[1:]
		default:
			if e := d.addExp(a[0].exp, b[0].exp); !e.zero() {
				out = append(out, factor{a[0].atom, e})
			}
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// powMono raises a monomial to a rational power, exponent by exponent.
func (d *decider) powMono(m []factor, e exponent) []factor {
	out := make([]factor, 0, len(m))
	for _, f := range m {
		if x := d.mulExp(f.exp, e); !x.zero() {
			out = append(out, factor{f.atom, x})
		}
	}
	return out
}

// powPoly raises to a natural power by squaring.
func (d *decider) powPoly(p poly, n int64) poly {
	if n > maxExponent {
		d.fail(ReasonBudget)
		return nil
	}
	out := constantPoly(ratOne)
	for ; n > 0 && !d.failed(); n >>= 1 {
		if n&1 == 1 {
			out = d.mulPoly(out, p)
		}
		if n > 1 {
			p = d.mulPoly(p, p)
		}
	}
	return out
}

// key writes a fraction so that equal texts are equal values.
func (d *decider) key(f fraction) string {
	var b strings.Builder
	d.writeKey(&b, f.num)
	if f.den != nil {
		b.WriteByte('|')
		d.writeKey(&b, f.den)
	}
	return b.String()
}

func (d *decider) writeKey(b *strings.Builder, p poly) {
	for _, t := range p {
		d.step(1 + len(t.mono))
		b.WriteByte('+')
		b.WriteString(t.coef.RatString())
		for _, f := range t.mono {
			b.WriteByte('*')
			b.WriteString(strconv.Itoa(int(f.atom)))
			b.WriteByte('^')
			b.WriteString(f.exp.String())
		}
	}
}
