package latex

import (
	"slices"
	"strings"

	"segue/grade/expr"
)

// list reads semicolon-separated lists of comma-separated relations. "1,2;3,4"
// is a list of tuples.
func (p *parser) list() *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	first := p.commaList()
	if !p.at(kSemicolon) {
		return first
	}
	parts := []*expr.Node{first}
	for p.accept(kSemicolon) {
		if p.closing() {
			break
		}
		parts = append(parts, p.commaList())
	}
	if len(parts) == 1 {
		return first
	}
	for i, part := range parts {
		if part.Op == expr.List {
			parts[i] = &expr.Node{Op: expr.Tuple, Args: part.Args}
		}
	}
	return p.node(expr.List, parts...)
}

// closing reports whether nothing more can belong to this list.
func (p *parser) closing() bool {
	switch p.peek().kind {
	case kEnd, kRParen, kRBrace, kRSet, kRAngle, kClose:
		return true
	case kRBracket:
		return p.groups > 0 // elsewhere it opens ]a, b[
	}
	return false
}

// commaList reads relations joined by commas, "and", "or".
func (p *parser) commaList() *expr.Node {
	first := p.relation()
	if !p.atSeparator() {
		return first
	}
	parts, separator := p.elements(first)
	if len(parts) == 1 {
		return first
	}
	if separator == kAnd && inequalities(parts) {
		return p.node(expr.And, parts...)
	}
	if separator == kOr && inequalities(parts) {
		return p.node(expr.Or, parts...)
	}
	if first.Op == expr.Equal && names(first.Args[0]) && !slices.ContainsFunc(parts[1:], isRelation) {
		// "n = 1, 2, 3" states the values of n.
		parts[0] = first.Args[1]
		return p.node(expr.Member, first.Args[0], p.node(expr.Set, parts...))
	}
	return p.node(expr.List, parts...)
}

func (p *parser) atSeparator() bool { return p.at(kComma) || p.at(kAnd) || p.at(kOr) }

// elements reads the elements of a list behind the first, and reports the last separator.
func (p *parser) elements(first *expr.Node) (parts []*expr.Node, separator kind) {
	parts = append(make([]*expr.Node, 0, 4), first)
	for p.atSeparator() {
		separator = p.next().kind
		if p.at(kAnd) || p.at(kOr) { // ", and"
			separator = p.next().kind
		}
		if p.closing() {
			break
		}
		parts = append(parts, p.relation())
	}
	return parts, separator
}

func inequalities(parts []*expr.Node) bool {
	for _, n := range parts {
		switch n.Op {
		case expr.Less, expr.LessEq, expr.Greater, expr.GreaterEq, expr.NotEqual, expr.And, expr.Or:
		default:
			return false
		}
	}
	return true
}

func isRelation(n *expr.Node) bool {
	switch n.Op {
	case expr.Equal, expr.NotEqual, expr.Less, expr.LessEq, expr.Greater, expr.GreaterEq, expr.Approx, expr.Member, expr.And, expr.Or:
		return true
	}
	return false
}

// names reports whether n can stand on the left of "=" to name what is right of it.
func names(n *expr.Node) bool {
	switch n.Op {
	case expr.Symbol:
		return true
	case expr.Tuple, expr.Func:
		for _, a := range n.Args {
			if !names(a) {
				return false
			}
		}
		return true
	}
	return false
}

// relation reads a chain a < b = c; a chain of several is the And of its links.
func (p *parser) relation() *expr.Node {
	left := p.ratio()
	if !p.at(kRelation) && !p.at(kMid) {
		return left
	}
	var links []*expr.Node
	for !p.failed() && (p.at(kRelation) || p.at(kMid) && p.builder == 0) {
		op := p.next()
		right := p.ratio()
		links = append(links, p.link(op, left, right))
		left = right
	}
	switch len(links) {
	case 0:
		return left
	case 1:
		return links[0]
	}
	return p.node(expr.And, links...)
}

func (p *parser) link(op token, left, right *expr.Node) *expr.Node {
	if op.kind == kMid {
		return p.call("divides", left, right)
	}
	switch op.text {
	case "in":
		return p.node(expr.Member, left, p.asSet(right))
	case "ni":
		return p.node(expr.Member, right, p.asSet(left))
	case "=", "!=", "<", "<=", ">", ">=", "approx":
		return p.node(expr.Op(op.text), left, right)
	case "equiv":
		if right.Op == expr.Func && right.Name == "pmod" {
			return p.call("congruent", left, right.Args[0], right.Args[1])
		}
		return p.node(expr.Equal, left, right)
	case "notin":
		return p.call("notin", left, p.asSet(right))
	}
	return p.call(op.text, left, right)
}

// asSet reads a pair in round brackets as an open interval and a single
// element in braces as a set, where only a set makes sense.
func (p *parser) asSet(n *expr.Node) *expr.Node {
	switch {
	case n.Op == expr.Tuple && len(n.Args) == 2:
		return &expr.Node{Op: expr.Interval, Args: n.Args, OpenLeft: true, OpenRight: true}
	case n.Op != expr.Set && slices.Contains(p.braced, n):
		return p.node(expr.Set, n)
	}
	return n
}

// ratio reads a : b : c.
func (p *parser) ratio() *expr.Node {
	first := p.sets()
	if !p.at(kColon) || p.builder > 0 {
		return first
	}
	parts := []*expr.Node{first}
	for p.accept(kColon) {
		parts = append(parts, p.sets())
	}
	return p.node(expr.Ratio, parts...)
}

// sets reads unions, intersections and differences; an intersection binds
// tighter than the other two.
func (p *parser) sets() *expr.Node {
	left := p.intersections()
	for !p.failed() {
		k := p.peek().kind
		if k != kUnion && k != kSetMinus {
			break
		}
		left = p.asSet(left)
		p.next()
		right := p.asSet(p.intersections())
		switch {
		case k == kUnion && left.Op == expr.Union:
			left = &expr.Node{Op: expr.Union, Args: append(left.Args[:len(left.Args):len(left.Args)], right)}
		case k == kUnion:
			left = p.node(expr.Union, left, right)
		case left.Op == expr.Number && right.Op == expr.Number: // "7 minus 2"
			left = p.node(expr.Add, left, p.node(expr.Neg, right))
		default:
			left = p.node(expr.Minus, left, right)
		}
	}
	return left
}

func (p *parser) intersections() *expr.Node {
	left := p.sum()
	for !p.failed() && p.at(kIntersect) {
		left = p.asSet(left)
		p.next()
		left = p.node(expr.Intersect, left, p.asSet(p.sum()))
	}
	return left
}

// flatten is the source between two tokens without layout, to make a name of it.
func (p *parser) flatten(from, to int) string {
	var b strings.Builder
	for _, t := range p.toks[from:to] {
		switch t.kind {
		case kLBrace, kRBrace:
		case kText:
			b.WriteString(strings.ReplaceAll(plainText(t.text), " ", ""))
		case kSymbol, kNumber, kWord, kProse:
			b.WriteString(t.text)
		default:
			b.WriteString(p.src[t.from:t.to])
		}
	}
	return b.String()
}
