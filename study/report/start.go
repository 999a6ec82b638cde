package report

import (
	"math"

	"segue/study"
)

// Names of held-out sets and metrics of a study.
const (
	setCross  = "cross"
	setUnseen = "unseen"
	setLonger = "longer"
	setSame   = "same"

	metricSteps  = "steps"
	metricLabels = "labels"
)

// level is the starts on the tasks of one level of Skill Entropy.
type level struct {
	Name                        string
	Tasks                       int
	SkE, Alone, Within, Labels  float64
	EntropyText, Drop, DropText string
}

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

// startMetric is a metric of the starts, their mean, as arms are measured: each
// task counts the same. NaN where it was not measured.
func startMetric(r *study.Result, metric string) float64 {
	var of []float64
	for _, s := range r.Starts {
		sets := s.Score.Sets
		x := math.NaN()
		switch metric {
		case metricSteps:
			x = meanOf(sets[setCross].EachSteps)
		case "whole":
			x = meanOf(wholes(sets[setCross].EachSteps))
		case metricLabels:
			x = meanOf(sets[setCross].EachLabels)
		case "alone":
			x = meanOf(sets[setCross].EachAlone)
		case setUnseen, setLonger, setSame:
			x = meanOf(sets[metric].EachSteps)
		default:
			for _, l := range s.Levels {
				if l.Level == metric {
					x = l.Within
				}
			}
		}
		of = append(of, x)
	}
	return meanOf(of)
}

func wholes(steps []float64) []float64 {
	all := make([]float64, len(steps))
	for i, x := range steps {
		if x == 1 {
			all[i] = 1
		}
	}
	return all
}

// switchingGap is what the starts lose between steps asked alone and the same
// steps within tasks that switch, with its interval over tasks.
func switchingGap(r *study.Result) (study.Estimate, bool) {
	var sums []float64
	starts := 0
	for _, s := range r.Starts {
		set := s.Score.Sets[setCross]
		if len(set.EachAlone) == 0 || len(set.EachAlone) != len(set.EachSteps) || sums != nil && len(sums) != len(set.EachSteps) {
			continue
		}
		if sums == nil {
			sums = make([]float64, len(set.EachSteps))
		}
		for i := range sums {
			sums[i] += set.EachAlone[i] - set.EachSteps[i]
		}
		starts++
	}
	for i := range sums {
		sums[i] /= float64(starts)
	}
	e := overTasks(sums)
	return e, finite(e.Mean) && finite(e.Lo)
}
