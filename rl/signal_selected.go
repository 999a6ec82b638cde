package rl

// Indicator is 1 on the selected tokens and 0 elsewhere.
func (s Selection) Indicator() Signal {
	return Signal{s.needs, s.name, func(d *Draft, out []float64) error {
		in := make([]bool, len(out))
		if err := s.mark(d, in); err != nil {
			return err
		}
		for t, yes := range in {
			out[t] = 0
			if yes {
				out[t] = 1
			}
		}
		return nil
	}}
}

// OverSelected gives every token of a set a statistic of the signal over those kept tokens
// of the set that are selected; where none is, 0.
func (s Signal) OverSelected(e Extent, among Selection, name string, statistic func(x []float64) float64) Signal {
	n := s.with(among.needs, needs{reads: []Column{Keep, Length}})
	if e == OfGroup {
		n = n.with(needs{reads: []Column{Group}})
	}
	return Signal{n, name, func(d *Draft, out []float64) error {
		if err := s.fill(d, out); err != nil {
			return err
		}
		in := make([]bool, len(out))
		if err := among.mark(d, in); err != nil {
			return err
		}
		y := d.borrow()
		defer d.giveBack(y)
		for _, set := range d.rollouts(e) {
			x := y[:0]
			d.tokensOf(set, func(t int) {
				if in[t] {
					x = append(x, out[t])
				}
			})
			of := 0.0
			if len(x) > 0 {
				of = statistic(x)
			}
			d.tokensOf(set, func(t int) { out[t] = of })
		}
		return nil
	}}
}

// otsuBins is how many bins the histogram of UpperClass has.
const otsuBins = 100

// UpperClass selects, of the kept tokens of each set, those of the upper of two classes:
// the values are counted in 100 bins of equal width from the least to the most, and cut
// between two bins where the variance between the classes,
//
//	n₀·n₁/n²·(mean₀ − mean₁)²      the means of the numbers of the bins
//
// is largest, at the lower of two cuts that are as good (Otsu, doi
// 10.1109/TSMC.1979.4310076). All tokens of a set of equal values are selected.
func (s Signal) UpperClass(e Extent) Selection {
	upper := s.Within(e, s.name+"-upper-class", func(x []float64) {
		least, most := x[0], x[0]
		for _, v := range x {
			least, most = min(least, v), max(most, v)
		}
		width := (most - least) / otsuBins
		bin := func(v float64) int { return min(int((v-least)/width), otsuBins-1) }
		cut := -1
		if most > least {
			var count [otsuBins]int
			for _, v := range x {
				count[bin(v)]++
			}
			cut = otsu(count[:])
		}
		for t, v := range x {
			x[t] = 0
			if cut < 0 || bin(v) > cut {
				x[t] = 1
			}
		}
	})
	return upper.Where(upper.name, func(x float64) bool { return x > 0 })
}

// otsu is the last bin of the lower class. It adds up whole numbers, so that no order of
// the values matters.
func otsu(count []int) int {
	n, sum := 0, 0
	for k, c := range count {
		n, sum = n+c, sum+k*c
	}
	best, cut := -1.0, 0
	lower, lowerSum := 0, 0
	for k, c := range count {
		lower, lowerSum = lower+c, lowerSum+k*c
		if lower == 0 || lower == n {
			continue
		}
		upper := n - lower
		apart := float64(upper*lowerSum - lower*(sum-lowerSum)) // n₀·n₁·(mean₀ − mean₁)
		if between := apart * apart / (float64(lower) * float64(upper)); between > best {
			best, cut = between, k
		}
	}
	return cut
}
