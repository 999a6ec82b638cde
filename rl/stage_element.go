package rl

// ElementAdvantage credits the two elements of a step apart, each against the same
// step of the group's kept rollouts.
//
//	label tokens   A = (label − mean)/(std + epsilon); a rollout that never came to the step counts with 0
//	answer tokens  A = (ok − mean)/(std + epsilon) over the rollouts whose label earns the same;
//	               times wrong where the label earns nothing
//
// The label stands before the answer, so it is part of the state that the answer is
// written in: a baseline that depends on it takes no bias in, and an answer is not
// praised or blamed for the choice of the skill. Tokens of a step's other classes keep
// the advantage that they have. Elements that are not scored get weight 0.
func ElementAdvantage(wrong float64, by Deviation, epsilon float64) Stage {
	return Stage{
		Name: "element-advantage", Kind: ActsOnAdvantage, Reads: []Column{Spans, Group, Keep, Class, Advantage}, Writes: []Column{Advantage, Weight},
		Apply: func(d *Draft) error {
			d.column(&d.Plan.Advantage, 0)
			d.column(&d.Plan.Weight, 1)
			d.eachStep(func(spans []int, members int) {
				came := map[int]bool{}
				cells := map[float64][]int{} // by what the label earns
				var labelled []int
				for _, k := range spans {
					s := d.Batch.Spans[k]
					came[s.Rollout] = true
					label := s.reward("step-label")
					if !known(label) {
						d.silence(k, ClassSkill)
						d.silence(k, ClassAnswer)
						continue
					}
					labelled = append(labelled, k)
					if known(s.reward("answer")) {
						cells[label] = append(cells[label], k)
					} else {
						d.silence(k, ClassAnswer)
					}
				}
				d.creditElement(labelled, ClassSkill, "step-label", members-len(came), 1, by, epsilon)
				for label, cell := range cells {
					scale := 1.0
					if label == 0 {
						scale = wrong
					}
					d.creditElement(cell, ClassAnswer, "answer", 0, scale, by, epsilon)
				}
			})
			return nil
		},
	}
}

// creditElement credits the tokens of a class in spans with the standardised named
// reward times scale; so many rollouts more count with 0 in the baseline.
func (d *Draft) creditElement(spans []int, class int, reward string, absent int, scale float64, by Deviation, epsilon float64) {
	if len(spans) == 0 {
		return
	}
	r := make([]float64, len(spans)+absent)
	for j, k := range spans {
		r[j] = d.Batch.Spans[k].reward(reward)
	}
	standardise(r, by, epsilon)
	for j, k := range spans {
		d.eachOfClass(k, class, func(t int) { d.Plan.Advantage[t] = scale * r[j] })
	}
}

// silence takes the tokens of a class in a span out of the loss.
func (d *Draft) silence(span, class int) {
	d.eachOfClass(span, class, func(t int) { d.Plan.Advantage[t], d.Plan.Weight[t] = 0, 0 })
}

func (d *Draft) eachOfClass(span, class int, f func(t int)) {
	s := d.Batch.Spans[span]
	for t := d.Offsets[s.Rollout] + s.From; t < d.Offsets[s.Rollout]+s.To; t++ {
		if d.Batch.Class[t] == class {
			f(t)
		}
	}
}
