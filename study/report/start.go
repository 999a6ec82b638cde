package report

import (
	"math"

	"segue/study"
)

// Names of metrics of a study.
const (
	metricSteps  = "steps"
	metricLabels = "labels"
	metricSame   = "same"
	metricAlone  = "alone"
)

// level is the starts on one third of the held-out tasks.
type level struct {
	Name                        string
	Tasks                       int
	SkE, Alone, Within, Labels  float64
	EntropyText, Drop, DropText string
}

// levelsAre says what the levels are thirds of.
const levelsAre = "Levels are thirds of the held-out tasks that switch, cut by each start's own table of Skill Entropy, which was measured on other tasks; another start or set has other bounds."

// levels are the levels' means over the starts.
func levels(r *study.Result) []level {
	var names []string
	byName := map[string][]study.LevelResult{}
	for _, s := range r.Starts {
		for _, l := range s.Levels {
			if len(byName[l.Level]) == 0 {
				names = append(names, l.Level)
			}
			byName[l.Level] = append(byName[l.Level], l)
		}
	}
	mean := func(of []study.LevelResult, value func(study.LevelResult) float64) float64 {
		var xs []float64
		for _, l := range of {
			xs = append(xs, value(l))
		}
		return meanOf(xs)
	}
	var all []level
	for _, name := range names {
		of := byName[name]
		l := level{
			Name: name, Tasks: of[0].Tasks,
			SkE:    mean(of, func(l study.LevelResult) float64 { return l.SkE }),
			Alone:  mean(of, func(l study.LevelResult) float64 { return l.Alone }),
			Within: mean(of, func(l study.LevelResult) float64 { return l.Within }),
			Labels: mean(of, func(l study.LevelResult) float64 { return l.Labels }),
		}
		l.EntropyText, l.DropText = ratioText(l.SkE), signedText(l.Within-l.Alone)
		all = append(all, l)
	}
	return all
}

// startMean is a metric of the starts, their mean; NaN where it was not measured.
func startMean(r *study.Result, metric string) float64 {
	if e, ok := estimate(r.Start, metric); ok {
		return e.Mean
	}
	return math.NaN()
}
