package constraint

import (
	"fmt"
	"regexp"
	"strings"
)

var starDivider = regexp.MustCompile(`\s?\*\*\*\s?`)

func init() { registerAll(ifevalLengthChecks) }

var ifevalLengthChecks = []Check{
	{
		ID: "length_constraints:number_words", Doc: "has so many words; a word is a run of letters, digits and underscores",
		Params: []Param{integer("num_words", "threshold"), relation("relation")},
		Sample: Sample{`{"num_words":3,"relation":"at least"}`, "It's fine.", "Fine."},
		Test: func(r string, a Args) (bool, error) {
			return a.compare(len(wordRuns(r)), a.Text("relation"), a.Int("num_words")), nil
		},
	},
	{
		ID: "length_constraints:number_sentences", Doc: "has so many sentences, as the English Punkt model cuts them",
		Approx: "sentences: own Punkt procedure over the published English model",
		Params: []Param{integer("num_sentences", "threshold"), relation("relation")},
		Sample: Sample{`{"num_sentences":2,"relation":"less than"}`, "Dr. Who came.", "He came. She left."},
		Test: func(r string, a Args) (bool, error) {
			sentences, err := punktSentences(r)
			return err == nil && a.compare(len(sentences), a.Text("relation"), a.Int("num_sentences")), err
		},
	},
	{
		ID: "length_constraints:number_paragraphs", Doc: "has exactly so many paragraphs divided by ***, none between two dividers blank",
		Params: []Param{integer("num_paragraphs", "paragraphs")},
		Sample: Sample{`{"num_paragraphs":2}`, "One\n***\nTwo", "One\n\nTwo"},
		Test: func(r string, a Args) (bool, error) {
			n, ok := filled(starDivider.Split(r, -1))
			a.Note("found %d paragraphs, wanted %d", n, a.Int("num_paragraphs"))
			return ok && n == a.Int("num_paragraphs"), nil
		},
	},
	{
		ID:  "length_constraints:nth_paragraph_first_word",
		Doc: "has exactly so many paragraphs divided by blank lines, and the given one begins with the word",
		Params: []Param{positive("num_paragraphs", "paragraphs"), positive("nth_paragraph", "which paragraph, from 1"),
			short("first_word", "the word, ignoring case")},
		Sample: Sample{`{"num_paragraphs":2,"nth_paragraph":2,"first_word":"then"}`, "First.\n\nThen, second.", "Then.\n\nFirst."},
		Test:   nthParagraphFirstWord,
	},
}

// filled counts the parts that are not blank. A blank part is allowed only as first or last.
func filled(parts []string) (int, bool) {
	n := 0
	for i, part := range parts {
		if strip(part) != "" {
			n++
		} else if i > 0 && i < len(parts)-1 {
			return n, false
		}
	}
	return n, true
}

// nthParagraphFirstWord counts blank paragraphs out, but takes the n-th of all pieces between
// double line breaks, as the published check does.
func nthParagraphFirstWord(r string, a Args) (bool, error) {
	nth, want := a.Int("nth_paragraph"), a.Int("num_paragraphs")
	if nth > want {
		return false, fmt.Errorf("paragraph %d is not among %d", nth, want)
	}
	pieces := strings.Split(r, "\n\n")
	n := 0
	for _, piece := range pieces {
		if strip(piece) != "" {
			n++
		}
	}
	if n != want {
		a.Note("found %d paragraphs, wanted %d", n, want)
		return false, nil
	}
	words := fields(pieces[nth-1])
	if len(words) == 0 {
		a.Note("paragraph %d is blank", nth)
		return false, nil
	}
	word := strings.TrimLeft(strings.TrimLeft(words[0], "'"), `"`)
	if i := strings.IndexAny(word, `.,?!'"`); i >= 0 {
		word = word[:i]
	}
	a.Note("paragraph %d begins with %.80q", nth, word)
	return strings.EqualFold(word, a.Text("first_word")), nil
}
