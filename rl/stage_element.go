package rl

// ElementAdvantage credits the two elements of a step apart by the named rewards of
// its span, each against the same step of the group's kept rollouts.
//
//	label tokens   A = (label − mean)/(std + epsilon); a rollout that never came to the step counts with 0
//	answer tokens  A = (answer − mean)/(std + epsilon) over the rollouts whose label earns the same;
//	               times wrong where the label earns nothing
//
// The label stands before the answer, so it is part of the state that the answer is
// written in: a baseline that depends on it takes no bias in, and an answer is not
// praised or blamed for the choice of the skill. Tokens of a step's other classes keep
// the advantage that they have. Elements that are not scored get weight 0.
func ElementAdvantage(label, answer string, wrong float64, by Deviation, epsilon float64) Stage {
	return Stage{
		Name: "element-advantage", Kind: ActsOnAdvantage, Reads: []Column{Spans, Group, Keep, Class, Advantage}, Writes: []Column{Advantage, Weight},
		Apply: func(d *Draft) error {
			named := func(name string) func(k int) float64 {
				return func(k int) float64 { return d.Batch.Spans[k].reward(name) }
			}
			label, answer := named(label), named(answer)
			d.eachStep(func(spans []int, absent int) {
				d.credit(spans, tokens{true, ClassSkill}, label, absent, 1, by, epsilon)
				cells := map[float64][]int{} // by what the label earns
				var unknown []int
				for _, k := range spans {
					if x := label(k); known(x) {
						cells[x] = append(cells[x], k)
					} else {
						unknown = append(unknown, k)
					}
				}
				for x, cell := range cells {
					scale := 1.0
					if x == 0 {
						scale = wrong
					}
					d.credit(cell, tokens{true, ClassAnswer}, answer, 0, scale, by, epsilon)
				}
				d.credit(unknown, tokens{true, ClassAnswer}, label, 0, 0, by, epsilon)
			})
			return nil
		},
	}
}
