package constraint

import (
	"regexp"
	"slices"
	"strings"
)

var letterOptions = regexp.MustCompile(`^\W*[aA]\W*[bB]\W*[cC]\W*`)

func init() { registerAll(ifbenchNestingChecks) }

var ifbenchNestingChecks = []Check{
	{
		ID: "format:parentheses", Doc: "nests brackets ( [ { at least five deep and closes the innermost; a mismatch starts over",
		Sample: Sample{"", "a (b [c {d (e [f])}])", "a (b (c (d (e))))"},
		Test:   nestedBrackets,
	},
	{
		ID: "format:quotes", Doc: "nests double and single quotes at least three deep and closes them",
		Sample: Sample{"", `"a 'b "c" d' e"`, `"a 'b' c"`},
		Test:   nestedQuotes,
	},
	{
		ID: "format:options", Doc: "is one of the options; case and punctuation around it are free, except for lettered options",
		Params: []Param{text("options", "options, divided by / or the word or, else by commas")},
		Sample: Sample{`{"options":"yes/no"}`, "Yes.", "Yes, sure."},
		Test: func(r string, a Args) (bool, error) {
			list := a.Text("options")
			separator := ","
			if strings.Contains(list, "/") {
				separator = "/"
			} else if strings.Contains(list, "or") {
				separator = "or"
			}
			strict := letterOptions.MatchString(list)
			for option := range strings.SplitSeq(list, separator) {
				option = strip(option)
				if option == r || !strict && strings.EqualFold(strings.Trim(option, edge), strings.Trim(r, edge)) {
					return true, nil
				}
			}
			return false, nil
		},
	},
}

func nestedBrackets(r string, a Args) (bool, error) {
	const depth = 5
	partner := map[rune]rune{')': '(', ']': '[', '}': '{'}
	var open []rune
	deepest := 0
	for _, c := range r {
		switch c {
		case '(', '[', '{':
			open = append(open, c)
			deepest = max(deepest, len(open))
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1] != partner[c] {
				open, deepest = open[:0], 0
				continue
			}
			if open = open[:len(open)-1]; deepest >= depth {
				return true, nil
			}
		}
	}
	a.Note("found no closed nesting of depth %d", depth)
	return false, nil
}

func nestedQuotes(r string, a Args) (bool, error) {
	const depth = 3
	var open []rune
	deepest := 0
	for _, c := range r {
		switch {
		case len(open) > 0 && c == open[len(open)-1]:
			open = slices.Delete(open, len(open)-1, len(open))
			if deepest-len(open) >= depth {
				return true, nil
			}
		case c == '"' || c == '\'':
			open = append(open, c)
			deepest = max(deepest, len(open))
		}
	}
	a.Note("found no closed nesting of depth %d", depth)
	return false, nil
}
