package logic

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// arrangement is a puzzle of groups of values, each group spread over the same
// places, one value a place. Value v of group g is the variable g·places + v.
type arrangement struct {
	places, groups int
	clues          []clue
}

// A clue relates the places of variables.
type clue struct {
	kind string
	a, b int
	k    int // a place, or the number of places between
}

// The kinds of clues.
const (
	samePlace   = "same"
	otherPlace  = "other"
	leftOf      = "left"      // a somewhere left of b
	nextLeftOf  = "next left" // a directly left of b
	beside      = "beside"
	gapBetween  = "gap"     // exactly k places between a and b
	atPlace     = "at"      // a at place k
	notAtPlace  = "not at"  // a not at place k
	atEitherEnd = "at end"  // a at the first or the last place
	notAdjacent = "not adj" // a and b in different, not neighbouring places
)

// holds says whether the clue is true of places p of a and q of b.
func (c clue) holds(p, q, places int) bool {
	gap := max(p-q, q-p)
	switch c.kind {
	case samePlace:
		return p == q
	case otherPlace:
		return p != q
	case leftOf:
		return p < q
	case nextLeftOf:
		return p+1 == q
	case beside:
		return gap == 1
	case notAdjacent:
		return gap > 1
	case gapBetween:
		return gap == c.k+1
	case atPlace:
		return p == c.k
	case notAtPlace:
		return p != c.k
	}
	return p == 0 || p == places-1
}

// unary says whether the clue is about one variable.
func (c clue) unary() bool {
	return c.kind == atPlace || c.kind == notAtPlace || c.kind == atEitherEnd
}

// solve finds up to limit solutions: the place of each variable. It searches the
// variable with the fewest places left and removes places that a clue or the
// variable's group rules out.
func (p arrangement) solve(limit int) [][]int {
	n := p.places * p.groups
	domains := make([]uint, n)
	for v := range domains {
		domains[v] = 1<<p.places - 1
	}
	for _, c := range p.clues {
		if !c.unary() {
			continue
		}
		for place := range p.places {
			if !c.holds(place, place, p.places) {
				domains[c.a] &^= 1 << place
			}
		}
	}
	var solutions [][]int
	p.search(domains, make([]bool, n), limit, &solutions)
	return solutions
}

func (p arrangement) search(domains []uint, fixed []bool, limit int, solutions *[][]int) {
	v, fewest := -1, p.places+1
	for i, d := range domains {
		if count := bits.OnesCount(d); !fixed[i] && count < fewest {
			v, fewest = i, count
		}
	}
	if v < 0 {
		places := make([]int, len(domains))
		for i, d := range domains {
			places[i] = bits.TrailingZeros(d)
		}
		*solutions = append(*solutions, places)
		return
	}
	for place := range p.places {
		if domains[v]>>place&1 == 0 || len(*solutions) >= limit {
			continue
		}
		narrowed, nowFixed := slices.Clone(domains), slices.Clone(fixed)
		narrowed[v], nowFixed[v] = 1<<place, true
		if p.narrow(narrowed, v, place) {
			p.search(narrowed, nowFixed, limit, solutions)
		}
	}
}

// narrow removes what v at place rules out; false means that a variable has no
// place left.
func (p arrangement) narrow(domains []uint, v, place int) bool {
	group := v / p.places
	for other := group * p.places; other < (group+1)*p.places; other++ {
		if other != v {
			if domains[other] &^= 1 << place; domains[other] == 0 {
				return false
			}
		}
	}
	for _, c := range p.clues {
		if c.unary() || c.a != v && c.b != v {
			continue
		}
		other := c.a + c.b - v
		for q := range p.places {
			fits := c.holds(place, q, p.places)
			if c.b == v {
				fits = c.holds(q, place, p.places)
			}
			if !fits {
				domains[other] &^= 1 << q
			}
		}
		if domains[other] == 0 {
			return false
		}
	}
	return true
}

// pose picks clues that hidden alone satisfies, from a pool of clues that are
// true of it, and drops the ones not needed. The pool must determine hidden.
func pose(r *rand.Rand, places, groups int, hidden []int, pool []clue) []clue {
	p := arrangement{places: places, groups: groups}
	r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for {
		solutions := p.solve(2)
		wrong := slices.IndexFunc(solutions, func(s []int) bool { return !slices.Equal(s, hidden) })
		if wrong < 0 {
			break
		}
		s := solutions[wrong]
		i := slices.IndexFunc(pool, func(c clue) bool { return !c.holds(s[c.a], s[c.b], places) })
		if i < 0 {
			break // not with a pool that determines hidden
		}
		p.clues = append(p.clues, pool[i])
	}
	for i := len(p.clues) - 1; i >= 0; i-- {
		fewer := arrangement{places, groups, slices.Delete(slices.Clone(p.clues), i, i+1)}
		if len(fewer.solve(2)) == 1 {
			p = fewer
		}
	}
	r.Shuffle(len(p.clues), func(i, j int) { p.clues[i], p.clues[j] = p.clues[j], p.clues[i] })
	return p.clues
}

// drawPlaces draws a solution.
func drawPlaces(r *rand.Rand, places, groups int) []int {
	var hidden []int
	for range groups {
		hidden = append(hidden, r.Perm(places)...)
	}
	return hidden
}

// truths lists the clues of some kinds that are true of hidden. Clues of two
// variables of one group leave the trivial ones out.
func truths(places int, hidden []int, kinds []string) []clue {
	var pool []clue
	for a := range hidden {
		for b := range hidden {
			for _, kind := range kinds {
				c := clue{kind: kind, a: a, b: b}
				switch {
				case c.unary() && a != b, !c.unary() && a == b:
					continue
				case a/places == b/places && (kind == samePlace || kind == otherPlace):
					continue
				case a > b && (kind == samePlace || kind == otherPlace || kind == beside || kind == notAdjacent || kind == gapBetween):
					continue // symmetric
				case kind == gapBetween:
					if c.k = max(hidden[a]-hidden[b], hidden[b]-hidden[a]) - 1; c.k < 1 {
						continue
					}
				case kind == atPlace:
					c.k = hidden[a]
				case kind == notAtPlace:
					c.k = (hidden[a] + 1 + (a+b)%(places-1)) % places
				}
				if c.holds(hidden[a], hidden[b], places) {
					pool = append(pool, c)
				}
			}
		}
	}
	return pool
}
