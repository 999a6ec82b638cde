package planning

import (
	"slices"
	"strings"
	"unicode"
)

// kind says what a token of a step is.
type kind int

const (
	word   kind = iota // any other word, in lower case
	name               // a name of the problem, as the problem spells it
	number             // a bare integer
	clock              // a time of day, in minutes after midnight
	span               // a number followed by a unit of time ("3 days")
)

type token struct {
	kind kind
	text string
	n    int
}

// lexicon finds the names of one problem in free text, longest first, so that
// a name may hold blanks and may begin with another name. Case, hyphens and
// underscores do not matter, except that a name of a single letter keeps its
// case: "A" is a jug, "a" an article.
type lexicon struct {
	names []entry
}

type entry struct {
	name   string
	folded []rune
	exact  bool
}

func newLexicon(names ...string) lexicon {
	var l lexicon
	for _, n := range names {
		folded := fold(n)
		exact := len(folded) == 1
		if !exact {
			lower(folded)
		}
		if len(folded) > 0 {
			l.names = append(l.names, entry{n, folded, exact})
		}
	}
	slices.SortStableFunc(l.names, func(a, b entry) int { return len(b.folded) - len(a.folded) })
	return l
}

// fold joins runs of blanks, hyphens, dashes and underscores to one blank.
func fold(text string) []rune {
	out := make([]rune, 0, len(text))
	for _, r := range text {
		if unicode.IsSpace(r) || strings.ContainsRune("-_‐‑–—", r) {
			r = ' '
		}
		if r == ' ' && (len(out) == 0 || out[len(out)-1] == ' ') {
			continue
		}
		out = append(out, r)
	}
	if len(out) > 0 && out[len(out)-1] == ' ' {
		out = out[:len(out)-1]
	}
	return out
}

func lower(runes []rune) {
	for i, r := range runes {
		runes[i] = unicode.ToLower(r)
	}
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// tokens reads a step from left to right.
func (l lexicon) tokens(step string) []token {
	text := fold(step)
	low := slices.Clone(text)
	lower(low)
	var out []token
	for at := 0; at < len(text); {
		if !inWord(text[at]) {
			if e, ok := l.match(text, low, at); ok { // a name may begin with a sign
				out = append(out, token{kind: name, text: e.name})
				at += len(e.folded)
				continue
			}
			at++
			continue
		}
		if e, ok := l.match(text, low, at); ok {
			out = append(out, token{kind: name, text: e.name})
			at += len(e.folded)
			continue
		}
		t, next := scanWord(low, at)
		out = append(out, t)
		at = next
	}
	return joinUnits(out)
}

func (l lexicon) match(text, low []rune, at int) (entry, bool) {
	for _, e := range l.names {
		end := at + len(e.folded)
		if end > len(text) || end < len(text) && inWord(text[end]) && inWord(text[end-1]) {
			continue
		}
		if e.exact && text[at] == e.folded[0] || !e.exact && slices.Equal(low[at:end], e.folded) {
			return e, true
		}
	}
	return entry{}, false
}

// scanWord reads the word, integer or time of day that starts at position at.
func scanWord(low []rune, at int) (token, int) {
	if n, next, ok := scanInt(low, at); ok {
		if next+2 < len(low) && low[next] == ':' && isDigit(low[next+1]) && isDigit(low[next+2]) {
			minutes := int(low[next+1]-'0')*10 + int(low[next+2]-'0')
			next += 3
			if next+2 < len(low) && low[next] == ':' && isDigit(low[next+1]) { // seconds
				next += 3
			}
			return token{kind: clock, n: 60*n + minutes}, min(next, len(low))
		}
		if next == len(low) || !inWord(low[next]) && !(low[next] == '.' && next+1 < len(low) && isDigit(low[next+1])) {
			return token{kind: number, n: n}, next
		}
		if suffix := letters(low, next); suffix == "am" || suffix == "pm" || units[suffix] {
			return token{kind: number, n: n}, next
		}
	}
	end := at
	for end < len(low) && (inWord(low[end]) || low[end] == '.' && end+1 < len(low) && inWord(low[end+1])) {
		end++
	}
	return token{kind: word, text: string(low[at:end])}, end
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func letters(low []rune, at int) string {
	end := at
	for end < len(low) && inWord(low[end]) {
		end++
	}
	return string(low[at:end])
}

func scanInt(low []rune, at int) (n, next int, ok bool) {
	for next = at; next < len(low) && isDigit(low[next]); next++ {
		if n > 1e8 {
			return 0, at, false
		}
		n = 10*n + int(low[next]-'0')
	}
	return n, next, next > at
}

var units = map[string]bool{"days": true, "night": true, "nights": true, "minutes": true, "minute": true,
	"min": true, "mins": true, "hours": true, "hour": true, "hr": true, "hrs": true, "h": true}

// joinUnits turns "9 am" into a clock and "3 days" into a span. "1 day" stays
// a number because "Day 1 Day 4" would read the same.
func joinUnits(in []token) []token {
	out := in[:0]
	for _, t := range in {
		last := len(out) - 1
		if t.kind != word || last < 0 || out[last].kind != number && out[last].kind != clock {
			out = append(out, t)
			continue
		}
		switch {
		case t.text == "am" || t.text == "a.m":
			if out[last].kind == number {
				out[last].n *= 60
			}
			out[last].kind = clock
			if out[last].n >= 12*60 {
				out[last].n -= 12 * 60
			}
		case t.text == "pm" || t.text == "p.m":
			if out[last].kind == number {
				out[last].n *= 60
			}
			out[last].kind = clock
			if out[last].n < 12*60 {
				out[last].n += 12 * 60
			}
		case out[last].kind == number && units[t.text]:
			out[last].kind = span
		default:
			out = append(out, t)
		}
	}
	return out
}

// names lists the names among tokens in their order.
func names(tokens []token) []string {
	var out []string
	for _, t := range tokens {
		if t.kind == name {
			out = append(out, t.text)
		}
	}
	return out
}

// values lists the integers of tokens of one kind in their order.
func values(tokens []token, k kind) []int {
	var out []int
	for _, t := range tokens {
		if t.kind == k {
			out = append(out, t.n)
		}
	}
	return out
}

// says reports whether one of the words occurs among tokens.
func says(tokens []token, words ...string) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.kind == word && slices.Contains(words, t.text) })
}
