package science

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// atomCounts maps element symbols to numbers of atoms.
type atomCounts map[string]int

// parseFormula counts the atoms of a formula with brackets, such as Al2(SO4)3.
// The formulas are this package's own, so a malformed one is a programmer's
// error; it gives the atoms read so far.
func parseFormula(formula string) atomCounts {
	counts, _ := parseGroup(formula)
	return counts
}

// parseGroup reads up to a closing bracket or the end and returns what follows.
func parseGroup(s string) (counts atomCounts, rest string) {
	counts = atomCounts{}
	for s != "" && s[0] != ')' {
		var inner atomCounts
		if s[0] == '(' {
			inner, s = parseGroup(s[1:])
			s = strings.TrimPrefix(s, ")")
		} else {
			end := 1
			for end < len(s) && s[end] >= 'a' && s[end] <= 'z' {
				end++
			}
			inner, s = atomCounts{s[:end]: 1}, s[end:]
		}
		digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
		times := 1
		if n, err := strconv.Atoi(s[:digits]); err == nil {
			times = n
		}
		s = s[digits:]
		for element, n := range inner {
			counts[element] += times * n
		}
	}
	return counts, s
}

// ion is a charged group; several of a group with more than one atom are
// written in brackets.
type ion struct {
	formula string
	charge  int // size of the charge
}

// salt is the neutral formula of a cation and an anion.
func salt(cation, anion ion) string {
	g := gcd(cation.charge, anion.charge)
	return times(cation.formula, anion.charge/g) + times(anion.formula, cation.charge/g)
}

func times(group string, n int) string {
	if n == 1 {
		return group
	}
	atoms := 0
	for _, c := range parseFormula(group) {
		atoms += c
	}
	if atoms > 1 {
		return fmt.Sprintf("(%s)%d", group, n)
	}
	return fmt.Sprintf("%s%d", group, n)
}

// hill writes counts of atoms as a formula: C and H first, the rest by symbol.
func hill(counts atomCounts) string {
	var b strings.Builder
	write := func(element string) {
		if n := counts[element]; n > 0 {
			b.WriteString(times(element, n))
		}
	}
	write("C")
	write("H")
	for _, element := range slices.Sorted(maps.Keys(counts)) {
		if element != "C" && element != "H" {
			write(element)
		}
	}
	return b.String()
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
