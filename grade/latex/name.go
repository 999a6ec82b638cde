package latex

import (
	"strings"

	"segue/grade/expr"
)

// word reads what a run of letters begins with: a function, or one letter.
func (p *parser) word() *expr.Node {
	t := p.peek()
	if p.atDifferential() {
		p.differential()
		return p.count(expr.Int(1))
	}
	w := t.text
	switch m := words[w]; m.kind {
	case kFunction:
		if len(w) < 4 && !isPlainFunction(w) && p.after(1).kind != kLParen {
			break // letters side by side, as in re^{i\theta}
		}
		p.next()
		return p.function(m.text)
	case kSqrt:
		p.next()
		return p.root(2)
	case kCbrt:
		p.next()
		return p.root(3)
	case kAccent:
		p.next()
		return p.accented(m.text)
	case kSymbol:
		p.next()
		return p.named(m.text)
	}
	if name, ok := runTogether(w); ok {
		p.split(len(w) - 1)
		return p.function(name)
	}
	if len(w) > 1 {
		p.split(1)
		return p.symbol(w[:1])
	}
	p.next()
	if f := p.peek(); f.kind == kLParen && !f.spaced && strings.Contains("fghFG", w) {
		return p.applied(w)
	}
	if strings.Contains("fghFG", w) && p.inverseAhead() {
		p.pos += 5
		return p.applied(w + "^-1")
	}
	if w == "C" && p.at(kLParen) && p.after(2).kind == kComma { // C(n, k)
		return p.meant("binomial", p.arguments(kLParen, kRParen))
	}
	return p.named(w)
}

// inverseAhead reports whether ^{-1} and an argument follow the name of a function.
func (p *parser) inverseAhead() bool {
	return p.at(kCaret) && p.after(1).kind == kLBrace && p.after(2).kind == kMinus &&
		p.after(3).kind == kNumber && p.after(3).text == "1" && p.after(4).kind == kRBrace && p.after(5).kind == kLParen
}

// isPlainFunction reports whether a short word is a function without brackets too.
func isPlainFunction(w string) bool {
	switch w {
	case "sin", "cos", "tan", "sec", "csc", "cot", "ln", "log", "exp", "gcd", "lcm", "max", "min", "det", "lg":
		return true
	}
	return false
}

// runTogether splits sinx and the like.
func runTogether(w string) (string, bool) {
	if len(w) < 3 || len(w) > 4 {
		return "", false
	}
	switch name := w[:len(w)-1]; name {
	case "sin", "cos", "tan", "cot", "sec", "csc", "ln", "log":
		return name, true
	}
	return "", false
}

// named reads the index and the primes behind a name.
func (p *parser) named(name string) *expr.Node {
	for !p.failed() {
		switch {
		case p.at(kUnder):
			name += "_" + p.index()
		case p.at(kPrime):
			p.next()
			name += "'"
		case p.at(kCaret) && p.after(1).kind == kPrime:
			p.pos += 2
			name += "'"
		case p.at(kLParen) && strings.HasSuffix(name, "'"), p.at(kLParen) && name == "Gamma":
			return p.applied(name)
		default:
			return p.symbol(name)
		}
	}
	return placeholder
}

// applied reads the arguments of a function that has no meaning of its own.
func (p *parser) applied(name string) *expr.Node {
	if name == "Gamma" {
		name = "gamma"
	}
	return p.call(name, p.arguments(kLParen, kRParen)...)
}

// index reads _ and the name that it adds.
func (p *parser) index() string {
	p.next()
	if !p.at(kLBrace) {
		t := p.peek()
		switch t.kind {
		case kWord:
			if len(t.text) > 1 {
				name := t.text[:1]
				p.split(1)
				return name
			}
		case kNumber, kSymbol, kText, kProse:
		default:
			p.fail("missing index")
			return ""
		}
		if p.next(); len(t.text) > 1 {
			return "{" + t.text + "}"
		}
		return t.text
	}
	from := p.pos
	depth := 0
	for !p.at(kEnd) {
		switch p.next().kind {
		case kLBrace:
			depth++
		case kRBrace:
			depth--
		}
		if depth == 0 {
			break
		}
	}
	name := p.flatten(from, p.pos)
	if depth != 0 || name == "" {
		p.fail("missing index")
	}
	if len(name) > 1 {
		return "{" + name + "}"
	}
	return name
}

// accented reads the argument of \bar and the like. A marked name is another
// name; arrows and lines below only say what kind of thing a name stands for.
func (p *parser) accented(accent string) *expr.Node {
	name := p.argumentName()
	n := p.scalar(p.argument())
	if p.failed() {
		return n
	}
	if !isName(n) {
		if accent == "bar" {
			return p.call("conjugate", n)
		}
		return n
	}
	switch accent {
	case "vec", "underline":
		return p.named(name)
	}
	return p.named(accent + "{" + name + "}")
}

// argumentName is the source of the next argument as a name.
func (p *parser) argumentName() string {
	t := p.peek()
	if t.kind == kWord {
		return t.text[:1]
	}
	if t.kind != kLBrace {
		return p.flatten(p.pos, p.pos+1)
	}
	depth := 0
	for i := p.pos; i < len(p.toks); i++ {
		switch p.toks[i].kind {
		case kLBrace:
			depth++
		case kRBrace:
			if depth--; depth == 0 {
				return p.flatten(p.pos, i)
			}
		}
	}
	return ""
}

// isName reports whether n is a letter or letters side by side.
func isName(n *expr.Node) bool {
	if n.Op == expr.Mul {
		for _, a := range n.Args {
			if a.Op != expr.Symbol {
				return false
			}
		}
		return true
	}
	return n.Op == expr.Symbol || n.Op == expr.Text
}
