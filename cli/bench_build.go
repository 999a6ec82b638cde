package cli

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"segue/skill/gen"
	"segue/switching"
	"segue/task"
	"segue/task/compose"

	"github.com/spf13/cobra"
)

// buildFlags are the settings of bench build.
type buildFlags struct {
	config, out, steps, difficulty, table, estimator, split string
	tasks                                                   int
	levels, skills                                          []string
	cuts                                                    []float64
	o                                                       compose.Options
}

// maxTasks bounds what one call builds in memory.
const maxTasks = 1_000_000

func newBenchBuild(u *ui) *cobra.Command {
	var f buildFlags
	c := &cobra.Command{
		Use: "build", Short: "Build a benchmark of linked cross-skill tasks", Args: noArgs,
		Long: "Samples for each task a length, a sequence of skills whose neighbours have different domains, and an item of each;\n" +
			"links the steps through their answers and writes one scenario around them. The same settings give the same file,\n" +
			"byte for byte. With --table tasks are rejection-sampled to low, medium and high Skill Entropy in turn.",
		Example: "  segue bench build --tasks 300 --seed 1 --out bench.jsonl\n  segue bench build --tasks 300 --table table.json --levels low,medium,high --out bench.jsonl\n  segue bench build --tasks 6000 --split train --open 0 --out train.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := f.builder(u)
			if err != nil {
				return err
			}
			tasks, err := u.buildTasks(cmd.Context(), b, f.tasks)
			if err != nil {
				return err
			}
			if u.json && f.out == "-" {
				return u.encode(tasks)
			}
			if err := u.writeFile(f.out, func(w io.Writer) error { return task.WriteJSONL(w, tasks) }); err != nil {
				return err
			}
			if f.out == "-" {
				return nil
			}
			return u.buildSummary(f.out, tasks)
		},
	}
	c.Flags().StringVar(&f.config, "config", "", "YAML file of settings; the command line overrides it")
	c.Flags().IntVarP(&f.tasks, "tasks", "n", 300, "number of tasks")
	c.Flags().Uint64Var(&f.o.Seed, "seed", 0, "seed; the same seed gives the same file")
	c.Flags().StringVar(&f.steps, "steps", "2-10", "steps of a task, a number or range")
	c.Flags().Float64Var(&f.o.Open, "open", 0.3, "share of steps in open-ended domains")
	c.Flags().StringVar(&f.difficulty, "difficulty", "1-3", "difficulty of items, a number or range from 1 to 5")
	c.Flags().StringVar(&f.split, "split", "test", "part of the item space: train, validation or test share no item")
	c.Flags().StringSliceVar(&f.skills, "skills", nil, "skills to use: ids, domains or patterns (default all)")
	c.Flags().StringVar(&f.table, "table", "", "table of Skill Entropy for levels")
	c.Flags().StringVar(&f.estimator, "estimator", string(switching.Exact), "estimator of the table: exact, factorised or shrunk")
	c.Flags().StringSliceVar(&f.levels, "levels", nil, "levels in turn (default with --table: low,medium,high)")
	c.Flags().Float64SliceVar(&f.cuts, "cuts", nil, "upper bounds of low and medium (default: terciles of the sampled sequences)")
	c.Flags().StringVarP(&f.out, "out", "o", "", "benchmark file to write; - is standard output")
	return c
}

// builder turns the flags into a builder.
func (f *buildFlags) builder(u *ui) (*compose.Builder, error) {
	var err error
	if f.out == "" {
		return nil, misusef("give --out FILE")
	}
	if f.tasks < 1 || f.tasks > maxTasks {
		return nil, misusef("--tasks must be 1 to %d, not %d", maxTasks, f.tasks)
	}
	if !(f.o.Open >= 0 && f.o.Open <= 1) { // NaN too
		return nil, misusef("--open must be 0 to 1, not %g", f.o.Open)
	}
	if f.o.MinSteps, f.o.MaxSteps, err = parseRange(f.steps, 2, 10); err != nil {
		return nil, misusef("--steps: %w", err)
	}
	if f.o.MinDifficulty, f.o.MaxDifficulty, err = parseRange(f.difficulty, 1, 5); err != nil {
		return nil, misusef("--difficulty: %w", err)
	}
	if f.o.Split, err = compose.ParseSplit(f.split); err != nil {
		return nil, misuse{err}
	}
	if f.o.Skills, err = matchSkills(f.skills); err != nil {
		return nil, err
	}
	if err := f.entropy(u); err != nil {
		return nil, err
	}
	return compose.New(f.o, func(id string, difficulty int, index uint64) (task.Item, error) {
		return gen.New(id, gen.Difficulty(difficulty), index)
	})
}

// entropy sets what levels need, where a table is given.
func (f *buildFlags) entropy(u *ui) error {
	if f.table == "" {
		if len(f.levels) > 0 || len(f.cuts) > 0 {
			return misusef("--levels and --cuts need a --table")
		}
		return nil
	}
	e, err := switching.ParseEstimator(f.estimator)
	if err != nil {
		return misuse{err}
	}
	table, err := u.readTable(f.table)
	if err != nil {
		return err
	}
	f.o.Entropy = func(sequence []string) (float64, bool) {
		got := table.Task(sequence, e)
		return got.Firm, got.Told >= 0.5 // a level by less than half of the pairs would be a guess
	}
	if len(f.levels) == 0 {
		f.levels = []string{"low", "medium", "high"}
	}
	for _, l := range f.levels {
		level := task.Level(strings.ToLower(l))
		if level != task.LevelLow && level != task.LevelMedium && level != task.LevelHigh {
			return misusef("unknown level %q; the levels are low, medium and high", l)
		}
		f.o.Levels = append(f.o.Levels, level)
	}
	switch len(f.cuts) {
	case 0:
	case 2:
		if !(f.cuts[0] <= f.cuts[1]) { // NaN too
			return misusef("--cuts must rise: %g is not at most %g", f.cuts[0], f.cuts[1])
		}
		f.o.Cuts = [2]float64{f.cuts[0], f.cuts[1]}
	default:
		return misusef("--cuts takes two numbers, %d were given", len(f.cuts))
	}
	return nil
}

// buildTasks builds on every core; the order is that of the numbers.
func (u *ui) buildTasks(ctx context.Context, b *compose.Builder, n int) ([]task.Task, error) {
	tasks, faults := make([]task.Task, n), make([]error, n)
	meter := u.meter("building")
	defer meter.finish()
	queue := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range queue {
				tasks[i], faults[i] = b.Task(i)
			}
		})
	}
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		queue <- i
		if i%64 == 0 {
			meter.set(i, n, "tasks")
		}
	}
	close(queue)
	workers.Wait()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("build benchmark: %w", ctx.Err())
	}
	for _, err := range faults {
		if err != nil {
			return nil, err
		}
	}
	return tasks, nil
}

func (u *ui) buildSummary(path string, tasks []task.Task) error {
	summary := struct {
		Tasks  int                `json:"tasks"`
		Steps  int                `json:"steps"`
		Linked float64            `json:"linked"` // share of steps after the first that use an earlier answer
		Open   float64            `json:"open"`
		Levels map[task.Level]int `json:"levels,omitempty"`
		Out    string             `json:"out"`
	}{Tasks: len(tasks), Out: path, Levels: map[task.Level]int{}}
	linked, open := 0, 0
	for _, t := range tasks {
		summary.Steps += len(t.Steps)
		if t.Level != task.LevelNone {
			summary.Levels[t.Level]++
		}
		for _, s := range t.Steps {
			linked += min(1, len(s.Uses))
			if s.Domain.OpenEnded() {
				open++
			}
		}
	}
	summary.Open = float64(open) / float64(summary.Steps)
	if later := summary.Steps - summary.Tasks; later > 0 {
		summary.Linked = float64(linked) / float64(later)
	}
	return u.value(summary, func() {
		u.printf("%s: %d tasks, %d steps; %s of the later steps use an earlier answer, %s of the steps are open-ended\n",
			path, summary.Tasks, summary.Steps, percent(summary.Linked), percent(summary.Open))
		if len(summary.Levels) > 0 {
			u.printf("levels: low %d, medium %d, high %d\n", summary.Levels[task.LevelLow], summary.Levels[task.LevelMedium], summary.Levels[task.LevelHigh])
		}
	})
}
