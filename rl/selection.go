package rl

import (
	"fmt"
	"math"
)

// Selection says which tokens something happens to. Those of rollouts that the
// plan does not keep may or may not be in it.
type Selection struct {
	needs
	name string
	mark func(d *Draft, in []bool) error // [T]
}

// String is the selection's name.
func (s Selection) String() string { return s.name }

// Everywhere selects all tokens.
func Everywhere() Selection {
	return Selection{needs{}, "everywhere", func(_ *Draft, in []bool) error {
		for t := range in {
			in[t] = true
		}
		return nil
	}}
}

// Where selects the tokens whose signal f accepts.
func (s Signal) Where(name string, f func(x float64) bool) Selection {
	return Selection{s.needs, name, func(d *Draft, in []bool) error {
		x := d.borrow()
		defer d.giveBack(x)
		if err := s.fill(d, x); err != nil {
			return err
		}
		for t, v := range x {
			in[t] = f(v)
		}
		return nil
	}}
}

// Where selects all tokens of the rollouts whose measure f accepts. Nothing is
// accepted where the measure is unknown.
func (m Measure) Where(name string, f func(x float64) bool) Selection {
	return Selection{m.with(needs{reads: []Column{Length}}), name, func(d *Draft, in []bool) error {
		x := make([]float64, len(d.Batch.Length))
		if err := m.fill(d, x); err != nil {
			return err
		}
		d.eachRollout(func(i, from, to int) {
			yes := known(x[i]) && f(x[i])
			for t := from; t < to; t++ {
				in[t] = yes
			}
		})
		return nil
	}}
}

// Positive selects the tokens with A > 0.
func Positive() Selection {
	return AdvantageSoFar().Where("positive", func(a float64) bool { return a > 0 })
}

// Negative selects the tokens with A < 0.
func Negative() Selection {
	return AdvantageSoFar().Where("negative", func(a float64) bool { return a < 0 })
}

// Right selects the tokens of responses that are right throughout.
func Right() Selection {
	return Correctness().Where("right", func(x float64) bool { return x >= 1 })
}

// NotRight selects those of responses that are known not to be.
func NotRight() Selection {
	return Correctness().Where("not-right", func(x float64) bool { return x < 1 })
}

// Uniform selects the tokens of groups whose known numbers do not differ.
func (m Measure) Uniform() Selection {
	return m.Over(OfGroup, "uniform-"+m.name, func(x []float64) float64 {
		if Mixed(x) {
			return 0
		}
		return 1
	}).Where("uniform-"+m.name, func(x float64) bool { return x > 0 })
}

// OfClass selects the tokens of a class, such as ClassThink.
func OfClass(class int) Selection {
	return Selection{needs{reads: []Column{Class}}, fmt.Sprintf("class-%d", class), func(d *Draft, in []bool) error {
		for t, c := range d.Batch.Class {
			in[t] = c == class
		}
		return nil
	}}
}

// Flagged selects the tokens whose auxiliary column is above 0, such as those of a
// phrase from a list.
func Flagged(name string) Selection {
	return Auxiliary(name).Where(name, func(x float64) bool { return x > 0 })
}

// And selects what both do.
func (s Selection) And(o Selection) Selection {
	return s.combine(o, s.name+"-and-"+o.name, func(x, y bool) bool { return x && y })
}

// Or selects what either does.
func (s Selection) Or(o Selection) Selection {
	return s.combine(o, s.name+"-or-"+o.name, func(x, y bool) bool { return x || y })
}

// Not selects what s does not.
func (s Selection) Not() Selection {
	return Selection{s.needs, "not-" + s.name, func(d *Draft, in []bool) error {
		if err := s.mark(d, in); err != nil {
			return err
		}
		for t, yes := range in {
			in[t] = !yes
		}
		return nil
	}}
}

func (s Selection) combine(o Selection, name string, f func(x, y bool) bool) Selection {
	return Selection{s.with(o.needs), name, func(d *Draft, in []bool) error {
		if err := s.mark(d, in); err != nil {
			return err
		}
		other := make([]bool, len(in))
		if err := o.mark(d, other); err != nil {
			return err
		}
		for t := range in {
			in[t] = f(in[t], other[t])
		}
		return nil
	}}
}

// Top selects the share of the kept tokens of each set with the largest values, of
// those in among alone; tokens as large as the least of them are in too. A share of a
// set is rounded up, so that above 0 it is one token at least.
func (s Signal) Top(share float64, e Extent, among Selection) Selection {
	return s.ranked("top-"+s.name, ofCandidates(share), e, among, 1)
}

// Bottom is Top of the smallest values.
func (s Signal) Bottom(share float64, e Extent, among Selection) Selection {
	return s.ranked("bottom-"+s.name, ofCandidates(share), e, among, -1)
}

// TopOfAll is Top where the share is of all kept tokens of the set, be they in among or
// not. It is rounded down, but to one token at least. With Random as the signal it is a
// draw.
func (s Signal) TopOfAll(share float64, e Extent, among Selection) Selection {
	return s.ranked("top-of-all-"+s.name, func(_, tokens int) int { return max(1, int(share*float64(tokens)+1e-9)) }, e, among, 1)
}

// ofCandidates counts a share of those that may be selected, rounded up.
func ofCandidates(share float64) func(candidates, tokens int) int {
	return func(candidates, _ int) int { return int(math.Ceil(share*float64(candidates) - 1e-9)) }
}

// ranked selects as many of a set as count says of its candidates and its tokens.
func (s Signal) ranked(name string, count func(candidates, tokens int) int, e Extent, among Selection, sign float64) Selection {
	n := s.with(among.needs, needs{reads: []Column{Keep, Length}})
	if e == OfGroup {
		n = n.with(needs{reads: []Column{Group}})
	}
	return Selection{n, name, func(d *Draft, in []bool) error {
		if err := among.mark(d, in); err != nil {
			return err
		}
		x, y := d.borrow(), d.borrow()
		defer d.giveBack(x)
		defer d.giveBack(y)
		if err := s.fill(d, x); err != nil {
			return err
		}
		for _, set := range d.rollouts(e) {
			candidates, tokens := y[:0], 0
			d.tokensOf(set, func(t int) {
				tokens++
				if in[t] {
					candidates = append(candidates, sign*x[t])
				}
			})
			least := math.Inf(1)
			if k := min(count(len(candidates), tokens), len(candidates)); k > 0 {
				nth(candidates, len(candidates)-k)
				least = candidates[len(candidates)-k]
			}
			d.tokensOf(set, func(t int) { in[t] = in[t] && sign*x[t] >= least })
		}
		return nil
	}}
}

// tokensOf calls f with every token of some rollouts.
func (d *Draft) tokensOf(rollouts []int, f func(t int)) {
	for _, i := range rollouts {
		for t := d.Offsets[i]; t < d.Offsets[i+1]; t++ {
			f(t)
		}
	}
}

// Between selects the tokens whose signal lies between two quantiles of the kept
// tokens of each set, both edges included.
func (s Signal) Between(lo, hi float64, e Extent) Selection {
	inside := s.Within(e, s.name+"-between", func(x []float64) {
		least, most := Quantile(x, lo), Quantile(x, hi)
		for t, v := range x {
			x[t] = 0
			if v >= least && v <= most {
				x[t] = 1
			}
		}
	})
	return inside.Where(inside.name, func(x float64) bool { return x > 0 })
}

// Held selects the tokens whose surrogate a bound holds at the update, with the ratio of
// the token alone: those with A > 0 above the upper bound and with A < 0 below the lower
// one. They have no gradient by the surrogate.
func Held() Selection {
	n := LogRatio().with(needs{reads: []Column{Advantage, Clip}})
	return Selection{n, "held", func(d *Draft, in []bool) error {
		r := d.borrow()
		defer d.giveBack(r)
		if err := LogRatio().fill(d, r); err != nil {
			return err
		}
		for t, a := range d.Plan.Advantage {
			ratio := math.Exp(r[t])
			in[t] = a > 0 && ratio > d.Plan.ClipHi[t] || a < 0 && ratio < d.Plan.ClipLo[t]
		}
		return nil
	}}
}
