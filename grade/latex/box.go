package latex

import "strings"

// box is the place of a \boxed{…} in a text.
type box struct {
	from, to int // of the whole command
	content  string
}

// maxBoxes is how many boxes, from the end, are looked at.
const maxBoxes = 32

// boxes finds the last outermost boxes.
func boxes(s string) []box {
	at, n := len(s), 0
	for i := len(s); n < maxBoxes; {
		if i = strings.LastIndex(s[:i], "box"); i < 0 {
			break
		}
		back := max(0, i-len("beginbox"))
		if b := strings.LastIndexByte(s[back:i], '\\'); b >= 0 {
			at = back + b
			n++
		}
	}
	var found []box
	for at < len(s) {
		i, width := nextBox(s[at:])
		if i < 0 {
			break
		}
		b := boxAt(s, at+i, at+i+width)
		found = append(found, b)
		at = b.to
	}
	return found
}

// boxAt is the box whose command ends at open. A box that is not closed takes
// the rest of its line.
func boxAt(s string, from, open int) box {
	for open < len(s) && s[open] == ' ' {
		open++
	}
	if open == len(s) || s[open] != '{' { // \boxed 5
		end := open
		for end < len(s) && (isDigit(s[end]) || isLetter(s[end])) {
			end++
		}
		return box{from, end, s[open:end]}
	}
	if end := closingBrace(s, open); end >= 0 {
		return box{from, end + 1, s[open+1 : end]}
	}
	line, _, _ := strings.Cut(s[open+1:], "\n")
	return box{from, open + 1 + len(line), strings.TrimRight(line, "$ ")}
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
// that state the same answer in parts, and the place of the last; -1 if there is none.
func lastBoxes(s string) (string, int) {
	all := boxes(s)
	if len(all) == 0 {
		return "", -1
	}
	first := len(all) - 1
	last := all[first]
	for first > 0 && joined(s[all[first-1].to:all[first].from]) {
		first--
	}
	var parts []string
	for i, b := range all[first:] {
		if i == 0 || b.content != all[first+i-1].content {
			parts = append(parts, b.content)
		}
	}
	return strings.Join(parts, ", ") + percentBehind(s[last.to:]), last.from
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
