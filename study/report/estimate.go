package report

import (
	"fmt"
	"math"

	"segue/study"
)

// verdict is what the interval of a difference tells.
type verdict int

const (
	null   verdict = iota // the interval holds 0
	ahead                 // it is above 0
	behind                // it is below 0
)

// String names the verdict as a class of the style sheet.
func (v verdict) String() string { return [...]string{"null", "ahead", "behind"}[v] }

func judge(e study.Estimate) verdict {
	switch {
	case e.Lo > 0:
		return ahead
	case e.Hi < 0:
		return behind
	}
	return null
}

// estimate is a metric's estimate, and whether it was measured.
func estimate(of map[string]study.Estimate, metric string) (study.Estimate, bool) {
	e, ok := of[metric]
	return e, ok && finite(e.Mean) && finite(e.Lo) && finite(e.Hi)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// difference is how far an arm is ahead of another by a metric, where the study
// paired the two, in either order.
func difference(r *study.Result, arm, against, metric string) (study.Estimate, bool) {
	for _, p := range r.Pairs {
		if p.Arm == arm && p.Against == against {
			return estimate(p.Difference, metric)
		}
	}
	for _, p := range r.Pairs {
		if p.Arm == against && p.Against == arm {
			e, ok := estimate(p.Difference, metric)
			return study.Estimate{Mean: -e.Mean, Lo: -e.Hi, Hi: -e.Lo}, ok
		}
	}
	return study.Estimate{}, false
}

// nothing stands where nothing was measured.
const nothing = "–"

// numberText is a share in percent without its sign.
func numberText(x float64) string {
	if !finite(x) {
		return nothing
	}
	return fmt.Sprintf("%.1f", 100*x)
}

func percentText(x float64) string {
	if !finite(x) {
		return nothing
	}
	return numberText(x) + " %"
}

func shareText(e study.Estimate) string { return percentText(e.Mean) + " " + rangeText(e) }

func rangeText(e study.Estimate) string {
	return fmt.Sprintf("[%s, %s]", numberText(e.Lo), numberText(e.Hi))
}

// signedText is a difference in points.
func signedText(x float64) string {
	if !finite(x) {
		return nothing
	}
	return fmt.Sprintf("%+.1f", math.Round(1000*x)/10+0) // +0: no negative zero
}

func signedRange(e study.Estimate) string {
	return fmt.Sprintf("[%s, %s]", signedText(e.Lo), signedText(e.Hi))
}

func pointsText(e study.Estimate) string { return signedText(e.Mean) + " " + signedRange(e) }

// meanOf is the mean of numbers without those that are none; NaN of nothing.
func meanOf(xs []float64) float64 {
	sum, n := 0.0, 0
	for _, x := range xs {
		if finite(x) {
			sum += x
			n++
		}
	}
	return sum / float64(n)
}

// tested is the test of an arm against another by a metric, where the study has one,
// in either order.
func tested(r *study.Result, arm, against, metric string) (study.Test, bool) {
	for _, order := range [][2]string{{arm, against}, {against, arm}} {
		for _, p := range r.Pairs {
			if p.Arm == order[0] && p.Against == order[1] {
				t, ok := p.Tests[metric]
				return t, ok
			}
		}
	}
	return study.Test{}, false
}

// chanceText is a p-value.
func chanceText(p float64) string {
	switch {
	case !(p > 0): // there is none
		return nothing
	case p < 0.001:
		return "<0.001"
	}
	return fmt.Sprintf("%.2g", p)
}
