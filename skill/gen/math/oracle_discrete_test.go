package math

import (
	"fmt"
	stdmath "math"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

func TestDiscreteStructuresByASecondMethod(t *testing.T) {
	checkOracles(t, map[string]oracle{
		"spanning-tree-count":                treesByListing,
		"walk-counting-by-matrix-powers":     walksByWalking,
		"maximum-matching-size":              matchingByTrying,
		"finite-field-polynomial-arithmetic": fieldByMatrices,
	})
}

var (
	pairOfLetters   = regexp.MustCompile(`([A-Z])([–→])([A-Z])`)
	endsOfWalk      = regexp.MustCompile(`from ([A-Z]) to ([A-Z])|on ([A-Z]) of .* end on ([A-Z])|start at ([A-Z]) and finish at ([A-Z])`)
	passedAt        = regexp.MustCompile(`After exactly (\d+) steps it must be at ([A-Z])`)
	touchedOnce     = regexp.MustCompile(`must be at ([A-Z]) at least once`)
	nameWithLetters = regexp.MustCompile(`([A-Z][a-z]+) \(([A-Z, ]+)\)`)
)

// treesByListing tries every set of links of the right size.
func treesByListing(t *testing.T, it task.Item, _ []int) string {
	var edges [][]string
	letters := map[string]bool{}
	head, rules, _ := strings.Cut(it.Question, " The link ")
	for _, m := range pairOfLetters.FindAllStringSubmatch(head, -1) {
		edges = append(edges, []string{m[1], m[3]})
		letters[m[1]], letters[m[3]] = true, true
	}
	rule := pairOfLetters.FindAllStringSubmatch(rules, -1)
	count := 0
	for set := range 1 << len(edges) {
		if bits.OnesCount(uint(set)) != len(letters)-1 {
			continue
		}
		root, good := map[string]string{}, true
		find := func(v string) string {
			for root[v] != "" {
				v = root[v]
			}
			return v
		}
		for i, e := range edges {
			in := set>>i&1 == 1
			for k, m := range rule {
				if m[1] == e[0] && m[3] == e[1] {
					good = good && in == (k == 0)
				}
			}
			if !in || !good {
				continue
			}
			a, b := find(e[0]), find(e[1])
			if good = a != b; good {
				root[a] = b
			}
		}
		if good {
			count++
		}
	}
	return fmt.Sprint(count)
}

// walksByWalking walks every walk.
func walksByWalking(t *testing.T, it task.Item, _ []int) string {
	text := it.Question[strings.IndexAny(it.Question, "–→")-5:]
	next := map[string][]string{}
	for _, m := range pairOfLetters.FindAllStringSubmatch(strings.ReplaceAll(text, "X→X would", ""), -1) {
		next[m[1]] = append(next[m[1]], m[3])
		if m[2] == "–" {
			next[m[3]] = append(next[m[3]], m[1])
		}
	}
	k, _ := slotValue(it, "k")
	var ends []string
	for _, m := range endsOfWalk.FindStringSubmatch(it.Question)[1:] {
		if m != "" {
			ends = append(ends, m)
		}
	}
	pass, touch := passedAt.FindStringSubmatch(it.Question), touchedOnce.FindStringSubmatch(it.Question)
	var walk func(at string, step int, touched bool) int
	walk = func(at string, step int, touched bool) int {
		if pass != nil && fmt.Sprint(step) == pass[1] && at != pass[2] {
			return 0
		}
		touched = touched || touch == nil || at == touch[1]
		if step == k {
			return map[bool]int{true: 1}[at == ends[1] && touched]
		}
		total := 0
		for _, b := range next[at] {
			total += walk(b, step+1, touched)
		}
		return total
	}
	return fmt.Sprint(walk(ends[0], 0, false))
}

// matchingByTrying gives each person every item or none.
func matchingByTrying(t *testing.T, it task.Item, _ []int) string {
	var lists []string
	for _, m := range nameWithLetters.FindAllStringSubmatch(it.Question, -1) {
		lists = append(lists, strings.ReplaceAll(m[2], ", ", ""))
	}
	best, ways := 0, 0
	var give func(i int, used string)
	give = func(i int, used string) {
		if i == len(lists) {
			if len(used) > best {
				best, ways = len(used), 0
			}
			if len(used) == best {
				ways++
			}
			return
		}
		give(i+1, used)
		for _, c := range lists[i] {
			if !strings.ContainsRune(used, c) {
				give(i+1, used+string(c))
			}
		}
	}
	give(0, "")
	if it.Difficulty < 3 {
		return fmt.Sprint(best)
	}
	return fmt.Sprintf("[%d, %d]", best, ways)
}

var polynomialPattern = regexp.MustCompile(`-?\d*x(?:\^\d)?(?: [+-] \d*x?(?:\^\d)?)*`)

// fieldByMatrices writes elements as matrices: x is the companion matrix of the modulus.
func fieldByMatrices(t *testing.T, it task.Item, _ []int) string {
	p, _ := strconv.Atoi(regexp.MustCompile(`(?:modulo|GF\()\s?(\d+)`).FindStringSubmatch(it.Question)[1])
	read := func(text string) []int {
		coef, n := make([]int, 4), int(readPolynomial(t, text)(1000)) // its digits in base 1000
		for i := range coef {
			coef[i] = n / power(1000, i) % 1000
		}
		return coef
	}
	var modulus []int
	var elements [][]int
	degree := len(it.Answer.Items)
	for _, text := range polynomialPattern.FindAllString(strings.Replace(it.Question, "polynomials in x", "", 1), -1) {
		switch c := read(strings.TrimSpace(text)); {
		case c[degree] == 1:
			modulus = c
		default:
			elements = append(elements, c)
		}
	}
	times := func(a, b [][]int) [][]int {
		out := make([][]int, degree)
		for i := range out {
			out[i] = make([]int, degree)
			for j := range out {
				for k := range out {
					out[i][j] = (out[i][j] + a[i][k]*b[k][j]) % p
				}
			}
		}
		return out
	}
	identity := make([][]int, degree)
	companion := make([][]int, degree)
	for i := range degree {
		identity[i], companion[i] = make([]int, degree), make([]int, degree)
		identity[i][i] = 1
		if i > 0 {
			companion[i][i-1] = 1
		}
		companion[i][degree-1] = (p - modulus[i]) % p
	}
	matrix := func(coef []int) [][]int {
		sum, power := make([][]int, degree), identity
		for i := range sum {
			sum[i] = make([]int, degree)
		}
		for _, c := range coef[:degree] {
			for i := range sum {
				for j := range sum {
					sum[i][j] = (sum[i][j] + c*power[i][j]) % p
				}
			}
			power = times(power, companion)
		}
		return sum
	}
	answer := make([]int, 4)
	copy(answer, integerItems(t, it.Answer))
	var left [][]int
	right := identity
	switch it.Difficulty {
	case 1, 2:
		left, right = matrix(answer), times(matrix(elements[0]), matrix(elements[1]))
	case 3, 4:
		left = times(matrix(answer), matrix(elements[0]))
	default:
		e, ok := slotValue(it, "e")
		if !ok {
			return it.Answer.Text()
		}
		for range e {
			right = times(right, matrix(elements[0]))
		}
		left = times(matrix(answer), matrix(elements[1]))
	}
	if !slices.EqualFunc(left, right, slices.Equal) {
		return fmt.Sprint(left, " is not ", right)
	}
	return it.Answer.Text()
}

// loses says by full search whether the player to move loses; heaps of a kind of
// their own, plain nim heaps, are negative.
func loses(heaps []int, rules heapRules, memo map[string]bool) bool {
	heaps = slices.DeleteFunc(slices.Clone(heaps), func(h int) bool { return h == 0 })
	slices.Sort(heaps)
	key := fmt.Sprint(heaps)
	if v, ok := memo[key]; ok {
		return v
	}
	lost := true
	for i, h := range heaps {
		rest := slices.Delete(slices.Clone(heaps), i, i+1)
		try := func(instead ...int) {
			lost = lost && !loses(append(slices.Clone(rest), instead...), rules, memo)
		}
		if h < 0 {
			for left := h + 1; left <= 0; left++ {
				try(left)
			}
			continue
		}
		for _, take := range rules.takes {
			if take <= h {
				try(h - take)
			}
			for a := 1; rules.split && a < h-take; a++ {
				try(a, h-take-a)
			}
		}
		if rules.halve {
			try(h / 2)
		}
		for a := 1; rules.odds && a < h; a++ {
			if a != h-a {
				try(a, h-a)
			}
		}
	}
	memo[key] = lost
	return lost
}

func TestGrundyValuesByFullSearch(t *testing.T) {
	for _, rules := range []heapRules{{takes: []int{1, 3, 4}}, {takes: []int{2, 3}, halve: true}, {takes: []int{1, 2}, split: true}, {takes: []int{2, 5}, odds: true}} {
		memo := map[string]bool{}
		for n, g := range rules.values(9) {
			if !loses([]int{n, -g}, rules, memo) {
				t.Errorf("%+v: a heap of %d is not worth %d", rules, n, g)
			}
		}
	}
	r := source(17)
	for _, limit := range []int{0, 4} {
		rules := heapRules{takes: span(1, 9)}
		if limit > 0 {
			rules.takes = span(1, limit)
		}
		memo := map[string]bool{}
		for range 40 {
			heaps := []int{gen.Between(r, 1, 8), gen.Between(r, 1, 8), gen.Between(r, 1, 8)}
			var want [][2]int
			for i, h := range heaps {
				for _, take := range rules.takes {
					after := slices.Clone(heaps)
					if after[i] = h - take; take <= h && loses(after, rules, memo) {
						want = append(want, [2]int{i + 1, take})
					}
				}
			}
			if got := winningTakes(heaps, limit); !slices.Equal(got, want) {
				t.Errorf("%v, limit %d: %v, not %v", heaps, limit, got, want)
			}
		}
	}
}

func TestGameValueByLearning(t *testing.T) {
	r := source(18)
	for range 30 {
		a := make(matrixGame, gen.Between(r, 2, 3))
		for i := range a {
			a[i] = make([]int, 3)
			for j := range a[i] {
				a[i][j] = gen.Between(r, -5, 5)
			}
		}
		s := a.solve()
		if s.q == 0 {
			t.Fatalf("%v has no kernel", a)
		}
		// Multiplicative weights for the rows against best answers: the mean gain
		// comes near the value.
		weights := make([]float64, len(a))
		mean := 0.0
		const rounds, rate = 4000, 0.02
		for range rounds {
			sum := 0.0
			for _, w := range weights {
				sum += stdmath.Exp(w)
			}
			worst, at := stdmath.Inf(1), 0
			for j := range a[0] {
				gain := 0.0
				for i, w := range weights {
					gain += stdmath.Exp(w) / sum * float64(a[i][j])
				}
				if gain < worst {
					worst, at = gain, j
				}
			}
			for i := range weights {
				weights[i] += rate * float64(a[i][at])
			}
			top := slices.Max(weights)
			for i := range weights {
				weights[i] -= top
			}
			mean += worst / rounds
		}
		if value := float64(s.p) / float64(s.q); stdmath.Abs(mean-value) > 0.3 {
			t.Errorf("%v: value %g, but play comes to %g", a, value, mean)
		}
	}
}
