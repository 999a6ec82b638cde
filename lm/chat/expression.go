package chat

import (
	"errors"
	"fmt"
)

// expression is what has a value.
type expression interface {
	eval(r *run, s *scope) (any, error)
}

type (
	literal            struct{ value any }
	variable           string
	sequenceExpression struct {
		kind  sequenceKind
		items []expression
	}
	dictExpression struct{ keys, values []expression }
	conditional    struct{ condition, then, otherwise expression }
	logical        struct {
		left, right expression
		or          bool
	}
	negation   struct{ value expression }
	comparison struct {
		first     expression
		operators []string
		rest      []expression
	}
	arithmetic struct {
		operator    string
		left, right expression
	}
	attribute struct {
		of   expression
		name string
	}
	subscript struct{ of, index expression }
	slice     struct{ of, from, to, step expression }
	call      struct {
		function  expression
		arguments argumentList
		line      int
	}
	filterExpression struct {
		name      string
		filter    filter
		value     expression
		arguments argumentList
	}
	testExpression struct {
		name      string
		test      test
		value     expression
		arguments argumentList
	}
	argumentList struct {
		positional []expression
		names      []string
		named      []expression
	}
)

func (l *literal) eval(*run, *scope) (any, error) { return l.value, nil }

func (v variable) eval(_ *run, s *scope) (any, error) {
	value, _ := s.get(string(v))
	return value, nil
}

func (x *sequenceExpression) eval(r *run, s *scope) (any, error) {
	items, err := r.all(x.items, s)
	return &sequence{x.kind, items}, err
}

func (d *dictExpression) eval(r *run, s *scope) (any, error) {
	m := newMapping()
	keys, err := r.all(d.keys, s)
	if err != nil {
		return nil, err
	}
	values, err := r.all(d.values, s)
	if err != nil {
		return nil, err
	}
	for i, key := range keys {
		k, ok := key.(string)
		if !ok {
			return nil, fmt.Errorf("a key of a dict is a string here, not of type %s", typeName(key))
		}
		m.set(k, values[i])
	}
	return m, r.allocate(64 * len(keys))
}

func (c *conditional) eval(r *run, s *scope) (any, error) {
	condition, err := r.eval(c.condition, s)
	switch {
	case err != nil:
		return nil, err
	case truth(condition):
		return r.eval(c.then, s)
	case c.otherwise == nil:
		return undefined{"the value of an inline if without else"}, nil
	}
	return r.eval(c.otherwise, s)
}

func (l *logical) eval(r *run, s *scope) (any, error) {
	left, err := r.eval(l.left, s)
	if err != nil || truth(left) == l.or {
		return left, err
	}
	return r.eval(l.right, s)
}

func (n *negation) eval(r *run, s *scope) (any, error) {
	value, err := r.eval(n.value, s)
	return !truth(value), err
}

func (c *comparison) eval(r *run, s *scope) (any, error) {
	left, err := r.eval(c.first, s)
	if err != nil {
		return nil, err
	}
	for i, op := range c.operators {
		right, err := r.eval(c.rest[i], s)
		if err != nil {
			return nil, err
		}
		ok, err := r.compare(op, left, right)
		if err != nil || !ok {
			return false, err
		}
		left = right
	}
	return true, nil
}

func (a *arithmetic) eval(r *run, s *scope) (any, error) {
	left, err := r.eval(a.left, s)
	if err != nil {
		return nil, err
	}
	right, err := r.eval(a.right, s)
	if err != nil {
		return nil, err
	}
	return r.calculate(a.operator, left, right)
}

func (a *attribute) eval(r *run, s *scope) (any, error) {
	object, err := r.eval(a.of, s)
	if err != nil {
		return nil, err
	}
	if value, ok := attributeOf(object, a.name); ok {
		return value, nil
	}
	return r.itemOf(object, a.name)
}

func (x *subscript) eval(r *run, s *scope) (any, error) {
	object, err := r.eval(x.of, s)
	if err != nil {
		return nil, err
	}
	index, err := r.eval(x.index, s)
	if err != nil {
		return nil, err
	}
	value, err := r.itemOf(object, index)
	if _, missing := value.(undefined); missing && err == nil {
		if name, ok := index.(string); ok {
			if method, ok := attributeOf(object, name); ok {
				return method, nil
			}
		}
	}
	return value, err
}

// itemOf returns object[index], undefined if there is none.
func (r *run) itemOf(object, index any) (any, error) {
	missing := undefined{fmt.Sprint(index)}
	switch object := object.(type) {
	case undefined:
		return nil, fmt.Errorf("%q is undefined, so it has no %q", object.name, missing.name)
	case *mapping:
		if key, ok := index.(string); ok {
			if value, ok := object.values[key]; ok {
				return value, nil
			}
		}
	case *namespace:
		if key, ok := index.(string); ok {
			if value, ok := object.values.values[key]; ok {
				return value, nil
			}
		}
	case *sequence:
		if i, ok := integerOf(index); ok && object.kind != generator {
			if i < 0 {
				i += int64(len(object.items))
			}
			if 0 <= i && i < int64(len(object.items)) {
				return object.items[i], nil
			}
		}
	case string:
		if i, ok := integerOf(index); ok {
			if err := r.allocate(4 * len(object)); err != nil {
				return nil, err
			}
			runes := []rune(object)
			if i < 0 {
				i += int64(len(runes))
			}
			if 0 <= i && i < int64(len(runes)) {
				return string(runes[i]), nil
			}
		}
	}
	return missing, nil
}

func (x *slice) eval(r *run, s *scope) (any, error) {
	object, err := r.eval(x.of, s)
	if err != nil {
		return nil, err
	}
	var bounds [3]*int64
	for i, part := range []expression{x.from, x.to, x.step} {
		if part == nil {
			continue
		}
		value, err := r.eval(part, s)
		if err != nil {
			return nil, err
		}
		if n, ok := integerOf(value); ok {
			bounds[i] = &n
		} else if value != nil {
			return nil, fmt.Errorf("a bound of a slice is of type %s", typeName(value))
		}
	}
	switch object := object.(type) {
	case string:
		if err := r.allocate(4 * len(object)); err != nil {
			return nil, err
		}
		kept, err := sliced([]rune(object), bounds)
		return string(kept), err
	case *sequence:
		if object.kind == generator {
			break
		}
		if err := r.allocate(16 * len(object.items)); err != nil {
			return nil, err
		}
		kept, err := sliced(object.items, bounds)
		return &sequence{object.kind, kept}, err
	}
	return nil, fmt.Errorf("a value of type %s cannot be sliced", typeName(object))
}

// sliced is items[from:to:step] with Python's rules.
func sliced[T any](items []T, bounds [3]*int64) ([]T, error) {
	n, step := int64(len(items)), int64(1)
	if bounds[2] != nil {
		step = *bounds[2]
	}
	if step == 0 {
		return nil, errors.New("the step of a slice is 0")
	}
	low, high := int64(0), n // where a bound is cut off
	if step < 0 {
		low, high = -1, n-1
	}
	place := func(bound *int64, otherwise int64) int64 {
		if bound == nil {
			return otherwise
		}
		at := *bound
		if at < 0 {
			at = max(at, -n-1) + n
		}
		return min(max(at, low), high)
	}
	from, to := place(bounds[0], low), place(bounds[1], high)
	if step < 0 {
		from, to = place(bounds[0], high), place(bounds[1], low)
	}
	step = min(max(step, -n-1), n+1)
	kept := []T{}
	for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
		kept = append(kept, items[i])
	}
	return kept, nil
}
