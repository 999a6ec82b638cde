package chat

import "errors"

// forStatement is {% for target in over if only %}body{% else %}otherwise{% endfor %}.
type forStatement struct {
	target          target
	over, only      expression
	body, otherwise block
}

// loopState is what "loop" stands for in the body.
type loopState struct {
	items []any
	at    int
	depth int
	last  any // argument of the last call of changed
}

func (f *forStatement) execute(r *run, s *scope) (jump, error) {
	items, err := f.items(r, s)
	if err != nil {
		return "", err
	}
	if len(items) == 0 {
		return f.otherwise.execute(r, s)
	}
	loop := &loopState{items: items, depth: 1, last: undefined{}}
	for ; loop.at < len(items); loop.at++ {
		inner := s.inner()
		if err := f.target.assign(r, inner, items[loop.at]); err != nil {
			return "", err
		}
		inner.set("loop", loop)
		j, err := f.body.execute(r, inner)
		if err != nil {
			return "", err
		}
		if j == "break" {
			break
		}
	}
	return "", nil
}

// items returns what the loop goes through.
func (f *forStatement) items(r *run, s *scope) ([]any, error) {
	over, err := r.eval(f.over, s)
	if err != nil {
		return nil, err
	}
	items, err := r.iterate(over)
	if err != nil || f.only == nil {
		return items, err
	}
	var kept []any
	for _, item := range items {
		inner := s.inner()
		if err := f.target.assign(r, inner, item); err != nil {
			return nil, err
		}
		keep, err := r.eval(f.only, inner)
		if err != nil {
			return nil, err
		}
		if truth(keep) {
			kept = append(kept, item)
		}
	}
	return kept, nil
}

// attribute returns loop.name.
func (l *loopState) attribute(name string) (any, bool) {
	n := len(l.items)
	place := func(i int) any {
		if i < 0 || i >= n {
			return undefined{name}
		}
		return l.items[i]
	}
	switch name {
	case "index":
		return int64(l.at + 1), true
	case "index0":
		return int64(l.at), true
	case "revindex":
		return int64(n - l.at), true
	case "revindex0":
		return int64(n - l.at - 1), true
	case "first":
		return l.at == 0, true
	case "last":
		return l.at == n-1, true
	case "length":
		return int64(n), true
	case "depth":
		return int64(l.depth), true
	case "depth0":
		return int64(l.depth - 1), true
	case "previtem":
		return place(l.at - 1), true
	case "nextitem":
		return place(l.at + 1), true
	case "cycle":
		return &function{"cycle", func(_ *run, a arguments) (any, error) {
			if len(a.positional) == 0 {
				return nil, errors.New("loop.cycle has nothing to cycle through")
			}
			return a.positional[l.at%len(a.positional)], nil
		}}, true
	case "changed":
		return &function{"changed", func(r *run, a arguments) (any, error) {
			now := any(&sequence{tuple, a.positional})
			same, err := r.equal(l.last, now, 0)
			l.last = now
			return !same, err
		}}, true
	}
	return nil, false
}
