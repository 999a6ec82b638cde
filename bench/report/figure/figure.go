// Package figure draws the parts that pages of reports share: their style sheet,
// heat maps, plots of intervals and curves. Everything is markup that stands
// alone: no script, no request. Texts handed in are escaped, numbers that are
// none are left out.
package figure

import (
	_ "embed"
	"html/template"
	"math"
)

//go:embed style.css
var style string

// Style is the style sheet of all pages: dark and light by the reader's setting.
var Style = template.CSS(style)

// Axis is a scale with a tick at every multiple of Step.
type Axis struct {
	From, To, Step float64
	Scale          float64 // ticks are labelled with their value times this
}

// AxisOf is an axis with round ticks that holds all values; those that are no
// numbers are left out.
func AxisOf(scale float64, values ...float64) Axis {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, x := range values {
		if finite(x) {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if lo > hi {
		lo, hi = 0, 1
	}
	if hi-lo < 1e-3 { // less than a chart can show
		lo, hi = lo-0.5e-3, hi+0.5e-3
	}
	const ticks = 5
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/ticks)))
	for _, times := range []float64{1, 2, 5, 10} {
		if (hi-lo)/(times*step) <= ticks {
			step *= times
			break
		}
	}
	return Axis{From: math.Floor(lo/step) * step, To: math.Ceil(hi/step) * step, Step: step, Scale: scale}
}

// ticks are the values at which the axis is marked.
func (a Axis) ticks() []float64 {
	const most = 50
	var all []float64
	for i := math.Ceil(a.From/a.Step - 1e-9); i*a.Step <= a.To+1e-9*a.Step && len(all) < most; i++ {
		all = append(all, i*a.Step+0) // +0: no negative zero
	}
	return all
}

// at is the place of a value on the axis, from 0 to 1; values outside are at its ends.
func (a Axis) at(x float64) float64 { return min(1, max(0, (x-a.From)/(a.To-a.From))) }

// finite says whether numbers can be drawn: those beyond any figure's range,
// whose differences might overflow, cannot either.
func finite(numbers ...float64) bool {
	const most = 1e15
	for _, x := range numbers {
		if !(math.Abs(x) <= most) { // NaN too
			return false
		}
	}
	return true
}
