package latex

import (
	"strings"

	"segue/grade/expr"
)

// atUnit reports whether the next word is a unit that belongs to what was read.
func (p *parser) atUnit() bool {
	t := p.peek()
	switch t.kind {
	case kText:
		return true
	case kProse:
		return p.pos > 0 && p.endsQuantity(p.toks[p.pos-1]) && p.onlyWordsFollow()
	case kWord:
		if p.pos == 0 || t.from == 0 || !p.endsQuantity(p.toks[p.pos-1]) {
			return false
		}
		u, ok := unitOf(t.text)
		return !ok && len(t.text) > 2 && words[t.text].kind == kEnd && p.onlyWordsFollow() ||
			!ok && p.counted() ||
			ok && (!u.shy || p.quantity || p.compound())
	}
	return false
}

// counted reports whether the next word is what a number counts, as in "12 eggs":
// it stands apart, ends the text and can be spoken.
func (p *parser) counted() bool {
	t := p.peek()
	return len(t.text) >= 4 && t.spaced && p.after(1).kind == kEnd && p.toks[p.pos-1].kind == kNumber &&
		toLower(t.text) == t.text && strings.ContainsAny(t.text, "aeiou")
}

// endsQuantity reports whether a token can be the end of a number.
func (p *parser) endsQuantity(t token) bool {
	switch t.kind {
	case kNumber, kRParen, kRBrace, kVulgar, kRBracket:
		return true
	case kSymbol:
		return t.text == "pi" || t.text == "infinity"
	}
	return false
}

// compound reports whether a letter begins a well-known compound unit, as the m
// of "5 m/s".
func (p *parser) compound() bool {
	t := p.peek()
	if !t.spaced || p.after(1).kind != kDivide || p.after(2).kind != kWord {
		return false
	}
	below := p.after(2).text
	switch t.text {
	case "m", "g", "J", "N", "W", "C", "V":
		return below == "s" && t.text == "m" || below == "mol" || below == "kg" || below == "cm" || below == "mL" || below == "min" || below == "hr"
	}
	return false
}

// onlyWordsFollow reports whether nothing but a few words stands before the end
// of this element, as in "12 red apples".
func (p *parser) onlyWordsFollow() bool {
	prose := false
	for i := range 5 {
		switch t := p.after(i); t.kind {
		case kProse:
			if proseWords[toLower(t.text)] {
				return false
			}
			prose = true
		case kWord:
		case kEnd:
			return prose
		default:
			return false
		}
	}
	return false
}

// unit reads a unit behind a factor, or returns nil where there is none.
func (p *parser) unit(last *expr.Node) *expr.Node {
	if last.Op == expr.Unit || !p.atUnit() {
		return nil
	}
	t := p.peek()
	if t.kind == kText && len(t.text) == 1 && last.Op == expr.Symbol {
		return nil // a letter in roman type, as in a chemical formula
	}
	if t.kind == kText {
		p.next()
		if w, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(t.text)), " "); proseWords[w] {
			return p.fail("words among mathematics")
		}
		return p.unitTail(p.unitNode(t.text))
	}
	from := t.from
	to := t.to
	for {
		switch t := p.peek(); t.kind {
		case kWord, kProse:
			if _, ok := unitOf(t.text); !ok && t.text != "per" && t.text != "square" && t.text != "cubic" && t.kind == kWord && len(t.text) == 1 {
				return p.unitNode(p.src[from:to])
			}
			to = t.to
		case kCaret, kDivide, kTimes, kMinus, kLBrace, kRBrace, kNumber:
			if !p.unitGoesOn() {
				return p.unitNode(p.src[from:to])
			}
			to = max(to, t.to)
		default:
			return p.unitNode(p.src[from:to])
		}
		p.next()
	}
}

// unitGoesOn reports whether a sign inside a run of units belongs to it: an
// integer power, or a division by a further unit.
func (p *parser) unitGoesOn() bool {
	prev := p.toks[p.pos-1].kind
	t := p.peek()
	switch t.kind {
	case kCaret:
		return true
	case kDivide, kTimes:
		if p.after(1).kind != kWord && p.after(1).kind != kProse {
			return false
		}
		_, ok := unitOf(p.after(1).text)
		return ok
	case kMinus:
		return prev == kCaret || prev == kLBrace
	case kLBrace:
		return prev == kCaret
	case kNumber:
		return prev == kCaret || prev == kLBrace || prev == kMinus
	case kRBrace:
		return p.toks[p.pos-1].kind == kNumber && p.powerBraces()
	}
	return false
}

// powerBraces reports whether the brace that closes here was opened by a power
// of the unit.
func (p *parser) powerBraces() bool {
	for i := p.pos - 1; i > 0 && i > p.pos-4; i-- {
		if p.toks[i].kind == kLBrace {
			return p.toks[i-1].kind == kCaret
		}
	}
	return false
}

// unitNode is the tree of a unit, or of other words that stand for one.
func (p *parser) unitNode(s string) *expr.Node {
	n, _ := unitExpression(s)
	return p.count(n)
}

// unitTail reads the power, the divisor or the further factor behind \text{cm}.
func (p *parser) unitTail(u *expr.Node) *expr.Node {
	for !p.failed() {
		switch {
		case p.at(kCaret):
			p.next()
			u = p.raisedUnit(u, p.exponent())
		case p.at(kDivide) && p.unitAt(1):
			p.next()
			u = p.node(expr.Div, u, p.unitNode(p.next().text))
		case p.at(kTimes) && p.unitAt(1):
			p.next()
			u = p.node(expr.Mul, u, p.unitNode(p.next().text))
		case p.at(kText):
			u = p.node(expr.Mul, u, p.unitNode(p.next().text))
		default:
			return u
		}
	}
	return u
}

// raisedUnit is u with its last factor raised: the power in m/s^2 is that of s.
func (p *parser) raisedUnit(u, exponent *expr.Node) *expr.Node {
	if (u.Op == expr.Div || u.Op == expr.Mul) && len(u.Args) == 2 {
		return p.node(u.Op, u.Args[0], p.node(expr.Pow, u.Args[1], exponent))
	}
	return p.node(expr.Pow, u, exponent)
}

// unitAt reports whether the token i places on is a unit in roman type.
func (p *parser) unitAt(i int) bool {
	t := p.after(i)
	if t.kind == kWord {
		_, ok := unitOf(t.text)
		return ok
	}
	return t.kind == kText
}
