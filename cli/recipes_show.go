package cli

import (
	"strconv"
	"strings"

	"segue/rl"

	"github.com/spf13/cobra"
)

// recipeDetails is what segue recipes show prints.
type recipeDetails struct {
	recipeRow
	Reference  rl.Paper      `json:"reference"`
	Formula    string        `json:"formula"`
	Effect     string        `json:"effect"` // that its paper claims
	Inputs     []recipeInput `json:"inputs"`
	Quantities []rl.Param    `json:"quantities"`
	Dialects   []rl.Dialect  `json:"dialects"`
	Stages     []recipeStage `json:"stages"`
	Hooks      rl.Hooks      `json:"hooks"`
}

type recipeStage struct {
	Name   string      `json:"name"`
	Kind   rl.Kind     `json:"kind"`
	Phase  string      `json:"phase"` // rollouts or update
	Reads  []rl.Column `json:"reads"`
	Writes []rl.Column `json:"writes"`
}

func newRecipesShow(u *ui) *cobra.Command {
	return &cobra.Command{
		Use: "show NAME", Short: "Show a recipe: paper, formula, inputs, quantities, stages", Args: exactArgs("NAME"),
		Long: "Shows a recipe. The table of inputs says which engines can fill a column of its batch: the native one is segue train rl;\n" +
			"of TRL 1.10 (GRPOTrainer), verl 0.10 and OpenRLHF 0.11 it says what they hold themselves where a batch for\n" +
			"segue recipes plan is made of their tensors.",
		Example: "  segue recipes show dapo",
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := lookupRecipe(args[0], nil)
			if err != nil {
				return err
			}
			d := detailsOf(p)
			return u.value(d, func() { u.showRecipe(d) })
		},
	}
}

func detailsOf(p *rl.Planner) recipeDetails {
	d := recipeDetails{
		recipeRow: rowOfRecipe(p), Reference: p.Recipe.Paper, Hooks: p.Hooks(), Formula: p.Recipe.Formula, Effect: p.Recipe.Effect.String(),
		Quantities: append([]rl.Param{}, p.Recipe.Params...), Dialects: append([]rl.Dialect{}, p.Recipe.Dialects...),
	}
	for _, c := range p.Needs() {
		d.Inputs = append(d.Inputs, inputOf(c))
	}
	for _, s := range p.Stages() {
		phase := "rollouts"
		if s.Phase == rl.OnUpdate {
			phase = "update"
		}
		d.Stages = append(d.Stages, recipeStage{s.Name, s.Kind, phase, append([]rl.Column{}, s.Reads...), s.Writes})
	}
	return d
}

func (u *ui) showRecipe(d recipeDetails) {
	u.printf("%s: %s\n%s\nabout the %s; effect that the paper claims: %s\n", d.Name, d.Doc, d.Paper, d.Family, d.Effect)
	if s := d.Hooks.Sampling; s != nil {
		u.printf("draws more prompts, up to %d rounds, until enough groups differ in %s\n", s.MaxRounds, s.Column)
	}
	if d.Formula != "" {
		u.printf("\n    %s\n", strings.ReplaceAll(d.Formula, "\n", "\n    "))
	}
	u.printf("\n")
	u.showInputs(d.Inputs)
	rows := [][]string{{"QUANTITY", "DEFAULT", "UNIT", "WHAT IT IS"}}
	for _, q := range d.Quantities {
		rows = append(rows, []string{q.Name, strconv.FormatFloat(q.Default, 'g', -1, 64), q.Unit, q.Doc})
	}
	u.printf("\n")
	u.table(rows)
	u.printf("\n")
	rows = [][]string{{"STAGE", "ACTS ON", "PHASE", "READS", "WRITES"}}
	for _, s := range d.Stages {
		rows = append(rows, []string{s.Name, string(s.Kind), s.Phase, joined(s.Reads), joined(s.Writes)})
	}
	u.table(rows)
	if len(d.Dialects) == 0 {
		return
	}
	u.printf("\n")
	rows = [][]string{{"DIALECT", "WHAT DIFFERS"}}
	for _, x := range d.Dialects {
		rows = append(rows, []string{x.Name, x.Doc})
	}
	u.table(rows)
}
