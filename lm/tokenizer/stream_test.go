package tokenizer_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"segue/lm/tokenizer"
)

func TestStreamGivesWholeCharacters(t *testing.T) {
	p := ownVocabularies(t)["bytes"]
	s := tokenizer.NewStream(p)
	var got []string
	for _, id := range p.Encode("é日👍a", false) {
		got = append(got, s.Push(id))
	}
	if want := "|é|||日||||👍|a"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "|"), want)
	}
}

func TestStreamFlushesWhatIsCutShort(t *testing.T) {
	p := ownVocabularies(t)["bytes"]
	s := tokenizer.NewStream(p)
	if got := s.Push(p.Encode("é", false)[0]); got != "" {
		t.Errorf("Push of half a character: got %q", got)
	}
	if got := s.Flush(); got != "\uFFFD" {
		t.Errorf("Flush: got %q, want U+FFFD", got)
	}
	if got := s.Flush(); got != "" {
		t.Errorf("second Flush: got %q", got)
	}
}

func TestInvalidBytesAreReplacedBySubparts(t *testing.T) {
	p := ownVocabularies(t)["bytes"]
	for text, want := range map[string]string{
		"a\xffb":               "a\uFFFDb",
		"\xe6\x97":             "\uFFFD", // one character cut short
		"\xe6\x97x":            "\uFFFDx",
		"\xf0\x9f\x91\xe6\x97": "\uFFFD\uFFFD",
		"\xc0\xaf":             "\uFFFD\uFFFD", // overlong: two bytes that begin nothing
		"\xed\xa0\x80":         "\uFFFD\uFFFD\uFFFD",
	} {
		if got := p.Decode(p.Encode(text, false)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestStreamEqualsDecode(t *testing.T) {
	own := ownVocabularies(t)
	rapid.Check(t, func(t *rapid.T) {
		p := own[rapid.SampledFrom([]string{"bytes", "characters", "trained", "words"}).Draw(t, "vocabulary")]
		ids := rapid.SliceOf(rapid.Int32Range(-1, int32(p.Vocabulary()))).Draw(t, "ids")
		s := tokenizer.NewStream(p)
		var text strings.Builder
		for _, id := range ids {
			piece := s.Push(id)
			if !utf8.ValidString(piece) {
				t.Fatalf("Push(%d) = %q, not UTF-8", id, piece)
			}
			text.WriteString(piece)
		}
		text.WriteString(s.Flush())
		if want := p.Decode(ids); text.String() != want {
			t.Fatalf("got %q, want %q", text.String(), want)
		}
	})
}
