package latex

import (
	"strings"
)

// span is a mathematical environment in running text.
type span struct {
	from, to           int // with its delimiters
	contentAt, contEnd int
}

// environments finds $…$, $$…$$, \(…\), \[…\] and \begin{…}…\end{…} from the left.
// A dollar sign without a partner is a currency sign.
func environments(s string) []span {
	var found []span
	open := 0 // environments that do not end
	for i := 0; i < len(s) && open < maxOpen; {
		var env span
		ok, width := false, 1
		switch {
		case s[i] == '$':
			if strings.HasPrefix(s[i:], "$$") {
				width = 2
			}
			if end := closingDollar(s, i+width, width); end >= 0 {
				env, ok = span{i, end + width, i + width, end}, true
			}
		case s[i] == '\\' && i+1 < len(s):
			width = 2
			switch s[i+1] {
			case '(':
				env, ok = delimited(s, i, `\)`)
			case '[':
				env, ok = delimited(s, i, `\]`)
			case 'b':
				env, ok = beginEnvironment(s, i)
			}
			if !ok && (s[i+1] == '(' || s[i+1] == '[' || strings.HasPrefix(s[i:], `\begin{`)) {
				open++
			}
		}
		if !ok {
			i += width
			continue
		}
		found = append(found, env)
		i = env.to
	}
	return found
}

// maxOpen is how many environments without an end a text may have before the rest
// of it is taken as running text.
const maxOpen = 256

// maxDisplay is how many bytes an environment may take; it bounds the search
// for an end that is missing.
const maxDisplay = 8192

// delimited is the environment that begins with two characters at i and ends with closer.
func delimited(s string, i int, closer string) (span, bool) {
	inner := s[i+2 : min(len(s), i+2+maxDisplay)]
	n := strings.Index(inner, closer)
	if n < 0 {
		return span{}, false
	}
	return span{i, i + n + 4, i + 2, i + 2 + n}, true
}

// beginEnvironment is the environment of displayed equations or the matrix that begins at i.
func beginEnvironment(s string, i int) (span, bool) {
	rest, ok := strings.CutPrefix(s[i:min(len(s), i+maxDisplay)], `\begin{`)
	if !ok {
		return span{}, false
	}
	name, _, ok := strings.Cut(rest[:min(len(rest), 20)], "}")
	if !ok {
		return span{}, false
	}
	end := `\end{` + name + "}"
	n := strings.Index(rest, end)
	if n < 0 {
		return span{}, false
	}
	to := i + len(`\begin{`) + n + len(end)
	return span{i, to, i, to}, true
}

// maxInline is how long an inline environment may be: a dollar sign further away
// is the price of something else.
const maxInline = 2000

// closingDollar finds the delimiter that closes an environment of dollar signs.
func closingDollar(s string, i, width int) int {
	for start := i; i < len(s) && i-start < maxInline; i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '$':
			if i == start {
				return -1
			}
			if width == 1 || strings.HasPrefix(s[i:], "$$") {
				return i
			}
		case s[i] == '\n' && width == 1 && strings.HasPrefix(s[i:], "\n\n"):
			return -1
		}
	}
	return -1
}

// lastGroup is the last environment of a text, with those before it that only
// separators divide from it, and where it ends.
func lastGroup(s string, envs []span) (string, int) {
	n := len(envs)
	if n == 0 {
		return "", -1
	}
	first := n - 1
	for first > 0 && n-first < 6 && separates(s[envs[first-1].to:envs[first].from]) {
		first--
	}
	last := envs[n-1]
	parts := make([]string, 0, n-first)
	for _, e := range envs[first:] {
		parts = append(parts, strings.TrimSpace(s[e.contentAt:e.contEnd]))
	}
	return strings.Join(parts, ", ") + percentBehind(s[last.to:]), last.to
}

// separates reports whether a text only separates the elements of a list.
func separates(between string) bool {
	if strings.TrimSpace(between) == "" {
		return false
	}
	for w := range strings.FieldsFuncSeq(between, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\n' }) {
		if w = strings.ToLower(w); w != "and" && w != "or" {
			return false
		}
	}
	return len(between) < 12
}

// outside counts the words of running text around environments.
func outside(s string, envs []span) int {
	n, at := 0, 0
	for _, e := range append(envs[:len(envs):len(envs)], span{from: len(s), to: len(s)}) {
		for w := range strings.FieldsSeq(s[at:e.from]) {
			if strings.Trim(w, `.,;:"'\*`) != "" {
				n++
			}
		}
		at = e.to
	}
	return n
}

// lastNumber is the last number in running text outside environments, with its
// sign, its fraction and its percent sign, and its place; -1 if there is none.
// A number begins the text or follows white space, a bracket, a sign, or a
// currency sign, so that the 2 of "AZYUK2A" is none.
func lastNumber(s string, envs []span) (string, int) {
	for i := len(s) - 1; i >= 0; i-- {
		if n := len(envs); n > 0 && i < envs[n-1].to {
			if i >= envs[n-1].from {
				i = envs[n-1].from
				envs = envs[:n-1]
				continue
			}
			envs = envs[:n-1]
		}
		if !isDigit(s[i]) {
			continue
		}
		from := numberStart(s, i)
		if from > 0 && !beginsNumber(s[:from]) {
			i = from
			continue
		}
		if counts(s[:from]) {
			i = from
			continue
		}
		to := numberEnd(s, i+1)
		return s[from:to] + percentBehind(s[to:]), from
	}
	return "", -1
}

// counts reports whether the text before a number says that it only counts
// the parts of an argument.
func counts(before string) bool {
	before = strings.TrimRight(before, " \n#")
	i := len(before)
	for i > 0 && isLetter(before[i-1]) {
		i--
	}
	switch strings.TrimSuffix(toLower(before[i:]), "s") {
	case "step", "part", "case", "equation", "eq", "line", "figure", "problem", "question", "option", "method", "lemma", "theorem", "section":
		return true
	}
	return false
}

// numberStart walks back from the last digit of a number to its first byte.
func numberStart(s string, i int) int {
	for i > 0 {
		c := s[i-1]
		switch {
		case isDigit(c):
		case (c == ',' || c == '.' || c == '/') && i > 1 && isDigit(s[i-2]):
		case c == '.' || c == '-' || c == '/' && i > 1 && s[i-2] == ')':
			if c == '/' {
				return i
			}
			if c == '.' && i > 1 && (s[i-2] == '-' || isSpace(s[i-2])) || c == '-' {
				i--
				if c == '-' {
					return i
				}
				continue
			}
			return i
		case c == ' ' && thousandsGap(s, i):
		default:
			return i
		}
		i--
	}
	return i
}

// thousandsGap reports whether the blank before i stands between groups of digits.
func thousandsGap(s string, i int) bool {
	return i >= 2 && isDigit(s[i-2]) && i+2 < len(s) && isDigit(s[i]) && isDigit(s[i+1]) && isDigit(s[i+2]) && (i+3 == len(s) || !isDigit(s[i+3])) &&
		!(i >= 5 && isDigit(s[i-3]) && isDigit(s[i-4]) && isDigit(s[i-5]))
}

func numberEnd(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i < len(s) && s[i] == '!' {
		i++
	}
	return i
}

// beginsNumber reports whether a number may follow the text before.
func beginsNumber(before string) bool {
	c := before[len(before)-1]
	if c >= 0x80 {
		return true // a currency sign, a dash, a quotation mark
	}
	return !isLetter(c) && !isDigit(c) && c != '_' && c != '^' && c != '{'
}
