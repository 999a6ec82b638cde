package constraint

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

var digitRuns = regexp.MustCompile(`\p{Nd}+`)

var conjunctions = wordSet("and but for nor or so yet")

// personNames is the list that the published instruction shows to the model.
var personNames = strings.Fields(`Emma Liam Sophia Jackson Olivia Noah Ava Lucas Isabella Mason Mia Ethan
Charlotte Alexander Amelia Benjamin Harper Leo Zoe Daniel Chloe Samuel Lily Matthew Grace Owen Abigail
Gabriel Ella Jacob Scarlett Nathan Victoria Elijah Layla Nicholas Audrey David Hannah Christopher Penelope
Thomas Nora Andrew Aria Joseph Claire Ryan Stella Jonathan`)

// pronouns is the published set.
var pronouns = wordSet(`i me we us you he him she her it they them my mine our ours your yours his hers its
their theirs myself ourselves yourself yourselves himself herself itself themselves this that these those
who whom whose which what whoever whomever whatever whichever anybody anyone anything everybody everyone
everything nobody nothing somebody someone something each either neither both all some any none`)

func init() { registerAll(ifbenchCountChecks) }

var ifbenchCountChecks = []Check{
	{
		ID: "count:word_count_range", Doc: "has a number of words in the range; a word is a run of letters, digits and underscores",
		Params: []Param{integer("min_words", "words"), integer("max_words", "words")},
		Sample: Sample{`{"min_words":2,"max_words":3}`, "One two.", "One."},
		Test: func(r string, a Args) (bool, error) {
			lo, hi := a.Int("min_words"), a.Int("max_words")
			if lo > hi {
				return false, fmt.Errorf("the range from %d to %d is empty", lo, hi)
			}
			n := len(wordRuns(r))
			a.Note("found %d words, wanted %d to %d", n, lo, hi)
			return lo <= n && n <= hi, nil
		},
	},
	{
		ID: "count:unique_word_count", Doc: "has at least N different words, ignoring case and punctuation around them",
		Params: []Param{integer("N", "words")},
		Sample: Sample{`{"N":3}`, "Red, green, blue.", "Red, red, blue."},
		Test: func(r string, a Args) (bool, error) {
			words := fields(strings.ToLower(r))
			for i := range words {
				words[i] = strings.Trim(words[i], edge)
			}
			return a.compare(distinct(words), atLeast, a.Int("N")), nil
		},
	},
	{
		ID: "count:conjunctions", Doc: "has at least so many different coordinating conjunctions; other spellings or punctuation make another one",
		Params: []Param{integer("small_n", "conjunctions")},
		Sample: Sample{`{"small_n":2}`, "You and I, but not she.", "You and I and she."},
		Test: func(r string, a Args) (bool, error) {
			var found []string
			for _, w := range fields(r) {
				if conjunctions()[strings.ToLower(strings.Trim(w, edge))] {
					found = append(found, w)
				}
			}
			return a.compare(distinct(found), atLeast, a.Int("small_n")), nil
		},
	},
	{
		ID: "count:person_names", Doc: "names at least N people of the published list of fifty first names",
		Params: []Param{integer("N", "names")},
		Sample: Sample{`{"N":2}`, "Emma met Liam.", "Emma met Emma."},
		Test: func(r string, a Args) (bool, error) {
			said := map[string]bool{}
			for _, w := range wordRuns(r) {
				said[w] = true
			}
			n := 0
			for _, name := range personNames {
				if said[name] {
					n++
				}
			}
			return a.compare(n, atLeast, a.Int("N")), nil
		},
	},
	{
		ID: "count:numbers", Doc: "has exactly N runs of digits once punctuation is deleted, so 1,000.5 is one",
		Params: []Param{integer("N", "numbers")},
		Sample: Sample{`{"N":2}`, "From 1,000 to 2.", "Just 1."},
		Test: func(r string, a Args) (bool, error) {
			n := len(digitRuns.FindAllStringIndex(withoutPunctuation(r), -1))
			a.Note("found %d numbers, wanted %d", n, a.Int("N"))
			return n == a.Int("N"), nil
		},
	},
	{
		ID: "count:punctuation", Doc: "has an interrobang (?! !? or ‽) and beside it each of . , ! ? ; :",
		Sample: Sample{"", "Well: a, b; c. What?! Why? Go!", "Well: a, b; c. Why? Go!"},
		Test:   punctuationCover,
	},
	{
		ID: "count:pronouns", Doc: "has at least N pronouns of the published list",
		Approx: "words: Treebank rules within Punkt sentences",
		Params: []Param{integer("N", "pronouns")},
		Sample: Sample{`{"N":3}`, "She gave it to him.", "She slept."},
		Test: func(r string, a Args) (bool, error) {
			words, err := treebankWords(strings.ReplaceAll(strings.ToLower(r), "/", " "))
			n := 0
			for _, w := range words {
				if pronouns()[w] {
					n++
				}
			}
			return err == nil && a.compare(n, atLeast, a.Int("N")), err
		},
	},
	{
		ID: "count:keywords_multiple", Doc: "holds the five keywords 1, 2, 3, 5 and 7 times, ignoring case; part of a longer word counts",
		Params: []Param{short("keyword1", "once"), short("keyword2", "twice"), short("keyword3", "three times"),
			short("keyword4", "five times"), short("keyword5", "seven times")},
		Sample: Sample{`{"keyword1":"a","keyword2":"b","keyword3":"c","keyword4":"d","keyword5":"e"}`,
			"a bb ccc ddddd eeeeeee", "aa bb ccc ddddd eeeeeee"},
		Test: func(r string, a Args) (bool, error) {
			r = strings.ToLower(r)
			for i, want := range []int{1, 2, 3, 5, 7} {
				keyword := strip(a.Text(fmt.Sprintf("keyword%d", i+1)))
				if n := strings.Count(r, strings.ToLower(keyword)); n != want {
					a.Note("keyword %q occurs %d times, wanted %d", keyword, n, want)
					return false, nil
				}
			}
			return true, nil
		},
	},
	{
		ID: "count:words_japanese", Doc: "has Japanese script in every N-th word that is not a number",
		Params: []Param{positive("N", "words")},
		Sample: Sample{`{"N":2}`, "good 朝 to 猫", "good day to you"},
		Test: func(r string, a Args) (bool, error) {
			n := a.Int("N")
			for i, w := range fields(r) {
				w = strings.Trim(w, edge)
				if (i+1)%n == 0 && w != "" && strings.ContainsFunc(w, notDigit) && !strings.ContainsFunc(w, isJapanese) {
					a.Note("word %d, %.80q, is not Japanese", i+1, w)
					return false, nil
				}
			}
			return true, nil
		},
	},
}

func notDigit(r rune) bool { return !unicode.IsDigit(r) }

// isJapanese covers the kana and the common Han characters.
func isJapanese(r rune) bool { return r >= 0x3040 && r <= 0x30ff || r >= 0x4e00 && r <= 0x9fff }

// punctuationCover takes one interrobang away first, so that its marks do not count again.
func punctuationCover(r string, a Args) (bool, error) {
	if !strings.Contains(r, "?!") && !strings.Contains(r, "!?") && !strings.Contains(r, "‽") {
		a.Note("there is no interrobang")
		return false, nil
	}
	rest := strings.Replace(r, "?!", "", 1)
	if rest == r {
		rest = strings.Replace(r, "!?", "", 1)
	}
	for _, mark := range ".,!?;:" {
		if !strings.ContainsRune(rest, mark) {
			a.Note("the mark %q is missing", mark)
			return false, nil
		}
	}
	return true, nil
}
