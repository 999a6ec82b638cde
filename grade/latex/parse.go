package latex

import (
	"math/big"
	"strings"

	"segue/grade/expr"
)

// Parse reads mathematics written in LaTeX or plain infix notation. Words that
// are no mathematics become a Text node. The error is ErrLimit or a *SyntaxError.
func Parse(s string, limits Limits) (*expr.Node, error) {
	limits = limits.withDefaults()
	if len(s) > limits.Candidate {
		return nil, ErrLimit
	}
	s = strings.Trim(s, " $\n.")
	if r, ok := new(big.Rat).SetString(s); ok {
		n := expr.Rat(r)
		n.Inexact = strings.Contains(s, ".")
		return n, nil
	}
	if s == "" {
		return nil, &SyntaxError{0, "nothing to read"}
	}
	return &expr.Node{Op: expr.Text, Name: s}, nil
}
