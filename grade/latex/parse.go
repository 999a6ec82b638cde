package latex

import (
	"errors"
	"strings"
	"sync"

	"segue/grade/expr"
)

// Parse reads mathematics written in LaTeX or plain infix notation. Words that
// are no mathematics become a Text node. The error is ErrLimit or a *SyntaxError.
func Parse(s string, limits Limits) (*expr.Node, error) {
	return parse(s, limits, false)
}

// ParseQuantity is Parse for text that states a quantity: a letter behind a
// number is a unit where there is one of that name, so that "5 m/s" is a speed
// and not a product.
func ParseQuantity(s string, limits Limits) (*expr.Node, error) {
	return parse(s, limits, true)
}

func parse(s string, limits Limits, quantity bool) (*expr.Node, error) {
	limits = limits.withDefaults()
	if len(s) > limits.Candidate {
		return nil, ErrLimit
	}
	room := tokens.Get().(*[]token)
	l := lexer{src: trimSentence(s), limits: limits, toks: (*room)[:0]}
	defer func() {
		if cap(l.toks) <= maxPooled {
			*room = l.toks
			tokens.Put(room)
		}
	}()
	l.run()
	if errors.Is(l.err, ErrLimit) {
		return nil, ErrLimit
	}
	p := parser{src: l.src, toks: l.toks, limits: limits, quantity: quantity, err: l.err}
	n := p.whole()
	if p.failed() && !errors.Is(p.err, ErrLimit) && l.err == nil && p.bars > 3 {
		// Several bars can be paired in two ways; the second is to open a pair
		// where an operand follows.
		l = lexer{src: l.src, limits: limits, toks: l.toks[:0]}
		l.run()
		again := parser{src: l.src, toks: l.toks, limits: limits, quantity: quantity, barsOpen: true}
		if m := again.whole(); !again.failed() {
			return m, nil
		}
	}
	switch {
	case !p.failed():
		return n, nil
	case errors.Is(p.err, ErrLimit):
		return nil, ErrLimit
	case l.prose:
		return &expr.Node{Op: expr.Text, Name: plainText(l.src)}, nil
	}
	return nil, p.err
}

// tokens keeps the room for tokens from one text to the next; rooms of long texts
// are left to the collector.
var tokens = sync.Pool{New: func() any { room := make([]token, 0, 64); return &room }}

const maxPooled = 1024

// trimSentence drops white space and the punctuation that ends a sentence.
func trimSentence(s string) string {
	s = strings.TrimRight(s, " \t\r\n.,;:$")
	if n := len(s); n > 0 && s[n-1] == '\\' { // "\$" and "\," lost their second half
		s = s[:n-1]
	}
	return strings.TrimLeft(s, " \t\r\n")
}

// parser reads tokens by recursive descent. An error is kept in err and moves
// the parser to the end of the text, so no caller has to look at it.
type parser struct {
	src    string
	toks   []token
	pos    int
	limits Limits
	err    error

	depth, nodes, cells int

	quantity bool
	barsOpen bool         // pair bars in the second way
	barDepth int          // open bars
	bars     int          // bars seen
	builder  int          // set braces in which | and : separate
	groups   int          // brackets around the present place
	braced   []*expr.Node // operands that were one element in braces
	integral *integral    // the innermost integral being read
}

// placeholder stands for an operand that could not be read; it never leaves the package.
var placeholder = expr.Sym("?")

func (p *parser) failed() bool { return p.err != nil }

func (p *parser) peek() *token { return &p.toks[p.pos] }

func (p *parser) at(k kind) bool { return p.toks[p.pos].kind == k }

// after is the token i places further on, or the end.
func (p *parser) after(i int) *token {
	return &p.toks[min(p.pos+i, len(p.toks)-1)]
}

func (p *parser) next() token {
	t := p.toks[p.pos]
	if p.pos < len(p.toks)-1 {
		p.pos++
	}
	return t
}

// accept takes a token of kind k if it is next.
func (p *parser) accept(k kind) bool {
	if p.at(k) {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(k kind, what string) {
	if !p.accept(k) {
		p.fail("missing " + what)
	}
}

func (p *parser) fail(msg string) *expr.Node {
	if p.err == nil {
		p.err = &SyntaxError{p.peek().from, msg}
	}
	p.pos = len(p.toks) - 1
	return placeholder
}

func (p *parser) exceed() *expr.Node {
	if !errors.Is(p.err, ErrLimit) {
		p.err = ErrLimit
	}
	p.pos = len(p.toks) - 1
	return placeholder
}

// stackPerLevel is how many guarded calls one level of brackets takes at most.
const stackPerLevel = 8

// enter guards recursion; every enter is followed by a leave.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > stackPerLevel*p.limits.Depth {
		p.exceed()
		return false
	}
	return true
}

func (p *parser) leave() { p.depth-- }

// count charges a node to the budget.
func (p *parser) count(n *expr.Node) *expr.Node {
	if p.nodes++; p.nodes > p.limits.Nodes {
		return p.exceed()
	}
	return n
}

func (p *parser) node(op expr.Op, args ...*expr.Node) *expr.Node {
	return p.count(&expr.Node{Op: op, Args: args})
}

func (p *parser) call(name string, args ...*expr.Node) *expr.Node {
	return p.count(&expr.Node{Op: expr.Func, Name: name, Args: args})
}

func (p *parser) symbol(name string) *expr.Node {
	return p.count(&expr.Node{Op: expr.Symbol, Name: name})
}

// whole reads the whole text.
func (p *parser) whole() *expr.Node {
	if p.failed() {
		return placeholder
	}
	if t := p.peek(); t.kind == kRelation && (t.text == "=" || t.text == "approx") {
		p.next() // "= 5"
	}
	if t := p.peek(); t.kind == kProse && isHedge(toLower(t.text)) && p.after(1).kind != kEnd {
		p.next() // "approximately 5"
	}
	if n := p.onlyWords(); n != nil {
		return n
	}
	n := p.list()
	if !p.at(kEnd) {
		p.fail("unexpected " + p.src[p.peek().from:p.peek().to])
	}
	return n
}

// onlyWords reads a text that is one \text{…}, or a clock time.
func (p *parser) onlyWords() *expr.Node {
	if p.at(kText) && p.after(1).kind == kEnd {
		return p.words(p.next().text)
	}
	if p.at(kWord) && p.after(1).kind == kEnd && isYesNo(p.peek().text) {
		return p.count(&expr.Node{Op: expr.Text, Name: p.next().text})
	}
	return p.clock()
}

func isYesNo(w string) bool {
	switch w {
	case "Yes", "No", "YES", "NO", "TRUE", "FALSE", "True", "False", "DNE":
		return true
	}
	return false
}

// words is the meaning of the content of a \text that stands alone as an operand.
func (p *parser) words(content string) *expr.Node {
	trimmed := strings.Trim(content, " .~")
	if inner, ok := strings.CutPrefix(trimmed, "("); ok && strings.HasSuffix(inner, ")") && len(inner) == 2 {
		trimmed = inner[:1]
	}
	if len(trimmed) == 1 && isLetter(trimmed[0]) {
		return p.symbol(trimmed)
	}
	if trimmed != "" && strings.Trim(trimmed, "0123456789.,-") == "" {
		if n, err := Parse(trimmed, p.limits); err == nil {
			return p.count(n)
		}
	}
	return p.count(&expr.Node{Op: expr.Text, Name: plainText(content)})
}

// clock reads a time of day such as 12:00 or 3:45 PM. A colon between numbers
// is otherwise a ratio, so minutes must begin with 0 or a half of the day be named.
func (p *parser) clock() *expr.Node {
	if len(p.toks) < 4 || !p.at(kNumber) || p.after(1).kind != kColon || p.after(2).kind != kNumber {
		return nil
	}
	hour, minute, end := p.peek().text, p.after(2).text, p.after(3)
	if len(hour) > 2 || len(minute) != 2 || minute > "59" || hour == "24" || len(hour) == 2 && hour > "24" {
		return nil
	}
	half := strings.ToLower(strings.Trim(p.src[end.from:], " ."))
	half = strings.Map(func(r rune) rune {
		if r == '.' || r == ' ' {
			return -1
		}
		return r
	}, half)
	if half != "am" && half != "pm" && (end.kind != kEnd || minute[0] != '0') {
		return nil
	}
	p.pos = len(p.toks) - 1
	return p.count(&expr.Node{Op: expr.Text, Name: strings.TrimSpace(hour + ":" + minute + " " + half)})
}

// plainText is s without the LaTeX around its words.
func plainText(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			j := i + 1
			for j < len(s) && isLetter(s[j]) {
				j++
			}
			if m := commands[s[i+1:j]]; j > i+1 && m.kind != kTextual && m.kind != kRoman && m.kind != kFont && m.kind != kSkip {
				b.WriteString(s[i:j]) // a command that means something
			} else if j == i+1 {
				b.WriteByte(' ')
				j++
			}
			i = j - 1
		case '{', '}', '$', '"', '~':
		default:
			b.WriteByte(c)
		}
	}
	return strings.Trim(strings.Join(strings.Fields(b.String()), " "), " .,;:")
}
