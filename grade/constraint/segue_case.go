package constraint

import (
	"strings"
	"unicode"
)

// The letter cases a text can be asked for.
var letterCases = map[string]func(string) bool{
	"lower": isLower,
	"upper": isUpper,
	"title": func(s string) bool {
		words := Words(s)
		for _, w := range words {
			if c := firstRune(w); unicode.IsLetter(c) && !unicode.IsUpper(c) {
				return false
			}
		}
		return len(words) > 0
	},
	"sentence": func(s string) bool {
		for _, sentence := range Sentences(s) {
			i := strings.IndexFunc(sentence, isWordRune)
			if c := firstRune(sentence[i:]); unicode.IsLetter(c) && !unicode.IsUpper(c) {
				return false
			}
		}
		return true
	},
}

func init() { registerAll(segueCaseChecks) }

var segueCaseChecks = []Check{
	{
		ID: "segue:case", Doc: "is in the letter case: lower or upper (no letter of the other case), title (every word begins with a capital) or sentence (every sentence does)",
		Params: []Param{choice("case", "the letter case", "lower", "upper", "title", "sentence")},
		Sample: Sample{`{"case":"title"}`, "A Big Day", "A big day"},
		Test:   func(r string, a Args) (bool, error) { return letterCases[a.Text("case")](r), nil },
	},
	{
		ID: "segue:alternating-case", Doc: "has its words in turn in capitals and in lower case",
		Params: []Param{choice("first", "the case of the first word", "upper", "lower")},
		Sample: Sample{`{"first":"upper"}`, "THIS is FUN", "This IS fun"},
		Test: func(r string, a Args) (bool, error) {
			upper := a.Text("first") == "upper"
			return a.everyWord(r, "is in the wrong case", func(w string) bool {
				ok := letterCases["lower"](w)
				if upper {
					ok = letterCases["upper"](w)
				}
				upper = !upper
				return ok || !strings.ContainsFunc(w, unicode.IsLetter)
			}), nil
		},
	},
}
