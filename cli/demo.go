package cli

import (
	"segue/study"

	"github.com/spf13/cobra"
)

func newDemo(u *ui) *cobra.Command {
	var out string
	var minutes float64
	var seed uint64
	var threads int
	c := &cobra.Command{
		Use: "demo", Short: "Train a tiny model, measure how it switches skills and mend it; no download", Args: noArgs,
		Long: "Trains a model of 0.4 million parameters that knows 14 small skills but has hardly seen them switched, measures its\n" +
			"Skill Entropy and its accuracy alone, in chains of one skill and in tasks that switch, trains it on from the same start\n" +
			"by answer-only GRPO, by Skill-Entropy RL, by its placebo, by credit for labels and answers apart and by imitation of right responses,\n" +
			"and writes a report of what it found. It is small and its switching gap is planted: it shows how such a comparison is\n" +
			"made, and says nothing about large models. Interrupted, it goes on when started again.",
		Example: "  segue demo\n  segue demo --minutes 3 --out demo-small",
		RunE: func(cmd *cobra.Command, args []string) error {
			const least, most = 0.01, 1000
			if !(minutes >= least && minutes <= most) { // NaN too
				return misusef("--minutes must be %g to %g, not %g", least, float64(most), minutes)
			}
			return u.study(cmd.Context(), out, study.Demo(minutes, seed), threads)
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "demo", "directory of the study")
	c.Flags().Float64Var(&minutes, "minutes", study.DemoMinutes, "about how long it may take on two cores; less makes a smaller study")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of everything")
	c.Flags().IntVar(&threads, "threads", 0, "trainings at the same time; default all cores")
	return c
}
