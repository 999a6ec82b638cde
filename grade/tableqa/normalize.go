package tableqa

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ascii maps quotes and dashes to their ASCII forms. The acute accent is missing for a reason:
// the decomposition before turns it into a space and a mark.
var ascii = strings.NewReplacer("‘", "'", "’", "'", "`", "'", "“", `"`, "”", `"`,
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-")

// citationMarks are footnote signs at the end of a cell.
const citationMarks = "•♦†‡*#+"

// Normalize brings a cell into the form in which texts are compared: without diacritics, quotes
// and dashes in ASCII, without citations ([1], [note], †) and details in parentheses at the end,
// without one pair of double quotes around it and one final period, white space collapsed, in
// lower case.
func Normalize(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(strings.ToValidUTF8(text, "")))
	text = strings.TrimSpace(ascii.Replace(text))
	for before := ""; before != text; {
		before = text
		text = strings.TrimSpace(cutCitations(text))
		text = strings.TrimSpace(cutDetails(text))
		text = strings.TrimSpace(unquote(text))
	}
	text = strings.TrimSuffix(text, ".")
	return strings.ToLower(strings.Join(strings.Fields(text), " "))
}

// cutCitations takes footnote signs and brackets off the end. A bracket that is the whole text
// stays, unless it holds only digits.
func cutCitations(text string) string {
	for {
		r, size := utf8.DecodeLastRuneInString(text)
		if size > 0 && strings.ContainsRune(citationMarks, r) {
			text = text[:len(text)-size]
			continue
		}
		body, ok := strings.CutSuffix(text, "]")
		if !ok {
			return text
		}
		from := strings.LastIndexByte(body, ']') + 1
		open := strings.IndexByte(body[from:], '[')
		if open < 0 {
			return text
		}
		if open += from; open == 0 && !isDigits(body[1:]) {
			next := strings.IndexByte(body[1:], '[')
			if next < 0 {
				return text
			}
			open = next + 1
		}
		text = text[:open]
	}
}

func isDigits(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}

// cutDetails takes parentheses behind a space off the end.
func cutDetails(text string) string {
	for {
		body, ok := strings.CutSuffix(text, ")")
		if !ok {
			return text
		}
		from := strings.LastIndexByte(body, ')') + 1
		open := strings.Index(body[from:], " (")
		if open < 0 || from+open == 0 {
			return text
		}
		text = text[:from+open]
	}
}

func unquote(text string) string {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' || strings.Contains(text[1:len(text)-1], `"`) {
		return text
	}
	return text[1 : len(text)-1]
}
