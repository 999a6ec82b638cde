package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"segue/rl"

	"github.com/spf13/cobra"
)

func newRecipesPlan(u *ui) *cobra.Command {
	var batch, state string
	var set []string
	c := &cobra.Command{
		Use: "plan NAME", Short: "Plan a batch of rollouts with a recipe", Args: exactArgs("NAME"),
		Long: "Reads a batch, a JSON object of columns (docs/algebra.md), and prints the plan: with --json the plan itself,\n" +
			"otherwise a line for each rollout. Where the batch has the column logp and the recipe a second phase, that is run too.",
		Example: "  segue recipes plan grpo --batch batch.json --json\n  segue recipes plan dapo --batch batch.json --set clip_high=0.3 --set dialect=verl",
		RunE: func(cmd *cobra.Command, args []string) error {
			settings, err := readSettings(set)
			if err != nil {
				return err
			}
			if batch == "" {
				return hint(misusef("give the batch with --batch FILE"), "- reads it from standard input")
			}
			p, err := lookupRecipe(args[0], settings)
			if err != nil {
				return err
			}
			b, plan, err := u.planBatch(p, batch, state)
			if err != nil {
				return err
			}
			return u.value(plan, func() { u.showPlan(b, plan) })
		},
	}
	c.Flags().StringVar(&batch, "batch", "", "batch of rollouts in JSON; - is standard input")
	c.Flags().StringVar(&state, "state", "", "state of the plan before, or that plan itself, in JSON")
	c.Flags().StringArrayVar(&set, "set", nil, "a quantity of the recipe, name=value; or dialect=name")
	return c
}

func readSettings(set []string) (map[string]string, error) {
	settings := map[string]string{}
	for _, s := range set {
		name, value, ok := strings.Cut(s, "=")
		if !ok || name == "" || value == "" {
			return nil, misusef("--set %q is not name=value", s)
		}
		if _, twice := settings[name]; twice {
			return nil, misusef("--set gives %s twice", name)
		}
		settings[name] = value
	}
	return settings, nil
}

// planBatch reads a batch and, if it is given, a state, and plans.
func (u *ui) planBatch(p *rl.Planner, batch, state string) (*rl.Batch, *rl.Plan, error) {
	s, err := u.readState(state)
	if err != nil {
		return nil, nil, err
	}
	f, err := u.openInput(batch)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, err := rl.ReadBatch(f)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", batch, err)
	}
	plan, err := p.Plan(b, s)
	if err == nil && b.LogProb != nil {
		plan, err = p.Update(plan, b, rl.Current{LogProb: b.LogProb, Entropy: b.Entropy})
	}
	return b, plan, err
}

// readState reads a state, or that of a plan.
func (u *ui) readState(path string) (rl.State, error) {
	if path == "" {
		return rl.State{}, nil
	}
	f, err := u.openInput(path)
	if err != nil {
		return rl.State{}, err
	}
	defer f.Close()
	const most = 1 << 30
	var in struct {
		rl.State
		Of *rl.State `json:"state"`
	}
	if err := json.NewDecoder(io.LimitReader(f, most)).Decode(&in); err != nil {
		return rl.State{}, fmt.Errorf("read state %s: %w", path, err)
	}
	if in.Of != nil {
		return *in.Of, nil
	}
	return in.State, nil
}

// mostRows is how many rollouts are shown to a person.
const mostRows = 200

func (u *ui) showPlan(b *rl.Batch, p *rl.Plan) {
	kept := 0
	rows := [][]string{{"ROLLOUT", "GROUP", "TOKENS", "KEEP", "ADVANTAGE", "WEIGHT"}}
	for i, off := 0, b.Offsets(); i < b.Rollouts(); i++ {
		if p.Keep[i] {
			kept++
		}
		if i >= mostRows {
			continue
		}
		group := "-"
		if b.Group != nil {
			group = strconv.Itoa(b.Group[i])
		}
		rows = append(rows, []string{
			strconv.Itoa(i), group, strconv.Itoa(b.Length[i]), yes(p.Keep[i]), span(p.Advantage[off[i]:off[i+1]], "%+.4f"), span(p.Weight[off[i]:off[i+1]], "%.4f"),
		})
	}
	u.table(rows)
	if left := b.Rollouts() - mostRows; left > 0 {
		u.printf("and %s more\n", plural(left, "rollout"))
	}
	n := p.Normalisation
	u.printf("\n%d of %s kept", kept, plural(b.Rollouts(), "rollout"))
	for _, why := range slices.Sorted(maps.Keys(p.Dropped)) {
		u.printf(", %d %s", p.Dropped[why], why)
	}
	u.printf("\nsurrogate %s, ratio per %s, %s over %s (denominator %g)\n", p.Surrogate.Kind, p.Ratio, n.Mode, n.Over, n.Denominator)
}

// span is the range of some numbers, or the number that they all are.
func span(x []float64, format string) string {
	if len(x) == 0 {
		return "-"
	}
	lo, hi := x[0], x[0]
	for _, v := range x {
		lo, hi = min(lo, v), max(hi, v)
	}
	if lo == hi {
		return fmt.Sprintf(format, lo)
	}
	return fmt.Sprintf(format+" … "+format, lo, hi)
}
