package rl

import (
	"fmt"
	"math"
)

// Measure is one number for each rollout, made from the columns of a batch and
// from the plan so far. NaN is unknown: such a rollout has no say in a mean.
// Numbers of rollouts that the plan does not keep mean nothing.
type Measure struct {
	needs
	name string
	fill func(d *Draft, out []float64) error // [B]
}

// String is the measure's name.
func (m Measure) String() string { return m.name }

// ScoreSoFar is the reward as the stages before shaped it.
func ScoreSoFar() Measure {
	return Measure{needs{reads: []Column{Score}}, "score", func(d *Draft, out []float64) error {
		copy(out, d.Score)
		return nil
	}}
}

// Correctness is the batch's column correct, 0 to 1.
func Correctness() Measure {
	return Measure{needs{reads: []Column{Correct}}, "correct", func(d *Draft, out []float64) error {
		copy(out, d.Batch.Correct)
		return nil
	}}
}

// Tokens is the length of a response.
func Tokens() Measure {
	return Measure{needs{reads: []Column{Length}}, "tokens", func(d *Draft, out []float64) error {
		for i, n := range d.Batch.Length {
			out[i] = float64(n)
		}
		return nil
	}}
}

// RewardPart is a named part of the reward.
func RewardPart(name string) Measure {
	return Measure{needs{reads: []Column{Part(name)}}, name, func(d *Draft, out []float64) error {
		copy(out, d.Batch.Parts[name])
		return nil
	}}
}

// reduce makes a measure of the tokens of each response; it is unknown for an
// empty one.
func (s Signal) reduce(name string, f func(x []float64) float64) Measure {
	return Measure{s.with(needs{reads: []Column{Length}}), name, func(d *Draft, out []float64) error {
		x := d.borrow()
		defer d.giveBack(x)
		if err := s.fill(d, x); err != nil {
			return err
		}
		d.eachRollout(func(i, from, to int) {
			out[i] = math.NaN()
			if from < to {
				out[i] = f(x[from:to])
			}
		})
		return nil
	}}
}

// Mean is a signal's mean over a response.
func (s Signal) Mean() Measure { return s.reduce("mean-"+s.name, mean) }

// Sum is a signal's sum over a response.
func (s Signal) Sum() Measure {
	return s.reduce("sum-"+s.name, func(x []float64) float64 { return mean(x) * float64(len(x)) })
}

// Max is a signal's largest value in a response.
func (s Signal) Max() Measure {
	return s.reduce("max-"+s.name, func(x []float64) float64 {
		most := math.Inf(-1)
		for _, v := range x {
			most = max(most, v)
		}
		return most
	})
}

// LowestMean is the mean of the share of a response's tokens with the lowest values,
// one token at least.
func (s Signal) LowestMean(share float64) Measure {
	return s.reduce("lowest-"+s.name, func(x []float64) float64 {
		n := max(1, int(share*float64(len(x))))
		low := append([]float64(nil), x...)
		nth(low, n-1)
		return mean(low[:n])
	})
}

// PerToken gives every token the measure of its response; 0 where it is unknown.
func (m Measure) PerToken() Signal {
	return Signal{m.with(needs{reads: []Column{Length}}), m.name, func(d *Draft, out []float64) error {
		x := make([]float64, len(d.Batch.Length))
		if err := m.fill(d, x); err != nil {
			return err
		}
		d.eachRollout(func(i, from, to int) {
			if !known(x[i]) {
				x[i] = 0
			}
			fill(out[from:to], x[i])
		})
		return nil
	}}
}

// Map applies f to a measure, rollout by rollout.
func (m Measure) Map(name string, f func(x float64) float64) Measure {
	return Measure{m.needs, name, func(d *Draft, out []float64) error {
		if err := m.fill(d, out); err != nil {
			return err
		}
		for i, x := range out {
			out[i] = f(x)
		}
		return nil
	}}
}

// Join is f of two measures, rollout by rollout.
func Join(name string, x, y Measure, f func(x, y float64) float64) Measure {
	return Measure{x.with(y.needs), name, func(d *Draft, out []float64) error {
		if err := x.fill(d, out); err != nil {
			return err
		}
		other := make([]float64, len(out))
		if err := y.fill(d, other); err != nil {
			return err
		}
		for i := range out {
			out[i] = f(out[i], other[i])
		}
		return nil
	}}
}

// Extent is the set of rollouts, or of their tokens, that a statistic is taken over.
type Extent string

// The extents. Only kept rollouts count.
const (
	OfBatch   Extent = "batch"
	OfGroup   Extent = "group"
	OfRollout Extent = "rollout" // for signals
)

// rollouts lists the sets of kept rollouts of an extent.
func (d *Draft) rollouts(e Extent) [][]int {
	if e == OfGroup {
		return d.Groups()
	}
	var kept []int
	for i, keep := range d.Plan.Keep {
		if keep {
			kept = append(kept, i)
		}
	}
	if e == OfBatch {
		if kept == nil {
			return nil
		}
		return [][]int{kept}
	}
	var each [][]int
	for k := range kept {
		each = append(each, kept[k:k+1])
	}
	return each
}

// Within replaces the known numbers of each set of rollouts by what f makes of them
// in place: of a set, it sees the numbers alone.
func (m Measure) Within(e Extent, name string, f func(x []float64)) Measure {
	return m.WithinBy(e, m, name, func(x, _ []float64) { f(x) })
}

// WithinBy is Within where f sees another measure of the same rollouts beside, such as
// their lengths. Rollouts of which either is unknown are left out.
func (m Measure) WithinBy(e Extent, by Measure, name string, f func(x, by []float64)) Measure {
	n := m.with(by.needs, needs{reads: []Column{Keep}})
	if e == OfGroup {
		n = n.with(needs{reads: []Column{Group}})
	}
	return Measure{n, name, func(d *Draft, out []float64) error {
		if e == OfRollout {
			return fmt.Errorf("%s is taken within a rollout, which has one number", name)
		}
		other := make([]float64, len(out))
		if err := by.fill(d, other); err != nil {
			return err
		}
		if err := m.fill(d, out); err != nil {
			return err
		}
		var x, y []float64
		var at []int
		for _, set := range d.rollouts(e) {
			x, y, at = x[:0], y[:0], at[:0]
			for _, i := range set {
				if known(out[i]) && known(other[i]) {
					x, y, at = append(x, out[i]), append(y, other[i]), append(at, i)
				}
			}
			if len(x) > 0 {
				f(x, y)
			}
			for k, i := range at {
				out[i] = x[k]
			}
		}
		return nil
	}}
}

// Over is one number for all rollouts of a set, such as a group's mean.
func (m Measure) Over(e Extent, name string, statistic func(x []float64) float64) Measure {
	return m.Within(e, name, func(x []float64) { fill(x, statistic(x)) })
}

// Standardised is (x − mean)/(deviation + epsilon) within a set; a set of equal
// numbers gets 0.
func (m Measure) Standardised(e Extent, by Deviation, epsilon float64) Measure {
	return m.Within(e, m.name+"-standardised", func(x []float64) { standardise(x, by, epsilon) })
}
