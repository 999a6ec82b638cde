// Package lexicon holds the words that generated items are made of: names,
// places, things, verbs, topics and scenes, and a composer that makes sentences
// of them. The lists are own work, written for this project; companies and
// shops are made up, cities and names are real ones from many cultures.
package lexicon

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed lists
var lists embed.FS

// list reads an embedded list once: entries separated by commas or line ends.
func list(name string) func() []string {
	return sync.OnceValue(func() []string {
		var words []string
		for _, line := range lines(name) {
			words = append(words, entries(line)...)
		}
		return words
	})
}

// lines returns the lines of an embedded file that are neither empty nor a comment.
// The files are compiled in, so a missing one is a programmer's error.
func lines(name string) []string {
	data, err := lists.ReadFile("lists/" + name)
	if err != nil {
		panic(fmt.Sprintf("lexicon: %v", err))
	}
	var kept []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			kept = append(kept, line)
		}
	}
	return kept
}

func entries(line string) []string {
	var words []string
	for word := range strings.SplitSeq(line, ",") {
		if word = strings.TrimSpace(word); word != "" {
			words = append(words, word)
		}
	}
	return words
}

var (
	givenNames  = list("given_names.txt")
	familyNames = list("family_names.txt")
	cities      = list("cities.txt")
	companies   = list("companies.txt")
	streets     = list("streets.txt")
	products    = list("products.txt")
	animals     = list("animals.txt")
	plants      = list("plants.txt")
	foods       = list("foods.txt")
	tools       = list("tools.txt")
	colours     = list("colours.txt")
	professions = list("professions.txt")
	adjectives  = list("adjectives.txt")
	adverbs     = list("adverbs.txt")
	nouns       = list("nouns.txt")
	topics      = list("topics.txt")
	events      = list("events.txt")
)

// The lists below are shared: callers must not change what they return.

// GivenNames are given names of people, capitalised, from many cultures; every
// letter from A to Z begins at least one.
func GivenNames() []string { return givenNames() }

// FamilyNames are family names of people, capitalised.
func FamilyNames() []string { return familyNames() }

// Cities are names of cities, one word each.
func Cities() []string { return cities() }

// Companies are made-up names of companies and shops.
func Companies() []string { return companies() }

// Streets are street names ("Mill Street").
func Streets() []string { return streets() }

// Products are goods that a shop sells, lower-case, in the singular.
func Products() []string { return products() }

// Animals are animals, lower-case, one word, in the singular.
func Animals() []string { return animals() }

// Plants are trees, flowers and herbs, lower-case, one word.
func Plants() []string { return plants() }

// Foods are ingredients and dishes, lower-case.
func Foods() []string { return foods() }

// Tools are hand tools and small machines, lower-case.
func Tools() []string { return tools() }

// Colours are colour names, lower-case, one word.
func Colours() []string { return colours() }

// Professions are occupations, lower-case, one word.
func Professions() []string { return professions() }

// Adjectives are adjectives, lower-case, one word.
func Adjectives() []string { return adjectives() }

// Adverbs are adverbs that can follow a verb, lower-case, one word.
func Adverbs() []string { return adverbs() }

// Nouns are common nouns in the singular, lower-case, one word.
func Nouns() []string { return nouns() }

// Topics are things to write about ("rock pools"), lower-case phrases.
func Topics() []string { return topics() }

// Events are happenings that a diary holds ("seed swap"), lower-case phrases.
func Events() []string { return events() }

// Months are the twelve months in order.
func Months() []string { return months }

// Weekdays are the seven days from Monday.
func Weekdays() []string { return weekdays }

var (
	months = []string{
		"January", "February", "March", "April", "May", "June",
		"July", "August", "September", "October", "November", "December",
	}
	weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
)

var nounsByInitial = sync.OnceValue(func() map[byte][]string {
	by := map[byte][]string{}
	for _, n := range Nouns() {
		by[n[0]] = append(by[n[0]], n)
	}
	return by
})

var nounsByLength = sync.OnceValue(func() map[int][]string {
	by := map[int][]string{}
	for _, n := range Nouns() {
		by[len(n)] = append(by[len(n)], n)
	}
	return by
})

// NounsByInitial are the nouns that begin with a lower-case letter; there are
// none for x.
func NounsByInitial(letter byte) []string { return nounsByInitial()[letter] }

// NounsByLength are the nouns of n letters.
func NounsByLength(n int) []string { return nounsByLength()[n] }

// Starting returns the words that begin with a letter, whatever its case.
func Starting(words []string, letter byte) []string {
	return Filter(words, func(w string) bool { return strings.EqualFold(w[:1], string(letter)) })
}

// Filter returns the words that keep says yes to, in order.
func Filter(words []string, keep func(string) bool) []string {
	var kept []string
	for _, w := range words {
		if keep(w) {
			kept = append(kept, w)
		}
	}
	return kept
}

// Without returns the words that are none of the given ones.
func Without(words []string, gone ...string) []string {
	return Filter(words, func(w string) bool { return !slices.Contains(gone, w) })
}
