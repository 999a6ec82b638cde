package math

import (
	"math/big"
	"slices"
	"testing"

	"segue/skill/gen"
)

func TestCommitteesAgreeWithListing(t *testing.T) {
	r := source(11)
	for range 100 {
		c := committee{groups: []int{gen.Between(r, 3, 5), gen.Between(r, 3, 5), gen.Between(r, 3, 4)}, low: []int{r.IntN(2), 1, r.IntN(2)}}
		c.size = gen.Between(r, 3, 6)
		for i, kind := range []string{"apart", "together", "needs"} {
			c.rules = append(c.rules, pairRule{kind, 2 * i, 2*i + 1})
			c.named = append(c.named, i, r.IntN(3))
		}
		var group []int // of each person, the named first
		left := slices.Clone(c.groups)
		for _, g := range c.named {
			group = append(group, g)
			left[g]--
		}
		if slices.Min(left) < 0 {
			continue
		}
		for g, n := range left {
			for range n {
				group = append(group, g)
			}
		}
		want := 0
		for set := range 1 << len(group) {
			have, size := make([]int, 3), 0
			for i, g := range group {
				have[g] += set >> i & 1
				size += set >> i & 1
			}
			in := func(i int) bool { return set>>i&1 == 1 }
			if size == c.size && have[0] >= c.low[0] && have[1] >= c.low[1] && have[2] >= c.low[2] && !(in(0) && in(1)) && in(2) == in(3) && (!in(4) || in(5)) {
				want++
			}
		}
		if got := c.count(); got != want {
			t.Errorf("%+v: %d, not %d", c, got, want)
		}
	}
}

func TestSumsAgreeWithListing(t *testing.T) {
	r := source(12)
	for range 200 {
		n := gen.Between(r, 2, 4)
		low, high := make([]int, n), make([]int, n)
		for i := range low {
			low[i] = r.IntN(3)
			high[i] = gen.Pick(r, []int{-1, low[i] + r.IntN(5)})
		}
		total := gen.Between(r, 3, 18)
		ways := []int{1}
		for i := range low {
			top := high[i]
			if top < 0 {
				top = total
			}
			own := make([]int, max(top, low[i])+1)
			for v := low[i]; v <= top; v++ {
				own[v] = 1
			}
			ways = productOf(ways, own)
		}
		want := 0
		if total < len(ways) {
			want = ways[total]
		}
		if got, _ := boundedSums(total, low, high); got != want {
			t.Errorf("%d with %v to %v: %d, not %d", total, low, high, got, want)
		}
		parts := []int{gen.Between(r, 1, 3), gen.Between(r, 4, 6), gen.Between(r, 7, 9)}
		l := partLimits{uses: gen.Between(r, 1, 4), fewest: r.IntN(3), most: gen.Between(r, 3, 8)}
		if r.IntN(2) == 0 {
			l = partLimits{uses: total, most: total}
		}
		sums := 0
		for a := 0; a <= l.uses; a++ {
			for b := 0; b <= l.uses; b++ {
				for c := 0; c <= l.uses; c++ {
					if a*parts[0]+b*parts[1]+c*parts[2] == total && a+b+c >= l.fewest && a+b+c <= l.most {
						sums++
					}
				}
			}
		}
		if got := countSums(total, parts, l); got[2] != sums {
			t.Errorf("%d from %v, %+v: %v, not %d", total, parts, l, got, sums)
		}
	}
}

func TestSeriesTimesInverseIsOne(t *testing.T) {
	r := source(13)
	for range 100 {
		s := series{c: gen.Pick(r, []int{-2, -1, 1, 3}), a: gen.Between(r, 1, 3), b: gen.Between(r, 1, 6)}
		power := series{c: s.c, a: s.a, b: 1}.terms(20)
		product := power
		for range s.b - 1 {
			product = truncatedProduct(product, power)
		}
		inverse := s
		inverse.inverse = true
		one := truncatedProduct(s.terms(20), inverse.terms(20))
		for i := range one {
			if one[i].Cmp(big.NewInt(int64(max(0, 1-i)))) != 0 || product[i].Cmp(s.terms(20)[i]) != 0 {
				t.Fatalf("%v: %v and %v", s, one, product)
			}
		}
	}
}
