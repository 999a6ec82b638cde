package math

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/nim-sum-winning-move", "discrete structures", "Nim-sum winning move", "List all winning moves of a heap game.", nimMoves)
	gen.Register("math/sprague-grundy-value", "discrete structures", "Sprague-Grundy value",
		"Find the Grundy values of heaps under given moves, and of their sum.", grundyValues)
	gen.Register("math/mixed-strategy-game-value", "discrete structures", "Mixed-strategy game value", "Find the value of a small zero-sum matrix game.", matrixGameValue)
}

// nimMoves asks for all winning moves. Difficulty adds heaps; from 4 on the number
// that may be taken is limited, so that heaps count modulo the limit plus one. The
// position is one from which the player to move wins, so there is a move.
func nimMoves(r *rand.Rand, d gen.Difficulty) task.Item {
	heaps := make([]int, gen.Of(d, 3, 4, 5, 4, 5))
	limit := 0
	if d >= 4 {
		limit = gen.Between(r, 4, 9)
	}
	for i := range heaps {
		heaps[i] = gen.Between(r, 3, gen.Of(d, 31, 31, 63, 30, 40))
	}
	if nimSum(heaps, limit) == 0 {
		heaps[0]++ // which changes its value and so the sum
	}
	moves := winningTakes(heaps, limit)
	items := make([]task.Answer, len(moves))
	for i, m := range moves {
		items[i] = task.List(task.Integers(m[:])...)
	}
	rule := "takes any number of counters, at least one, from one of the heaps"
	values, modulo := heaps, ""
	if limit > 0 {
		rule = fmt.Sprintf("takes from 1 to %d counters from one of the heaps", limit)
		values, modulo = nil, fmt.Sprintf("A heap counts as its remainder modulo %d. ", limit+1)
		for _, h := range heaps {
			values = append(values, h%(limit+1))
		}
	}
	question, slots := gen.Ask(r, []string{
		"Two players move in turn; a move {rule}. Whoever takes the last counter of all wins. The heaps have, in order, {first} and then {others} counters. List all the moves by which the player to move can force a win, each as [number of the heap, counters taken], heaps being numbered from 1; write them as a set {[h, c], …}.",
		"In a game for two, who moves {rule}; the one who can no longer move has lost. Heap 1 has {first} counters, the others in order of their numbers {others}. Give the set of all winning first moves in the form {[heap, counters taken], …}.",
		"Matches lie in heaps of {first} (heap 1) and {others} (the following heaps). The players alternate, and each {rule}; taking the last one of the whole table wins. Which first moves win against best play? Answer with the set of all pairs [heap, number taken], in braces.",
	}, gen.Slot("first", heaps[0]), gen.Fixed("others", strings.Join(intTexts("%d", heaps[1:]), ", ")), gen.Fixed("rule", rule))
	return posed(question, slots, task.Set(items...), "%sThe values %s have the nim-sum %d. A winning move makes it 0, which means that it changes a heap's value to its xor with %d where the rules allow it.", modulo, strings.Join(intTexts("%d", values), ", "), nimSum(heaps, limit), nimSum(heaps, limit))
}

// nimSum is the xor of the heaps' values; limit 0 is none.
func nimSum(heaps []int, limit int) int {
	x := 0
	for _, h := range heaps {
		if limit > 0 {
			h %= limit + 1
		}
		x ^= h
	}
	return x
}

// winningTakes lists the moves to nim-sum 0 as heap (from 1) and counters.
func winningTakes(heaps []int, limit int) [][2]int {
	var moves [][2]int
	after := slices.Clone(heaps)
	for i, h := range heaps {
		for t := 1; t <= h && (limit == 0 || t <= limit); t++ {
			after[i] = h - t
			if nimSum(after, limit) == 0 {
				moves = append(moves, [2]int{i + 1, t})
			}
		}
		after[i] = h
	}
	return moves
}

// heapRules are the moves of a heap game.
type heapRules struct {
	takes              []int
	halve, split, odds bool // to ⌊n/2⌋; after a taking into two heaps; without one into two unequal heaps
}

// values are the Grundy numbers of the heaps from 0 to n.
func (h heapRules) values(n int) []int {
	g := make([]int, n+1)
	for s := 1; s <= n; s++ {
		var reached [256]bool
		for _, t := range h.takes {
			if t <= s {
				reached[g[s-t]] = true
			}
			for a := 1; h.split && a <= (s-t)/2; a++ {
				reached[g[a]^g[s-t-a]] = true
			}
		}
		if h.halve {
			reached[g[s/2]] = true
		}
		for a := 1; h.odds && 2*a < s; a++ {
			reached[g[a]^g[s-a]] = true
		}
		for reached[g[s]] {
			g[s]++
		}
	}
	return g
}

// grundyValues asks for the Grundy values of three heaps and of their sum.
// Difficulty adds kinds of moves: more numbers to take, halving, splitting after a
// taking, splitting into unequal heaps.
func grundyValues(r *rand.Rand, d gen.Difficulty) task.Item {
	rules := heapRules{takes: gen.Sample(r, span(1, gen.Of(d, 7, 9, 7, 4, 5)), gen.Of(d, 3, 4, 3, 2, 2)), halve: d == 3, split: d == 4, odds: d == 5}
	slices.Sort(rules.takes)
	heaps := gen.Sample(r, span(gen.Of(d, 6, 9, 7, 6, 6), gen.Of(d, 24, 34, 22, 16, 15)), 3)
	move := fmt.Sprintf("takes %s counters from a heap", alternatives(intTexts("%d", rules.takes)))
	switch {
	case rules.halve:
		move += ", or replaces a heap of n > 0 counters by one of n/2 counters, rounded down"
	case rules.split:
		move += " and may, in the same move, divide what is left of this heap into two heaps that are not empty"
	case rules.odds:
		move += ", or divides a heap into two heaps of different sizes that are not empty"
	}
	g := rules.values(slices.Max(heaps))
	values := []int{g[heaps[0]], g[heaps[1]], g[heaps[2]]}
	values = append(values, values[0]^values[1]^values[2])
	question, slots := gen.Ask(r, []string{
		"In a heap game for two players a move {move}; who cannot move loses. Find the Sprague–Grundy values of single heaps of {h}, {others} counters, and of the game in which all three heaps lie on the table. Give a list of these four numbers in this order.",
		"Two players alternate, and each move {move}. The last to move wins. The nimber of a position is the least number from 0 up that no position after a move has. List the nimbers of the heaps with {h}, {others} counters and then the nimber of the three heaps together.",
		"Consider the impartial game under normal play in which a player {move}. For heap sizes {h}, {others} compute the mex values (Grundy numbers), and as a fourth number the Grundy number of the sum of these three heaps. Answer with the list of four.",
	}, gen.Fixed("move", move), gen.Slot("h", heaps[0]), gen.Fixed("others", fmt.Sprintf("%d and %d", heaps[1], heaps[2])))
	return posed(question, slots, task.List(task.Integers(values)...), "Each value is the least number from 0 up that no move reaches. For the heaps 0, 1, 2, … this gives %s. The sum of the three has the xor of their values, %d.", strings.Join(intTexts("%d", g), ", "), values[3])
}

// matrixGame is the payoff matrix of a zero-sum game, from columns to rows.
type matrixGame [][]int

// solution is an optimal pair of mixed strategies with common denominator q and
// the value p/q.
type solution struct {
	rows, columns []int
	p, q          int
}

// solve finds a kernel (Shapley and Snow): a square part whose equalising
// strategies are optimal in the whole game. There always is one.
func (a matrixGame) solve() solution {
	m, n := len(a), len(a[0])
	for size := 1; size <= min(m, n, 3); size++ {
		for rows := range 1 << m {
			for columns := range 1 << n {
				i, j := members(rows), members(columns)
				if len(i) == size && len(j) == size {
					if s := a.equalise(i, j); s.q > 0 && a.holds(s) {
						return s
					}
				}
			}
		}
	}
	return solution{}
}

func members(set int) []int {
	var out []int
	for i := 0; set>>i > 0; i++ {
		if set>>i&1 == 1 {
			out = append(out, i)
		}
	}
	return out
}

// equalise weighs the rows and columns of a part by the sums of its cofactors; q
// is 0 where they cancel.
func (a matrixGame) equalise(rows, columns []int) solution {
	s := solution{rows: make([]int, len(a)), columns: make([]int, len(a[0]))}
	k := len(rows)
	entry := func(i, j int) int { return a[rows[i%k]][columns[j%k]] }
	for i := range k {
		for j := range k {
			cofactor := 1
			switch k {
			case 2:
				cofactor = minusOneTo(i+j) * entry(i+1, j+1)
			case 3: // cyclic neighbours carry the sign
				cofactor = entry(i+1, j+1)*entry(i+2, j+2) - entry(i+1, j+2)*entry(i+2, j+1)
			}
			s.rows[rows[i]] += cofactor
			s.columns[columns[j]] += cofactor
			s.q += cofactor
			if i == 0 {
				s.p += entry(i, j) * cofactor // the determinant
			}
		}
	}
	if s.q < 0 {
		for _, v := range [][]int{s.rows, s.columns} {
			for i := range v {
				v[i] = -v[i]
			}
		}
		s.p, s.q = -s.p, -s.q
	}
	return s
}

// holds says whether neither player can do better against the solution.
func (a matrixGame) holds(s solution) bool {
	if slices.Min(s.rows) < 0 || slices.Min(s.columns) < 0 {
		return false
	}
	for j := range s.columns {
		gain := 0
		for i := range s.rows {
			gain += s.rows[i] * a[i][j]
		}
		if gain < s.p {
			return false
		}
	}
	for i := range s.rows {
		gain := 0
		for j := range s.columns {
			gain += s.columns[j] * a[i][j]
		}
		if gain > s.p {
			return false
		}
	}
	return true
}

// matrixGameValue asks for the value of a zero-sum game. Difficulty adds
// strategies, from 2×2 to 3×4, so that the ones that are used must be found;
// games with a saddle point are avoided where some draws can do so.
func matrixGameValue(r *rand.Rand, d gen.Difficulty) task.Item {
	var a matrixGame
	var s solution
	for range 12 { // enough that nearly all games have no saddle point
		a = make(matrixGame, gen.Of(d, 2, 2, 2, 3, 3))
		for i := range a {
			a[i] = make([]int, gen.Of(d, 2, 3, 4, 3, 4))
			for j := range a[i] {
				a[i][j] = gen.Between(r, -9, 12)
			}
		}
		s = a.solve()
		if used := len(a) - occurrences(s.rows, 0); used > 1 && (d < 4 || used == 3) {
			break
		}
	}
	row, column := loneEntry(a)
	question, slots := gen.Ask(r, []string{
		"In a zero-sum game the row player receives from the column player the amount in the chosen row and column of the matrix with the rows {lines}, where t = {t}. Both choose at the same time and may mix at random. What is the value of the game for the row player? Give an exact fraction or integer.",
		"Two firms fix their campaigns in secret. If firm R picks row i and firm C column j, then R gains and C loses the entry (in thousands) of the table with rows {lines}, in which t stands for {t}. Find the expected gain that R can guarantee by the best random choice, exactly.",
		"A goalkeeper and a striker choose independently; the striker scores on average the points in the matrix with rows {lines}, the striker choosing the row and the goalkeeper the column; here t = {t}. With optimal mixed strategies on both sides, how many points does the striker get on average? Answer with an exact fraction or integer.",
	}, gen.Fixed("lines", rowsText(a, row, column)), gen.Slot("t", a[row][column]))
	value := ratOf(s.p, s.q)
	return posed(question, slots, rationalAnswer(value), "The rows in the ratio %s give at least %s against every column, and the columns in the ratio %s concede at most %s against every row; so this is the value.",
		strings.Join(intTexts("%d", s.rows), " : "), value.RatString(), strings.Join(intTexts("%d", s.columns), " : "), value.RatString())
}

// occurrences is how often a value occurs.
func occurrences(values []int, v int) int {
	n := 0
	for _, x := range values {
		if x == v {
			n++
		}
	}
	return n
}
