// Package extraction generates the items of the information-extraction skills.
//
// A generator first draws records, then writes them as a document with the
// noise of real ones (footnotes, separators, gaps, look-alikes), and computes
// the answer from the records, never from the document. Company and place names
// are invented, since a real one would have real figures.
package extraction

import (
	"fmt"
	"strings"
)

// markdown is a table in Markdown.
func markdown(columns []string, rows [][]string) string {
	lines := []string{"| " + strings.Join(columns, " | ") + " |", "|" + strings.Repeat(" --- |", len(columns))}
	for _, row := range rows {
		lines = append(lines, "| "+strings.Join(row, " | ")+" |")
	}
	return strings.Join(lines, "\n")
}

// fence is text as a Markdown block.
func fence(language, text string) string {
	return "```" + language + "\n" + strings.TrimSuffix(text, "\n") + "\n```"
}

// separated writes a number with commas between thousands: 12,480.
func separated(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// cents writes an amount of cents as euros: 12.50.
func cents(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

// sumText writes a sum as "3 + 4 + 5 = 12".
func sumText(xs []int) string {
	texts, total := make([]string, len(xs)), 0
	for i, x := range xs {
		texts[i], total = fmt.Sprint(x), total+x
	}
	if len(xs) < 2 {
		return fmt.Sprint(total)
	}
	return fmt.Sprintf("%s = %d", strings.Join(texts, " + "), total)
}
