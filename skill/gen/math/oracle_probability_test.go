package math

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

func TestDrawsBySequentialProbabilities(t *testing.T) {
	nearNumber(t, "hypergeometric-draw-probability", 1e-9, urnByDraws)
	nearNumber(t, "binomial-tail-probability", 1e-9, trialsByTree)
	nearNumber(t, "dice-sum-probability", 1e-9, diceByRecursion)
	nearNumber(t, "conditional-probability-from-a-table", 1e-9, tableByCells)
	nearNumber(t, "indicator-linearity", 1e-9, patternsByListing)
}

// urnByDraws draws one after another and keeps the distribution of what was drawn.
func urnByDraws(t *testing.T, it task.Item) float64 {
	q := strings.Replace(it.Question, "A drum holds", "", 1)
	if _, after, ok := strings.Cut(q, "namely"); ok {
		q = after
	}
	m := regexp.MustCompile(`(\d+) ([a-z]+)(?:,| and| ones| beads| tulips)`).FindAllStringSubmatch(q, -1)
	counts, names := []int{}, []string{}
	for _, g := range m {
		if len(names) < 3 && g[2] != "different" {
			n, _ := strconv.Atoi(g[1])
			counts, names = append(counts, n), append(names, g[2])
		}
	}
	n := int(max(foundIn(q, `looking, (\d+) beads`), foundIn(q, `and (\d+) different tickets`), foundIn(q, `picks (\d+) of`)))
	type state [3]int
	now := map[state]float64{{}: 1}
	for drawn := range n {
		next := map[state]float64{}
		for s, p := range now {
			for i, c := range counts {
				to := s
				to[i]++
				next[to] += p * float64(c-s[i]) / float64(sumOf(counts)-drawn)
			}
		}
		now = next
	}
	good, all := 0.0, 0.0
	k, second := int(foundIn(q, `(?:exactly|at least) (\d+)`)), int(foundIn(q, `exactly \d+ and (\d+)`))
	for s, p := range now {
		ok, given := false, true
		switch it.Difficulty {
		case 1:
			ok = s[0] == k
		case 2:
			ok = s[0] >= k
		case 3:
			ok = s[0] == k && s[1] == second
		case 4:
			ok = s[0] > 0 && s[1] > 0 && s[2] > 0
		default:
			ok, given = s[1] == k, s[0] > 0
		}
		if given {
			all += p
			if ok {
				good += p
			}
		}
	}
	return good / all
}

// trialsByTree adds up the leaves of the tree of all trials.
func trialsByTree(t *testing.T, it task.Item) float64 {
	q := it.Question
	n, m := int(foundIn(q, `(\d+) times with success`)), int(foundIn(q, `then (\d+) times`))
	p, p2 := foundIn(q, `success probability (\S+) each`), foundIn(q, `times with probability (\S+) each`)
	has := func(word string) bool { return strings.Contains(q, word) }
	exactly, atLeast, atMost := has("that exactly"), has("at least"), has("at most")
	k, last := int(foundIn(q, `(?:exactly|at least|at most) (\d+) attempt`)), int(foundIn(q, `exactly (\d+) attempts? succeeds?(?: in all|\?|\.|, )`))
	from, to := int(foundIn(q, `is from (\d+) to`)), int(foundIn(q, `is from \d+ to (\d+)`))
	goal, known := int(foundIn(q, `at least (\d+) attempts? succeeds?, given`)), int(foundIn(q, `given that at least (\d+)`))
	ofFirst, ofAll := int(foundIn(q, `exactly (\d+) of the first`)), int(foundIn(q, `given that exactly (\d+)`))
	good, all := 0.0, 0.0
	for leaf := range 1 << (n + m) {
		chance, first, total := 1.0, 0, 0
		for i := range n + m {
			p := map[bool]float64{true: p, false: p2}[i < n]
			hit := leaf >> i & 1
			total += hit
			if i < n {
				first += hit
			}
			chance *= float64(hit)*p + float64(1-hit)*(1-p)
		}
		ok, given := false, true
		switch it.Difficulty {
		case 1:
			ok = exactly && total == k || atLeast && total >= k || atMost && total <= k
		case 2:
			ok = total >= from && total <= to
		case 3:
			ok, given = total >= goal, total >= known
		case 4:
			ok = total == last
		default:
			ok, given = first == ofFirst, total == ofAll
		}
		if given {
			all += chance
			if ok {
				good += chance
			}
		}
	}
	return good / all
}

// diceByRecursion rolls die by die.
func diceByRecursion(t *testing.T, it task.Item) float64 {
	q := it.Question
	list := regexp.MustCompile(`(?:with|faces are) ((?:\d+, )*\d+ and \d+)`).FindStringSubmatch(q)
	faces := digitRunsIn(list[1])
	bound := int(foundIn(q, `(?:is exactly|is at least|is at most|leaves remainder) (\d+)`))
	has := func(word string) bool { return strings.Contains(q, word) }
	top, unlike, drop := has("highest number"), has("no two dice"), has("largest")
	exactly, atLeast, atMost, remainder := has("is exactly"), has("is at least"), has("is at most"), has("remainder")
	good, all := 0, 0
	var roll func(v []int)
	roll = func(v []int) {
		if len(v) < len(faces) {
			for x := 1; x <= faces[len(v)]; x++ {
				roll(append(v, x))
			}
			return
		}
		sum, least, highest, seen, same := 0, v[0], false, [32]bool{}, false
		for i, x := range v {
			sum, least = sum+x, min(least, x)
			highest = highest || x == faces[i]
			same, seen[x] = same || seen[x], true
		}
		if top && !highest || unlike && same {
			return
		}
		if all++; drop {
			sum -= least
		}
		if exactly && sum == bound || atLeast && sum >= bound || atMost && sum <= bound || remainder && sum%4 == bound {
			good++
		}
	}
	roll(nil)
	return float64(good) / float64(all)
}

// tableByCells reads the table back and sorts every person, or pair of people.
func tableByCells(t *testing.T, it task.Item) float64 {
	var columns []string
	type cell struct{ row, column string }
	counts := map[cell]float64{}
	for line := range strings.SplitSeq(it.Question, "\n") {
		if !strings.HasPrefix(line, "|") || strings.Contains(line, "---") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if columns == nil {
			columns = cells
			continue
		}
		for j, c := range columns {
			counts[cell{cells[0], c}], _ = strconv.ParseFloat(cells[j+1], 64)
		}
	}
	text := it.Question[strings.LastIndex(it.Question, "|"):]
	event, given := "", ""
	for _, pattern := range []string{`probability that (.*?), given that (.*?)\?`, `known that (.*?)\. Find .*? that (.*?)\.`, `condition that (.*?), how likely is it that (.*?)\?`} {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(text); m != nil {
			event, given = m[1], m[2]
			if pattern[0] != 'p' {
				event, given = given, event
			}
		}
	}
	holds := func(text string, c cell) bool {
		or := false
		for part := range strings.SplitSeq(strings.TrimSuffix(text, " (or both)"), " or ") {
			name := part[strings.LastIndex(part, " ")+1:]
			in := name == c.row || name == c.column
			if strings.Contains(part, "does not") {
				in = !in
			}
			or = or || in
		}
		return or
	}
	good, all, yes, no := 0.0, 0.0, 0.0, 0.0
	for c, n := range counts {
		if holds(given, c) {
			all += n
			if holds(event, c) {
				good += n
				yes += n
			} else {
				no += n
			}
		}
	}
	if it.Difficulty == 5 {
		return yes/all*no/(all-1) + no/all*yes/(all-1)
	}
	return good / all
}

// patternsByListing finds the mean over small rows with its own formula of places:
// it walks through the row and multiplies the chances of the next colours.
func patternsByListing(t *testing.T, it task.Item) float64 {
	q := it.Question
	counts := regexp.MustCompile(`(\d+) ([a-z]+)(?:,| and| ones)`).FindAllStringSubmatch(q, -1)
	var n []float64
	total := 0.0
	for _, c := range counts {
		x, _ := strconv.ParseFloat(c[1], 64)
		if len(n) < 3 {
			n, total = append(n, x), total+x
		}
	}
	draw := func(colours ...int) float64 { // the chance of these colours at given places
		p, left, all := 1.0, slices.Clone(n), total
		for _, c := range colours {
			p *= left[c] / all
			left[c]--
			all--
		}
		return p
	}
	mean := 0.0
	switch it.Difficulty {
	case 1:
		for range int(total) - 1 {
			mean += draw(0, 1)
		}
	case 2:
		for range int(total) {
			for c := range n {
				mean += draw(c, c)
			}
		}
	case 3:
		for range int(total) - 2 {
			mean += draw(0, 1, 0)
		}
	case 4:
		n, total = n[:2], n[0]+n[1]
		rows, columns := int(foundIn(q, `grid of (\d+) rows`)), int(foundIn(q, `rows and (\d+) columns`))
		for x := range rows {
			for y := range columns {
				for _, next := range [][2]int{{x + 1, y}, {x, y + 1}} {
					if next[0] < rows && next[1] < columns {
						mean += draw(0, 1) + draw(1, 0)
					}
				}
			}
		}
	default:
		k := int(foundIn(q, `length exactly (\d)`))
		for start := range int(total) - k + 1 {
			colours := slices.Repeat([]int{0}, k)
			if start > 0 {
				colours = append(colours, 1)
			}
			if start+k < int(total) {
				colours = append(colours, 1)
			}
			mean += draw(colours...)
		}
	}
	return mean
}
