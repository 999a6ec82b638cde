package figure

import (
	"fmt"
	"html/template"
	"strings"
)

// Row is a line of a plot of intervals.
type Row struct {
	Label string
	Marks []Mark
	Value string // at the right end
}

// Mark is a value with its interval. Class is a class of the style sheet: cross,
// single or none.
type Mark struct {
	Class, Title string
	At, Lo, Hi   float64
}

// Sizes of plots of intervals, in the units of their view box.
const (
	rowHeight  = 26
	labelWidth = 230
	plotWidth  = 520
	valueWidth = 130
	markHeight = 8 // between two marks of a row
)

// Intervals draws rows of values with their intervals on a common axis; 0 is
// drawn stronger where it is inside.
func Intervals(title string, axis Axis, rows []Row) template.HTML {
	var b strings.Builder
	height := rowHeight*len(rows) + 24
	fmt.Fprintf(&b, `<svg class="plot" viewBox="0 0 %d %d" role="img" aria-label="%s">`, labelWidth+plotWidth+valueWidth, height, template.HTMLEscapeString(title))
	x := func(v float64) float64 { return labelWidth + axis.at(v)*plotWidth }
	for _, tick := range axis.ticks() {
		class := "grid"
		if tick == 0 && axis.From < 0 {
			class = "zero"
		}
		fmt.Fprintf(&b, `<line class="%s" x1="%.1f" x2="%.1f" y1="0" y2="%d"/><text class="tick" x="%.1f" y="%d">%.4g</text>`, class, x(tick), x(tick), height-20, x(tick), height-6, axis.Scale*tick)
	}
	for i, r := range rows {
		y := float64(rowHeight*i) + rowHeight/2
		fmt.Fprintf(&b, `<text class="label" x="%d" y="%.1f">%s</text>`, labelWidth-10, y+4, template.HTMLEscapeString(r.Label))
		at := y - markHeight*float64(len(r.Marks)-1)/2
		for _, m := range r.Marks {
			if finite(m.At, m.Lo, m.Hi) {
				class := template.HTMLEscapeString(m.Class)
				fmt.Fprintf(&b, `<line class="%s" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/>`, class, x(m.Lo), x(m.Hi), at, at)
				fmt.Fprintf(&b, `<circle class="%s" cx="%.1f" cy="%.1f" r="4"><title>%s</title></circle>`, class, x(m.At), at, template.HTMLEscapeString(m.Title))
			}
			at += markHeight
		}
		if r.Value != "" {
			fmt.Fprintf(&b, `<text class="value" x="%d" y="%.1f">%s</text>`, labelWidth+plotWidth+valueWidth-4, y+4, template.HTMLEscapeString(r.Value))
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
