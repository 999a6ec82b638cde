package rl

import "math"

// Within replaces the numbers of the kept tokens of each set by what f makes of
// them in place.
func (s Signal) Within(e Extent, name string, f func(x []float64)) Signal {
	n := s.with(needs{reads: []Column{Keep, Length}})
	if e == OfGroup {
		n = n.with(needs{reads: []Column{Group}})
	}
	return Signal{n, name, func(d *Draft, out []float64) error {
		if err := s.fill(d, out); err != nil {
			return err
		}
		x := d.borrow()
		defer d.giveBack(x)
		for _, set := range d.rollouts(e) {
			k := 0
			for _, i := range set {
				k += copy(x[k:], out[d.Offsets[i]:d.Offsets[i+1]])
			}
			if k == 0 {
				continue
			}
			f(x[:k])
			k = 0
			for _, i := range set {
				k += copy(out[d.Offsets[i]:d.Offsets[i+1]], x[k:])
			}
		}
		return nil
	}}
}

// Standardised is (x − mean)/(deviation + epsilon) over the kept tokens of a set; a
// set of equal numbers gets 0.
func (s Signal) Standardised(e Extent, by Deviation, epsilon float64) Signal {
	return s.Within(e, s.name+"-standardised", func(x []float64) { standardise(x, by, epsilon) })
}

// Scaled is (x − least)/(most − least) over the kept tokens of a set; a set of equal
// numbers gets 0.
func (s Signal) Scaled(e Extent) Signal {
	return s.Within(e, s.name+"-scaled", func(x []float64) {
		least, most := math.Inf(1), math.Inf(-1)
		for _, v := range x {
			least, most = min(least, v), max(most, v)
		}
		for t, v := range x {
			x[t] = 0
			if most > least {
				x[t] = (v - least) / (most - least)
			}
		}
	})
}

// OverMean is x/mean over the kept tokens of a set; where the mean is 0 it is 1.
func (s Signal) OverMean(e Extent) Signal { return s.Within(e, s.name+"-over-mean", overMean) }
