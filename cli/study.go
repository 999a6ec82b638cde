package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"segue/lm/kernel"
	"segue/study"
	"segue/study/report"

	"github.com/spf13/cobra"
)

func newStudy(u *ui) *cobra.Command {
	return group("study", "Compare ways to train from the same starts, with intervals",
		"  segue study arms\n  segue study run --out study --arms answer,paper,step --starts 3 --seeds 3",
		newStudyArms(u), newStudyRun(u), newStudyReport(u))
}

func newStudyArms(u *ui) *cobra.Command {
	return &cobra.Command{
		Use: "arms", Short: "List the ways to train that can be compared", Args: noArgs, Example: "  segue study arms",
		RunE: func(*cobra.Command, []string) error {
			type arm struct {
				Name string            `json:"name"`
				Uses study.Supervision `json:"uses"`
				Doc  string            `json:"doc"`
			}
			var all []arm
			rows := [][]string{{"ARM", "IS TOLD", "WHAT IT IS"}}
			for _, a := range study.List() {
				all = append(all, arm{a.Name, a.Uses, a.Doc})
				rows = append(rows, []string{a.Name, string(a.Uses), a.Doc})
			}
			return u.value(all, func() { u.table(rows) })
		},
	}
}

// studyFlags are the settings of study run.
type studyFlags struct {
	out, size                   string
	arms                        []string
	starts, seeds               int
	seed                        uint64
	aloneSteps, startSteps      int
	steps, prompts, minibatches int
	learningRate, kl            float64
	crossTasks, threads, replay int
}

func newStudyRun(u *ui) *cobra.Command {
	f := studyFlags{}
	full := study.Full(1)
	c := &cobra.Command{
		Use: "run", Short: "Train and compare; run it again to go on", Args: noArgs,
		Long: "Makes starts (small models that know 14 skills but hardly ever saw them switched), measures their Skill Entropy, trains\n" +
			"every arm from each start with each seed on the same tasks and budget, and writes report.html with\n" +
			"intervals and paired differences. What is finished is not done again, so arms can join later.",
		Example: "  segue study run --out study --arms answer,paper,placebo,step,sft-gold --starts 3 --seeds 3",
		RunE: func(cmd *cobra.Command, args []string) error {
			config := full
			config.Seed, config.Starts, config.Seeds = f.seed, f.starts, f.seeds
			if len(f.arms) > 0 {
				config.Arms = f.arms
			}
			config.Start.Size, config.Start.Alone.Steps, config.Start.Mixed.Steps = f.size, f.aloneSteps, f.startSteps
			config.Tune.Minibatches = f.minibatches
			config.Tune.Steps, config.Tune.Prompts, config.Tune.LearningRate, config.Tune.KL, config.Tune.ReplayTokens = f.steps, f.prompts, f.learningRate, f.kl, f.replay
			config.Tune.EvalEvery = max(f.steps/5, 1)
			config.Sets.Cross = f.crossTasks
			return u.study(cmd.Context(), f.out, config, f.threads)
		},
	}
	fs := c.Flags()
	fs.StringVarP(&f.out, "out", "o", "study", "directory of the study; one that exists goes on")
	fs.StringSliceVar(&f.arms, "arms", nil, "arms to compare; default all")
	fs.IntVar(&f.starts, "starts", full.Starts, "seeds of the supervised start")
	fs.IntVar(&f.seeds, "seeds", full.Seeds, "seeds of the training from each start")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the whole study")
	fs.StringVar(&f.size, "size", full.Start.Size, "model size")
	fs.IntVar(&f.aloneSteps, "alone-steps", full.Start.Alone.Steps, "updates of the start on single items")
	fs.IntVar(&f.startSteps, "start-steps", full.Start.Mixed.Steps, "updates of the start on its mixture")
	fs.IntVar(&f.steps, "steps", full.Tune.Steps, "steps of every arm")
	fs.IntVar(&f.prompts, "prompts", full.Tune.Prompts, "tasks of every step")
	fs.IntVar(&f.minibatches, "minibatches", full.Tune.Minibatches, "parts of a step's tasks with an update each")
	fs.Float64Var(&f.learningRate, "learning-rate", full.Tune.LearningRate, "peak of every arm")
	fs.Float64Var(&f.kl, "kl", full.Tune.KL, "coefficient of the KL to the start")
	fs.IntVar(&f.replay, "replay", full.Tune.ReplayTokens, "tokens of single items in each update, against forgetting")
	fs.IntVar(&f.crossTasks, "tasks", full.Sets.Cross, "held-out tasks that switch")
	fs.IntVar(&f.threads, "threads", 0, "trainings at the same time; default all cores")
	return c
}

func newStudyReport(u *ui) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use: "report", Short: "Write the report of a finished study again", Args: noArgs, Example: "  segue study report --out study",
		RunE: func(cmd *cobra.Command, args []string) error {
			start := time.Now()
			r, err := study.Read(out)
			if err != nil {
				return err
			}
			return u.studied(out, r, time.Since(start))
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "study", "directory of the study")
	return c
}

// study runs a study, writes its report and prints what it found.
func (u *ui) study(ctx context.Context, dir string, config study.Config, threads int) error {
	if _, err := kernel.Select(os.Getenv("SEGUE_KERNEL")); err != nil {
		return misusef("SEGUE_KERNEL: %w", err)
	}
	start := time.Now()
	meter := u.meter("study")
	const fine = 1000 // parts of the bar
	r, err := study.Run(ctx, dir, config, study.Environment{
		Version: Version, Threads: threads, Now: time.Now, Warn: func(err error) { u.warn("%v", err) },
		Progress: func(p study.Progress) { meter.set(int(fine*p.Done/p.Total), fine, p.What) },
	})
	meter.finish()
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return hint(fmt.Errorf("the study was interrupted; what it had is kept: %w", err), "run the same command again to go on")
	}
	if err != nil {
		return err
	}
	return u.studied(dir, r, time.Since(start))
}

// studied writes the report of a finished study and says what was found.
func (u *ui) studied(dir string, r *study.Result, took time.Duration) error {
	page := filepath.Join(dir, "report.html")
	var c *report.Comparison
	if r.Config.Against != nil { // recipes
		c = report.Compare(dir, r)
	}
	if err := u.writeFile(page, func(w io.Writer) error { return report.HTML(w, dir, r, c) }); err != nil {
		return err
	}
	if c != nil {
		return u.compared(dir, page, r, c, took)
	}
	return u.value(r.Brief(page, took.Minutes()), func() {
		if err := report.Text(u.out, r); err != nil {
			u.warn("%v", err)
		}
		u.printf("\n%s, report: %s\n", took.Round(time.Second), page)
	})
}
