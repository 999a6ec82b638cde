package latex

import (
	"strings"
)

// lastPhrase is what follows the last "answer is", "answer:" or "answer" of a
// text, or else the last "result is", and its place; -1 if there is none. An
// answer that was called final outranks the others, and so does a line that
// begins with four number signs.
func lastPhrase(s string) (candidate string, at int, final bool) {
	if rest, at := numberSigns(s); at >= 0 {
		return statement(rest), at, true
	}
	lower := toLower(s)
	plain := -1
	for _, word := range [...]string{"answer", "result"} {
		for i := len(lower); i > 0 && plain < 0; {
			if i = strings.LastIndex(lower[:i], word); i < 0 {
				break
			}
			called := strings.HasSuffix(strings.TrimRight(lower[:i], " *_"), "final")
			rest, ok := stated(lower, i+len(word), called)
			if ok && called {
				return statement(s[rest:]), rest, true
			}
			if ok {
				plain = rest
			}
		}
	}
	if plain < 0 {
		return "", -1, false
	}
	if at := lastFinal(lower[:plain]); at >= 0 {
		return statement(s[at:]), at, true
	}
	return statement(s[plain:]), plain, false
}

// lastFinal is where the last statement of a final answer begins, or -1.
func lastFinal(lower string) int {
	for i := len(lower); i > 0; {
		if i = strings.LastIndex(lower[:i], "final answer"); i < 0 {
			break
		}
		if rest, ok := stated(lower, i+len("final answer"), true); ok {
			return rest
		}
	}
	return -1
}

// numberSigns is what follows #### at the last begin of a line that has it.
func numberSigns(s string) (rest string, at int) {
	const mark = "####"
	at = strings.LastIndex(s, "\n"+mark) + 1
	rest, ok := strings.CutPrefix(s[at:], mark)
	if !ok || strings.HasPrefix(rest, "#") || !statesMath(rest) {
		return "", -1
	}
	return rest, at
}

// stated reports whether the word "answer" that ends at i states an answer, and
// where the statement begins. A final answer may also be a heading.
func stated(lower string, i int, final bool) (int, bool) {
	rest := lower[i:]
	if s, ok := strings.CutPrefix(rest, "s"); ok {
		rest = s
		i++
	}
	trimmed := strings.TrimLeft(rest, " *_\"'")
	at := i + len(rest) - len(trimmed)
	if final && strings.HasPrefix(trimmed, "\n") {
		return at, strings.TrimSpace(trimmed) != ""
	}
	for _, verb := range [...]string{"is:", "is :", "is", "are", ":", "=", "would be", "must be", "will be"} {
		if after, ok := strings.CutPrefix(trimmed, verb); ok {
			if isLetter(verb[len(verb)-1]) && after != "" && isLetter(after[0]) {
				continue // "issue"
			}
			return at + len(verb), strings.TrimSpace(after) != ""
		}
	}
	for _, opening := range [...]string{"$", `\(`, `\[`} {
		if strings.HasPrefix(trimmed, opening) {
			return at, true
		}
	}
	return 0, false
}

// statement cuts the answer out of the text that follows an anchor: up to the
// end of the sentence or line, from the last "is", reduced to the mathematics in it.
func statement(s string) string {
	s = strings.TrimLeft(s, " *_:\n\t")
	s = s[:sentence(s)]
	if len(s) > shortText {
		s = s[:shortText]
	}
	s = trimEmphasis(s)
	if i := lastVerb(s); i > 0 {
		s = s[i:]
	}
	s = trimHedges(beforeReason(s))
	if envs := environments(s); len(envs) > 0 {
		if outside(s, envs) <= 3 {
			return strings.TrimSpace(s)
		}
		math, _ := lastGroup(s, envs)
		return math
	}
	n := 0
	for range proseOf(s) {
		n++
	}
	if n > 2 {
		if number, at := lastNumber(s, nil); at >= 0 {
			return number
		}
	}
	return strings.TrimSpace(s)
}

// beforeReason cuts off a reason that follows the answer.
func beforeReason(s string) string {
	for _, word := range [...]string{", since ", " since ", " because ", ", as ", ", which ", ", where ", " (see "} {
		if before, _, ok := strings.Cut(s, word); ok && hasDigit(before) {
			s = before
		}
	}
	return s
}

// trimHedges drops adverbs in front of an answer.
func trimHedges(s string) string {
	s = strings.TrimSpace(s)
	for range 4 {
		word, rest, ok := strings.Cut(s, " ")
		if !ok || !isHedge(toLower(strings.Trim(word, ","))) {
			break
		}
		s = strings.TrimSpace(rest)
	}
	return s
}

// isHedge reports whether a word in front of an answer adds nothing to its value.
func isHedge(w string) bool {
	switch w {
	case "approximately", "about", "approx", "roughly", "therefore", "thus", "hence", "then", "exactly", "simply", "just", "indeed", "only":
		return true
	}
	return false
}

// trimEmphasis drops the marks of bold and italic type around a text.
func trimEmphasis(s string) string {
	return strings.TrimSpace(strings.Trim(strings.TrimSpace(s), "*_`"))
}

// lastVerb is the place behind the last " is " or " are " of running text.
func lastVerb(s string) int {
	last := -1
	for _, verb := range [...]string{" is ", " are ", " equals "} {
		if i := strings.LastIndex(s, verb); i >= 0 && strings.TrimSpace(s[i+len(verb):]) != "" {
			last = max(last, i+len(verb))
		}
	}
	return last
}

// sentence is the length of the first sentence of s: up to a full stop behind
// which white space stands, outside environments, a line break between
// paragraphs, or a control token of a chat format.
func sentence(s string) int {
	dollars, display := false, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i+1 < len(s) {
				switch s[i+1] {
				case '[', '(':
					display++
				case ']', ')':
					display--
				}
			}
			i++
		case '$':
			dollars = !dollars
		case '.':
			if !dollars && display <= 0 && (i+1 == len(s) || isSpace(s[i+1])) {
				return i
			}
		case '\n':
			if display <= 0 && !dollars {
				return i
			}
		case '<':
			if strings.HasPrefix(s[i:], "<|") {
				return i
			}
		}
	}
	return len(s)
}

// lastBold is the last **…** that holds mathematics and no heading.
func lastBold(s string) (string, bool) {
	end := len(s)
	for range 64 {
		j := strings.LastIndex(s[:end], "**")
		if j < 0 {
			return "", false
		}
		i := strings.LastIndex(s[:j], "**")
		if i < 0 {
			return "", false
		}
		inner := strings.TrimSpace(s[i+2 : j])
		if isAnswerLike(inner) {
			return inner, true
		}
		end = i
	}
	return "", false
}

// isAnswerLike reports whether bold text is an answer rather than a heading or
// the number of a step.
func isAnswerLike(s string) bool {
	if s == "" || len(s) > 120 || strings.ContainsAny(s, "\n") || strings.HasSuffix(s, ":") {
		return false
	}
	if n := len(s); isDigit(s[0]) && (s[n-1] == '.' || s[n-1] == ')') && strings.Trim(s[:n-1], "0123456789") == "" {
		return false // "1." and "2)" count steps
	}
	for range proseOf(s) {
		return false
	}
	if counts(strings.TrimRight(s, " .):0123456789")) { // "Step 1."
		return false
	}
	return hasDigit(s) || strings.ContainsAny(s, `$\=`)
}
