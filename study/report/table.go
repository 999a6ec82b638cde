package report

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"

	"segue/bench/report/figure"
	"segue/study"
)

// armTable has a row for each arm and a column for each metric.
type armTable struct {
	Metrics []study.Metric
	Rows    []armRow
}

type armRow struct {
	Name, Doc, Uses string
	Gain, GainRange string // of right steps over the start; "" of the start itself
	Cells           []cell
}

// cell is a number with its interval.
type cell struct {
	Mean, Range     string
	Best            bool    // ahead of every other arm by its column, each by an interval that leaves 0 out
	Verdict         verdict // of a difference
	Wins            string  // of a difference: runs ahead, of all
	Several         bool    // runs
	P, Holm, Starts string  // of a difference, where it was tested
}

// tableOf lists the start and the arms, the best first.
func tableOf(r *study.Result) armTable {
	t := armTable{Metrics: study.Metrics}
	start := armRow{Name: "start", Doc: "before any arm"}
	for _, m := range study.Metrics {
		c := cell{Mean: nothing}
		if e, ok := estimate(r.Start, m.Name); ok {
			c = cell{Mean: numberText(e.Mean), Range: rangeText(e)}
		}
		start.Cells = append(start.Cells, c)
	}
	t.Rows = append(t.Rows, start)
	for _, a := range byMean(r.Arms, func(a study.ArmResult) map[string]study.Estimate { return a.Metrics }) {
		row := armRow{Name: a.Name, Doc: a.Doc, Uses: string(a.Uses), Gain: nothing}
		if e, ok := estimate(a.Gain, metricSteps); ok {
			row.Gain, row.GainRange = signedText(e.Mean), signedRange(e)
		}
		for _, m := range study.Metrics {
			c := cell{Mean: nothing}
			if e, ok := estimate(a.Metrics, m.Name); ok {
				c = cell{Mean: numberText(e.Mean), Range: rangeText(e), Best: slices.Contains(a.Leads, m.Name)}
			}
			row.Cells = append(row.Cells, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// comparison is the differences of all arms to one, the best first.
type comparison struct {
	Name   string
	Plot   template.HTML
	Header []study.Metric
	Rows   []armRow
}

func comparisons(r *study.Result) []comparison {
	var all []comparison
	for _, against := range opponents(r) {
		c := comparison{Name: against, Header: study.Metrics}
		var rows []figure.Row
		var values []float64
		for _, p := range ordered(r, against) {
			c.Rows = append(c.Rows, armRow{Name: p.Arm, Cells: differences(p)})
			row := figure.Row{Label: p.Arm, Value: nothing}
			if e, ok := estimate(p.Difference, metricSteps); ok {
				row.Marks = []figure.Mark{{Class: markClass(judge(e)), Title: pointsText(e) + " points", At: e.Mean, Lo: e.Lo, Hi: e.Hi}}
				row.Value = signedText(e.Mean)
				values = append(values, e.Lo, e.Hi)
			}
			rows = append(rows, row)
		}
		c.Plot = figure.Intervals("difference in right steps to "+against+", in points, with 95 % intervals", figure.AxisOf(100, append(values, 0)...), rows)
		all = append(all, c)
	}
	return all
}

// ordered are the differences to an arm, the largest of right steps first.
func ordered(r *study.Result, against string) []study.Pair {
	var all []study.Pair
	for _, p := range r.Pairs {
		if p.Against == against {
			all = append(all, p)
		}
	}
	return byMean(all, func(p study.Pair) map[string]study.Estimate { return p.Difference })
}

// byMean orders by the mean of right steps, the largest first, what was not
// measured last.
func byMean[T any](all []T, of func(T) map[string]study.Estimate) []T {
	mean := func(x T) float64 {
		if e, ok := estimate(of(x), metricSteps); ok {
			return e.Mean
		}
		return math.Inf(-1)
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b T) int { return cmp.Compare(mean(b), mean(a)) })
	return sorted
}

// markClass is the colour of a difference.
func markClass(v verdict) string {
	return [...]string{null: "none", ahead: "single", behind: "cross"}[v]
}

func differences(p study.Pair) []cell {
	var cells []cell
	for _, m := range study.Metrics {
		c := cell{Mean: nothing}
		if e, ok := estimate(p.Difference, m.Name); ok {
			c = cell{Mean: signedText(e.Mean), Range: signedRange(e), Verdict: judge(e), Wins: fmt.Sprintf("%d/%d", p.Wins[m.Name], p.Runs), Several: p.Runs > 1}
			if t, ok := p.Tests[m.Name]; ok {
				c.P, c.Holm, c.Starts = chanceText(t.Runs), chanceText(t.Holm), chanceText(t.Starts)
			}
		}
		cells = append(cells, c)
	}
	return cells
}
