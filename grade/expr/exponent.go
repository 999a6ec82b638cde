package expr

import (
	"math/big"
	"math/bits"
	"strconv"
)

// exponent is a rational number of machine size in lowest terms, denominator positive.
type exponent struct{ n, d int64 }

func (e exponent) zero() bool    { return e.n == 0 }
func (e exponent) integer() bool { return e.d == 1 }
func (e exponent) neg() exponent { return exponent{-e.n, e.d} }

// floor is the greatest integer not above e.
func (e exponent) floor() int64 {
	q := e.n / e.d
	if e.n%e.d < 0 {
		q--
	}
	return q
}

func (e exponent) rat() *big.Rat { return big.NewRat(e.n, e.d) }

func (e exponent) String() string {
	if e.d == 1 {
		return strconv.FormatInt(e.n, 10)
	}
	return strconv.FormatInt(e.n, 10) + "/" + strconv.FormatInt(e.d, 10)
}

func exponentOf(r *big.Rat) (exponent, bool) {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return exponent{0, 1}, false
	}
	e := exponent{r.Num().Int64(), r.Denom().Int64()}
	return e, abs64(e.n) < 1<<62 && e.d < 1<<31
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// product multiplies with a check against overflow.
func product(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(abs64(a)), uint64(abs64(b)))
	if hi != 0 || lo >= 1<<62 {
		return 0, false
	}
	return a * b, true
}

func (d *decider) addExp(a, b exponent) exponent {
	if a.d == 1 && b.d == 1 {
		if s := a.n + b.n; abs64(s) < 1<<62 {
			return exponent{s, 1}
		}
		d.fail(ReasonBudget)
		return exponent{0, 1}
	}
	return d.toExp(new(big.Rat).Add(a.rat(), b.rat()))
}

func (d *decider) mulExp(a, b exponent) exponent {
	if a.d == 1 && b.d == 1 {
		if p, ok := product(a.n, b.n); ok {
			return exponent{p, 1}
		}
		d.fail(ReasonBudget)
		return exponent{0, 1}
	}
	return d.toExp(new(big.Rat).Mul(a.rat(), b.rat()))
}

func (d *decider) toExp(r *big.Rat) exponent {
	e, ok := exponentOf(r)
	if !ok {
		d.fail(ReasonBudget)
		return exponent{0, 1}
	}
	return e
}

func cmpExp(a, b exponent) int {
	if a.d == b.d {
		return cmpInt(a.n, b.n)
	}
	return a.rat().Cmp(b.rat())
}

func cmpInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
