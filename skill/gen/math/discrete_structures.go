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
	gen.Register("math/chromatic-polynomial-value", "discrete structures", "Chromatic polynomial value",
		"Count the proper colourings of a small graph with a given number of colours.", chromaticValue)
}

// edge joins two vertices, the smaller first.
type edge struct{ a, b int }

// chromaticValue asks for the number of proper k-colourings. Difficulty adds
// vertices (5 to 8) and independent cycles (1 to 5), each of which is a branch
// of deletion and contraction.
func chromaticValue(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 5, 6, 6, 7, 8)
	edges := connectedGraph(r, n, n-1+gen.Of(d, 1, 2, 3, 4, 5))
	k := gen.Between(r, 3, 12)
	letters := gen.Sample(r, strings.Split("BCDEFGHJKLMNPQRSTUVW", ""), n)
	slices.Sort(letters)
	polynomial := chromatic(n, edges)
	question, slots := gen.Ask(r, []string{
		"A graph has the vertices {v} and the edges {e}. In how many ways can its vertices be coloured with {k} colours so that the ends of every edge differ? Not all colours need to be used.",
		"The exams {v} are each put into one of {k} time slots. These pairs have candidates in common and must not be held in the same slot: {e}. How many timetables are possible, if slots may stay empty?",
		"Radio masts {v} each get one of {k} frequencies, and a frequency may be given to several masts or to none. Masts of a pair in {e} disturb each other and need different ones. Count the possible assignments.",
	}, gen.Fixed("v", strings.Join(letters, ", ")), gen.Fixed("e", edgeText(edges, letters)), gen.Slot("k", k))
	value := evaluate(polynomial, int64(k))
	answer := task.Answer{Kind: task.KindInteger, Value: value.String()}
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Deleting and contracting edges gives the chromatic polynomial %s in the number x of colours. At x = %d its value is %v.", polynomialText(polynomial), k, value), answer),
	}
}

// connectedGraph is a random tree on n vertices with edges added up to m.
func connectedGraph(r *rand.Rand, n, m int) []edge {
	var edges, missing []edge
	order := r.Perm(n)
	for i := 1; i < n; i++ {
		a, b := order[i], order[r.IntN(i)]
		edges = append(edges, edge{min(a, b), max(a, b)})
	}
	for a := range n {
		for b := a + 1; b < n; b++ {
			if !slices.Contains(edges, edge{a, b}) {
				missing = append(missing, edge{a, b})
			}
		}
	}
	edges = append(edges, gen.Sample(r, missing, min(m-len(edges), len(missing)))...)
	slices.SortFunc(edges, func(x, y edge) int {
		if x.a != y.a {
			return x.a - y.a
		}
		return x.b - y.b
	})
	return edges
}

// chromatic is the chromatic polynomial by deletion and contraction:
// P(G) = P(G − e) − P(G / e). Index i holds the coefficient of x^i.
func chromatic(n int, edges []edge) []int {
	if len(edges) == 0 {
		p := make([]int, n+1)
		p[n] = 1
		return p
	}
	e, rest := edges[0], edges[1:]
	p := chromatic(n, rest)
	var contracted []edge
	for _, f := range rest {
		g := edge{merged(f.a, e), merged(f.b, e)}
		g.a, g.b = min(g.a, g.b), max(g.a, g.b)
		if g.a != g.b && !slices.Contains(contracted, g) {
			contracted = append(contracted, g)
		}
	}
	for i, c := range chromatic(n-1, contracted) {
		p[i] -= c
	}
	return p
}

// merged is the vertex that stands for v once e is contracted.
func merged(v int, e edge) int {
	switch {
	case v == e.b:
		return e.a
	case v > e.b:
		return v - 1
	}
	return v
}

// evaluate is the polynomial at x, by Horner's rule.
func evaluate(p []int, x int64) *big.Int {
	value := new(big.Int)
	for i := len(p) - 1; i >= 0; i-- {
		value.Mul(value, big.NewInt(x)).Add(value, big.NewInt(int64(p[i])))
	}
	return value
}

func edgeText(edges []edge, letters []string) string {
	parts := make([]string, len(edges))
	for i, e := range edges {
		parts[i] = letters[e.a] + "–" + letters[e.b]
	}
	return strings.Join(parts, ", ")
}
