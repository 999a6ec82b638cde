package science

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
)

// carbonTree is an acyclic molecule of single bonds without its hydrogen atoms.
type carbonTree struct {
	labels []string // "C", "O", "N", "Cl", …
	bonds  [][]int
}

func (m *carbonTree) add(label string, to int) int {
	m.labels, m.bonds = append(m.labels, label), append(m.bonds, nil)
	i := len(m.labels) - 1
	if to >= 0 {
		m.bonds[i] = append(m.bonds[i], to)
		m.bonds[to] = append(m.bonds[to], i)
	}
	return i
}

// drop takes the last atom away again.
func (m *carbonTree) drop() {
	last := len(m.labels) - 1
	to := m.bonds[last][0]
	m.labels, m.bonds = m.labels[:last], m.bonds[:last]
	m.bonds[to] = m.bonds[to][:len(m.bonds[to])-1]
}

func (m carbonTree) clone() carbonTree {
	out := carbonTree{labels: slices.Clone(m.labels)}
	for _, b := range m.bonds {
		out.bonds = append(out.bonds, slices.Clone(b))
	}
	return out
}

// seen is the canonical text of the molecule looked at from an atom: two atoms
// are equivalent where it is equal.
func (m carbonTree) seen(atom, from int) string {
	var parts []string
	for _, next := range m.bonds[atom] {
		if next != from {
			parts = append(parts, m.seen(next, atom))
		}
	}
	slices.Sort(parts)
	return "(" + m.labels[atom] + strings.Join(parts, "") + ")"
}

// identity is equal for equal molecules that hold an atom of the label, from
// which it looks.
func (m carbonTree) identity(label string) string {
	best := ""
	for i, l := range m.labels {
		if l != label {
			continue
		}
		if s := m.seen(i, -1); best == "" || s < best {
			best = s
		}
	}
	return best
}

// line writes a SMILES string from an atom on, with branches in random order.
func (m carbonTree) line(r *rand.Rand, atom, from int) string {
	var next []int
	for _, n := range m.bonds[atom] {
		if n != from {
			next = append(next, n)
		}
	}
	r.Shuffle(len(next), func(i, j int) { next[i], next[j] = next[j], next[i] })
	out := m.labels[atom]
	for i, n := range next {
		if i < len(next)-1 {
			out += "(" + m.line(r, n, atom) + ")"
		} else {
			out += m.line(r, n, atom)
		}
	}
	return out
}

// smiles starts anywhere.
func (m carbonTree) smiles(r *rand.Rand) string { return m.line(r, r.IntN(len(m.labels)), -1) }

// drawAlkane draws a tree of carbon atoms with at most four bonds each, chains
// rather than bushes.
func drawAlkane(r *rand.Rand, n int) carbonTree {
	var m carbonTree
	m.add("C", -1)
	for len(m.labels) < n {
		to := len(m.labels) - 1
		if r.IntN(2) == 0 {
			to = r.IntN(len(m.labels))
		}
		if len(m.bonds[to]) < 4 {
			m.add("C", to)
		}
	}
	return m
}

// stereocentres are the carbon atoms with four different substituents.
func (m carbonTree) stereocentres() []int {
	var out []int
	for i, b := range m.bonds {
		if m.labels[i] != "C" || len(b) < 3 {
			continue
		}
		kinds := map[string]bool{}
		for _, n := range b {
			kinds[m.seen(n, i)] = true
		}
		if len(kinds) == len(b) { // with three neighbours the fourth is H
			out = append(out, i)
		}
	}
	return out
}

// chainName is a branched alkane: the length of the main chain and the branches
// by their place.
type chainName struct {
	length   int
	branches map[int][]string // alkyl or halo prefixes by locant
}

var (
	chainStems = []string{"", "meth", "eth", "prop", "but", "pent", "hex", "hept", "oct", "non", "dec", "undec", "dodec"}
	branchSize = map[string]int{"methyl": 1, "ethyl": 2, "propyl": 3, "bromo": 0, "chloro": 0, "fluoro": 0}
	branchAtom = map[string]string{"bromo": "Br", "chloro": "Cl", "fluoro": "F"}
	multiplier = []string{"", "", "di", "tri", "tetra", "penta", "hexa"}
)

// numberedFrom gives the name with the chain counted from the other end where
// that is set, and its locants in rising order.
func (c chainName) numberedFrom(otherEnd bool) (name string, locants []int) {
	places := map[string][]int{}
	for at, list := range c.branches {
		if otherEnd {
			at = c.length + 1 - at
		}
		for _, b := range list {
			places[b] = append(places[b], at)
			locants = append(locants, at)
		}
	}
	slices.Sort(locants)
	var parts []string
	for _, b := range []string{"bromo", "chloro", "ethyl", "fluoro", "methyl", "propyl"} { // alphabetical
		if at := places[b]; len(at) > 0 {
			slices.Sort(at)
			texts := make([]string, len(at))
			for i, n := range at {
				texts[i] = fmt.Sprint(n)
			}
			parts = append(parts, strings.Join(texts, ",")+"-"+multiplier[len(at)]+b)
		}
	}
	return strings.Join(parts, "-") + chainStems[c.length] + "ane", locants
}

// name takes the lower locants at the first difference; where both ends give the
// same set, the prefix that comes first gets the lower ones.
func (c chainName) name() string {
	one, a := c.numberedFrom(false)
	two, b := c.numberedFrom(true)
	switch order := slices.Compare(a, b); {
	case order < 0:
		return one
	case order > 0:
		return two
	}
	if lowerFirst(two, one) {
		return two
	}
	return one
}

// lowerFirst compares the locants in the order in which the names cite them.
func lowerFirst(a, b string) bool {
	x, y := citedLocants(a), citedLocants(b)
	return slices.Compare(x, y) < 0
}

func citedLocants(name string) []int {
	var out []int
	for _, text := range numeralsOf(name) {
		n := 0
		fmt.Sscan(text, &n)
		out = append(out, n)
	}
	return out
}

func numeralsOf(name string) []string {
	return strings.FieldsFunc(name, func(c rune) bool { return c < '0' || c > '9' })
}

// tree builds the molecule.
func (c chainName) tree() carbonTree {
	var m carbonTree
	last := -1
	for at := 1; at <= c.length; at++ {
		last = m.add("C", last)
		for _, b := range c.branches[at] {
			if atom, halogen := branchAtom[b]; halogen {
				m.add(atom, last)
				continue
			}
			to := last
			for range branchSize[b] {
				to = m.add("C", to)
			}
		}
	}
	return m
}

// drawChain draws a name whose main chain is the only longest one: a branch of k
// carbon atoms stands in place k + 2 at least, counted from either end.
func drawChain(r *rand.Rand, length, branches int, kinds []string) chainName {
	c := chainName{length, map[int][]string{}}
	for range 40 {
		kind := gen.Pick(r, kinds)
		room := branchSize[kind] + 2
		if room <= 3 { // a methyl group in place 2 only swaps with the chain's end
			room = branchSize[kind] + 1
		}
		if branches == 0 || length+1-room < room {
			break
		}
		at := gen.Between(r, room, length+1-room)
		most := 2
		if at == 1 || at == length {
			most = 1
		}
		if len(c.branches[at]) < most {
			c.branches[at] = append(c.branches[at], kind)
			branches--
		}
	}
	return c
}
