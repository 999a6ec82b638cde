package latex

import (
	"strings"
	"unicode"
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
		l.pos++
		l.spaced = true
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
	if m, known := words[w]; known {
		k = kWord
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

// subscripted reports whether the next token belongs to a subscript, where
// words only name things.
func (l *lexer) subscripted() bool {
	n := len(l.toks)
	return n > 0 && l.toks[n-1].kind == kUnder || n > 1 && l.toks[n-1].kind == kLBrace && l.toks[n-2].kind == kUnder
}

// unicode reads a character outside ASCII.
func (l *lexer) unicode() {
	from := l.pos
	r, size := utf8.DecodeRuneInString(l.src[l.pos:])
	if name, ok := runes[r]; ok {
		l.pos += size
		if name == "cbrt" {
			l.add(kCbrt, from, "")
			return
		}
		l.apply(commands[name], from)
		return
	}
	if _, ok := scripts[r]; ok {
		l.script()
		return
	}
	l.pos += size
	switch {
	case r >= '！' && r <= '～': // full width forms of ASCII
		l.wide(from, byte(r-'！')+'!')
	case unicode.Is(unicode.Pd, r) || r == '−' || r == '﹣':
		l.add(kMinus, from, "")
	case vulgar[r] != "":
		l.add(kVulgar, from, vulgar[r])
	case numberSets[string(r)] != "":
		l.add(kNumberSet, from, numberSets[string(r)])
	case r == '’' || r == '‘':
		l.add(kPrime, from, "")
	case unicode.IsSpace(r), unicode.Is(unicode.Sc, r), unicode.Is(unicode.Cf, r), unicode.In(r, unicode.Pi, unicode.Pf), r == '„':
		l.spaced = true
	case r == '、':
		l.add(kComma, from, "")
	case unicode.Is(unicode.Nd, r):
		l.pos = from
		l.number()
	case unicode.IsLetter(r):
		l.foreign(from)
	case unicode.IsMark(r):
	default:
		l.fail(from, "unexpected "+string(r))
	}
}

// wide reads the full width form of an ASCII character.
func (l *lexer) wide(from int, c byte) {
	switch {
	case isDigit(c):
		l.pos = from
		l.number()
	case isLetter(c):
		l.add(kWord, from, string(rune(c)))
	case oneChar[c].kind == kSkip || oneChar[c].kind == kEnd:
		l.fail(from, "unexpected character")
	default:
		l.add(oneChar[c].kind, from, oneChar[c].text)
	}
}

// foreign reads a word in another script; it is natural language.
func (l *lexer) foreign(from int) {
	for l.pos < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.pos:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			break
		}
		l.pos += size
	}
	l.prose = true
	l.add(kProse, from, l.src[from:l.pos])
}

// script reads a run of raised or lowered characters as one power or index.
func (l *lexer) script() {
	from := l.pos
	r, size := utf8.DecodeRuneInString(l.src[l.pos:])
	k := scripts[r].kind
	var inner []byte
	for size > 0 && scripts[r].kind == k && scripts[r].c != 0 {
		inner = append(inner, scripts[r].c)
		l.pos += size
		r, size = utf8.DecodeRuneInString(l.src[l.pos:])
	}
	l.add(k, from, "")
	l.add(kLBrace, from, "")
	for i := 0; i < len(inner); i++ {
		switch c := inner[i]; {
		case c == '-':
			l.add(kMinus, from, "")
		case c == '+':
			l.add(kPlus, from, "")
		case isLetter(c):
			l.add(kWord, from, string(rune(c)))
		default:
			j := i
			for j < len(inner) && isDigit(inner[j]) {
				j++
			}
			l.add(kNumber, from, string(inner[i:j]))
			i = j - 1
		}
	}
	l.add(kRBrace, from, "")
}
