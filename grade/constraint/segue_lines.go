package constraint

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

func init() { registerAll(segueLinesChecks) }

var segueLinesChecks = []Check{
	{
		ID: "segue:words-per-line", Doc: "has one line for each number, with so many words",
		Params: []Param{{Name: "counts", Type: Integers, Doc: "words of each line"}},
		Sample: Sample{`{"counts":[1,2]}`, "Rain\nfalls down", "Rain\nfalls"},
		Test: func(r string, a Args) (bool, error) {
			return a.counts(Lines(r), "line", func(s string) int { return len(Words(s)) }), nil
		},
	},
	{
		ID: "segue:syllables-per-line", Doc: "has one line for each number, with so many syllables; a haiku is 5, 7, 5",
		Approx: "syllables: rules and a table of exceptions; slack allows for words said in two ways",
		Params: []Param{{Name: "counts", Type: Integers, Doc: "syllables of each line"},
			optional(integer("slack", "how far a line may be off, default 0"))},
		Sample: Sample{`{"counts":[5,7,5]}`, "An old silent pond\nA frog jumps into the pond\nSplash! Silence again", "An old pond\nA frog jumps in\nSplash"},
		Test: func(r string, a Args) (bool, error) {
			return a.countsWithin(Lines(r), "line", countSyllables, a.Int("slack")), nil
		},
	},
	{
		ID: "segue:lines-start-with", Doc: "begins every line with the text, ignoring case",
		Params: []Param{short("start", "a letter, word or mark")},
		Sample: Sample{`{"start":"s"}`, "Sun\nsand", "Sun\nrain"},
		Test: func(r string, a Args) (bool, error) {
			return a.all(Lines(r), "line", func(s string) bool {
				return strings.HasPrefix(strings.ToLower(s), strings.ToLower(a.Text("start")))
			}), nil
		},
	},
	{
		ID: "segue:lines-end-with", Doc: "ends every line with the text, ignoring case",
		Params: []Param{short("end", "a word or mark")},
		Sample: Sample{`{"end":";"}`, "Sun;\nsand;", "Sun;\nsand"},
		Test: func(r string, a Args) (bool, error) {
			return a.all(Lines(r), "line", func(s string) bool {
				return strings.HasSuffix(strings.ToLower(s), strings.ToLower(a.Text("end")))
			}), nil
		},
	},
	{
		ID: "segue:acrostic", Doc: "has lines whose first letters spell the word, one line a letter, ignoring case",
		Params: []Param{short("word", "the word")},
		Sample: Sample{`{"word":"sun"}`, "Sand\nUnder\nNoon", "Sand\nNoon"},
		Test:   func(r string, a Args) (bool, error) { return a.spells(Lines(r), firstLetter, a.Text("word")), nil },
	},
	{
		ID: "segue:telestich", Doc: "has lines whose last letters spell the word, one line a letter, ignoring case",
		Params: []Param{short("word", "the word")},
		Sample: Sample{`{"word":"sun"}`, "Stars.\nTo you,\nagain.", "Stars\nagain"},
		Test:   func(r string, a Args) (bool, error) { return a.spells(Lines(r), lastLetter, a.Text("word")), nil },
	},
	{
		ID: "segue:mirrored-lines", Doc: "has at least two lines that read the same from the last to the first",
		Sample: Sample{"", "Dawn\nNoon\nDawn", "Dawn\nNoon"},
		Test: func(r string, a Args) (bool, error) {
			lines := Lines(r)
			back := slices.Clone(lines)
			slices.Reverse(back)
			return len(lines) > 1 && slices.Equal(lines, back), nil
		},
	},
	{
		ID: "segue:distinct-lines", Doc: "has no line twice, ignoring case",
		Sample: Sample{"", "Sun\nSand", "Sun\nsun"},
		Test: func(r string, a Args) (bool, error) {
			lines := Lines(strings.ToLower(r))
			return distinct(lines) == len(lines), nil
		},
	},
	{
		ID: "segue:sorted-lines", Doc: "has its lines in alphabetical order, ignoring case",
		Sample: Sample{"", "Ant\nbee\nCow", "Cow\nAnt"},
		Test: func(r string, a Args) (bool, error) {
			return slices.IsSorted(Lines(strings.ToLower(r))), nil
		},
	},
	{
		ID: "segue:line-length", Doc: "has only lines whose number of characters is in the range",
		Params: bounds(),
		Sample: Sample{`{"max":5}`, "Sun\nSand", "Sun\nSunlight"},
		Test: func(r string, a Args) (bool, error) {
			for _, line := range Lines(r) {
				if ok, err := a.within(len([]rune(line))); !ok {
					return false, err
				}
			}
			return true, nil
		},
	},
	{
		ID:  "segue:rhyme-scheme",
		Doc: "has lines that end in words of rhyme groups as the scheme tells: equal letters share a group without repeating a word, different letters do not share one",
		Params: []Param{short("scheme", "a letter a line, such as ABAB"),
			{Name: "groups", Type: Object, Doc: "list of lists of words that rhyme"}},
		Sample: Sample{`{"scheme":"ABAB","groups":[["sun","run"],["sea","tree"]]}`, "the sun\nthe sea\nwe run\na tree", "the sun\nwe run\nthe sea\na tree"},
		Test:   rhymeScheme,
	},
}

// all tells whether every unit passes.
func (a Args) all(units []string, name string, ok func(string) bool) bool {
	for i, unit := range units {
		if !ok(unit) {
			a.Note("%s %d, %.80q, does not", name, i+1, unit)
			return false
		}
	}
	return len(units) > 0
}

// counts tells whether there is a unit for each of the argument counts with that count.
func (a Args) counts(units []string, name string, count func(string) int) bool {
	return a.countsWithin(units, name, count, 0)
}

func (a Args) countsWithin(units []string, name string, count func(string) int, slack int) bool {
	want := a.Ints("counts")
	if len(units) != len(want) {
		a.Note("found %d %ss, wanted %d", len(units), name, len(want))
		return false
	}
	for i, unit := range units {
		if n := count(unit); max(n-want[i], want[i]-n) > slack {
			a.Note("%s %d has %d, wanted %d", name, i+1, n, want[i])
			return false
		}
	}
	return true
}

func rhymeScheme(r string, a Args) (bool, error) {
	var groups [][]string
	if err := json.Unmarshal(a.Raw("groups"), &groups); err != nil || len(groups) == 0 || len(groups) > maxItems {
		return false, fmt.Errorf("groups is not a list of 1 to %d lists of words", maxItems)
	}
	groupOf := map[string]int{}
	for i, group := range groups {
		for _, word := range group {
			groupOf[strings.ToLower(word)] = i
		}
	}
	scheme, lines := []rune(a.Text("scheme")), Lines(r)
	if len(lines) != len(scheme) {
		a.Note("found %d lines, wanted %d", len(lines), len(scheme))
		return false, nil
	}
	letterGroup, groupLetter, used := map[rune]int{}, map[int]rune{}, map[string]bool{}
	for i, line := range lines {
		words := lowerWords(line)
		if len(words) == 0 {
			a.Note("line %d has no word", i+1)
			return false, nil
		}
		word := words[len(words)-1]
		group, known := groupOf[word]
		want, seen := letterGroup[scheme[i]]
		letter, taken := groupLetter[group]
		if !known || used[word] || seen && want != group || taken && letter != scheme[i] {
			a.Note("line %d ends in %.80q, which does not fit", i+1, word)
			return false, nil
		}
		letterGroup[scheme[i]], groupLetter[group], used[word] = group, scheme[i], true
	}
	return true, nil
}
