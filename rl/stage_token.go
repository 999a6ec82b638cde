package rl

import "slices"

// CompareTokens is A = a signal, an advantage of each token's own whose baseline and
// scale the signal holds.
func CompareTokens(name string, by Signal) Stage {
	s := Set(name, ToAdvantage, by, Everywhere())
	s.Reads = slices.DeleteFunc(s.Reads, func(c Column) bool { return c == Advantage })
	return s
}
