package cli

import (
	"fmt"

	"segue/bench"

	"github.com/spf13/cobra"
)

func newBenchGrade(u *ui) *cobra.Command {
	var run string
	var models endpointFlags
	var judge judgeFlags
	c := &cobra.Command{
		Use: "grade", Short: "Grade the stored responses of a run again, with the present graders or another judge", Args: noArgs,
		Example: "  segue bench grade --run run\n  segue bench grade --run run --judge judge-model --judge-endpoint http://127.0.0.1:8001/v1",
		RunE: func(cmd *cobra.Command, args []string) error {
			if run == "" {
				return misusef("give --run DIR")
			}
			results, err := bench.Load(cmd.Context(), run, "")
			if err != nil {
				return err
			}
			env, closeJudge, err := judge.env(cmd.Context(), models)
			if err != nil {
				return err
			}
			defer closeJudge()
			u.warnUngraded(results[0].Tasks, &env)
			meter := u.meter("grading")
			n, err := bench.Regrade(cmd.Context(), run, judge.model, env, func(done, total int) { meter.set(done, total, "") })
			meter.finish()
			if err != nil {
				return err
			}
			return u.value(map[string]any{"run": run, "outcomes": n}, func() { u.printf("%s: %s graded\n", run, plural(n, "step")) })
		},
	}
	c.Flags().StringVarP(&run, "run", "r", "", "run directory")
	judge.add(c.Flags())
	models.add(c.Flags())
	return c
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
