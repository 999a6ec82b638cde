package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("math/dice-sum-probability", "probability & statistics", "Dice-sum probability",
		"Find the probability that a mixed pool of dice meets a condition.", dicePool)
	gen.Register("math/hypergeometric-draw-probability", "probability & statistics", "Hypergeometric draw probability",
		"Find the probability of a composition when drawing without replacement.", urnDraw)
	gen.Register("math/conditional-probability-from-a-table", "probability & statistics", "Conditional probability from a table",
		"Read counts from a two-way table and compute a conditional probability.", tableProbability)
	gen.Register("math/binomial-tail-probability", "probability & statistics", "Binomial tail probability",
		"Find exact probabilities about numbers of successes in independent trials.", binomialTail)
	gen.Register("math/indicator-linearity", "probability & statistics", "Indicator linearity",
		"Find the expected number of local patterns in a random arrangement.", expectedPatterns)
}

// outcomes yields every roll of dice with the given numbers of faces.
func outcomes(faces []int, yield func(roll []int)) {
	roll := make([]int, len(faces))
	for i := range roll {
		roll[i] = 1
	}
	for {
		yield(roll)
		i := 0
		for ; i < len(roll) && roll[i] == faces[i]; i++ {
			roll[i] = 1
		}
		if i == len(roll) {
			return
		}
		roll[i]++
	}
}

// bestSum is the sum of the k largest numbers of a roll of at most four.
func bestSum(roll []int, k int) int {
	var sorted [4]int
	n := copy(sorted[:], roll)
	slices.Sort(sorted[:n])
	return sumOf(sorted[n-k : n])
}

func allDifferent(roll []int) bool {
	seen := 0
	for _, v := range roll {
		if seen>>v&1 == 1 {
			return false
		}
		seen |= 1 << v
	}
	return true
}

// dicePool asks for a probability about unlike dice. Difficulty goes from the sum of
// two and of three, over a condition that is known to hold, to the best two of three and
// the best three of four among different numbers. The bound comes from a drawn roll.
func dicePool(r *rand.Rand, d gen.Difficulty) task.Item {
	faces := make([]int, gen.Of(d, 2, 3, 3, 3, 4))
	roll := make([]int, len(faces))
	for i := range faces {
		faces[i] = gen.Between(r, 4, gen.Of(d, 24, 12, 12, 12, 9))
	}
	slices.Sort(faces)
	for i, n := range faces {
		roll[i] = gen.Between(r, 1, n)
	}
	keep := gen.Of(d, 2, 3, 3, 2, 3)
	what := gen.Of(d, "the sum of the two numbers", "the sum of the three numbers", "the sum of the three numbers", "the sum of the two largest of the three numbers", "the sum of the three largest of the four numbers")
	given := func([]int) bool { return true }
	condition := ""
	switch d {
	case 3:
		roll[len(roll)-1] = faces[len(faces)-1]
		given = func(v []int) bool { return v[0] == faces[0] || v[1] == faces[1] || v[2] == faces[2] }
		condition = " It is known that at least one of the dice shows its highest number."
	case 5:
		roll = []int{1, 2, 3, 4}
		roll[3] = gen.Between(r, 4, faces[3])
		given = allDifferent
		condition = " It is known that no two dice show the same number."
	}
	bound := bestSum(roll, keep)
	kinds := []string{"is exactly %d", "is at least %d", "is at most %d", "leaves remainder %d on division by 4"}
	kind := r.IntN(len(kinds))
	if kind == 3 {
		bound %= 4
	}
	hits := func(kind int) (good, all int) {
		outcomes(faces, func(v []int) {
			if !given(v) {
				return
			}
			all++
			sum := bestSum(v, keep)
			if kind == 0 && sum == bound || kind == 1 && sum >= bound || kind == 2 && sum <= bound || kind == 3 && sum%4 == bound {
				good++
			}
		})
		return good, all
	}
	good, all := hits(kind)
	if good == all { // the bound is the least or the largest sum
		kind = 0
		good, all = hits(kind)
	}
	event := what + " " + strings.Replace(kinds[kind], "%d", "{bound}", 1)
	question, slots := gen.Ask(r, inserted("{event}", event, []string{
		"Fair dice with {faces} faces, each numbered from 1 up, are rolled together.{condition} What is the probability that {event}? Give an exact fraction in lowest terms.",
		"In a game one throws several unlike fair dice: their numbers of faces are {faces}, and the faces of each bear the numbers 1, 2, 3, … .{condition} Find the exact probability, as a fraction, of the event that {event}.",
		"Wheels of fortune with {faces} equal sectors, which are numbered from 1 on each wheel, are called dice here and are spun once, independently.{condition} How likely is it that {event}? Answer with a reduced fraction.",
	}), gen.Fixed("faces", gen.Enumerated(intTexts("%d", faces))), gen.Fixed("condition", condition), gen.Slot("bound", bound))
	p := ratOf(good, all)
	return posed(question, slots, rationalAnswer(p), "All %d possible outcomes are equally likely, and the event holds in %d of them: %d/%d = %s.", all, good, good, all, p.RatString())
}

// urnDraw asks for a probability without replacement. Difficulty goes from an exact
// number of one colour and a bound, over exact numbers of three colours, to "all
// colours occur" (inclusion and exclusion) and a condition.
func urnDraw(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c := gen.Between(r, 4, 14), gen.Between(r, 4, 14), 0
	if d >= 3 {
		c = gen.Between(r, 4, 10)
	}
	total := a + b + c
	n := gen.Between(r, gen.Of(d, 3, 4, 4, 4, 4), gen.Of(d, 5, 6, 6, 6, 6))
	k, j := gen.Between(r, 1, min(a, n-1)), 0
	col := gen.Sample(r, lexicon.Colours(), 3)
	all, good := nCr(total, n), 0
	var event, working string
	switch d {
	case 1:
		good = nCr(a, k) * nCr(b, n-k)
		event, working = fmt.Sprintf("the number of %s ones among those drawn is exactly {k}", col[0]), fmt.Sprintf("C(%d, %d)·C(%d, %d)", a, k, b, n-k)
	case 2:
		for i := k; i <= n; i++ {
			good += nCr(a, i) * nCr(b, n-i)
		}
		event, working = fmt.Sprintf("the number of %s ones among those drawn is at least {k}", col[0]), fmt.Sprintf("the sum of C(%d, i)·C(%d, %d − i) from i = %d", a, b, n, k)
	case 3:
		k = gen.Between(r, 1, n-2)
		j = gen.Between(r, 1, n-k-1)
		good = nCr(a, k) * nCr(b, j) * nCr(c, n-k-j)
		event, working = fmt.Sprintf("the numbers of %s and %s ones among those drawn are exactly {k} and %d", col[0], col[1], j), fmt.Sprintf("C(%d, %d)·C(%d, %d)·C(%d, %d)", a, k, b, j, c, n-k-j)
	case 4:
		good = all - nCr(total-a, n) - nCr(total-b, n) - nCr(total-c, n) + nCr(a, n) + nCr(b, n) + nCr(c, n)
		event, working = "all three colours occur among the drawn ones", "inclusion and exclusion over the colours that are missing"
	default:
		k = gen.Between(r, 1, 2)
		all -= nCr(total-a, n)
		good = nCr(b, k) * (nCr(total-b, n-k) - nCr(c, n-k))
		event, working = fmt.Sprintf("the number of %s ones among those drawn is exactly {k}, given that at least one is %s", col[1], col[0]), fmt.Sprintf("C(%d, %d)·(C(%d, %d) − C(%d, %d)) of the draws with at least one %s", b, k, total-b, n-k, c, n-k, col[0])
	}
	parts := []string{fmt.Sprintf("{a} %s", col[0]), fmt.Sprintf("%d %s", b, col[1]), fmt.Sprintf("%d %s", c, col[2])}
	if c == 0 {
		parts = parts[:2]
	}
	phrasings := inserted("{event}", event, []string{
		"A bag contains {content} beads. Without looking, {n} beads are taken out and not put back. What is the probability that {event}? Give an exact fraction.",
		"A drum holds {total} tickets, namely {content} ones, and {n} different tickets are drawn at random. Find the exact probability, as a fraction, that {event}.",
		"A florist has {content} tulips in one bucket and picks {n} of them blindly, all at once. How likely is it that {event}? Answer with a reduced fraction.",
	})
	question, slots := gen.Ask(r, inserted("{content}", gen.Enumerated(parts), phrasings), gen.Slot("a", a), gen.Slot("n", n), gen.Fixed("total", total), gen.Slot("k", k))
	p := ratOf(good, all)
	return posed(question, slots, rationalAnswer(p), "Count equally likely draws: the favourable ones number %s = %d, out of %d. This is %s.", working, good, all, p.RatString())
}

// twoWayTable draws counts and writes them as a Markdown table.
func twoWayTable(r *rand.Rand, rows, columns []string) (counts [][]int, text string) {
	var b strings.Builder
	fmt.Fprintf(&b, "| | %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat(" --- |", len(columns)+1))
	counts = make([][]int, len(rows))
	for i := range counts {
		counts[i] = make([]int, len(columns))
		for j := range counts[i] {
			counts[i][j] = gen.Between(r, 2, 60)
		}
		fmt.Fprintf(&b, "| %s | %s |\n", rows[i], strings.Join(intTexts("%d", counts[i]), " | "))
	}
	return counts, b.String()
}

// tableProbability asks for a probability from a two-way table. Difficulty goes from
// a plain condition, over complements and unions, to two people drawn at once.
func tableProbability(r *rand.Rand, d gen.Difficulty) task.Item {
	rows := gen.Sample(r, []string{"Accounts", "Sales", "Support", "Research", "Logistics", "Design", "Legal", "Training"}, gen.Of(d, 2, 3, 3, 4, 3))
	columns := gen.Sample(r, []string{"tram", "bicycle", "car", "train", "bus", "ferry", "scooter"}, gen.Of(d, 3, 3, 4, 4, 3))
	n, table := twoWayTable(r, rows, columns)
	total := sumOf(slices.Concat(n...))
	count := func(in func(i, j int) bool) int {
		sum := 0
		for i := range n {
			for j := range n[i] {
				if in(i, j) {
					sum += n[i][j]
				}
			}
		}
		return sum
	}
	a, b := r.IntN(len(rows)), r.IntN(len(columns))
	a2, b2 := (a+1)%len(rows), (b+1)%len(columns)
	var event, given string
	var inEvent, inGiven func(i, j int) bool
	switch d {
	case 1:
		event, given = "works in "+rows[a], "comes by "+columns[b]
		inEvent, inGiven = func(i, j int) bool { return i == a }, func(i, j int) bool { return j == b }
	case 2:
		event, given = "comes by "+columns[b], "does not work in "+rows[a]
		inEvent, inGiven = func(i, j int) bool { return j == b }, func(i, j int) bool { return i != a }
	case 3:
		event, given = "works in "+rows[a], "comes by "+columns[b]+" or "+columns[b2]
		inEvent, inGiven = func(i, j int) bool { return i == a }, func(i, j int) bool { return j == b || j == b2 }
	case 4:
		event, given = fmt.Sprintf("works in %s or comes by %s (or both)", rows[a], columns[b]), fmt.Sprintf("does not come by %s or works in %s (or both)", columns[b2], rows[a2])
		inEvent, inGiven = func(i, j int) bool { return i == a || j == b }, func(i, j int) bool { return j != b2 || i == a2 }
	default:
		event, given = "exactly one of the two works in "+rows[a], "both of them come by "+columns[b]
		inEvent, inGiven = func(i, j int) bool { return i == a }, func(i, j int) bool { return j == b }
	}
	all, good := count(inGiven), count(func(i, j int) bool { return inEvent(i, j) && inGiven(i, j) })
	p, who, is, subject := ratOf(good, all), "one of them", "is", "this person "
	working := fmt.Sprintf("The condition leaves %d people, %d of whom belong to the event", all, good)
	if d == 5 {
		who, is, subject = "two different ones of them", "are", ""
		p = ratOf(2*good*(all-good), all*(all-1))
		working += fmt.Sprintf("; of the %d·%d/2 pairs among them %d·%d have one of each kind", all, all-1, good, all-good)
	}
	question, slots := gen.Ask(r, []string{
		"The table shows how the {total} people of an office come to work, by department.\n\n{table}\nBy lot, {who} {is} picked; every choice is equally likely. What is the probability that {event}, given that {given}? Give a reduced fraction.",
		"A survey asked {total} employees how they travel (columns) and where they work (rows):\n\n{table}\nA prize goes to {who}, drawn by lot. It is already known that {given}. Find the exact probability, as a fraction, that {event}.",
		"Below are the counts for {total} staff members, departments in rows and means of transport in columns.\n\n{table}\nFrom all of them, {who} {is} chosen by lot. Under the condition that {given}, how likely is it that {event}? Answer with a fraction in lowest terms.",
	}, gen.Slot("total", total), gen.Fixed("table", table), gen.Fixed("who", who), gen.Fixed("is", is), gen.Fixed("event", subject+event), gen.Fixed("given", subject+given))
	return posed(question, slots, rationalAnswer(p), "%s. The probability is %s.", working, p.RatString())
}

// successes lists the probabilities of 0 to n successes, times b^n, for p = a/b.
func successes(n, a, b int) []int {
	out := make([]int, n+1)
	for k := range out {
		out[k] = nCr(n, k) * power(a, k) * power(b-a, n-k)
	}
	return out
}

// binomialTail asks for a probability about independent trials. Difficulty goes from
// one bound, over two bounds and a condition, to two groups of trials with other
// chances and to the share of one group in a known total.
func binomialTail(r *rand.Rand, d gen.Difficulty) task.Item {
	b := gen.Between(r, 3, gen.Of(d, 40, 25, 30, 9, 9))
	a, n := gen.Between(r, 1, b-1), gen.Of(d, gen.Between(r, 3, 5), gen.Between(r, 5, 8), gen.Between(r, 4, 6), gen.Between(r, 2, 4), gen.Between(r, 2, 4))
	b2 := gen.Between(r, 3, 9)
	a2, m := gen.Between(r, 1, b2-1), gen.Between(r, 2, 4)
	own, other := successes(n, a, b), successes(m, a2, b2)
	k := gen.Between(r, 1, n-1)
	all, good := power(b, n), 0
	var event, working string
	groups := fmt.Sprintf("{n} times with success probability %s each time", ratOf(a, b).RatString())
	switch d {
	case 1:
		kind := r.IntN(3)
		event = []string{"exactly ", "at least ", "at most "}[kind] + numberedVerb(k)
		good = sumOf([][]int{own[k : k+1], own[k:], own[:k+1]}[kind])
		working = "Add the probabilities C(n, i)·p^i·(1 − p)^(n − i) of the numbers of successes that are asked for"
	case 2:
		low := gen.Between(r, 1, n-3)
		high := gen.Between(r, low+1, n-1)
		event, good = fmt.Sprintf("the number of successful attempts is from %d to %d, both included", low, high), sumOf(own[low:high+1])
		working = fmt.Sprintf("Add the probabilities C(n, i)·p^i·(1 − p)^(n − i) for i = %d to %d", low, high)
	case 3:
		low := gen.Between(r, 1, n-2)
		k = gen.Between(r, low+1, n)
		event, good, all = fmt.Sprintf("at least %s, given that at least %s", numberedVerb(k), numberedVerb(low)), sumOf(own[k:]), sumOf(own[low:])
		working = "Divide the probability of the larger number of successes by that of the condition, each a sum of binomial probabilities"
	case 4:
		k = gen.Between(r, 2, n+m-1)
		groups += fmt.Sprintf(", and then %d times with probability %s each time", m, ratOf(a2, b2).RatString())
		event, good, all = fmt.Sprintf("exactly %s in all", numberedVerb(k)), productOf(own, other)[k], all*power(b2, m)
		working = "Split the successes between the two groups, multiply the binomial probabilities and add"
	default:
		k = gen.Between(r, 2, n+m-1)
		j := gen.Between(r, max(0, k-m), min(n, k))
		groups += fmt.Sprintf(", and then %d times with probability %s each time", m, ratOf(a2, b2).RatString())
		event = fmt.Sprintf("exactly %d of the first %d attempts succeed, given that exactly %s in all", j, n, numberedVerb(k))
		good, all = own[j]*other[k-j], productOf(own, other)[k]
		working = "Divide the probability of this split by the sum over all splits of the same total"
	}
	question, slots := gen.Ask(r, inserted("{groups}", groups, []string{
		"An archer shoots {groups}, all shots independent of each other. What is the probability that {event}? Give an exact fraction.",
		"A machine attempts a weld {groups}; the attempts do not influence one another. Find, as an exact fraction, the probability that {event}.",
		"In a trial something is tried {groups}, independently. How likely is it that {event}? Answer with a reduced fraction.",
	}), gen.Slot("n", n), gen.Fixed("event", event))
	p := ratOf(good, all)
	return posed(question, slots, rationalAnswer(p), "%s. This gives %s.", working, p.RatString())
}

// numberedVerb says that a number of attempts succeed.
func numberedVerb(k int) string {
	if k == 1 {
		return "1 attempt succeeds"
	}
	return fmt.Sprintf("%d attempts succeed", k)
}

// falling is n·(n − 1)·…, k factors.
func falling(n, k int) int {
	p := 1
	for i := range k {
		p *= n - i
	}
	return p
}

// expectedPatterns asks for an expected number of local patterns. Difficulty goes
// from neighbours in a row, over a ring of three colours, triples and a grid, to runs
// of an exact length, which have different chances at the ends.
func expectedPatterns(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c := gen.Between(r, 3, 15), gen.Between(r, 3, 15), gen.Between(r, 2, 9)
	col := gen.Sample(r, lexicon.Colours(), 3)
	var set, asked, working string
	var mean *big.Rat
	n := a + b
	two := fmt.Sprintf("{a} %s and %d %s", col[0], b, col[1])
	switch d {
	case 1:
		mean = ratOf((n-1)*a*b, n*(n-1))
		set, asked = two+" ones, laid in a row", fmt.Sprintf("places at which the colour %s is directly followed, from left to right, by %s", col[0], col[1])
		working = fmt.Sprintf("Each of the %d neighbouring places shows this with probability %d·%d/(%d·%d)", n-1, a, b, n, n-1)
	case 2:
		n += c
		mean = ratOf(n*(falling(a, 2)+falling(b, 2)+falling(c, 2)), n*(n-1))
		set, asked = fmt.Sprintf("{a} %s, %d %s and %d %s ones, laid in a ring", col[0], b, col[1], c, col[2]), "pairs of neighbours that have the same colour"
		working = fmt.Sprintf("Each of the %d neighbouring pairs is of one colour with probability (%d·%d + %d·%d + %d·%d)/(%d·%d)", n, a, a-1, b, b-1, c, c-1, n, n-1)
	case 3:
		n += c
		mean = ratOf((n-2)*falling(a, 2)*b, falling(n, 3))
		set, asked = fmt.Sprintf("{a} %s, %d %s and %d %s ones, laid in a row", col[0], b, col[1], c, col[2]), fmt.Sprintf("places at which three consecutive ones are %s, %s, %s from left to right", col[0], col[1], col[0])
		working = fmt.Sprintf("Each of the %d triples shows this with probability %d·%d·%d/(%d·%d·%d)", n-2, a, b, a-1, n, n-1, n-2)
	case 4:
		rows, columns := gen.Between(r, 3, 6), gen.Between(r, 4, 8)
		n, a = rows*columns, gen.Between(r, 3, 10)
		pairs := rows*(columns-1) + columns*(rows-1)
		mean = ratOf(pairs*a*(n-a)*2, n*(n-1))
		set, asked = fmt.Sprintf("{a} %s and %d %s ones, laid one on each cell of a grid of %d rows and %d columns", col[0], n-a, col[1], rows, columns), "pairs of cells with a common side that bear different colours"
		working = fmt.Sprintf("There are %d such pairs of cells; each has different colours with probability 2·%d·%d/(%d·%d)", pairs, a, n-a, n, n-1)
	default:
		k := gen.Between(r, 2, 3)
		a = max(a, k+1)
		n = a + b
		ends := ratOf(2*falling(a, k)*b, falling(n, k+1))
		inner := ratOf((n-k-1)*falling(a, k)*falling(b, 2), falling(n, k+2))
		mean = inner.Add(inner, ends)
		set, asked = two+" ones, laid in a row (a run is a longest possible block of neighbours of one colour)", fmt.Sprintf("%s runs of length exactly %d", col[0], k)
		working = fmt.Sprintf("A run of %d starts at a given inner place if %d places are %s and both neighbours are %s, at the ends of the row with one neighbour only; adding the probabilities over the %d inner starts and the 2 at the ends", k, k, col[0], col[1], n-k-1)
	}
	question, slots := gen.Ask(r, inserted("{set}", set, []string{
		"Beads are shuffled at random: {set}. What is the expected number of {asked}? Give an exact fraction or integer.",
		"Chips of equal shape are placed in random order, every order being equally likely: {set}. On average, how many {asked} are there? Answer exactly, as a reduced fraction or integer.",
		"Let X be the number of {asked} when these tiles are put down at random: {set}. Find E(X) as an exact fraction or integer.",
	}), gen.Slot("a", a), gen.Fixed("asked", asked))
	return posed(question, slots, rationalAnswer(mean), "By linearity of expectation the chances of all places are added, although they depend on each other. %s. The mean is %s.", working, mean.RatString())
}
