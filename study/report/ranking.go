package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"segue/study"
)

// Rank is the place of an arm by right steps in tasks that switch.
type Rank struct {
	Place        int            `json:"place"`
	Arm          string         `json:"arm"`
	Steps        study.Estimate `json:"steps"`         // share right at the end, with its 95 % interval
	Best         float64        `json:"best"`          // the highest held-out share on the way, mean of the runs
	EntropyFirst float64        `json:"entropy_first"` // nats a token, of the first batch
	EntropyLast  float64        `json:"entropy_last"`  // of the last
	Length       float64        `json:"length"`        // tokens of a response
	Seconds      float64        `json:"seconds"`       // of training, all runs together
	Level        []string       `json:"level"`         // arms from which it does not differ: the interval of the difference holds 0, or was not measured
}

// Ranking orders the arms of a study in dir by the share of right steps. What a
// run left no record of is 0.
func Ranking(dir string, r *study.Result) []Rank {
	f := &folder{dir: dir, result: r}
	var all []Rank
	for i, a := range byMean(r.Arms, func(a study.ArmResult) map[string]study.Estimate { return a.Metrics }) {
		rank := Rank{Place: i + 1, Arm: a.Name, Level: []string{}}
		rank.Steps, _ = estimate(a.Metrics, metricSteps)
		f.pass(&rank)
		var lengths []float64
		for _, seeds := range a.Scores {
			for _, s := range seeds {
				lengths = append(lengths, s.Sets["cross"].Length)
			}
		}
		rank.Length = meanOrZero(lengths)
		for _, b := range r.Arms {
			if e, ok := difference(r, a.Name, b.Name, metricSteps); b.Name != a.Name && (!ok || judge(e) == null) {
				rank.Level = append(rank.Level, b.Name)
			}
		}
		all = append(all, rank)
	}
	return all
}

// pass reads the courses of an arm's runs into its rank.
func (f *folder) pass(rank *Rank) {
	const accuracy, entropy = 0, 3 // of quantities
	var best, first, last []float64
	for _, dir := range f.runs(rank.Arm) {
		run, seconds, ok := f.course(dir)
		if !ok {
			continue
		}
		rank.Seconds += seconds
		if c := run[accuracy]; len(c) > 0 {
			top := 0.0
			for _, x := range c {
				top = max(top, x)
			}
			best = append(best, top)
		}
		if c := run[entropy]; len(c) > 0 {
			from, to := c.ends()
			first, last = append(first, c[from]), append(last, c[to])
		}
	}
	rank.Best, rank.EntropyFirst, rank.EntropyLast = meanOrZero(best), meanOrZero(first), meanOrZero(last)
}

// ends are the first and the last step of a course that has some.
func (c course) ends() (first, last int) {
	var steps []int
	for step := range c {
		steps = append(steps, step)
	}
	return slices.MinFunc(steps, cmp.Compare[int]), slices.MaxFunc(steps, cmp.Compare[int])
}

func meanOrZero(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	return meanOf(x)
}

// rankingRows is a ranking as a table of text, with its head.
func rankingRows(ranks []Rank) [][]string {
	rows := [][]string{{"place", "recipe", "right, %", "95 %", "best, %", "entropy, nats", "tokens", "seconds", "not told apart from"}}
	for _, k := range ranks {
		level := strings.Join(k.Level, ", ")
		if level == "" {
			level = nothing
		}
		rows = append(rows, []string{
			fmt.Sprint(k.Place), k.Arm, numberText(k.Steps.Mean), rangeText(k.Steps), numberText(k.Best),
			fmt.Sprintf("%.3f → %.3f", k.EntropyFirst, k.EntropyLast), fmt.Sprintf("%.1f", k.Length), fmt.Sprintf("%.0f", k.Seconds), level,
		})
	}
	return rows
}

const rankingTitle = "Ranking by right steps in tasks that switch; recipes whose difference has an interval with 0 in it are not told apart"

// TextRanking prints a ranking for a terminal.
func TextRanking(w io.Writer, ranks []Rank) error {
	var b strings.Builder
	table(&b, rankingTitle, rankingRows(ranks))
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown writes a ranking as a table, and below it what Text prints.
func Markdown(w io.Writer, ranks []Rank, r *study.Result) error {
	var b strings.Builder
	b.WriteString("# A comparison of recipes\n\n" + rankingTitle + ".\n\n")
	for i, row := range rankingRows(ranks) {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|" + strings.Repeat(" --- |", len(row)) + "\n")
		}
	}
	b.WriteString("\n```\n")
	if err := Text(&b, r); err != nil {
		return err
	}
	b.WriteString("```\n")
	_, err := io.WriteString(w, b.String())
	return err
}
