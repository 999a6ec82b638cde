package generation

import "bytes"

// scanner collects a continuation's text and looks for stop texts, which may
// span any number of tokens.
type scanner struct {
	text  []byte
	shown int // bytes that no stop text can take back
}

// push adds a token's bytes. When a stop text is met, the text is cut before
// the earliest one and that is returned.
func (s *scanner) push(token []byte, stops []string) (stop string, met bool) {
	from := len(s.text)
	s.text = append(s.text, token...)
	cut := len(s.text)
	for _, candidate := range stops {
		start := max(0, from-len(candidate)+1)
		if at := bytes.Index(s.text[start:], []byte(candidate)); at >= 0 && (!met || start+at < cut) {
			stop, cut, met = candidate, start+at, true
		}
	}
	s.text = s.text[:cut]
	return stop, met
}

// release returns the text that has become certain since the last call: all of
// it at the end, otherwise what cannot be the beginning of a stop text.
func (s *scanner) release(stops []string, end bool) []byte {
	to := len(s.text)
	if !end {
		to -= s.held(stops)
	}
	if to <= s.shown {
		return nil
	}
	part := s.text[s.shown:to:to]
	s.shown = to
	return part
}

// held is the length of the longest end of the text that begins a stop text.
func (s *scanner) held(stops []string) int {
	longest := 0
	for _, stop := range stops {
		for n := min(len(stop)-1, len(s.text)); n > longest; n-- {
			if string(s.text[len(s.text)-n:]) == stop[:n] {
				longest = n
				break
			}
		}
	}
	return longest
}
