package chat

import (
	"errors"
	"strings"
)

// test is what follows "is".
type test func(r *run, x any, a *arguments) (bool, error)

var tests = map[string]test{
	"defined":   kindTest(func(x any) bool { _, ok := x.(undefined); return !ok }),
	"undefined": kindTest(func(x any) bool { _, ok := x.(undefined); return ok }),
	"none":      kindTest(func(x any) bool { return x == nil }),
	"boolean":   kindTest(func(x any) bool { _, ok := x.(bool); return ok }),
	"true":      kindTest(func(x any) bool { return x == true }),
	"false":     kindTest(func(x any) bool { return x == false }),
	"integer":   kindTest(func(x any) bool { _, ok := x.(int64); return ok }),
	"float":     kindTest(func(x any) bool { _, ok := x.(float64); return ok }),
	"number":    kindTest(func(x any) bool { _, ok := numberOf(x); return ok }),
	"string":    kindTest(func(x any) bool { _, ok := x.(string); return ok }),
	"mapping":   kindTest(func(x any) bool { _, ok := x.(*mapping); return ok }),
	"callable":  kindTest(func(x any) bool { _, ok := x.(*function); return ok }),
	"iterable": kindTest(func(x any) bool {
		switch x.(type) {
		case string, *sequence, *mapping, undefined:
			return true
		}
		return false
	}),
	"sequence": kindTest(func(x any) bool {
		switch x := x.(type) {
		case string, *mapping, undefined:
			return true
		case *sequence:
			return x.kind != generator
		}
		return false
	}),
	"lower":       caseTest(strings.ToLower, strings.ToUpper),
	"upper":       caseTest(strings.ToUpper, strings.ToLower),
	"even":        remainderTest(0, 2),
	"odd":         remainderTest(1, 2),
	"divisibleby": remainderTest(0, 0),
	"sameas":      sameAs,
	"in":          comparisonTest("in"),
	"eq":          comparisonTest("=="), "equalto": comparisonTest("=="), "==": comparisonTest("=="),
	"ne": comparisonTest("!="), "!=": comparisonTest("!="),
	"lt": comparisonTest("<"), "lessthan": comparisonTest("<"), "<": comparisonTest("<"),
	"le": comparisonTest("<="), "<=": comparisonTest("<="),
	"gt": comparisonTest(">"), "greaterthan": comparisonTest(">"), ">": comparisonTest(">"),
	"ge": comparisonTest(">="), ">=": comparisonTest(">="),
}

func kindTest(f func(any) bool) test {
	return func(_ *run, x any, a *arguments) (bool, error) {
		if len(a.positional) > 0 {
			return false, errors.New("it takes no argument")
		}
		return f(x), nil
	}
}

// caseTest asks whether a text has letters with case, all of them of one.
func caseTest(same, other func(string) string) test {
	return func(r *run, x any, _ *arguments) (bool, error) {
		s, err := r.text(x)
		return s == same(s) && s != other(s), err
	}
}

// comparisonTest compares the value with the argument.
func comparisonTest(op string) test {
	return func(r *run, x any, a *arguments) (bool, error) {
		other, ok := a.take(0, "other")
		if !ok {
			return false, errors.New("nothing to compare with")
		}
		return r.compare(op, x, other)
	}
}

// sameAs tells truth values from numbers; other values are the same if equal.
func sameAs(r *run, x any, a *arguments) (bool, error) {
	other, _ := a.take(0, "other")
	if typeName(x) != typeName(other) {
		return false, nil
	}
	return r.equal(x, other, 0)
}

// remainderTest divides by a number, or by the argument where that is 0.
func remainderTest(want, by int64) test {
	return func(r *run, x any, a *arguments) (bool, error) {
		by := by
		if by == 0 {
			var err error
			if by, err = a.integer(0, "num", 0); err != nil {
				return false, err
			}
		}
		rest, err := r.calculate("%", x, by)
		if err != nil {
			return false, err
		}
		return r.equal(rest, want, 0)
	}
}
