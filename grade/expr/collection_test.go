package expr_test

import (
	"strings"
	"testing"

	"segue/grade/expr"
)

// stated reads lists, sets, tuples, intervals, unions and chains of relations
// around the arithmetic that tree reads.
func stated(s string) *expr.Node {
	s = strings.TrimSpace(s)
	if parts := outside(s, ","); len(parts) > 1 {
		return expr.New(expr.List, all(parts)...)
	}
	for _, word := range []struct {
		text string
		op   expr.Op
	}{{" or ", expr.Or}, {" and ", expr.And}, {" in ", expr.Member}, {" U ", expr.Union}} {
		if parts := outside(s, word.text); len(parts) > 1 {
			return expr.New(word.op, all(parts)...)
		}
	}
	for _, op := range []expr.Op{expr.LessEq, expr.GreaterEq, expr.NotEqual, expr.Less, expr.Greater, expr.Equal} {
		parts := outside(s, string(op))
		if len(parts) < 2 {
			continue
		}
		nodes := all(parts)
		var links []*expr.Node
		for i := range len(nodes) - 1 {
			links = append(links, expr.New(op, nodes[i], nodes[i+1]))
		}
		if len(links) == 1 {
			return links[0]
		}
		return expr.New(expr.And, links...)
	}
	if s == "" {
		return expr.New(expr.Set)
	}
	inner := s[1:max(1, len(s)-1)]
	parts := outside(inner, ",")
	switch first, last := s[0], s[len(s)-1]; {
	case first == '{':
		if inner == "" {
			return expr.New(expr.Set)
		}
		return expr.New(expr.Set, all(parts)...)
	case (first == '[' || last == ']') && len(parts) == 2:
		n := expr.New(expr.Interval, all(parts)...)
		n.OpenLeft, n.OpenRight = first == '(', last == ')'
		return n
	case first == '[' && len(parts) == 2:
		n := expr.New(expr.Interval, all(parts)...)
		n.OpenRight = true
		return n
	case first == '(' && len(parts) > 1 && last == ')' && len(outside(s[1:], ")")) == 2:
		return expr.New(expr.Tuple, all(parts)...)
	}
	if base, ok := strings.CutPrefix(s, "+-"); ok {
		return expr.New(expr.PlusMinus, tree(base))
	}
	if base, ok := strings.CutPrefix(s, "abs("); ok && strings.HasSuffix(s, ")") {
		return expr.New(expr.Abs, tree(strings.TrimSuffix(base, ")")))
	}
	return tree(s)
}

func all(parts []string) []*expr.Node {
	out := make([]*expr.Node, len(parts))
	for i, p := range parts {
		out[i] = stated(p)
	}
	return out
}

// outside splits at a separator that is in no brackets.
func outside(s, sep string) []string {
	var parts []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch {
		case depth == 0 && strings.HasPrefix(s[i:], sep):
			parts = append(parts, s[from:i])
			i += len(sep) - 1
			from = i + 1
		case strings.IndexByte("([{", s[i]) >= 0:
			depth++
		case strings.IndexByte(")]}", s[i]) >= 0:
			depth--
		}
	}
	return append(parts, s[from:])
}

func TestCollectionsAndRelations(t *testing.T) {
	const same, differ = expr.Same, expr.Different
	for _, c := range []struct {
		a, b string
		want expr.Outcome
	}{
		{"1, 2, 3", "3, 1, 2", same}, {"1, 1, 2", "1, 2, 2", differ}, {"{1, 1, 2}", "{2, 1}", same}, {"{1, 2}", "{1, 3}", differ},
		{"{}", "{}", same}, {"{}", "{0}", differ}, {"{1}", "1", same}, {"(1, 2)", "(2, 1)", differ}, {"(1, 2)", "{1, 2}", differ},
		{"(1, 2), (3, 4)", "(3, 4), (1, 2)", same}, {"(1, 2), (1, 2)", "(1, 2)", same}, {"(1, 2, 3)", "(1, 2)", differ},
		{"+-2", "2, -2", same}, {"+-2", "2", differ}, {"x = +-2", "x = 2 or x = -2", same}, {"x^2 = 4", "x = 2 or x = -2", same}, {"x^2 = 4", "x = 2 or x = -3", differ},
		{"x = 5", "5", same}, {"x = 5", "y = 5", differ}, {"x + y = 5", "5", differ}, {"5 = x", "x = 5", same}, {"x = y", "y = x", same},
		{"x = 1, y = 2", "y = 2, x = 1", same}, {"x = 1, y = 2", "2, 1", differ}, {"x_1 = 1, x_2 = 2", "2, 1", same}, {"(x, y) = (1, 2)", "x = 1, y = 2", same},
		{"x - 2*y = 1", "2*x - 4*y = 2", same}, {"x - 2*y = 1", "x + 2*y = 1", differ}, {"sqrt(2)*x = 2", "x = sqrt(2)", same},
		{"x + y - z + 2 = 0", "5*x - 7*y + 11*z + 4 = 0", differ}, {"x = x", "y = 2", differ}, {"x^2 + 1 = 0", "x^2 + 2 = 0", differ},
		{"x > 3", "3 < x", same}, {"x > 3", "x >= 3", differ}, {"-x > -1", "x < 1", same}, {"2*x > 6", "x > 3", same}, {"x < y", "y < x", differ}, {"x < y", "2*y > 2*x", same},
		{"x >= 3", "[3, infinity)", same}, {"x > 3", "[3, infinity)", differ}, {"-2 < x < 5", "x > -2 and x < 5", same}, {"x < -1 or x > 2", "x^2 - x > 2", same},
		{"x^2 < 4", "(-2, 2)", same}, {"x^2 <= 4", "[-2, 2]", same}, {"(x-1)/(x+2) >= 0", "x < -2 or x >= 1", same}, {"1/x > 0", "x > 0", same}, {"x^2 + 1 > 0", "x^2 >= 0", same},
		{"x != 3", "x < 3 or x > 3", same}, {"x in [1, 2]", "1 <= x <= 2", same}, {"x in {1, 2}", "x = 1 or x = 2", same}, {"y in [1, 2]", "1 <= x <= 2", differ},
		{"[0, 2]", "[0, 1] U [1, 2]", same}, {"(0, 2)", "(0, 1) U (1, 2)", differ}, {"[0, 1] U {2}", "{2} U [0, 1]", same}, {"[0, 1]", "[0, 1)", differ},
		{"[a, b]", "[a, b]", same}, {"[a, b]", "[a, c]", differ}, {"[sqrt(8), 3]", "[2*sqrt(2), 3]", same}, {"[0, sqrt(2)]", "[0, 1.41421356]", differ},
		{"f(2) < f(1) < f(4)", "f(2) < f(1) < f(4)", same}, {"f(2) < f(1) < f(4)", "f(1) < f(2) < f(4)", differ}, {"0 < f(x) < 1", "(0, 1)", same}, {"x = 3", "3 < 4", differ},
		{"abs(x) < 3", "-3 < x < 3", same}, {"abs(x) > 3", "x < -3 or x > 3", same}, {"abs(x-1) <= 2", "[-1, 3]", same}, {"abs(x-1) <= 2", "[-1, 2]", differ},
		{"abs(x) > -1", "x^2 >= 0", same}, {"1 <= abs(z) <= 2", "[1, 2]", same}, {"1 <= abs(z) <= 2", "[-2, -1] U [1, 2]", same}, {"abs(x) < 3", "x < 3", differ},
	} {
		a, b := stated(c.a), stated(c.b)
		if v := expr.Compare(a, b, expr.Options{}); v.Outcome != c.want {
			t.Errorf("%s ~ %s: %v, want %s", c.a, c.b, v, c.want)
		}
		if v := expr.Compare(b, a, expr.Options{}); v.Outcome != c.want {
			t.Errorf("%s ~ %s: %v, want %s", c.b, c.a, v, c.want)
		}
	}
}

func unit(q, name string) *expr.Node { return expr.New(expr.Unit, tree(q), expr.Sym(name)) }

func TestUnits(t *testing.T) {
	perHour := expr.New(expr.Unit, tree("18"), expr.New(expr.Div, expr.Sym("km"), expr.Sym("h")))
	perSecond := expr.New(expr.Unit, tree("5"), expr.New(expr.Div, expr.Sym("m"), expr.Sym("s")))
	for _, c := range []struct {
		a, b   *expr.Node
		policy expr.UnitPolicy
		want   expr.Outcome
	}{
		{unit("10", "cm"), unit("100", "mm"), expr.UnitsConvert, expr.Same},
		{unit("10", "cm"), unit("10", "m"), expr.UnitsConvert, expr.Different},
		{unit("10", "cm"), unit("10", "kg"), expr.UnitsConvert, expr.Different},
		{perSecond, perHour, expr.UnitsConvert, expr.Same},
		{unit("1", "mile"), unit("1609.344", "metres"), expr.UnitsConvert, expr.Same},
		{unit("2", "hours"), unit("120", "minutes"), expr.UnitsConvert, expr.Same},
		{unit("1", "kJ"), unit("1000", "J"), expr.UnitsConvert, expr.Same},
		{unit("1", "kWh"), unit("3600", "kJ"), expr.UnitsConvert, expr.Same},
		{unit("1", "L"), unit("1000", "mL"), expr.UnitsConvert, expr.Same},
		{unit("25", "degC"), unit("298.15", "K"), expr.UnitsConvert, expr.Same},
		{unit("90", "deg"), tree("pi/2"), expr.UnitsConvert, expr.Same},
		{unit("90", "deg"), tree("90"), expr.UnitsConvert, expr.Same},
		{unit("3", "widgets"), unit("3", "widget"), expr.UnitsConvert, expr.Same},
		{unit("3", "widgets"), unit("3", "gadgets"), expr.UnitsConvert, expr.Different},
		{unit("3", "kg"), tree("3"), expr.UnitsConvert, expr.Same},
		{unit("3", "kg"), tree("3"), expr.UnitsRequire, expr.Different},
		{unit("3", "kg"), unit("3000", "g"), expr.UnitsRequire, expr.Same},
		{unit("3", "kg"), unit("3", "g"), expr.UnitsIgnore, expr.Same},
		{tree("3"), unit("4", "g"), expr.UnitsIgnore, expr.Different},
	} {
		if v := expr.Compare(c.a, c.b, expr.Options{Units: c.policy}); v.Outcome != c.want {
			t.Errorf("%v ~ %v under %q: %v, want %s", c.a, c.b, c.policy, v, c.want)
		}
	}
}
