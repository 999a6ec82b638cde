package latex

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"segue/grade/expr"
)

// number reads digits with their separators: "1,234.5", "1 000", "14{,}916",
// ".5", "6.02e23", "0.1\overline{6}".
func (l *lexer) number() {
	from := l.pos
	var buf [64]byte
	out := l.plainDigits(buf[:0])
	first := len(out)
	if first > 0 && first <= 3 && !l.afterSeparator(from) && !l.scripted() {
		out = l.thousands(out)
	}
	if l.listDepth == 0 && len(l.toks) == 0 && (len(out) == first && first > 3 || len(out) > first && strings.IndexByte(l.src[from:l.pos], ',') < 0) {
		out = l.decimalComma(out)
	}
	out = l.fraction(out)
	out = l.exponent(out)
	l.digits += len(out)
	if len(out) > l.limits.Digits || l.digits > l.limits.AllDigits {
		l.err = ErrLimit
	}
	l.add(kNumber, from, string(out))
}

// plainDigits appends the digits at the present position, of any script.
func (l *lexer) plainDigits(out []byte) []byte {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		if isDigit(c) {
			out = append(out, c)
			l.pos++
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeRuneInString(l.src[l.pos:])
		if !unicode.Is(unicode.Nd, r) {
			break
		}
		out = append(out, digitValue(r))
		l.pos += size
	}
	return out
}

// digitValue is the ASCII digit of a decimal digit of any script; the digits of
// a script stand together, in blocks that begin at a multiple of ten places
// after a non-digit.
func digitValue(r rune) byte {
	zero := r
	for r-zero < 9 && unicode.Is(unicode.Nd, zero-1) {
		zero--
	}
	return '0' + byte(r-zero)
}

// afterSeparator reports whether a digit and a comma stand right before the
// number, so that it is an element of a list rather than a group of thousands.
func (l *lexer) afterSeparator(from int) bool {
	return from >= 2 && l.src[from-1] == ',' && isDigit(l.src[from-2])
}

// scripted reports whether the number is a power or an index without braces.
func (l *lexer) scripted() bool {
	n := len(l.toks)
	return n > 0 && (l.toks[n-1].kind == kCaret || l.toks[n-1].kind == kUnder)
}

// groupGaps are the spellings of a gap between groups of three digits. A bare
// comma comes last and counts only where it cannot separate elements.
var groupGaps = []string{"{,}", "{, }", " {,}", " {, }", " {,} ", `{\,}`, `,\!`, `\,`, `\ `, `\;`, `\:`, `~`, "\u202f", "\u2009", "\u00a0", "\u2008", " ", ",", "."}

// thousands appends the groups of three digits that follow, if all are well formed.
func (l *lexer) thousands(out []byte) []byte {
	for _, gap := range groupGaps {
		if !strings.HasPrefix(l.src[l.pos:], gap) {
			continue
		}
		groups, end := l.groups(gap)
		if groups == "" || gap == "," && l.listDepth > 0 && groups[0] != '0' || gap == "." && !l.european(len(groups), end) {
			continue
		}
		l.pos = end
		return append(out, groups...)
	}
	return out
}

// european reports whether points separated the groups of digits: there are
// several, or a decimal comma follows.
func (l *lexer) european(digits, end int) bool {
	return l.listDepth == 0 && (digits > 3 || end+1 < len(l.src) && l.src[end] == ',' && isDigit(l.src[end+1]))
}

// groups reads (gap ddd)+ and reports the digits and where they end; nothing if
// a digit or a malformed group follows.
func (l *lexer) groups(gap string) (string, int) {
	var digits []byte
	i := l.pos
	for strings.HasPrefix(l.src[i:], gap) {
		j := i + len(gap)
		if gap[0] == '{' || gap == `,\!` {
			for j < len(l.src) && l.src[j] == ' ' {
				j++
			}
		}
		if !l.digitAt(j) {
			break
		}
		if !l.digitAt(j+1) || !l.digitAt(j+2) || l.digitAt(j+3) {
			return "", 0
		}
		digits = append(digits, l.src[j:j+3]...)
		i = j + 3
	}
	if gap == " " && strings.HasPrefix(strings.TrimLeft(l.src[i:], " "), "/") {
		return "", 0 // 3 125/1000 is a mixed number
	}
	return string(digits), i
}

// decimalComma reads "1000,99" or "1 000,99" when it is all there is, but for a
// unit: nobody lists two numbers so.
func (l *lexer) decimalComma(out []byte) []byte {
	rest := l.src[l.pos:]
	if len(rest) < 2 || rest[0] != ',' {
		return out
	}
	n := 1
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	if n == 1 || n > 3 || strings.ContainsAny(rest[n:], ",0123456789") {
		return out
	}
	l.pos += n
	return append(append(out, '.'), rest[1:n]...)
}

// fraction reads the decimals, and a repeating part.
func (l *lexer) fraction(out []byte) []byte {
	if l.pos >= len(l.src) || l.src[l.pos] != '.' {
		return out
	}
	next := l.pos + 1
	repeat, _ := l.repeating(next)
	if !l.digitAt(next) && repeat == "" {
		// The point ends a sentence, or was left without decimals as in "5.".
		if len(out) > 0 && (next == len(l.src) || l.src[next] != '.') && !l.sentenceEnd(next) {
			l.pos = next
		}
		return out
	}
	l.pos = next
	if len(out) == 0 {
		out = append(out, '0')
	}
	out = append(out, '.')
	out = l.plainDigits(out)
	if repeat, end := l.repeating(l.pos); repeat != "" {
		out = append(append(append(out, '('), repeat...), ')')
		l.pos = end
	}
	return out
}

func (l *lexer) sentenceEnd(i int) bool { return i == len(l.src) || isSpace(l.src[i]) }

// repeating reads \overline{36} or the like and reports its digits.
func (l *lexer) repeating(i int) (string, int) {
	rest := l.src[i:]
	for _, mark := range []string{`\overline{`, `\bar{`, `\dot{`, `\overline `, `\bar `} {
		inner, ok := strings.CutPrefix(rest, mark)
		if !ok {
			continue
		}
		n := 0
		for n < len(inner) && isDigit(inner[n]) {
			n++
		}
		if n == 0 {
			return "", 0
		}
		end := i + len(mark) + n
		if mark[len(mark)-1] == '{' {
			if n == len(inner) || inner[n] != '}' {
				return "", 0
			}
			end++
		}
		return inner[:n], end
	}
	return "", 0
}

// exponent reads the "e23" of "6.02e23".
func (l *lexer) exponent(out []byte) []byte {
	i := l.pos
	if i >= len(l.src) || l.src[i]|0x20 != 'e' || len(out) == 0 {
		return out
	}
	j := i + 1
	if j < len(l.src) && (l.src[j] == '-' || l.src[j] == '+') {
		j++
	}
	k := j
	for l.digitAt(k) {
		k++
	}
	if k == j || k-j > 9 {
		if k > j {
			l.err = ErrLimit
		}
		return out
	}
	l.pos = k
	return append(append(out, 'e'), l.src[i+1:k]...)
}

// value is the exact value of the text of a number token; inexact where it was
// written with a point or an exponent. Repeating decimals are exact.
func value(text string, limits Limits) (v *big.Rat, inexact bool, err error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return new(big.Rat).SetInt64(n), false, nil
	}
	mantissa, exp, scientific := strings.Cut(text, "e")
	shift := 0
	if scientific {
		if shift, err = strconv.Atoi(exp); err != nil || shift > limits.Exponent || -shift > limits.Exponent {
			return nil, false, ErrLimit
		}
	}
	whole, repeat, repeats := strings.Cut(mantissa, "(")
	integer, decimals, point := strings.Cut(whole, ".")
	shift -= len(decimals)
	if len(integer)+len(decimals) < 18 && shift <= 0 && shift > -18 && !repeats {
		n, _ := strconv.ParseInt(integer+decimals, 10, 64)
		return new(big.Rat).SetFrac64(n, powersOfTen[-shift]), true, nil
	}
	n, ok := new(big.Int).SetString(integer+decimals, 10)
	if !ok {
		return nil, false, &SyntaxError{0, "no number: " + text}
	}
	v = new(big.Rat).SetInt(n)
	if repeats {
		digits, ok := new(big.Int).SetString(strings.TrimSuffix(repeat, ")"), 10)
		if !ok {
			return nil, false, &SyntaxError{0, "no number: " + text}
		}
		nines := new(big.Int).Sub(tenTo(len(repeat)-1), big.NewInt(1))
		v.Add(v, new(big.Rat).SetFrac(digits, nines))
	}
	if shift >= 0 {
		v.Mul(v, new(big.Rat).SetInt(tenTo(shift)))
	} else {
		v.Quo(v, new(big.Rat).SetInt(tenTo(-shift)))
	}
	return v, (point || scientific) && !repeats, nil
}

var powersOfTen = func() (p [19]int64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = 10 * p[i-1]
	}
	return p
}()

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// inBase is the number whose digits are written to the given base, if they are
// digits of that base.
func inBase(digits string, base int64) (*expr.Node, bool) {
	if base < 2 || base > 36 {
		return nil, false
	}
	n, ok := new(big.Int).SetString(digits, int(base))
	if !ok {
		return nil, false
	}
	return expr.Rat(new(big.Rat).SetInt(n)), true
}
