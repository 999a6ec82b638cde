package chat

import (
	"fmt"
	"math"
	"strings"
)

// integerOf returns a whole number; truth values count as 0 and 1, as in Python.
func integerOf(x any) (int64, bool) {
	switch x := x.(type) {
	case int64:
		return x, true
	case bool:
		if x {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// numberOf returns any number as a float.
func numberOf(x any) (float64, bool) {
	if f, ok := x.(float64); ok {
		return f, true
	}
	n, ok := integerOf(x)
	return float64(n), ok
}

// equal is Python's ==.
func (r *run) equal(a, b any, depth int) (bool, error) {
	if depth > maxDepth {
		return false, errNested
	}
	if err := r.spend(1); err != nil {
		return false, err
	}
	if m, ok := integerOf(a); ok {
		if n, ok := integerOf(b); ok {
			return m == n, nil
		}
	}
	if x, ok := numberOf(a); ok {
		y, ok := numberOf(b)
		return ok && x == y, nil
	}
	switch a := a.(type) {
	case nil:
		return b == nil, nil
	case undefined:
		_, ok := b.(undefined)
		return ok, nil
	case string:
		s, ok := b.(string)
		return ok && a == s, r.scan(a)
	case *sequence:
		b, ok := b.(*sequence)
		if !ok || a.kind != b.kind || a.kind == generator || len(a.items) != len(b.items) {
			return ok && a == b, nil
		}
		for i := range a.items {
			if same, err := r.equal(a.items[i], b.items[i], depth+1); err != nil || !same {
				return false, err
			}
		}
		return true, nil
	case *mapping:
		b, ok := b.(*mapping)
		if !ok || len(a.keys) != len(b.keys) {
			return false, nil
		}
		for _, key := range a.keys {
			other, ok := b.values[key]
			if !ok {
				return false, nil
			}
			if same, err := r.equal(a.values[key], other, depth+1); err != nil || !same {
				return false, err
			}
		}
		return true, nil
	}
	return a == b, nil
}

// compare carries out a comparison operator.
func (r *run) compare(op string, a, b any) (bool, error) {
	switch op {
	case "==":
		return r.equal(a, b, 0)
	case "!=":
		same, err := r.equal(a, b, 0)
		return !same, err
	case "in":
		return r.contains(b, a)
	case "not in":
		in, err := r.contains(b, a)
		return !in, err
	}
	order, err := r.order(a, b, 0)
	if err != nil {
		return false, fmt.Errorf("%s: %w", op, err)
	}
	switch op {
	case "<":
		return order < 0, nil
	case "<=":
		return order <= 0, nil
	case ">":
		return order > 0, nil
	}
	return order >= 0, nil
}

// order is negative for a before b, 0 for equals, positive for a behind b.
func (r *run) order(a, b any, depth int) (int, error) {
	if err := r.spend(1); err != nil {
		return 0, err
	}
	x, okX := numberOf(a)
	y, okY := numberOf(b)
	switch {
	case okX && okY && x < y:
		return -1, nil
	case okX && okY && x > y:
		return 1, nil
	case okX && okY:
		return 0, nil
	}
	if s, ok := a.(string); ok {
		if t, ok := b.(string); ok {
			return strings.Compare(s, t), r.scan(s)
		}
	}
	s, okS := a.(*sequence)
	t, okT := b.(*sequence)
	if !okS || !okT || s.kind != t.kind || s.kind == generator || depth > maxDepth {
		return 0, fmt.Errorf("values of types %s and %s have no order", typeName(a), typeName(b))
	}
	for i := range min(len(s.items), len(t.items)) {
		same, err := r.equal(s.items[i], t.items[i], depth+1)
		if err != nil {
			return 0, err
		}
		if !same {
			return r.order(s.items[i], t.items[i], depth+1)
		}
	}
	return len(s.items) - len(t.items), nil
}

// contains is Python's "item in container".
func (r *run) contains(container, item any) (bool, error) {
	switch c := container.(type) {
	case string:
		s, ok := item.(string)
		if !ok {
			return false, fmt.Errorf("in: a value of type %s cannot be in a string", typeName(item))
		}
		return strings.Contains(c, s), r.spend(len(c) / 64)
	case *mapping:
		switch item.(type) {
		case *sequence, *mapping:
			return false, fmt.Errorf("in: a value of type %s cannot be a key", typeName(item))
		}
		key, ok := item.(string)
		if !ok {
			return false, nil
		}
		_, ok = c.values[key]
		return ok, nil
	}
	items, err := r.iterate(container)
	if err != nil {
		return false, fmt.Errorf("in: %w", err)
	}
	for _, other := range items {
		if same, err := r.equal(item, other, 0); err != nil || same {
			return same, err
		}
	}
	return false, nil
}

// calculate carries out an arithmetic operator.
func (r *run) calculate(op string, a, b any) (any, error) {
	if op == "~" {
		left, err := r.text(a)
		if err != nil {
			return nil, err
		}
		right, err := r.text(b)
		if err != nil {
			return nil, err
		}
		return r.join(left, right)
	}
	if m, ok := integerOf(a); ok {
		if n, ok := integerOf(b); ok && op != "/" {
			return integers(op, m, n)
		}
	}
	if x, ok := numberOf(a); ok {
		if y, ok := numberOf(b); ok {
			return floats(op, x, y)
		}
	}
	switch op {
	case "+":
		if s, ok := a.(string); ok {
			if t, ok := b.(string); ok {
				return r.join(s, t)
			}
		}
		s, okS := a.(*sequence)
		t, okT := b.(*sequence)
		if okS && okT && s.kind == t.kind && s.kind != generator {
			if err := r.allocate(16 * (len(s.items) + len(t.items))); err != nil {
				return nil, err
			}
			return &sequence{s.kind, append(append([]any{}, s.items...), t.items...)}, nil
		}
	case "*":
		if n, ok := integerOf(a); ok {
			return r.repeat(b, n)
		}
		if n, ok := integerOf(b); ok {
			return r.repeat(a, n)
		}
	}
	if u, ok := a.(undefined); ok {
		return nil, fmt.Errorf("%q is undefined", u.name)
	}
	if u, ok := b.(undefined); ok {
		return nil, fmt.Errorf("%q is undefined", u.name)
	}
	return nil, fmt.Errorf("%s cannot be done with values of types %s and %s", op, typeName(a), typeName(b))
}

func (r *run) join(a, b string) (any, error) {
	if err := r.allocate(len(a) + len(b)); err != nil {
		return nil, err
	}
	return a + b, nil
}

// repeat is n times x.
func (r *run) repeat(x any, n int64) (any, error) {
	n = min(max(n, 0), maxMemory)
	switch x := x.(type) {
	case string:
		if err := r.allocate(int(n) * len(x)); err != nil {
			return nil, err
		}
		return strings.Repeat(x, int(n)), nil
	case *sequence:
		if x.kind != generator {
			if err := r.allocate(int(n) * len(x.items) * 16); err != nil {
				return nil, err
			}
			items := []any{}
			for range n {
				if len(x.items) == 0 {
					break
				}
				items = append(items, x.items...)
			}
			return &sequence{x.kind, items}, nil
		}
	}
	return nil, fmt.Errorf("a value of type %s cannot be repeated", typeName(x))
}

// integers calculates with whole numbers, which must stay within 64 bits.
func integers(op string, a, b int64) (any, error) {
	overflow := fmt.Errorf("%d %s %d is out of range", a, op, b)
	switch op {
	case "+":
		if c := a + b; (c > a) == (b > 0) {
			return c, nil
		}
		return nil, overflow
	case "-":
		if c := a - b; (c < a) == (b > 0) {
			return c, nil
		}
		return nil, overflow
	case "*":
		if a == 0 || b == 0 {
			return int64(0), nil
		}
		if c := a * b; c/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64) {
			return c, nil
		}
		return nil, overflow
	case "**":
		if b < 0 {
			return floats(op, float64(a), float64(b))
		}
		if f := math.Pow(float64(a), float64(b)); math.Abs(f) < 1<<53 {
			return int64(f), nil
		}
		return nil, overflow
	}
	if b == 0 {
		return nil, fmt.Errorf("%d %s 0: division by zero", a, op)
	}
	if b == -1 { // MinInt64 / -1 does not fit
		if op == "%" {
			return int64(0), nil
		}
		return integers("-", 0, a)
	}
	quotient, rest := a/b, a%b
	if rest != 0 && (rest < 0) != (b < 0) {
		quotient, rest = quotient-1, rest+b
	}
	if op == "%" {
		return rest, nil
	}
	return quotient, nil
}

func floats(op string, a, b float64) (any, error) {
	if b == 0 && (op == "/" || op == "//" || op == "%") {
		return nil, fmt.Errorf("%v %s 0: division by zero", a, op)
	}
	switch op {
	case "+":
		return a + b, nil
	case "-":
		return a - b, nil
	case "*":
		return a * b, nil
	case "/":
		return a / b, nil
	case "//":
		return math.Floor(a / b), nil
	case "%":
		rest := math.Mod(a, b)
		if rest != 0 && (rest < 0) != (b < 0) {
			rest += b
		}
		return rest, nil
	}
	return math.Pow(a, b), nil
}
