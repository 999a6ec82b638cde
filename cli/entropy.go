package cli

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"segue/bench"
	"segue/switching"
	"segue/task"

	"github.com/spf13/cobra"
)

func newEntropy(u *ui) *cobra.Command {
	return group("entropy", "Estimate Skill Entropy and look it up",
		"  segue entropy estimate --run run --out table.json\n  segue entropy task --table table.json --sequence math/modular-inverse,logic/syllogism-validity",
		newEntropyEstimate(u), newEntropyShow(u), newEntropyTask(u), newEntropyPlan(u))
}

func newEntropyEstimate(u *ui) *cobra.Command {
	var outcomes, run, model, out string
	var o switching.Options
	var twoStep, factorised bool
	c := &cobra.Command{
		Use: "estimate", Short: "Turn graded outcomes into a table of Skill Entropy", Args: noArgs,
		Long: "Reads outcomes of single and cross mode and writes a table: SkE(a,b) = (½·Acc(a) + ½·Acc(b) + α) / (Acc(a,b) + α)\n" +
			"for every measured pair, with leave, land and domain cells, bootstrap intervals over tasks and shrunk estimates.\n" +
			"Neighbouring steps of longer tasks count as pairs; --two-step keeps to tasks of two steps as the paper does.",
		Example: "  segue entropy estimate --outcomes outcomes.jsonl --out table.json\n  segue entropy estimate --run run --model my-model --out table.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkEstimate(&o); err != nil {
				return err
			}
			trials := switching.NewTrials()
			trials.TwoStep = twoStep
			bad, err := u.readTrials(cmd, trials, outcomes, run, model)
			if err != nil {
				return err
			}
			table, err := switching.Estimate(cmd.Context(), trials, o)
			if err != nil {
				return err
			}
			if factorised {
				table.Factorise()
			}
			if out != "" {
				if err := u.writeFile(out, func(w io.Writer) error { return table.Write(w) }); err != nil {
					return err
				}
			}
			if out != "-" {
				if err := u.showTable(table); err != nil {
					return err
				}
			}
			if trials.Left > 0 {
				u.note("%d outcomes without a score were left out", trials.Left)
			}
			return bad
		},
	}
	c.Flags().StringVar(&outcomes, "outcomes", "", "JSONL file of outcomes; - is standard input")
	c.Flags().StringVar(&run, "run", "", "run directory to read outcomes from")
	c.Flags().StringVarP(&model, "model", "m", "", "model to take as reference where a run has several")
	c.Flags().StringVarP(&out, "out", "o", "", "table file to write; - is standard output")
	c.Flags().Float64Var(&o.Alpha, "alpha", switching.DefaultAlpha, "smoothing constant of the formula")
	c.Flags().IntVar(&o.Draws, "draws", 1000, "bootstrap draws; -1 for none")
	c.Flags().Uint64Var(&o.Seed, "seed", 0, "seed of the bootstrap")
	c.Flags().Float64Var(&o.MinSolo, "min-solo", 0.2, "mean solo accuracy below which a cell tells nothing")
	c.Flags().IntVar(&o.MinTrials, "min-trials", 4, "fewest trials of a pair, and of its skills alone")
	c.Flags().BoolVar(&twoStep, "two-step", false, "count only tasks of two steps as chains")
	c.Flags().BoolVar(&factorised, "factorised", false, "fill every pair of known skills by leave × land (the paper's Eq. 7)")
	return c
}

// checkEstimate says what is wrong with the options and makes those explicit
// whose zero would mean the default.
func checkEstimate(o *switching.Options) error {
	const mostDraws = 100_000
	switch {
	case !(o.Alpha > 0) || math.IsInf(o.Alpha, 0): // NaN too
		return misusef("--alpha must be above 0, not %g", o.Alpha)
	case o.Draws < -1 || o.Draws == 0 || o.Draws > mostDraws:
		return misusef("--draws must be 1 to %d, or -1 for none, not %d", mostDraws, o.Draws)
	case !(o.MinSolo >= 0 && o.MinSolo <= 1):
		return misusef("--min-solo must be 0 to 1, not %g", o.MinSolo)
	case o.MinTrials < 1:
		return misusef("--min-trials must be at least 1, not %d", o.MinTrials)
	case o.MinSolo == 0:
		o.MinSolo = -1 // no accuracy is too low
	}
	return nil
}

func (u *ui) readTrials(cmd *cobra.Command, trials *switching.Trials, outcomes, run, model string) (bad error, err error) {
	add := func(o task.Outcome) error {
		if model != "" && o.Model != model {
			return nil
		}
		return trials.Add(o)
	}
	switch {
	case (outcomes == "") == (run == ""):
		return nil, hint(misusef("give either --outcomes FILE or --run DIR"), "%s --help shows examples", cmd.CommandPath())
	case run != "":
		return nil, bench.EachOutcome(cmd.Context(), run, func(g bench.Graded) error { return add(g.Outcome) })
	}
	f, err := u.openInput(outcomes)
	if err != nil {
		return nil, fmt.Errorf("read outcomes: %w", err)
	}
	defer f.Close()
	err = task.ReadJSONL(f, func(line int, o task.Outcome) error { return add(o) })
	return bad, u.keepGoing(outcomes, err, &bad)
}

func newEntropyShow(u *ui) *cobra.Command {
	return &cobra.Command{
		Use: "show TABLE", Short: "Show a table of Skill Entropy", Args: exactArgs("TABLE"),
		Example: "  segue entropy show table.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := u.readTable(args[0])
			if err != nil {
				return err
			}
			return u.showTable(t)
		},
	}
}

func (u *ui) readTable(path string) (*switching.Table, error) {
	f, err := u.openInput(path)
	if err != nil {
		return nil, fmt.Errorf("read table: %w", err)
	}
	defer f.Close()
	t, err := switching.ReadTable(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// shownPairs is how many of the hardest switches a table shows to people.
const shownPairs = 15

func (u *ui) showTable(t *switching.Table) error {
	return u.value(t, func() {
		u.printf("Skill Entropy of %s: %d skills, %d pairs, α = %g, %d bootstrap draws\n\n", t.ReferenceModel, len(t.Solo), len(t.Pair), t.Alpha, t.Draws)
		u.printf("%s of the measured pairs are too weak to tell anything and have no part in levels.\n\n", percent(t.WeakShare()))
		u.table(append([][]string{{"DOMAIN SWITCH", "SkE", "95 %", "TRIALS", ""}}, cellRows(t.Domain, len(t.Domain))...))
		u.printf("\nhardest pairs\n")
		u.table(append([][]string{{"PAIR", "SkE", "95 %", "TRIALS", ""}}, cellRows(t.Pair, shownPairs)...))
	})
}

// cellRows lists cells, the hardest first, weak ones last.
func cellRows(cells map[string]switching.Cell, most int) [][]string {
	keys := slices.SortedFunc(maps.Keys(cells), func(a, b string) int {
		x, y := cells[a], cells[b]
		switch {
		case (x.Weak == "") != (y.Weak == ""):
			if x.Weak == "" {
				return -1
			}
			return 1
		case x.SkE != y.SkE:
			return int(math.Copysign(1, y.SkE-x.SkE))
		}
		return strings.Compare(a, b)
	})
	var rows [][]string
	for _, key := range keys[:min(most, len(keys))] {
		c := cells[key]
		from, to := switching.SplitKey(key)
		rows = append(rows, []string{from + " → " + to, fmt.Sprintf("%.2f", c.SkE), fmt.Sprintf("%.2f–%.2f", c.Lo, c.Hi), fmt.Sprint(c.N), c.Weak})
	}
	return rows
}

func newEntropyTask(u *ui) *cobra.Command {
	var table, estimator string
	var sequence []string
	c := &cobra.Command{
		Use: "task", Short: "Compute the Skill Entropy of a sequence of skills", Args: noArgs,
		Example: "  segue entropy task --table table.json --sequence math/modular-inverse,logic/syllogism-validity,planning/trip-order",
		RunE: func(cmd *cobra.Command, args []string) error {
			if table == "" || len(sequence) < 2 {
				return misusef("give --table FILE and --sequence with at least two skills")
			}
			e, err := switching.ParseEstimator(estimator)
			if err != nil {
				return misuse{err}
			}
			t, err := u.readTable(table)
			if err != nil {
				return err
			}
			got := t.Task(sequence, e)
			if !slices.ContainsFunc(got.Pairs, func(s switching.Switch) bool { return s.Source != "none" }) {
				err = hint(errors.New("the table tells nothing of any pair of this sequence"), "segue entropy show lists what it holds")
			}
			return errors.Join(u.value(got, func() {
				rows := [][]string{{"SWITCH", "SkE", "95 %", "TRIALS", "FROM"}}
				for _, s := range got.Pairs {
					rows = append(rows, []string{s.From + " → " + s.To, fmt.Sprintf("%.3f", s.SkE), fmt.Sprintf("%.2f–%.2f", s.Lo, s.Hi), fmt.Sprint(s.N), strings.TrimSpace(s.Source + " " + s.Weak)})
				}
				u.table(rows)
				u.printf("\ntask entropy %.3f\n", got.SkE)
			}), err)
		},
	}
	c.Flags().StringVar(&table, "table", "", "table of Skill Entropy")
	c.Flags().StringSliceVar(&sequence, "sequence", nil, "skill ids in order")
	c.Flags().StringVar(&estimator, "estimator", string(switching.Exact), "exact, factorised or shrunk")
	return c
}

func newEntropyPlan(u *ui) *cobra.Command {
	var table string
	var budget, batch, top int
	c := &cobra.Command{
		Use: "plan", Short: "Say which pairs to measure next for the largest drop in uncertainty", Args: noArgs,
		Example: "  segue entropy plan --table table.json --trials 2000 --batch 20",
		RunE: func(cmd *cobra.Command, args []string) error {
			if table == "" {
				return misusef("give --table FILE")
			}
			if budget < 1 || batch < 1 {
				return misusef("--trials and --batch must be at least 1")
			}
			if top < 1 {
				return misusef("--top must be at least 1, not %d", top)
			}
			t, err := u.readTable(table)
			if err != nil {
				return err
			}
			plan := t.Plan(budget, batch, switching.Options{Alpha: t.Alpha})
			return u.value(plan, func() {
				rows := [][]string{{"MEASURE", "TRIALS", "SD OF log SkE", "AFTER"}}
				for _, m := range plan[:min(top, len(plan))] {
					rows = append(rows, []string{m.From + " → " + m.To, fmt.Sprint(m.Trials), fmt.Sprintf("%.3f", m.Before), fmt.Sprintf("%.3f", m.After)})
				}
				u.table(rows)
				if len(plan) > top {
					u.printf("and %d more pairs (--top, --json)\n", len(plan)-top)
				}
			})
		},
	}
	c.Flags().StringVar(&table, "table", "", "table of Skill Entropy")
	c.Flags().IntVar(&budget, "trials", 1000, "two-step trials that may be spent")
	c.Flags().IntVar(&batch, "batch", 10, "trials of a pair that are planned together")
	c.Flags().IntVar(&top, "top", 30, "pairs to show")
	return c
}
