package chat

import "fmt"

// arguments are the values given to a function, filter or test.
type arguments struct {
	positional []any
	named      *mapping
	taken      int // named ones that were asked for
}

func (l *argumentList) eval(r *run, s *scope) (arguments, error) {
	a := arguments{named: newMapping()}
	var err error
	if a.positional, err = r.all(l.positional, s); err != nil {
		return a, err
	}
	values, err := r.all(l.named, s)
	for i, name := range l.names {
		if err == nil {
			a.named.set(name, values[i])
		}
	}
	return a, err
}

// take returns the argument at a place or with a name.
func (a *arguments) take(place int, name string) (any, bool) {
	if place >= 0 && place < len(a.positional) {
		return a.positional[place], true
	}
	value, ok := a.named.values[name]
	if ok {
		a.taken++
	}
	return value, ok
}

// done reports named arguments that nobody asked for.
func (a *arguments) done(name string) error {
	if a.taken < len(a.named.keys) {
		return fmt.Errorf("%s was given an argument that it does not know: %v", name, a.named.keys)
	}
	return nil
}

// text returns a string argument, or what to take without one.
func (a *arguments) text(place int, name, otherwise string) (string, error) {
	value, ok := a.take(place, name)
	if !ok || value == nil {
		return otherwise, nil
	}
	s, ok := value.(string)
	if !ok {
		return "", fmt.Errorf("the argument %s is of type %s, not a string", name, typeName(value))
	}
	return s, nil
}

// integer returns a whole number argument, or what to take without one.
func (a *arguments) integer(place int, name string, otherwise int64) (int64, error) {
	value, ok := a.take(place, name)
	if !ok || value == nil {
		return otherwise, nil
	}
	n, ok := integerOf(value)
	if !ok {
		return 0, fmt.Errorf("the argument %s is of type %s, not a whole number", name, typeName(value))
	}
	return n, nil
}

// flag returns an argument as a truth value.
func (a *arguments) flag(place int, name string) bool {
	value, ok := a.take(place, name)
	return ok && truth(value)
}

func (c *call) eval(r *run, s *scope) (any, error) {
	callee, err := r.eval(c.function, s)
	if err != nil {
		return nil, err
	}
	f, ok := callee.(*function)
	if u, missing := callee.(undefined); missing {
		return nil, at(c.line, fmt.Errorf("%q is undefined, so it cannot be called", u.name))
	}
	if !ok {
		return nil, at(c.line, fmt.Errorf("a value of type %s cannot be called", typeName(callee)))
	}
	a, err := c.arguments.eval(r, s)
	if err != nil {
		return nil, err
	}
	value, err := f.call(r, a)
	return value, at(c.line, err)
}

func (f *filterExpression) eval(r *run, s *scope) (any, error) {
	value, err := r.eval(f.value, s)
	if err != nil {
		return nil, err
	}
	a, err := f.arguments.eval(r, s)
	if err != nil {
		return nil, err
	}
	value, err = f.filter(r, value, &a)
	if err != nil {
		return nil, fmt.Errorf("filter %s: %w", f.name, err)
	}
	return value, nil
}

func (t *testExpression) eval(r *run, s *scope) (any, error) {
	value, err := r.eval(t.value, s)
	if err != nil {
		return nil, err
	}
	a, err := t.arguments.eval(r, s)
	if err != nil {
		return nil, err
	}
	ok, err := t.test(r, value, &a)
	if err != nil {
		return nil, fmt.Errorf("test %s: %w", t.name, err)
	}
	return ok, nil
}
