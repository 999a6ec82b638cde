package chat

import (
	"errors"
	"fmt"
	"strconv"
)

// postfix reads attributes, subscripts and calls behind a value.
func (p *parser) postfix(x expression) (expression, error) {
	for {
		switch {
		case p.take(operator, "."):
			t := p.next()
			switch t.kind {
			case name:
				x = &attribute{x, t.text}
			case integer:
				n, err := strconv.ParseInt(t.text, 10, 64)
				if err != nil {
					return nil, err
				}
				x = &subscript{x, &literal{n}}
			default:
				return nil, fmt.Errorf("%s stands where an attribute is expected", t.describe())
			}
		case p.take(operator, "["):
			index, err := p.index()
			if err != nil {
				return nil, err
			}
			if s, ok := index.(*slice); ok {
				s.of = x
				x = s
			} else {
				x = &subscript{x, index}
			}
		case p.is(operator, "("):
			line := p.next().line
			c := &call{function: x, line: line}
			if err := p.arguments(&c.arguments); err != nil {
				return nil, err
			}
			x = c
		default:
			return x, nil
		}
	}
}

// index reads what stands in square brackets: an expression or a slice.
func (p *parser) index() (expression, error) {
	s := &slice{}
	parts := []*expression{&s.from, &s.to, &s.step}
	colons := 0
	for {
		switch {
		case p.take(operator, "]"):
			if colons == 0 {
				if s.from == nil {
					return nil, errors.New("a subscript is empty")
				}
				return s.from, nil
			}
			return s, nil
		case p.take(operator, ":"):
			if colons++; colons > 2 {
				return nil, errors.New("a slice has more than two colons")
			}
		default:
			if *parts[colons] != nil {
				return nil, fmt.Errorf("%s stands where ] is expected", p.peek().describe())
			}
			x, err := p.expression()
			if err != nil {
				return nil, err
			}
			*parts[colons] = x
		}
	}
}

// arguments reads the arguments of a call behind its opening bracket.
func (p *parser) arguments(a *argumentList) error {
	for first := true; !p.take(operator, ")"); first = false {
		if !first {
			if err := p.expect(operator, ","); err != nil {
				return err
			}
			if p.take(operator, ")") {
				return nil
			}
		}
		keyword := ""
		if p.peek().kind == name && p.tokens[p.at+1].kind == operator && p.tokens[p.at+1].text == "=" {
			keyword = p.next().text
			p.next()
		}
		value, err := p.expression()
		if err != nil {
			return err
		}
		if keyword == "" && len(a.names) > 0 {
			return errors.New("an argument without a name follows one with a name")
		}
		if keyword == "" {
			a.positional = append(a.positional, value)
		} else {
			a.names, a.named = append(a.names, keyword), append(a.named, value)
		}
	}
	return nil
}

// filters reads filters, tests and calls behind a value.
func (p *parser) filters(x expression) (expression, error) {
	var err error
	for err == nil {
		switch {
		case p.take(operator, "|"):
			x, err = p.filterCall(x)
		case p.take(name, "is"):
			x, err = p.test(x)
		case p.is(operator, "("):
			x, err = p.postfix(x)
		default:
			return x, nil
		}
	}
	return nil, err
}

// filterCall reads the name and arguments of a filter on x.
func (p *parser) filterCall(x expression) (expression, error) {
	t := p.peek()
	if err := p.expect(name, ""); err != nil {
		return nil, err
	}
	f, ok := filters[t.text]
	if !ok {
		return nil, fmt.Errorf("the filter %q is not known here", t.text)
	}
	c := &filterExpression{name: t.text, filter: f, value: x}
	if p.take(operator, "(") {
		return c, p.arguments(&c.arguments)
	}
	return c, nil
}

// test reads what follows "is".
func (p *parser) test(x expression) (expression, error) {
	negated := p.take(name, "not")
	t := p.peek()
	if err := p.expect(name, ""); err != nil {
		return nil, err
	}
	f, ok := tests[t.text]
	if !ok {
		return nil, fmt.Errorf("the test %q is not known here", t.text)
	}
	c := &testExpression{name: t.text, test: f, value: x}
	var err error
	switch next := p.peek(); {
	case p.take(operator, "("):
		err = p.arguments(&c.arguments)
	case next.kind == name && !p.is(name, "else", "or", "and"),
		next.kind == stringToken, next.kind == integer, next.kind == decimal, p.is(operator, "[", "{"):
		var argument expression
		if argument, err = p.primary(); err == nil {
			argument, err = p.postfix(argument)
		}
		c.arguments.positional = []expression{argument}
	}
	if err != nil {
		return nil, err
	}
	if negated {
		return &negation{c}, nil
	}
	return c, nil
}
