package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"segue/bench"
	"segue/bench/report"

	"github.com/spf13/cobra"
)

func newBenchReport(u *ui) *cobra.Command {
	var run, model, html, markdown string
	c := &cobra.Command{
		Use: "report", Short: "Report a run: where accuracy goes when steps are chained", Args: noArgs,
		Example: "  segue bench report --run run\n  segue bench report --run run --html report.html --markdown report.md\n  segue bench report --run run --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if run == "" {
				return misusef("give --run DIR")
			}
			if html == "-" || markdown == "-" {
				return misusef("the report itself goes to standard output; give --html and --markdown a file")
			}
			reports, err := makeReports(cmd.Context(), run, model)
			if err != nil {
				return err
			}
			page := cmp.Or(html, filepath.Join(run, "report.html"))
			switch err := u.writeFile(page, func(w io.Writer) error { return report.HTML(w, reports) }); {
			case err == nil:
				u.note("wrote %s", page)
			case html == "":
				u.warn("%v", err) // a run that is only to be read has numbers all the same
			default:
				return err
			}
			if markdown != "" {
				if err := u.writeFile(markdown, func(w io.Writer) error { return report.Markdown(w, reports) }); err != nil {
					return err
				}
			}
			return u.showReports(reports)
		},
	}
	c.Flags().StringVarP(&run, "run", "r", "", "run directory")
	c.Flags().StringVarP(&model, "model", "m", "", "only this model of the run")
	c.Flags().StringVar(&html, "html", "", "page to write (default report.html in the run directory)")
	c.Flags().StringVar(&markdown, "markdown", "", "Markdown file to write")
	return c
}

func makeReports(ctx context.Context, run, model string) ([]*report.Report, error) {
	results, err := bench.Load(ctx, run, model)
	if err != nil {
		return nil, err
	}
	var reports []*report.Report
	for _, r := range results {
		if n := total(r.Failures); len(r.Outcomes) == 0 && n > 0 {
			return nil, hint(fmt.Errorf("run %s has no outcomes of %s: all %s failed (%s)", run, r.Model, plural(n, "request"), kinds(r.Failures)),
				"segue bench run tries them again and says why the first failed")
		}
		one, err := report.New(ctx, r)
		if err != nil {
			return nil, err
		}
		reports = append(reports, one)
	}
	return reports, nil
}

func total(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// kinds lists counts by name.
func kinds(counts map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(parts, ", ")
}

func (u *ui) showReports(reports []*report.Report) error {
	if u.json {
		if len(reports) == 1 {
			return u.encode(reports[0])
		}
		return u.encode(reports)
	}
	for _, r := range reports {
		u.printf("%s on %d tasks, rubrics decided by: %s\n\n", r.Model, r.Tasks, r.Judge)
		rows := [][]string{{"", "SINGLE", "CROSS", "CHANGE, POINTS", "GRADED"}}
		add := func(x report.Row) {
			rows = append(rows, []string{x.Name, interval(x.Single), interval(x.Cross), points(x.Drop), fmt.Sprint(x.Cross.N)})
		}
		add(report.Row{Name: "all steps", Cross: r.Cross, Single: r.Single, Drop: r.Drop})
		for _, group := range [][]report.Row{r.Domains, r.Levels} {
			for _, x := range group {
				add(x)
			}
		}
		u.table(rows)
		f := r.Failures
		u.printf("\nwhole tasks right: %s\n", interval(r.Whole))
		u.printf("%d wrong answers in tasks: switch %s, dependency %s, skill %s, no answer %s\n", f.Wrong, percent(f.Switch.Score), percent(f.Dependency.Score), percent(f.Skill.Score), percent(f.Missing.Score))
		u.printf("wrong-domain labels: %s; accuracy %s with the right domain, %s with a wrong one\n", interval(r.Labels.WrongDomain), interval(r.Labels.AccRight), interval(r.Labels.AccWrong))
		if n := r.Steps["undecided"]; n > 0 {
			u.printf("%d steps are undecided and left out\n", n)
		}
		if len(r.Endpoint) > 0 {
			u.printf("%s failed and can be tried again by segue bench run: %s\n", plural(total(r.Endpoint), "request"), kinds(r.Endpoint))
		}
		if r.Coverage < 0.9999 {
			u.printf("the run is not complete: %s of its steps have an outcome\n", percent(r.Coverage))
		}
	}
	return nil
}

func interval(e report.Estimate) string {
	if e.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*e.Score, 100*e.Lo, 100*e.Hi)
}

func points(e report.Estimate) string {
	if e.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%+.1f [%+.1f, %+.1f]", 100*e.Score, 100*e.Lo, 100*e.Hi)
}

func newBenchCompare(u *ui) *cobra.Command {
	return &cobra.Command{
		Use: "compare DIR DIR…", Short: "Compare runs on the same tasks with paired tests", Args: someArgs(1, "run directory"),
		Long: "Pairs the runs (and the models within a run) by task and sets each against the first: differences with bootstrap\n" +
			"intervals and the p-value of a sign-flip test over tasks, corrected for the number of tests by Holm's method.",
		Example: "  segue bench compare run-base run-trained\n  segue bench compare run-of-two-models --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			var results []bench.Results
			for _, dir := range args {
				r, err := bench.Load(cmd.Context(), dir, "")
				if err != nil {
					return err
				}
				results = append(results, r...)
			}
			c, err := report.Compare(results)
			if err != nil {
				return err
			}
			return u.value(c, func() { u.showComparison(c) })
		},
	}
}

func (u *ui) showComparison(c *report.Comparison) {
	u.printf("%d shared tasks; differences to the first run\n\n", c.Tasks)
	for _, x := range c.Unlike {
		u.warn("the runs differ in more than the model: %s", x)
	}
	rows := [][]string{{"RUN", "MODEL", "CROSS", "SINGLE", "CROSS DIFFERENCE", "p", "SINGLE DIFFERENCE", "p"}}
	for _, r := range c.Runs {
		row := []string{r.Run, r.Model, interval(r.Cross), interval(r.Single)}
		for _, d := range []*report.Difference{r.CrossDiff, r.SingleDiff} {
			if d == nil {
				row = append(row, "–", "–")
				continue
			}
			row = append(row, points(d.Estimate), fmt.Sprintf("%.4f", d.Adjusted))
		}
		rows = append(rows, row)
	}
	u.table(rows)
	for _, r := range c.Runs {
		if len(r.Domains) == 0 {
			continue
		}
		u.printf("\n%s, %s, cross by domain\n", r.Run, r.Model)
		rows := [][]string{{"DOMAIN", "DIFFERENCE", "p"}}
		for _, d := range r.Domains {
			rows = append(rows, []string{d.Name, points(d.Estimate), fmt.Sprintf("%.4f", d.Adjusted)})
		}
		u.table(rows)
	}
}
