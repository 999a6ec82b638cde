package latex

import (
	"segue/grade/expr"
)

// sum reads a ± b - c.
func (p *parser) sum() *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	var terms []*expr.Node
	switch {
	case p.at(kPlusMinus) || p.at(kMinusPlus):
		p.next()
		terms = append(terms, p.node(expr.PlusMinus, p.term()))
	default:
		terms = append(terms, p.term())
	}
	for !p.failed() && !p.integralDone() {
		switch p.peek().kind {
		case kPlus:
			p.next()
			if p.accept(kMinus) { // "a + -b"
				terms = append(terms, p.node(expr.Neg, p.term()))
				continue
			}
			terms = append(terms, p.term())
		case kMinus:
			p.next()
			terms = append(terms, p.node(expr.Neg, p.term()))
		case kPlusMinus, kMinusPlus:
			p.next()
			left := p.added(terms)
			terms = append(make([]*expr.Node, 0, 2), p.node(expr.PlusMinus, left, p.term()))
		default:
			return p.added(terms)
		}
	}
	return p.added(terms)
}

func (p *parser) added(terms []*expr.Node) *expr.Node {
	if len(terms) == 1 {
		return terms[0]
	}
	return p.node(expr.Add, terms...)
}

func (p *parser) multiplied(factors []*expr.Node) *expr.Node {
	if len(factors) == 1 {
		return factors[0]
	}
	return p.node(expr.Mul, factors...)
}

// term reads products, quotients and remainders from the left. A product
// without a sign binds tighter than a division sign, as in x/2y; but 1/2 x with
// a fraction of two numbers is that fraction times x.
func (p *parser) term() *expr.Node {
	var room [4]*expr.Node
	factors := append(room[:0], p.unary())
	for !p.failed() && !p.integralDone() {
		switch p.peek().kind {
		case kTimes:
			p.next()
			if p.percentOrEnd() {
				return p.fail("missing factor")
			}
			factors = append(factors, p.unary())
		case kDivide:
			p.next()
			right := p.unary()
			if len(factors) > 1 || factors[0].Op != expr.Number || right.Op != expr.Number {
				right = p.juxtaposed(right, false)
			}
			factors = append(factors[:0:0], p.node(expr.Div, p.multiplied(factors), right))
		case kMod:
			p.next()
			factors = append(factors[:0:0], p.call("mod", p.multiplied(clone(factors)), p.unary()))
		case kPmod:
			p.next()
			factors = append(factors[:0:0], p.call("pmod", p.multiplied(clone(factors)), p.argument()))
		default:
			if p.differential() {
				return p.multiplied(clone(factors))
			}
			if unit := p.unit(factors); unit != nil {
				factors = append(factors[:0:0], p.node(expr.Unit, p.multiplied(clone(factors)), unit))
				continue
			}
			if p.at(kNumber) && len(factors) == 1 && factors[0].Op == expr.Unit {
				return p.mixedUnits(factors[0])
			}
			if p.timesAhead(factors) {
				p.next()
				factors = append(factors, p.unary())
				continue
			}
			if !p.startsOperand() {
				return p.multiplied(clone(factors))
			}
			factors = append(factors, p.factor(factors[len(factors)-1]))
		}
	}
	return p.multiplied(clone(factors))
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
func (p *parser) timesAhead(factors []*expr.Node) bool {
	t := p.peek()
	return t.kind == kWord && t.text == "x" && factors[len(factors)-1].Op == expr.Number &&
		p.after(1).kind == kNumber && p.after(1).text == "10" && p.after(2).kind == kCaret
}

// clone copies factors out of the room on the stack.
func clone(factors []*expr.Node) []*expr.Node {
	return append(make([]*expr.Node, 0, len(factors)), factors...)
}

func (p *parser) percentOrEnd() bool { return p.at(kPercent) || p.at(kEnd) }

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
	if !p.startsOperand() {
		return left
	}
	factors := []*expr.Node{left}
	for !p.failed() && p.startsOperand() && !p.atDifferential() {
		if beforeFunction && p.atFunction() || p.atUnit() {
			break
		}
		factors = append(factors, p.factor(factors[len(factors)-1]))
	}
	return p.multiplied(factors)
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
func (p *parser) unary() *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	switch p.peek().kind {
	case kMinus:
		p.next()
		return p.node(expr.Neg, p.unary())
	case kPlus:
		p.next()
		return p.unary()
	}
	return p.power()
}
