package constraint

import "strings"

func init() { registerAll(segueEdgesChecks) }

var segueEdgesChecks = []Check{
	{
		ID: "segue:starts-with", Doc: "begins with the text; white space before it is free",
		Params: []Param{text("text", "the text, with its case")},
		Sample: Sample{`{"text":"Dear"}`, "\nDear Ann", "dear Ann"},
		Test: func(r string, a Args) (bool, error) {
			return strings.HasPrefix(strings.TrimSpace(r), strings.TrimSpace(a.Text("text"))), nil
		},
	},
	{
		ID: "segue:ends-with", Doc: "ends with the text; white space after it is free",
		Params: []Param{text("text", "the text, with its case")},
		Sample: Sample{`{"text":"The end."}`, "So. The end.\n", "The end"},
		Test: func(r string, a Args) (bool, error) {
			return strings.HasSuffix(strings.TrimSpace(r), strings.TrimSpace(a.Text("text"))), nil
		},
	},
	{
		ID: "segue:first-word", Doc: "has the word first, ignoring case",
		Params: []Param{short("word", "the word")},
		Sample: Sample{`{"word":"yes"}`, "\"Yes, sir.\"", "Sir, yes."},
		Test: func(r string, a Args) (bool, error) {
			words := Words(r)
			return len(words) > 0 && strings.EqualFold(words[0], a.Text("word")), nil
		},
	},
	{
		ID: "segue:last-word", Doc: "has the word last, ignoring case",
		Params: []Param{short("word", "the word")},
		Sample: Sample{`{"word":"yes"}`, "Sir, yes!", "Yes, sir."},
		Test: func(r string, a Args) (bool, error) {
			words := Words(r)
			return len(words) > 0 && strings.EqualFold(words[len(words)-1], a.Text("word")), nil
		},
	},
	{
		ID: "segue:wrapped", Doc: "is wrapped in the two texts, with something that is not blank between",
		Params: []Param{short("open", "the text before"), optional(short("close", "the text after, default the same"))},
		Sample: Sample{`{"open":"(","close":")"}`, "(yes)", "(yes"},
		Test: func(r string, a Args) (bool, error) {
			end := a.Text("close")
			if end == "" {
				end = a.Text("open")
			}
			inner, ok := strings.CutPrefix(strings.TrimSpace(r), a.Text("open"))
			inner, closed := strings.CutSuffix(inner, end)
			return ok && closed && strings.TrimSpace(inner) != "", nil
		},
	},
	{
		ID: "segue:quoted", Doc: "is wrapped in double quotes, straight or curly, and has none inside",
		Sample: Sample{"", "“Yes.”", `"Yes" and "no"`},
		Test: func(r string, a Args) (bool, error) {
			r = strings.NewReplacer("“", `"`, "”", `"`).Replace(strings.TrimSpace(r))
			return len(r) > 2 && r[0] == '"' && r[len(r)-1] == '"' && strings.Count(r, `"`) == 2, nil
		},
	},
	{
		ID: "segue:one-of", Doc: "is exactly one of the options, white space at the ends apart",
		Params: []Param{texts("options", "the options, with their case and marks")},
		Sample: Sample{`{"options":["Approved.","Denied."]}`, "Denied.\n", "denied"},
		Test: func(r string, a Args) (bool, error) {
			for _, option := range a.Texts("options") {
				if strings.TrimSpace(r) == strings.TrimSpace(option) {
					return true, nil
				}
			}
			return false, nil
		},
	},
	{
		ID: "segue:repeat-then-answer", Doc: "begins with the request, unchanged but for white space, and then has more",
		Params: []Param{text("request", "the request")},
		Sample: Sample{`{"request":"Name a city."}`, "Name a city.\nRome", "Rome"},
		Test: func(r string, a Args) (bool, error) {
			rest, ok := strings.CutPrefix(spaced(r), spaced(a.Text("request")))
			return ok && strings.TrimSpace(rest) != "", nil
		},
	},
}
