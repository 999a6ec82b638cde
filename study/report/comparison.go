package report

import (
	"io"
	"strings"

	"segue/study"
)

// Comparison is what a report adds where the arms of a study are recipes.
type Comparison struct {
	Ranking []Rank   `json:"ranking"`
	Effects []Effect `json:"effects"` // of each recipe but the first, where its runs left a record
}

// Compare ranks the recipes of the study in dir and holds them to what they claim.
func Compare(dir string, r *study.Result) *Comparison {
	f := &folder{dir: dir, result: r}
	return &Comparison{ranking(f, r), effects(f, r)}
}

// section is a table of a comparison with its title; the first row is the head.
type section struct {
	Title string
	Rows  [][]string
}

// Head and Body are the rows for the page.
func (s section) Head() []string   { return s.Rows[0] }
func (s section) Body() [][]string { return s.Rows[1:] }

// sections are the tables that have rows; a study of arms has no comparison, nil, and none.
func (c *Comparison) sections() []section {
	if c == nil {
		return nil
	}
	var some []section
	for _, s := range []section{{rankingTitle, rankingRows(c.Ranking)}, {effectsTitle, effectRows(c.Effects)}, {pathsTitle, pathRows(c.Ranking)}} {
		if len(s.Body()) > 0 {
			some = append(some, s)
		}
	}
	return some
}

// Text prints the tables of a comparison for a terminal.
func (c *Comparison) Text(w io.Writer) error {
	var b strings.Builder
	for _, s := range c.sections() {
		table(&b, s.Title, s.Rows)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown writes the tables of a comparison of recipes, and below them what Text prints.
func (c *Comparison) Markdown(w io.Writer, r *study.Result) error {
	var b strings.Builder
	b.WriteString("# A comparison of recipes\n")
	for _, s := range c.sections() {
		b.WriteString("\n" + s.Title + ".\n\n")
		for i, row := range s.Rows {
			b.WriteString("| " + strings.Join(row, " | ") + " |\n")
			if i == 0 {
				b.WriteString("|" + strings.Repeat(" --- |", len(row)) + "\n")
			}
		}
	}
	b.WriteString("\n```\n")
	if err := Text(&b, r); err != nil {
		return err
	}
	b.WriteString("```\n")
	_, err := io.WriteString(w, b.String())
	return err
}
