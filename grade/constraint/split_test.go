package constraint_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"segue/grade/constraint"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"Don't stop, well-known Ann.": "Don't|stop|well-known|Ann",
		"'quoted' -- dash- 3rd":       "quoted|dash|3rd",
		"naïve café — l’été":          "naïve|café|l’été",
		"a_b a.b":                     "a|b|a|b",
		"e\u0301tude":                 "e\u0301tude",
		"...":                         "",
		"rock-'n'-roll a--b it''s x-": "rock|n|roll|a|b|it|s|x",
	} {
		if got := strings.Join(constraint.Words(text), "|"); got != want {
			t.Errorf("Words(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		`He said "No." She left! Why?! So`: `He said "No."|She left!|Why?!|So`,
		"Pi is 3.14. Dr. Who.":             "Pi is 3.14.|Dr.|Who.",
		"Wait... what? (Yes.) **Bold.** x": "Wait...|what?|(Yes.)|**Bold.**|x",
		"One\nline":                        "One\nline",
		"! ? . ":                           "",
	} {
		if got := strings.Join(constraint.Sentences(text), "|"); got != want {
			t.Errorf("Sentences(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestItems(t *testing.T) {
	items := constraint.Items("- a\n\t* b\n  12) c\r\n*not*\n-no\n1 no\n1. \n+ d")
	want := []constraint.Item{{0, "-", false, "a"}, {4, "*", false, "b"}, {2, "12)", true, "c"}, {0, "+", false, "d"}}
	if !slices.Equal(items, want) {
		t.Errorf("Items = %+v, want %+v", items, want)
	}
}

// Whatever the text, the splitters lose no word.
func TestSplittersKeepWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`([ab'-]{1,4}[.!?"]{0,2}[ \n]{0,2}){0,9}`)).Draw(t, "text")
		words := constraint.Words(text)
		for name, split := range map[string]func(string) []string{
			"sentences": constraint.Sentences, "lines": constraint.Lines, "paragraphs": constraint.Paragraphs,
		} {
			var again []string
			for _, part := range split(text) {
				if strings.TrimSpace(part) == "" {
					t.Fatalf("%s of %q hold a blank one", name, text)
				}
				again = append(again, constraint.Words(part)...)
			}
			if !slices.Equal(words, again) {
				t.Fatalf("%s of %q have words %q, not %q", name, text, again, words)
			}
		}
	})
}

func TestSyllables(t *testing.T) {
	for word, want := range map[string]int{
		"cat": 1, "water": 2, "table": 2, "poem": 2, "every": 3, "the": 1, "apple": 2, "created": 3,
		"don't": 1, "didn't": 2, "isn't": 2, "nation": 2, "well-known": 2, "beautiful": 3, "serious": 3,
		"rhythm": 2, "area": 3, "science": 2, "quiet": 2, "jumped": 1, "wanted": 2, "boxes": 2, "": 0, "42": 0, "Ann's": 1,
	} {
		if got := constraint.Syllables(word); got != want {
			t.Errorf("Syllables(%q) = %d, want %d", word, got, want)
		}
	}
}
