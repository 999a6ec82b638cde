package constraint

import (
	"encoding/json"
	"fmt"
	"strings"
)

func init() { registerAll(segueCountOfChecks) }

var segueCountOfChecks = []Check{
	{
		ID: "segue:word-count", Doc: "has the word so often, whole and ignoring case",
		Params: bounds(short("word", "the word")),
		Sample: Sample{`{"word":"cat","exactly":2}`, "Cat, cat, cats.", "Cat, cats."},
		Test:   func(r string, a Args) (bool, error) { return a.within(countWhole(r, a.Text("word"))) },
	},
	{
		ID: "segue:word-counts", Doc: "has each of the words exactly so often, whole and ignoring case",
		Params: []Param{{Name: "counts", Type: Object, Doc: "object: word to number"}},
		Sample: Sample{`{"counts":{"cat":2,"dog":0}}`, "Cat, cat, dogs.", "Cat, dog."},
		Test:   wordCounts,
	},
	{
		ID: "segue:phrase-count", Doc: "has the phrase so often, without overlap and with its case",
		Params: bounds(short("phrase", "the phrase")),
		Sample: Sample{`{"phrase":"so be it","exactly":2}`, "so be it, so be it", "So be it, so be it"},
		Test:   func(r string, a Args) (bool, error) { return a.within(strings.Count(r, a.Text("phrase"))) },
	},
	{
		ID: "segue:repeated-phrase", Doc: "is the phrase exactly n times and nothing else but white space between",
		Params: []Param{short("phrase", "the phrase"), positive("n", "times")},
		Sample: Sample{`{"phrase":"so be it","n":2}`, "so be it\nso be it", "so be it. so be it."},
		Test: func(r string, a Args) (bool, error) {
			n := 0
			for rest := strings.TrimSpace(r); rest != ""; n++ {
				after, ok := strings.CutPrefix(rest, strings.TrimSpace(a.Text("phrase")))
				if rest = strings.TrimSpace(after); !ok || rest == after && rest != "" {
					a.Note("something else follows the phrase number %d", n)
					return false, nil
				}
			}
			a.Note("found %d, wanted %d", n, a.Int("n"))
			return n == a.Int("n"), nil
		},
	},
	{
		ID: "segue:letter-count", Doc: "has the letter so often, ignoring case",
		Params: bounds(short("letter", "one letter")),
		Sample: Sample{`{"letter":"s","exactly":2}`, "Sits", "sit"},
		Test: func(r string, a Args) (bool, error) {
			letter, err := a.oneCharacter("letter")
			if err != nil {
				return false, err
			}
			return a.within(strings.Count(strings.ToLower(r), strings.ToLower(letter)))
		},
	},
	{
		ID: "segue:mark-count", Doc: "has the character so often",
		Params: bounds(short("mark", "one character")),
		Sample: Sample{`{"mark":";","exactly":2}`, "a; b; c", "a; b"},
		Test: func(r string, a Args) (bool, error) {
			mark, err := a.oneCharacter("mark")
			if err != nil {
				return false, err
			}
			return a.within(strings.Count(r, mark))
		},
	},
	{
		ID: "segue:words-of-length", Doc: "has so many words of the length",
		Params: bounds(positive("length", "letters and other characters of a word")),
		Sample: Sample{`{"length":3,"exactly":2}`, "The old house", "The house"},
		Test: func(r string, a Args) (bool, error) {
			return a.within(countWords(r, func(w string) bool { return len([]rune(w)) == a.Int("length") }))
		},
	},
	{
		ID: "segue:words-starting-with", Doc: "has so many words that begin with the letter, ignoring case",
		Params: bounds(short("letter", "one letter")),
		Sample: Sample{`{"letter":"b","exactly":2}`, "Big red balls", "Red balls"},
		Test: func(r string, a Args) (bool, error) {
			letter, err := a.oneCharacter("letter")
			if err != nil {
				return false, err
			}
			return a.within(countWords(r, func(w string) bool { return strings.EqualFold(string(firstRune(w)), letter) }))
		},
	},
	{
		ID: "segue:parts", Doc: "has so many parts divided by lines that hold only the divider, none of them blank",
		Params: bounds(short("divider", "the line, such as ***")),
		Sample: Sample{`{"divider":"***","exactly":2}`, "a\n***\nb\nc", "a *** b"},
		Test: func(r string, a Args) (bool, error) {
			parts := divided(r, a.Text("divider"))
			for i, part := range parts {
				if strings.TrimSpace(part) == "" {
					a.Note("part %d is blank", i+1)
					return false, nil
				}
			}
			return a.within(len(parts))
		},
	},
}

// divided cuts a text at the lines that hold only the divider.
func divided(r, divider string) []string {
	var parts []string
	var part strings.Builder
	for line := range strings.Lines(r) {
		if strings.TrimSpace(line) == strings.TrimSpace(divider) {
			parts = append(parts, part.String())
			part.Reset()
		} else {
			part.WriteString(line)
		}
	}
	return append(parts, part.String())
}

func (a Args) oneCharacter(name string) (string, error) {
	if len([]rune(a.Text(name))) != 1 {
		return "", fmt.Errorf("%s %q is not one character", name, a.Text(name))
	}
	return a.Text(name), nil
}

func wordCounts(r string, a Args) (bool, error) {
	var counts map[string]int
	if err := json.Unmarshal(a.Raw("counts"), &counts); err != nil || len(counts) == 0 || len(counts) > maxItems {
		return false, fmt.Errorf("counts is not an object of 1 to %d words with whole numbers", maxItems)
	}
	ok := true
	for word, want := range counts {
		if word == "" || len(word) > maxShort {
			return false, fmt.Errorf("word %.80q is empty or longer than %d bytes", word, maxShort)
		}
		if n := countWhole(r, word); n != want {
			a.Note("word %q occurs %d times, wanted %d", word, n, want)
			ok = false
		}
	}
	return ok, nil
}
