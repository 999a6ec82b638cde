package latex

import (
	"segue/grade/expr"
)

// function reads what follows the name of a function: an index, an exponent,
// the arguments.
func (p *parser) function(name string) *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	var exponent, base *expr.Node
	for !p.failed() {
		if p.at(kCaret) && exponent == nil {
			p.next()
			exponent = p.exponent()
		} else if p.at(kUnder) && base == nil {
			p.next()
			base = p.logBase()
		} else {
			break
		}
	}
	if exponent != nil && isMinusOne(exponent) && inverses[name] != "" {
		name, exponent = inverses[name], nil
	}
	args := p.functionArguments(name)
	if name == "lg" {
		name, base = "log", expr.Int(10)
	}
	if base != nil {
		if name != "log" && name != "max" && name != "min" {
			return p.fail("an index on a function that has none")
		}
		if name == "log" {
			args = append(args, base)
		}
	}
	n := p.meant(name, args)
	if exponent != nil {
		return p.node(expr.Pow, n, exponent)
	}
	return n
}

func isMinusOne(n *expr.Node) bool {
	return n.Op == expr.Neg && n.Args[0].Op == expr.Number && n.Args[0].Num.IsInt() && n.Args[0].Num.Num().IsInt64() && n.Args[0].Num.Num().Int64() == 1
}

// logBase reads the index of a logarithm. In \log_23 the base is the first
// digit, in \log_10 x it is the whole number.
func (p *parser) logBase() *expr.Node {
	if t := p.peek(); t.kind == kNumber && len(t.text) > 1 {
		switch p.after(1).kind {
		case kNumber, kWord, kSymbol, kLParen, kLBrace, kFrac, kSqrt:
		default:
			return p.digit()
		}
	}
	return p.argument()
}

// meant is the node for a function by its meaning, after a check of the number
// of arguments.
func (p *parser) meant(name string, args []*expr.Node) *expr.Node {
	if p.failed() {
		return placeholder
	}
	if a, known := arity[name]; known && (len(args) < a[0] || len(args) > a[1]) {
		return p.fail("wrong number of arguments of " + name)
	}
	switch name {
	case "abs":
		return p.node(expr.Abs, args...)
	case "factorial":
		return p.node(expr.Fact, args...)
	case "root":
		return p.node(expr.Root, args...)
	case "logb":
		return p.call("log", args...)
	}
	return p.call(name, args...)
}

// functionArguments reads arguments in brackets, or without brackets the
// product that follows: \ln xy is the logarithm of xy, but \sin x \cos y ends at
// the cosine.
func (p *parser) functionArguments(name string) []*expr.Node {
	switch p.peek().kind {
	case kLParen:
		return p.arguments(kLParen, kRParen)
	case kLBracket:
		return p.arguments(kLBracket, kRBracket)
	case kLSet:
		return p.arguments(kLSet, kRSet)
	case kLBrace:
		n := p.group()
		if n.Op == expr.List {
			return n.Args
		}
		return []*expr.Node{n}
	case kBar, kLBar:
		return []*expr.Node{p.primary()}
	case kMinus:
		p.next()
		return []*expr.Node{p.node(expr.Neg, p.juxtaposed(p.power(), true))}
	}
	if !p.startsOperand() {
		p.fail("missing argument of " + name)
		return nil
	}
	if p.atFunction() {
		return []*expr.Node{p.power()}
	}
	return []*expr.Node{p.juxtaposed(p.power(), true)}
}

// arguments reads a bracketed list.
func (p *parser) arguments(open, closing kind) []*expr.Node {
	p.expect(open, "(")
	if p.at(closing) {
		p.fail("missing argument")
		return nil
	}
	n := p.inner()
	p.expect(closing, "closing bracket of the arguments")
	if n.Op == expr.List {
		return n.Args
	}
	return []*expr.Node{n}
}

// atFunction reports whether the next token is the name of a function.
func (p *parser) atFunction() bool {
	t := p.peek()
	switch t.kind {
	case kFunction, kSum, kProd, kIntegral, kLimit:
		return true
	case kWord:
		if words[t.text].kind == kFunction {
			return true
		}
		_, ok := runTogether(t.text)
		return ok
	}
	return false
}
