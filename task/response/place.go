package response

import "unicode/utf8"

// Span is a range of a response in bytes, From included and To not.
type Span struct {
	From, To int
}

// Of is the part of the response that the span covers.
func (s Span) Of(text string) string { return text[s.From:s.To] }

// Characters is the span counted in Unicode code points, as the offset
// mappings of Python tokenizers count.
func (s Span) Characters(text string) Span {
	from := utf8.RuneCountInString(text[:s.From])
	return Span{from, from + utf8.RuneCountInString(s.Of(text))}
}

// Place is where a step stands in a response: Whole from <skill> to </answer>,
// Skill and Answer what its elements hold, white space included.
type Place struct {
	Whole, Skill, Answer Span
}
