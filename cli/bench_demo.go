package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"segue/bench"
	"segue/bench/demo"
	"segue/bench/report"
	"segue/grade"
	"segue/skill"
	"segue/skill/gen"
	"segue/task"
	"segue/task/compose"

	"github.com/spf13/cobra"
)

func newBenchDemo(u *ui) *cobra.Command {
	var out string
	var minutes float64
	var seed uint64
	c := &cobra.Command{
		Use: "demo", Short: "Measure a built-in scripted model end to end; no download", Args: noArgs,
		Long: "Builds a benchmark from the bank, serves a scripted model on a loopback port, runs both modes against it like\n" +
			"against any endpoint, writes the report and holds the measured Skill Entropy against the script's own. It shows\n" +
			"what a measurement looks like and proves the path; it says nothing about any real model. Interrupted, it goes\n" +
			"on when started again.",
		Example: "  segue bench demo\n  segue bench demo --minutes 0.5 --out demo-small",
		RunE: func(cmd *cobra.Command, args []string) error {
			const tasksPerMinute = 500 // measured on two cores; programs in the sandbox take most of the time
			const least, most = 0.02, 100
			if !(minutes >= least && minutes <= most) { // NaN too
				return misusef("--minutes must be %g to %g, not %g", least, float64(most), minutes)
			}
			return u.benchDemo(cmd.Context(), out, int(minutes*tasksPerMinute), seed)
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "bench-demo", "directory of the run")
	c.Flags().Float64Var(&minutes, "minutes", 1, "about how long it may take; sets the number of tasks")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the benchmark and the script")
	return c
}

func (u *ui) benchDemo(ctx context.Context, dir string, n int, seed uint64) error {
	start := time.Now()
	tasks, err := u.demoBenchmark(ctx, n, seed)
	if err != nil {
		return err
	}
	var env grade.Env
	if env.Programs, err = sandboxRunner(); err != nil {
		u.warn("%v; coding steps are left out of the demonstration", err)
		if tasks = withoutCode(tasks); len(tasks) == 0 {
			return errors.New("no task without code is left")
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make %s: %w", dir, err)
	}
	if err := u.writeFile(filepath.Join(dir, "bench.jsonl"), func(w io.Writer) error { return task.WriteJSONL(w, tasks) }); err != nil {
		return err
	}
	meter := u.meter("asking the scripted model")
	result, err := demo.Run(ctx, demo.Options{
		Tasks: tasks, Dir: dir, Samples: bench.DefaultSamples, Seed: int64(seed), Env: env, Version: Version,
		Progress: func(p bench.Progress) { meter.set(p.Done, p.Total, progressDetail(p)) },
	})
	meter.finish()
	if errors.Is(err, context.Canceled) {
		return hint(errors.New("the demonstration was interrupted; what it had is kept"), "run the same command again to go on")
	}
	if err != nil {
		return err
	}
	reports, err := makeReports(ctx, dir, "")
	if err != nil {
		return err
	}
	page := filepath.Join(dir, "report.html")
	if err := u.writeFile(page, func(w io.Writer) error { return report.HTML(w, reports) }); err != nil {
		return err
	}
	return u.demoResult(result, reports[0], page, time.Since(start))
}

func (u *ui) demoBenchmark(ctx context.Context, n int, seed uint64) ([]task.Task, error) {
	b, err := compose.New(compose.Options{
		Seed: seed, MinSteps: 2, MaxSteps: 10, Open: 0.3, MinDifficulty: 1, MaxDifficulty: 3, Split: compose.Test, Skills: skill.Bank(),
	}, func(id string, difficulty int, index uint64) (task.Item, error) {
		return gen.New(id, gen.Difficulty(difficulty), index)
	})
	if err != nil {
		return nil, err
	}
	return u.buildTasks(ctx, b, n)
}

func withoutCode(tasks []task.Task) []task.Task {
	var out []task.Task
	for _, t := range tasks {
		code := false
		for _, s := range t.Steps {
			code = code || s.Answer.Kind == task.KindCode
		}
		if !code {
			out = append(out, t)
		}
	}
	return out
}

func (u *ui) demoResult(r *demo.Result, rep *report.Report, page string, took time.Duration) error {
	value := struct {
		Report      string          `json:"report"`
		Tasks       int             `json:"tasks"`
		Cross       report.Estimate `json:"cross"`
		Single      report.Estimate `json:"single"`
		Gap         report.Estimate `json:"gap"`
		Switches    int             `json:"switches"`
		Covered     float64         `json:"covered"`
		Correlation float64         `json:"correlation"`
		Minutes     float64         `json:"minutes"`
	}{page, rep.Tasks, rep.Cross, rep.Single, rep.Drop, len(r.Checks), r.Covered, r.Correlation, took.Minutes()}
	return u.value(value, func() {
		u.printf("A scripted model answered %d tasks in both modes, %d responses, in %s.\n\n", rep.Tasks, r.Summary.Done, took.Round(time.Second))
		u.table([][]string{{"", "SCORE"}, {"single: each step alone", interval(rep.Single)}, {"cross: inside the task", interval(rep.Cross)}, {"change by chaining, points", points(rep.Drop)}})
		u.printf("\nThe script makes every switch between domains cost something. Measured against scripted Skill Entropy:\n\n")
		u.table(checkRows(r.Checks))
		u.printf("\n%d of %d intervals hold the scripted value (95 %% are expected to); correlation of the logarithms %.2f.\n", int(r.Covered*float64(len(r.Checks))+0.5), len(r.Checks), r.Correlation)
		u.printf("Report: %s\n", page)
	})
}

// checkRows shows the hardest and the easiest scripted switches.
func checkRows(checks []demo.Check) [][]string {
	rows := [][]string{{"SWITCH", "SCRIPTED", "MEASURED", "95 %", "TRIALS"}}
	hardest := demo.ByScripted(checks)
	const each = 5
	for i, c := range hardest {
		if i >= each && i < len(hardest)-each {
			if i == each {
				rows = append(rows, []string{"…", "", "", "", ""})
			}
			continue
		}
		rows = append(rows, []string{string(c.From) + " → " + string(c.To), fmt.Sprintf("%.2f", c.Scripted), fmt.Sprintf("%.2f", c.Measured.SkE),
			fmt.Sprintf("%.2f–%.2f", c.Measured.Lo, c.Measured.Hi), fmt.Sprint(c.Measured.N)})
	}
	return rows
}
