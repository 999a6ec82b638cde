package chat

import (
	"errors"
	"fmt"
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
	"lower":       kindTest(func(x any) bool { s, ok := x.(string); return ok && s == strings.ToLower(s) && s != strings.ToUpper(s) }),
	"upper":       kindTest(func(x any) bool { s, ok := x.(string); return ok && s == strings.ToUpper(s) && s != strings.ToLower(s) }),
	"even":        remainderTest(func(rest, _ int64) bool { return rest == 0 }, 2),
	"odd":         remainderTest(func(rest, _ int64) bool { return rest == 1 }, 2),
	"divisibleby": remainderTest(func(rest, _ int64) bool { return rest == 0 }, 0),
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
	return func(_ *run, x any, _ *arguments) (bool, error) { return f(x), nil }
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
func remainderTest(f func(rest, by int64) bool, by int64) test {
	return func(_ *run, x any, a *arguments) (bool, error) {
		n, ok := integerOf(x)
		if !ok {
			return false, fmt.Errorf("a value of type %s is not a whole number", typeName(x))
		}
		by := by
		if by == 0 {
			var err error
			if by, err = a.integer(0, "num", 0); err != nil {
				return false, err
			}
		}
		rest, err := integers("%", n, by)
		if err != nil {
			return false, err
		}
		return f(rest.(int64), by), nil
	}
}
