package cli

import (
	"context"
	"errors"
	"io"
	"os"

	"segue/lm/kernel"
	"segue/task"
	"segue/train"

	"github.com/spf13/cobra"
)

func newTrainEvaluate(u *ui) *cobra.Command {
	var f rlFlags
	var out string
	c := &cobra.Command{
		Use: "evaluate", Short: "Ask a native model held-out tasks as train rl does, outside of any training", Args: noArgs,
		Long: "Asks the tasks of eval_tasks whole and every step of them alone, with the prompts, limits and strict reading of train rl,\n" +
			"and writes the graded steps as outcomes. segue entropy estimate makes a table of them, which a reward may need before\n" +
			"the training that would measure it. The settings are those of train rl; what concerns updates is not used.",
		Example: "  segue train evaluate --set model=model --set eval_tasks=[test.jsonl] --out outcomes.jsonl\n" +
			"  segue train evaluate --config rl.yaml --set model=run/model --out outcomes.jsonl",
		PersistentPreRunE: ownConfig,
		RunE:              func(cmd *cobra.Command, args []string) error { return u.trainEvaluate(cmd.Context(), &f, out) },
	}
	c.Flags().StringVar(&f.config, "config", "", "YAML file of settings of train rl; \"-\" is standard input")
	c.Flags().StringArrayVar(&f.set, "set", nil, "one setting over those of the file, as key=value (max_tokens=96)")
	c.Flags().StringVarP(&out, "out", "o", "", "JSONL file of outcomes to write; - is standard output")
	f.judge.add(c.Flags())
	f.embedding.add(c.Flags())
	return c
}

func (u *ui) trainEvaluate(ctx context.Context, f *rlFlags, out string) error {
	const verb = "train rl"
	if out == "" {
		return misusef("give --out FILE")
	}
	c, err := parseTraining(u, f.trainFlags, train.RLDefaults(), verb)
	if err != nil {
		return err
	}
	if len(c.EvalTasks) == 0 {
		return misunderstood(errors.New("no tasks are given: eval_tasks lists benchmark files, as segue bench build writes them"), verb)
	}
	c.Tasks = c.EvalTasks
	if err := checkTraining(c, verb); err != nil {
		return err
	}
	if _, err := kernel.Select(os.Getenv("SEGUE_KERNEL")); err != nil {
		return misusef("SEGUE_KERNEL: %w", err)
	}
	env, release, err := u.rlEnvironment(ctx, f)
	if err != nil {
		return err
	}
	defer release()
	e, outcomes, err := train.Evaluate(ctx, c, env)
	if err != nil {
		return err
	}
	if u.json && out == "-" {
		return u.encode(outcomes)
	}
	if err := u.writeFile(out, func(w io.Writer) error { return task.WriteJSONL(w, outcomes) }); err != nil || out == "-" {
		return err
	}
	e.Outcomes = out
	return u.value(e, func() {
		u.printf("%s: %s\n", out, plural(len(outcomes), "outcome"))
		for _, row := range evaluationRows(e) {
			u.printf("  %-22s %6.1f%%\n", row.name, 100*row.share)
		}
	})
}

// evaluationRow is a line of what an evaluation prints.
type evaluationRow struct {
	name  string
	share float64
}

func evaluationRows(e train.RLEvaluation) []evaluationRow {
	return []evaluationRow{
		{"steps right, alone", share(e.Single.StepAccuracy)},
		{"steps right, in tasks", share(e.Cross.StepAccuracy)},
		{"whole tasks right", share(e.Cross.TaskAccuracy)},
		{"skills named rightly", share(e.Cross.LabelAccuracy)},
		{"malformed responses", e.Cross.Malformed},
	}
}
