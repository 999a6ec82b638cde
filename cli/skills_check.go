package cli

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"segue/grade"
	"segue/skill/check"
	"segue/skill/gen"

	"github.com/spf13/cobra"
)

func newSkillsCheck(u *ui) *cobra.Command {
	var patterns []string
	var n int
	c := &cobra.Command{
		Use: "check", Short: "Prove that every skill keeps the generator contract", Args: noArgs,
		Long: "Makes --n items of every skill at each of the five difficulties and proves that the reference earns 1,\n" +
			"mutated answers earn less than 1, at least 95 % of the items are distinct, difficulty changes the item,\n" +
			"and nothing panics or takes over 50 ms. Criteria that need a judge are taken as met, so rubric\n" +
			"skills prove their exact checks. Programs run in the sandbox, those of one skill a thousand to a process.",
		Example: "  segue skills check\n  segue skills check --skills 'coding/*' --n 50",
		RunE: func(cmd *cobra.Command, args []string) error {
			skills, err := matchSkills(patterns)
			if err != nil {
				return err
			}
			const most = 1_000_000
			if n < 1 || n > most {
				return misusef("--n must be 1 to %d, not %d", most, n)
			}
			env := grade.Env{Judge: check.LenientJudge{}}
			if env.Programs, err = sandboxRunner(); err != nil {
				return err
			}
			var ids []string
			for _, s := range skills {
				ids = append(ids, s.ID)
			}
			reports := u.checkAll(cmd.Context(), ids, check.Options{Seeds: n, Clock: time.Now, Env: env})
			if cmd.Context().Err() != nil {
				return fmt.Errorf("check skills: %w", cmd.Context().Err()) // faults would be those of the interrupt
			}
			return u.checkResult(reports, n)
		},
	}
	c.Flags().StringSliceVar(&patterns, "skills", nil, "skills to check: ids, domains or patterns (default all)")
	c.Flags().IntVar(&n, "n", 500, "items per skill and difficulty")
	return c
}

// checkAll checks skills on every core; the reports are in the order of ids.
func (u *ui) checkAll(ctx context.Context, ids []string, o check.Options) []*check.Report {
	reports := make([]*check.Report, len(ids))
	meter := u.meter("checking skills")
	defer meter.finish()
	queue := make(chan int)
	var workers sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range queue {
				g, err := gen.Lookup(ids[i])
				if err != nil {
					reports[i] = &check.Report{Skill: ids[i], Failed: 1, Faults: []string{err.Error()}}
					continue
				}
				reports[i] = check.Skill(ctx, g, o)
				mu.Lock()
				done++
				meter.set(done, len(ids), ids[i])
				mu.Unlock()
			}
		})
	}
	for i := range ids {
		queue <- i
	}
	close(queue)
	workers.Wait()
	return reports
}

func (u *ui) checkResult(reports []*check.Report, n int) error {
	failed, items := 0, 0
	for _, r := range reports {
		items += r.Items
		if !r.OK() {
			failed++
		}
	}
	err := u.value(reports, func() {
		rows := [][]string{{"SKILL", "ITEMS", "GRADED", "MUTANTS", "DISTINCT", "WITH SLOTS", "SLOWEST", "FAULTS"}}
		for _, r := range reports {
			rows = append(rows, []string{r.Skill, fmt.Sprint(r.Items), fmt.Sprint(r.Graded), fmt.Sprint(r.Mutants),
				percent(r.Distinct), percent(r.Slots), r.Slowest.Round(10 * time.Microsecond).String(), fmt.Sprint(r.Failed)})
		}
		u.table(rows)
		for _, r := range reports {
			for _, f := range r.Faults {
				u.printf("%s\n", f)
			}
		}
		u.printf("\n%d skills, %d items (%d seeds × 5 difficulties), %d skills with faults\n", len(reports), items, n, failed)
	})
	if err == nil && failed > 0 {
		err = fmt.Errorf("%d of %d skills break the contract", failed, len(reports))
	}
	return err
}
