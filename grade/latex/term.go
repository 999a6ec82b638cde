package latex

import (
	"strings"

	"segue/grade/expr"
)

// sum reads a ± b - c.
func (p *parser) sum() *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	var left *expr.Node
	if p.at(kPlusMinus) || p.at(kMinusPlus) {
		p.next()
		left = p.node(expr.PlusMinus, p.term())
	} else {
		left = p.term()
	}
	var terms []*expr.Node // empty while there is one term only
	for !p.failed() && !p.integralDone() {
		k := p.peek().kind
		switch k {
		case kPlus, kMinus, kPlusMinus, kMinusPlus:
		default:
			return p.added(left, terms)
		}
		p.next()
		if k == kPlusMinus || k == kMinusPlus {
			left, terms = p.node(expr.PlusMinus, p.added(left, terms), p.term()), nil
			continue
		}
		if k == kMinus && isSet(left) && terms == nil {
			right := p.term()
			if isSet(right) {
				left = p.node(expr.Minus, left, right)
				continue
			}
			terms = []*expr.Node{left, p.node(expr.Neg, right)}
			continue
		}
		if terms == nil {
			terms = append(make([]*expr.Node, 0, 2), left)
		}
		if k == kMinus || p.accept(kMinus) { // "a + -b" as well
			terms = append(terms, p.node(expr.Neg, p.term()))
		} else {
			terms = append(terms, p.term())
		}
	}
	return p.added(left, terms)
}

// isSet reports whether n is written as a set, so that a minus sign takes away elements.
func isSet(n *expr.Node) bool {
	switch n.Op {
	case expr.Set, expr.Interval, expr.Union, expr.Intersect, expr.Minus, expr.Builder:
		return true
	case expr.Symbol:
		return n.Name == "integers" || n.Name == "naturals" || n.Name == "rationals" || n.Name == "complexes"
	}
	return false
}

func (p *parser) added(first *expr.Node, terms []*expr.Node) *expr.Node {
	if len(terms) < 2 {
		return first
	}
	return p.node(expr.Add, terms...)
}

// product is a product that is being read: one factor, or several.
type product struct {
	last    *expr.Node   // the last factor
	factors []*expr.Node // all of them if there are several
}

func (f *product) times(n *expr.Node) {
	if f.factors == nil {
		f.factors = append(make([]*expr.Node, 0, 3), f.last)
	}
	f.factors = append(f.factors, n)
	f.last = n
}

// become makes n the only factor.
func (f *product) become(n *expr.Node) { f.last, f.factors = n, nil }

func (f *product) single() bool { return f.factors == nil }

// node is the product read so far.
func (f *product) node(p *parser) *expr.Node {
	if f.single() {
		return f.last
	}
	return p.node(expr.Mul, f.factors...)
}

// term reads products, quotients and remainders from the left. A product
// without a sign binds tighter than a division sign, as in x/2y; but 1/2 x with
// a fraction of two numbers is that fraction times x.
func (p *parser) term() *expr.Node {
	f := product{last: p.unary()}
	for !p.failed() && !p.integralDone() {
		switch p.peek().kind {
		case kTimes:
			p.next()
			f.times(p.unary())
		case kDivide:
			p.next()
			right := p.unary()
			if !f.single() || !isLiteral(f.last) || !isLiteral(right) {
				right = p.juxtaposed(right, false)
			}
			f.become(p.node(expr.Div, f.node(p), right))
		case kMod:
			p.next()
			f.become(p.call("mod", f.node(p), p.unary()))
		case kPmod:
			p.next()
			f.become(p.call("pmod", f.node(p), p.argument()))
		default:
			if !p.unsigned(&f) {
				return f.node(p)
			}
		}
	}
	return f.node(p)
}

// isLiteral reports whether n is a number with or without a sign.
func isLiteral(n *expr.Node) bool {
	return n.Op == expr.Number || n.Op == expr.Neg && n.Args[0].Op == expr.Number
}

// unsigned reads what follows a product without a sign: a unit, a further
// factor, the differential of an integral. It reports whether there was any.
func (p *parser) unsigned(f *product) bool {
	if p.differential() {
		return true
	}
	if scale := p.scale(f.last); scale != nil {
		f.times(scale)
		return true
	}
	if unit := p.unit(f.last); unit != nil {
		f.become(p.node(expr.Unit, f.node(p), unit))
		return true
	}
	switch {
	case p.at(kNumber) && f.single() && f.last.Op == expr.Unit:
		f.become(p.mixedUnits(f.last))
	case p.timesAhead(f.last):
		p.next()
		f.times(p.unary())
	case p.startsOperand():
		f.times(p.factor(f.last))
	default:
		return false
	}
	return true
}

// scale reads a word such as "million" behind a number.
func (p *parser) scale(left *expr.Node) *expr.Node {
	t := p.peek()
	if left.Op != expr.Number || t.kind != kProse && t.kind != kText {
		return nil
	}
	word, rest, more := strings.Cut(toLower(strings.TrimSpace(t.text)), " ")
	n := map[string]int64{"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}[word]
	if n == 0 {
		return nil
	}
	if more {
		t.text = rest
	} else {
		p.next()
	}
	return p.count(expr.Int(n))
}

// mixedUnits reads the smaller units of "3 h 20 min", which are a sum.
func (p *parser) mixedUnits(first *expr.Node) *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	rest := p.term()
	if rest.Op != expr.Unit && rest.Op != expr.Add {
		return p.fail("a number behind a unit")
	}
	return p.node(expr.Add, first, rest)
}

// timesAhead reports whether the letter x stands for a multiplication sign, as
// in 1.5 x 10^3.
func (p *parser) timesAhead(left *expr.Node) bool {
	t := p.peek()
	return t.kind == kWord && t.text == "x" && left.Op == expr.Number &&
		p.after(1).kind == kNumber && p.after(1).text == "10" && p.after(2).kind == kCaret
}

// factor reads the next factor of a product without a sign. Two numbers side by
// side are no product.
func (p *parser) factor(left *expr.Node) *expr.Node {
	if p.at(kNumber) && left.Op == expr.Number {
		return p.fail("two numbers without a sign between them")
	}
	return p.power()
}

// juxtaposed reads the factors that follow left without a sign. Inside the
// argument of a function it stops before the next function.
func (p *parser) juxtaposed(left *expr.Node, beforeFunction bool) *expr.Node {
	f := product{last: left}
	for !p.failed() && p.startsOperand() && !p.atDifferential() {
		if beforeFunction && p.atFunction() || p.atUnit() {
			break
		}
		f.times(p.factor(f.last))
	}
	return f.node(p)
}

// startsOperand reports whether the next token can begin an operand.
func (p *parser) startsOperand() bool {
	switch p.peek().kind {
	case kSymbol:
		return p.peek().text != "..."
	case kLBracket: // the other way round it closes an interval
		return !isClosing(p.after(1).kind)
	case kNumber, kWord, kFunction, kVulgar, kText,
		kLParen, kLBrace, kLSet, kLAngle, kLBar, kLNorm, kLFloor, kLCeil,
		kFrac, kBinom, kSqrt, kCbrt, kSum, kProd, kIntegral, kLimit, kAccent, kBegin, kBoxed, kEmptySet, kNumberSet, kPartial:
		return true
	case kBar, kNorm:
		if p.builder > 0 && p.barDepth == 0 {
			return false
		}
		if p.barDepth == 0 {
			return true
		}
		return p.barsOpen && p.at(kBar) && p.barsLeft() > p.barDepth && !isClosing(p.after(1).kind)
	}
	return false
}

func isClosing(k kind) bool {
	switch k {
	case kEnd, kBar, kRParen, kRBracket, kRBrace, kRSet, kPlus, kMinus, kTimes, kDivide, kCaret, kRelation, kComma, kSemicolon, kUnion, kIntersect, kSetMinus,
		kAnd, kOr, kAmp, kNewline, kClose:
		return true
	}
	return false
}

// barsLeft counts the bars from here on.
func (p *parser) barsLeft() int {
	n := 0
	for _, t := range p.toks[p.pos:] {
		if t.kind == kBar {
			n++
		}
	}
	return n
}

// unary reads signs in front of a power.
func (p *parser) unary() *expr.Node { return p.signed(p.power) }

// signed reads signs, each a level of nesting, and then an operand.
func (p *parser) signed(operand func() *expr.Node) *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	switch p.peek().kind {
	case kMinus:
		p.next()
		return p.node(expr.Neg, p.signed(operand))
	case kPlus:
		p.next()
		return p.signed(operand)
	}
	return operand()
}
