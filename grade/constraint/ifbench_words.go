package constraint

import (
	"slices"
	"strings"
	"unicode/utf8"
)

func init() { registerAll(ifbenchWordsChecks) }

var ifbenchWordsChecks = []Check{
	{
		ID: "words:alphabet", Doc: "has words whose first letters go through the alphabet in order, from any letter and round again",
		Sample: Sample{"", "Yes, zebras always bite.", "Yes, always."},
		Test: func(r string, a Args) (bool, error) {
			words := fields(withoutPunctuation(strings.ToLower(r)))
			if len(words) == 0 || firstRune(words[0]) < 'a' || firstRune(words[0]) > 'z' {
				return false, nil
			}
			want := firstRune(words[0])
			for _, w := range words[1:] {
				if want++; want > 'z' {
					want = 'a'
				}
				if firstRune(w) != want {
					a.Note("word %.80q does not begin with %q", w, want)
					return false, nil
				}
			}
			return true, nil
		},
	},
	{
		ID: "words:vowel", Doc: "is one paragraph without line breaks that uses at most three of the vowels a e i o u",
		Sample: Sample{"", "A big cat did it.", "A queue is odd."},
		Test: func(r string, a Args) (bool, error) {
			r = strings.ToLower(strip(r))
			n := 0
			for _, v := range "aeiou" {
				if strings.ContainsRune(r, v) {
					n++
				}
			}
			a.Note("found %d different vowels", n)
			return n <= 3 && !strings.Contains(r, "\n"), nil
		},
	},
	{
		ID: "words:consonants", Doc: "has two consonants in a row in every word",
		Sample: Sample{"", "Strong winds", "Strong as winds"},
		Test: func(r string, a Args) (bool, error) {
			for _, w := range fields(strings.ToLower(r)) {
				if !hasCluster(w) {
					a.Note("word %.80q has no consonant cluster", w)
					return false, nil
				}
			}
			return true, nil
		},
	},
	{
		ID: "words:palindrome", Doc: "has at least ten words of five or more characters that read the same backwards",
		Sample: Sample{"", strings.Repeat("level radar ", 5), "level radar"},
		Test: func(r string, a Args) (bool, error) {
			n := 0
			for _, w := range fields(strings.ToLower(withoutPunctuation(r))) {
				if utf8.RuneCountInString(w) >= 5 && w == reversed(w) {
					n++
				}
			}
			return a.compare(n, atLeast, 10), nil
		},
	},
	{
		ID: "words:prime_lengths", Doc: "has only words whose length without punctuation is a prime below 100",
		Sample: Sample{"", "Prime numbers are in.", "Four words here fail"},
		Test: func(r string, a Args) (bool, error) {
			for _, w := range fields(withoutPunctuation(r)) {
				if n := utf8.RuneCountInString(w); n >= 100 || !isPrime(n) {
					a.Note("word %.80q has %d characters", w, n)
					return false, nil
				}
			}
			return true, nil
		},
	},
	{
		ID: "words:start_verb", Doc: "begins with a verb",
		Approx: "verbs: a list of about 900 verbs and their regular forms instead of a tagger",
		Sample: Sample{"", "Write a poem.", "The poem is short."},
		Test: func(r string, a Args) (bool, error) {
			words, err := treebankWords(r)
			return len(words) > 0 && isVerb(words[0]), err
		},
	},
	{
		ID: "words:repeats", Doc: "uses no word more than so many times, ignoring case and punctuation",
		Params: []Param{integer("small_n", "times")},
		Sample: Sample{`{"small_n":2}`, "This is it. This is.", "No, no, no."},
		Test: func(r string, a Args) (bool, error) {
			counts := map[string]int{}
			for _, w := range fields(withoutPunctuation(strings.ToLower(r))) {
				if counts[w]++; counts[w] > a.Int("small_n") {
					a.Note("word %.80q occurs more than %d times", w, a.Int("small_n"))
					return false, nil
				}
			}
			return true, nil
		},
	},
	{
		ID: "words:odd_even_syllables", Doc: "alternates between words with odd and even numbers of syllables",
		Approx: "syllables: rules and a table of exceptions",
		Sample: Sample{"", "The river runs along.", "The big river."},
		Test: func(r string, a Args) (bool, error) {
			previous := -1
			for _, w := range fields(strings.ToLower(withoutPunctuation(r))) {
				parity := Syllables(w) % 2
				if parity == previous {
					a.Note("word %.80q does not change the parity", w)
					return false, nil
				}
				previous = parity
			}
			return true, nil
		},
	},
	{
		ID: "words:no_consecutive", Doc: "has no two neighbouring words with the same first letter",
		Sample: Sample{"", "This is not that.", "This then is."},
		Test: func(r string, a Args) (bool, error) {
			words := fields(withoutPunctuation(strings.ToLower(r)))
			for i := 1; i < len(words); i++ {
				if firstRune(words[i]) == firstRune(words[i-1]) {
					a.Note("words %.80q and %.80q begin alike", words[i-1], words[i])
					return false, nil
				}
			}
			return true, nil
		},
	},
}

func hasCluster(w string) bool {
	const consonants = "bcdfghjklmnpqrstvwxyz"
	for i := 1; i < len(w); i++ {
		if strings.IndexByte(consonants, w[i]) >= 0 && strings.IndexByte(consonants, w[i-1]) >= 0 {
			return true
		}
	}
	return false
}

func reversed(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

func isPrime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}
