package cli

import (
	"context"
	"fmt"
	"io"

	"segue/bench/label"
	"segue/grade"
	"segue/skill"
	"segue/task"

	"github.com/spf13/cobra"
)

// labelFlags are the settings of skills label.
type labelFlags struct {
	endpoint           endpointFlags
	bench, out, solver string
	skills             []string
	foreign, noLabels  bool
	rewrite, reword    bool
	tries              int
}

func newSkillsLabel(u *ui) *cobra.Command {
	var f labelFlags
	c := &cobra.Command{
		Use: "label", Short: "Label the steps of a benchmark by a model", Args: noArgs,
		Long: "Asks a model which skill of the bank each step without one needs, and writes the benchmark with the labels.\n" +
			"A reply that names no skill of the bank is asked for again and then left out; such steps stay unlabelled and\n" +
			"are counted. With --rewrite the model also writes a new scenario and a new sentence before each question; with\n" +
			"--reword it words the questions anew as well. A wording that loses or adds a number, quotation, formula, code\n" +
			"block or linked value is refused, and the old text stays. Labels and wordings come from the response cache\n" +
			"when the same is asked again.",
		Example: "  segue skills label --bench imported.jsonl --endpoint http://127.0.0.1:8000/v1 --model my-model --out labelled.jsonl\n" +
			"  segue skills label --bench labelled.jsonl --model my-model --rewrite --solver strong-model --out rewritten.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error { return u.labelSkills(cmd.Context(), &f) },
	}
	f.endpoint.add(c.Flags())
	c.Flags().StringVarP(&f.bench, "bench", "b", "", "benchmark to label; - is standard input")
	c.Flags().StringVarP(&f.out, "out", "o", "", "benchmark file to write; - is standard output")
	c.Flags().StringSliceVar(&f.skills, "skills", nil, "skills to choose from: ids, domains or patterns (default all)")
	c.Flags().BoolVar(&f.foreign, "foreign", false, "also label steps whose skill is not in the bank; the old id is kept as source_skill")
	c.Flags().BoolVar(&f.noLabels, "no-labels", false, "leave the labels as they are, only rewrite")
	c.Flags().BoolVar(&f.rewrite, "rewrite", false, "write new scenarios and the sentences that lead into a step")
	c.Flags().BoolVar(&f.reword, "reword", false, "with --rewrite, word the questions themselves anew as well")
	c.Flags().StringVar(&f.solver, "solver", "", "model that is asked the old and the new task; a step it gets right in the old one only refuses the wording")
	c.Flags().IntVar(&f.tries, "tries", 3, "times a step or task is asked before it is left as it is")
	return c
}

// check says what is wrong with the flags, if anything.
func (f *labelFlags) check() error {
	switch {
	case f.bench == "":
		return misusef("give --bench FILE")
	case f.out == "":
		return misusef("give --out FILE")
	case len(f.endpoint.models) != 1:
		return misusef("give one --model, not %d", len(f.endpoint.models))
	case (f.reword || f.solver != "") && !f.rewrite:
		return misusef("--reword and --solver need --rewrite")
	case f.noLabels && !f.rewrite:
		return misusef("--no-labels without --rewrite leaves nothing to do")
	case f.tries < 1:
		return misusef("--tries must be at least 1")
	}
	return nil
}

func (u *ui) labelSkills(ctx context.Context, f *labelFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	bank, err := matchSkills(f.skills)
	if err != nil {
		return err
	}
	tasks, bad, err := u.readTasks(f.bench)
	if err != nil {
		return err
	}
	model := f.endpoint.models[0]
	if f.solver != "" && f.solver != model {
		f.endpoint.models = append(f.endpoint.models, f.solver)
	}
	client, err := f.endpoint.open(ctx, 0, 0)
	if err != nil {
		return err
	}
	defer client.Close()
	labels, rewriting, stopped := u.labelAndRewrite(ctx, f, client, model, bank, tasks)
	// What was done before a stop is kept: the file is written in any case.
	if err := u.writeFile(f.out, func(w io.Writer) error { return task.WriteJSONL(w, tasks) }); err != nil {
		return err
	}
	if f.out != "-" {
		if err := u.labelSummary(f.out, labels, rewriting); err != nil {
			return err
		}
	}
	switch {
	case stopped != nil:
		return hint(stopped, "what was done is in %s; start again with it as --bench", f.out)
	case labels != nil && labels.Failed > 0:
		return fmt.Errorf("%d steps got no reply: %s", labels.Failed, labels.FirstFailure)
	case rewriting != nil && rewriting.Failed > 0:
		return fmt.Errorf("%d tasks got no reply: %s", rewriting.Failed, rewriting.FirstFailure)
	}
	return bad
}

func (u *ui) labelAndRewrite(ctx context.Context, f *labelFlags, client *client, model string, bank []skill.Skill, tasks []task.Task) (*label.Summary, *label.Rewriting, error) {
	var labels *label.Summary
	if !f.noLabels {
		meter := u.meter("labelling")
		got, err := label.Labeler{
			Sampler: client, Model: model, Bank: bank, Foreign: f.foreign, Tries: f.tries, Concurrency: f.endpoint.concurrency,
			Progress: func(done, total int) { meter.set(done, total, "steps") },
		}.Label(ctx, tasks)
		meter.finish()
		labels = &got
		if err != nil || !f.rewrite {
			return labels, nil, err
		}
	}
	meter := u.meter("rewriting")
	defer meter.finish()
	var env grade.Env
	if f.solver != "" {
		if runner, err := sandboxRunner(); err == nil {
			env.Programs = runner
		} else {
			u.warn("the solver's programs are not compared: %v", err)
		}
	}
	rewriting, err := label.Rewriter{
		Sampler: client, Model: model, Reword: f.reword, Solver: f.solver, Env: env, Tries: f.tries, Concurrency: f.endpoint.concurrency,
		Progress: func(done, total int) { meter.set(done, total, "tasks") },
	}.Rewrite(ctx, tasks)
	return labels, &rewriting, err
}

func (u *ui) labelSummary(path string, labels *label.Summary, rewriting *label.Rewriting) error {
	summary := struct {
		Labels    *label.Summary   `json:"labels,omitempty"`
		Rewriting *label.Rewriting `json:"rewriting,omitempty"`
		Out       string           `json:"out"`
	}{labels, rewriting, path}
	return u.value(summary, func() {
		if l := labels; l != nil {
			u.printf("%s: %d steps: %d labelled, %d had a skill, %d unlabelled, %d without a reply\n", path, l.Steps, l.Labelled, l.Kept, l.Unlabelled, l.Failed)
		}
		if r := rewriting; r != nil {
			u.printf("%s: %d tasks: %d rewritten, %d refused, %d without a scenario, %d without a reply\n", path, r.Tasks, r.Rewritten, r.Refused, r.Skipped, r.Failed)
			if r.FirstRefusal != "" {
				u.note("first refusal: %s", r.FirstRefusal)
			}
		}
	})
}
