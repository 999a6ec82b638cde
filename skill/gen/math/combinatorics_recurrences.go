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
	gen.Register("math/ballot-and-bracket-paths", "combinatorics", "Ballot and bracket paths",
		"Count up-and-down paths that keep to one side of a line or inside a strip.", ballotPaths)
	gen.Register("math/linear-recurrence-term", "combinatorics", "Linear recurrence term", "Find a far term of a linear recurrence modulo m.", recurrenceTerm)
	gen.Register("math/tiling-count", "combinatorics", "Tiling count", "Count the tilings of a strip with given tiles.", tilingCount)
	gen.Register("math/pattern-avoiding-strings", "combinatorics", "Pattern-avoiding strings",
		"Count strings that avoid patterns, or hold one exactly once, by an automaton.", patternAvoiding)
}

// strip bounds a path of unit steps: it may touch low and high but not leave
// them; high is −1 where there is no upper bound.
type strip struct{ low, high int }

// paths counts the paths with up and down steps from a height that keep inside,
// by reflection; terms are its signed binomials.
func (s strip) paths(from, up, down int) (count int, terms []int) {
	n, to := up+down, from+up-down
	free := func(end int) int { // paths to a height without bounds
		if (n+end-from)%2 != 0 {
			return 0
		}
		return nCr(n, (n+end-from)/2)
	}
	wall := s.low - 1
	if s.high < 0 {
		terms = []int{free(to), -free(2*wall - to)}
		return sumOf(terms), terms
	}
	period := 2 * (s.high - s.low + 2)
	for k := -n; k <= n; k++ {
		for _, t := range []int{free(to + k*period), -free(2*wall - to + k*period)} {
			if t != 0 {
				terms = append(terms, t)
			}
		}
	}
	return sumOf(terms), terms
}

// ballotPaths asks for the number of step orders that keep a level within bounds.
// Difficulty goes from one bound, over a level passed at a given time, to two
// bounds and both; at 2 the bound must be reached.
func ballotPaths(r *rand.Rand, d gen.Difficulty) task.Item {
	low := gen.Between(r, 2, 60)
	room := gen.Between(r, gen.Of(d, 0, 1, 0, 0, 0), 4)
	up, down := gen.Between(r, 5, 11), gen.Between(r, 5, 11)
	down = min(down, up+room)
	from := low + room
	bounds, rule := strip{low, -1}, fmt.Sprintf("never below %d", low)
	if d >= 4 {
		bounds.high = max(from, from+up-down) + gen.Between(r, 2, 4)
		rule = fmt.Sprintf("never below %d and never above %d", low, bounds.high)
	}
	count, terms := bounds.paths(from, up, down)
	checkpoint, working := "", fmt.Sprintf("Reflection at the forbidden lines gives, of the paths that end right, the signed sum %s = %d", sumText(terms), count)
	if d == 2 {
		above, _ := strip{low + 1, -1}.paths(from, up, down)
		rule += ", but at least once exactly there"
		count -= above
		working += fmt.Sprintf("; %d of these stay above %d all the time and are taken off", above, low)
	}
	if d == 3 || d == 5 {
		u := gen.Between(r, up/3, 2*up/3)
		v := min(down, u+room, gen.Between(r, down/3, 2*down/3))
		if d == 5 {
			v = max(v, u-(bounds.high-from))
		}
		first, _ := bounds.paths(from, u, v)
		second, _ := bounds.paths(from+u-v, up-u, down-v)
		count = first * second
		checkpoint = fmt.Sprintf(", and after %d steps stands exactly at %d", u+v, from+u-v)
		working = fmt.Sprintf("Up to the given point there are %d paths and after it %d, each by reflection at the forbidden lines", first, second)
	}
	question, slots := gen.Ask(r, []string{
		"A counter stands at {from}. It is raised by one exactly {up} times and lowered by one exactly {down} times, in some order, and it is {rule}{checkpoint}. How many orders of the steps are possible?",
		"A lift starts on floor {from} of a tower and makes {up} moves of one floor up and {down} moves of one floor down. On the way it is {rule}{checkpoint}. Count the possible sequences of moves.",
		"A stock begins the week with {from} crates. During the week {up} deliveries of one crate come in and {down} single crates are sold, one event after another; the stock is {rule}{checkpoint}. In how many orders can deliveries and sales follow each other?",
	}, gen.Slot("from", from), gen.Slot("up", up), gen.Slot("down", down), gen.Fixed("rule", rule), gen.Fixed("checkpoint", checkpoint))
	return posed(question, slots, task.Integer(int64(count)), "%s. So there are %d.", working, count)
}

// recurrenceTerm asks for a term modulo m. Difficulty raises the order (2 or 3)
// and the index, so that direct computing must give way to periods or matrix powers.
func recurrenceTerm(r *rand.Rand, d gen.Difficulty) task.Item {
	order := gen.Of(d, 2, 2, 2, 3, 3)
	coef, start := make([]int, order), make([]int, order)
	for i := range coef {
		coef[i], start[i] = gen.Between(r, 1, 7), gen.Between(r, 0, 9)
	}
	constant := gen.Of(d, 0, gen.Between(r, 1, 9), gen.Between(r, 1, 9), 0, gen.Between(r, 1, 9))
	m := gen.Between(r, gen.Of(d, 50, 20, 5, 3, 5), gen.Of(d, 99, 99, 19, 7, 11))
	n := gen.Between(r, gen.Of(d, 7, 14, 500, 500, 100_000), gen.Of(d, 12, 22, 5000, 9000, 9_000_000))
	var terms, firsts []string
	for i, c := range coef {
		term := fmt.Sprintf("a(n−%d)", i+1)
		if c > 1 {
			term = fmt.Sprintf("%d·", c) + term
		}
		terms = append(terms, term)
		firsts = append(firsts, fmt.Sprintf("a(%d) = %d", i, start[i]))
	}
	if constant > 0 {
		terms = append(terms, fmt.Sprint(constant))
	}
	value := recurrenceValue(coef, start, constant, n, m)
	question, slots := gen.Ask(r, []string{
		"A sequence begins with {firsts} and goes on by a(n) = {rule} for n ≥ {order}. What is the remainder of a(k) on division by {m}, for k = {n}?",
		"A cell memory holds {firsts}; from n = {order} on it computes a(n) = {rule} and keeps only the remainder modulo {m}. What does it hold as a(N) for N = {n}?",
		"Let {firsts}, and a(n) = {rule} whenever n ≥ {order}. Find the r with 0 ≤ r < {m} such that a(t) ≡ r (mod {m_word}), where t = {n}.",
	}, gen.Fixed("firsts", gen.Enumerated(firsts)), gen.Fixed("rule", strings.Join(terms, " + ")), gen.Fixed("order", order), gen.Fixed("m", m), gen.Fixed("m_word", "that bound"), gen.Slot("n", n))
	var early []int
	for i := range order + 5 {
		early = append(early, recurrenceValue(coef, start, constant, i, m))
	}
	return posed(question, slots, task.Integer(int64(value)), "Modulo %d the sequence begins %s, … Going on step by step, or by squaring its matrix along the binary digits of %d, gives a(%d) ≡ %d.", m, strings.Join(intTexts("%d", early), ", "), n, n, value)
}

// recurrenceValue is a(n) mod m, by powers of the companion matrix with a last
// coordinate for the constant.
func recurrenceValue(coef, start []int, constant, n, m int) int {
	k := len(coef)
	step := make([][]int, k+1) // state: a(i), …, a(i+k−1), 1
	for i := range step {
		step[i] = make([]int, k+1)
	}
	for i := range k - 1 {
		step[i][i+1] = 1
	}
	for i, c := range coef {
		step[k-1][k-1-i] = c % m
	}
	step[k-1][k], step[k][k] = constant%m, 1%m
	state := append(slices.Clone(start), 1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			state = matrixTimes(step, state, m)
		}
		square := make([][]int, k+1)
		for i := range square {
			square[i] = make([]int, k+1)
			for j := range square[i] {
				for l := range step {
					square[i][j] = (square[i][j] + step[i][l]*step[l][j]) % m
				}
			}
		}
		step = square
	}
	return state[0] % m
}

func matrixTimes(a [][]int, v []int, m int) []int {
	out := make([]int, len(a))
	for i, row := range a {
		for j, x := range row {
			out[i] = (out[i] + x*v[j]) % m
		}
	}
	return out
}

// stringCounter counts strings over an alphabet that hold none of the patterns, or,
// if once is set, hold the only pattern exactly once.
type stringCounter struct {
	alphabet, patterns []string
	once               bool
}

// countByLength gives the numbers for lengths 0 to n. A state is the longest end of
// the string that begins a pattern, and how often the pattern was met.
func (c stringCounter) countByLength(n int) []int {
	type state struct {
		end  string
		seen int
	}
	now := map[state]int{{}: 1}
	counts := []int{1}
	if c.once {
		counts[0] = 0
	}
	for range n {
		next := map[state]int{}
		for s, ways := range now {
			for _, letter := range c.alphabet {
				t := state{c.border(s.end + letter), s.seen}
				if slices.Contains(c.patterns, t.end) {
					t.seen++
				}
				if t.seen == 0 || c.once && t.seen == 1 {
					next[t] += ways
				}
			}
		}
		now = next
		total := 0
		for s, ways := range now {
			if !c.once || s.seen == 1 {
				total += ways
			}
		}
		counts = append(counts, total)
	}
	return counts
}

// border is the longest end of the text that is a beginning of a pattern. No
// pattern is a part of another, so this end tells whether a pattern was completed.
func (c stringCounter) border(text string) string {
	for !slices.ContainsFunc(c.patterns, func(p string) bool { return strings.HasPrefix(p, text) }) {
		text = text[1:]
	}
	return text
}

// patternAvoiding asks for the number of strings. Difficulty goes from a pattern of
// three letters over four, two patterns and three letters of alphabet to "exactly once".
func patternAvoiding(r *rand.Rand, d gen.Difficulty) task.Item {
	alphabet := lettersOf(r, gen.Of(d, 2, 2, 2, 3, 2))
	n := gen.Between(r, gen.Of(d, 8, 9, 9, 7, 9), gen.Of(d, 14, 16, 16, 11, 14))
	c := stringCounter{alphabet: alphabet, once: d == 5}
	draw := func(length int) string {
		var b strings.Builder
		for range length {
			b.WriteString(gen.Pick(r, alphabet))
		}
		return b.String()
	}
	c.patterns = []string{draw(gen.Of(d, 3, 4, 3, 3, 4))}
	if d == 3 || d == 4 {
		second := draw(3)
		if second == c.patterns[0] { // its letters in turn, so that the two differ
			i := slices.Index(alphabet, second[:1])
			second = alphabet[(i+1)%len(alphabet)] + second[1:]
		}
		c.patterns = append(c.patterns, second)
	}
	counts := c.countByLength(n)
	condition := gen.Of(d, "does not contain {p} as a block of neighbouring letters", "does not contain {p} as a block of neighbouring letters", "contains neither {p} as a block of neighbouring letters", "contains neither {p} as a block of neighbouring letters", "contains {p} as a block of neighbouring letters at exactly one place")
	condition = strings.ReplaceAll(condition, "{p}", strings.Join(c.patterns, " nor "))
	question, slots := gen.Ask(r, []string{
		"How many strings of {n} letters, each of them {letters}, are there such that the string {condition}?",
		"A machine writes one letter a second, each time {letters}, for {n} seconds. In how many of the possible outputs is it true that the text {condition}?",
		"Call a word over the alphabet of {letters_and} good if it {condition}. Count the good words of length {n}.",
	}, gen.Slot("n", n), gen.Fixed("letters", alternatives(alphabet)), gen.Fixed("letters_and", gen.Enumerated(alphabet)), gen.Fixed("condition", condition))
	return posed(question, slots, task.Integer(int64(counts[n])), "Keep as a state the longest end of the string that begins a pattern. Counting by states, the numbers of strings for the lengths from 1 up are %s.", strings.Join(intTexts("%d", counts[1:]), ", "))
}

// alternatives joins texts as "a, b or c".
func alternatives(texts []string) string {
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// colouredTile is a straight tile of a length that comes in a number of colours.
type colouredTile struct{ length, colours int }

// stripTilings counts the tilings of strips of length 0 to n.
func stripTilings(n int, tiles []colouredTile) []*big.Int {
	ways := []*big.Int{big.NewInt(1)}
	for s := 1; s <= n; s++ {
		w := new(big.Int)
		for _, t := range tiles {
			if t.length <= s {
				w.Add(w, new(big.Int).Mul(big.NewInt(int64(t.colours)), ways[s-t.length]))
			}
		}
		ways = append(ways, w)
	}
	return ways
}
