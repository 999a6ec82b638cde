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
			d.eachStep(func(spans []int, absent int) {
				d.credit(spans, tokens{}, func(k int) float64 { return d.SpanScore[k] }, absent, 1, by, epsilon)
			})
			return nil
		},
	}
}

// eachStep calls f with the spans of each step number in the kept rollouts of each
// group, and with how many of the group's members never came to the step.
func (d *Draft) eachStep(f func(spans []int, absent int)) {
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
		came := map[int]bool{spans[order[0]].Rollout: true}
		for n < len(order) && key(order[n]) == key(order[0]) {
			came[spans[order[n]].Rollout] = true
			n++
		}
		f(order[:n], members[key(order[0])[0]]-len(came))
		order = order[n:]
	}
}

// tokens says which tokens of a span are meant: all, or those of one class.
type tokens struct {
	ofClass bool
	class   int
}

// credit gives tokens of the spans their span's standardised score times scale; so
// many absent rollouts count with 0 in the baseline. Spans without a score have no
// say in it and their tokens get weight 0.
func (d *Draft) credit(spans []int, of tokens, score func(k int) float64, absent int, scale float64, by Deviation, epsilon float64) {
	a, weight := d.column(&d.Plan.Advantage, 0), d.column(&d.Plan.Weight, 1)
	each := func(k int, f func(t int)) {
		s := d.Batch.Spans[k]
		for t := d.Offsets[s.Rollout] + s.From; t < d.Offsets[s.Rollout]+s.To; t++ {
			if !of.ofClass || d.Batch.Class[t] == of.class {
				f(t)
			}
		}
	}
	var scored []int
	var r []float64
	for _, k := range spans {
		if x := score(k); known(x) {
			scored, r = append(scored, k), append(r, x)
			continue
		}
		each(k, func(t int) { a[t], weight[t] = 0, 0 })
	}
	if len(scored) == 0 {
		return
	}
	r = append(r, make([]float64, absent)...)
	standardise(r, by, epsilon)
	for j, k := range scored {
		each(k, func(t int) { a[t] = scale * r[j] })
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
