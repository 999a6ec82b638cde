package chat

import (
	"fmt"
	"strconv"
)

// tuple reads an expression, or several with commas between. Without
// conditional, "if" does not belong to it.
func (p *parser) tuple(conditional bool) (expression, error) {
	one := p.expression
	if !conditional {
		one = p.or
	}
	first, err := one()
	if err != nil || !p.is(operator, ",") {
		return first, err
	}
	items := []expression{first}
	for p.take(operator, ",") {
		if p.peek().kind == printEnd || p.peek().kind == blockEnd || p.is(operator, ")") {
			break
		}
		item, err := one()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return &sequenceExpression{tuple, items}, nil
}

// expression reads an expression, the lowest level being "a if b else c".
func (p *parser) expression() (expression, error) {
	back, err := p.deeper()
	defer back()
	if err != nil {
		return nil, err
	}
	value, err := p.or()
	for err == nil && p.take(name, "if") {
		c := &conditional{then: value}
		if c.condition, err = p.or(); err != nil {
			return nil, err
		}
		if p.take(name, "else") {
			if c.otherwise, err = p.expression(); err != nil {
				return nil, err
			}
		}
		value = c
	}
	return value, err
}

func (p *parser) or() (expression, error) {
	left, err := p.and()
	for err == nil && p.take(name, "or") {
		var right expression
		right, err = p.and()
		left = &logical{left, right, true}
	}
	return left, err
}

func (p *parser) and() (expression, error) {
	left, err := p.not()
	for err == nil && p.take(name, "and") {
		var right expression
		right, err = p.not()
		left = &logical{left, right, false}
	}
	return left, err
}

func (p *parser) not() (expression, error) {
	if !p.take(name, "not") {
		return p.comparison()
	}
	back, err := p.deeper()
	defer back()
	if err != nil {
		return nil, err
	}
	x, err := p.not()
	return &negation{x}, err
}

func (p *parser) comparison() (expression, error) {
	left, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	c := &comparison{first: left}
	for {
		var op string
		switch {
		case p.is(operator, "==", "!=", "<", ">", "<=", ">="):
			op = p.next().text
		case p.take(name, "in"):
			op = "in"
		case p.is(name, "not") && p.tokens[p.at+1].kind == name && p.tokens[p.at+1].text == "in":
			p.at += 2
			op = "not in"
		case len(c.operators) == 0:
			return left, nil
		default:
			return c, nil
		}
		right, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		c.operators, c.rest = append(c.operators, op), append(c.rest, right)
	}
}

// precedence holds the binary operators from the loosest to the tightest.
var precedence = [][]string{{"+", "-"}, {"~"}, {"*", "/", "//", "%"}, {"**"}}

func (p *parser) binary(level int) (expression, error) {
	if level == len(precedence) {
		return p.unary(true)
	}
	left, err := p.binary(level + 1)
	for err == nil && p.is(operator, precedence[level]...) {
		op := p.next().text
		var right expression
		right, err = p.binary(level + 1)
		left = &arithmetic{op, left, right}
	}
	return left, err
}

func (p *parser) unary(filters bool) (expression, error) {
	back, err := p.deeper()
	defer back()
	if err != nil {
		return nil, err
	}
	var x expression
	switch {
	case p.take(operator, "-"):
		x, err = p.unary(false)
		x = &arithmetic{"-", &literal{int64(0)}, x}
	case p.take(operator, "+"):
		x, err = p.unary(false)
		x = &arithmetic{"+", &literal{int64(0)}, x}
	default:
		x, err = p.primary()
	}
	if err == nil {
		x, err = p.postfix(x)
	}
	if err == nil && filters {
		x, err = p.filters(x)
	}
	return x, err
}

func (p *parser) primary() (expression, error) {
	t := p.next()
	switch t.kind {
	case name:
		switch t.text {
		case "true", "True":
			return &literal{true}, nil
		case "false", "False":
			return &literal{false}, nil
		case "none", "None":
			return &literal{nil}, nil
		}
		return variable(t.text), nil
	case stringToken:
		text := t.text
		for p.peek().kind == stringToken {
			text += p.next().text
		}
		return &literal{text}, nil
	case integer:
		n, err := strconv.ParseInt(t.text, 10, 64)
		return &literal{n}, err
	case decimal:
		f, err := strconv.ParseFloat(t.text, 64)
		return &literal{f}, err
	case operator:
		switch t.text {
		case "(":
			if p.take(operator, ")") {
				return &sequenceExpression{tuple, nil}, nil
			}
			x, err := p.tuple(true)
			if err != nil {
				return nil, err
			}
			return x, p.expect(operator, ")")
		case "[":
			items, err := p.items("]")
			return &sequenceExpression{list, items}, err
		case "{":
			return p.dict()
		}
	}
	return nil, fmt.Errorf("%s stands where a value is expected", t.describe())
}

// items reads expressions up to a closing bracket.
func (p *parser) items(closing string) ([]expression, error) {
	var items []expression
	for !p.take(operator, closing) {
		if len(items) > 0 {
			if err := p.expect(operator, ","); err != nil {
				return nil, err
			}
			if p.take(operator, closing) {
				break
			}
		}
		item, err := p.expression()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

func (p *parser) dict() (expression, error) {
	d := &dictExpression{}
	for !p.take(operator, "}") {
		if len(d.keys) > 0 {
			if err := p.expect(operator, ","); err != nil {
				return nil, err
			}
			if p.take(operator, "}") {
				break
			}
		}
		key, err := p.expression()
		if err == nil {
			err = p.expect(operator, ":")
		}
		if err != nil {
			return nil, err
		}
		value, err := p.expression()
		if err != nil {
			return nil, err
		}
		d.keys, d.values = append(d.keys, key), append(d.values, value)
	}
	return d, nil
}
