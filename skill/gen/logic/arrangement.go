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

// solve finds up to limit solutions: the place of each variable. It removes
// places that no partner of a clue or of the group supports, and branches on the
// variable with the fewest places left.
func (p arrangement) solve(limit int) [][]int {
	s := solver{places: p.places, limit: limit}
	domains := make([]uint, p.places*p.groups)
	for v := range domains {
		domains[v] = 1<<p.places - 1
	}
	for _, c := range p.clues {
		if !c.unary() {
			s.supports = append(s.supports, supportOf(c, p.places))
			continue
		}
		for place := range p.places {
			if !c.holds(place, place, p.places) {
				domains[c.a] &^= 1 << place
			}
		}
	}
	s.search(domains)
	return s.solutions
}

// solver is the state of one search. A domain is a bit set of places.
type solver struct {
	places, limit int
	supports      []support
	solutions     [][]int
}

// support is a clue of two variables as, for each place of one, the places that
// it leaves to the other.
type support struct {
	a, b       int
	forB, forA []uint
}

func supportOf(c clue, places int) support {
	s := support{c.a, c.b, make([]uint, places), make([]uint, places)}
	for p := range places {
		for q := range places {
			if c.holds(p, q, places) {
				s.forB[p] |= 1 << q
				s.forA[q] |= 1 << p
			}
		}
	}
	return s
}

// search narrows the domains, which it may change, and branches.
func (s *solver) search(domains []uint) {
	if !s.narrow(domains) {
		return
	}
	v, fewest := -1, s.places+1
	for i, d := range domains {
		if n := bits.OnesCount(d); n > 1 && n < fewest {
			v, fewest = i, n
		}
	}
	if v < 0 {
		places := make([]int, len(domains))
		for i, d := range domains {
			places[i] = bits.TrailingZeros(d)
		}
		s.solutions = append(s.solutions, places)
		return
	}
	for place := range s.places {
		if domains[v]>>place&1 == 1 && len(s.solutions) < s.limit {
			branch := slices.Clone(domains)
			branch[v] = 1 << place
			s.search(branch)
		}
	}
}

// narrow removes unsupported places until nothing changes; false means that a
// variable has no place left. A domain only shrinks, so it ends.
func (s *solver) narrow(domains []uint) bool {
	for changed := true; changed; {
		changed = false
		keep := func(v int, allowed uint) {
			if domains[v]&^allowed != 0 {
				domains[v] &= allowed
				changed = true
			}
		}
		for _, c := range s.supports {
			keep(c.b, union(c.forB, domains[c.a]))
			keep(c.a, union(c.forA, domains[c.b]))
		}
		for group := 0; group < len(domains); group += s.places {
			s.narrowGroup(domains[group:group+s.places], func(v int, allowed uint) { keep(group+v, allowed) })
		}
		if slices.Contains(domains, 0) {
			return false
		}
	}
	return true
}

// narrowGroup takes a settled place from the other variables of a group, and
// settles a variable that alone can have some place.
func (s *solver) narrowGroup(group []uint, keep func(v int, allowed uint)) {
	for v, d := range group {
		others := uint(0)
		for w, e := range group {
			if w != v {
				others |= e
				if bits.OnesCount(d) == 1 {
					keep(w, ^d)
				}
			}
		}
		if own := d &^ others; bits.OnesCount(own) == 1 {
			keep(v, own)
		}
	}
}

// union joins the sets of the places in a domain.
func union(sets []uint, domain uint) (all uint) {
	for ; domain != 0; domain &= domain - 1 {
		all |= sets[bits.TrailingZeros(domain)]
	}
	return all
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
