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
	gen.Register("math/mixture-concentration", "word problems", "Mixture concentration",
		"Find amounts or concentrations when solutions are mixed, replaced and poured over.", mixtures)
	gen.Register("math/age-relations", "word problems", "Age relations", "Recover ages from past and future relations.", ageRelations)
	gen.Register("math/coin-and-note-counts", "word problems", "Coin and note counts",
		"Recover the numbers of coins from their value and facts about their numbers.", coinCounts)
}

// mixtures asks for an amount or a concentration. Difficulty goes from adding a
// solution, over one replacement and repeated ones, to pouring to and fro between
// two vessels and a correction after it.
func mixtures(r *rand.Rand, d gen.Difficulty) task.Item {
	v, w := gen.Between(r, 12, 60), gen.Between(r, 12, 60)
	p, q := gen.Between(r, 40, 90), gen.Between(r, 2, 30)
	x, y := gen.Between(r, 2, 6), gen.Between(r, 2, 6)
	target := gen.Between(r, q+2, p-2)
	stuff := gen.Pick(r, []string{"alcohol", "glycol", "acid", "syrup", "pigment", "detergent"})
	percent := func(amount *big.Rat, volume int) *big.Rat { return new(big.Rat).Quo(amount, ratOf(volume, 100)) }
	var steps, asked, working string
	var answer *big.Rat
	switch d {
	case 1:
		answer = ratOf(v*(p-target), target-q)
		steps = fmt.Sprintf("A second liquid with %d %% %s is added until the mixture has %d %% of it.", q, stuff, target)
		asked = "How many litres are added?"
		working = fmt.Sprintf("With x litres added, %d·%d + %d·x = %d·(%d + x), so x = %d·(%d − %d)/(%d − %d)", v, p, q, target, v, v, p, target, target, q)
	case 2:
		answer = ratOf(v*(p-target), p-q)
		steps = fmt.Sprintf("Some of it is drawn off and replaced by as much of a second liquid with %d %% %s; then the vessel has %d %% of it.", q, stuff, target)
		asked = "How many litres were replaced?"
		working = fmt.Sprintf("With x litres replaced, %d·(%d − x) + %d·x = %d·%d, so x = %d·(%d − %d)/(%d − %d)", p, v, q, target, v, v, p, target, p, q)
	case 3:
		n := gen.Between(r, 2, 4)
		share := ratOf(1, 1)
		for range n {
			share.Mul(share, ratOf(v-x, v))
		}
		answer = share.Mul(share, ratOf(p, 1))
		steps = fmt.Sprintf("Then %d times in a row %d litres of the well-stirred liquid are drawn off and replaced by as much pure water.", n, x)
		asked = fmt.Sprintf("What is the concentration of %s in the end, in percent?", stuff)
		working = fmt.Sprintf("Each replacement leaves (%d − %d)/%d of the %s, so the concentration is %d·((%d − %d)/%d)^%d", v, x, v, stuff, p, v, x, v, n)
	default:
		inFirst := ratOf(v*p, 100) // amounts of the stuff
		poured := new(big.Rat).Mul(inFirst, ratOf(x, v))
		inFirst.Sub(inFirst, poured)
		inSecond := poured.Add(poured, ratOf(w*q, 100))
		back := new(big.Rat).Mul(inSecond, ratOf(y, w+x))
		inFirst.Add(inFirst, back)
		inSecond.Sub(inSecond, back)
		steps = fmt.Sprintf("A second vessel holds %d litres with %d %% of it. First %d litres are poured from the first vessel into the second and stirred; then %d litres are poured from the second back into the first and stirred.", w, q, x, y)
		answer = percent(inFirst, v-x+y)
		asked = fmt.Sprintf("What is the concentration of %s in the first vessel now, in percent?", stuff)
		working = fmt.Sprintf("After the pouring the first vessel has %s litres of %s in %d litres", inFirst.RatString(), stuff, v-x+y)
		if d == 5 {
			volume := new(big.Rat).Quo(inSecond, ratOf(q/2+1, 100))
			answer = volume.Sub(volume, ratOf(w+x-y, 1))
			asked = fmt.Sprintf("How many litres of pure water must then be added to the second vessel so that it has %d %% %s?", q/2+1, stuff)
			working = fmt.Sprintf("After the pouring the second vessel has %s litres of %s in %d litres, and %s is to be %d %% of the new volume", inSecond.RatString(), stuff, w+x-y, inSecond.RatString(), q/2+1)
		}
	}
	question, slots := gen.Ask(r, []string{
		"A vessel holds {v} litres of a solution of {stuff} in water with {p} % by volume. {steps} {asked} Volumes add up without loss. Give an exact fraction or integer.",
		"Protocol of a trial. Start: {v} litres of watery liquid in a vessel, {stuff} content {p} % of the volume. {steps} Question: {asked} (Exact fraction or integer; no volume is lost in mixing.)",
		"{asked} This is what happens: at first there are {v} litres of liquid in a vessel, {p} % of which is {stuff} and the rest water. {steps} All percentages are by volume, volumes simply add, and the result is to be an exact fraction or integer.",
	}, gen.Slot("v", v), gen.Fixed("stuff", stuff), gen.Fixed("p", p), gen.Fixed("steps", steps), gen.Fixed("asked", asked))
	return posed(question, slots, rationalAnswer(answer), "%s. This is %s.", working, answer.RatString())
}

// relation is a linear equation between ages, Σ weights·age = total, and its text.
type relation struct {
	weights []int
	total   int
	text    string
}

// independent says whether a relation adds to those before it; rows are kept in
// echelon form by the place of the leading weight.
func independent(echelon map[int][]*big.Rat, weights []int) bool {
	row := make([]*big.Rat, len(weights))
	for i, w := range weights {
		row[i] = ratOf(w, 1)
	}
	for i := range row {
		if row[i].Sign() == 0 {
			continue
		}
		pivot, ok := echelon[i]
		if !ok {
			echelon[i] = row
			return true
		}
		factor := new(big.Rat).Quo(row[i], pivot[i])
		for j := range row {
			row[j] = new(big.Rat).Sub(row[j], new(big.Rat).Mul(factor, pivot[j]))
		}
	}
	return false
}

// ageFacts lists true relations between two or three of the people: multiples at
// another time, and what was when one was as old as another is.
func ageFacts(names []string, ages []int) (multiples, past, plain []relation) {
	weigh := func(pairs ...int) []int {
		w := make([]int, len(names))
		for i := 0; i < len(pairs); i += 2 {
			w[pairs[i]] += pairs[i+1]
		}
		return w
	}
	for x := range names {
		for y := range names {
			if x == y || ages[x] <= ages[y] {
				continue
			}
			for m, word := range map[int]string{2: "twice", 3: "three times", 4: "four times"} {
				k := ages[x] - m*ages[y]
				if k%(m-1) != 0 || k/(m-1) < 2-ages[y] || k/(m-1) > 25 {
					continue
				}
				k /= m - 1
				text := fmt.Sprintf("%s is %s as old as %s", names[x], word, names[y])
				if k > 0 {
					text = fmt.Sprintf("in %s %s will be %s as old as %s will be then", numbered(k, "year"), names[x], word, names[y])
				} else if k < 0 {
					text = fmt.Sprintf("%s ago %s was %s as old as %s was then", numbered(-k, "year"), names[x], word, names[y])
				}
				multiples = append(multiples, relation{weigh(x, 1, y, -m), (m - 1) * k, text})
			}
			for z := range names {
				if w := ages[z] - (ages[x] - ages[y]); w > 0 && z != x {
					text := fmt.Sprintf("when %s was as old as %s is now, %s was %s old", names[x], names[y], names[z], numbered(w, "year"))
					past = append(past, relation{weigh(z, 1, x, -1, y, 1), w, text})
				}
			}
			plain = append(plain, relation{weigh(x, 1, y, 1), ages[x] + ages[y], fmt.Sprintf("%s and %s are %d years old together", names[x], names[y], ages[x]+ages[y])},
				relation{weigh(x, 1, y, -1), ages[x] - ages[y], fmt.Sprintf("%s is %s older than %s", names[x], numbered(ages[x]-ages[y], "year"), names[y])})
		}
	}
	for _, facts := range [][]relation{multiples, past, plain} {
		slices.SortFunc(facts, func(a, b relation) int { return strings.Compare(a.text, b.text) })
	}
	return multiples, past, plain
}

// ageRelations asks for all the ages. Difficulty adds people (2 to 4) and prefers
// relations at other times to plain ones. The relations are independent and as
// many as the people, so the ages are determined.
func ageRelations(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 3, 3, 4)
	names, ages := peopleOf(r, n), gen.Sample(r, span(4, 60), n)
	multiples, past, plain := ageFacts(names, ages)
	for _, facts := range [][]relation{multiples, past, plain} {
		r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	}
	order := slices.Concat(multiples[:min(1, len(multiples))], plain, past)
	if d >= 2 {
		order = slices.Concat(multiples[:min(1, len(multiples))], past[:min(len(past), int(d)-1)], multiples, plain, past)
	}
	echelon := map[int][]*big.Rat{}
	var texts []string
	for _, f := range order {
		if len(texts) < n && independent(echelon, f.weights) {
			texts = append(texts, f.text)
		}
	}
	r.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	facts, number := firstNumber(strings.Join(texts, "; "))
	question, slots := gen.Ask(r, inserted("{facts}", facts, []string{
		"Find the present ages, in whole years, of {names} from these facts: {facts}. Give the ages as a list in the order in which the names stand here.",
		"{names} have their birthdays on the same day, which is today. One knows this: {facts}. How old are they today? Answer with a list of their ages in the order of the names at the start.",
		"A riddle about the ages of {names}, all counted in full years today: {facts}. Write down the list of their ages, in the order in which the names are first given.",
	}), gen.Fixed("names", gen.Enumerated(names)), number)
	return posed(question, slots, task.List(task.Integers(ages)...), "Each fact is a linear equation in the present ages, where a shift of time adds the same number to every age. Solving the %d equations gives, for %s: %s. Putting these in confirms every fact.", n, strings.Join(names, ", "), strings.Join(intTexts("%d", ages), ", "))
}

// coinCounts asks for the number of coins of each kind. Difficulty adds kinds (2
// to 4) and replaces equations by the demand for whole positive numbers. Facts
// are added until only one solution is left.
func coinCounts(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 3, 4)
	values := gen.Sample(r, []int{1, 2, 5, 10, 20, 50}, n)
	slices.Sort(values)
	counts := make([]int, n)
	for i := range counts {
		counts[i] = gen.Between(r, 1, gen.Of(d, 40, 20, 16, 16, 12))
	}
	total, pieces := 0, sumOf(counts)
	for i, c := range counts {
		total += c * values[i]
	}
	facts := []string{fmt.Sprintf("there are %d pieces in all", pieces)}
	solutions := coinSolutions(values, total, pieces)
	if d == 3 {
		facts = []string{fmt.Sprintf("there are %d pieces of %d and %d together", counts[1]+counts[2], values[1], values[2])}
		solutions = slices.DeleteFunc(coinSolutions(values, total, 0), func(c []int) bool { return c[1]+c[2] != counts[1]+counts[2] })
	}
	for _, i := range r.Perm(n * n) {
		a, b := i/n, i%n
		if a == b || len(solutions) == 1 {
			continue
		}
		gap := counts[a] - counts[b]
		fact, holds := fmt.Sprintf("there are %d more pieces of %d than of %d", gap, values[a], values[b]), func(c []int) bool { return c[a]-c[b] == gap }
		switch m := counts[a] / counts[b]; {
		case counts[a]%counts[b] == 0 && m >= 2 && m <= 4:
			fact, holds = fmt.Sprintf("there are %s as many pieces of %d as of %d", map[int]string{2: "twice", 3: "three times", 4: "four times"}[m], values[a], values[b]), func(c []int) bool { return c[a] == m*c[b] }
		case gap == 0:
			fact = fmt.Sprintf("there are as many pieces of %d as of %d", values[a], values[b])
		case d >= 4 && gap > 0:
			fact, holds = fmt.Sprintf("there are more pieces of %d than of %d", values[a], values[b]), func(c []int) bool { return c[a] > c[b] }
		case gap < 0:
			continue
		}
		left := slices.DeleteFunc(slices.Clone(solutions), func(c []int) bool { return !holds(c) })
		if len(left) < len(solutions) {
			solutions, facts = left, append(facts, fact)
		}
	}
	if len(solutions) > 1 { // then one count is told
		facts = append(facts, fmt.Sprintf("there are exactly %d pieces of %d", counts[0], values[0]))
		solutions = slices.DeleteFunc(solutions, func(c []int) bool { return c[0] != counts[0] })
	}
	for i := 1; len(solutions) > 1; i++ {
		facts = append(facts, fmt.Sprintf("there are exactly %d pieces of %d", counts[i], values[i]))
		solutions = slices.DeleteFunc(solutions, func(c []int) bool { return c[i] != counts[i] })
	}
	question, slots := gen.Ask(r, []string{
		"A purse holds coins of {values} cents, at least one of each kind and no others. Their value is {total} cents; {facts}. How many coins of each kind are there? List the numbers, from the smallest kind to the largest.",
		"A ticket machine counts its takings: only pieces worth {values} crowns, each kind occurring, {total} crowns altogether. Besides, {facts}. Find the number of pieces of each kind and list them by increasing worth.",
		"In a board game there are tokens worth {values} points. A player has at least one of each kind, with a total of {total} points, and {facts}. List how many of each kind the player has, the least valuable kind first.",
	}, gen.Fixed("values", gen.Enumerated(intTexts("%d", values))), gen.Slot("total", total), gen.Fixed("facts", strings.Join(facts, "; ")))
	terms := make([]string, n)
	for i, v := range values {
		terms[i] = fmt.Sprintf("%d·%c", v, 'a'+i)
	}
	return posed(question, slots, task.List(task.Integers(counts)...), "With the unknown numbers a, b, … the value gives %s = %d. The other facts are further equations or bounds; only positive whole numbers count. The one solution is %s.", strings.Join(terms, " + "), total, strings.Join(intTexts("%d", counts), ", "))
}

// coinSolutions lists the positive counts with the total value and, unless it is 0,
// the number of pieces.
func coinSolutions(values []int, total, pieces int) [][]int {
	var out [][]int
	counts := make([]int, len(values))
	var fill func(i, value, left int)
	fill = func(i, value, left int) {
		rest := values[:i] // still to be filled
		switch {
		case i == 0:
			if value == 0 && (left == 0 || pieces == 0) {
				out = append(out, slices.Clone(counts))
			}
			return
		case i == 1:
			if value%values[0] == 0 && value > 0 {
				counts[0] = value / values[0]
				fill(0, 0, left-counts[0])
			}
			return
		}
		for c := 1; c*values[i-1]+sumOf(rest[:i-1]) <= value && (pieces == 0 || c < left); c++ {
			counts[i-1] = c
			fill(i-1, value-c*values[i-1], left-c)
		}
	}
	fill(len(values), total, pieces)
	return out
}
