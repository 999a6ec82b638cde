package extraction

import (
	"html"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"segue/skill/gen"
)

// sheet is a table as texts, before it is written in a notation.
type sheet struct {
	columns []string
	rows    [][]string
}

// write draws a notation: Markdown, CSV, HTML or columns of plain text.
func (t sheet) write(r *rand.Rand) string {
	return gen.Pick(r, []func() string{t.markdown, t.csv, t.html, t.aligned})()
}

func (t sheet) markdown() string { return markdown(t.columns, t.rows) }

// csv writes the sheet as comma-separated values with quotes where needed.
func (t sheet) csv() string {
	var b strings.Builder
	for _, row := range append([][]string{t.columns}, t.rows...) {
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quotedField(cell, ","))
		}
		b.WriteByte('\n')
	}
	return fence("csv", b.String())
}

// quotedField is a field of a delimited file, in quotes where it needs them.
func quotedField(field, delimiter string) string {
	if strings.ContainsAny(field, "\"\n"+delimiter) {
		return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
	}
	return field
}

// html writes the sheet as an HTML table, a row a line.
func (t sheet) html() string {
	var b strings.Builder
	row := func(tag string, cells []string) {
		b.WriteString("  <tr>")
		for _, cell := range cells {
			b.WriteString("<" + tag + ">" + html.EscapeString(cell) + "</" + tag + ">")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("<table>\n")
	row("th", t.columns)
	for _, cells := range t.rows {
		row("td", cells)
	}
	return fence("html", b.String()+"</table>")
}

// aligned writes the sheet as columns of plain text, two blanks apart.
func (t sheet) aligned() string {
	all := append([][]string{t.columns}, t.rows...)
	widths := make([]int, len(t.columns))
	for _, row := range all {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range all {
		line := ""
		for i, cell := range row {
			line += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return fence("text", b.String())
}
