package latex

import (
	"segue/grade/expr"
)

// bracketed reads an operand that begins with a bracket of any kind.
func (p *parser) bracketed() *expr.Node {
	switch p.peek().kind {
	case kLParen:
		return p.parenthesis()
	case kLBracket:
		return p.bracket()
	case kRBracket:
		return p.reversed()
	case kLBrace:
		return p.braces()
	case kLSet:
		return p.setBraces()
	case kLAngle:
		p.next()
		n := p.inner()
		p.expect(kRAngle, "closing angle bracket")
		return tuple(n)
	case kBar:
		return p.bar(kBar)
	case kLBar:
		return p.bar(kRBar)
	case kNorm:
		return p.norm(kNorm)
	case kLNorm:
		return p.norm(kRNorm)
	case kLFloor:
		return p.between(kRFloor, "floor")
	case kLCeil:
		return p.between(kRCeil, "ceil")
	case kEmptySet:
		p.next()
		return p.node(expr.Set)
	case kNumberSet:
		return p.numberSet(p.next().text)
	case kEnd:
		return p.fail("something is missing at the end")
	}
	return p.fail("unexpected " + p.src[p.peek().from:p.peek().to])
}

// tuple is a list as the content of brackets.
func tuple(n *expr.Node) *expr.Node {
	if n.Op == expr.List {
		return &expr.Node{Op: expr.Tuple, Args: n.Args}
	}
	return n
}

// parenthesis reads (…): a group, a tuple, or an interval where the ends say so.
func (p *parser) parenthesis() *expr.Node {
	p.next()
	if p.at(kRParen) {
		return p.fail("empty brackets")
	}
	n := p.inner()
	if p.at(kRBracket) && isPair(n) {
		p.next()
		return &expr.Node{Op: expr.Interval, Args: n.Args, OpenLeft: true}
	}
	p.expect(kRParen, ")")
	if isPair(n) && (isInfinite(n.Args[0]) || isInfinite(n.Args[1])) {
		return &expr.Node{Op: expr.Interval, Args: n.Args, OpenLeft: true, OpenRight: true}
	}
	return tuple(n)
}

func isPair(n *expr.Node) bool { return n.Op == expr.List && len(n.Args) == 2 }

func isInfinite(n *expr.Node) bool {
	if n.Op == expr.Neg {
		n = n.Args[0]
	}
	return n.Op == expr.Symbol && n.Name == "infinity"
}

// bracket reads […]: an interval, a list in brackets, rows of a matrix, a group.
func (p *parser) bracket() *expr.Node {
	p.next()
	if p.at(kLBracket) {
		if n := p.rows(); n != nil {
			return n
		}
	}
	if p.accept(kRBracket) {
		return p.node(expr.Tuple)
	}
	n := p.inner()
	if p.at(kRParen) && isPair(n) {
		p.next()
		return &expr.Node{Op: expr.Interval, Args: n.Args, OpenRight: true}
	}
	if p.at(kLBracket) && isPair(n) { // [a, b[
		p.next()
		return &expr.Node{Op: expr.Interval, Args: n.Args, OpenRight: true}
	}
	p.expect(kRBracket, "]")
	if isPair(n) {
		return &expr.Node{Op: expr.Interval, Args: n.Args}
	}
	return tuple(n)
}

// reversed reads ]a, b[ and ]a, b], in which a bracket that opens outwards
// leaves the end out.
func (p *parser) reversed() *expr.Node {
	p.next()
	n := p.inner()
	open := p.at(kLBracket)
	if !isPair(n) || !open && !p.at(kRBracket) {
		return p.fail("unexpected ]")
	}
	p.next()
	return &expr.Node{Op: expr.Interval, Args: n.Args, OpenLeft: true, OpenRight: open}
}

// braces reads a plain {…}: a set if it lists elements, else a group.
func (p *parser) braces() *expr.Node {
	p.next()
	if p.accept(kRBrace) {
		if p.at(kCaret) || p.at(kUnder) || p.startsOperand() {
			return p.fail("an empty group")
		}
		return p.node(expr.Set)
	}
	n := p.inner()
	p.expect(kRBrace, "}")
	if n.Op == expr.List || n.Op == expr.PlusMinus || n.Op == expr.Matrix {
		return p.set(n)
	}
	p.braced = append(p.braced, n)
	return n
}

// set is the set of the elements of a list.
func (p *parser) set(n *expr.Node) *expr.Node {
	if n.Op != expr.List {
		return p.node(expr.Set, n)
	}
	for i, e := range n.Args {
		if e.Op != expr.Tuple {
			n.Args[i] = p.asSet(e)
		}
	}
	return p.node(expr.Set, n.Args...)
}

// setBraces reads \{…\}: a set by its elements or by a condition. With \left{ the
// backslash may have been forgotten, so one scalar there is only a group.
func (p *parser) setBraces() *expr.Node {
	forgotten := p.next().text == bareBrace
	if p.accept(kRSet) {
		return p.node(expr.Set)
	}
	builder, bars := p.builder, p.barDepth
	p.builder, p.barDepth = 1, 0
	p.groups++
	n := p.list()
	p.builder = 0
	if p.at(kBar) || p.at(kMid) || p.at(kColon) {
		p.next()
		n = p.node(expr.Builder, n, p.list())
	} else if !forgotten || n.Op == expr.List || n.Op == expr.PlusMinus || n.Op == expr.Matrix {
		n = p.set(n)
	}
	p.groups--
	p.builder, p.barDepth = builder, bars
	if !p.accept(kRSet) {
		p.expect(kRBrace, "}")
	}
	return n
}

// bar reads |…|: an absolute value, or the determinant of a matrix.
func (p *parser) bar(closing kind) *expr.Node {
	p.next()
	p.bars++
	depth := p.barDepth
	if closing == kBar {
		p.barDepth++
	} else {
		p.barDepth = 0
	}
	n := p.sum()
	p.barDepth = depth
	if p.at(kBar) {
		p.bars++
	}
	p.expect(closing, "closing |")
	if n.Op == expr.Matrix {
		return p.call("det", n)
	}
	return p.node(expr.Abs, n)
}

func (p *parser) norm(closing kind) *expr.Node {
	p.next()
	depth := p.barDepth
	p.barDepth = 1
	n := p.sum()
	p.barDepth = depth
	p.expect(closing, `closing \|`)
	return p.call("norm", n)
}

// between reads ⌊…⌋ and ⌈…⌉.
func (p *parser) between(closing kind, name string) *expr.Node {
	p.next()
	n := p.scalar(p.inner())
	p.expect(closing, "closing bracket of "+name)
	return p.call(name, n)
}

// numberSet reads a set in blackboard bold, with its positive or negative part.
// The reals are an interval.
func (p *parser) numberSet(name string) *expr.Node {
	sign := kEnd
	if p.at(kCaret) || p.at(kUnder) {
		i := 1
		if p.after(i).kind == kLBrace && p.after(i+2).kind == kRBrace {
			i++
		}
		if k := p.after(i).kind; k == kPlus || k == kMinus {
			sign = k
			p.pos += 2*i - 1 + 1
		}
	}
	if name != "reals" {
		switch sign {
		case kPlus:
			name += "+"
		case kMinus:
			name += "-"
		}
		return p.symbol(name)
	}
	from, to := p.node(expr.Neg, p.symbol("infinity")), p.symbol("infinity")
	switch sign {
	case kPlus:
		from = p.count(expr.Int(0))
	case kMinus:
		to = p.count(expr.Int(0))
	}
	return p.count(&expr.Node{Op: expr.Interval, Args: []*expr.Node{from, to}, OpenLeft: true, OpenRight: true})
}
