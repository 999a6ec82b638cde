// Package report says what a study found, as one self-contained page and as
// tables for a terminal: the gap of the starts, what came of each arm, which
// differences have an interval without 0 in it and which have not.
package report

import (
	_ "embed"
	"html/template"
	"io"

	"segue/bench/report/figure"
	"segue/study"
)

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"number": numberText,
}).Parse(pageSource))

// view is what the page shows.
type view struct {
	Style     template.CSS
	Findings  []string
	Sections  []section // of a comparison of recipes
	Controls  []string  // what they tell
	LevelsAre string
	Levels    []level
	Tests     string // what the p-values are
	Starts    int
	Covers    string // by the intervals
	Table     armTable
	Against   []comparison
	Curves    curves
	Maps      []heat
	Skills    retention
	Samples   []sample
	Methods   []setting
	Limits    []string
	Notes     []string
}

// HTML writes what a study found as one self-contained page: no script, no
// network, dark and light by the reader's setting. The curves, the maps and the
// responses are read from the study's directory dir; what is missing there is
// missing on the page, which says so. Whatever models wrote is text, never markup. The
// comparison is nil where the arms are not recipes.
func HTML(w io.Writer, dir string, r *study.Result, c *Comparison) error {
	f := &folder{dir: dir, result: r}
	v := view{
		Style: figure.Style + template.CSS(pageStyle), Findings: findings(r), Sections: c.sections(), Controls: controlFindings(r), LevelsAre: levelsAre, Tests: testText(r), Levels: levels(r), Starts: len(r.Starts), Covers: covers(r),
		Table: tableOf(r), Against: comparisons(r), Curves: f.curves(), Samples: f.samples(),
	}
	v.Maps, v.Skills = f.outcomes()
	v.Methods, v.Limits, v.Notes = methods(r, v.Curves.Seconds), limits(r), f.notes
	return page.Execute(w, v)
}
