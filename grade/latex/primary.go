package latex

import (
	"strings"

	"segue/grade/expr"
)

// primary reads one operand.
func (p *parser) primary() *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	switch t := p.peek(); t.kind {
	case kNumber:
		return p.numeral()
	case kVulgar:
		return p.vulgar(p.next().text)
	case kWord:
		return p.word()
	case kSymbol:
		p.next()
		return p.named(t.text)
	case kFunction:
		return p.function(p.next().text)
	case kText:
		return p.textual()
	case kFrac:
		return p.fraction()
	case kBinom:
		p.next()
		n := p.digit()
		return p.call("binomial", n, p.digit())
	case kSqrt:
		p.next()
		return p.root(2)
	case kCbrt:
		p.next()
		return p.root(3)
	case kAccent:
		return p.accented(p.next().text)
	case kBoxed:
		p.next()
		return p.argument()
	case kSum, kProd:
		return p.series(p.next().kind)
	case kIntegral:
		p.next()
		return p.integrate()
	case kLimit:
		p.next()
		return p.limit()
	case kBegin:
		return p.environment()
	case kMod:
		if p.after(1).kind == kLParen {
			p.next()
			return p.function("mod")
		}
	case kPartial:
		p.next()
		return p.named("partial")
	}
	return p.bracketed()
}

// numeral reads a number: with a base as index, or as the whole part of a mixed number.
func (p *parser) numeral() *expr.Node {
	t := p.next()
	if p.at(kUnder) {
		return p.based(t)
	}
	n := p.number(t)
	if n.Inexact || p.failed() {
		return n
	}
	if p.at(kVulgar) {
		return p.node(expr.Add, n, p.vulgar(p.next().text))
	}
	if num, den, width := p.properFraction(); width > 0 {
		p.pos += width
		return p.node(expr.Add, n, p.node(expr.Div, p.number(num), p.number(den)))
	}
	return n
}

// number is the node of a number token.
func (p *parser) number(t token) *expr.Node {
	v, inexact, err := value(t.text, p.limits)
	if err != nil {
		if err == ErrLimit {
			return p.exceed()
		}
		return p.fail("malformed number")
	}
	return p.count(&expr.Node{Op: expr.Number, Num: v, Inexact: inexact})
}

// based reads the base behind a number, as in 1011_2 or 204_{5}. The value comes
// first, then the base.
func (p *parser) based(t token) *expr.Node {
	p.next()
	braces := p.accept(kLBrace)
	b := p.next()
	if braces {
		p.expect(kRBrace, "}")
	}
	if b.kind != kNumber || len(b.text) > 2 {
		return p.fail("an index on a number that is no base")
	}
	base := p.number(b)
	if p.failed() || !base.Num.IsInt() {
		return p.fail("an index on a number that is no base")
	}
	n, ok := inBase(t.text, base.Num.Num().Int64())
	if !ok {
		return p.fail("not a number to that base")
	}
	return p.call("base", p.count(n), base)
}

func (p *parser) vulgar(text string) *expr.Node {
	num, den, _ := strings.Cut(text, "/")
	return p.node(expr.Div, p.number(token{text: num}), p.number(token{text: den}))
}

// properFraction looks for a fraction of two integers below one: \frac{1}{2},
// \frac12, or 1/2 behind a space. It reports the tokens and how many there are.
func (p *parser) properFraction() (num, den token, width int) {
	if t := p.peek(); t.kind == kNumber && t.spaced && p.after(1).kind == kDivide && p.after(2).kind == kNumber {
		num, den, width = *t, *p.after(2), 3
	} else if t.kind == kFrac {
		i := 1
		if f := p.after(i); f.kind == kNumber && len(f.text) == 2 {
			num, den, width = *f, *f, 2
			num.text, den.text = f.text[:1], f.text[1:]
		} else {
			num, i = p.integerAt(i)
			den, i = p.integerAt(i)
			width = i
		}
	}
	if width == 0 || !proper(num.text, den.text) || p.after(width).kind == kCaret {
		return num, den, 0
	}
	return num, den, width
}

// integerAt is the number at offset i, with or without braces, and the offset behind it.
func (p *parser) integerAt(i int) (token, int) {
	if p.after(i).kind == kLBrace && p.after(i+1).kind == kNumber && p.after(i+2).kind == kRBrace {
		return *p.after(i + 1), i + 3
	}
	return *p.after(i), i + 1
}

// proper reports whether the digits of two integers make a fraction between 0 and 1.
func proper(num, den string) bool {
	for _, s := range []string{num, den} {
		if s == "" || strings.Trim(s, "0123456789") != "" {
			return false
		}
	}
	num, den = strings.TrimLeft(num, "0"), strings.TrimLeft(den, "0")
	return num != "" && (len(num) < len(den) || len(num) == len(den) && num < den)
}

// textual reads words among mathematics: a name before a relation, else text.
func (p *parser) textual() *expr.Node {
	content := p.next().text
	for p.at(kText) {
		content += " " + p.next().text
	}
	if p.at(kRelation) || p.at(kUnder) {
		return p.named(plainText(content))
	}
	return p.words(content)
}

// fraction reads \frac and its two arguments, or a derivative.
func (p *parser) fraction() *expr.Node {
	p.next()
	if n := p.derivative(); n != nil {
		return n
	}
	num := p.digit()
	return p.node(expr.Div, num, p.digit())
}

// root reads an optional degree in square brackets and the radicand.
func (p *parser) root(degree int64) *expr.Node {
	d := expr.Int(degree)
	if degree == 2 && p.at(kLBracket) {
		p.next()
		d = p.scalar(p.inner())
		p.expect(kRBracket, "]")
	}
	if p.at(kLParen) || p.at(kBar) || p.at(kLBar) {
		return p.node(expr.Root, p.primary(), p.count(d))
	}
	return p.node(expr.Root, p.scalar(p.argument()), p.count(d))
}
