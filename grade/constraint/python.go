package constraint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The published checks are defined by what Python's string functions do. This file holds those
// notions, so that the checks read like their rules.

// punctuation is ASCII punctuation, Python's string.punctuation.
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// edge is what the published checks trim off words: punctuation and the space.
const edge = punctuation + " "

func isPunctuation(r rune) bool {
	return r < utf8.RuneSelf && strings.ContainsRune(punctuation, r)
}

// withoutPunctuation deletes ASCII punctuation.
func withoutPunctuation(s string) string {
	return strings.Map(func(r rune) rune {
		if isPunctuation(r) {
			return -1
		}
		return r
	}, s)
}

// isSpace is Python's str.isspace: Unicode white space and the four ASCII separators.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

func strip(s string) string { return strings.TrimFunc(s, isSpace) }

// fields splits at white space.
func fields(s string) []string { return strings.FieldsFunc(s, isSpace) }

// isWord is the class \w: letters, numbers and the underscore, but not combining marks.
func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

func notWord(r rune) bool { return !isWord(r) }

// wordRuns returns the runs of \w, which is how the published checks count words.
func wordRuns(s string) []string { return strings.FieldsFunc(s, notWord) }

// isUpper and isLower ask for at least one cased letter and none of the other case.
func isUpper(s string) bool {
	return strings.ContainsFunc(s, unicode.IsUpper) &&
		!strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLower(r) || unicode.IsTitle(r) })
}

func isLower(s string) bool {
	return strings.ContainsFunc(s, unicode.IsLower) &&
		!strings.ContainsFunc(s, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsTitle(r) })
}

// ascii decomposes letters (NFKD) and drops what is not ASCII.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }

func lastRune(s string) rune { r, _ := utf8.DecodeLastRuneInString(s); return r }

func distinct(list []string) int {
	seen := map[string]bool{}
	for _, s := range list {
		seen[s] = true
	}
	return len(seen)
}

// countWhole counts the places where literal stands with no \w beside its \w ends, ignoring
// case: \bliteral\b with Unicode word boundaries.
func countWhole(s, literal string) int {
	s, literal = strings.ToLower(s), strings.ToLower(literal)
	count := 0
	for from := 0; literal != ""; {
		i := strings.Index(s[from:], literal)
		if i < 0 {
			break
		}
		start, end := from+i, from+i+len(literal)
		before, after := isWord(lastRune(s[:start])), isWord(firstRune(s[end:]))
		if before != isWord(firstRune(literal)) && after != isWord(lastRune(literal)) {
			count++
			from = end
			continue
		}
		_, size := utf8.DecodeRuneInString(s[start:])
		from = start + size
	}
	return count
}

// csvRows splits text into records as Python's csv.reader does in its default dialect: a field
// that begins with a quote runs to the next single quote, a doubled quote inside stands for one,
// a quote elsewhere is text, and a blank line is an empty record.
func csvRows(text string, delimiter rune) [][]string {
	var rows [][]string
	var row []string
	var field strings.Builder
	quoted, closing, fresh, dirty := false, false, true, false
	endField := func() {
		row = append(row, field.String())
		field.Reset()
		fresh = true
	}
	endRow := func() {
		if dirty {
			endField()
		}
		rows = append(rows, row)
		row, dirty = nil, false
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for _, r := range text {
		switch {
		case closing && r == '"': // doubled quote
			field.WriteRune(r)
			closing = false
		case quoted && !closing:
			if r == '"' {
				closing = true
			} else {
				field.WriteRune(r)
			}
		case r == delimiter:
			quoted, closing, dirty = false, false, true
			endField()
		case r == '\n' || r == '\r':
			quoted, closing = false, false
			endRow()
			fresh = true
		case r == '"' && fresh:
			quoted, fresh, dirty = true, false, true
		default:
			quoted, closing, fresh, dirty = false, false, false, true
			field.WriteRune(r)
		}
	}
	if dirty || quoted {
		endRow()
	}
	return slices.Clip(rows)
}
