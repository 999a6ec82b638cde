package latex

import (
	"strings"
)

// command reads a backslash and what belongs to it.
func (l *lexer) command() {
	from := l.pos
	rest := l.src[l.pos:]
	if strings.HasPrefix(rest, `\\`) {
		l.doubled(from)
		return
	}
	n := 1
	for n < len(rest) && isLetter(rest[n]) {
		n++
	}
	if n == 1 {
		n = min(2, len(rest))
	}
	name := rest[1:n]
	l.pos += n
	if l.pos < len(l.src) && l.src[l.pos] == '*' && name == "operatorname" {
		l.pos++
	}
	if m, ok := commands[name]; ok {
		l.apply(m, from)
		return
	}
	l.unknown(name, from)
}

// doubled reads two backslashes: the end of a row inside an environment, and
// elsewhere a command whose backslash was escaped once too often.
func (l *lexer) doubled(from int) {
	l.pos += 2
	if len(l.envs) > 0 {
		l.add(kNewline, from, "")
		return
	}
	if l.pos < len(l.src) && (isLetter(l.src[l.pos]) || strings.IndexByte(`%${}|,`, l.src[l.pos]) >= 0) {
		l.pos--
		return
	}
	if l.related && l.afterOperand() && len(l.open) == 0 {
		l.add(kComma, from, "") // a line of its own
	}
	l.spaced = true
}

// unknown reads a command that is in no table: a known command run into the
// next word, or else a symbol of its own.
func (l *lexer) unknown(name string, from int) {
	for _, prefix := range []string{"qquad", "quad", "cdot", "times", "pi", "beginboxed"} {
		if strings.HasPrefix(name, prefix) {
			l.pos = from + 1 + len(prefix)
			l.apply(commands[prefix], from)
			return
		}
	}
	switch {
	case name == "" || isSpace(name[0]):
		l.spaced = true // "\\ ", or a lone backslash, is layout
	case name == "not":
		l.negated = true
	case name == "mathbb":
		l.numberSet(from)
	case name == "color" || name == "textcolor" || name == "hspace" || name == "vspace" || name == "label" || name == "tag":
		l.braced()
	case name == "iint" || name == "iiint" || name == "oint":
		l.fail(from, `\`+name+" is not supported")
	case isLetter(name[0]) && !(l.pos < len(l.src) && l.src[l.pos] == '{'):
		l.add(kSymbol, from, name)
	default:
		l.fail(from, `unknown command \`+name)
	}
}

// apply carries out a command.
func (l *lexer) apply(m meaning, from int) {
	switch m.kind {
	case kSkip, kFont, kEnd:
		l.spaced = true
	case kLeft, kRight:
		l.delimiter(m.kind, from)
	case kTextual:
		l.textual(from)
	case kRoman:
		l.roman(from)
	case kBegin, kClose:
		l.environment(m.kind, from)
	default:
		l.add(m.kind, from, m.text)
	}
}

// bareBrace marks a brace behind \left, whose own backslash may have been forgotten.
const bareBrace = "bare"

// delimiter reads what follows \left or \right. A bar or a brace gets its side.
func (l *lexer) delimiter(side kind, from int) {
	for l.pos < len(l.src) && isSpace(l.src[l.pos]) {
		l.pos++
	}
	rest := l.src[l.pos:]
	pick := func(width int, left, right kind) {
		l.pos += width
		k := left
		if side == kRight {
			k = right
		}
		l.add(k, from, "left")
	}
	switch {
	case strings.HasPrefix(rest, "."):
		l.pos++
		l.spaced = true
	case strings.HasPrefix(rest, `\|`):
		pick(2, kLNorm, kRNorm)
	case strings.HasPrefix(rest, `\Vert`):
		pick(5, kLNorm, kRNorm)
	case strings.HasPrefix(rest, `\vert`):
		pick(5, kLBar, kRBar)
	case strings.HasPrefix(rest, `|`):
		pick(1, kLBar, kRBar)
	case strings.HasPrefix(rest, `{`):
		pick(1, kLSet, kRSet)
		l.toks[len(l.toks)-1].text = bareBrace
	case strings.HasPrefix(rest, `}`):
		pick(1, kLSet, kRSet)
	case strings.HasPrefix(rest, `<`):
		pick(1, kLAngle, kRAngle)
	case strings.HasPrefix(rest, `>`):
		pick(1, kRAngle, kRAngle)
	}
	// Anything else is a delimiter that already knows its side.
}

// braced reads a balanced {…} at the present position and reports its content.
func (l *lexer) braced() (string, bool) {
	i := l.pos
	for i < len(l.src) && isSpace(l.src[i]) {
		i++
	}
	if i >= len(l.src) || l.src[i] != '{' {
		return "", false
	}
	end := closingBrace(l.src, i)
	if end < 0 {
		return "", false
	}
	l.pos = end + 1
	return l.src[i+1 : end], true
}

// closingBrace is the place of the brace that closes the one at i, or -1.
func closingBrace(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// textual reads the argument of \text: a separator, a number, words.
func (l *lexer) textual(from int) {
	content, ok := l.braced()
	if !ok {
		l.spaced = true // \bf and the like, or a broken group: the rest is read as it stands
		return
	}
	content = unwrap(content)
	lower := strings.ToLower(strings.Trim(content, " ,.;\n\t"))
	if f, known := functions[lower]; known && !isUnitWord(lower) {
		l.add(kFunction, from, f.name)
		return
	}
	switch {
	case content == "" || strings.Trim(content, " ~\\") == "":
		l.spaced = true
	case lower == "" && strings.ContainsAny(content, ",;"):
		l.add(kComma, from, "")
	case lower == "and" || strings.HasSuffix(lower, " and"):
		l.add(kAnd, from, "and")
	case lower == "or" || strings.HasSuffix(lower, " or"):
		l.add(kOr, from, "or")
	case lower == "percent" || lower == "%" || lower == `\%`:
		l.add(kPercent, from, "")
	default:
		if w, _, _ := strings.Cut(lower, " "); proseWords[w] && len(w) > 1 && !isUnitWord(w) {
			l.prose = true
		}
		l.add(kText, from, content)
	}
}

// roman reads the argument of \mathrm or \operatorname: a function, a letter, words.
func (l *lexer) roman(from int) {
	content, ok := l.braced()
	if !ok {
		l.spaced = true
		return
	}
	trimmed := strings.Trim(content, ` ~`)
	if f, known := functions[trimmed]; known {
		l.add(kFunction, from, f.name)
		return
	}
	if len(trimmed) == 1 && isLetter(trimmed[0]) && content[0] != '~' {
		l.add(kWord, from, trimmed)
		return
	}
	if m, known := words[trimmed]; known {
		l.add(m.kind, from, m.text)
		return
	}
	if trimmed == "" {
		l.spaced = true
		return
	}
	if _, unit := unitExpression(trimmed); !unit && !onlyLetters(trimmed) {
		l.pos = from + strings.IndexByte(l.src[from:], '{') // mathematics in roman type: read it as it stands
		return
	}
	l.add(kText, from, strings.ReplaceAll(trimmed, "~", " "))
}

func onlyLetters(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) && !isSpace(s[i]) && s[i] != '.' && s[i] != '~' {
			return false
		}
	}
	return true
}

// unwrap takes away font commands that enclose a whole text.
func unwrap(s string) string {
	s = strings.TrimSpace(s)
	for range 4 {
		inner, ok := strings.CutPrefix(s, `\`)
		if !ok {
			break
		}
		name, _, ok := strings.Cut(inner, "{")
		if m := commands[name]; !ok || m.kind != kTextual && m.kind != kRoman && m.kind != kFont {
			break
		}
		open := 1 + len(name)
		if closingBrace(s, open) != len(s)-1 {
			break
		}
		s = strings.TrimSpace(s[open+1 : len(s)-1])
	}
	return s
}

// numberSet reads the argument of \mathbb.
func (l *lexer) numberSet(from int) {
	content, ok := l.braced()
	if !ok && l.pos < len(l.src) {
		content = l.src[l.pos : l.pos+1]
		l.pos++
	}
	if name, known := numberSets[strings.TrimSpace(content)]; known {
		l.add(kNumberSet, from, name)
		return
	}
	if content = strings.TrimSpace(content); len(content) == 1 && isLetter(content[0]) {
		l.add(kWord, from, content)
		return
	}
	l.fail(from, `\mathbb needs a letter`)
}

// environment reads \begin{name} or \end{name}, with the column list of an array.
func (l *lexer) environment(k kind, from int) {
	name, ok := l.braced()
	if !ok {
		l.fail(from, "an environment without a name")
		return
	}
	if k == kClose {
		l.envs = l.envs[:max(0, len(l.envs)-1)]
		l.pop()
	} else {
		l.envs = append(l.envs, isLines(name))
		l.push(true)
		if name == "array" {
			l.braced()
		}
	}
	l.add(k, from, strings.TrimSuffix(name, "*"))
}

// isLines reports whether an environment holds lines of mathematics, in which
// & only says where they are aligned.
func isLines(environment string) bool {
	switch strings.TrimSuffix(environment, "*") {
	case "aligned", "align", "gathered", "gather", "split", "equation", "eqnarray", "alignedat":
		return true
	}
	return false
}
