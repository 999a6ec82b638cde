package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
)

// bracketed is a written calculation and its value. Tightness says what binds
// its outermost operation: 0 a sum, 1 a product, 2 nothing.
type bracketed struct {
	text      string
	value     *big.Rat
	tightness int
}

// atom is a number that stands without an operation.
func atom(text string, value *big.Rat) bracketed { return bracketed{text, value, 2} }

// within writes b as an operand of an operation that binds as tightly as given.
func (b bracketed) within(tightness int) string {
	if b.tightness < tightness {
		return "(" + b.text + ")"
	}
	return b.text
}

// joined is the calculation a op b for one of + − × ÷; b is not 0 for ÷.
func joined(a, b bracketed, op string) bracketed {
	v := new(big.Rat)
	switch op {
	case "+":
		return bracketed{a.text + " + " + b.text, v.Add(a.value, b.value), 0}
	case "−":
		return bracketed{a.text + " − " + b.within(1), v.Sub(a.value, b.value), 0}
	case "×":
		return bracketed{a.within(1) + " × " + b.within(1), v.Mul(a.value, b.value), 1}
	}
	return bracketed{a.within(1) + " ÷ " + b.within(2), v.Quo(a.value, b.value), 1}
}

// tooLong says that a number has more digits than one may ask to be handled by hand.
func tooLong(v *big.Rat) bool { return v.Num().BitLen() > 40 || v.Denom().BitLen() > 24 }

// randomCalculation joins atoms by random operations until one calculation is
// left, the first of them a product, and writes what each step gives. An operation that has no value or too
// long a one becomes a sum.
func randomCalculation(r *rand.Rand, atoms []bracketed, ops []string) (c bracketed, steps string) {
	var lines []string
	rest := slices.Clone(atoms)
	for len(rest) > 1 {
		i := r.IntN(len(rest) - 1)
		op := gen.Pick(r, ops)
		if len(lines) == 0 {
			op = "×"
		}
		if op == "÷" && rest[i+1].value.Sign() == 0 {
			op = "+"
		}
		next := joined(rest[i], rest[i+1], op)
		if tooLong(next.value) {
			op = "+"
			next = joined(rest[i], rest[i+1], op)
		}
		lines = append(lines, fmt.Sprintf("%s %s %s = %s", enclosed(rest[i].value), op, enclosed(rest[i+1].value), next.value.RatString()))
		rest = slices.Replace(rest, i, i+2, next)
	}
	return rest[0], strings.Join(lines, "; ")
}

// enclosed writes a number as an operand: fractions and negative ones in brackets.
func enclosed(v *big.Rat) string {
	if v.Sign() < 0 || !v.IsInt() {
		return "(" + v.RatString() + ")"
	}
	return v.RatString()
}
