package rl

import (
	"maps"
	"math"
	"slices"
)

// Rewards are several named parts of the reward side by side, one number of each for
// each rollout. NaN is inactive: the part says nothing of that rollout, which is not
// the same as 0.
type Rewards struct {
	needs
	name string
	fill func(d *Draft) ([][]float64, error) // [parts][B], columns of its own
}

// RewardParts are the named parts of the reward. Without names they are all parts of
// the batch, in the order of their names; the reward as shaped so far is the only one
// where the batch has none.
func RewardParts(names ...string) Rewards {
	r := Rewards{needs{reads: []Column{Score}}, "parts", nil}
	for _, name := range names {
		r.reads = append(r.reads, Part(name))
	}
	r.fill = func(d *Draft) ([][]float64, error) {
		which := names
		if len(which) == 0 {
			which = slices.Sorted(maps.Keys(d.Batch.Parts))
		}
		if len(which) == 0 {
			return [][]float64{slices.Clone(d.Score)}, nil
		}
		var x [][]float64
		for _, name := range which {
			x = append(x, slices.Clone(d.Batch.Parts[name]))
		}
		return x, nil
	}
	return r
}

// each makes every part another measure.
func (r Rewards) each(name string, f func(part Measure) Measure) Rewards {
	n := f(Measure{needs: r.needs}).needs
	return Rewards{n, name, func(d *Draft) ([][]float64, error) {
		x, err := r.fill(d)
		if err != nil {
			return nil, err
		}
		for k, column := range x {
			part := Measure{name: name, fill: func(_ *Draft, out []float64) error {
				copy(out, column)
				return nil
			}}
			x[k] = make([]float64, len(column))
			if err := f(part).fill(d, x[k]); err != nil {
				return nil, err
			}
		}
		return x, nil
	}}
}

// Standardised is Measure.Standardised of each part by itself.
func (r Rewards) Standardised(e Extent, by Deviation, epsilon float64) Rewards {
	return r.each(r.name+"-standardised", func(m Measure) Measure { return m.Standardised(e, by, epsilon) })
}

// Ranked is each part's Measure.Ranked by itself.
func (r Rewards) Ranked(e Extent, window float64) Rewards {
	return r.each(r.name+"-ranked", func(m Measure) Measure { return m.Ranked(e, window) })
}

// Active takes away, as inactive, the parts of a group whose rollouts they do not tell
// apart.
func (r Rewards) Active() Rewards {
	return r.each(r.name+"-active", func(m Measure) Measure {
		return m.Within(OfGroup, "active", func(x []float64) {
			if !Mixed(x) {
				fill(x, math.NaN())
			}
		})
	})
}

// Sum adds a rollout's active parts up; it is 0 where none is.
func (r Rewards) Sum() Measure {
	return Measure{r.needs, "sum-of-" + r.name, func(d *Draft, out []float64) error {
		x, err := r.fill(d)
		if err != nil {
			return err
		}
		for i := range out {
			out[i] = 0
			for _, part := range x {
				if known(part[i]) {
					out[i] += part[i]
				}
			}
		}
		return nil
	}}
}

// Whitened multiplies the vector of a rollout's active parts by (Σ + ridge·tr Σ/K·1)^−½,
// Σ being the second moments of those K parts over the kept rollouts with the same ones
// active (ZCA whitening: of all that make them uncorrelated with unit variance, the one
// that changes them least). Parts are to be centred before. The ridge, above 0, bounds
// what parts that say the same can be blown up to.
func (r Rewards) Whitened(ridge float64) Rewards {
	n := r.with(needs{reads: []Column{Keep}})
	return Rewards{n, r.name + "-whitened", func(d *Draft) ([][]float64, error) {
		x, err := r.fill(d)
		if err != nil {
			return nil, err
		}
		sets := map[string][]int{} // rollouts by what is active
		for i, keep := range d.Plan.Keep {
			if keep {
				active := activeParts(x, i)
				sets[active] = append(sets[active], i)
			}
		}
		for active, set := range sets {
			whiten(x, active, set, ridge)
		}
		return x, nil
	}}
}

// activeParts says in a letter for each part whether it is active for rollout i.
func activeParts(x [][]float64, i int) string {
	s := make([]byte, len(x))
	for k, part := range x {
		s[k] = '-'
		if known(part[i]) {
			s[k] = 'a'
		}
	}
	return string(s)
}

// whiten whitens the active parts of a set of rollouts in place.
func whiten(x [][]float64, active string, set []int, ridge float64) {
	var parts [][]float64
	for k, part := range x {
		if active[k] == 'a' {
			parts = append(parts, part)
		}
	}
	moments := make([][]float64, len(parts))
	for j, a := range parts {
		moments[j] = make([]float64, len(parts))
		for k, b := range parts {
			for _, i := range set {
				moments[j][k] += a[i] * b[i] / float64(len(set))
			}
		}
	}
	w := inverseRoot(moments, ridge)
	was := make([]float64, len(parts))
	for _, i := range set {
		for k, part := range parts {
			was[k] = part[i]
		}
		for j, part := range parts {
			part[i] = 0
			for k, v := range was {
				part[i] += w[j][k] * v
			}
		}
	}
}
