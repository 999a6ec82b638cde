package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/spanning-tree-count", "discrete structures", "Spanning-tree count",
		"Count the spanning trees of a graph, with edges that must or must not be in them.", spanningTreeCount)
	gen.Register("math/walk-counting-by-matrix-powers", "discrete structures", "Walk counting by matrix powers",
		"Count the walks of a given length between two vertices.", walkCounting)
	gen.Register("math/maximum-matching-size", "discrete structures", "Maximum matching size",
		"Find the size of a largest matching in a bipartite graph, and how many there are.", matchingSize)
}

// spanningTreeCount asks for the number of spanning trees. Difficulty adds vertices
// and independent cycles; from 3 on an edge must be used, at 5 another must not.
func spanningTreeCount(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 5, 6, 6, 7, 7)
	edges := connectedGraph(r, n, n-1+gen.Of(d, 2, 3, 4, 5, 6))
	letters := lettersOf(r, n)
	all := spanningTrees(n, edges)
	count, rule, working := all, "", fmt.Sprintf("By the matrix-tree theorem the number is a cofactor of the Laplacian matrix (degrees on the diagonal, −1 for each edge); it is %v", all)
	if d >= 3 {
		// Only an edge of a cycle can be left out, and not every edge is a bridge.
		cyclic := slices.DeleteFunc(slices.Clone(edges), func(e edge) bool { return spanningTrees(n, without(edges, e)).Sign() == 0 })
		chosen := gen.Sample(r, cyclic, 2)
		name := func(e edge) string { return letters[e.a] + "–" + letters[e.b] }
		kept := edges
		rule = fmt.Sprintf(" The link %s must be among the chosen ones.", name(chosen[0]))
		if d == 5 {
			kept = without(edges, chosen[1])
			rule = fmt.Sprintf(" The link %s must be among the chosen ones, and %s must not.", name(chosen[0]), name(chosen[1]))
			all = spanningTrees(n, kept)
		}
		lacking := spanningTrees(n, without(kept, chosen[0]))
		count = new(big.Int).Sub(all, lacking)
		working = fmt.Sprintf("By the matrix-tree theorem (a cofactor of the Laplacian) the graph with all allowed links has %v spanning trees, and %v of them do not use %s; the difference is %v", all, lacking, name(chosen[0]), count)
	}
	question, slots := gen.Ask(r, []string{
		"A graph has {n} vertices and the edges {edges}. Call the edges links. In how many ways can {links} links be chosen so that they join all the vertices?{rule}",
		"The {n} computers of a laboratory can be connected by the direct links {edges}. A set of links is to be switched on that connects all computers without forming a loop.{rule} How many such sets are there?",
		"Between {n} huts the paths {edges} exist, called links. After a snowfall just enough links are cleared that every hut can be reached from every other, and no more: no cleared link is needless.{rule} Count the possible choices.",
	}, gen.Slot("n", n), gen.Fixed("edges", edgeText(edges, letters)), gen.Fixed("rule", rule), gen.Slot("links", n-1))
	return posed(question, slots, bigCount(count), "%s.", working)
}

func without(edges []edge, e edge) []edge {
	return slices.DeleteFunc(slices.Clone(edges), func(f edge) bool { return f == e })
}

// spanningTrees is a cofactor of the Laplacian, by fraction-free elimination (Bareiss).
func spanningTrees(n int, edges []edge) *big.Int {
	m := make([][]int, n-1)
	for i := range m {
		m[i] = make([]int, n-1)
	}
	for _, e := range edges {
		for _, v := range []int{e.a, e.b} {
			if v < n-1 {
				m[v][v]++
			}
		}
		if e.b < n-1 {
			m[e.a][e.b]--
			m[e.b][e.a]--
		}
	}
	last := 1
	for c := range n - 2 {
		if m[c][c] == 0 {
			return new(big.Int) // the Laplacian is positive semidefinite, so the graph is in parts
		}
		for i := c + 1; i < n-1; i++ {
			for j := c + 1; j < n-1; j++ {
				m[i][j] = (m[i][j]*m[c][c] - m[i][c]*m[c][j]) / last
			}
		}
		last = m[c][c]
	}
	return big.NewInt(int64(m[n-2][n-2]))
}

// walkCounting asks for the number of walks of length k. Difficulty adds length,
// then one-way edges and loops, a vertex to be at after some steps, a vertex to be
// visited at least once. The ends are those of a drawn walk, so one exists.
func walkCounting(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 4, 5, 5, 5, 5)
	k := gen.Between(r, gen.Of(d, 4, 6, 6, 6, 6), gen.Of(d, 6, 9, 9, 10, 9))
	letters := lettersOf(r, n)
	next := make([][]int, n)
	var texts []string
	if d < 3 {
		edges := connectedGraph(r, n, n+gen.Between(r, 0, 2))
		for _, e := range edges {
			next[e.a], next[e.b] = append(next[e.a], e.b), append(next[e.b], e.a)
		}
		texts = []string{edgeText(edges, letters)}
	} else {
		order := r.Perm(n)
		for i, v := range order { // a cycle, so that every walk can go on
			next[v] = append(next[v], order[(i+1)%n])
		}
		for range n {
			if a, b := r.IntN(n), r.IntN(n); !slices.Contains(next[a], b) {
				next[a] = append(next[a], b)
			}
		}
		for a, bs := range next {
			slices.Sort(bs)
			for _, b := range bs {
				texts = append(texts, letters[a]+"→"+letters[b])
			}
		}
	}
	walk := []int{r.IntN(n)}
	for range k {
		walk = append(walk, gen.Pick(r, next[walk[len(walk)-1]]))
	}
	from, to, at := walk[0], walk[k], gen.Between(r, 2, k-2)
	rows := walkRows(next, from, k, -1)
	count, rule, working := rows[k][to], "", fmt.Sprintf("Multiplying by the adjacency matrix step by step, the walks from the start to %s number, for 0, 1, …, %d steps, %s", strings.Join(letters, ", "), k, rowTexts(rows))
	switch d {
	case 4:
		count = rows[at][walk[at]] * walkRows(next, walk[at], k-at, -1)[k-at][to]
		rule = fmt.Sprintf(" After exactly %d steps it must be at %s.", at, letters[walk[at]])
		working = fmt.Sprintf("By powers of the adjacency matrix there are %d walks of %d steps to %s and %d walks of %d steps from there to the end", rows[at][walk[at]], at, letters[walk[at]], walkRows(next, walk[at], k-at, -1)[k-at][to], k-at)
	case 5:
		v := walk[at]
		avoiding := walkRows(next, from, k, v)[k][to]
		count -= avoiding
		rule = fmt.Sprintf(" It must be at %s at least once, where the start and the end count as well.", letters[v])
		working = fmt.Sprintf("By powers of the adjacency matrix there are %d walks in all and %d in the graph without %s, which do not visit it", rows[k][to], avoiding, letters[v])
	}
	question, slots := gen.Ask(r, []string{
		"A graph has the vertices {v} and the edges {e}; {way}. How many walks with exactly {k} steps lead from {from} to {to}? Vertices and edges may be repeated.{rule}",
		"A token lies on {from} of a board with the fields {v}. In one move it goes along one of the connections {e}; {way}. In how many different ways can it make {k} moves and end on {to}?{rule}",
		"A courier moves between the stations {v}. Every hour one of the rides {e} is taken; {way}. Count the sequences of {k} rides that start at {from} and finish at {to}; places may be visited repeatedly.{rule}",
	}, gen.Fixed("v", strings.Join(letters, ", ")), gen.Fixed("e", strings.Join(texts, ", ")), gen.Slot("k", k), gen.Fixed("from", letters[from]), gen.Fixed("to", letters[to]),
		gen.Fixed("way", gen.Of(d, "each can be used both ways", "each can be used both ways", "the arrow is the only direction, and X→X would mean staying at X", "the arrow is the only direction, and X→X would mean staying at X", "the arrow is the only direction, and X→X would mean staying at X")), gen.Fixed("rule", rule))
	return posed(question, slots, task.Integer(int64(count)), "%s. So %d walks are possible.", working, count)
}

// walkRows counts, for each length up to k, the walks from a vertex to every
// vertex that do not touch the closed one; closed is −1 for none.
func walkRows(next [][]int, from, k, closed int) [][]int {
	rows := [][]int{make([]int, len(next))}
	if from != closed {
		rows[0][from] = 1
	}
	for s := range k {
		row := make([]int, len(next))
		for a, ways := range rows[s] {
			for _, b := range next[a] {
				if b != closed {
					row[b] += ways
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func rowTexts(rows [][]int) string {
	parts := make([]string, len(rows))
	for i, row := range rows {
		parts[i] = "(" + strings.Join(intTexts("%d", row), ", ") + ")"
	}
	return strings.Join(parts, ", ")
}

// matchingSize asks for the largest number of people who can get tasks that they
// can do, one each. Difficulty adds people and, from 3 on, asks how many
// assignments reach it. Some people share too few tasks, so Hall's condition fails often.
func matchingSize(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 5, 6, 5, 6, 7)
	names, tasks := peopleOf(r, n), lettersOf(r, n)
	crowd := gen.Between(r, 3, n-1) // the first people share few tasks
	can := make([][]int, n)
	for i := range can {
		most := n
		if i < crowd {
			most = crowd - r.IntN(2)
		}
		can[i] = gen.Sample(r, span(0, most-1), gen.Between(r, 1, min(3, most)))
		slices.Sort(can[i])
	}
	perm := r.Perm(n)
	var lines []string
	for _, i := range r.Perm(n) {
		var own []string
		for _, t := range can[i] {
			own = append(own, tasks[perm[t]])
		}
		slices.Sort(own)
		lines = append(lines, names[i]+" ("+strings.Join(own, ", ")+")")
	}
	size, ways := matchings(can, n)
	asked := "Give the largest possible number of people who are served."
	answer := task.Integer(int64(size))
	working := fmt.Sprintf("Going through the people and keeping, for each set of used items, the ways to use exactly these, one finds sets of at most %d items", size)
	if d >= 3 {
		asked = "Give the list [largest possible number of people who are served, number of different ways to serve that many]; ways differ if somebody gets another item or none."
		answer = task.List(task.Integers([]int{size, ways})...)
		working += fmt.Sprintf("; those of this size can be used in %d ways altogether", ways)
	}
	question, slots := gen.Ask(r, []string{
		"The tasks {tasks} are to be handed out. In brackets stands what each person is able to do: {lines}. A person gets one task or none, a task goes to one person or to nobody, and nobody gets a task that is not in the own brackets. A person with a task is served. {asked}",
		"{n} people each want one seat and name the ones that they would accept: {lines}. The seats are {tasks}, for one person each. A person is served by getting an accepted seat. {asked}",
		"Consider the bipartite graph between people and items {tasks} in which each person is joined to the items in the brackets: {lines}. In a matching, the people on its edges are served. {asked}",
	}, gen.Fixed("n", n), gen.Fixed("tasks", strings.Join(tasks, ", ")), gen.Fixed("lines", strings.Join(lines, "; ")), gen.Fixed("asked", asked))
	return posed(question, slots, answer, "%s.", working)
}

// matchings finds the size of a largest matching and the number of largest ones,
// by the sets of used tasks.
func matchings(can [][]int, tasks int) (size, ways int) {
	now := make([]int, 1<<tasks) // by the set of used tasks; skipped people are told by its size
	now[0] = 1
	for _, own := range can {
		next := slices.Clone(now)
		for used, w := range now {
			for _, t := range own {
				if w > 0 && used>>t&1 == 0 {
					next[used|1<<t] += w
				}
			}
		}
		now = next
	}
	for used, w := range now {
		bits := 0
		for s := used; s > 0; s &= s - 1 {
			bits++
		}
		if w > 0 && bits > size {
			size, ways = bits, 0
		}
		if bits == size {
			ways += w
		}
	}
	return size, ways
}
