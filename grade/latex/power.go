package latex

import (
	"segue/grade/expr"
)

// power reads an operand with what is written behind it: exponents, factorials,
// percent and degree signs.
func (p *parser) power() *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	n := p.primary()
	for !p.failed() {
		switch p.peek().kind {
		case kCaret:
			n = p.raised(n)
		case kBang:
			p.next()
			n = p.node(expr.Fact, n)
		case kPercent:
			p.next()
			n = p.node(expr.Percent, n)
		case kDegree:
			p.next()
			n = p.node(expr.Unit, n, p.symbol(p.temperature()))
		case kUnder:
			return p.fail("an index on something that has none")
		default:
			return n
		}
	}
	return n
}

// raised reads ^ and the exponent of base: a power, a degree sign, a conjugate.
func (p *parser) raised(base *expr.Node) *expr.Node {
	p.next()
	switch {
	case p.at(kDegree):
		p.next()
		return p.node(expr.Unit, base, p.symbol(p.temperature()))
	case p.at(kLBrace) && p.after(1).kind == kDegree && p.after(2).kind == kRBrace:
		p.pos += 3
		return p.node(expr.Unit, base, p.symbol(p.temperature()))
	case p.at(kTimes): // z^*
		p.next()
		return p.call("conjugate", base)
	case p.at(kLBrace) && p.after(1).kind == kTimes && p.after(2).kind == kRBrace:
		p.pos += 3
		return p.call("conjugate", base)
	}
	return p.node(expr.Pow, base, p.exponent())
}

// temperature reads the C or F that may follow a degree sign.
func (p *parser) temperature() string {
	if t := p.peek(); (t.kind == kWord || t.kind == kText) && !t.spaced {
		switch t.text {
		case "C":
			p.next()
			return "degC"
		case "F":
			p.next()
			return "degF"
		}
	}
	return "deg"
}

// exponent reads what a base is raised to: a group, or one operand with its
// sign. Further powers belong to it, as in 2^3^4.
func (p *parser) exponent() *expr.Node { return p.signed(p.unsignedExponent) }

func (p *parser) unsignedExponent() *expr.Node {
	switch p.peek().kind {
	case kLSet:
		if p.peek().text == bareBrace { // ^{\left{3+1\right}}
			return p.setBraces()
		}
	case kPrime, kTimes, kDivide, kComma, kEnd:
		return p.fail("missing exponent")
	}
	n := p.scalar(p.argument())
	if p.at(kCaret) {
		return p.raised(n)
	}
	return n
}

// argument reads the argument of a command: a group in braces, or else the
// next single operand; of a word only its first letter.
func (p *parser) argument() *expr.Node {
	switch p.peek().kind {
	case kLBrace:
		return p.group()
	case kFrac, kSqrt, kBinom, kSymbol, kNumber, kWord, kFunction, kVulgar, kLParen, kAccent, kBoxed, kText, kLBar, kBar, kEmptySet, kLSet:
		return p.primary()
	}
	return p.fail("missing argument")
}

// scalar refuses a list where one value belongs.
func (p *parser) scalar(n *expr.Node) *expr.Node {
	if n.Op == expr.List {
		return p.fail("a list where one value belongs")
	}
	return n
}

// digit reads one digit of a number, as \frac12 means \frac{1}{2}; or any argument.
func (p *parser) digit() *expr.Node {
	t := p.peek()
	if t.kind != kNumber || len(t.text) < 2 || t.to-t.from != len(t.text) || !onlyDigits(t.text) {
		return p.scalar(p.argument())
	}
	n := p.number(token{kind: kNumber, from: t.from, to: t.from + 1, text: t.text[:1]})
	p.split(1)
	return n
}

func onlyDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// split leaves all but the first n bytes of the next token in place.
func (p *parser) split(n int) {
	if p.failed() {
		return // the parser stands at the end of the text
	}
	t := p.peek()
	t.text, t.from, t.spaced = t.text[n:], t.from+n, false
}

// group reads {…} as one expression; it must not be empty.
func (p *parser) group() *expr.Node {
	p.expect(kLBrace, "{")
	if p.at(kRBrace) {
		return p.fail("an empty group")
	}
	n := p.inner()
	p.expect(kRBrace, "}")
	return n
}

// inner reads the content of brackets, in which bars and colons have their usual
// meaning again. "n \choose k" and "a \over b" are possible in braces.
func (p *parser) inner() *expr.Node {
	builder, bars := p.builder, p.barDepth
	p.builder, p.barDepth = 0, 0
	p.groups++
	n := p.list()
	switch {
	case p.accept(kChoose):
		n = p.call("binomial", n, p.list())
	case p.accept(kOver):
		n = p.node(expr.Div, n, p.list())
	}
	p.builder, p.barDepth = builder, bars
	p.groups--
	return n
}
