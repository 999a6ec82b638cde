package constraint

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// bounds are the parameters of every count: exactly, or min and max, of which one suffices.
func bounds(more ...Param) []Param {
	return append(more,
		optional(integer("exactly", "this many")),
		optional(integer("min", "at least this many")),
		optional(integer("max", "at most this many")))
}

// within decides a count by the bounds.
func (a Args) within(n int) (bool, error) {
	lo, hi := 0, math.MaxInt
	if a.Has("min") {
		lo = a.Int("min")
	}
	if a.Has("max") {
		hi = a.Int("max")
	}
	switch {
	case a.Has("exactly") && (a.Has("min") || a.Has("max")):
		return false, fmt.Errorf("give exactly, or min and max, not both")
	case a.Has("exactly"):
		lo, hi = a.Int("exactly"), a.Int("exactly")
	case !a.Has("min") && !a.Has("max"):
		return false, fmt.Errorf("give exactly, min or max")
	case lo > hi:
		return false, fmt.Errorf("the range from %d to %d is empty", lo, hi)
	}
	switch {
	case lo == hi:
		a.Note("found %d, wanted %d", n, lo)
	case hi == math.MaxInt:
		a.Note("found %d, wanted at least %d", n, lo)
	default:
		a.Note("found %d, wanted %d to %d", n, lo, hi)
	}
	return lo <= n && n <= hi, nil
}

var (
	slot        = regexp.MustCompile(`\[[^\[\]\n]+\]`)
	starSpan    = regexp.MustCompile(`\*\*[^*\n]+\*\*|\*[^*\n]+\*`)
	headingLine = regexp.MustCompile(`(?m)^(#{1,6}) +(\S.*)$`)
	quotedSpan  = regexp.MustCompile(`"[^"\n]+"|“[^”\n]+”`)
	hashtag     = regexp.MustCompile(`(?:^|\s)#[\pL\pN_]+`)
	fenceLine   = regexp.MustCompile("(?m)^[ \t]*```")
)

// counters are the countable things, each a check "segue:<name>" with the parameters of bounds.
var counters = []struct {
	name, of string
	count    func(string) int
	two, no  string // a text that has two of them, and one that has not
}{
	{"words", "words, see Words", func(r string) int { return len(Words(r)) }, "Well-known words.", "One."},
	{"unique-words", "different words, ignoring case", func(r string) int { return distinct(lowerWords(r)) }, "No, yes, no.", "No, no."},
	{"sentences", "sentences, see Sentences", func(r string) int { return len(Sentences(r)) }, `He said "No." She left`, "One."},
	{"lines", "lines that are not blank", func(r string) int { return len(Lines(r)) }, "a\n\nb", "a b"},
	{"paragraphs", "paragraphs, divided by blank lines", func(r string) int { return len(Paragraphs(r)) }, "a\nb\n\nc", "a\nb"},
	{"characters", "characters, without white space at both ends", func(r string) int { return utf8.RuneCountInString(strings.TrimSpace(r)) }, "né", "née"},
	{"letters", "letters", countRunes(unicode.IsLetter), "a, b 7", "a1"},
	{"uppercase-letters", "capital letters", countRunes(unicode.IsUpper), "Ab Cd", "Ab"},
	{"vowels", "vowels a e i o u, ignoring case", countRunes(isVowel), "Audit"[:3], "sky"},
	{"digits", "digits", countRunes(unicode.IsDigit), "1 and 2", "1"},
	{"commas", "commas", countMark(","), "a, b, c", "a, b"},
	{"exclamation-marks", "exclamation marks", countMark("!"), "Oh! No!", "Oh!"},
	{"question-marks", "question marks", countMark("?"), "Oh? No?", "Oh?"},
	{"emoji", "emoji characters", countRunes(isEmoji), "😀😀", "😀"},
	{"capital-words", "words of two or more letters, all capitals", func(r string) int { return countWords(r, isCapitalWord) }, "NASA and ESA", "A NASA"},
	{"capitalized-words", "words that begin with a capital letter", func(r string) int {
		return countWords(r, func(w string) bool { return unicode.IsUpper(firstRune(w)) })
	}, "Ann met Bob", "Ann ran"},
	{"numbers", "numbers, see segue:number-sum", func(r string) int { return len(numerals(r)) }, "1,000 and 2.5", "2.5"},
	{"bullets", "bullet items (- * +) at any depth", func(r string) int { return len(bullets(r)) }, "- a\n- b", "1. a\n2. b"},
	{"sub-bullets", "bullet items that are indented", countItems(func(i Item) bool { return !i.Numbered && i.Indent > 0 }), "- a\n  - b\n  - c", "- a\n- b"},
	{"numbered-items", "numbered items (1. or 1))", countItems(func(i Item) bool { return i.Numbered }), "1. a\n2. b", "- a\n- b"},
	{"headings", "Markdown headings (#)", countMatches(headingLine), "# A\n## B", "# A"},
	{"placeholders", "placeholders in square brackets", countMatches(slot), "[name], [date]", "[]"},
	{"highlights", "highlights *like this* or **like this**", countMatches(starSpan), "*a* and **b**", "*a* and b"},
	{"quotations", "quoted phrases in double quotes", countMatches(quotedSpan), `"a" and “b”`, `"a"`},
	{"hashtags", "hashtags", countMatches(hashtag), "#a #b", "# a"},
	{"code-blocks", "fenced code blocks", func(r string) int { return len(fenceLine.FindAllStringIndex(r, -1)) / 2 }, "```\na\n```\n```\nb\n```", "```\na\n```"},
	{"syllables", "syllables of English words, see Syllables (approximate)", countSyllables, "water", "rain"},
}

func init() {
	for _, c := range counters {
		Register(Check{
			ID: "segue:" + c.name, Doc: "has the wanted number of " + c.of, Params: bounds(),
			Sample: Sample{`{"exactly":2}`, c.two, c.no},
			Test:   func(r string, a Args) (bool, error) { return a.within(c.count(r)) },
		})
	}
}

func countRunes(is func(rune) bool) func(string) int {
	return func(r string) int {
		n := 0
		for _, c := range r {
			if is(c) {
				n++
			}
		}
		return n
	}
}

func countMark(mark string) func(string) int {
	return func(r string) int { return strings.Count(r, mark) }
}

func countMatches(re *regexp.Regexp) func(string) int {
	return func(r string) int { return len(re.FindAllStringIndex(r, -1)) }
}

func countItems(is func(Item) bool) func(string) int {
	return func(r string) int { return len(slices.DeleteFunc(Items(r), func(i Item) bool { return !is(i) })) }
}

func countWords(r string, is func(string) bool) int {
	n := 0
	for _, w := range Words(r) {
		if is(w) {
			n++
		}
	}
	return n
}

func countSyllables(r string) int {
	n := 0
	for _, w := range Words(r) {
		n += Syllables(w)
	}
	return n
}

func isVowel(r rune) bool { return strings.ContainsRune("aeiouAEIOU", r) }

func isCapitalWord(w string) bool { return isUpper(w) && countRunes(unicode.IsLetter)(w) >= 2 }

func lowerWords(r string) []string { return Words(strings.ToLower(r)) }

func bullets(r string) []Item {
	return slices.DeleteFunc(Items(r), func(i Item) bool { return i.Numbered })
}
