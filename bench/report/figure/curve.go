package figure

import (
	"fmt"
	"html/template"
	"strings"
)

// Colours is the number of colours that lines can have.
const Colours = 8

// Line is a curve with a band. Colour is from 0 to Colours-1.
type Line struct {
	Name   string
	Colour int
	Points []Point // in the order of X
}

// Point is a place of a curve with its band there.
type Point struct{ X, Y, Lo, Hi float64 }

// Sizes of charts of curves, in the units of their view box.
const (
	chartWidth  = 440
	chartHeight = 250
	chartLeft   = 44
	chartBottom = 34
	chartEdge   = 10
)

// Curves draws lines over a common horizontal axis that is named by across.
func Curves(title, across string, scale float64, lines []Line) template.HTML {
	var xs, ys []float64
	for i := range lines {
		lines[i].Points = finitePoints(lines[i].Points)
		for _, p := range lines[i].Points {
			xs, ys = append(xs, p.X), append(ys, p.Y, p.Lo, p.Hi)
		}
	}
	horizontal, vertical := AxisOf(1, xs...), AxisOf(scale, ys...)
	x := func(v float64) float64 {
		return chartLeft + horizontal.at(v)*(chartWidth-chartLeft-chartEdge)
	}
	y := func(v float64) float64 {
		return chartHeight - chartBottom - vertical.at(v)*(chartHeight-chartBottom-chartEdge)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="plot" viewBox="0 0 %d %d" role="img" aria-label="%s">`, chartWidth, chartHeight, template.HTMLEscapeString(title))
	for _, tick := range vertical.ticks() {
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="tick y" x="%d" y="%.1f">%.4g</text>`, chartLeft, chartWidth-chartEdge, y(tick), y(tick), chartLeft-6, y(tick)+4, scale*tick)
	}
	for _, tick := range horizontal.ticks() {
		fmt.Fprintf(&b, `<text class="tick" x="%.1f" y="%d">%.4g</text>`, x(tick), chartHeight-chartBottom+14, tick)
	}
	fmt.Fprintf(&b, `<text class="tick" x="%d" y="%d">%s</text>`, (chartLeft+chartWidth)/2, chartHeight-4, template.HTMLEscapeString(across))
	for _, l := range lines {
		b.WriteString(l.band(x, y))
	}
	for _, l := range lines {
		b.WriteString(l.curve(x, y))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

func finitePoints(points []Point) []Point {
	var kept []Point
	for _, p := range points {
		if finite(p.X, p.Y, p.Lo, p.Hi) {
			kept = append(kept, p)
		}
	}
	return kept
}

// band is the area between the least and the most, where there is one.
func (l Line) band(x, y func(float64) float64) string {
	var upper, lower []string
	wide := false
	for i, p := range l.Points {
		upper = append(upper, fmt.Sprintf("%.1f,%.1f", x(p.X), y(p.Hi)))
		q := l.Points[len(l.Points)-1-i]
		lower = append(lower, fmt.Sprintf("%.1f,%.1f", x(q.X), y(q.Lo)))
		wide = wide || p.Lo < p.Hi
	}
	if !wide {
		return ""
	}
	return fmt.Sprintf(`<polygon class="band l%d" points="%s %s"/>`, l.Colour, strings.Join(upper, " "), strings.Join(lower, " "))
}

func (l Line) curve(x, y func(float64) float64) string {
	var points []string
	for _, p := range l.Points {
		points = append(points, fmt.Sprintf("%.1f,%.1f", x(p.X), y(p.Y)))
	}
	name := template.HTMLEscapeString(l.Name)
	if len(points) == 1 { // a line of one point would not be seen
		p := l.Points[0]
		return fmt.Sprintf(`<circle class="l%d" cx="%.1f" cy="%.1f" r="3"><title>%s</title></circle>`, l.Colour, x(p.X), y(p.Y), name)
	}
	return fmt.Sprintf(`<polyline class="curve l%d" points="%s"><title>%s</title></polyline>`, l.Colour, strings.Join(points, " "), name)
}
