package constraint

import (
	"fmt"
	"regexp"
	"strings"
)

// IFEval reads keywords as regular expressions. Ours are RE2, so a pattern with look-around is
// an error; a keyword without special characters is searched for literally.

const (
	lessThan = "less than"
	atLeast  = "at least"
)

func relation(name string) Param {
	return choice(name, "how the count compares with the threshold", lessThan, atLeast)
}

// compare decides a count by one of the two relations.
func (a Args) compare(n int, relation string, threshold int) bool {
	a.Note("found %d, wanted %s %d", n, relation, threshold)
	if relation == lessThan {
		return n < threshold
	}
	return n >= threshold
}

func ignoringCase(pattern string) (*regexp.Regexp, error) {
	re, err := regexp.Compile("(?i)" + pattern)
	if err != nil {
		return nil, fmt.Errorf("keyword %.80q is not a regular expression: %w", pattern, err)
	}
	return re, nil
}

func init() { registerAll(ifevalKeywordsChecks) }

var ifevalKeywordsChecks = []Check{
	{
		ID: "keywords:existence", Doc: "holds every keyword, ignoring case; part of a longer word counts",
		Params: []Param{texts("keywords", "regular expressions")},
		Sample: Sample{`{"keywords":["cat","dog"]}`, "Cats and dogs.", "Only cats."},
		Test: func(r string, a Args) (bool, error) {
			for _, k := range a.Texts("keywords") {
				re, err := ignoringCase(k)
				if err != nil {
					return false, err
				}
				if !re.MatchString(r) {
					a.Note("keyword %q is missing", k)
					return false, nil
				}
			}
			return true, nil
		},
	},
	{
		ID: "keywords:frequency", Doc: "holds the keyword so often, ignoring case; part of a longer word counts",
		Params: []Param{short("keyword", "regular expression, trimmed"), integer("frequency", "threshold"), relation("relation")},
		Sample: Sample{`{"keyword":"go","frequency":2,"relation":"at least"}`, "Go, let it go.", "Go."},
		Test: func(r string, a Args) (bool, error) {
			re, err := ignoringCase(strip(a.Text("keyword")))
			if err != nil {
				return false, err
			}
			return a.compare(len(re.FindAllStringIndex(r, -1)), a.Text("relation"), a.Int("frequency")), nil
		},
	},
	{
		ID: "keywords:forbidden_words", Doc: "holds none of the words as a whole word, ignoring case",
		Params: []Param{texts("forbidden_words", "regular expressions, matched between word boundaries")},
		Sample: Sample{`{"forbidden_words":["gene"]}`, "Generative models.", "A gene."},
		Test:   forbiddenWords,
	},
	{
		ID: "keywords:letter_frequency", Doc: "holds the letter so often, ignoring case",
		Params: []Param{short("letter", "one character"), integer("let_frequency", "threshold"), relation("let_relation")},
		Sample: Sample{`{"letter":"a","let_frequency":3,"let_relation":"at least"}`, "Banana", "Bane"},
		Test: func(r string, a Args) (bool, error) {
			letter := []rune(strings.ToLower(strip(a.Text("letter"))))
			if len(letter) != 1 {
				return false, fmt.Errorf("letter %q is not one character", a.Text("letter"))
			}
			return a.compare(strings.Count(strings.ToLower(r), string(letter)), a.Text("let_relation"), a.Int("let_frequency")), nil
		},
	},
}

func forbiddenWords(r string, a Args) (bool, error) {
	for _, w := range a.Texts("forbidden_words") {
		found := false
		if regexp.QuoteMeta(w) == w {
			found = countWhole(r, w) > 0
		} else if re, err := ignoringCase(`\b(?:` + w + `)\b`); err != nil {
			return false, err
		} else {
			found = re.MatchString(r)
		}
		if found {
			a.Note("forbidden word %q occurs", w)
			return false, nil
		}
	}
	return true, nil
}
