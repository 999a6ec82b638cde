package science

import (
	"math"
	"math/big"
	"testing"
)

func TestPopulationsAgreeWithCountedGametes(t *testing.T) {
	w := fitness{big.NewRat(1, 2), big.NewRat(1, 1), big.NewRat(3, 4)}
	q := 0.3
	f, _ := w.after(big.NewRat(3, 10)).Float64()
	survivors := [3]float64{0.7 * 0.7 / 2, 2 * 0.7 * q, q * q * 0.75} // count alleles among survivors
	if want := (survivors[1] + 2*survivors[2]) / (2 * (survivors[0] + survivors[1] + survivors[2])); !near(f, want, 1e-12) {
		t.Errorf("after selection %g, not %g", f, want)
	}
	// With both homozygotes weaker the frequency settles at s1/(s1 + s2).
	at := big.NewRat(1, 2)
	v := 0.5
	for range 400 {
		at.SetFloat64(v)
		v, _ = w.after(at).Float64()
	}
	if !near(v, 0.5/(0.5+0.25), 1e-6) {
		t.Errorf("settles at %g", v)
	}
	holdAgainst(t, "selection-step-on-allele-frequency",
		func(q string) []float64 {
			f := grab(q, `#/#`)
			return []float64{f[0] / f[1] / (1 + f[0]/f[1])}
		},
	)
	holdAgainst(t, "allele-frequency-equilibrium",
		func(q string) []float64 {
			allele := rootWhere(0, 1, 1/one(q, `newborn in # has`), func(x float64) float64 { return x * x })
			return []float64{one(q, `has # inhab`) * (1 - allele*allele - (1-allele)*(1-allele))}
		},
		func(q string) []float64 {
			c := grab(q, `has # people of type MM, # of type MN and # of`)
			n := c[0] + c[1] + c[2]
			m, k := 2*c[0]+c[1], 2*c[2]+c[1]
			return []float64{m * k / (2 * n)}
		},
		func(q string) []float64 {
			x := one(q, `in # %`) / 100
			return []float64{one(q, `are # females`) * (x - x*x) * 2}
		},
	)
}

func TestMapsAgreeWithRecombinants(t *testing.T) {
	holdAgainst(t, "linkage-map-order", func(q string) []float64 {
		c := grab(q, `[A-Za-z]{2} #[,.]`)
		low := min(c[0]+c[1], c[0]+c[2], c[0]+c[3], c[1]+c[2], c[1]+c[3], c[2]+c[3])
		return []float64{100 * low / (c[0] + c[1] + c[2] + c[3])}
	})
	r := source(77)
	for range 200 { // recombination of a pair, counted from the gametes
		c := drawTestcross(r)
		total, first, second, outer := 0.0, 0.0, 0.0, 0.0
		parent := c.class(0, false)
		for i := range 4 {
			for j, other := range []bool{false, true} {
				n, gamete := float64(c.counts[i][j]), c.class(i, other)
				total += n
				same := map[string]bool{}
				for k, g := range sortedGenes(c.genes) {
					same[g] = gamete[k] == parent[k]
				}
				if same[c.genes[0]] != same[c.genes[1]] {
					first += n
				}
				if same[c.genes[1]] != same[c.genes[2]] {
					second += n
				}
				if same[c.genes[0]] != same[c.genes[2]] {
					outer += n
				}
			}
		}
		a, b, double := c.shares()
		if !near(a, 100*first/total, 1e-9) || !near(b, 100*second/total, 1e-9) || math.Abs(a+b-2*double-100*outer/total) > 1e-9 {
			t.Errorf("%+v: %g %g %g", c, a, b, double)
		}
	}
}
