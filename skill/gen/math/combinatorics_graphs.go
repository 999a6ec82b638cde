package math

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

// labelledGraphs asks for the number of road networks between towns. Difficulty
// goes from trees with all degrees given (Prüfer codes), over two degrees and a
// given part of the tree, to graphs without isolated named towns (inclusion and
// exclusion) and to connected graphs with a number of edges.
func labelledGraphs(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, gen.Between(r, 6, 9), gen.Between(r, 7, 12), gen.Between(r, 7, 10), gen.Between(r, 5, 8), gen.Between(r, 5, 6))
	towns := gen.Sample(r, lexicon.Cities(), min(n, gen.Of(d, n, 2, n, 3, 4)))
	tree := fmt.Sprintf("The network has exactly %d roads and links all the towns, directly or by way of others.", n-1)
	var count int
	var rule, working string
	switch d {
	case 1:
		count, rule, working = treesOfDegrees(randomDegrees(r, n), towns)
		rule = tree + rule
	case 2:
		k, l := gen.Between(r, 2, 3), gen.Between(r, 1, 3)
		count = multinomial(k-1, l-1, n-k-l) * power(n-2, n-k-l)
		rule = fmt.Sprintf("%s The number of roads that end there is %d for %s and %d for %s.", tree, k, towns[0], l, towns[1])
		working = fmt.Sprintf("In the Prüfer code, of length %d, a town stands once less often than it has roads: the first town %d times, the second %d times, and the other places are free for %d towns", n-2, k-1, l-1, n-2)
	case 3:
		var built []string
		sizes, at := 1, 0
		components := n
		for range 2 {
			size := gen.Between(r, 2, 3)
			for i := 1; i < size; i++ {
				built = append(built, towns[at+i-1]+"–"+towns[at+i])
			}
			sizes, at, components = sizes*size, at+size, components-size+1
		}
		count = sizes * power(n, components-2)
		rule = fmt.Sprintf("%s It must contain the roads that exist already: %s.", tree, strings.Join(built, ", "))
		working = fmt.Sprintf("The given roads leave %d components; the trees that contain them number %d^(%d − 2) times the product of the sizes of the components, which is %d", components, n, components, sizes)
	case 4:
		m := gen.Between(r, 3, n+2)
		var terms []int
		for j := 0; j <= 3; j++ {
			terms = append(terms, minusOneTo(j)*nCr(3, j)*nCr((n-j)*(n-j-1)/2, m))
		}
		count = sumOf(terms)
		rule = fmt.Sprintf("The network has exactly %d roads. It need not link all the towns, but each of %s must have at least one road.", m, gen.Enumerated(towns))
		working = fmt.Sprintf("Inclusion and exclusion over which of the three named towns have no road: %s", sumText(terms))
	default:
		m := gen.Between(r, n, n+2)
		var all int
		count, all = connectedGraphs(n, m)
		rule = fmt.Sprintf("The network has exactly %d roads and links all the towns, directly or by way of others. There is a road between %s and %s, but none between %s and %s.", m, towns[0], towns[1], towns[2], towns[3])
		working = fmt.Sprintf("There are C(%d, %d) = %d networks with the one road and without the other; %d of them fall into several parts", n*(n-1)/2-2, m-1, all, all-count)
	}
	names := " (" + strings.Join(towns, ", ") + ")"
	if len(towns) < n {
		names = " (among them " + gen.Enumerated(towns) + ")"
	}
	question, slots := gen.Ask(r, []string{
		"Between {n} towns{names} roads are to be built, each of which joins two different towns; two towns are joined by one road at most. {rule} How many different networks are possible?",
		"A graph without loops or multiple edges has {n} vertices{names}, which are called towns, and its edges roads. {rule} How many such graphs are there, the names of the towns being fixed?",
		"An engineer draws road maps for {n} given towns{names}; all that matters is which pairs of different towns are joined by a road. {rule} How many maps can be drawn?",
	}, gen.Slot("n", n), gen.Fixed("names", names), gen.Fixed("rule", rule))
	return posed(question, slots, task.Integer(int64(count)), "%s. This gives %d.", working, count)
}

// randomDegrees are the degrees of a random tree: one more than the counts in a
// Prüfer code.
func randomDegrees(r *rand.Rand, n int) []int {
	degrees := make([]int, n)
	for i := range degrees {
		degrees[i] = 1
	}
	for range n - 2 {
		degrees[r.IntN(n)]++
	}
	return degrees
}

// treesOfDegrees counts the trees with all degrees given.
func treesOfDegrees(degrees []int, towns []string) (count int, rule, working string) {
	var often []int
	var parts []string
	for i, g := range degrees {
		often = append(often, g-1)
		parts = append(parts, fmt.Sprintf("%s %d", towns[i], g))
	}
	count = multinomial(often...)
	return count, fmt.Sprintf(" The numbers of roads that end in each town are: %s.", strings.Join(parts, ", ")),
		fmt.Sprintf("In the Prüfer code, of length %d, each town stands once less often than it has roads: %s times, so the codes number %d! divided by the factorials of these numbers", len(degrees)-2, strings.Join(intTexts("%d", often), ", "), len(degrees)-2)
}

// connectedGraphs counts the connected graphs with n vertices and m edges that
// have the edge 0–1 and not 2–3, and all those, connected or not.
func connectedGraphs(n, m int) (connected, all int) {
	var free []edge
	for a := range n {
		for b := a + 1; b < n; b++ {
			if (edge{a, b}) != (edge{0, 1}) && (edge{a, b}) != (edge{2, 3}) {
				free = append(free, edge{a, b})
			}
		}
	}
	last := 1 << len(free)
	for set := 1<<(m-1) - 1; set < last; {
		all++
		if connects(n, free, set) {
			connected++
		}
		low := set & -set // the next set of as many edges
		carry := set + low
		set = carry | (set^carry)/low>>2
	}
	return connected, all
}

// connects says whether the edges of a set, and 0–1, reach every vertex.
func connects(n int, edges []edge, set int) bool {
	var near [8]int
	near[0], near[1] = 2, 1
	for ; set != 0; set &= set - 1 {
		e := edges[bits.TrailingZeros(uint(set))]
		near[e.a] |= 1 << e.b
		near[e.b] |= 1 << e.a
	}
	reached, open := 1, 1
	for open != 0 {
		v := bits.TrailingZeros(uint(open))
		open = (open | near[v]&^reached) &^ (1 << v)
		reached |= near[v]
	}
	return reached == 1<<n-1
}
