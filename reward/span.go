package reward

import (
	"strings"
	"unicode/utf8"
)

// Span is a range of a response in bytes, From included and To not.
type Span struct {
	From, To int
}

// Characters is the span counted in Unicode code points, as the offset
// mappings of Python tokenizers count.
func (s Span) Characters(text string) Span {
	from := utf8.RuneCountInString(text[:s.From])
	return Span{from, from + utf8.RuneCountInString(text[s.From:s.To])}
}

// place is where a step stands in a response: from <skill> to </answer>, with
// the contents of both elements.
type place struct {
	whole, skill, answer Span
}

// places finds the n steps of a response that has the strict form, so that
// each element runs to the first tag that closes it.
func places(text string, n int) []place {
	at := 0
	if strings.HasPrefix(strings.TrimSpace(text), "<think>") {
		at = strings.Index(text, "</think>") + len("</think>")
	}
	out := make([]place, n)
	for i := range out {
		var p place
		p.skill, at = content(text, at, "skill")
		p.whole.From = p.skill.From - len("<skill>")
		p.answer, at = content(text, at, "answer")
		p.whole.To = at
		out[i] = p
	}
	return out
}

// content is the span between the next <name> and its </name>, and the place
// after it.
func content(text string, at int, name string) (Span, int) {
	from := at + strings.Index(text[at:], "<"+name+">") + len(name) + 2
	to := from + strings.Index(text[from:], "</"+name+">")
	return Span{from, to}, to + len(name) + 3
}
