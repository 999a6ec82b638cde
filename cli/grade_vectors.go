package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"segue/grade/vectors"

	"github.com/spf13/cobra"
)

func newGradeVectors(u *ui) *cobra.Command {
	return &cobra.Command{
		Use: "vectors FILE…", Short: "Run published test vectors and print the agreement by category", Args: someArgs(1, "FILE"),
		Long: "Runs JSONL files of published test vectors ({\"id\", \"family\", \"category\", \"gold\", \"answer\", \"expect\", …, \"waiver\"})\n" +
			"through the graders and prints where the verdicts agree. A waived vector is one whose expectation is known to be\n" +
			"wrong or undecidable; it counts apart. A name without a path is also looked for in $SEGUE_VECTORS.",
		Example: "  segue grade vectors math_verify.jsonl\n  segue grade vectors ../shared/vectors/*.jsonl --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			all := vectors.Report{Disagree: []vectors.Disagreement{}, Categories: []vectors.Category{}}
			var bad error
			for _, path := range args {
				report, err := u.runVectors(path, &bad)
				if err != nil {
					return err
				}
				all.Add(report)
			}
			if err := u.value(all, func() { u.showVectors(all) }); err != nil {
				return err
			}
			return bad
		},
	}
}

func (u *ui) runVectors(path string, bad *error) (vectors.Report, error) {
	if _, err := os.Stat(path); err != nil && filepath.Base(path) == path {
		path = filepath.Join(vectorFolder(), path)
	}
	f, err := u.openInput(path)
	if err != nil {
		return vectors.Report{}, fmt.Errorf("read vectors: %w", err)
	}
	defer f.Close()
	report, err := vectors.Run(f)
	if err = u.keepGoing(path, err, bad); err != nil {
		return report, err
	}
	if report.Total == 0 && *bad == nil {
		return report, errors.New(path + " holds no vectors")
	}
	return report, nil
}

func (u *ui) showVectors(r vectors.Report) {
	rows := [][]string{{"CATEGORY", "VECTORS", "AGREE", "WAIVED", "DISAGREE"}}
	for _, c := range r.Categories {
		rows = append(rows, []string{c.Name, fmt.Sprint(c.Total), fmt.Sprint(c.Agree), fmt.Sprint(c.Waived), fmt.Sprint(c.Total - c.Agree - c.Waived)})
	}
	u.table(rows)
	u.printf("\n%d vectors, %d agree, %d waived, %d disagree\n", r.Total, r.Agree, r.Waived, len(r.Disagree))
	slices.SortFunc(r.Disagree, func(a, b vectors.Disagreement) int {
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	for _, d := range r.Disagree {
		u.printf("  %s: score %g, its source expects %g%s\n", d.ID, d.Score, d.Expect, why(d.Reason))
	}
}

func why(reason string) string {
	if reason == "" {
		return ""
	}
	return " (" + reason + ")"
}
