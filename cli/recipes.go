package cli

import (
	"strings"

	"segue/rl"
	_ "segue/rl/recipes" // the methods

	"github.com/spf13/cobra"
)

func newRecipes(u *ui) *cobra.Command {
	return group("recipes", "List and show training recipes, and plan batches with them",
		"  segue recipes list\n  segue recipes plan grpo --batch batch.json --json",
		newRecipesList(u), newRecipesShow(u), newRecipesPlan(u), newRecipesCompare(u))
}

// recipeRow is what segue recipes list prints of a recipe.
type recipeRow struct {
	Name   string      `json:"name"`
	Family rl.Family   `json:"family"`
	Paper  string      `json:"paper"`
	ActsOn []rl.Kind   `json:"acts_on"`
	Needs  []rl.Column `json:"needs"`
	Doc    string      `json:"doc"`
}

func rowOfRecipe(p *rl.Planner) recipeRow {
	return recipeRow{p.Recipe.Name, p.Family(), p.Recipe.Paper.String(), p.ActsOn(), p.Needs(), p.Recipe.Doc}
}

func newRecipesList(u *ui) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the recipes by what they act on", Args: noArgs,
		Example: "  segue recipes list\n  segue recipes list --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			out := []recipeRow{}
			for _, r := range rl.List() {
				p, err := r.Planner(nil)
				if err != nil {
					return err
				}
				out = append(out, rowOfRecipe(p))
			}
			return u.value(out, func() { u.listRecipes(out) })
		},
	}
}

// listRecipes prints the recipes by what they are about.
func (u *ui) listRecipes(all []recipeRow) {
	for _, family := range rl.Families() {
		rows := [][]string{{"RECIPE", "WHAT IT DOES", "NEEDS"}}
		for _, r := range all {
			if r.Family == family {
				rows = append(rows, []string{r.Name, r.Doc, joined(r.Needs)})
			}
		}
		if n := len(rows) - 1; n > 0 {
			u.printf("About the %s: %s\n\n", family, plural(n, "recipe"))
			u.table(rows)
			u.printf("\n")
		}
	}
	u.printf("%s\n", plural(len(all), "recipe"))
}

// lookupRecipe finds a recipe and settles its quantities.
func lookupRecipe(name string, settings map[string]string) (*rl.Planner, error) {
	r, err := rl.Lookup(name)
	if err != nil {
		return nil, hint(err, "segue recipes list names all recipes")
	}
	p, err := r.Planner(settings)
	if err != nil {
		return nil, hint(misuse{err}, "segue recipes show %s lists its quantities and dialects", name)
	}
	return p, nil
}

func joined[S ~string](all []S) string {
	texts := make([]string, len(all))
	for i, s := range all {
		texts[i] = string(s)
	}
	return strings.Join(texts, ", ")
}
