package logic

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"

	"gonum.org/v1/gonum/stat/combin"
)

// bruteForce lists all solutions by trying every grid.
func bruteForce(p arrangement) [][]int {
	grids := [][]int{{}}
	for range p.groups {
		var next [][]int
		for _, g := range grids {
			for _, perm := range combin.Permutations(p.places, p.places) {
				next = append(next, append(slices.Clone(g), perm...))
			}
		}
		grids = next
	}
	return slices.DeleteFunc(grids, func(g []int) bool {
		return slices.ContainsFunc(p.clues, func(c clue) bool { return !c.holds(g[c.a], g[c.b], p.places) })
	})
}

func TestPosedPuzzlesHaveOneSolutionAndNoSpareClue(t *testing.T) {
	r := source(3)
	for _, size := range []struct{ places, groups int }{{3, 2}, {4, 2}, {6, 1}, {3, 3}} {
		for range 8 {
			hidden := drawPlaces(r, size.places, size.groups)
			pool := truths(size.places, hidden, []string{samePlace, otherPlace, leftOf, nextLeftOf, beside, gapBetween, notAdjacent, atEitherEnd, notAtPlace})
			p := arrangement{size.places, size.groups, pose(r, size.places, size.groups, hidden, pool)}
			if got := bruteForce(p); len(got) != 1 || !slices.Equal(got[0], hidden) {
				t.Fatalf("%v: solutions %v, not only %v", p, got, hidden)
			}
			for i := range p.clues {
				fewer := arrangement{p.places, p.groups, slices.Delete(slices.Clone(p.clues), i, i+1)}
				if len(bruteForce(fewer)) < 2 {
					t.Errorf("%v: the clue %v is not needed", p, p.clues[i])
				}
			}
		}
	}
}

func TestSolveAgreesWithBruteForceOnLooseClues(t *testing.T) {
	r := source(4)
	for range 40 {
		hidden := drawPlaces(r, 4, 2)
		pool := truths(4, hidden, []string{samePlace, otherPlace, leftOf, beside, gapBetween, atPlace})
		r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		p := arrangement{4, 2, pool[:gen.Between(r, 1, 4)]}
		got, want := p.solve(1000), bruteForce(p)
		slices.SortFunc(got, slices.Compare)
		slices.SortFunc(want, slices.Compare)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%v: %d solutions, not %d", p, len(got), len(want))
		}
	}
}

// The seating items are solved again from their text.
var seatClues = []struct {
	pattern *regexp.Regexp
	holds   func(a, b, k, n int) bool
}{
	{regexp.MustCompile(`^- (\w+) is somewhere to the left of (\w+)\.$`), func(a, b, _, _ int) bool { return a < b }},
	{regexp.MustCompile(`^- (\w+) is directly to the left of (\w+)\.$`), func(a, b, _, _ int) bool { return a+1 == b }},
	{regexp.MustCompile(`^- (\w+) is next to (\w+)\.$`), func(a, b, _, _ int) bool { return (a-b)*(a-b) == 1 }},
	{regexp.MustCompile(`^- (\w+) is not next to (\w+)\.$`), func(a, b, _, _ int) bool { return (a-b)*(a-b) != 1 }},
	{regexp.MustCompile(`^- (\w+) is at one of the two (e)nds\.$`), func(a, _, _, n int) bool { return a == 0 || a == n-1 }},
	{regexp.MustCompile(`^- The number of places between (\w+) and (\w+) is (\w+)\.$`), func(a, b, k, _ int) bool { return (a-b)*(a-b) == (k+1)*(k+1) }},
}

func TestSeatingByReadingTheQuestion(t *testing.T) {
	orders := map[int][][]int{}
	each(t, "logic/linear-seating-order", 3, func(it task.Item) {
		var names []string
		for _, a := range it.Answer.Items {
			names = append(names, a.Value)
		}
		n := len(names)
		if n > 7 {
			return // 8! orders take too long for what they add
		}
		if orders[n] == nil {
			orders[n] = combin.Permutations(n, n)
		}
		type test func(places []int) bool
		var tests []test
		for line := range strings.SplitSeq(it.Question, "\n") {
			if !strings.HasPrefix(line, "- ") {
				continue
			}
			before := len(tests)
			for _, c := range seatClues {
				if m := c.pattern.FindStringSubmatch(line); m != nil {
					a, b, k := slices.Index(names, m[1]), max(slices.Index(names, m[2]), 0), 0
					if len(m) > 3 {
						if k = slices.Index(numberWords, m[3]); k < 0 {
							fmt.Sscan(m[3], &k)
						}
					}
					tests = append(tests, func(places []int) bool { return c.holds(places[a], places[b], k, n) })
				}
			}
			if len(tests) == before {
				t.Fatalf("cannot read %q", line)
			}
		}
		var fitting [][]int
		for _, places := range orders[n] {
			if !slices.ContainsFunc(tests, func(f test) bool { return !f(places) }) {
				fitting = append(fitting, places)
			}
		}
		if len(fitting) != 1 || !slices.IsSorted(fitting[0]) {
			t.Errorf("%s: %d orders fit\n%s", it.ID, len(fitting), it.Question)
		}
	})
}

func TestKnightsHaveOneReading(t *testing.T) {
	r := source(5)
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for range 20 {
			n := gen.Of(d, 3, 4, 5, 6, 7)
			hidden := gen.Between(r, 1, 1<<n-2)
			sayings := drawSayings(r, d, n, hidden)
			var fitting []int
			for row := range 1 << n {
				good := make([]bool, n)
				count := 0
				for i := range good {
					if good[i] = row>>i&1 == 1; good[i] {
						count++
					}
				}
				if !slices.ContainsFunc(sayings, func(s saying) bool { return spoken(s, good, count) != good[s.speaker] }) {
					fitting = append(fitting, row)
				}
			}
			if !slices.Equal(fitting, []int{hidden}) {
				t.Errorf("%v fits %b, not only %b", sayings, fitting, hidden)
			}
		}
	}
}

// spoken evaluates a saying over roles.
func spoken(s saying, good []bool, count int) bool {
	return map[string]bool{
		"good": good[s.a], "bad": !good[s.a], "alike": good[s.a] == good[s.b], "different": good[s.a] != good[s.b],
		"either": good[s.a] || good[s.b], "if": !good[s.a] || good[s.b], "exactly": count == s.k, "at least": count >= s.k,
	}[s.kind]
}

func TestChainsOfIntervalsAgreeWithPlacingThem(t *testing.T) {
	var spans []span
	for from := range 8 {
		for to := from + 1; to < 8; to++ {
			spans = append(spans, span{from, to})
		}
	}
	r := source(6)
	seen := map[int]int{}
	for range 12 {
		chain := drawChain(r, 3, r.IntN(4))
		var possible relationSet
		for _, a := range spans {
			for _, b := range spans {
				if relate(a, b) != chain[0] {
					continue
				}
				for _, c := range spans {
					if relate(b, c) != chain[1] {
						continue
					}
					for _, d := range spans {
						if relate(c, d) == chain[2] {
							possible |= 1 << relate(a, d)
						}
					}
				}
			}
		}
		seen[forced(possible)]++
		if got := compose(chain); got != possible {
			t.Errorf("%v allows %s, not %s", chain, possibleText(got), possibleText(possible))
		}
	}
	for _, a := range spans {
		for _, b := range spans {
			if relate(a, b)+relate(b, a) != 12 {
				t.Fatalf("%v and %v: the converse is not the mirrored index", a, b)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("only the verdicts %v were tried", seen)
	}
}

var (
	kinFact     = regexp.MustCompile(`(\w+) is (?:a|the) (father|mother|son|daughter|brother|sister|husband|wife) of (\w+)\.`)
	kinQuestion = regexp.MustCompile(`What is (\w+) to (\w+)\?|How is (\w+) related to (\w+),|Which relative of (\w+) is (\w+)\?`)
)

// TestKinshipByReadingTheQuestion follows the printed facts and names the
// relation by rule.
func TestKinshipByReadingTheQuestion(t *testing.T) {
	each(t, "logic/kinship-composition", 40, func(it task.Item) {
		m := kinQuestion.FindStringSubmatch(it.Question)
		asked, of := m[1]+m[3]+m[6], m[2]+m[4]+m[5]
		steps := map[string]map[string]string{} // from → to → step towards to
		female := map[string]bool{}
		link := func(from, to, step string) {
			if steps[from] == nil {
				steps[from] = map[string]string{}
			}
			steps[from][to] = step
		}
		for _, m := range kinFact.FindAllStringSubmatch(it.Question, -1) {
			a, word, b := m[1], m[2], m[3]
			female[a] = slices.Contains([]string{"mother", "daughter", "sister", "wife"}, word)
			switch word {
			case "father", "mother":
				link(b, a, "u")
				link(a, b, "d")
			case "son", "daughter":
				link(b, a, "d")
				link(a, b, "u")
			case "brother", "sister":
				link(a, b, "s")
				link(b, a, "s")
			default:
				link(a, b, "m")
				link(b, a, "m")
			}
		}
		path := map[string]string{of: ""}
		for queue := []string{of}; len(queue) > 0; queue = queue[1:] {
			for to, step := range steps[queue[0]] {
				if _, seen := path[to]; !seen {
					path[to] = path[queue[0]] + step
					queue = append(queue, to)
				}
			}
		}
		if got := kinName(path[asked], female[asked]); got != it.Answer.Value {
			t.Errorf("%s: %s, not %s (%s)\n%s", it.ID, it.Answer.Value, got, path[asked], it.Question)
		}
	})
}

// kinName names a path of steps u(p), d(own), s(ibling), m(arriage).
func kinName(path string, female bool) string {
	pick := func(male, femaleWord string) string {
		if female {
			return femaleWord
		}
		return male
	}
	law := ""
	if strings.Contains(path, "m") {
		law = "-in-law"
		path = strings.ReplaceAll(path, "m", "")
	}
	up, down, sibling := strings.Count(path, "u"), strings.Count(path, "d"), strings.Count(path, "s")
	great := func(n int) string { return strings.Repeat("great-", max(n, 0)) }
	grand := func(n int, base string) string {
		if n < 2 {
			return base
		}
		return great(n-2) + "grand" + base
	}
	switch {
	case sibling == 0 && down == 0:
		return grand(up, pick("father", "mother")) + law
	case sibling == 0:
		return grand(down, pick("son", "daughter")) + law
	case up == 0 && down == 0:
		return pick("brother", "sister") + law
	case down == 0:
		return great(up-1) + pick("uncle", "aunt")
	case up == 0:
		return great(down-1) + pick("nephew", "niece")
	}
	degree, removed := min(up, down), max(up-down, down-up)
	name := []string{"", "first cousin", "second cousin"}[degree] + []string{"", " once removed", " twice removed"}[removed]
	if name == "first cousin" {
		return "cousin"
	}
	return name
}

func BenchmarkLogicGrid(b *testing.B) {
	for i := range b.N {
		logicGrid(rand.New(rand.NewPCG(uint64(i), 9)), gen.Hardest)
	}
}
