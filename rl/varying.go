package rl

import (
	"fmt"
	"math"
)

// Varying is a number of a whole batch that changes from one to the next: by a
// schedule, or by a controller that remembers.
type Varying struct {
	needs
	name string
	of   func(d *Draft) (float64, error)
}

// Fixed is always x.
func Fixed(x float64) Varying {
	return Varying{needs{}, "fixed", func(*Draft) (float64, error) { return x, nil }}
}

// Scheduled is f of the number of the batch, 1 for the first.
func Scheduled(name string, f func(batch int) float64) Varying {
	return Varying{needs{}, name, func(d *Draft) (float64, error) { return f(d.Plan.State.Batches), nil }}
}

// Linear goes from one number to another in so many batches and stays there.
func Linear(from, to, batches float64) Varying {
	return Scheduled("linear", func(batch int) float64 {
		if batches <= 1 {
			return to
		}
		return from + (to-from)*min(float64(batch-1)/(batches-1), 1)
	})
}

// Cosine is Linear along half a cosine.
func Cosine(from, to, batches float64) Varying {
	return Scheduled("cosine", func(batch int) float64 {
		if batches <= 1 {
			return to
		}
		return to + (from-to)*(1+math.Cos(math.Pi*min(float64(batch-1)/(batches-1), 1)))/2
	})
}

// MeanOfBatch is a signal's mean over the kept tokens that are selected; of none it
// is 0.
func (s Signal) MeanOfBatch(among Selection) Varying {
	return s.MeanKnown(among).Map("mean-"+s.name, func(x float64) float64 {
		if !known(x) {
			return 0
		}
		return x
	})
}

// OfBatch is a statistic of a measure over the kept rollouts that know it; of none it
// is 0.
func (m Measure) OfBatch(name string, statistic func(x []float64) float64) Varying {
	return Varying{m.with(needs{reads: []Column{Keep}}), name, func(d *Draft) (float64, error) {
		x := make([]float64, len(d.Batch.Length))
		if err := m.fill(d, x); err != nil {
			return 0, err
		}
		var have []float64
		for i, keep := range d.Plan.Keep {
			if keep && known(x[i]) {
				have = append(have, x[i])
			}
		}
		if len(have) == 0 {
			return 0, nil
		}
		return statistic(have), nil
	}}
}

// Map applies f.
func (v Varying) Map(name string, f func(x float64) float64) Varying {
	return Varying{v.needs, name, func(d *Draft) (float64, error) {
		x, err := v.of(d)
		return f(x), err
	}}
}

// And is f of two numbers.
func (v Varying) And(o Varying, name string, f func(x, y float64) float64) Varying {
	return Varying{v.with(o.needs), name, func(d *Draft) (float64, error) {
		x, err := v.of(d)
		if err != nil {
			return 0, err
		}
		y, err := o.of(d)
		return f(x, y), err
	}}
}

// Controlled is what a controller makes of a number: f gets it and what the
// controller remembers under names of its own, and changes what is remembered. On a
// fresh start memory holds the numbers of start. A recipe that uses the number in
// several places has one controller, by its name, which moves once for each batch.
func (v Varying) Controlled(name string, start map[string]float64, f func(x float64, memory map[string]float64) float64) Varying {
	return Varying{v.with(needs{keeps: true}), name, func(d *Draft) (float64, error) {
		if y, ok := d.controlled[name]; ok { // has seen this batch
			return y, nil
		}
		x, err := v.of(d)
		if err != nil {
			return 0, err
		}
		memory := make(map[string]float64, len(start))
		for key, first := range start {
			memory[key] = d.Plan.State.Number(name+"."+key, first)
		}
		y := f(x, memory)
		for key := range start {
			d.Plan.State.Remember(name+"."+key, memory[key])
		}
		d.moved(name, y)
		return y, nil
	}}
}

func (d *Draft) moved(name string, y float64) {
	if d.controlled == nil {
		d.controlled = map[string]float64{}
	}
	d.controlled[name] = y
}

// ProportionalIntegral is clip(kp·e + ki·Σe, ±most) with e = x − target, the sum held
// where it alone reaches the bound.
func (v Varying) ProportionalIntegral(name string, target Varying, kp, ki, most float64) Varying {
	off := v.And(target, name, func(x, y float64) float64 { return x - y })
	return off.Controlled(name, map[string]float64{"sum": 0}, func(e float64, memory map[string]float64) float64 {
		sum := memory["sum"] + e
		if ki > 0 {
			sum = min(max(sum, -most/ki), most/ki)
		}
		memory["sum"] = sum
		return min(max(kp*e+ki*sum, -most), most)
	})
}

// Averaged is the moving average m ← decay·m + (1 − decay)·x, which begins at the
// first number; an unknown one changes nothing, and before any is known it is 0.
func (v Varying) Averaged(name string, decay float64) Varying {
	return v.Controlled(name, map[string]float64{"mean": 0, "seen": 0}, func(x float64, memory map[string]float64) float64 {
		switch {
		case !known(x):
		case memory["seen"] == 0:
			memory["mean"], memory["seen"] = x, 1
		default:
			memory["mean"] = decay*memory["mean"] + (1-decay)*x
		}
		return memory["mean"]
	})
}

// First is the number of the first batch, for ever.
func (v Varying) First(name string) Varying { return v.Averaged(name, 1) }

// PerToken gives every token the number.
func (v Varying) PerToken() Signal {
	return Signal{v.needs, v.name, func(d *Draft, out []float64) error {
		x, err := v.of(d)
		if err != nil {
			return err
		}
		if !finite(x) {
			return fmt.Errorf("%s is %g", v.name, x)
		}
		fill(out, x)
		return nil
	}}
}

// Where selects everything while f accepts the number, and otherwise nothing.
func (v Varying) Where(name string, f func(x float64) bool) Selection {
	return v.PerToken().Where(name, f)
}
