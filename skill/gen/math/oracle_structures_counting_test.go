package math

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

func TestDrawsBySearchOfTheWorstCase(t *testing.T) {
	checkOracles(t, map[string]oracle{"pigeonhole-guarantee": worstDraw})
}

var (
	gloveCounts  = regexp.MustCompile(`(\d+) left and (\d+) right`)
	colourCounts = regexp.MustCompile(`(\d+) ([a-z]+)(?:,| and|\.)`)
	severalTimes = regexp.MustCompile(`at least (\d+) colours occur (\d+) times`)
	namedTimes   = regexp.MustCompile(`and ([a-z]+) occurs at least (\d+) time`)
	someTimes    = regexp.MustCompile(`some colour occurs at least (\d+) times`)
	differentOf  = regexp.MustCompile(`at least (\d+) different colours`)
	pairsWanted  = regexp.MustCompile(`(\d+) complete pairs`)
)

// worstDraw goes through the colours and keeps, for each number of goals met, the
// largest draw; it looks at every number drawn of every colour.
func worstDraw(t *testing.T, it task.Item, _ []int) string {
	number := func(re *regexp.Regexp, group int) int {
		n, _ := strconv.Atoi(re.FindStringSubmatch(it.Question)[group])
		return n
	}
	best := map[int]int{0: 0} // goals met → size of the draw
	extend := func(options map[int]int) {
		next := map[int]int{}
		for a, size := range best {
			for b, more := range options {
				next[a+b] = max(next[a+b], size+more)
			}
		}
		best = next
	}
	answer := func(goals int) int {
		worst := 0
		for met, size := range best {
			if met < goals {
				worst = max(worst, size)
			}
		}
		return worst + 1
	}
	if gloves := gloveCounts.FindAllStringSubmatch(it.Question, -1); gloves != nil {
		k := number(pairsWanted, 1)
		for _, g := range gloves {
			left, _ := strconv.Atoi(g[1])
			right, _ := strconv.Atoi(g[2])
			options := map[int]int{}
			for l := range left + 1 {
				for r := range right + 1 {
					goals := min(l, r)
					if strings.Contains(it.Question, "one and the same") {
						goals = min(l, r) / k
					}
					options[goals] = max(options[goals], l+r)
				}
			}
			extend(options)
		}
		if strings.Contains(it.Question, "one and the same") {
			return fmt.Sprint(answer(1))
		}
		return fmt.Sprint(answer(k))
	}
	goals, times := 1, 1
	switch {
	case someTimes.MatchString(it.Question):
		times = number(someTimes, 1)
	case differentOf.MatchString(it.Question):
		goals = number(differentOf, 1)
	default:
		goals, times = number(severalTimes, 1), number(severalTimes, 2)
	}
	total, named := 0, map[string]int{}
	for _, m := range colourCounts.FindAllStringSubmatch(it.Question, -1) {
		n, _ := strconv.Atoi(m[1])
		if m[2] == "times" || m[2] == "time" {
			continue
		}
		total, named[m[2]] = total+n, n
		options := map[int]int{}
		for drawn := range n + 1 {
			met := 0
			if drawn >= times {
				met = 1
			}
			options[met] = max(options[met], drawn)
		}
		extend(options)
	}
	least := answer(goals)
	if m := namedTimes.FindStringSubmatch(it.Question); m != nil {
		need, _ := strconv.Atoi(m[2])
		least = max(least, total-named[m[1]]+need)
	}
	return fmt.Sprint(least)
}

func TestPartitionCountsAgreeWithListing(t *testing.T) {
	for n := 4; n <= 9; n++ {
		type counts struct{ all, pairs, glued, twice, together int }
		got := make([]counts, n+1)
		var grow func(blocks []int, used int)
		grow = func(blocks []int, used int) {
			if len(blocks) == n {
				sizes := make([]int, used)
				for _, b := range blocks {
					sizes[b]++
				}
				c := &got[used]
				c.all++
				if blocks[0] == blocks[1] {
					c.together++
				}
				if slices.Min(sizes) >= 2 {
					c.pairs++
					if blocks[0] == blocks[1] {
						c.glued++
						if blocks[2] == blocks[3] {
							c.twice++
						}
					}
				}
				return
			}
			for b := 0; b <= used; b++ {
				grow(append(blocks, b), max(used, b+1))
			}
		}
		grow(nil, 0)
		for k := 2; k <= min(n, 4); k++ {
			want := got[k]
			if have := (counts{stirling(n, k), stirlingPairs(n, k), gluedPairs(n, k), gluedTwice(n, k), stirling(n-1, k)}); have != want {
				t.Errorf("%d in %d blocks: %+v, not %+v", n, k, have, want)
			}
		}
	}
}

func TestBoardsAgreeWithPlacing(t *testing.T) {
	r := source(14)
	for range 60 {
		b := board{rows: gen.Between(r, 2, 3), columns: gen.Between(r, 2, 5), squares: r.IntN(2) == 0}
		for range r.IntN(4) {
			b.missing = append(b.missing, point{gen.Between(r, 1, b.columns), gen.Between(r, 1, b.rows)})
		}
		free := map[point]bool{}
		for x := 1; x <= b.columns; x++ {
			for y := 1; y <= b.rows; y++ {
				free[point{x, y}] = !slices.Contains(b.missing, point{x, y})
			}
		}
		var place func() int
		place = func() int {
			for x := 1; x <= b.columns; x++ {
				for y := 1; y <= b.rows; y++ {
					if !free[point{x, y}] {
						continue
					}
					total := 0
					free[point{x, y}] = false
					if b.squares {
						total += place()
					}
					for _, q := range []point{{x + 1, y}, {x, y + 1}} {
						if free[q] {
							free[q] = false
							total += place()
							free[q] = true
						}
					}
					free[point{x, y}] = true
					return total
				}
			}
			return 1
		}
		if got, want := b.tilings(), place(); got != want {
			t.Errorf("%+v: %d, not %d", b, got, want)
		}
	}
	each(t, "math/tiling-count", func(t *testing.T, it task.Item) {
		if it.Answer.Value == "0" || strings.HasPrefix(it.Answer.Value, "-") {
			t.Errorf("%s: %s tilings", it.ID, it.Answer.Value)
		}
	})
}

func TestStringsAgreeWithListing(t *testing.T) {
	for _, c := range []stringCounter{
		{alphabet: []string{"A", "B"}, patterns: []string{"ABA"}}, {alphabet: []string{"A", "B"}, patterns: []string{"AAAA"}},
		{alphabet: []string{"A", "B"}, patterns: []string{"ABB", "BAB"}}, {alphabet: []string{"A", "B", "C"}, patterns: []string{"ABC", "BCA"}},
		{alphabet: []string{"A", "B"}, patterns: []string{"ABAB"}, once: true}, {alphabet: []string{"A", "B"}, patterns: []string{"AAAA"}, once: true},
	} {
		counts := c.countByLength(8)
		words := []string{""}
		for n := 0; n <= 8; n++ {
			want := 0
			for _, w := range words {
				found := 0
				for i := range w {
					for _, p := range c.patterns {
						if strings.HasPrefix(w[i:], p) {
							found++
						}
					}
				}
				if !c.once && found == 0 || c.once && found == 1 {
					want++
				}
			}
			if counts[n] != want {
				t.Errorf("%+v, length %d: %d, not %d", c, n, counts[n], want)
			}
			var longer []string
			for _, w := range words {
				for _, a := range c.alphabet {
					longer = append(longer, w+a)
				}
			}
			words = longer
		}
	}
}

func TestNecklacesAgreeWithListing(t *testing.T) {
	r := source(15)
	for range 40 {
		c := necklace{beads: gen.Between(r, 3, 8), flips: r.IntN(2) == 0, spaced: r.IntN(2) == 0}
		c.counts = []int{gen.Between(r, 1, c.beads/2)}
		c.free = 2
		if r.IntN(2) == 0 {
			second := gen.Between(r, 1, c.beads-c.counts[0])
			c.counts, c.free = append(c.counts, second, c.beads-c.counts[0]-second), 0
			if c.counts[2] == 0 {
				c.counts = c.counts[:2]
			}
		}
		kinds := len(c.counts) + c.free
		seen := map[string]bool{}
		rings := 0
		for code := range power(kinds, c.beads) {
			ring := make([]byte, c.beads)
			have := make([]int, kinds)
			for i := range ring {
				ring[i] = byte('a' + code%kinds)
				have[code%kinds]++
				code /= kinds
			}
			ok := slices.Equal(have[:len(c.counts)], c.counts)
			for i := range ring {
				ok = ok && !(c.spaced && ring[i] == 'a' && ring[(i+1)%c.beads] == 'a')
			}
			if !ok || seen[string(ring)] {
				continue
			}
			rings++
			for i := range ring {
				turned := slices.Concat(ring[i:], ring[:i])
				seen[string(turned)] = true
				if c.flips {
					slices.Reverse(turned)
					seen[string(turned)] = true
				}
			}
		}
		fixed := c.fixedBy()
		if sumOf(fixed)%len(fixed) != 0 || sumOf(fixed)/len(fixed) != rings {
			t.Errorf("%+v: %d / %d, not %d", c, sumOf(fixed), len(fixed), rings)
		}
	}
}

func TestTableauxRecurrencesAndGraphs(t *testing.T) {
	r := source(16)
	for range 100 {
		shape := []int{gen.Between(r, 4, 7), gen.Between(r, 2, 4), gen.Between(r, 0, 2)}
		if hooks, _ := hookCount(shape); hooks.Cmp(chains(shape, []int{0, 0, 0})) != 0 {
			t.Errorf("%v: %v by hooks, %v by chains", shape, hooks, chains(shape, []int{0, 0, 0}))
		}
		coef, start, m, n := []int{gen.Between(r, 1, 7), gen.Between(r, 1, 7), gen.Between(r, 1, 7)}, []int{1, r.IntN(9), r.IntN(9)}, gen.Between(r, 2, 40), r.IntN(300)
		terms := slices.Clone(start)
		for i := 3; i <= n; i++ {
			terms = append(terms, (coef[0]*terms[i-1]+coef[1]*terms[i-2]+coef[2]*terms[i-3]+5)%m)
		}
		if got := recurrenceValue(coef, start, 5, n, m); got != terms[n]%m {
			t.Errorf("%v from %v: a(%d) = %d, not %d (mod %d)", coef, start, n, got, terms[n]%m, m)
		}
	}
	for m := 5; m <= 8; m++ {
		want := 0
		for set := range 1 << 15 {
			var root [6]int
			for i := range root {
				root[i] = i
			}
			i, size, parts, has, lacks := 0, 0, 6, false, true
			for a := range 6 {
				for b := a + 1; b < 6; b++ {
					if set>>i&1 == 1 {
						size++
						has = has || a == 0 && b == 1
						lacks = lacks && !(a == 2 && b == 3)
						if from, to := root[b], root[a]; from != to {
							parts--
							for v := range root {
								if root[v] == from {
									root[v] = to
								}
							}
						}
					}
					i++
				}
			}
			if size == m && parts == 1 && has && lacks {
				want++
			}
		}
		if got, all := connectedGraphs(6, m); got != want || all != nCr(13, m-1) {
			t.Errorf("%d edges: %d of %d, not %d", m, got, all, want)
		}
	}
}

func TestTreesByDeterminant(t *testing.T) {
	built := regexp.MustCompile(`exist already: (.*?)\.`)
	each(t, "math/labelled-graph-counting", func(t *testing.T, it task.Item) {
		m := built.FindStringSubmatch(it.Question)
		if m == nil {
			return
		}
		n, ok := slotValue(it, "n")
		if !ok {
			return
		}
		group := map[string]string{} // town → its component
		for road := range strings.SplitSeq(m[1], ", ") {
			a, b, _ := strings.Cut(road, "–")
			if group[a] == "" {
				group[a] = a
			}
			group[b] = group[a]
		}
		sizes := map[string]int{}
		for _, g := range group {
			sizes[g]++
		}
		var weights []int
		for _, s := range sizes {
			weights = append(weights, s)
		}
		for range n - len(group) {
			weights = append(weights, 1)
		}
		k := len(weights) - 1
		laplacian := make([][]int, k) // between components there are as many roads as pairs of towns
		for i := range laplacian {
			laplacian[i] = make([]int, k)
			for j := range laplacian[i] {
				laplacian[i][j] = -weights[i] * weights[j]
			}
			laplacian[i][i] = weights[i] * (n - weights[i])
		}
		if _, det := invert(laplacian); det.Cmp(new(big.Rat).SetInt(mustInt(t, it.Answer.Value))) != 0 {
			t.Errorf("%s: %s, but the determinant is %s", it.ID, it.Answer.Value, det.RatString())
		}
	})
}

func mustInt(t *testing.T, text string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		t.Fatalf("%q is no integer", text)
	}
	return n
}
