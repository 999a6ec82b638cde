package chat

import "fmt"

// statement is a tag with its body, or text. It says whether to leave the body
// of the loop around it.
type statement interface {
	execute(r *run, s *scope) (jump, error)
}

// jump is "", "break" or "continue".
type jump string

func (j jump) execute(*run, *scope) (jump, error) { return j, nil }

type (
	block         []statement
	textStatement string
	located       struct { // says where an error happened
		statement
		line int
	}
	printStatement struct {
		value expression
		line  int
	}
	ifStatement struct {
		conditions []expression
		bodies     []block
		otherwise  block
	}
	setStatement struct {
		target target
		value  expression
	}
	captureStatement struct { // {% set x %}…{% endset %}
		target target
		value  expression // of content
		body   block
	}
	filterStatement struct {
		value expression // of content
		body  block
	}
	macroStatement struct {
		name       string
		parameters []parameter
		body       block
	}
	parameter struct {
		name  string
		value expression // nil: none unless given
	}
	withStatement struct {
		targets []target
		values  []expression
		body    block
	}
	target struct {
		names  []targetName
		unpack bool
	}
	targetName struct{ name, attribute string }
)

// lineError is an error at a line of the template, the innermost.
type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }
func (e *lineError) Unwrap() error { return e.err }

func at(line int, err error) error {
	if _, ok := err.(*lineError); ok || err == nil {
		return err
	}
	return &lineError{line, err}
}

func (b block) execute(r *run, s *scope) (jump, error) {
	for _, statement := range b {
		if err := r.spend(1); err != nil {
			return "", err
		}
		if j, err := statement.execute(r, s); err != nil || j != "" {
			return j, err
		}
	}
	return "", nil
}

func (t textStatement) execute(r *run, _ *scope) (jump, error) { return "", r.write(string(t)) }

func (l *located) execute(r *run, s *scope) (jump, error) {
	j, err := l.statement.execute(r, s)
	return j, at(l.line, err)
}

func (p *printStatement) execute(r *run, s *scope) (jump, error) {
	value, err := r.eval(p.value, s)
	if err != nil {
		return "", at(p.line, err)
	}
	text, err := r.text(value)
	if err == nil {
		err = r.write(text)
	}
	return "", at(p.line, err)
}

func (i *ifStatement) execute(r *run, s *scope) (jump, error) {
	for n, condition := range i.conditions {
		value, err := r.eval(condition, s)
		if err != nil {
			return "", err
		}
		if truth(value) {
			return i.bodies[n].execute(r, s)
		}
	}
	return i.otherwise.execute(r, s)
}

func (t *setStatement) execute(r *run, s *scope) (jump, error) {
	value, err := r.eval(t.value, s)
	if err != nil {
		return "", err
	}
	return "", t.target.assign(r, s, value)
}

// contentName is where the text of a captured body is kept; no template can
// write it.
const contentName = "\x00content"

// content is the text of the body that a filter is applied to.
type content struct{}

func (*content) eval(_ *run, s *scope) (any, error) {
	value, _ := s.get(contentName)
	return value, nil
}

// captured evaluates a filtered body.
func (r *run) captured(value expression, body block, s *scope) (any, error) {
	text, err := r.capture(body, s.inner())
	if err != nil {
		return nil, err
	}
	inner := s.inner()
	inner.set(contentName, text)
	return r.eval(value, inner)
}

func (c *captureStatement) execute(r *run, s *scope) (jump, error) {
	value, err := r.captured(c.value, c.body, s)
	if err != nil {
		return "", err
	}
	return "", c.target.assign(r, s, value)
}

func (f *filterStatement) execute(r *run, s *scope) (jump, error) {
	value, err := r.captured(f.value, f.body, s)
	if err != nil {
		return "", err
	}
	text, err := r.text(value)
	if err != nil {
		return "", err
	}
	return "", r.write(text)
}

func (w *withStatement) execute(r *run, s *scope) (jump, error) {
	inner := s.inner()
	for i, t := range w.targets {
		value, err := r.eval(w.values[i], s)
		if err == nil {
			err = t.assign(r, inner, value)
		}
		if err != nil {
			return "", err
		}
	}
	return w.body.execute(r, inner)
}

func (m *macroStatement) execute(_ *run, s *scope) (jump, error) {
	s.set(m.name, &function{m.name, func(r *run, a arguments) (any, error) {
		inner := s.inner()
		if len(a.positional) > len(m.parameters) {
			return nil, fmt.Errorf("the macro %s takes %d arguments, got %d", m.name, len(m.parameters), len(a.positional))
		}
		for i, parameter := range m.parameters {
			value, given := a.take(i, parameter.name)
			if !given && parameter.value != nil {
				var err error
				if value, err = r.eval(parameter.value, inner); err != nil {
					return nil, err
				}
			} else if !given {
				value = undefined{parameter.name}
			}
			inner.set(parameter.name, value)
		}
		if err := a.done(m.name); err != nil {
			return nil, err
		}
		return r.capture(m.body, inner)
	}})
	return "", nil
}

// assign gives the names of the target the value, or its items.
func (t target) assign(r *run, s *scope, value any) error {
	values := []any{value}
	if t.unpack {
		var err error
		if values, err = r.iterate(value); err != nil {
			return err
		}
		if len(values) != len(t.names) {
			return fmt.Errorf("%d values cannot be given to %d names", len(values), len(t.names))
		}
	}
	for i, n := range t.names {
		if n.attribute == "" {
			s.set(n.name, values[i])
			continue
		}
		object, _ := s.get(n.name)
		ns, ok := object.(*namespace)
		if !ok {
			return fmt.Errorf("%s.%s: only attributes of a namespace can be set", n.name, n.attribute)
		}
		ns.values.set(n.attribute, values[i])
	}
	return r.allocate(32 * len(t.names))
}
