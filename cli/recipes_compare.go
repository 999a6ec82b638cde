package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"segue/rl"
	"segue/study"
	"segue/study/report"

	"github.com/spf13/cobra"
)

// compareFlags are the settings of recipes compare.
type compareFlags struct {
	recipes                     []string
	out, config, size           string
	starts, seeds, threads      int
	seed                        uint64
	minutes, learningRate       float64
	steps, prompts, minibatches int
}

func newRecipesCompare(u *ui) *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use: "compare", Short: "Train recipes on the same tasks, seeds and budget, and rank them; run it again to go on", Args: noArgs,
		Long: "Trains each recipe with its own quantities from the same start on the same tasks and budget, and writes report.html,\n" +
			"report.md and effects.tsv: what each reached, with intervals paired by seed and task, whether the effect that its paper\n" +
			"claims is seen beside the first recipe named, and a ranking that says which recipes are not told apart. What is finished\n" +
			"is not done again, so recipes can join later.",
		Example: "  segue recipes compare --recipes grpo,rl-zvp --seeds 3\n  segue recipes compare --recipes grpo,dapo --minutes 3 --out small --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.Equal(f.recipes, []string{"all"}) {
				f.recipes = study.Trainable()
			}
			if err := f.check(); err != nil {
				return err
			}
			return u.study(cmd.Context(), f.out, f.study(), f.threads)
		},
	}
	fs := c.Flags()
	fs.StringSliceVar(&f.recipes, "recipes", nil, "recipes to compare, at least two, the first of which the others are compared with; all: each that can be trained here, after grpo")
	fs.StringVarP(&f.out, "out", "o", "comparison", "directory of the comparison; one that exists goes on")
	fs.StringVar(&f.config, "config", "", "YAML file of settings; the command line overrides it")
	fs.IntVar(&f.starts, "starts", 1, "starts, each with all seeds")
	fs.IntVar(&f.seeds, "seeds", 3, "seeds of the training")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the whole comparison")
	fs.Float64Var(&f.minutes, "minutes", 1, "budget: about half so many minutes of one core for each training")
	fs.StringVar(&f.size, "size", "", "model size; default pico")
	fs.IntVar(&f.steps, "steps", 0, "batches of each training; default by --minutes")
	fs.IntVar(&f.prompts, "prompts", 0, "tasks of a batch; default 16")
	fs.IntVar(&f.minibatches, "minibatches", 0, "parts of a batch with an update each; default 4")
	fs.Float64Var(&f.learningRate, "learning-rate", 0, "peak of the learning rate; default 1e-3")
	fs.IntVar(&f.threads, "threads", 0, "trainings at the same time; default all cores")
	return c
}

// study is the comparison with what was set of its budget.
func (f compareFlags) study() study.Config {
	c := study.Recipes(f.recipes, f.minutes, f.seeds, f.seed)
	c.Starts = f.starts
	if f.size != "" {
		c.Start.Size = f.size
	}
	if f.steps > 0 {
		c.Tune.Steps, c.Tune.EvalEvery = f.steps, max(f.steps/3, 1)
	}
	if f.prompts > 0 {
		c.Tune.Prompts = f.prompts
	}
	if f.minibatches > 0 {
		c.Tune.Minibatches = f.minibatches
	}
	if f.learningRate > 0 {
		c.Tune.LearningRate = f.learningRate
	}
	return c
}

func (f compareFlags) check() error {
	const least, most = 0.01, 1000
	switch {
	case !(f.minutes >= least && f.minutes <= most): // NaN too
		return misusef("--minutes must be %g to %g, not %g", least, float64(most), f.minutes)
	case len(f.recipes) < 2:
		return misusef("--recipes names %s, and a comparison is of at least two", plural(len(f.recipes), "recipe"))
	}
	for i, name := range f.recipes {
		if slices.Contains(f.recipes[:i], name) {
			return misusef("--recipes names %s twice", name)
		}
		if _, err := rl.Lookup(name); err != nil {
			return hint(err, "segue recipes list names all recipes")
		}
		if slices.ContainsFunc(study.List(), func(a study.Arm) bool { return a.Name == name }) {
			return fmt.Errorf("recipe %s has the name of an arm of segue study, which would be trained in its place", name)
		}
	}
	return nil
}

// compared is what segue recipes compare prints for machines.
type compared struct {
	*report.Comparison
	study.Brief
}

// compared writes the Markdown report of a finished comparison and its effects beside its
// page, and says what was found and in which order.
func (u *ui) compared(dir, page string, r *study.Result, c *report.Comparison, took time.Duration) error {
	err := u.writeFile(filepath.Join(dir, "report.md"), func(w io.Writer) error { return c.Markdown(w, r) })
	if err == nil {
		err = u.writeFile(filepath.Join(dir, "effects.tsv"), c.WriteEffects)
	}
	if err != nil {
		return err
	}
	return u.value(compared{c, r.Brief(page, took.Minutes())}, func() {
		if err := errors.Join(report.Text(u.out, r), c.Text(u.out)); err != nil {
			u.warn("%v", err)
		}
		u.printf("\n%s, report: %s\n", took.Round(time.Second), page)
	})
}
