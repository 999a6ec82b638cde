package report

import (
	"fmt"
	"html/template"

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
	Mean, Range string
	Best        bool    // best of its column and significantly so
	Verdict     verdict // of a difference
	Wins        string  // of a difference: runs ahead, of all
	Several     bool    // runs
}

// tableOf lists the start and the arms.
func tableOf(r *study.Result) armTable {
	t := armTable{Metrics: study.Metrics}
	start := armRow{Name: "start", Doc: "before any arm"}
	for _, m := range study.Metrics {
		start.Cells = append(start.Cells, cell{Mean: numberText(startMetric(r, m.Name))})
	}
	t.Rows = append(t.Rows, start)
	for _, a := range r.Arms {
		row := armRow{Name: a.Name, Doc: a.Doc, Uses: string(a.Uses), Gain: nothing}
		if e, ok := estimate(a.Gain, metricSteps); ok {
			row.Gain, row.GainRange = signedText(e.Mean), signedRange(e)
		}
		for _, m := range study.Metrics {
			c := cell{Mean: nothing}
			if e, ok := estimate(a.Metrics, m.Name); ok {
				c = cell{Mean: numberText(e.Mean), Range: rangeText(e), Best: outstanding(r, a, m.Name)}
			}
			row.Cells = append(row.Cells, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// outstanding says whether an arm is the best by a metric and significantly
// ahead of every arm that the study paired it with.
func outstanding(r *study.Result, a study.ArmResult, metric string) bool {
	own, ok := estimate(a.Metrics, metric)
	if !ok {
		return false
	}
	compared := 0
	for _, other := range r.Arms {
		if other.Name == a.Name {
			continue
		}
		if e, ok := estimate(other.Metrics, metric); ok && e.Mean >= own.Mean {
			return false
		}
		if d, ok := difference(r, a.Name, other.Name, metric); ok {
			if judge(d) != ahead {
				return false
			}
			compared++
		}
	}
	return compared > 0
}

// comparison is the differences of all arms to one.
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
		for _, p := range r.Pairs {
			if p.Against != against {
				continue
			}
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
		}
		cells = append(cells, c)
	}
	return cells
}
