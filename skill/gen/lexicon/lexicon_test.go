package lexicon_test

import (
	"slices"
	"strings"
	"testing"

	"segue/skill/gen/lexicon"
)

func TestListsAreLargeAndClean(t *testing.T) {
	for _, c := range []struct {
		name  string
		words []string
		least int
		lower bool
	}{
		{"given names", lexicon.GivenNames(), 80, false},
		{"family names", lexicon.FamilyNames(), 80, false},
		{"cities", lexicon.Cities(), 80, false},
		{"companies", lexicon.Companies(), 60, false},
		{"streets", lexicon.Streets(), 60, false},
		{"products", lexicon.Products(), 80, true},
		{"animals", lexicon.Animals(), 80, true},
		{"plants", lexicon.Plants(), 80, true},
		{"foods", lexicon.Foods(), 80, true},
		{"tools", lexicon.Tools(), 60, true},
		{"colours", lexicon.Colours(), 50, true},
		{"professions", lexicon.Professions(), 80, true},
		{"adjectives", lexicon.Adjectives(), 150, true},
		{"adverbs", lexicon.Adverbs(), 80, true},
		{"nouns", lexicon.Nouns(), 600, true},
		{"topics", lexicon.Topics(), 80, true},
		{"events", lexicon.Events(), 60, true},
		{"months", lexicon.Months(), 12, false},
		{"weekdays", lexicon.Weekdays(), 7, false},
	} {
		if len(c.words) < c.least {
			t.Errorf("%s: %d entries, want at least %d", c.name, len(c.words), c.least)
		}
		seen := map[string]bool{}
		for _, w := range c.words {
			if seen[w] {
				t.Errorf("%s: %q stands twice", c.name, w)
			}
			seen[w] = true
			if c.lower != (strings.ToLower(w) == w) {
				t.Errorf("%s: %q has the wrong case", c.name, w)
			}
		}
	}
}

func TestNounsAreFoundByInitialAndLength(t *testing.T) {
	n := 0
	for letter := byte('a'); letter <= 'z'; letter++ {
		words := lexicon.NounsByInitial(letter)
		n += len(words)
		if len(words) < 5 && letter != 'x' {
			t.Errorf("only %d nouns begin with %c", len(words), letter)
		}
		if len(lexicon.Starting(lexicon.GivenNames(), letter)) == 0 {
			t.Errorf("no given name begins with %c", letter)
		}
	}
	if n != len(lexicon.Nouns()) {
		t.Errorf("by initial there are %d nouns, in all %d", n, len(lexicon.Nouns()))
	}
	if words := lexicon.NounsByLength(5); len(words) < 80 || len(words[0]) != 5 {
		t.Errorf("%d nouns of five letters, the first %q", len(words), words[0])
	}
}

func TestPluralAndArticle(t *testing.T) {
	for noun, want := range map[string]string{
		"box": "boxes", "city": "cities", "key": "keys", "loaf": "loaves", "watering can": "watering cans", "child": "children",
		"torch": "torches", "brush": "brushes", "lantern": "lanterns",
	} {
		if got := lexicon.Plural(noun); got != want {
			t.Errorf("Plural(%q) = %q, want %q", noun, got, want)
		}
	}
	for word, want := range map[string]string{"apple": "an", "uniform": "a", "usher": "an", "honest": "an", "house": "a", "umbrella": "an"} {
		if got := lexicon.Article(word); got != want {
			t.Errorf("Article(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestScenesAndVerbsSuffice(t *testing.T) {
	for _, s := range lexicon.Scenes() {
		if len(s.People) < 6 || len(s.Things) < 9 || len(s.Places) < 5 {
			t.Errorf("scene %q: %d people, %d things, %d places", s.Topic, len(s.People), len(s.Things), len(s.Places))
		}
		if slices.ContainsFunc(s.Things, func(w string) bool { return strings.Contains(w, " ") }) {
			t.Errorf("scene %q: a compound among the things", s.Topic)
		}
	}
	if n := len(lexicon.Scenes()); n < 20 {
		t.Errorf("%d scenes", n)
	}
}
