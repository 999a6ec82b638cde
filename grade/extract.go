package grade

import (
	"regexp"
	"strings"
)

// Extract finds the text of a response that states its answer. The strongest
// kind of anchor decides and its last occurrence wins; nothing falls through to
// a weaker pattern once a stronger one matched, so a malformed final answer is
// never replaced by a number from the working.
//
// The anchors are, strongest first: the <answer> element (an unclosed one runs
// to the end); a balanced \boxed; a line that begins a final answer ("Final
// answer:", "Answer:", "The answer is", "####"). Without an anchor the whole
// text is the answer. With whole, only the <answer> element counts.
func Extract(response string, whole bool) string {
	text, _ := anchored(response, whole)
	return text
}

// anchored is Extract, and says whether an anchor was found.
func anchored(response string, whole bool) (string, bool) {
	if text, ok := lastElement(response, "answer"); ok {
		if boxed, ok := lastBoxed(text); ok && !whole {
			text = boxed
		}
		return strings.TrimSpace(text), true
	}
	response = afterThinking(response)
	if whole {
		return strings.TrimSpace(response), false
	}
	if text, ok := lastBoxed(response); ok {
		return strings.TrimSpace(text), true
	}
	if text, ok := lastAnswerLine(response); ok {
		return strings.TrimSpace(text), true
	}
	return strings.TrimSpace(response), false
}

// lastElement is the content of the last <name> element, whatever its case.
func lastElement(s, name string) (string, bool) {
	lower := asciiLower(s)
	start := strings.LastIndex(lower, "<"+name+">")
	if start < 0 {
		return "", false
	}
	start += len(name) + 2
	if end := strings.Index(lower[start:], "</"+name+">"); end >= 0 {
		return s[start : start+end], true
	}
	return s[start:], true
}

// asciiLower lower-cases without changing byte offsets.
func asciiLower(s string) string {
	lower := []byte(s)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	return string(lower)
}

// afterThinking drops what stands before the end of a thinking block.
func afterThinking(s string) string {
	const end = "</think>"
	if i := strings.LastIndex(asciiLower(s), end); i >= 0 {
		return s[i+len(end):]
	}
	return s
}

// lastBoxed is the content of the last \boxed or \fbox with balanced braces.
func lastBoxed(s string) (string, bool) {
	start := max(strings.LastIndex(s, `\boxed{`), strings.LastIndex(s, `\fbox{`))
	if start < 0 {
		return "", false
	}
	open := start + strings.IndexByte(s[start:], '{')
	depth := 0
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[open+1 : i], true
			}
		}
	}
	return s[open+1:], true
}

var answerLine = regexp.MustCompile(`(?im)(?:^[ \t>*_#-]*(?:(?:the )?(?:final |correct )?answer)(?:[*_ ]*(?::|=|\bis\b:?)[*_ ]*)|\b(?:the )(?:final |correct )?answer is:?[*_ ]*|^####[ \t]*)(\S[^\n]*)$`)

// lastAnswerLine is what follows the last announcement of an answer on its line.
func lastAnswerLine(s string) (string, bool) {
	all := answerLine.FindAllStringSubmatch(s, -1)
	if len(all) == 0 {
		return "", false
	}
	return strings.TrimRight(strings.TrimSpace(all[len(all)-1][1]), "*_"), true
}
