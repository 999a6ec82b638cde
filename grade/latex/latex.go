package latex

import (
	"errors"
	"fmt"
)

// ErrLimit reports that a text is larger or deeper than Limits allow. The text
// may be good mathematics, so an answer is then undecided rather than wrong.
var ErrLimit = errors.New("latex: text is beyond the limits of the parser")

// SyntaxError reports text that is no mathematics.
type SyntaxError struct {
	Offset int    // byte offset in the parsed text
	Msg    string // what was found or missing there
}

// Error says where the text stops making sense and why.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("latex: offset %d: %s", e.Offset, e.Msg)
}

// Limits bound the work of Parse. A zero field takes its value from DefaultLimits.
type Limits struct {
	Candidate int // bytes of text
	Depth     int // nesting of groups, powers and functions
	Operators int // tokens other than numbers and letters
	Digits    int // digits in one number
	AllDigits int // digits in all numbers together
	Exponent  int // magnitude of the exponent in 1e99
	Cells     int // matrix cells
	Nodes     int // nodes of the tree
}

// DefaultLimits are wide enough for every answer a person would write.
var DefaultLimits = Limits{
	Candidate: 4096,
	Depth:     64,
	Operators: 1024,
	Digits:    256,
	AllDigits: 2048,
	Exponent:  1200,
	Cells:     256,
	Nodes:     512,
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits
	for _, f := range []struct{ have, def *int }{
		{&l.Candidate, &d.Candidate}, {&l.Depth, &d.Depth}, {&l.Operators, &d.Operators},
		{&l.Digits, &d.Digits}, {&l.AllDigits, &d.AllDigits}, {&l.Exponent, &d.Exponent},
		{&l.Cells, &d.Cells}, {&l.Nodes, &d.Nodes},
	} {
		if *f.have <= 0 {
			*f.have = *f.def
		}
	}
	return l
}
