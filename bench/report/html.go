package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"segue/bench/report/figure"
	"segue/skill"
)

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"percent":  percentText,
	"score":    scoreText,
	"change":   changeText,
	"interval": intervalText,
	"points":   pointsText,
	"chart":    dotPlot,
	"heat":     figure.HeatMap,
	"causes":   causeBar,
	"money":    func(x float64) string { return fmt.Sprintf("$%.4g", x) },
	"domain":   func(s string) string { return skill.Domain(s).Title() },
	"counts":   sortedCounts,
}).Parse(pageSource))

// HTML writes reports as one self-contained page: no script, no network, dark
// and light by the reader's setting. Whatever models wrote is text, never markup.
func HTML(w io.Writer, reports []*Report) error {
	return page.Execute(w, struct {
		Style   template.CSS
		Reports []*Report
	}{figure.Style + template.CSS(pageStyle), reports})
}

func percentText(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// scoreText is a score without its interval.
func scoreText(e Estimate) string {
	if e.N == 0 {
		return "–"
	}
	return percentText(e.Score)
}

// changeText is a difference in points without its interval.
func changeText(e Estimate) string {
	if e.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%+.1f", 100*e.Score)
}

func intervalText(e Estimate) string {
	if e.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*e.Score, 100*e.Lo, 100*e.Hi)
}

// pointsText is a difference in percentage points.
func pointsText(e Estimate) string {
	if e.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%+.1f [%+.1f, %+.1f]", 100*e.Score, 100*e.Lo, 100*e.Hi)
}

// dotPlot draws each row's single and cross score with their intervals on a
// common scale from 0 to 1, and the paired change beside them.
func dotPlot(rows []Row) template.HTML {
	plot := make([]figure.Row, len(rows))
	for i, r := range rows {
		plot[i].Label = displayName(r.Name)
		for _, mark := range []struct {
			class string
			e     Estimate
		}{{"single", r.Single}, {"cross", r.Cross}} {
			if mark.e.N > 0 {
				plot[i].Marks = append(plot[i].Marks, figure.Mark{Class: mark.class, Title: mark.class + ": " + intervalText(mark.e), At: mark.e.Score, Lo: mark.e.Lo, Hi: mark.e.Hi})
			}
		}
		if r.Drop.N > 0 {
			plot[i].Value = changeText(r.Drop)
		}
	}
	return figure.Intervals("scores with 95 % intervals", scoreAxis, plot)
}

// scoreAxis is the scale of scores.
var scoreAxis = figure.Axis{From: 0, To: 1, Step: 0.2, Scale: 100}

// displayName is a group's name for people: domains by title, skills by id.
func displayName(name string) string {
	if _, err := skill.ParseDomain(name); err == nil {
		return skill.Domain(name).Title()
	}
	return name
}

// causeBar draws the causes of wrong cross answers as one bar.
func causeBar(f Failures) template.HTML {
	var b strings.Builder
	b.WriteString(`<div class="bar">`)
	for _, c := range f.causeList() {
		if c.e.Score > 0 {
			fmt.Fprintf(&b, `<span class="cause-%s" style="flex:%.4f" title="%s: %s"></span>`, c.class, c.e.Score, template.HTMLEscapeString(c.name), intervalText(c.e))
		}
	}
	b.WriteString(`</div><ul class="legend">`)
	for _, c := range f.causeList() {
		fmt.Fprintf(&b, `<li><span class="key cause-%s"></span>%s<b>%s</b></li>`, c.class, template.HTMLEscapeString(c.name), intervalText(c.e))
	}
	b.WriteString(`</ul>`)
	return template.HTML(b.String())
}

type namedCause struct {
	class, name string
	e           Estimate
}

func (f Failures) causeList() []namedCause {
	return []namedCause{
		{"switch", "switch: right alone, wrong in the task", f.Switch},
		{"dependency", "dependency: it uses an earlier answer that is wrong", f.Dependency},
		{"skill", "skill: wrong alone too", f.Skill},
		{"missing", "no answer for the step", f.Missing},
		{"unknown", "unknown: no score alone", f.Unknown},
	}
}

type count struct {
	Name string
	N    int
}

// sortedCounts lists counts, the largest first.
func sortedCounts(m map[string]int) []count {
	var out []count
	for _, name := range slices.Sorted(maps.Keys(m)) {
		out = append(out, count{name, m[name]})
	}
	slices.SortStableFunc(out, func(a, b count) int { return b.N - a.N })
	return out
}
