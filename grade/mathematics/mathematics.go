// Package mathematics grades free-form mathematical responses: it finds the
// answer in a text, reads it and the reference as mathematics, and decides
// whether they are equal. A verdict depends on nothing but the two texts and the
// options.
package mathematics

import (
	"errors"
	"strings"

	"segue/grade/expr"
	"segue/grade/latex"
)

// Options of Grade. The zero Options are strict: decimals are exact, units are
// converted, 50 is not 50 %.
type Options struct {
	// Compare is handed to the decider.
	Compare expr.Options
	// Extract says how the answer is looked for.
	Extract latex.Options
	// Whole takes response and reference as they are, without looking for an
	// answer in them.
	Whole bool
}

// The statuses of a Result.
const (
	Correct   = "correct"
	Incorrect = "incorrect"
	// Undecided is no judgement of the response: it must be left out and
	// counted, never read as 0.
	Undecided = "undecided"
)

// Result is the verdict on one response.
type Result struct {
	Score  float64 // 1 or 0; 0 where undecided
	Status string
	Reason string
}

// Reasons that do not come from the decider.
const (
	ReasonReference = "unreadable reference"
	ReasonMissing   = "no answer found"
	ReasonAnswer    = "unreadable answer"
	ReasonLimit     = "answer beyond the limits of the parser"
	ReasonNoValue   = "the answer has no value"
	ReasonFault     = "fault of the parser"
)

// Grade compares the answer in a response with a reference. A reference that
// cannot be read and a spent budget leave the response undecided; an answer that
// is missing, cannot be read or has no value is wrong.
func Grade(reference, response string, o Options) Result {
	gold, found := find(reference, o)
	if !found {
		return Result{0, Undecided, ReasonReference}
	}
	answer, found := find(response, o)
	if !found {
		return Result{0, Incorrect, ReasonMissing}
	}
	if same := strings.TrimSpace(gold); same != "" && same == strings.TrimSpace(answer) {
		return Result{1, Correct, "same text"}
	}
	g, err := parse(gold)
	if err != nil {
		return Result{0, Undecided, ReasonReference}
	}
	a, err := parse(answer)
	switch {
	case errors.Is(err, errFault):
		return Result{0, Undecided, ReasonFault}
	case errors.Is(err, latex.ErrLimit):
		return Result{0, Incorrect, ReasonLimit}
	case err != nil:
		return Result{0, Incorrect, ReasonAnswer}
	}
	v := expr.Compare(g, a, o.Compare)
	if v.Reason == expr.ReasonUndefined && noValue(a) && !noValue(g) {
		return Result{0, Incorrect, ReasonNoValue}
	}
	return result(v)
}

var errFault = errors.New("the parser failed on the text")

// parse reads mathematics. Responses are hostile, so a fault of the parser is
// reported as such and does not take the process down.
func parse(text string) (n *expr.Node, err error) {
	defer func() {
		if recover() != nil {
			n, err = nil, errFault
		}
	}()
	return latex.Parse(text, latex.Limits{})
}

// noValue tells whether a formula is undefined by itself, as 1/0 is.
func noValue(n *expr.Node) bool {
	v := expr.Compare(expr.Int(0), n, expr.Options{Steps: expr.DefaultSteps / 8})
	return v.Outcome == expr.Undecided && v.Reason == expr.ReasonUndefined
}

func find(text string, o Options) (string, bool) {
	if o.Whole {
		return text, strings.TrimSpace(text) != ""
	}
	candidate, found, _ := latex.Extract(text, o.Extract)
	return candidate, found
}

func result(v expr.Verdict) Result {
	switch v.Outcome {
	case expr.Same:
		return Result{1, Correct, v.Reason}
	case expr.Different:
		return Result{0, Incorrect, v.Reason}
	}
	return Result{0, Undecided, v.Reason}
}
