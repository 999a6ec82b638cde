package reward

import "segue/switching"

func init() {
	Register(Definition{
		Name: "transition", Doc: "right transitions between skills, the hard ones more", Labels: true, Table: true, Steps: true,
		New: func(s Setting) (Signal, error) { return transition{s.Table, s.Estimator}, nil },
	})
}

// transition is the share of right transitions, each weighed by the difficulty
// of the switch that the task asks for:
//
//	Σ_k w_k · [ŝ_k = s_k and ŝ_{k+1} = s_{k+1}] / Σ_k w_k,   w_k = SkE(s_k, s_{k+1})
//
// A pair that the table does not have weighs 1. A step is paid for the
// transition into it; the first has none, and a task of one step is valued by
// its label.
type transition struct {
	table     *switching.Table
	estimator switching.Estimator
}

// Value sums the weights of the transitions whose labels are both right.
func (t transition) Value(g *Graded) Value {
	right, v := labelsRight(g)
	if v.Status != Scored {
		return v
	}
	if len(right) == 1 {
		return average(labelSteps(g), 1)
	}
	weights := switches(g, t.table, t.estimator)
	earned, total := 0.0, 0.0
	v.Steps = []StepValue{stepUnscored("no transition leads into the first step")}
	for k, w := range weights {
		step := stepScored(0)
		if right[k] && right[k+1] {
			earned += w
			step.Score = 1
		}
		total += w
		v.Steps = append(v.Steps, step)
	}
	v.Score = earned / total
	return v
}

// switches is the Skill Entropy of each transition that the task asks for.
func switches(g *Graded, t *switching.Table, e switching.Estimator) []float64 {
	out := make([]float64, len(g.Steps)-1)
	for k := range out {
		out[k] = t.Switch(g.Steps[k].Gold, g.Steps[k+1].Gold, e).SkE
	}
	return out
}
