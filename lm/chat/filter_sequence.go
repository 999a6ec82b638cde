package chat

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// attributes returns the attribute at a path such as "function.name" of every
// item, or what to take where there is none.
func (r *run) attributes(items []any, path, otherwise any) ([]any, error) {
	parts := []any{path}
	if s, ok := path.(string); ok {
		if err := r.allocate(32 * (1 + strings.Count(s, "."))); err != nil {
			return nil, err
		}
		parts = nil
		for part := range strings.SplitSeq(s, ".") {
			if n, err := strconv.ParseInt(part, 10, 64); err == nil {
				parts = append(parts, n)
			} else {
				parts = append(parts, part)
			}
		}
	}
	values := make([]any, len(items))
	for i, item := range items {
		for _, part := range parts {
			if err := r.spend(1); err != nil {
				return nil, err
			}
			var err error
			if item, err = r.itemOf(item, part); err != nil {
				return nil, err
			}
		}
		if _, missing := item.(undefined); missing {
			item = otherwise
		}
		values[i] = item
	}
	return values, r.allocate(16 * len(items))
}

// shift removes the first argument, the name of a filter or test.
func (a *arguments) shift() (string, bool) {
	if len(a.positional) == 0 {
		return "", false
	}
	name, ok := a.positional[0].(string)
	a.positional = a.positional[1:]
	return name, ok
}

func mapFilter(r *run, x any, a *arguments) (any, error) {
	if !truth(x) {
		return &sequence{kind: generator}, nil
	}
	items, err := r.iterate(x)
	if err != nil {
		return nil, err
	}
	name, ok := a.shift()
	if !ok {
		path, ok := a.take(-1, "attribute")
		if !ok {
			return nil, errors.New("neither an attribute nor a filter is named")
		}
		otherwise, given := a.take(-1, "default")
		if !given {
			otherwise = undefined{fmt.Sprint(path)}
		}
		values, err := r.attributes(items, path, otherwise)
		return &sequence{generator, values}, err
	}
	f, ok := filters[name]
	if !ok {
		return nil, fmt.Errorf("the filter %q is not known here", name)
	}
	if r.depth++; r.depth > maxDepth {
		return nil, fmt.Errorf("%w: filters nested %d deep", ErrLimit, maxDepth)
	}
	defer func() { r.depth-- }()
	values := make([]any, len(items))
	for i, item := range items {
		own := arguments{positional: a.positional, named: a.named}
		if values[i], err = f(r, item, &own); err != nil {
			return nil, err
		}
		if err := r.spend(1); err != nil {
			return nil, err
		}
	}
	return &sequence{generator, values}, r.allocate(16 * len(items))
}

// chooseFilter is select and reject, with attr selectattr and rejectattr: it
// keeps the items for which a test, truth without one, gives want.
func chooseFilter(attr, want bool) filter {
	return func(r *run, x any, a *arguments) (any, error) {
		if !truth(x) {
			return &sequence{kind: generator}, nil
		}
		items, err := r.iterate(x)
		if err != nil {
			return nil, err
		}
		values := items
		if attr {
			path, ok := a.shift()
			if !ok {
				return nil, errors.New("no attribute is named")
			}
			if values, err = r.attributes(items, path, undefined{path}); err != nil {
				return nil, err
			}
		}
		check := func(_ *run, x any, _ *arguments) (bool, error) { return truth(x), nil }
		if name, ok := a.shift(); ok {
			if check, ok = tests[name]; !ok {
				return nil, fmt.Errorf("the test %q is not known here", name)
			}
		}
		var kept []any
		for i, value := range values {
			own := arguments{positional: a.positional, named: a.named}
			ok, err := check(r, value, &own)
			if err != nil {
				return nil, err
			}
			if ok == want {
				kept = append(kept, items[i])
			}
			if err := r.spend(1); err != nil {
				return nil, err
			}
		}
		return &sequence{generator, kept}, r.allocate(16 * len(kept))
	}
}

// sorted sorts items by keys, small and capital letters as equals unless
// asked for otherwise.
func (r *run) sorted(items, keys []any, reverse, exact bool) ([]any, error) {
	if err := r.allocate(32 * len(items)); err != nil {
		return nil, err
	}
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	var failed error
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := keys[i], keys[j]
		if !exact {
			a, b = folded(a), folded(b)
		}
		n, err := r.order(a, b, 0)
		if err != nil && failed == nil {
			failed = err
		}
		if reverse {
			return -n
		}
		return n
	})
	sorted := make([]any, len(items))
	for i, from := range order {
		sorted[i] = items[from]
	}
	return sorted, failed
}

func folded(x any) any {
	if s, ok := x.(string); ok {
		return strings.ToLower(s)
	}
	return x
}

// keysOf returns the items themselves or the attribute that is asked for.
func (r *run) keysOf(items []any, a *arguments, place int) ([]any, error) {
	if path, ok := a.take(place, "attribute"); ok && path != nil {
		return r.attributes(items, path, undefined{})
	}
	return items, nil
}

func sortFilter(r *run, x any, a *arguments) (any, error) {
	items, err := r.iterate(x)
	if err != nil {
		return nil, err
	}
	keys, err := r.keysOf(items, a, 2)
	if err != nil {
		return nil, err
	}
	sorted, err := r.sorted(items, keys, a.flag(0, "reverse"), a.flag(1, "case_sensitive"))
	return newList(sorted...), err
}

func dictSortFilter(r *run, x any, a *arguments) (any, error) {
	m, ok := x.(*mapping)
	if !ok {
		return nil, fmt.Errorf("a value of type %s is not a dict", typeName(x))
	}
	pairs, err := r.pairs(m)
	if err != nil {
		return nil, err
	}
	by, err := a.text(1, "by", "key")
	if err != nil {
		return nil, err
	}
	place := int64(0)
	if by == "value" {
		place = 1
	}
	keys, err := r.attributes(pairs.items, place, undefined{})
	if err != nil {
		return nil, err
	}
	sorted, err := r.sorted(pairs.items, keys, a.flag(2, "reverse"), a.flag(0, "case_sensitive"))
	return newList(sorted...), err
}

func uniqueFilter(r *run, x any, a *arguments) (any, error) {
	items, err := r.iterate(x)
	if err != nil {
		return nil, err
	}
	keys, err := r.keysOf(items, a, 1)
	if err != nil {
		return nil, err
	}
	exact := a.flag(0, "case_sensitive")
	var kept, seen []any
	for i, key := range keys {
		if !exact {
			key = folded(key)
		}
		known, err := r.contains(newList(seen...), key)
		if err != nil {
			return nil, err
		}
		if !known {
			kept, seen = append(kept, items[i]), append(seen, key)
		}
	}
	return &sequence{generator, kept}, r.allocate(32 * len(kept))
}

// extremeFilter is min and max.
func extremeFilter(sign int) filter {
	return func(r *run, x any, a *arguments) (any, error) {
		items, err := r.iterate(x)
		if err != nil || len(items) == 0 {
			return undefined{"an item of nothing"}, err
		}
		keys, err := r.keysOf(items, a, 1)
		if err != nil {
			return nil, err
		}
		best, exact := 0, a.flag(0, "case_sensitive")
		for i := 1; i < len(keys); i++ {
			one, other := keys[i], keys[best]
			if !exact {
				one, other = folded(one), folded(other)
			}
			n, err := r.order(one, other, 0)
			if err != nil {
				return nil, err
			}
			if n*sign > 0 {
				best = i
			}
		}
		return items[best], nil
	}
}

func sumFilter(r *run, x any, a *arguments) (any, error) {
	items, err := r.iterate(x)
	if err != nil {
		return nil, err
	}
	if items, err = r.keysOf(items, a, 0); err != nil {
		return nil, err
	}
	total, ok := a.take(1, "start")
	if !ok {
		total = int64(0)
	}
	for _, item := range items {
		if total, err = r.calculate("+", total, item); err != nil {
			return nil, err
		}
		if err := r.spend(1); err != nil {
			return nil, err
		}
	}
	return total, nil
}
