package rl

import (
	"cmp"
	"math"
	"slices"
)

// reward is a named reward of a span, NaN if there is none.
func (s Span) reward(name string) float64 {
	if x, ok := s.Reward[name]; ok {
		return x
	}
	return math.NaN()
}

// LaterSteps gives each step a share of what follows it: R_k ← R_k + gamma·R_{k+1},
// from the last step of a rollout to the first. A step before an unscored one is
// unscored then, as its return is not known.
func LaterSteps(gamma float64) Stage {
	return Stage{
		Name: "later-steps", Kind: ActsOnReward, Reads: []Column{Spans, SpanScore}, Writes: []Column{SpanScore},
		Apply: func(d *Draft) error {
			order := d.spanOrder(func(s Span) (int, int) { return s.Rollout, s.From })
			for k := len(order) - 2; k >= 0 && gamma != 0; k-- {
				if x, y := order[k], order[k+1]; d.Batch.Spans[x].Rollout == d.Batch.Spans[y].Rollout {
					d.SpanScore[x] += gamma * d.SpanScore[y]
				}
			}
			return nil
		},
	}
}

// spanOrder lists the spans by two keys.
func (d *Draft) spanOrder(keys func(Span) (int, int)) []int {
	order := make([]int, len(d.Batch.Spans))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(x, y int) int {
		x1, x2 := keys(d.Batch.Spans[x])
		y1, y2 := keys(d.Batch.Spans[y])
		return cmp.Or(cmp.Compare(x1, y1), cmp.Compare(x2, y2))
	})
	return order
}

// StepAdvantage credits the tokens of each span with its own reward against a
// baseline of the same step: A = (R − mean)/(std + epsilon) over the scored spans of
// one step number in the kept rollouts of one group. A rollout that never came
// to the step, such as a malformed one, counts there with reward 0. Tokens of no span
// keep the advantage that they have. Tokens of an unscored span get weight 0.
func StepAdvantage(by Deviation, epsilon float64) Stage {
	return Stage{
		Name: "step-advantage", Kind: ActsOnAdvantage, Reads: []Column{Spans, SpanScore, Group, Keep, Advantage}, Writes: []Column{Advantage, Weight},
		Apply: func(d *Draft) error {
			d.eachStep(func(spans []int, members int) { d.creditStep(spans, members, by, epsilon) })
			return nil
		},
	}
}

// eachStep calls f with the spans of each step number in the kept rollouts of each
// group, and with the number of the group's members.
func (d *Draft) eachStep(f func(spans []int, members int)) {
	members := map[int]int{}
	for _, group := range d.Groups() {
		members[d.Batch.Group[group[0]]] = len(group)
	}
	spans := d.Batch.Spans
	key := func(k int) [2]int { return [2]int{d.Batch.Group[spans[k].Rollout], spans[k].Step} }
	order := d.spanOrder(func(s Span) (int, int) { return d.Batch.Group[s.Rollout], s.Step })
	order = slices.DeleteFunc(order, func(k int) bool { return !d.Plan.Keep[spans[k].Rollout] })
	for len(order) > 0 {
		n := 1
		for n < len(order) && key(order[n]) == key(order[0]) {
			n++
		}
		f(order[:n], members[key(order[0])[0]])
		order = order[n:]
	}
}

// creditStep credits the spans of one step in a group with so many members.
func (d *Draft) creditStep(spans []int, members int, by Deviation, epsilon float64) {
	a, weight := d.column(&d.Plan.Advantage, 0), d.column(&d.Plan.Weight, 1)
	came := map[int]bool{}
	var scored []int
	var r []float64
	for _, k := range spans {
		s := d.Batch.Spans[k]
		came[s.Rollout] = true
		if known(d.SpanScore[k]) {
			scored, r = append(scored, k), append(r, d.SpanScore[k])
			continue
		}
		at := d.Offsets[s.Rollout]
		clear(a[at+s.From : at+s.To])
		clear(weight[at+s.From : at+s.To])
	}
	if len(scored) == 0 {
		return
	}
	r = append(r, make([]float64, members-len(came))...)
	standardise(r, by, epsilon)
	for j, k := range scored {
		s := d.Batch.Spans[k]
		at := d.Offsets[s.Rollout]
		fill(a[at+s.From:at+s.To], r[j])
	}
}

// ScaleAdvantage multiplies every advantage so far, such as that of the outcome
// before steps write theirs.
func ScaleAdvantage(by float64) Stage {
	return Stage{
		Name: "scale-advantage", Kind: ActsOnAdvantage, Reads: []Column{Advantage}, Writes: []Column{Advantage},
		Apply: func(d *Draft) error {
			for t := range d.Plan.Advantage {
				d.Plan.Advantage[t] *= by
			}
			return nil
		},
	}
}
