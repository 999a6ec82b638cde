package rl

import "math"

// Index is the number of a token in its response, from 0.
func Index() Signal {
	return Signal{needs{reads: []Column{Length}}, "index", func(d *Draft, out []float64) error {
		d.eachRollout(func(_, from, to int) {
			for t := from; t < to; t++ {
				out[t] = float64(t - from)
			}
		})
		return nil
	}}
}

// WithinBy is Within where f sees another signal of the same tokens beside.
func (s Signal) WithinBy(e Extent, by Signal, name string, f func(x, by []float64)) Signal {
	n := s.with(by.needs, needs{reads: []Column{Keep, Length}})
	if e == OfGroup {
		n = n.with(needs{reads: []Column{Group}})
	}
	return Signal{n, name, func(d *Draft, out []float64) error {
		if err := s.fill(d, out); err != nil {
			return err
		}
		other, x, y := d.borrow(), d.borrow(), d.borrow()
		defer d.giveBack(other)
		defer d.giveBack(x)
		defer d.giveBack(y)
		if err := by.fill(d, other); err != nil {
			return err
		}
		for _, set := range d.rollouts(e) {
			k := 0
			for _, i := range set {
				from, to := d.Offsets[i], d.Offsets[i+1]
				copy(y[k:], other[from:to])
				k += copy(x[k:], out[from:to])
			}
			if k == 0 {
				continue
			}
			f(x[:k], y[:k])
			k = 0
			for _, i := range set {
				k += copy(out[d.Offsets[i]:d.Offsets[i+1]], x[k:])
			}
		}
		return nil
	}}
}

// WithinKey is Within where each set is cut further, into its tokens of one key: a number
// such as their Index, or that of a label. Tokens whose key is NaN stay as they are.
func (s Signal) WithinKey(e Extent, key Signal, name string, f func(x []float64)) Signal {
	return s.WithinBy(e, key, name, func(x, by []float64) { eachKey(x, by, f) })
}

// StandardisedBy is Standardised where each set is cut further, as in WithinKey.
func (s Signal) StandardisedBy(e Extent, key Signal, by Deviation, epsilon float64) Signal {
	return s.WithinKey(e, key, s.name+"-standardised", func(x []float64) { standardise(x, by, epsilon) })
}

// OverMeanBy is OverMean where each set is cut further, as in WithinKey.
func (s Signal) OverMeanBy(e Extent, key Signal) Signal {
	return s.WithinKey(e, key, s.name+"-over-mean", overMean)
}

// WithinKey is Within where each set is cut further, into its rollouts of one key.
// Rollouts whose key is NaN are left out.
func (m Measure) WithinKey(e Extent, key Measure, name string, f func(x []float64)) Measure {
	return m.WithinBy(e, key, name, func(x, by []float64) { eachKey(x, by, f) })
}

// StandardisedBy is Standardised where each set is cut further, as in WithinKey.
func (m Measure) StandardisedBy(e Extent, key Measure, by Deviation, epsilon float64) Measure {
	return m.WithinKey(e, key, m.name+"-standardised", func(x []float64) { standardise(x, by, epsilon) })
}

// OverMeanBy is x/mean over the known numbers of one key in a set; where the mean is 0
// it is 1.
func (m Measure) OverMeanBy(e Extent, key Measure) Measure {
	return m.WithinKey(e, key, m.name+"-over-mean", overMean)
}

// eachKey calls f with the numbers of each key, in their order, and puts back what f
// makes of them in place.
func eachKey(x, key []float64, f func(x []float64)) {
	class := make([]int, len(x))
	n := numberKeys(key, class)
	at := make([]int, n+1) // where the numbers of a class begin, and then where its next one goes
	for _, c := range class {
		if c >= 0 {
			at[c+1]++
		}
	}
	for c := range n {
		at[c+1] += at[c]
	}
	sorted := make([]float64, at[n])
	for k, c := range class {
		if c >= 0 {
			sorted[at[c]] = x[k]
			at[c]++
		}
	}
	from := 0
	for c := range n { // at[c] is the end of class c now
		f(sorted[from:at[c]])
		from = at[c]
	}
	for k := len(class) - 1; k >= 0; k-- {
		if c := class[k]; c >= 0 {
			at[c]--
			x[k] = sorted[at[c]]
		}
	}
}

// numberKeys gives each number of key the number of its class, and −1 to NaN; it returns
// how many classes there are. Keys are mostly small whole numbers, which a table holds; a
// map takes the others.
func numberKeys(key []float64, class []int) int {
	least, most, whole := math.Inf(1), math.Inf(-1), true
	for _, v := range key {
		if known(v) {
			least, most, whole = min(least, v), max(most, v), whole && v == math.Trunc(v)
		}
	}
	if most < least {
		for k := range class {
			class[k] = -1
		}
		return 0
	}
	n := 0
	if width := most - least + 1; whole && width <= float64(4*len(key)+1024) {
		table := make([]int, int(width)) // class + 1
		for k, v := range key {
			class[k] = -1
			if !known(v) {
				continue
			}
			c := &table[int(v-least)]
			if *c == 0 {
				n++
				*c = n
			}
			class[k] = *c - 1
		}
		return n
	}
	table := map[float64]int{}
	for k, v := range key {
		class[k] = -1
		if !known(v) {
			continue
		}
		c, ok := table[v]
		if !ok {
			c = n
			table[v] = c
			n++
		}
		class[k] = c
	}
	return n
}
