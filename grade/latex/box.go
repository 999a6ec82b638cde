package latex

import "strings"

// box is the place of a \boxed{…} in a text.
type box struct {
	from, to int // of the whole command
	content  string
}

// boxes finds the outermost boxes. A box that is not closed takes the rest of
// its line.
func boxes(s string) []box {
	var found []box
	for i := 0; i < len(s); {
		at, width := nextBox(s[i:])
		if at < 0 {
			break
		}
		from, open := i+at, i+at+width
		for open < len(s) && s[open] == ' ' {
			open++
		}
		b := box{from: from}
		switch {
		case open < len(s) && s[open] == '{':
			end := closingBrace(s, open)
			if end < 0 {
				end = len(s)
				if n := strings.IndexByte(s[open:], '\n'); n >= 0 {
					end = open + n
				}
				b.content, b.to = strings.TrimRight(s[open+1:end], "$ "), end
			} else {
				b.content, b.to = s[open+1:end], end+1
			}
		default: // \boxed 5
			end := open
			for end < len(s) && (isDigit(s[end]) || isLetter(s[end])) {
				end++
			}
			b.content, b.to = s[open:end], end
		}
		found = append(found, b)
		i = max(b.to, open)
	}
	return found
}

// nextBox is the place of the next box command and its width.
func nextBox(s string) (at, width int) {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], '\\')
		if i < 0 {
			return -1, 0
		}
		i += from
		for _, name := range [...]string{`\boxed`, `\fbox`, `\beginboxed`, `\framebox`} {
			rest, ok := strings.CutPrefix(s[i:], name)
			if ok && (rest == "" || !isLetter(rest[0])) {
				return i, len(name)
			}
		}
		from = i + 1
	}
}

// lastBoxes is the content of the last box, together with the boxes before it
// that state the same answer in parts.
func lastBoxes(s string) (string, bool) {
	all := boxes(s)
	if len(all) == 0 {
		return "", false
	}
	first := len(all) - 1
	last := all[first]
	for first > 0 && joined(s[all[first-1].to:all[first].from]) {
		first--
	}
	suffix := percentBehind(s[last.to:])
	if first == len(all)-1 {
		return last.content + suffix, true
	}
	var parts []string
	for i, b := range all[first:] {
		if i == 0 || b.content != all[first+i-1].content {
			parts = append(parts, strings.TrimSpace(b.content))
		}
	}
	return strings.Join(parts, ", ") + suffix, true
}

// percentBehind is a percent sign if one, in any spelling, stands right behind an anchor.
func percentBehind(rest string) string {
	rest = strings.TrimLeft(rest, "$ \\)]")
	lower := strings.ToLower(rest[:min(len(rest), 10)])
	if strings.HasPrefix(lower, "%") || strings.HasPrefix(lower, "percent") || strings.HasPrefix(lower, "pct") {
		return `\%`
	}
	return ""
}

// joinedDistance is how many bytes may stand between two boxes of one answer.
const joinedDistance = 70

// joined reports whether the text between two boxes joins them: nothing, a
// comma, or "and" or "or" among a few words that do not start a new thought.
func joined(between string) bool {
	if len(between) > joinedDistance || strings.ContainsAny(between, ".\n?!") {
		return false
	}
	conjunction, others := false, 0
	dollars := strings.Count(between, "$")
	for w := range strings.FieldsFuncSeq(between, func(r rune) bool { return r < 'A' || r > 'z' || r > 'Z' && r < 'a' }) {
		switch w = toLower(w); w {
		case "and", "or":
			conjunction = true
		case "text", "quad", "qquad", "mbox", "mathrm":
		case "but", "is", "are", "so", "then", "thus", "therefore", "hence", "after", "before", "not", "actually", "instead", "wait", "gives",
			"get", "got", "total", "which", "where", "sum", "answer", "now", "since", "because", "final", "we", "it":
			return false
		default:
			others++
		}
	}
	return conjunction && others <= 5 || others == 0 && dollars <= 4 && len(strings.Trim(between, " ,;$\\()&[]{}quad~!")) == 0
}
