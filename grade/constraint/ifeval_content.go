package constraint

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	bracketSlot = regexp.MustCompile(`\[.*?\]`)
	postscript  = map[string]*regexp.Regexp{
		"P.S.":  regexp.MustCompile(`p\.\s?s\.`),
		"P.P.S": regexp.MustCompile(`p\.\s?p\.\s?s`),
	}
)

func init() { registerAll(ifevalContentChecks) }

var ifevalContentChecks = []Check{
	{
		ID: "detectable_content:number_placeholders", Doc: "has at least so many placeholders in square brackets",
		Params: []Param{integer("num_placeholders", "placeholders")},
		Sample: Sample{`{"num_placeholders":2}`, "[name] at [place]", "[name]"},
		Test: func(r string, a Args) (bool, error) {
			return a.compare(len(bracketSlot.FindAllStringIndex(r, -1)), atLeast, a.Int("num_placeholders")), nil
		},
	},
	{
		ID: "detectable_content:postscript", Doc: "has a postscript with the marker, ignoring case; P.S. and P.P.S may be spaced",
		Params: []Param{short("postscript_marker", "the marker; any but P.S. and P.P.S is a regular expression")},
		Sample: Sample{`{"postscript_marker":"P.S."}`, "Bye.\np. s. more", "Bye."},
		Test: func(r string, a Args) (bool, error) {
			marker := strip(a.Text("postscript_marker"))
			re := postscript[marker]
			if re == nil {
				var err error
				if re, err = regexp.Compile(strings.ToLower(marker)); err != nil {
					return false, fmt.Errorf("marker is not a regular expression: %w", err)
				}
			}
			return re.MatchString(strings.ToLower(r)), nil
		},
	},
	{
		ID: "language:response_language", Doc: "is in the language; a text without letters passes",
		Approx: "language: frequent words, then letter trigrams",
		Params: []Param{short("language", "ISO 639-1 code")},
		Sample: Sample{`{"language":"de"}`, "Das ist ein Satz auf Deutsch.", "This is a sentence in English."},
		Test: func(r string, a Args) (bool, error) {
			code, known := language(r)
			a.Note("the language seems to be %q", code)
			return !known || code == a.Text("language"), nil
		},
	},
}
