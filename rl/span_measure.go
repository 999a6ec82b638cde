package rl

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// SpanMeasure is one number for each span, such as a turn of an agent or a step of a
// solution. NaN is unknown: such a span has no say in a statistic. Numbers of spans of
// rollouts that the plan does not keep mean nothing.
type SpanMeasure struct {
	needs
	name string
	fill func(d *Draft, out []float64) error // [S]
}

// OfStep is the set of the spans of one step number in a group, for span measures.
const OfStep Extent = "step"

// String is the measure's name.
func (m SpanMeasure) String() string { return m.name }

// PerSpan is a signal's mean over the tokens of each span, unknown for an empty one.
func (s Signal) PerSpan() SpanMeasure {
	return SpanMeasure{s.with(needs{reads: []Column{Spans, Length}}), s.name + "-per-span", func(d *Draft, out []float64) error {
		x := d.borrow()
		defer d.giveBack(x)
		if err := s.fill(d, x); err != nil {
			return err
		}
		for k := range out {
			from, to := d.spanTokens(k)
			out[k] = mean(x[from:to]) // NaN of nothing
		}
		return nil
	}}
}

// ValueOfState is what a model says of the state that each span begins in, a span value by
// name. One that is unknown in a kept rollout is an error.
func ValueOfState(name string) SpanMeasure {
	return SpanMeasure{needs{reads: []Column{Spans, SpanValue(name), Keep}}, name, func(d *Draft, out []float64) error {
		for k, s := range d.Batch.Spans {
			x, has := s.Value[name]
			if (!has || !known(x)) && d.Plan.Keep[s.Rollout] {
				return fmt.Errorf("the span of step %d of rollout %d has no value %s", s.Step, s.Rollout, name)
			}
			out[k] = x
		}
		return nil
	}}
}

// RewardOfSpan is a named reward of each span.
func RewardOfSpan(name string) SpanMeasure {
	return SpanMeasure{needs{reads: []Column{Spans, SpanReward(name)}}, name, func(d *Draft, out []float64) error {
		for k, s := range d.Batch.Spans {
			out[k] = s.reward(name)
		}
		return nil
	}}
}

// PerSpan gives every span the measure of its rollout.
func (m Measure) PerSpan() SpanMeasure {
	return SpanMeasure{m.with(needs{reads: []Column{Spans}}), m.name, func(d *Draft, out []float64) error {
		x := make([]float64, len(d.Batch.Length))
		if err := m.fill(d, x); err != nil {
			return err
		}
		for k, s := range d.Batch.Spans {
			out[k] = x[s.Rollout]
		}
		return nil
	}}
}

// PerToken gives every token the number of its span, and otherwise to tokens of no span
// and to those of a span whose number is unknown.
func (m SpanMeasure) PerToken(otherwise float64) Signal {
	return m.PerTokenElse(Constantly(otherwise))
}

// PerTokenElse is PerToken with the numbers of a signal where that has none.
func (m SpanMeasure) PerTokenElse(otherwise Signal) Signal {
	return Signal{m.with(otherwise.needs, needs{reads: []Column{Spans}}), m.name, func(d *Draft, out []float64) error {
		x := make([]float64, len(d.Batch.Spans))
		if err := m.fill(d, x); err != nil {
			return err
		}
		if err := otherwise.fill(d, out); err != nil {
			return err
		}
		for k, v := range x {
			if from, to := d.spanTokens(k); known(v) {
				fill(out[from:to], v)
			}
		}
		return nil
	}}
}

// spanTokens are the tokens [from, to) of span k, counted within the batch.
func (d *Draft) spanTokens(k int) (from, to int) {
	s := d.Batch.Spans[k]
	return d.Offsets[s.Rollout] + s.From, d.Offsets[s.Rollout] + s.To
}

// Map applies f to a measure, span by span; f sees unknown numbers too.
func (m SpanMeasure) Map(name string, f func(x float64) float64) SpanMeasure {
	return SpanMeasure{m.needs, name, func(d *Draft, out []float64) error {
		if err := m.fill(d, out); err != nil {
			return err
		}
		for k, x := range out {
			out[k] = f(x)
		}
		return nil
	}}
}

// JoinSpans is f of two measures, span by span.
func JoinSpans(name string, x, y SpanMeasure, f func(x, y float64) float64) SpanMeasure {
	return SpanMeasure{x.with(y.needs), name, func(d *Draft, out []float64) error {
		if err := x.fill(d, out); err != nil {
			return err
		}
		other := make([]float64, len(out))
		if err := y.fill(d, other); err != nil {
			return err
		}
		for k := range out {
			out[k] = f(out[k], other[k])
		}
		return nil
	}}
}

// Next is the number of the span after a span in its rollout, unknown for the last one.
func (m SpanMeasure) Next() SpanMeasure {
	return m.backwards(m.name+"-next", func(x, next, _ float64) float64 { return next })
}

// Gain is the number of the span after a span less its own, unknown for the last one:
// where the number tells how good the state is that a span begins in, it is what the span
// gained, and a rollout's gains add up to its last number less its first.
func (m SpanMeasure) Gain() SpanMeasure {
	return m.backwards(m.name+"-gain", func(x, next, _ float64) float64 { return next - x })
}

// Return is the discounted sum over a rollout's spans from a span on, itself included,
// G_k = x_k + gamma·G_{k+1}. Before an unknown number it is unknown.
func (m SpanMeasure) Return(gamma float64) SpanMeasure {
	return m.backwards(m.name+"-return", func(x, _, after float64) float64 {
		if math.IsInf(after, 1) { // the last
			return x
		}
		return x + gamma*after
	})
}

// backwards goes through the spans of each rollout from the last to the first: f sees a
// span's number, that of the next one (NaN after the last), and what f made of the next
// one (+Inf after the last).
func (m SpanMeasure) backwards(name string, f func(x, next, after float64) float64) SpanMeasure {
	return SpanMeasure{m.with(needs{reads: []Column{Spans}}), name, func(d *Draft, out []float64) error {
		if err := m.fill(d, out); err != nil {
			return err
		}
		order := d.spansInOrder()
		next, after := math.NaN(), math.Inf(1)
		for j := len(order) - 1; j >= 0; j-- {
			k := order[j]
			if j+1 == len(order) || d.Batch.Spans[order[j+1]].Rollout != d.Batch.Spans[k].Rollout {
				next, after = math.NaN(), math.Inf(1)
			}
			x := out[k]
			out[k] = f(x, next, after)
			next, after = x, out[k]
		}
		return nil
	}}
}

// WithLast is the measure with the numbers of another one for the last span of each
// rollout, such as the outcome that the last turn brings about.
func (m SpanMeasure) WithLast(of SpanMeasure) SpanMeasure {
	return SpanMeasure{m.with(of.needs), m.name, func(d *Draft, out []float64) error {
		if err := m.fill(d, out); err != nil {
			return err
		}
		last := make([]float64, len(out))
		if err := of.fill(d, last); err != nil {
			return err
		}
		order := d.spansInOrder()
		for j, k := range order {
			if j+1 == len(order) || d.Batch.Spans[order[j+1]].Rollout != d.Batch.Spans[k].Rollout {
				out[k] = last[k]
			}
		}
		return nil
	}}
}

// spansInOrder lists the spans by rollout and by where they stand in it.
func (d *Draft) spansInOrder() []int {
	return d.spansBy(func(x, y Span) int {
		return cmp.Or(cmp.Compare(x.Rollout, y.Rollout), cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
}

func (d *Draft) spansBy(compare func(x, y Span) int) []int {
	order := make([]int, len(d.Batch.Spans))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(x, y int) int { return compare(d.Batch.Spans[x], d.Batch.Spans[y]) })
	return order
}

// spanSets lists the spans of kept rollouts by the sets of an extent.
func (d *Draft) spanSets(e Extent) [][]int {
	group := func(s Span) int { return d.Batch.Group[s.Rollout] }
	compare := func(x, y Span) int { return 0 }
	switch e {
	case OfRollout:
		compare = func(x, y Span) int { return cmp.Compare(x.Rollout, y.Rollout) }
	case OfGroup:
		compare = func(x, y Span) int { return cmp.Compare(group(x), group(y)) }
	case OfStep:
		compare = func(x, y Span) int { return cmp.Or(cmp.Compare(group(x), group(y)), cmp.Compare(x.Step, y.Step)) }
	}
	order := slices.DeleteFunc(d.spansBy(compare), func(k int) bool { return !d.Plan.Keep[d.Batch.Spans[k].Rollout] })
	var sets [][]int
	for len(order) > 0 {
		n := 1
		for n < len(order) && compare(d.Batch.Spans[order[0]], d.Batch.Spans[order[n]]) == 0 {
			n++
		}
		sets, order = append(sets, order[:n]), order[n:]
	}
	return sets
}

// Within replaces the known numbers of each set of spans by what f makes of them in
// place: of a set, it sees the numbers alone.
func (m SpanMeasure) Within(e Extent, name string, f func(x []float64)) SpanMeasure {
	n := m.with(needs{reads: []Column{Spans, Keep}})
	if e == OfGroup || e == OfStep {
		n = n.with(needs{reads: []Column{Group}})
	}
	return SpanMeasure{n, name, func(d *Draft, out []float64) error {
		if err := m.fill(d, out); err != nil {
			return err
		}
		var x []float64
		var at []int
		for _, set := range d.spanSets(e) {
			x, at = x[:0], at[:0]
			for _, k := range set {
				if known(out[k]) {
					x, at = append(x, out[k]), append(at, k)
				}
			}
			if len(x) > 0 {
				f(x)
			}
			for j, k := range at {
				out[k] = x[j]
			}
		}
		return nil
	}}
}

// Over is one number for all spans of a set, such as their mean.
func (m SpanMeasure) Over(e Extent, name string, statistic func(x []float64) float64) SpanMeasure {
	return m.Within(e, name, func(x []float64) { fill(x, statistic(x)) })
}

// Standardised is (x − mean)/(deviation + epsilon) within a set; a set of equal numbers
// gets 0.
func (m SpanMeasure) Standardised(e Extent, by Deviation, epsilon float64) SpanMeasure {
	return m.Within(e, m.name+"-standardised", func(x []float64) { standardise(x, by, epsilon) })
}

// Scaled is (x − least)/(most − least) within a set; a set of equal numbers gets 0.
func (m SpanMeasure) Scaled(e Extent) SpanMeasure { return m.Within(e, m.name+"-scaled", scale) }

// OverMean is x/mean within a set; where the mean is 0 it is 1.
func (m SpanMeasure) OverMean(e Extent) SpanMeasure {
	return m.Within(e, m.name+"-over-mean", overMean)
}
