package constraint

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var contraction = regexp.MustCompile(`(?i)[a-z]['’](?:t|s|re|ve|ll|d|m)\b`)

// bans are checks without arguments: what a text must not have or be.
var bans = []struct {
	id, doc, yes, no string
	bad              func(string) bool
}{
	{"segue:no-commas", "has no comma", "a and b", "a, b", func(r string) bool { return strings.Contains(r, ",") }},
	{"segue:no-digits", "has no digit", "two", "2", func(r string) bool { return strings.ContainsFunc(r, unicode.IsDigit) }},
	{"segue:no-line-breaks", "is one line", "a b\n", "a\nb", func(r string) bool { return strings.Contains(strings.TrimSpace(r), "\n") }},
	{"segue:no-blank-lines", "has no blank line between others", "a\nb\n", "a\n\nb", func(r string) bool { return len(Paragraphs(r)) > 1 }},
	{"segue:no-capitals", "has no capital letter", "a 1", "A", func(r string) bool { return strings.ContainsFunc(r, unicode.IsUpper) }},
	{"segue:no-contractions", "has no contraction or possessive with an apostrophe", "It is.", "It's.", contraction.MatchString},
	{"segue:no-emoji", "has no emoji", "a", "a 😀", func(r string) bool { return strings.ContainsFunc(r, isEmoji) }},
	{"segue:no-bullets", "has no list item, with a bullet or numbered", "a - b", "- a", func(r string) bool { return len(Items(r)) > 0 }},
	{"segue:only-ascii", "has only ASCII characters", "cafe", "café", func(r string) bool {
		return strings.ContainsFunc(r, func(c rune) bool { return c >= utf8.RuneSelf })
	}},
}

func init() {
	for _, ban := range bans {
		Register(Check{ID: ban.id, Doc: ban.doc, Sample: Sample{"", ban.yes, ban.no},
			Test: func(r string, a Args) (bool, error) { return !ban.bad(r), nil }})
	}
	registerAll(segueBansChecks)
}

var segueBansChecks = []Check{
	{
		ID: "segue:no-characters", Doc: "has none of the characters",
		Params: []Param{{Name: "characters", Type: Text, Doc: "the characters, side by side", Max: 64}},
		Sample: Sample{`{"characters":"!?;"}`, "Yes.", "Yes!"},
		Test: func(r string, a Args) (bool, error) {
			return !strings.ContainsAny(r, a.Text("characters")), nil
		},
	},
	{
		ID: "segue:only-characters", Doc: "has only the characters, beside white space",
		Params: []Param{{Name: "characters", Type: Text, Doc: "the characters, side by side", Max: 256}},
		Sample: Sample{`{"characters":"01"}`, "0110 1", "012"},
		Test: func(r string, a Args) (bool, error) {
			return !strings.ContainsFunc(r, func(c rune) bool {
				return !unicode.IsSpace(c) && !strings.ContainsRune(a.Text("characters"), c)
			}), nil
		},
	},
}
