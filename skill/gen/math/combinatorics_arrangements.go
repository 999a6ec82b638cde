package math

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/multiset-permutations", "combinatorics", "Multiset permutations",
		"Count the rows of repeated letters that obey adjacency rules.", multisetPermutations)
	gen.Register("math/circular-seating", "combinatorics", "Circular seating with constraints",
		"Count round-table seatings with groups that sit together and pairs that sit apart.", circularSeating)
	gen.Register("math/derangement-type-counting", "combinatorics", "Derangement-type counting",
		"Count permutations with a given number of fixed points.", derangementCounting)
}

// multisetPermutations asks for the number of rows of letters with repetitions. Difficulty
// goes from one block, over letters kept apart, to both together, an end that is
// forbidden, and two letters that must each be kept apart (inclusion and exclusion).
func multisetPermutations(r *rand.Rand, d gen.Difficulty) task.Item {
	names := gen.Sample(r, lettersOf(r, gen.Of(d, 4, 4, 5, 5, 5)), gen.Of(d, 4, 4, 5, 5, 5))
	counts := make([]int, len(names))
	for i := range counts {
		counts[i] = gen.Between(r, 1, gen.Of(d, 4, 4, 3, 3, 3))
	}
	counts[0], counts[1] = gen.Between(r, 2, gen.Of(d, 5, 4, 4, 4, 4)), gen.Between(r, 2, 3)
	others := counts[2:]
	rest, ways := sumOf(others), multinomial(others...) // besides the first two letters
	x, y := counts[0], counts[1]
	var count int
	var rule, working string
	switch d {
	case 1:
		count = multinomial(append([]int{1, y}, others...)...)
		rule, working = "all the %[1]s's are side by side", "The %[1]s's form one block, which is arranged with the other letters"
	case 2:
		count = multinomial(append([]int{y}, others...)...) * nCr(rest+y+1, x)
		rule, working = "no two %[1]s's are side by side", "The other letters are arranged first; the %[1]s's then go into different gaps between them or at the ends"
	case 3:
		count = (rest + 1) * ways * nCr(rest+2, x)
		rule, working = "no two %[1]s's are side by side and all the %[2]s's are side by side", "The %[2]s's form one block, which is arranged with the letters other than %[1]s; the %[1]s's then go into different gaps between these units or at the ends"
	case 4:
		count = (rest + 1) * ways * nCr(rest+1, x)
		rule, working = "no two %[1]s's are side by side, all the %[2]s's are side by side, and the first place is not taken by %[1]s", "The %[2]s's form one block, which is arranged with the letters other than %[1]s; the %[1]s's then go into different gaps, the one before the first unit excluded"
	default:
		for k := 1; k <= y; k++ {
			count += minusOneTo(y-k) * nCr(y-1, k-1) * nCr(rest+k, k) * ways * nCr(rest+k+1, x)
		}
		rule, working = "no two %[1]s's are side by side and no two %[2]s's are side by side", "Inclusion and exclusion over the ways to glue the %[2]s's into k blocks, with sign (−1)^(y − k) and C(y − 1, k − 1) ways to glue, where y is their number; for each k the %[1]s's go into different gaps"
	}
	rest2 := make([]string, len(names)-1)
	for i := range rest2 {
		rest2[i] = fmt.Sprintf("%d of %s", counts[i+1], names[i+1])
	}
	question, slots := gen.Ask(r, []string{
		"Letter tiles are to be laid in one row: {x} of {a}, {others}. Tiles with the same letter look alike. How many different rows are there in which {rule}?",
		"A theatre plans a season, one play an evening, with plays that are known by letters: {x} of {a}, {others}, where the numbers say how often each play is given. How many different programmes are possible if, in the order of the evenings, {rule}?",
		"A freight train is made up behind its engine from wagons of several types, which are told apart only by their type: {x} of {a}, {others}. In how many different orders can all the wagons follow the engine so that {rule}?",
	}, gen.Slot("x", x), gen.Fixed("a", names[0]), gen.Fixed("others", gen.Enumerated(rest2)), gen.Fixed("rule", sprintfUsed(rule, names[0], names[1])))
	return posed(question, slots, task.Integer(int64(count)), "%s. Multiplying the choices gives %d.", sprintfUsed(working, names[0], names[1]), count)
}

// sprintfUsed formats with indexed verbs, where not every argument need be used.
func sprintfUsed(format string, args ...string) string {
	for i, a := range args {
		format = strings.ReplaceAll(format, fmt.Sprintf("%%[%d]s", i+1), a)
	}
	return format
}

// circularSeating asks for seatings at a round table up to rotation. Difficulty
// goes from one group that sits together to two groups and up to three pairs that
// sit apart, which inclusion and exclusion handles. Groups and pairs are disjoint.
func circularSeating(r *rand.Rand, d gen.Difficulty) task.Item {
	blocks := gen.Of(d, []int{gen.Between(r, 2, 3)}, nil, []int{gen.Between(r, 2, 3)}, []int{gen.Between(r, 2, 3)}, []int{gen.Between(r, 2, 3), 2})
	apart := gen.Of(d, 0, 1, 1, 2, 2+r.IntN(2))
	n := sumOf(blocks) + 2*apart + gen.Between(r, gen.Of(d, 3, 4, 2, 1, 1), gen.Of(d, 6, 7, 4, 3, 2))
	names := peopleOf(r, sumOf(blocks)+2*apart)
	var rules []string
	rest := names
	for _, b := range blocks {
		rules = append(rules, gen.Enumerated(rest[:b])+" must sit next to each other as one group, in any order")
		rest = rest[b:]
	}
	for ; len(rest) > 0; rest = rest[2:] {
		rules = append(rules, rest[0]+" and "+rest[1]+" must not sit next to each other")
	}
	count, terms := circularSeatings(n, blocks, apart)
	question, slots := gen.Ask(r, []string{
		"At a round table {n} people take {n_seats} seats, and seatings that differ only by a rotation count as the same. These rules hold: {rules}. How many seatings are there?",
		"How many circular orders of {n} dancers are there, where only the order round the circle counts, turned circles being equal but mirror images different, if {rules}?",
		"A carousel with {n} identical seats in one ring is filled completely by {n_seats} children. Two fillings are the same if a turn of the carousel takes one to the other. In how many ways can it be filled, given that {rules}?",
	}, gen.Slot("n", n), gen.Fixed("n_seats", "as many"), gen.Fixed("rules", strings.Join(rules, "; ")))
	units, working := n-sumOf(blocks)+len(blocks), ""
	for _, b := range blocks {
		working += fmt.Sprintf("A group of %d counts as one unit and is arranged within itself in %d! ways. ", b, b)
	}
	return posed(question, slots, task.Integer(int64(count)), "%sThe %d units in a circle have %d! orders; inclusion and exclusion over the glued pairs, C(%d, j)·2^j·(%d − j)! for j of them, gives %s. In all there are %d.",
		working, units, units-1, apart, units-1, sumText(terms), count)
}

// circularSeatings counts the circular orders of n people with disjoint blocks
// together and disjoint pairs apart; terms are those of inclusion and exclusion.
func circularSeatings(n int, blocks []int, apart int) (count int, terms []int) {
	units, inside := n-sumOf(blocks)+len(blocks), 1
	for _, b := range blocks {
		inside *= nFactorial(b)
	}
	for j := 0; j <= apart; j++ {
		terms = append(terms, minusOneTo(j)*nCr(apart, j)*power(2, j)*nFactorial(units-j-1))
	}
	return inside * sumOf(terms), terms
}

// matchGroup is a group of n things that are dealt out among n owners, of which
// the first m are watched.
type matchGroup struct{ n, m int }

// hits lists, for k = 0, 1, …, m, how many of the n! deals give exactly k of the
// watched owners their own thing: C(m, k)·Σ (−1)^j C(m−k, j) (n−k−j)!.
func (g matchGroup) hits() []int {
	out := make([]int, g.m+1)
	for k := range out {
		for j := 0; j <= g.m-k; j++ {
			out[k] += minusOneTo(j) * nCr(g.m-k, j) * nFactorial(g.n-k-j)
		}
		out[k] *= nCr(g.m, k)
	}
	return out
}

// derangementCounting asks in how many ways things can be dealt back to their
// owners with a given number of right hits, over two or three groups that deal
// among themselves. Difficulty goes from one number for each group, over owners
// that do not count, to a total over the groups and to a bound on it.
func derangementCounting(r *rand.Rand, d gen.Difficulty) task.Item {
	groups := make([]matchGroup, gen.Of(d, 2, 2, 2, 2, 3))
	for i := range groups {
		groups[i].n = gen.Between(r, 4, gen.Of(d, 8, 8, 8, 8, 6))
		groups[i].m = groups[i].n
		if d == 2 || d >= 4 {
			groups[i].m = gen.Between(r, 2, groups[i].n-1)
		}
	}
	names := peopleOf(r, len(groups))
	var parts []string
	watched := 0
	for i, g := range groups {
		size := fmt.Sprint(g.n)
		if i == 0 {
			size = "{n}"
		}
		part := fmt.Sprintf("%s's team has %s members", names[i], size)
		if g.m < g.n {
			part += fmt.Sprintf(", %d of them trainees", g.m)
		}
		parts = append(parts, part)
		watched += g.m
	}
	who := "members"
	if d == 2 || d >= 4 {
		who = "trainees"
	}
	low := make([]int, len(groups)) // hits of each group, where each has its own number
	dist := []int{1}
	count := 1
	var condition string // with %s for what is dealt
	for i, g := range groups {
		low[i] = gen.Between(r, 0, g.m-2)
		count *= g.hits()[low[i]]
		dist = productOf(dist, g.hits())
	}
	switch total := gen.Between(r, 1, min(watched-3, 6)); {
	case d <= 2:
		conditions := make([]string, len(groups))
		for i := range groups {
			conditions[i] = fmt.Sprintf("exactly %d in %s's team", low[i], names[i])
		}
		condition = fmt.Sprintf("the number of %s who get their own %%s is %s", who, gen.Enumerated(conditions))
	case d == 5:
		condition, count = fmt.Sprintf("over all the teams at most %d %s get their own %%s", total, who), sumOf(dist[:total+1])
	default:
		condition, count = fmt.Sprintf("over all the teams exactly %d %s get their own %%s", total, who), dist[total]
	}
	question, slots := gen.Ask(r, []string{
		strings.Join(parts, "; ") + ". Each team mixes up the badges of its own members and hands one badge to every member. In how many ways can all the badges be handed out if {badge}?",
		"In an exchange of presents every member brings one present, and within each team the presents are dealt out again, one to each member. " + strings.Join(parts, "; ") + ". Count the outcomes in which {present}.",
		"After training, the identical-looking shoe bags of each team are given back blindly, one to each member of that team. " + strings.Join(parts, "; ") + ". How many ways of giving all the bags back are there such that {bag}?",
	}, gen.Slot("n", groups[0].n), gen.Fixed("badge", fmt.Sprintf(condition, "badge")),
		gen.Fixed("present", fmt.Sprintf(condition, "present back")), gen.Fixed("bag", fmt.Sprintf(condition, "bag")))
	return posed(question, slots, task.Integer(int64(count)),
		"In a team of n with m people watched, exactly k of these get their own in C(m, k)·Σ(−1)^j·C(m − k, j)·(n − k − j)! ways. For k = 0, 1, … this is %s. Multiplying over the teams, and adding where several splits are possible, gives %d.",
		hitsText(groups), count)
}

func hitsText(groups []matchGroup) string {
	parts := make([]string, len(groups))
	for i, g := range groups {
		parts[i] = fmt.Sprint(g.hits())
	}
	return strings.Join(parts, ", ")
}
