package grade

import (
	"context"
	"math/big"

	"segue/grade/expr"
	"segue/task"
)

func init() {
	Register(Grader{Kind: task.KindInteger, Version: 1, Mathematical: true, Decide: decideInteger,
		Doc: "the same integer; thousands groups, a decimal part of zeros and a counted thing beside it are accepted"})
	Register(Grader{Kind: task.KindRational, Version: 1, Mathematical: true, Decide: decideRational,
		Doc: "the same rational as a fraction in any terms, a mixed number or a terminating decimal, compared exactly"})
	Register(Grader{Kind: task.KindDecimal, Version: 1, Mathematical: true, Decide: decideDecimal,
		Doc: "a number within the stated tolerance, in the stated unit or one that converts to it"})
}

// reference reads the answer's own value; a broken one makes every verdict undecided.
func reference(a task.Answer) (*big.Rat, bool) {
	n, err := readNumber(a.Value)
	if err != nil {
		return nil, false
	}
	return n.value, true
}

func decideInteger(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	want, ok := reference(a)
	if !ok || !want.IsInt() {
		return undecided("the reference %s is no integer", shorten(a.Value))
	}
	n, err := readNumber(text)
	if err == nil && n.percent {
		return wrong("a percentage where an integer is asked")
	}
	return decideExactly(a, want, n, err, text)
}

func decideRational(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	want, ok := reference(a)
	if !ok {
		return undecided("the reference %s is no rational", shorten(a.Value))
	}
	n, err := readNumber(text)
	if err == nil && n.percent {
		n.value.Quo(n.value, big.NewRat(100, 1))
	}
	return decideExactly(a, want, n, err, text)
}

// decideExactly compares an exact number; what is no plain number, or stands
// beside a unit, is compared as mathematics.
func decideExactly(a task.Answer, want *big.Rat, n number, err error, text string) Verdict {
	switch {
	case err == nil && statesAnotherValue(n.unit):
		return wrong("%s states another value than its number", shorten(text))
	case err != nil || n.unit != "" && !isCountedThing(n.unit):
		return equalMathematics(a.Value, text, expr.Options{})
	case n.value.Cmp(want) != 0:
		return wrong("%s is not %s", n.value.RatString(), want.RatString())
	}
	return right()
}

func decideDecimal(ctx context.Context, a task.Answer, text string, env Env) Verdict {
	want, ok := reference(a)
	if !ok {
		return undecided("the reference %s is no number", shorten(a.Value))
	}
	n, err := readNumber(text)
	if err == nil && statesAnotherValue(n.unit) {
		return wrong("%s states another value than its number", shorten(text))
	}
	if err != nil || n.unit != "" && a.Unit != "" && fold(n.unit) != fold(a.Unit) {
		return decideQuantity(a, text)
	}
	if n.percent && a.Unit != "%" {
		n.value.Quo(n.value, big.NewRat(100, 1))
	}
	if n.unit != "" && a.Unit == "" && !isCountedThing(n.unit) {
		return wrong("%s stands beside the number and no unit is asked", shorten(n.unit))
	}
	if !within(n.value, want, a.Tol) {
		return wrong("%s is too far from %s", n.value.FloatString(6), a.Value)
	}
	return right()
}

// decideQuantity compares what is more than a number, with or without the same
// unit, as mathematics: other units are converted.
func decideQuantity(a task.Answer, text string) Verdict {
	var o expr.Options
	if a.Tol != nil {
		o.Tolerance = expr.Tolerance{Absolute: a.Tol.Abs, Relative: a.Tol.Rel, Always: true}
	}
	gold := a.Value
	if a.Unit != "" {
		gold += ` \text{ ` + a.Unit + `}`
	}
	return equalMathematics(gold, text, o)
}

// within compares exactly: |got−want| ≤ max(Abs, Rel·|want|). Without a
// tolerance the values must be equal.
func within(got, want *big.Rat, tol *task.Tolerance) bool {
	diff := new(big.Rat).Sub(got, want)
	diff.Abs(diff)
	if diff.Sign() == 0 {
		return true
	}
	if tol == nil {
		return false
	}
	// A reference is written with finitely many digits, so the bound gets a hair
	// of slack: an answer exactly at the edge must not hang on binary rounding.
	const hair = 1 + 1e-9
	if abs := new(big.Rat).SetFloat64(tol.Abs * hair); abs != nil && diff.Cmp(abs) <= 0 {
		return true
	}
	rel := new(big.Rat).SetFloat64(tol.Rel * hair)
	if rel == nil {
		return false
	}
	rel.Mul(rel, new(big.Rat).Abs(want))
	return diff.Cmp(rel) <= 0
}
