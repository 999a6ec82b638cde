package report

import (
	"html/template"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"segue/bench/report/figure"
	"segue/study"
	"segue/train"
)

// curves are the courses of the arms that learn from rewards.
type curves struct {
	Charts  []chart
	Legend  []figure.Line
	Left    string  // arms that are not drawn, for there are not enough colours
	Missing string  // arms that left no record of their course
	Seconds float64 // of their training, all runs together
}

type chart struct {
	Title string
	Plot  template.HTML
}

// metricsLine is a line of an arm's metrics.jsonl.
type metricsLine struct {
	Kind  string              `json:"kind"`
	Step  int                 `json:"step"`
	Train *train.RLMeasure    `json:"train"`
	Eval  *train.RLEvaluation `json:"eval"`
}

// quantity is what a chart shows of a line, where the line has it.
type quantity struct {
	title string
	scale float64
	of    func(metricsLine) (float64, bool)
}

var quantities = []quantity{
	{"Held-out steps right, %", 100, func(l metricsLine) (float64, bool) {
		if l.Eval == nil {
			return 0, false
		}
		return l.Eval.Cross.StepAccuracy.Value()
	}},
	{"Held-out labels right, %", 100, func(l metricsLine) (float64, bool) {
		if l.Eval == nil {
			return 0, false
		}
		return l.Eval.Cross.LabelAccuracy.Value()
	}},
	{"Reward of the batch, each arm in its own", 1, func(l metricsLine) (float64, bool) {
		if l.Train == nil {
			return 0, false
		}
		return l.Train.Reward.Value()
	}},
	{"Token entropy, nats", 1, func(l metricsLine) (float64, bool) {
		if l.Train == nil {
			return 0, false
		}
		return l.Train.Entropy.Mean, l.Train.Entropy.Tokens > 0
	}},
}

// course is a quantity of one run: values by step.
type course map[int]float64

// curves reads the courses of all arms and draws those of most interest.
func (f *folder) curves() curves {
	var c curves
	drawn := map[string][][]course{} // arm, quantity, run
	for _, a := range f.result.Arms {
		for _, dir := range f.runs(a.Name) {
			run, seconds, ok := f.course(dir)
			if !ok {
				continue
			}
			c.Seconds += seconds
			if drawn[a.Name] == nil {
				drawn[a.Name] = make([][]course, len(quantities))
			}
			for q := range quantities {
				drawn[a.Name][q] = append(drawn[a.Name][q], run[q])
			}
		}
	}
	c.Missing = strings.Join(ofInterest(f.result, func(a study.ArmResult) bool { return drawn[a.Name] == nil }), ", ")
	arms := ofInterest(f.result, func(a study.ArmResult) bool { return drawn[a.Name] != nil })
	if len(arms) > figure.Colours {
		c.Left = strings.Join(arms[figure.Colours:], ", ")
		arms = arms[:figure.Colours]
	}
	for i, name := range arms {
		c.Legend = append(c.Legend, figure.Line{Name: name, Colour: i})
	}
	for q, what := range quantities {
		var all []figure.Line
		for i, name := range arms {
			if points := summarise(drawn[name][q]); len(points) > 0 {
				all = append(all, figure.Line{Name: name, Colour: i, Points: points})
			}
		}
		if len(all) > 0 {
			c.Charts = append(c.Charts, chart{what.title, figure.Curves(what.title, "steps of training", what.scale, all)})
		}
	}
	return c
}

// ofInterest orders arms: answer and the paper's first, then the best.
func ofInterest(r *study.Result, take func(study.ArmResult) bool) []string {
	var first, rest []study.ArmResult
	for _, name := range []string{"answer", "paper", "placebo"} {
		for _, a := range r.Arms {
			if a.Name == name && take(a) {
				first = append(first, a)
			}
		}
	}
	for _, a := range r.Arms {
		if take(a) && !slices.ContainsFunc(first, func(b study.ArmResult) bool { return b.Name == a.Name }) {
			rest = append(rest, a)
		}
	}
	rest = byMean(rest, func(a study.ArmResult) map[string]study.Estimate { return a.Metrics })
	var names []string
	for _, a := range append(first, rest...) {
		names = append(names, a.Name)
	}
	return names
}

func metricsPath(run string) string { return filepath.Join(run, "metrics.jsonl") }

// course reads the quantities of one run, and the seconds that it took.
func (f *folder) course(dir string) (run []course, seconds float64, ok bool) {
	run = make([]course, len(quantities))
	for q := range run {
		run[q] = course{}
	}
	some := false
	lines(f, metricsPath(dir), func(l metricsLine) error {
		if l.Train != nil && finite(l.Train.Seconds.Total()) {
			seconds += l.Train.Seconds.Total()
		}
		for q, what := range quantities {
			if x, ok := what.of(l); ok && finite(x) {
				run[q][l.Step], some = x, true
			}
		}
		return nil
	})
	return run, seconds, some
}

// maxPoints is the most points of a curve; more are averaged together.
const maxPoints = 40

// summarise is the mean over runs with the range of the runs about it.
func summarise(runs []course) []figure.Point {
	last := 0
	for _, run := range runs {
		for step := range run {
			last = max(last, step)
		}
	}
	width := last/maxPoints + 1
	type bucket struct{ steps, means []float64 }
	buckets := map[int]*bucket{}
	for _, run := range runs {
		inside := map[int][]float64{}
		for _, step := range slices.Sorted(maps.Keys(run)) {
			at := step / width
			inside[at] = append(inside[at], run[step])
			if buckets[at] == nil {
				buckets[at] = &bucket{}
			}
			buckets[at].steps = append(buckets[at].steps, float64(step))
		}
		for at, values := range inside {
			buckets[at].means = append(buckets[at].means, meanOf(values))
		}
	}
	var points []figure.Point
	for _, at := range slices.Sorted(maps.Keys(buckets)) {
		b := buckets[at]
		slices.Sort(b.means)
		points = append(points, figure.Point{X: meanOf(b.steps), Y: meanOf(b.means), Lo: b.means[0], Hi: b.means[len(b.means)-1]})
	}
	return points
}
