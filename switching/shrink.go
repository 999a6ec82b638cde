package switching

import (
	"maps"
	"math"
	"slices"

	"segue/skill"
)

// shrink pulls each cell towards what the coarser ones say, in logarithms:
// domain pairs towards 1, leave and land cells towards their domain pair, skill
// pairs towards the product of their leave and land cells. How far is the
// normal-normal compromise between the cell's own sampling variance and the
// spread of true values between cells, which the table itself tells by the
// method of moments (DerSimonian and Laird 1986).
func (t *Table) shrink() {
	shrinkGroup(t.Domain, t.Alpha, func(string) float64 { return 0 })
	byDomains := func(d, e string) float64 {
		if c, ok := t.Domain[Key(d, e)]; ok && c.Shrunk > 0 {
			return math.Log(c.Shrunk)
		}
		return 0
	}
	shrinkGroup(t.Leave, t.Alpha, func(key string) float64 {
		a, e := SplitKey(key)
		return byDomains(string(skill.DomainOf(a)), e) / 2
	})
	shrinkGroup(t.Land, t.Alpha, func(key string) float64 {
		d, b := SplitKey(key)
		return byDomains(d, string(skill.DomainOf(b))) / 2
	})
	shrinkGroup(t.Pair, t.Alpha, func(key string) float64 { return math.Log(t.prior(SplitKey(key))) })
}

// prior is what the table says of a pair that was not measured: the factorised
// estimate where it has both halves, else the domain pair, else 1.
func (t *Table) prior(a, b string) float64 {
	if f, ok := t.factorised(a, b, shrunkValue); ok {
		return f
	}
	if c, ok := t.Domain[Key(string(skill.DomainOf(a)), string(skill.DomainOf(b)))]; ok && c.Shrunk > 0 {
		return c.Shrunk
	}
	return 1
}

func shrunkValue(c Cell) float64 { return c.Shrunk }
func exactValue(c Cell) float64  { return c.SkE }

// variance is the sampling variance of log SkE by the delta method, for the
// chained accuracy alone: it has far fewer trials than the solo ones. The
// accuracy is smoothed so that a cell of one lucky trial is not certain.
func (c Cell) variance(alpha float64) float64 {
	p := (c.Acc*float64(c.N) + 0.5) / float64(c.N+1)
	return p * (1 - p) / (float64(c.N) * (p + alpha) * (p + alpha))
}

// minSpread keeps a floor under the spread between cells, so that a table of a
// few alike cells does not declare all switches equal.
const minSpread = 0.01

// spread is the variance of true log values around their priors.
func spread(cells map[string]Cell, alpha float64, prior func(key string) float64) float64 {
	var sumW, sumW2, q, k float64
	for _, key := range slices.Sorted(maps.Keys(cells)) {
		c := cells[key]
		if c.SkE <= 0 || c.N == 0 {
			continue
		}
		w := 1 / c.variance(alpha)
		d := math.Log(c.SkE) - prior(key)
		sumW += w
		sumW2 += w * w
		q += w * d * d
		k++
	}
	if k < 2 || sumW == 0 {
		return minSpread
	}
	// The prior is given, not fitted, so Q has k degrees of freedom.
	return max(minSpread, (q-k)/sumW)
}

func shrinkGroup(cells map[string]Cell, alpha float64, prior func(key string) float64) {
	tau := spread(cells, alpha, prior)
	for key, c := range cells {
		own := tau / (tau + c.variance(alpha))
		if c.SkE <= 0 || c.N == 0 {
			own, c.SkE = 0, 0
		}
		log := (1 - own) * prior(key)
		if own > 0 {
			log += own * math.Log(c.SkE)
		}
		c.Shrunk = math.Exp(log)
		cells[key] = c
	}
}
