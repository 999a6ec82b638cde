package cli

import (
	"encoding/json"
	"strings"

	"segue/skill"
	"segue/skill/catalogue"
	"segue/skill/gen"
	"segue/task"

	"github.com/spf13/cobra"
)

func newSkillsShow(u *ui) *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "Show a skill with an item at difficulty 1, 3 and 5", Args: exactArgs("ID"),
		Example: "  segue skills show math/modular-inverse",
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := gen.Lookup(args[0])
			if err != nil {
				return hint(err, "segue skills list names all skills")
			}
			shown, err := catalogue.Of(g, 1, 3, 5)
			if err != nil {
				return err
			}
			return u.value(shown, func() {
				u.printf("%s\n%s · %s\n%s\nanswer: %s\n", g.Skill.ID, g.Skill.Label, g.Skill.Area, g.Skill.Description, shown.Kind)
				for _, it := range shown.Items {
					u.printf("\n── difficulty %d ──\n%s\n\nreference:\n%s\n", it.Difficulty, it.Question, indent(it.Reference))
					for _, s := range it.Slots {
						u.printf("slot %s = %s\n", s.Name, s.Value)
					}
				}
			})
		},
	}
}

func indent(s string) string { return "  " + strings.ReplaceAll(s, "\n", "\n  ") }

func newSkillsSample(u *ui) *cobra.Command {
	var patterns []string
	var n int
	var seed uint64
	var difficulty, out, split string
	c := &cobra.Command{
		Use: "sample [ID]", Short: "Make items of skills as JSONL or Parquet",
		Example: "  segue skills sample math/modular-inverse --n 5 --seed 1 --difficulty 2\n  segue skills sample --skills 'math/*' --n 1000 --out items.parquet",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return misusef("%s takes one ID; use --skills for several", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			items, err := sampleItems(append(args, patterns...), n, seed, difficulty, split)
			if err != nil {
				return err
			}
			return u.writeItems(out, items)
		},
	}
	c.Flags().StringSliceVar(&patterns, "skills", nil, "skills to sample: ids, domains or patterns")
	c.Flags().IntVar(&n, "n", 1, "items per skill")
	c.Flags().Uint64Var(&seed, "seed", 0, "seed; the same seed gives the same items")
	c.Flags().StringVar(&difficulty, "difficulty", "1-5", "difficulty or range, 1 (easy) to 5 (hard)")
	c.Flags().StringVar(&split, "split", "", "keep only items of the split train, validation or test")
	c.Flags().StringVarP(&out, "out", "o", "-", "file to write (.jsonl or .parquet); - is standard output")
	return c
}

// itemRow is an item as a row of a Parquet file; typed parts are JSON texts.
type itemRow struct {
	ID         string `parquet:"id"`
	Skill      string `parquet:"skill"`
	Domain     string `parquet:"domain"`
	Question   string `parquet:"question"`
	Answer     string `parquet:"answer"`
	Reference  string `parquet:"reference"`
	Difficulty int32  `parquet:"difficulty"`
	Slots      string `parquet:"slots"`
}

func rowOf(it task.Item) (itemRow, error) {
	answer, err := json.Marshal(it.Answer)
	if err != nil {
		return itemRow{}, err
	}
	slots, err := json.Marshal(it.Slots)
	return itemRow{it.ID, it.Skill, string(skill.DomainOf(it.Skill)), it.Question, string(answer), it.Reference, int32(it.Difficulty), string(slots)}, err
}
