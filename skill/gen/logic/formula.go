// Package logic generates the items of the logic skills: propositional and
// first-order logic, deduction puzzles, and spatial, temporal and relational
// reasoning. Every puzzle is solved by exhaustive search before it is posed, so
// its answer is unique.
package logic

import (
	"fmt"
	"math/rand/v2"

	"segue/skill/gen"
)

// formula is a propositional formula: a variable (op "") or a connective over
// one (¬) or two parts. A row of the truth table is a bit set of true variables.
type formula struct {
	op          string
	variable    int
	left, right *formula
}

// connectives are the binary ones, with their truth functions.
var connectives = map[string]func(a, b bool) bool{
	"∧": func(a, b bool) bool { return a && b },
	"∨": func(a, b bool) bool { return a || b },
	"→": func(a, b bool) bool { return !a || b },
	"↔": func(a, b bool) bool { return a == b },
	"⊕": func(a, b bool) bool { return a != b },
}

// holds evaluates the formula in a row.
func (f *formula) holds(row int) bool {
	switch f.op {
	case "":
		return row>>f.variable&1 == 1
	case "¬":
		return !f.left.holds(row)
	}
	return connectives[f.op](f.left.holds(row), f.right.holds(row))
}

// text writes the formula with names for its variables; inner binary formulas
// stand in brackets.
func (f *formula) text(names []string) string {
	switch f.op {
	case "":
		return names[f.variable]
	case "¬":
		return "¬" + f.left.inner(names)
	}
	return f.left.inner(names) + " " + f.op + " " + f.right.inner(names)
}

func (f *formula) inner(names []string) string {
	if f.right != nil {
		return "(" + f.text(names) + ")"
	}
	return f.text(names)
}

// drawFormula draws a formula with the given leaves; each leaf or part is
// negated with chance 1/4.
func drawFormula(r *rand.Rand, leaves []int) *formula {
	f := &formula{}
	if len(leaves) == 1 {
		f.variable = leaves[0]
	} else {
		f.op = gen.Pick(r, []string{"∧", "∨", "→", "↔", "⊕"})
		cut := gen.Between(r, 1, len(leaves)-1)
		f.left, f.right = drawFormula(r, leaves[:cut]), drawFormula(r, leaves[cut:])
	}
	if r.IntN(4) == 0 {
		return &formula{op: "¬", left: f}
	}
	return f
}

// literal is a variable or its negation.
type literal struct {
	variable int
	negated  bool
}

func (l literal) holds(row int) bool { return (row>>l.variable&1 == 1) != l.negated }

// clause is a disjunction of literals.
type clause []literal

func (c clause) holds(row int) bool {
	for _, l := range c {
		if l.holds(row) {
			return true
		}
	}
	return false
}

// models lists the rows of n variables in which all of some conditions hold.
func models[T interface{ holds(int) bool }](n int, conditions []T) []int {
	var rows []int
	for row := range 1 << n {
		all := true
		for _, c := range conditions {
			if !c.holds(row) {
				all = false
				break
			}
		}
		if all {
			rows = append(rows, row)
		}
	}
	return rows
}

// rowText writes a row as "P=T, Q=F".
func rowText(row, n int, names []string) string {
	text := ""
	for v := range n {
		value := "F"
		if row>>v&1 == 1 {
			value = "T"
		}
		if v > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%s=%s", names[v], value)
	}
	return text
}
