package constraint

import (
	"slices"
	"strings"
)

// The levels at which a passage is compared.
const (
	levelExact   = "exact"   // every character, white space at the ends apart
	levelSpaces  = "spaces"  // runs of white space, line breaks included, count as one space
	levelLetters = "letters" // only the words count, see Words, ignoring case; marks are free
)

func level() Param {
	return optional(choice("level", "how texts are compared: exact (all but white space at the ends; the default), "+
		"spaces (white space runs are one space) or letters (only the words count, ignoring case)",
		levelExact, levelSpaces, levelLetters))
}

func init() { registerAll(seguePassageChecks) }

var seguePassageChecks = []Check{
	{
		ID: "segue:verbatim", Doc: "is the passage and nothing else, at the level of comparison",
		Params: []Param{text("passage", "the text to recall"), level()},
		Sample: Sample{`{"passage":"To be,\nor not.","level":"spaces"}`, "To be, or not.", "To be or not."},
		Test: func(r string, a Args) (bool, error) {
			return a.leveled(r) == a.leveled(a.Text("passage")), nil
		},
	},
	{
		ID: "segue:contains-passage", Doc: "holds the passage, at the level of comparison",
		Params: []Param{text("passage", "the text to recall"), level()},
		Sample: Sample{`{"passage":"To be, or not.","level":"letters"}`, "He said: to be or not!", "To be or knot."},
		Test: func(r string, a Args) (bool, error) {
			text, passage := a.leveled(r), a.leveled(a.Text("passage"))
			if a.Text("level") == levelLetters {
				text, passage = " "+text+" ", " "+passage+" "
			}
			return strings.Contains(text, passage), nil
		},
	},
	{
		ID:     "segue:word-edits",
		Doc:    "differs from the original in a number of words (inserted, deleted or replaced, ignoring case) within the bounds; needs max or exactly of at most 200",
		Params: bounds(text("original", "the text before the change")),
		Sample: Sample{`{"original":"We hate this bad film.","min":1,"max":2}`, "We love this good film.", "We hate this bad film."},
		Test: func(r string, a Args) (bool, error) {
			limit := 200
			return a.within(boundedDistance(lowerWords(a.Text("original")), lowerWords(r), limit))
		},
	},
}

// spaced makes every run of white space one space and trims the ends.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

func (a Args) leveled(s string) string {
	switch a.Text("level") {
	case levelSpaces:
		return spaced(s)
	case levelLetters:
		return strings.Join(lowerWords(strings.ReplaceAll(s, "’", "'")), " ")
	}
	return strings.TrimSpace(s)
}

// boundedDistance is the edit distance of two lists, or limit+1 when it is larger: it looks only
// at the band of the table where a smaller distance can be, so time grows with length × limit.
func boundedDistance(a, b []string, limit int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if max(len(a)-len(b), len(b)-len(a)) > limit {
		return limit + 1
	}
	far := limit + 1
	row := slices.Repeat([]int{far}, len(b)+2)
	for j := range min(len(b), limit) + 1 {
		row[j] = j
	}
	for i, x := range a {
		from, to := max(0, i+1-limit), min(len(b), i+1+limit)
		diagonal := far
		if from > 0 {
			diagonal = row[from-1]
			row[from-1] = far
		}
		for j := from; j <= to; j++ {
			above := row[j]
			best := above + 1
			if j > 0 {
				step := diagonal
				if b[j-1] != x {
					step++
				}
				best = min(best, step, row[j-1]+1)
			}
			row[j], diagonal = min(best, far), above
		}
	}
	return row[len(b)]
}
