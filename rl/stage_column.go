package rl

import (
	"fmt"
	"slices"
)

// Target is a column of the plan that a stage changes token by token.
type Target struct {
	name   string
	kind   Kind
	column Column
	start  float64 // what the column holds before anything is written to it
	least  float64 // nothing below it has a meaning
	of     func(*Plan) *[]float64
}

// The targets.
var (
	ToAdvantage   = Target{"advantage", ActsOnAdvantage, Advantage, 0, -unbounded, func(p *Plan) *[]float64 { return &p.Advantage }}
	ToWeight      = Target{"weight", ActsOnToken, Weight, 1, 0, func(p *Plan) *[]float64 { return &p.Weight }}
	ToLowerBound  = Target{"lower bound", ActsOnClip, Clip, 0, 0, func(p *Plan) *[]float64 { return &p.ClipLo }}
	ToUpperBound  = Target{"upper bound", ActsOnClip, Clip, 0, 0, func(p *Plan) *[]float64 { return &p.ClipHi }}
	ToKL          = Target{"KL coefficient", ActsOnRegulariser, KL, 0, 0, func(p *Plan) *[]float64 { return &p.KLCoef }}
	ToEntropyCoef = Target{"entropy coefficient", ActsOnRegulariser, EntropyCoef, 0, -unbounded, func(p *Plan) *[]float64 { return &p.EntropyCoef }}
)

const unbounded = 1e300

// Multiply multiplies a column by a signal on the selected tokens.
func Multiply(name string, to Target, by Signal, on Selection) Stage {
	return change(name, to, by, on, func(was, x float64) float64 { return was * x })
}

// Add adds a signal to a column on the selected tokens.
func Add(name string, to Target, by Signal, on Selection) Stage {
	return change(name, to, by, on, func(was, x float64) float64 { return was + x })
}

// Set writes a signal to a column on the selected tokens.
func Set(name string, to Target, by Signal, on Selection) Stage {
	return change(name, to, by, on, func(_, x float64) float64 { return x })
}

// KeepOnly gives the tokens that are not selected the weight 0. They stay in the
// denominator unless it counts active tokens alone.
func KeepOnly(name string, on Selection) Stage {
	return Set(name, ToWeight, Constantly(0), on.Not())
}

// change is a stage that rewrites a column on the selected tokens of kept rollouts. A
// number that is not finite, or below what the column can hold, is refused with the
// rollout that it came from.
func change(name string, to Target, by Signal, on Selection, f func(was, x float64) float64) Stage {
	n := by.with(on.needs, needs{reads: []Column{Keep, Length}})
	s := Stage{Name: name, Kind: to.kind, Phase: n.phase, Reads: n.reads, Writes: []Column{to.column}}
	if to.column == Advantage || to.column == Clip { // has no value before a stage gives it one
		s.Reads = withColumn(s.Reads, to.column)
	}
	if n.keeps {
		s.Writes = append(s.Writes, StateColumn)
	}
	s.Apply = func(d *Draft) error {
		c := d.column(to.of(d.Plan), to.start)
		x := d.borrow()
		defer d.giveBack(x)
		if err := by.fill(d, x); err != nil {
			return err
		}
		in := make([]bool, len(x))
		if err := on.mark(d, in); err != nil {
			return err
		}
		for i, keep := range d.Plan.Keep {
			if !keep {
				continue
			}
			for t := d.Offsets[i]; t < d.Offsets[i+1]; t++ {
				if !in[t] {
					continue
				}
				y := f(c[t], x[t])
				if !finite(y) || y < to.least {
					return fmt.Errorf("the %s of token %d of rollout %d becomes %g by %s = %g", to.name, t-d.Offsets[i], i, y, by, x[t])
				}
				c[t] = y
			}
		}
		return nil
	}
	return s
}

func withColumn(columns []Column, c Column) []Column {
	if slices.Contains(columns, c) {
		return columns
	}
	return append(columns, c)
}

// Shape rewrites the reward of every kept rollout by a measure.
func Shape(name string, by Measure, f func(score, x float64) float64) Stage {
	n := by.with(needs{reads: []Column{Score, Keep}})
	s := Stage{Name: name, Kind: ActsOnReward, Phase: n.phase, Reads: n.reads, Writes: []Column{Score}}
	if n.keeps {
		s.Writes = append(s.Writes, StateColumn)
	}
	s.Apply = func(d *Draft) error {
		x := make([]float64, len(d.Score))
		if err := by.fill(d, x); err != nil {
			return err
		}
		for i, keep := range d.Plan.Keep {
			if !keep || !known(x[i]) {
				continue
			}
			y := f(d.Score[i], x[i])
			if !finite(y) {
				return fmt.Errorf("the reward of rollout %d becomes %g by %s = %g", i, y, by, x[i])
			}
			d.Score[i] = y
		}
		return nil
	}
	return s
}

// Compare is A = a measure, for all tokens of a rollout: an advantage whose baseline
// and scale the measure holds. An unknown one is 0.
func Compare(name string, by Measure) Stage {
	s := change(name, ToAdvantage, by.PerToken(), Everywhere(), func(_, x float64) float64 { return x })
	s.Reads = slices.DeleteFunc(s.Reads, func(c Column) bool { return c == Advantage })
	return s
}

// KeepWhere leaves out of the plan the rollouts whose measure f does not accept,
// counted under a reason. An unknown one stays.
func KeepWhere(name, why string, m Measure, f func(x float64) bool) Stage {
	n := m.with(needs{reads: []Column{Keep}})
	s := Stage{Name: name, Kind: ActsOnFilter, Phase: n.phase, Reads: n.reads, Writes: []Column{Keep}}
	if n.keeps {
		s.Writes = append(s.Writes, StateColumn)
	}
	s.Apply = func(d *Draft) error {
		x := make([]float64, len(d.Batch.Length))
		if err := m.fill(d, x); err != nil {
			return err
		}
		for i := range x {
			if known(x[i]) && !f(x[i]) {
				d.Drop(i, why)
			}
		}
		return nil
	}
	return s
}
