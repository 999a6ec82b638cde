package demo

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"segue/bench"
	"segue/skill"
	"segue/switching"
	"segue/task"

	"gonum.org/v1/gonum/stat"
)

// scriptedEntropy is the Skill Entropy of a two-step chain under the script:
// the first step is answered as alone, the second loses the cost of the switch.
func scriptedEntropy(from, to skill.Domain) float64 {
	base := (Alone(from) + Alone(to)) / 2
	chained := (Alone(from) + Alone(to)*(1-Cost(from, to))) / 2
	return switching.Ratio(base, chained, switching.DefaultAlpha)
}

// independent lists the outcomes of a run as two-step chains that the script's
// formula speaks of: from each pair of neighbouring steps, a chain of its own
// in which the first step counts as alone. A step that uses an earlier answer
// which was wrong is left out.
func independent(ctx context.Context, o Options) ([]task.Outcome, error) {
	type key struct {
		task   string
		step   int
		sample int
	}
	var singles []task.Outcome
	cross := map[key]task.Outcome{}
	err := bench.EachOutcome(ctx, o.Dir, func(g bench.Graded) error {
		if g.Mode == task.Single {
			singles = append(singles, g.Outcome)
		} else {
			cross[key{g.Task, g.Step, g.Sample}] = g.Outcome
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	alone := map[key]task.Outcome{}
	for _, s := range singles {
		alone[key{s.Task, s.Step, s.Sample}] = s
	}
	out := singles
	for _, t := range o.Tasks {
		for i := 1; i < len(t.Steps); i++ {
			for sample := range o.Samples {
				first, okA := alone[key{t.ID, i, sample}]
				second, okB := cross[key{t.ID, i + 1, sample}]
				if !okA || !okB || usesWrong(t.Steps[i], func(step int) task.Outcome { return cross[key{t.ID, step, sample}] }) {
					continue
				}
				chain := fmt.Sprintf("%s/%d", t.ID, i)
				first.Task, first.Mode, first.Step = chain, task.Cross, 1
				second.Task, second.Mode, second.Step = chain, task.Cross, 2
				out = append(out, first, second)
			}
		}
	}
	return out, nil
}

func usesWrong(s task.Step, earlier func(step int) task.Outcome) bool {
	for _, u := range s.Uses {
		if !earlier(u.Step).Correct {
			return true
		}
	}
	return false
}

// correlation is Pearson's; NaN-free for reports.
func correlation(x, y []float64) float64 {
	if len(x) < 2 {
		return 0
	}
	if c := stat.Correlation(x, y, nil); !math.IsNaN(c) {
		return c
	}
	return 0
}

// ByScripted sorts checks by their scripted entropy, the hardest first.
func ByScripted(checks []Check) []Check {
	sorted := slices.Clone(checks)
	slices.SortStableFunc(sorted, func(a, b Check) int { return cmp.Compare(b.Scripted, a.Scripted) })
	return sorted
}
