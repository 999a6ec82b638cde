package constraint

import "strings"

func init() { registerAll(ifevalFormChecks) }

var ifevalFormChecks = []Check{
	{
		ID: "combination:two_responses", Doc: "holds two different responses divided by ******",
		Sample: Sample{"", "One.\n******\nTwo.", "One.\n******\nOne."},
		Test: func(r string, a Args) (bool, error) {
			parts := strings.Split(r, "******")
			if n, ok := filled(parts); !ok || n != 2 {
				a.Note("found %d parts that are not blank, wanted 2", n)
				return false, nil
			}
			var kept []string
			for _, part := range parts {
				if part = strip(part); part != "" {
					kept = append(kept, part)
				}
			}
			return kept[0] != kept[1], nil
		},
	},
	{
		ID: "combination:repeat_prompt", Doc: "begins with the prompt, ignoring case",
		Params: []Param{text("prompt_to_repeat", "the prompt")},
		Sample: Sample{`{"prompt_to_repeat":"Who?"}`, "who? Me.", "Me."},
		Test: func(r string, a Args) (bool, error) {
			return strings.HasPrefix(strings.ToLower(strip(r)), strings.ToLower(strip(a.Text("prompt_to_repeat")))), nil
		},
	},
	{
		ID: "startend:end_checker", Doc: "ends with the phrase, ignoring case and double quotes around the response",
		Params: []Param{text("end_phrase", "the phrase")},
		Sample: Sample{`{"end_phrase":"The end."}`, "So. The End.", "The end. So."},
		Test: func(r string, a Args) (bool, error) {
			return strings.HasSuffix(strings.ToLower(strings.Trim(strip(r), `"`)), strings.ToLower(strip(a.Text("end_phrase")))), nil
		},
	},
	{
		ID: "startend:quotation", Doc: "is wrapped in double quotes",
		Sample: Sample{"", `"Yes."`, `"Yes".`},
		Test: func(r string, a Args) (bool, error) {
			r = strip(r)
			return len(r) > 1 && r[0] == '"' && r[len(r)-1] == '"', nil
		},
	},
	{
		ID: "punctuation:no_comma", Doc: "has no comma",
		Sample: Sample{"", "One and two", "One, two"},
		Test:   func(r string, a Args) (bool, error) { return !strings.Contains(r, ","), nil },
	},
	{
		ID: "change_case:english_capital", Doc: "is English and all in capitals",
		Approx: "language: frequent words, then letter trigrams",
		Sample: Sample{"", "THIS IS FINE.", "This is fine."},
		Test:   func(r string, a Args) (bool, error) { return isUpper(r) && isEnglish(r, a), nil },
	},
	{
		ID: "change_case:english_lowercase", Doc: "is English and all in lower case",
		Approx: "language: frequent words, then letter trigrams",
		Sample: Sample{"", "this is fine.", "This is fine."},
		Test:   func(r string, a Args) (bool, error) { return isLower(r) && isEnglish(r, a), nil },
	},
	{
		ID: "change_case:capital_word_frequency", Doc: "has so many words all in capitals",
		Approx: "words: Treebank rules within Punkt sentences",
		Params: []Param{integer("capital_frequency", "threshold"), relation("capital_relation")},
		Sample: Sample{`{"capital_frequency":2,"capital_relation":"at least"}`, "I say NO.", "I say no."},
		Test: func(r string, a Args) (bool, error) {
			words, err := treebankWords(r)
			n := 0
			for _, w := range words {
				if isUpper(w) {
					n++
				}
			}
			return err == nil && a.compare(n, a.Text("capital_relation"), a.Int("capital_frequency")), err
		},
	},
}

func isEnglish(r string, a Args) bool {
	code, known := language(r)
	a.Note("the language seems to be %q", code)
	return !known || code == "en"
}
