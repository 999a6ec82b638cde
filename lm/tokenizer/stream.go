package tokenizer

import "unicode/utf8"

// Stream decodes tokens one by one into whole characters. The texts it returns,
// put together, are what Decode returns for all ids at once.
type Stream struct {
	tokens  Tokenizer
	pending []byte // the beginning of a character, at most three bytes
}

// NewStream returns a stream over the vocabulary of t.
func NewStream(t Tokenizer) *Stream { return &Stream{tokens: t} }

// Push adds a token and returns the text that is now complete, often "".
func (s *Stream) Push(id int32) string { return s.PushBytes(s.tokens.Bytes(id)) }

// PushBytes adds bytes and returns the text that is now complete. It needs no
// vocabulary: the zero Stream will do.
func (s *Stream) PushBytes(b []byte) string {
	s.pending = append(s.pending, b...)
	whole := len(s.pending) - unfinished(s.pending)
	if whole == 0 {
		return ""
	}
	text := appendValid(nil, s.pending[:whole])
	s.pending = append(s.pending[:0], s.pending[whole:]...)
	return string(text)
}

// Flush returns what is left at the end, U+FFFD for a character cut short, and
// makes the stream ready for another text.
func (s *Stream) Flush() string {
	text := appendValid(nil, s.pending)
	s.pending = s.pending[:0]
	return string(text)
}

// unfinished returns the length of the character at the end of b that further
// bytes may complete, 0 if there is none.
func unfinished(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		tail := b[len(b)-n:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return n
			}
			return 0
		}
	}
	return 0
}

// appendValid appends b to dst with every maximal beginning of a character that
// is not continued, and every other byte that is not UTF-8, replaced by one
// U+FFFD (Unicode 15, section 3.9, "U+FFFD substitution of maximal subparts").
func appendValid(dst, b []byte) []byte {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			n = subpart(b)
			dst = append(dst, "\uFFFD"...)
		} else {
			dst = append(dst, b[:n]...)
		}
		b = b[n:]
	}
	return dst
}

// subpart returns the length of the longest beginning of b that could be the
// beginning of a character, at least 1. b does not begin with a whole one.
func subpart(b []byte) int {
	n := 1
	for n < len(b) && n < utf8.UTFMax-1 && !utf8.FullRune(b[:n+1]) {
		n++
	}
	if utf8.FullRune(b[:1]) {
		return 1
	}
	return n
}
