package cli

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"segue/skill"

	"github.com/spf13/cobra"
)

func newSkills(u *ui) *cobra.Command {
	return group("skills", "List, show, sample and check the skills of the bank",
		"  segue skills list --skills 'math/*'\n  segue skills show math/modular-inverse",
		newSkillsList(u), newSkillsShow(u), newSkillsSample(u), newSkillsLabel(u), newSkillsCheck(u), newSkillsCatalogue(u))
}

// matchSkills lists the skills that any of the patterns names: an id, a
// domain, or a pattern with * and ?.
func matchSkills(patterns []string) ([]skill.Skill, error) {
	bank := skill.Bank()
	if len(patterns) == 0 {
		return bank, nil
	}
	wanted := map[string]bool{}
	for _, p := range patterns {
		found := false
		for _, s := range bank {
			ok, err := path.Match(p, s.ID)
			if err != nil {
				return nil, misusef("skill pattern %q: %w", p, err)
			}
			if ok || p == string(s.Domain) {
				wanted[s.ID], found = true, true
			}
		}
		if !found {
			_, err := skill.Lookup(p)
			return nil, hint(fmt.Errorf("no skill matches %q: %w", p, err), "segue skills list names all %d skills", len(bank))
		}
	}
	return slices.DeleteFunc(bank, func(s skill.Skill) bool { return !wanted[s.ID] }), nil
}

func newSkillsList(u *ui) *cobra.Command {
	var patterns []string
	c := &cobra.Command{
		Use: "list", Short: "List the skills of the bank", Args: noArgs,
		Example: "  segue skills list\n  segue skills list --skills 'logic/*,planning' --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			skills, err := matchSkills(patterns)
			if err != nil {
				return err
			}
			return u.value(skills, func() {
				rows := [][]string{{"SKILL", "AREA", "WHAT IT ASKS"}}
				counts := map[skill.Domain]int{}
				for _, s := range skills {
					rows = append(rows, []string{s.ID, s.Area, s.Description})
					counts[s.Domain]++
				}
				u.table(rows)
				var parts []string
				for _, d := range skill.Domains() {
					if counts[d] > 0 {
						parts = append(parts, fmt.Sprintf("%s %d", d, counts[d]))
					}
				}
				u.printf("\n%d skills: %s\n", len(skills), strings.Join(parts, ", "))
			})
		},
	}
	c.Flags().StringSliceVar(&patterns, "skills", nil, "skills to list: ids, domains or patterns such as 'math/*'")
	return c
}
