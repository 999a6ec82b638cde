package rl

import "math"

// MeanKnown is MeanOfBatch that is unknown, NaN, where no token is selected: a controller
// holds still there instead of taking nothing for 0.
func (s Signal) MeanKnown(among Selection) Varying {
	return Varying{s.with(among.needs, needs{reads: []Column{Keep}}), "mean-" + s.name, func(d *Draft) (float64, error) {
		x := d.borrow()
		defer d.giveBack(x)
		if err := s.fill(d, x); err != nil {
			return 0, err
		}
		in := make([]bool, len(x))
		if err := among.mark(d, in); err != nil {
			return 0, err
		}
		n, sum := 0.0, 0.0
		d.keptTokens(func(t int) {
			if in[t] {
				n, sum = n+1, sum+x[t]
			}
		})
		if n == 0 {
			return math.NaN(), nil
		}
		return sum / n, nil
	}}
}

// Steered is a coefficient that is moved until a number meets its target:
//
//	c ← clip(c + step·f(target − x), least, most)      from start on
//
// once for each batch, with f the error itself (Linearly) or its sign (BySign). A step
// below 0 is for a coefficient that lowers the number. It holds where either is unknown.
func (v Varying) Steered(name string, target Varying, f func(e float64) float64, start, step, least, most float64) Varying {
	off := target.And(v, name, func(want, x float64) float64 { return want - x })
	return off.Controlled(name, map[string]float64{"at": start}, func(e float64, memory map[string]float64) float64 {
		if known(e) {
			memory["at"] = min(max(memory["at"]+step*f(e), least), most)
		}
		return memory["at"]
	})
}

// Linearly is the error itself, for Steered.
func Linearly(e float64) float64 { return e }

// BySign is the sign of the error, for Steered: the step has always the same size, and
// is none on the target.
func BySign(e float64) float64 {
	switch {
	case e > 0:
		return 1
	case e < 0:
		return -1
	}
	return 0
}
