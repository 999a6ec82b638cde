package constraint

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

func init() { registerAll(segueWordsChecks) }

var segueWordsChecks = []Check{
	{
		ID: "segue:no-repeated-words", Doc: "uses no word twice, ignoring case; with content_only English stop words may repeat",
		Params: []Param{optional(Param{Name: "content_only", Type: Flag, Doc: "let stop words repeat"})},
		Sample: Sample{`{"content_only":true}`, "The cat saw the dog.", "The cat saw a cat."},
		Test: func(r string, a Args) (bool, error) {
			seen := map[string]bool{}
			return a.everyWord(strings.ReplaceAll(strings.ToLower(r), "’", "'"), "is repeated", func(w string) bool {
				fresh := !seen[w] || a.Flag("content_only") && stopWords()[w]
				seen[w] = true
				return fresh
			}), nil
		},
	},
	{
		ID: "segue:word-lengths", Doc: "has only words whose length is in the range",
		Params: []Param{optional(positive("min", "characters")), optional(positive("max", "characters"))},
		Sample: Sample{`{"min":2,"max":4}`, "Some tiny text.", "Something tiny."},
		Test: func(r string, a Args) (bool, error) {
			if !a.Has("min") && !a.Has("max") || a.Has("max") && a.Int("min") > a.Int("max") {
				return false, fmt.Errorf("give min or max, min not above max")
			}
			return a.everyWord(r, "has the wrong length", func(w string) bool {
				n := utf8.RuneCountInString(w)
				return n >= a.Int("min") && (!a.Has("max") || n <= a.Int("max"))
			}), nil
		},
	},
	{
		ID: "segue:rising-word-lengths", Doc: "has words each longer than the one before",
		Sample: Sample{"", "I am now here.", "I see it."},
		Test: func(r string, a Args) (bool, error) {
			previous := 0
			return a.everyWord(r, "is not longer than the one before", func(w string) bool {
				n := utf8.RuneCountInString(w)
				longer := n > previous
				previous = n
				return longer
			}), nil
		},
	},
	{
		ID: "segue:alphabetical-words", Doc: "has its words in alphabetical order, ignoring case; equal neighbours are in order",
		Sample: Sample{"", "All big cats dance.", "Big cats all dance."},
		Test: func(r string, a Args) (bool, error) {
			previous := ""
			return a.everyWord(strings.ToLower(r), "is out of order", func(w string) bool {
				ordered := previous <= w
				previous = w
				return ordered
			}), nil
		},
	},
	{
		ID: "segue:lipogram", Doc: "has none of the letters, ignoring case and accents",
		Params: []Param{{Name: "letters", Type: Text, Doc: "the letters that must not occur", Max: 64}},
		Sample: Sample{`{"letters":"e"}`, "A quick brown fox.", "The café."},
		Test: func(r string, a Args) (bool, error) {
			for _, c := range r {
				if c = plainLetter(c); strings.ContainsRune(strings.ToLower(a.Text("letters")), c) {
					a.Note("the letter %q occurs", c)
					return false, nil
				}
			}
			return true, nil
		},
	},
	{
		ID: "segue:pangram", Doc: "has every letter from a to z, ignoring case",
		Sample: Sample{"", "The quick brown fox jumps over the lazy dog.", "The quick fox."},
		Test: func(r string, a Args) (bool, error) {
			for c := 'a'; c <= 'z'; c++ {
				if !strings.ContainsRune(strings.ToLower(r), c) {
					a.Note("the letter %q is missing", c)
					return false, nil
				}
			}
			return true, nil
		},
	},
	{
		ID: "segue:words-start-with", Doc: "has only words that begin with the letter, ignoring case",
		Params: []Param{short("letter", "one letter")},
		Sample: Sample{`{"letter":"b"}`, "Big bears bite.", "Big cats bite."},
		Test: func(r string, a Args) (bool, error) {
			letter, err := a.oneCharacter("letter")
			return err == nil && a.everyWord(r, "begins with another letter", func(w string) bool {
				return strings.EqualFold(string(firstRune(w)), letter)
			}), err
		},
	},
	{
		ID: "segue:word-initials", Doc: "has words whose first letters spell the given word, one word a letter, ignoring case",
		Params: []Param{short("word", "the word")},
		Sample: Sample{`{"word":"cab"}`, "Cats are big.", "Cats bite."},
		Test:   func(r string, a Args) (bool, error) { return a.spells(Words(r), firstLetter, a.Text("word")), nil },
	},
	{
		ID: "segue:word-at", Doc: "has the word as n-th word of the sentence, or of the whole text, ignoring case",
		Params: []Param{short("word", "the word"), positive("n", "which word, from 1"), optional(positive("sentence", "which sentence, from 1"))},
		Sample: Sample{`{"word":"cat","n":2,"sentence":2}`, "Look! A cat sleeps.", "A cat sleeps."},
		Test: func(r string, a Args) (bool, error) {
			if a.Has("sentence") {
				sentences := Sentences(r)
				if len(sentences) < a.Int("sentence") {
					a.Note("there are only %d sentences", len(sentences))
					return false, nil
				}
				r = sentences[a.Int("sentence")-1]
			}
			words := Words(r)
			if len(words) < a.Int("n") {
				a.Note("there are only %d words", len(words))
				return false, nil
			}
			a.Note("found %.80q there", words[a.Int("n")-1])
			return strings.EqualFold(words[a.Int("n")-1], a.Text("word")), nil
		},
	},
}

// firstLetter is the first letter of a text in lower case, without accents; 0 when it has none.
func firstLetter(s string) rune {
	for _, c := range s {
		if unicode.IsLetter(c) {
			return plainLetter(c)
		}
	}
	return 0
}

// lastLetter is the last letter of a text in lower case, without accents; 0 when it has none.
func lastLetter(s string) rune {
	for s != "" {
		c, size := utf8.DecodeLastRuneInString(s)
		if unicode.IsLetter(c) {
			return plainLetter(c)
		}
		s = s[:len(s)-size]
	}
	return 0
}

func plainLetter(c rune) rune {
	if c >= utf8.RuneSelf {
		if plain := ascii(string(c)); plain != "" {
			c = firstRune(plain)
		}
	}
	return unicode.ToLower(c)
}

// spells tells whether a letter of each unit, taken in turn, gives exactly the word.
func (a Args) spells(units []string, letter func(string) rune, word string) bool {
	var got []rune
	for _, unit := range units {
		got = append(got, letter(unit))
	}
	a.Note("the letters spell %.80q", string(got))
	return string(got) == strings.ToLower(word)
}
