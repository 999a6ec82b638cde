package chat

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what a token of a template is.
type kind int

const (
	textToken  kind = iota // what stands outside of tags
	printBegin             // {{
	printEnd               // }}
	blockBegin             // {%
	blockEnd               // %}
	name
	stringToken
	integer
	decimal
	operator
	endOfFile
)

type token struct {
	kind kind
	text string
	line int
}

// lexer cuts a template into tokens with Jinja's trim_blocks and lstrip_blocks:
// the first newline after a block tag goes, and so do the blanks before one at
// the beginning of a line.
type lexer struct {
	source string
	at     int
	line   int
	fresh  bool // what was read last ended a line
	tokens []token
}

// lex returns the tokens of a template.
func lex(source string) ([]token, error) {
	source = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(source)
	source = strings.TrimSuffix(source, "\n")
	l := &lexer{source: source, line: 1, fresh: true}
	for l.at < len(l.source) {
		if err := l.next(); err != nil {
			return nil, fmt.Errorf("line %d: %w", l.line, err)
		}
	}
	l.add(endOfFile, "")
	return l.tokens, nil
}

func (l *lexer) add(k kind, text string) {
	l.tokens = append(l.tokens, token{k, text, l.line})
}

// skip moves over n bytes.
func (l *lexer) skip(n int) {
	l.line += strings.Count(l.source[l.at:l.at+n], "\n")
	l.at += n
}

// next reads the text up to a tag, and the tag.
func (l *lexer) next() error {
	rest := l.source[l.at:]
	open := nextTag(rest)
	if open < 0 {
		l.add(textToken, rest)
		l.skip(len(rest))
		return nil
	}
	text, tag := rest[:open], rest[open:open+2]
	mark := byte(0)
	if open+2 < len(rest) && (rest[open+2] == '-' || rest[open+2] == '+') {
		mark = rest[open+2]
	}
	switch {
	case mark == '-':
		text = strings.TrimRightFunc(text, unicode.IsSpace)
	case mark == 0 && tag != "{{":
		start := strings.LastIndexByte(text, '\n') + 1
		if (start > 0 || l.fresh) && strings.TrimSpace(text[start:]) == "" {
			text = text[:start]
		}
	}
	if text != "" {
		l.add(textToken, text)
	}
	l.skip(open + 2)
	if mark != 0 {
		l.skip(1)
	}
	l.fresh = false
	switch tag {
	case "{#":
		return l.comment()
	case "{{":
		return l.expression(printBegin, printEnd, "}}")
	}
	if done, err := l.raw(); done || err != nil {
		return err
	}
	return l.expression(blockBegin, blockEnd, "%}")
}

// nextTag returns where the next tag begins, -1 if there is none.
func nextTag(s string) int {
	for from := 0; ; {
		open := strings.IndexByte(s[from:], '{')
		if open < 0 {
			return -1
		}
		from += open
		if from+1 < len(s) && strings.IndexByte("{%#", s[from+1]) >= 0 {
			return from
		}
		from++
	}
}

func (l *lexer) comment() error {
	end := strings.Index(l.source[l.at:], "#}")
	if end < 0 {
		return errors.New("a comment {# is not closed")
	}
	mark := byte(0)
	if end > 0 {
		mark = l.source[l.at+end-1]
	}
	l.skip(end)
	l.closed(mark, true)
	return nil
}

// closed moves over the two bytes that close a tag, and what white space after
// it the mark before them asks to drop.
func (l *lexer) closed(mark byte, trim bool) {
	l.skip(2)
	rest := l.source[l.at:]
	switch {
	case mark == '-':
		n := len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
		l.fresh = n > 0 && rest[n-1] == '\n'
		l.skip(n)
	case trim && mark != '+' && strings.HasPrefix(rest, "\n"):
		l.skip(1)
		l.fresh = true
	}
}

var (
	rawBegin = regexp.MustCompile(`^\s*raw\s*(-?)%\}`)
	rawEnd   = regexp.MustCompile(`\{%([-+]?)\s*endraw\s*([-+]?)%\}`)
)

// raw reads {% raw %} … {% endraw %}, whose content is text. It reports false
// where the tag is another one.
func (l *lexer) raw() (bool, error) {
	begin := rawBegin.FindStringSubmatch(l.source[l.at:])
	if begin == nil {
		return false, nil
	}
	l.skip(len(begin[0]) - len("%}"))
	l.closed(sign(begin[1]), false)
	body := l.source[l.at:]
	end := rawEnd.FindStringSubmatchIndex(body)
	if end == nil {
		return true, errors.New("{% raw %} is not closed")
	}
	text := body[:end[0]]
	switch start := strings.LastIndexByte(text, '\n') + 1; sign(body[end[2]:end[3]]) {
	case '-':
		text = strings.TrimRightFunc(text, unicode.IsSpace)
	case 0:
		if (start > 0 || l.fresh) && strings.TrimSpace(text[start:]) == "" {
			text = text[:start]
		}
	}
	l.add(textToken, text)
	l.skip(end[1] - len("%}"))
	l.fresh = false
	l.closed(sign(body[end[4]:end[5]]), true)
	return true, nil
}

// sign returns the one byte of s, 0 for none.
func sign(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

var operators = []string{
	"//", "**", "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[", "]", "(", ")", "{", "}",
	">", "<", "=", ".", ":", "|", ",", ";",
}

// expression reads the tokens in a tag up to its end.
func (l *lexer) expression(begin, end kind, closing string) error {
	l.add(begin, "")
	depth := 0 // of brackets: }} in a dict does not close
	for l.at < len(l.source) {
		rest := l.source[l.at:]
		c := rest[0]
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(r):
			l.skip(n)
		case depth == 0 && strings.HasPrefix(rest, closing):
			l.add(end, "")
			l.closed(0, end == blockEnd)
			return nil
		case depth == 0 && (c == '-' || c == '+' && end == blockEnd) && strings.HasPrefix(rest[1:], closing):
			l.add(end, "")
			l.skip(1)
			l.closed(c, end == blockEnd)
			return nil
		case c == '\'' || c == '"':
			if err := l.quoted(c); err != nil {
				return err
			}
		case '0' <= c && c <= '9':
			l.number()
		case r == '_' || unicode.IsLetter(r):
			n := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			if n < 0 {
				n = len(rest)
			}
			l.add(name, rest[:n])
			l.skip(n)
		default:
			if err := l.operator(rest, &depth); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("a tag is not closed by %s", closing)
}

func (l *lexer) operator(rest string, depth *int) error {
	for _, op := range operators {
		if !strings.HasPrefix(rest, op) {
			continue
		}
		switch op {
		case "(", "[", "{":
			*depth++
		case ")", "]", "}":
			*depth--
		}
		l.add(operator, op)
		l.skip(len(op))
		return nil
	}
	return fmt.Errorf("unexpected character %q", rest[:min(len(rest), 1)])
}

func (l *lexer) number() {
	rest := l.source[l.at:]
	n := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && !('0' <= r && r <= '9') })
	if n < 0 {
		n = len(rest)
	}
	k := integer
	digits := func(from int) int { return runOfDigits(rest[min(from, len(rest)):]) }
	if n < len(rest) && rest[n] == '.' && digits(n+1) > 0 {
		k = decimal
		n += 1 + digits(n+1)
	}
	if n < len(rest) && (rest[n] == 'e' || rest[n] == 'E') {
		sign := n + 1
		if sign < len(rest) && (rest[sign] == '-' || rest[sign] == '+') {
			sign++
		}
		if digits(sign) > 0 {
			k = decimal
			n = sign + digits(sign)
		}
	}
	l.add(k, strings.ReplaceAll(rest[:n], "_", ""))
	l.skip(n)
}

func runOfDigits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

// quoted reads a string with Python's escapes.
func (l *lexer) quoted(mark byte) error {
	var b strings.Builder
	rest := l.source[l.at:]
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == mark:
			l.add(stringToken, b.String())
			l.skip(i + 1)
			return nil
		case c == '\\' && i+1 < len(rest):
			n, err := escape(&b, rest[i:])
			if err != nil {
				return err
			}
			i += n - 1
		default:
			b.WriteByte(c)
		}
	}
	return fmt.Errorf("a string is not closed by %c", mark)
}

// escape writes what the escape at the start of s stands for and returns its
// length.
func escape(b *strings.Builder, s string) (int, error) {
	if i := strings.IndexByte(`abfnrtv\'"`, s[1]); i >= 0 {
		b.WriteByte("\a\b\f\n\r\t\v\\'\""[i])
		return 2, nil
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[1]]
	switch {
	case digits > 0:
		if len(s) < 2+digits {
			return 0, fmt.Errorf("the escape %q is cut short", s)
		}
		r, err := strconv.ParseUint(s[2:2+digits], 16, 31)
		if err != nil {
			return 0, fmt.Errorf("the escape %q is not a number", s[:2+digits])
		}
		b.WriteRune(rune(r))
		return 2 + digits, nil
	case s[1] == '\n':
		return 2, nil
	}
	b.WriteByte('\\')
	return 1, nil
}
