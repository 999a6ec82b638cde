package math

import (
	"math/big"
	"strings"
)

// realSet writes the set of the real x where a condition holds as a union of
// intervals in LaTeX, from left to right. The condition is constant between
// neighbouring critical points, which are given in any order.
func realSet(critical []*big.Rat, holds func(x *big.Rat) bool) string {
	critical = ascending(critical)
	var parts []string
	start := "" // of the interval that is open so far
	if holds(new(big.Rat).Sub(critical[0], ratOf(1, 1))) {
		start = `(-\infty,`
	}
	for i, at := range critical {
		next := new(big.Rat).Add(at, ratOf(1, 1))
		if i+1 < len(critical) {
			next.Mul(next.Add(at, critical[i+1]), ratOf(1, 2))
		}
		here, after := holds(at), holds(next)
		text := latexRat(at)
		switch {
		case start != "" && !(here && after):
			parts = append(parts, start+text+bracket(here, "]", ")"))
			start = ""
		case start == "" && here && !after:
			parts = append(parts, `\{`+text+`\}`)
		}
		if start == "" && after {
			start = bracket(here, "[", "(") + text + ","
		}
	}
	if start != "" {
		parts = append(parts, start+`\infty)`)
	}
	return strings.Join(parts, `\cup`)
}
