package constraint

import (
	"strings"
	"unicode"
)

// The splitters of the "segue:" checks. They know no language, so that an instruction can state
// them in a sentence and a reader can count along.

// Words returns the words of a text: the longest runs of letters, marks and digits, where a
// single apostrophe or hyphen between two of them belongs to the word ("don't", "well-known").
func Words(text string) []string {
	var words []string
	runes := []rune(text)
	for i := 0; i < len(runes); {
		if !isWordRune(runes[i]) {
			i++
			continue
		}
		start := i
		for i < len(runes) && (isWordRune(runes[i]) ||
			strings.ContainsRune("'’-", runes[i]) && i+1 < len(runes) && isWordRune(runes[i+1])) {
			i++
		}
		words = append(words, string(runes[start:i]))
	}
	return words
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

// Sentences returns the sentences of a text: one ends at a run of the marks . ! ? … with the
// closing quotes and brackets behind it, if white space or the end of the text follows. A rest
// that holds a word is a sentence too. Abbreviations are not known: "Dr. Who." is two sentences.
func Sentences(text string) []string {
	var sentences []string
	add := func(s string) {
		if s = strings.TrimSpace(s); strings.ContainsFunc(s, isWordRune) {
			sentences = append(sentences, s)
		}
	}
	start, ended := 0, false
	for i, r := range text {
		switch {
		case strings.ContainsRune(".!?…", r):
			ended = true
		case ended && unicode.IsSpace(r):
			add(text[start:i])
			start, ended = i, false
		case !strings.ContainsRune("\"'”’)]»*_", r):
			ended = false
		}
	}
	add(text[start:])
	return sentences
}

// Lines returns the lines of a text that are not blank, without white space at their ends.
func Lines(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// Paragraphs returns the paragraphs of a text: the blocks of lines between blank lines.
func Paragraphs(text string) []string {
	var paragraphs []string
	var block []string
	flush := func() {
		if len(block) > 0 {
			paragraphs = append(paragraphs, strings.Join(block, "\n"))
			block = nil
		}
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			flush()
		} else {
			block = append(block, line)
		}
	}
	flush()
	return paragraphs
}

// Item is an element of a list in Markdown.
type Item struct {
	Indent   int    // columns before the marker; a tab counts as four
	Marker   string // "-", "*", "+", or "3." and "3)" for a numbered item
	Numbered bool
	Text     string
}

// Items returns the list items of a text: the lines that begin, after spaces, with - * + or with
// a number and . or ), followed by a space.
func Items(text string) []Item {
	var items []Item
	for line := range strings.Lines(text) {
		if item, ok := parseItem(line); ok {
			items = append(items, item)
		}
	}
	return items
}

func parseItem(line string) (Item, bool) {
	body := strings.TrimLeft(line, " \t")
	margin := line[:len(line)-len(body)]
	indent := len(margin) + 3*strings.Count(margin, "\t")
	marker, rest, spaced := strings.Cut(strings.TrimRight(body, "\r\n"), " ")
	rest = strings.TrimSpace(rest)
	if !spaced || rest == "" || marker == "" {
		return Item{}, false
	}
	item := Item{Indent: indent, Marker: marker, Text: rest}
	if marker == "-" || marker == "*" || marker == "+" {
		return item, true
	}
	digits := strings.TrimRight(marker, ".)")
	item.Numbered = len(marker) == len(digits)+1 && isDigits(digits)
	return item, item.Numbered
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
