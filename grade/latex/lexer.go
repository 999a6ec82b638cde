package latex

import (
	"strings"
	"unicode/utf8"
)

// lexer turns text into tokens. It drops layout, brings spellings together and
// keeps the counts that Limits bound.
type lexer struct {
	src    string
	pos    int
	toks   []token
	limits Limits

	spaced    bool
	open      []bool // open brackets: true where a comma inside separates elements
	listDepth int    // how many of them separate
	envs      []bool // open environments: true where & is layout only
	operators int
	digits    int
	negated   bool  // \not stands before the next relation
	related   bool  // a relation was seen outside brackets
	prose     bool  // a word of natural language was seen
	err       error // ErrLimit at once, or the first SyntaxError
}

// run reads the whole text. After a SyntaxError it goes on, because only the
// whole text shows whether it is prose.
func (l *lexer) run() {
	for l.pos < len(l.src) && l.err != ErrLimit {
		l.step()
	}
	l.emit(token{kind: kEnd, from: len(l.src), to: len(l.src)})
}

func (l *lexer) fail(at int, msg string) {
	if l.err == nil {
		l.err = &SyntaxError{at, msg}
	}
}

// add emits a token that ends at the present position.
func (l *lexer) add(k kind, from int, text string) {
	l.emit(token{kind: k, from: from, to: l.pos, text: text})
}

func (l *lexer) emit(t token) {
	t.spaced, l.spaced = l.spaced, false
	switch t.kind {
	case kLParen, kLBracket, kLSet, kLAngle, kLFloor, kLCeil:
		l.push(true)
	case kLBrace:
		l.push(!l.expectsArgument())
	case kRParen, kRBracket, kRSet, kRAngle, kRFloor, kRCeil, kRBrace:
		l.pop()
	case kNumber, kWord, kProse, kSymbol, kText, kEnd:
		l.toks = append(l.toks, t)
		return
	}
	if t.kind == kRelation {
		if l.negated {
			t.text, l.negated = negation(t.text), false
		}
		l.related = l.related || len(l.open) == 0
	}
	if l.operators++; l.operators > l.limits.Operators {
		l.err = ErrLimit
	}
	l.toks = append(l.toks, t)
}

func (l *lexer) push(separates bool) {
	if len(l.open) >= l.limits.Depth {
		l.err = ErrLimit
	}
	l.open = append(l.open, separates)
	if separates {
		l.listDepth++
	}
}

func (l *lexer) pop() {
	if n := len(l.open); n > 0 {
		if l.open[n-1] {
			l.listDepth--
		}
		l.open = l.open[:n-1]
	}
}

// expectsArgument reports whether a brace here holds an argument, not a set.
func (l *lexer) expectsArgument() bool {
	if len(l.toks) == 0 {
		return false
	}
	switch l.toks[len(l.toks)-1].kind {
	case kFrac, kBinom, kSqrt, kCbrt, kCaret, kUnder, kAccent, kBoxed, kFunction, kRBrace, kRBracket:
		return true
	}
	return false
}

// step reads one token or one piece of layout.
func (l *lexer) step() {
	from, c := l.pos, l.src[l.pos]
	switch {
	case isSpace(c) || c == '~':
		l.space()
	case isDigit(c), c == '.' && l.digitAt(l.pos+1):
		l.number()
	case isLetter(c):
		l.word()
	case c == '\\':
		l.command()
	case c >= utf8.RuneSelf:
		l.unicode()
	case c == '.':
		l.dots()
	default:
		l.pos++
		if m, width := l.punctuation(c); m.kind == kSkip || m.kind == kAmp && len(l.envs) > 0 && l.envs[len(l.envs)-1] {
			l.spaced = l.spaced || c != '$'
		} else if m.kind == kEnd {
			l.fail(from, "unexpected "+string(rune(c)))
		} else {
			l.pos = from + width
			l.add(m.kind, from, m.text)
		}
	}
}

// space skips white space. A line break separates equations that stand on lines
// of their own.
func (l *lexer) space() {
	from := l.pos
	for l.pos < len(l.src) && (isSpace(l.src[l.pos]) || l.src[l.pos] == '~') {
		l.pos++
	}
	l.spaced = true
	if l.related && strings.IndexByte(l.src[from:l.pos], '\n') >= 0 && l.startsEquation() {
		l.add(kComma, from, "")
	}
}

// startsEquation reports whether what was read is complete and the line that
// begins here is an equation.
func (l *lexer) startsEquation() bool {
	if len(l.open) > 0 || len(l.envs) > 0 || !l.afterOperand() || l.pos >= len(l.src) {
		return false
	}
	line, _, _ := strings.Cut(l.src[l.pos:], "\n")
	return strings.IndexByte(line, '=') > 0 && (isLetter(line[0]) || isDigit(line[0]) || line[0] == '(' || line[0] == '\\' && len(line) > 1 && !isRelationCommand(line[1:]))
}

func isRelationCommand(s string) bool {
	n := 0
	for n < len(s) && isLetter(s[n]) {
		n++
	}
	switch commands[s[:n]].kind {
	case kSymbol, kFrac, kSqrt, kFunction:
		return false
	}
	return true
}

// afterOperand reports whether the last token can end an operand.
func (l *lexer) afterOperand() bool {
	if len(l.toks) == 0 {
		return false
	}
	switch l.toks[len(l.toks)-1].kind {
	case kNumber, kWord, kSymbol, kText, kVulgar, kBang, kPercent, kDegree, kRParen, kRBracket, kRBrace, kRSet, kRBar, kClose:
		return true
	}
	return false
}

// negation is the relation that \not makes of one.
func negation(relation string) string {
	switch relation {
	case "=":
		return "!="
	case "in":
		return "notin"
	case "<":
		return ">="
	case ">":
		return "<="
	case "<=":
		return ">"
	case ">=":
		return "<"
	}
	return "not" + relation
}

func (l *lexer) digitAt(i int) bool { return i < len(l.src) && isDigit(l.src[i]) }

// dots reads an ellipsis, or the point at the end of a sentence.
func (l *lexer) dots() {
	from := l.pos
	for l.pos < len(l.src) && l.src[l.pos] == '.' {
		l.pos++
	}
	switch rest := strings.TrimLeft(l.src[l.pos:], " \n\t\r}$)"); {
	case l.pos-from > 1:
		l.add(kSymbol, from, "...")
	case rest != "" && !isLetter(rest[0]):
		l.fail(from, "a point without digits")
	}
}

// operators in ASCII of two characters, then of one. kSkip is layout, kEnd an error.
var twoChars = map[string]meaning{
	"**": {kCaret, ""}, "<=": {kRelation, "<="}, ">=": {kRelation, ">="}, "!=": {kRelation, "!="}, "==": {kRelation, "="},
	"<>": {kRelation, "!="}, "=<": {kRelation, "<="}, "->": {kRelation, "to"}, "=>": {kRelation, "implies"}, ":=": {kRelation, "="},
	"+-": {kPlusMinus, ""},
}

var oneChar = [utf8.RuneSelf]meaning{
	'+': {kPlus, ""}, '-': {kMinus, ""}, '*': {kTimes, ""}, '/': {kDivide, ""}, '^': {kCaret, ""}, '_': {kUnder, ""},
	'!': {kBang, ""}, '%': {kPercent, ""}, '\'': {kPrime, ""}, ',': {kComma, ""}, ';': {kSemicolon, ""}, ':': {kColon, ""},
	'=': {kRelation, "="}, '<': {kRelation, "<"}, '>': {kRelation, ">"}, '&': {kAmp, ""}, '|': {kBar, ""},
	'(': {kLParen, ""}, ')': {kRParen, ""}, '[': {kLBracket, ""}, ']': {kRBracket, ""}, '{': {kLBrace, ""}, '}': {kRBrace, ""},
	'$': {kSkip, ""}, '"': {kSkip, ""}, '`': {kSkip, ""},
}

// punctuation is the meaning of a character and the number of bytes it takes.
func (l *lexer) punctuation(c byte) (meaning, int) {
	if l.pos < len(l.src) {
		switch c {
		case '*', '<', '>', '!', '=', '-', ':', '+':
			pair := l.src[l.pos-1 : l.pos+1]
			if m, ok := twoChars[pair]; ok && !(pair == "+-" && l.digitAt(l.pos+1) && len(l.toks) > 0) {
				return m, 2
			}
		}
	}
	return oneChar[c], 1
}

// word reads a run of plain letters.
func (l *lexer) word() {
	from := l.pos
	for l.pos < len(l.src) && isLetter(l.src[l.pos]) {
		l.pos++
	}
	w := l.src[from:l.pos]
	k := kWord
	if m, known := words[w]; known && !(w == "in" && l.inches()) {
		switch m.kind {
		case kFunction, kSqrt, kCbrt, kAccent: // read as a word, so that "min" may be a unit
		default:
			l.add(m.kind, from, m.text)
			return
		}
	} else if isProse(w) && !l.subscripted() && !isUnitWord(w) {
		k, l.prose = kProse, true
	}
	l.add(k, from, w)
}

// inches reports whether the word "in" behind a number ends the text, so that it
// is a unit and no relation.
func (l *lexer) inches() bool {
	n := len(l.toks)
	rest := strings.TrimLeft(l.src[l.pos:], " $")
	return n > 0 && (l.toks[n-1].kind == kNumber || l.toks[n-1].kind == kRBrace) && (rest == "" || rest[0] == '^' || rest[0] == ',')
}

// subscripted reports whether the next token belongs to a subscript, where
// words only name things.
func (l *lexer) subscripted() bool {
	n := len(l.toks)
	return n > 0 && l.toks[n-1].kind == kUnder || n > 1 && l.toks[n-1].kind == kLBrace && l.toks[n-2].kind == kUnder
}
