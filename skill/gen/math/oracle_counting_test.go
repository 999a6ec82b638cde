package math

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/skill/gen"
	"segue/task"
)

// The tests of this file count again by listing, by dynamic programming or from
// the numbers in the question.

// oracles maps a skill (without its domain) to its second solution.
func checkOracles(t *testing.T, oracles map[string]oracle) {
	t.Helper()
	for slug, solve := range oracles {
		t.Run(slug, func(t *testing.T) {
			for d := gen.Easiest; d <= gen.Hardest; d++ {
				for i := range uint64(100) {
					it, err := gen.New("math/"+slug, d, i)
					if err != nil {
						t.Fatal(err)
					}
					if got, want := it.Answer.Text(), solve(t, it, digitRunsIn(it.Question)); got != want {
						t.Fatalf("%s: %s, but the second method gives %s:\n%s", it.ID, got, want, it.Question)
					}
				}
			}
		})
	}
}

var digitRuns = regexp.MustCompile(`\d+`)

// digitRunsIn lists the runs of digits of a text.
func digitRunsIn(text string) []int {
	var out []int
	for _, s := range digitRuns.FindAllString(text, -1) {
		n, _ := strconv.Atoi(s)
		out = append(out, n)
	}
	return out
}

func TestCombinatoricsByASecondMethod(t *testing.T) {
	checkOracles(t, map[string]oracle{
		"multiset-permutations":         rowsOracle,
		"permutation-cycle-structure":   cyclesOracle,
		"three-set-inclusion-exclusion": diagramOracle,
		"ballot-and-bracket-paths":      levelsOracle,
	})
}

var letterCount = regexp.MustCompile(`(\d+) of ([A-Z])\b`)

// rowsOracle fills the row place by place and remembers the letters left.
func rowsOracle(t *testing.T, it task.Item, _ []int) string {
	counts := map[string]int{}
	var names []string
	for _, m := range letterCount.FindAllStringSubmatch(it.Question, -1) {
		counts[m[2]], _ = strconv.Atoi(m[1])
		names = append(names, m[2])
	}
	var apart, together, notFirst string
	for _, n := range names {
		if strings.Contains(it.Question, "no two "+n+"'s") {
			apart += n
		}
		if strings.Contains(it.Question, "all the "+n+"'s") {
			together += n
		}
		if strings.Contains(it.Question, "not taken by "+n) {
			notFirst = n
		}
	}
	memo := map[string]int{}
	left := make([]int, len(names))
	for i, n := range names {
		left[i] = counts[n]
	}
	var count func(last string) int
	count = func(last string) int {
		if sumOf(left) == 0 {
			return 1
		}
		key := make([]byte, 0, 16)
		for _, n := range left { // a row has fewer than 256 places
			key = append(key, byte(n))
		}
		key = append(key, last...)
		if v, ok := memo[string(key)]; ok {
			return v
		}
		total := 0
		for i, n := range names {
			broken := strings.Contains(apart, n) && n == last || strings.Contains(together, n) && n != last && left[i] < counts[n] || last == "" && n == notFirst
			if left[i] == 0 || broken {
				continue
			}
			left[i]--
			total += count(n)
			left[i]++
		}
		memo[string(key)] = total
		return total
	}
	return fmt.Sprint(count(""))
}

var placesTo = regexp.MustCompile(`to(?: the places)? ((?:\d+, )+\d+)`)

// cyclesOracle moves labelled tokens and counts inversions.
func cyclesOracle(t *testing.T, it task.Item, _ []int) string {
	var maps [][]int
	for _, m := range placesTo.FindAllStringSubmatch(it.Question, -1) {
		maps = append(maps, digitRunsIn(m[1]))
	}
	n := len(maps[0])
	move := func(tokens, by []int) []int { // tokens[place-1] moves to by[place-1]
		out := make([]int, n)
		for place, token := range tokens {
			out[by[place]-1] = token
		}
		return out
	}
	undo := func(tokens, by []int) []int {
		out := make([]int, n)
		for place := range tokens {
			out[place] = tokens[by[place]-1]
		}
		return out
	}
	all := func(tokens []int) []int {
		tokens = move(tokens, maps[0])
		switch {
		case strings.Contains(it.Question, "inverse of τ"):
			power, _ := slotValue(it, "power")
			for range power - 1 {
				tokens = move(tokens, maps[0])
			}
			return undo(tokens, maps[1])
		case len(maps) == 1:
			return tokens
		}
		tokens = move(tokens, maps[1])
		if strings.Contains(it.Question, "σ once more") {
			tokens = move(tokens, maps[0])
		}
		return tokens
	}
	start := span(1, n)
	once := all(start)
	inversions := 0
	for i := range once {
		for _, later := range once[i+1:] {
			if once[i] > later {
				inversions++
			}
		}
	}
	order, now := 1, once
	for ; !slices.Equal(now, start); order++ {
		now = all(now)
	}
	cycles, seen := 0, map[int]bool{}
	for place := range n {
		if !seen[place] {
			cycles++
		}
		for p := place; !seen[p]; p = once[p] - 1 {
			seen[p] = true
		}
	}
	return fmt.Sprintf("[%d, %d, %d]", cycles, order, 1-2*(inversions%2))
}

// diagramOracle solves the equations of the three sets.
func diagramOracle(t *testing.T, it task.Item, v []int) string {
	all, singles := v[0], v[1]+v[2]+v[3]
	switch it.Difficulty {
	case 1:
		return fmt.Sprint(all - (singles - v[4] - v[5] - v[6] + v[7]))
	case 2:
		return fmt.Sprint(all - v[7] - singles + v[4] + v[5] + v[6])
	case 3: // singles = one + 2·two + 3·three, all − none = one + two + three
		return fmt.Sprint((singles - (all - v[5]) - v[4]) / 2)
	case 4:
		more := all - v[7] - v[4]
		three := singles - v[4] - 2*more
		return fmt.Sprint(more - three - (v[5] - three) - (v[6] - three))
	}
	for k, word := range map[int]string{1: "equals", 3: "three times", 4: "four times"} {
		for three := 1; strings.Contains(it.Question, word) && three < 100; three++ {
			if one := singles - 2*(v[4]+v[5]+v[6]) - 3*three; one+v[4]+v[5]+v[6]+three+k*three == all {
				return fmt.Sprint(v[1] - v[4] - v[5] - three)
			}
		}
	}
	return "no solution"
}

// levelsOracle walks level by level. The numbers are the start, the steps up and
// down, the bounds and the point to pass.
func levelsOracle(t *testing.T, it task.Item, v []int) string {
	from, up, down, low, high, at, level := v[0], v[1], v[2], v[3], 1000, -1, 0
	rest := v[4:]
	if strings.Contains(it.Question, "never above") {
		high, rest = rest[0], rest[1:]
	}
	if len(rest) == 2 {
		at, level = rest[0], rest[1]
	}
	type state struct {
		level   int
		touched bool
	}
	now := map[state]int{{from, from == low}: 1}
	for step := 1; step <= up+down; step++ {
		next := map[state]int{}
		for s, ways := range now {
			for _, by := range []int{-1, 1} {
				l := s.level + by
				if l >= low && l <= high && (step != at || l == level) {
					next[state{l, s.touched || l == low}] += ways
				}
			}
		}
		now = next
	}
	count := now[state{from + up - down, true}]
	if !strings.Contains(it.Question, "at least once") {
		count += now[state{from + up - down, false}]
	}
	return fmt.Sprint(count)
}

// permutationsOf yields all orders of 0 to n−1.
func permutationsOf(n int, yield func(p []int)) {
	p := span(0, n-1)
	var swap func(k int)
	swap = func(k int) {
		if k == n {
			yield(p)
			return
		}
		for i := k; i < n; i++ {
			p[k], p[i] = p[i], p[k]
			swap(k + 1)
			p[k], p[i] = p[i], p[k]
		}
	}
	swap(0)
}

func TestArrangementSolversAgreeWithListing(t *testing.T) {
	for _, c := range []struct {
		n      int
		blocks []int
		apart  int
	}{{5, []int{2}, 0}, {6, []int{3}, 1}, {7, []int{2, 2}, 1}, {7, nil, 3}, {7, []int{3}, 2}, {6, nil, 2}} {
		want := 0
		permutationsOf(c.n-1, func(rest []int) {
			seats := append([]int{c.n - 1}, rest...) // the last person sits at seat 0
			place := make([]int, c.n)
			for seat, person := range seats {
				place[person] = seat
			}
			nearNumber := func(a, b int) bool { return (place[a]-place[b]+c.n)%c.n == 1 || (place[b]-place[a]+c.n)%c.n == 1 }
			first, good := 0, true
			for _, b := range c.blocks {
				joins := 0
				for i := first; i < first+b; i++ {
					for j := i + 1; j < first+b; j++ {
						if nearNumber(i, j) {
							joins++
						}
					}
				}
				good = good && joins == b-1
				first += b
			}
			for i := range c.apart {
				good = good && !nearNumber(first+2*i, first+2*i+1)
			}
			if good {
				want++
			}
		})
		if got, _ := circularSeatings(c.n, c.blocks, c.apart); got != want {
			t.Errorf("%+v: %d, not %d", c, got, want)
		}
	}
	for n := 2; n <= 7; n++ {
		for m := 1; m <= n; m++ {
			want := make([]int, m+1)
			permutationsOf(n, func(p []int) {
				hits := 0
				for i, v := range p[:m] {
					if i == v {
						hits++
					}
				}
				want[hits]++
			})
			if got := (matchGroup{n, m}).hits(); !slices.Equal(got, want) {
				t.Errorf("%d of %d watched: %v, not %v", m, n, got, want)
			}
		}
	}
	for _, letters := range []string{"ABCDE", "AABCC", "ABBBCD"} {
		words := map[string]bool{}
		permutationsOf(len(letters), func(p []int) {
			var b strings.Builder
			for _, i := range p {
				b.WriteByte(letters[i])
			}
			words[b.String()] = true
		})
		var sorted []string
		for w := range words {
			sorted = append(sorted, w)
		}
		slices.Sort(sorted)
		for i, w := range sorted {
			word := strings.Split(w, "")
			if got := lexicographicRank(word); got != i+1 || lexicographicUnrank(word, i+1) != w {
				t.Errorf("%s: place %d and back %s, not %d", w, got, lexicographicUnrank(word, i+1), i+1)
			}
		}
	}
}
