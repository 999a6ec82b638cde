package study

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Estimate is a mean with an interval that holds it in 95 of 100 studies.
type Estimate struct {
	Mean float64 `json:"mean"`
	Lo   float64 `json:"lo"`
	Hi   float64 `json:"hi"`
}

// column is a number for each task of a set, NaN where a task has none.
type column []float64

// mean is the mean of a column, each task counted as often as weight says; NaN
// of nothing.
func (c column) mean(weight []int) float64 {
	sum, n := 0.0, 0
	for i, x := range c {
		if !math.IsNaN(x) {
			sum += x * float64(weight[i])
			n += weight[i]
		}
	}
	return sum / float64(n)
}

// grid is a column for every seed of every start: grid[start][seed].
type grid [][]column

// draws is the number of resamples behind an interval.
const draws = 2000

// estimate is the mean over runs of the mean over tasks. The interval is the
// percentile bootstrap that resamples what a study drew by chance: starts, seeds
// within them, and tasks, the same tasks for all runs since they share them.
func (g grid) estimate(seed uint64) Estimate {
	tasks := g.tasks()
	e := Estimate{Mean: g.average()}
	r := rand.New(rand.NewPCG(seed, bootstrapStream))
	var means []float64
	weight := make([]int, tasks)
	for range draws {
		clear(weight)
		for range tasks {
			weight[r.IntN(tasks)]++
		}
		if x := g.mean(weight, r); !math.IsNaN(x) {
			means = append(means, x)
		}
	}
	if len(means) == 0 {
		return e
	}
	slices.Sort(means)
	const tail = 0.025
	e.Lo, e.Hi = means[int(tail*float64(len(means)))], means[int((1-tail)*float64(len(means)))]
	return e
}

// tasks is how many tasks the columns are of.
func (g grid) tasks() int {
	tasks := 0
	for _, seeds := range g {
		for _, c := range seeds {
			tasks = max(tasks, len(c))
		}
	}
	return tasks
}

// average is the mean of all, each counted once.
func (g grid) average() float64 { return g.mean(slices.Repeat([]int{1}, g.tasks()), nil) }

// bootstrapStream keeps the resamples apart from other draws of the same seed.
const bootstrapStream = 0xb007

// mean is the mean over starts of the means over their seeds, or over a resample
// of both by r.
func (g grid) mean(weight []int, r *rand.Rand) float64 {
	pick := func(i, n int) int {
		if r == nil {
			return i
		}
		return r.IntN(n)
	}
	sum := 0.0
	for i := range g {
		seeds := g[pick(i, len(g))]
		inner := 0.0
		for j := range seeds {
			inner += seeds[pick(j, len(seeds))].mean(weight)
		}
		sum += inner / float64(len(seeds))
	}
	return sum / float64(len(g))
}

// minus is the difference of two grids, task by task.
func (g grid) minus(other grid) grid {
	d := make(grid, len(g))
	for i := range g {
		for j := range g[i] {
			c := make(column, len(g[i][j]))
			for k := range c {
				c[k] = g[i][j][k] - other[i][j][k]
			}
			d[i] = append(d[i], c)
		}
	}
	return d
}

// runs are the means of the runs, by start.
func (g grid) runs() [][]float64 {
	all := make([][]float64, len(g))
	for i, seeds := range g {
		for _, c := range seeds {
			all[i] = append(all[i], c.mean(slices.Repeat([]int{1}, len(c))))
		}
	}
	return all
}

// above counts the runs whose mean is above 0.
func (g grid) above() (wins, runs int) {
	for _, seeds := range g.runs() {
		for _, x := range seeds {
			if x > 0 {
				wins++
			}
			runs++
		}
	}
	return wins, runs
}

// Ahead is how far an arm is ahead of another by the share of right steps in tasks that
// switch, paired by start, seed and task, and whether both have runs to tell it.
func Ahead(arm, other ArmResult, seed uint64) (Estimate, bool) {
	of := func(a ArmResult) grid {
		var g grid
		for _, seeds := range a.Scores {
			var columns []column
			for _, s := range seeds {
				columns = append(columns, s.Sets[setCross].EachSteps)
			}
			g = append(g, columns)
		}
		return g
	}
	a, b := of(arm), of(other)
	if a.tasks() == 0 || b.tasks() == 0 {
		return Estimate{}, false
	}
	return a.minus(b).estimate(seed), true
}
