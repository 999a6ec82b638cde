package latex

import (
	"segue/grade/expr"
)

// series reads the bounds and the body of \sum or \prod. The body is one term:
// a sum behind it is no part of it.
func (p *parser) series(k kind) *expr.Node {
	op := expr.Sum
	if k == kProd {
		op = expr.Product
	}
	var variable, from, to *expr.Node
	for !p.failed() && (p.at(kUnder) || p.at(kCaret)) {
		if p.next().kind == kCaret {
			to = p.bound()
			continue
		}
		p.expect(kLBrace, "{")
		variable = p.variable()
		if t := p.next(); t.kind != kRelation || t.text != "=" {
			return p.fail("missing = in the lower bound")
		}
		from = p.inner()
		p.expect(kRBrace, "}")
	}
	if variable == nil || to == nil {
		return p.fail("missing bounds")
	}
	return p.node(op, p.term(), variable, from, to)
}

// bound reads a bound: a group, or one number or letter with its sign. An index
// or a power behind it is the other bound.
func (p *parser) bound() *expr.Node {
	switch t := p.peek(); t.kind {
	case kMinus:
		p.next()
		return p.node(expr.Neg, p.bound())
	case kPlus:
		p.next()
		return p.bound()
	case kNumber:
		return p.number(p.next())
	case kSymbol:
		return p.symbol(p.next().text)
	case kWord:
		if len(t.text) == 1 {
			return p.symbol(p.next().text)
		}
	}
	return p.argument()
}

// variable reads one name.
func (p *parser) variable() *expr.Node {
	switch t := p.peek(); t.kind {
	case kWord:
		if len(t.text) == 1 {
			p.next()
			return p.named(t.text)
		}
	case kSymbol:
		p.next()
		return p.named(t.text)
	}
	return p.fail("missing variable")
}

// integral is an integral whose variable is not yet known.
type integral struct {
	variable *expr.Node
	groups   int // brackets around the integral sign
}

// integrate reads the bounds and the body of an integral, up to its dx.
func (p *parser) integrate() *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	var from, to *expr.Node
	for !p.failed() && (p.at(kUnder) || p.at(kCaret)) {
		if p.next().kind == kCaret {
			to = p.bound()
		} else {
			from = p.bound()
		}
	}
	outer := p.integral
	p.integral = &integral{groups: p.groups}
	body := p.sum()
	variable := p.integral.variable
	p.integral = outer
	if variable == nil {
		return p.fail("an integral without its differential")
	}
	if from == nil && to == nil {
		return p.node(expr.Integral, body, variable)
	}
	if from == nil || to == nil {
		return p.fail("an integral with one bound")
	}
	return p.node(expr.Integral, body, variable, from, to)
}

// integralDone reports whether the differential that ends the integrand was read.
func (p *parser) integralDone() bool {
	return p.integral != nil && p.integral.variable != nil && p.integral.groups == p.groups
}

// atDifferential reports whether the next tokens are the dx of the open integral.
func (p *parser) atDifferential() bool {
	if p.integral == nil || p.integral.variable != nil {
		return false
	}
	t := p.peek()
	if t.kind != kWord || t.text[0] != 'd' {
		return false
	}
	if len(t.text) > 1 {
		return true
	}
	k := p.after(1).kind
	return k == kSymbol || k == kWord
}

// differential reads dx if it is next.
func (p *parser) differential() bool {
	if !p.atDifferential() {
		return false
	}
	t := p.peek()
	switch {
	case len(t.text) > 2:
		name := t.text[1:2]
		p.split(2)
		p.integral.variable = p.symbol(name)
	case len(t.text) == 2:
		p.next()
		p.integral.variable = p.named(t.text[1:])
	default:
		p.next()
		p.integral.variable = p.variable()
	}
	return true
}

// limit reads the point and the body of \lim.
func (p *parser) limit() *expr.Node {
	p.expect(kUnder, "the point of the limit")
	p.expect(kLBrace, "{")
	variable := p.variable()
	if t := p.next(); t.kind != kRelation || t.text != "to" {
		return p.fail(`missing \to in the limit`)
	}
	side := p.side()
	point := p.inner()
	if side != "" {
		for !p.at(kRBrace) && !p.at(kEnd) {
			p.next()
		}
		if p.after(1).kind == kRBrace { // 0^{+}
			p.next()
		}
	}
	p.expect(kRBrace, "}")
	args := []*expr.Node{p.term(), variable, point}
	if side != "" {
		args = append(args, p.symbol(side))
	}
	return p.node(expr.Limit, args...)
}

// side finds the + or - raised behind the point of a limit, and cuts it off by
// putting an end in its place.
func (p *parser) side() string {
	for i := p.pos; i+1 < len(p.toks) && p.toks[i].kind != kRBrace; i++ {
		if p.toks[i].kind != kCaret {
			continue
		}
		j := i + 1
		if p.toks[j].kind == kLBrace {
			j++
		}
		sign := ""
		switch p.toks[min(j, len(p.toks)-1)].kind {
		case kPlus:
			sign = "+"
		case kMinus:
			sign = "-"
		}
		if sign != "" && p.toks[min(j+1, len(p.toks)-1)].kind == kRBrace {
			p.toks[i].kind = kAmp // ends the point; nothing else reads it
			return sign
		}
	}
	return ""
}

// derivative reads \frac{d}{dx} or \frac{d^2}{dx^2}, with round d as well, and
// the term it applies to. It returns nil if the fraction is none of these.
func (p *parser) derivative() *expr.Node {
	i, order := p.derivativeHead()
	if order == "" {
		return nil
	}
	// d x, as two tokens or as one word
	variable := ""
	switch t := p.after(i); {
	case t.kind == kWord && len(t.text) == 2 && t.text[0] == 'd':
		variable = t.text[1:]
		i++
	case p.isD(t) && (p.after(i+1).kind == kSymbol || p.after(i+1).kind == kWord && len(p.after(i+1).text) == 1):
		variable = p.after(i + 1).text
		i += 2
	default:
		return nil
	}
	if p.after(i).kind == kCaret {
		t, end := p.integerAt(i + 1)
		if t.text != order {
			return nil
		}
		i = end
	} else if order != "1" {
		return nil
	}
	if p.after(i).kind != kRBrace {
		return nil
	}
	p.pos += i + 1
	n := p.number(token{text: order})
	return p.node(expr.Derivative, p.term(), p.symbol(variable), n)
}

// derivativeHead matches {d}{ or {d^2}{ and reports the offset behind it and the order.
func (p *parser) derivativeHead() (int, string) {
	if p.after(0).kind != kLBrace || !p.isD(p.after(1)) {
		return 0, ""
	}
	i, order := 2, "1"
	if p.after(i).kind == kCaret {
		t, end := p.integerAt(i + 1)
		if t.kind != kNumber {
			return 0, ""
		}
		i, order = end, t.text
	}
	if p.after(i).kind != kRBrace || p.after(i+1).kind != kLBrace {
		return 0, ""
	}
	return i + 2, order
}

func (p *parser) isD(t *token) bool {
	return t.kind == kPartial || t.kind == kWord && t.text == "d"
}
