package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"segue/skill"
	"segue/switching"
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
	"heat":     heatMap,
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
	}{template.CSS(pageStyle), reports})
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

// Sizes of charts, in the units of their view box.
const (
	rowHeight  = 26
	labelWidth = 230
	plotWidth  = 520
	valueWidth = 130
)

// dotPlot draws each row's single and cross score with their intervals on a
// common scale from 0 to 1.
func dotPlot(rows []Row) template.HTML {
	var b strings.Builder
	height := rowHeight*len(rows) + 24
	fmt.Fprintf(&b, `<svg class="plot" viewBox="0 0 %d %d" role="img" aria-label="scores with 95 %% intervals">`, labelWidth+plotWidth+valueWidth, height)
	x := func(v float64) float64 { return labelWidth + v*plotWidth }
	for tick := 0; tick <= 10; tick += 2 {
		at := x(float64(tick) / 10)
		fmt.Fprintf(&b, `<line class="grid" x1="%.1f" x2="%.1f" y1="0" y2="%d"/><text class="tick" x="%.1f" y="%d">%d</text>`, at, at, height-20, at, height-6, tick*10)
	}
	for i, r := range rows {
		y := float64(rowHeight*i) + rowHeight/2
		fmt.Fprintf(&b, `<text class="label" x="%d" y="%.1f">%s</text>`, labelWidth-10, y+4, template.HTMLEscapeString(displayName(r.Name)))
		for _, mark := range []struct {
			class string
			e     Estimate
			shift float64
		}{{"single", r.Single, -4}, {"cross", r.Cross, 4}} {
			if mark.e.N == 0 {
				continue
			}
			fmt.Fprintf(&b, `<line class="%s" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/>`, mark.class, x(mark.e.Lo), x(mark.e.Hi), y+mark.shift, y+mark.shift)
			fmt.Fprintf(&b, `<circle class="%s" cx="%.1f" cy="%.1f" r="4"><title>%s: %s</title></circle>`, mark.class, x(mark.e.Score), y+mark.shift, mark.class, intervalText(mark.e))
		}
		if r.Drop.N > 0 {
			fmt.Fprintf(&b, `<text class="value" x="%d" y="%.1f">%+.1f</text>`, labelWidth+plotWidth+valueWidth-4, y+4, 100*r.Drop.Score)
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// displayName is a group's name for people: domains by title, skills by id.
func displayName(name string) string {
	if _, err := skill.ParseDomain(name); err == nil {
		return skill.Domain(name).Title()
	}
	return name
}

// heatMap draws the directed Skill Entropy between domains: rows are left,
// columns landed on. The colour scale is logarithmic around 1.
func heatMap(cells map[string]switching.Cell) template.HTML {
	var domains []skill.Domain
	for _, d := range skill.Domains() {
		for key := range cells {
			from, to := switching.SplitKey(key)
			if from == string(d) || to == string(d) {
				domains = append(domains, d)
				break
			}
		}
	}
	var b strings.Builder
	b.WriteString(`<div class="scroll"><table class="heat"><thead><tr><th>from \ to</th>`)
	for _, d := range domains {
		fmt.Fprintf(&b, `<th>%s</th>`, template.HTMLEscapeString(d.Title()))
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, from := range domains {
		fmt.Fprintf(&b, `<tr><th>%s</th>`, template.HTMLEscapeString(from.Title()))
		for _, to := range domains {
			b.WriteString(heatCell(cells, string(from), string(to)))
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
	return template.HTML(b.String())
}

func heatCell(cells map[string]switching.Cell, from, to string) string {
	c, ok := cells[switching.Key(from, to)]
	switch {
	case from == to:
		return `<td class="none"></td>`
	case !ok || c.SkE == 0:
		return `<td class="none" title="not measured">·</td>`
	case c.Weak != "":
		return fmt.Sprintf(`<td class="weak" title="%s; %d trials">%.2f</td>`, template.HTMLEscapeString(c.Weak), c.N, c.SkE)
	}
	// 0 at a ratio of ½ or below, 1 at 4 or above.
	strength := min(1, max(0, (math.Log2(c.SkE)+1)/3))
	return fmt.Sprintf(`<td style="--s:%.0f%%" title="95 %%: %.2f to %.2f; accuracy %.2f chained, %.2f alone; %d trials">%.2f</td>`, 100*strength, c.Lo, c.Hi, c.Acc, c.Base, c.N, c.SkE)
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
