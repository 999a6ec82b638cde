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
// one step number in the kept rollouts of one group. Tokens of no span keep the
// advantage that they have. Tokens of an unscored span get weight 0.
func StepAdvantage(by Deviation, epsilon float64) Stage {
	return Stage{
		Name: "step-advantage", Kind: ActsOnAdvantage, Reads: []Column{Spans, SpanScore, Group, Keep, Advantage}, Writes: []Column{Advantage, Weight},
		Apply: func(d *Draft) error {
			spans := d.Batch.Spans
			key := func(s Span) (int, int) { return d.Batch.Group[s.Rollout], s.Step }
			order := slices.DeleteFunc(d.spanOrder(key), func(k int) bool { return !d.Plan.Keep[spans[k].Rollout] })
			a, weight := d.column(&d.Plan.Advantage, 0), d.column(&d.Plan.Weight, 1)
			var scored []int
			var r []float64
			for from := 0; from < len(order); {
				group, step := key(spans[order[from]])
				scored, r = scored[:0], r[:0]
				for ; from < len(order); from++ {
					k := order[from]
					if g, n := key(spans[k]); g != group || n != step {
						break
					}
					if at := d.Offsets[spans[k].Rollout]; known(d.SpanScore[k]) {
						scored, r = append(scored, k), append(r, d.SpanScore[k])
					} else {
						clear(a[at+spans[k].From : at+spans[k].To])
						clear(weight[at+spans[k].From : at+spans[k].To])
					}
				}
				standardise(r, by, epsilon)
				for j, k := range scored {
					at := d.Offsets[spans[k].Rollout]
					fill(a[at+spans[k].From:at+spans[k].To], r[j])
				}
			}
			return nil
		},
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
