package report

import (
	"fmt"
	"slices"
	"strings"

	"segue/rl"
	"segue/study"
)

// Rank is the place of an arm by right steps in tasks that switch.
type Rank struct {
	Place   int                `json:"place"`
	Arm     string             `json:"arm"`
	Steps   study.Estimate     `json:"steps"` // share right at the end, with its 95 % interval
	Best    float64            `json:"best"`  // the highest held-out share on the way, mean of the runs
	Paths   map[rl.Outcome]Way `json:"paths"` // of the batches, means of the runs
	Seconds float64            `json:"seconds"`
	Level   []string           `json:"level"` // arms from which it does not differ: the interval of the difference holds 0, or was not measured
}

// Way is where a path begins and ends: the means of the first and of the last fifth of
// a training's steps.
type Way struct {
	First float64 `json:"first"`
	Last  float64 `json:"last"`
}

// ranking orders the arms of a study by the share of right steps. What a run left no
// record of is 0.
func ranking(f *folder, r *study.Result) []Rank {
	var all []Rank
	arms := byMean(r.Arms, func(a study.ArmResult) map[string]study.Estimate { return a.Metrics })
	for i, a := range arms {
		rank := Rank{Place: i + 1, Arm: a.Name, Paths: map[rl.Outcome]Way{}, Level: []string{}}
		rank.Steps, _ = estimate(a.Metrics, metricSteps)
		f.follow(&rank)
		all = append(all, rank)
	}
	for i := range arms {
		for j := range i {
			if !apart(r, arms[i], arms[j]) {
				all[i].Level, all[j].Level = append(all[i].Level, arms[j].Name), append(all[j].Level, arms[i].Name)
			}
		}
	}
	return all
}

// apart says whether an interval of the difference of two arms leaves 0 out.
func apart(r *study.Result, a, b study.ArmResult) bool {
	e, ok := difference(r, a.Name, b.Name, metricSteps)
	if !ok {
		e, ok = study.Ahead(a, b, r.Config.Seed)
	}
	return ok && judge(e) != null
}

// follow reads the records of an arm's runs into its rank.
func (f *folder) follow(rank *Rank) {
	var best []float64
	first, last := map[rl.Outcome][]float64{}, map[rl.Outcome][]float64{}
	for _, dir := range f.runs(rank.Arm) {
		run, ok := f.record(dir)
		if !ok {
			continue
		}
		rank.Seconds += run.seconds
		best = append(best, run.right.top())
		for outcome, c := range run.along {
			first[outcome], last[outcome] = append(first[outcome], c.first()), append(last[outcome], c.last())
		}
	}
	rank.Best = meanOrZero(best)
	for outcome := range first {
		rank.Paths[outcome] = Way{meanOrZero(first[outcome]), meanOrZero(last[outcome])}
	}
}

func meanOrZero(x []float64) float64 {
	if m := meanOf(x); finite(m) {
		return m
	}
	return 0
}

// rankingRows is a ranking as a table of text, with its head.
func rankingRows(ranks []Rank) [][]string {
	head := []string{"place", "recipe", "right, %", "95 %", "best, %", "seconds", "not told apart from places"}
	rows := [][]string{head}
	place := map[string]int{}
	for _, k := range ranks {
		place[k.Arm] = k.Place
	}
	for _, k := range ranks {
		var level []int
		for _, name := range k.Level {
			level = append(level, place[name])
		}
		rows = append(rows, []string{
			fmt.Sprint(k.Place), k.Arm, numberText(k.Steps.Mean), rangeText(k.Steps), numberText(k.Best), fmt.Sprintf("%.0f", k.Seconds), spans(level),
		})
	}
	return rows
}

// spans writes numbers as runs: 1–3, 5.
func spans(numbers []int) string {
	slices.Sort(numbers)
	var parts []string
	for from := 0; from < len(numbers); {
		to := from
		for to+1 < len(numbers) && numbers[to+1] == numbers[to]+1 {
			to++
		}
		part := fmt.Sprint(numbers[from])
		if to > from {
			part += fmt.Sprintf("–%d", numbers[to])
		}
		parts, from = append(parts, part), to+1
	}
	if len(parts) == 0 {
		return nothing
	}
	return strings.Join(parts, ", ")
}

const pathsTitle = "Along the training: the means of the first and of the last fifth of the steps, over the rollouts of a batch"

// pathRows is the ways of the paths as a table of text, with its head.
func pathRows(ranks []Rank) [][]string {
	head := []string{"recipe"}
	for _, p := range paths {
		head = append(head, p.Title)
	}
	rows := [][]string{head}
	for _, k := range ranks {
		row := []string{k.Arm}
		for _, p := range paths {
			way, ok := k.Paths[p.Outcome]
			text := nothing
			if ok {
				text = fmt.Sprintf("%.3g → %.3g", way.First, way.Last)
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

const rankingTitle = "Ranking by right steps in tasks that switch; recipes whose difference has an interval with 0 in it are not told apart"
