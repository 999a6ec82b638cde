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
	gen.Register("math/markov-absorption-probability", "probability & statistics", "Markov absorption probability",
		"Find where a Markov chain ends, and how long it takes on average.", absorption)
	gen.Register("math/markov-stationary-distribution", "probability & statistics", "Markov stationary distribution",
		"Find the long-run shares of time of a small Markov chain.", stationaryShares)
	gen.Register("math/gamblers-ruin", "probability & statistics", "Gambler's ruin",
		"Find the chance to reach a goal before ruin, or the expected length of play.", gamblersRuin)
	gen.Register("math/optimal-stopping-game-value", "probability & statistics", "Optimal stopping game value",
		"Find the value of a roll-or-stop game by backward induction.", optimalStopping)
}

// weightedChain holds the weights of the transitions between states; the chance of
// one is its weight by the sum of its row. A row of zeros is an absorbing state.
type weightedChain [][]int

// text tells the transitions of each state that is left.
func (w weightedChain) text(names []string) string {
	var lines []string
	for i, row := range w {
		var parts []string
		for j, x := range row {
			if x > 0 {
				parts = append(parts, fmt.Sprintf("to %s with probability %s", names[j], ratOf(x, sumOf(row)).RatString()))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, fmt.Sprintf("from %s: %s", names[i], strings.Join(parts, ", ")))
		}
	}
	return strings.Join(lines, "; ")
}

// absorb solves for the transient states 0 to n−1: the probabilities to end in a
// state and the expected numbers of steps.
func (w weightedChain) absorb(n, end int) (chances, steps []*big.Rat) {
	m := make([][]int, n)
	for i := range m {
		m[i] = make([]int, n)
		for j := range m[i] {
			m[i][j] = -w[i][j]
		}
		m[i][i] += sumOf(w[i])
	}
	inverse, _ := invert(m)
	for i := range n {
		chance, step := new(big.Rat), new(big.Rat)
		for j := range n {
			chance.Add(chance, new(big.Rat).Mul(inverse[i][j], ratOf(w[j][end], 1)))
			step.Add(step, new(big.Rat).Mul(inverse[i][j], ratOf(sumOf(w[j]), 1)))
		}
		chances, steps = append(chances, chance), append(steps, step)
	}
	return chances, steps
}

// absorption asks for the chance to end in a given state. Difficulty adds transient
// states (2 to 4) and, from 4 on, asks for the expected number of steps as well.
// Every transient state leads to an absorbing one, so the chain ends.
func absorption(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 3, 3, 4)
	names := lettersOf(r, n+2)
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	w := make(weightedChain, n+2)
	for i := range w {
		w[i] = make([]int, n+2)
		if i >= n {
			continue
		}
		for _, j := range append(gen.Sample(r, span(0, n-1), min(n, gen.Of(d, 1, 2, 2, 2, 2))), n+i%2) { // each end is reached from some state
			w[i][j] = gen.Between(r, 1, gen.Of(d, 9, 6, 4, 4, 3))
		}
		if j := (i + 1) % n; w[i][j] == 0 { // and every state from every other
			w[i][j] = gen.Between(r, 1, 3)
		}
	}
	start, end := r.IntN(n), gen.Pick(r, []int{n, n + 1})
	chances, steps := w.absorb(n, end)
	asked, answer := fmt.Sprintf("the probability that it ends in %s. Give an exact fraction", names[end]), rationalAnswer(chances[start])
	working := fmt.Sprintf("The probabilities to end in %s satisfy h(i) = Σ p(i, j)·h(j), with 1 at %s and 0 at %s. The solution for the states %s is %s", names[end], names[end], names[2*n+1-end], strings.Join(names[:n], ", "), strings.Join(ratTexts(chances), ", "))
	if d >= 4 {
		asked = fmt.Sprintf("the list [probability that it ends in %s, expected number of steps until it ends], as exact fractions or integers", names[end])
		answer = task.List(answer, rationalAnswer(steps[start]))
		working += fmt.Sprintf("; the expected numbers of steps satisfy t(i) = 1 + Σ p(i, j)·t(j), with the solution %s", strings.Join(ratTexts(steps), ", "))
	}
	question, slots := gen.Ask(r, []string{
		"A Markov chain has the states {states}. In each step it moves as follows: {moves}. It ends as soon as it is in {ends}. It starts in {start}. Find {asked}.",
		"A game piece is moved at random between fields, independently of the past: {moves}. The game is over on {ends}. Beginning on {start}, the piece runs until then. Determine {asked}; the fields are {states}.",
		"Every day the state of a machine changes as follows: {moves}. In {ends} it stops for ever. Today it is in {start}; its states are {states}. Compute {asked}. Here “it” is the sequence of states, and a step is one day.",
	}, gen.Fixed("states", strings.Join(slices.Sorted(slices.Values(names)), ", ")), gen.Fixed("moves", w.text(names)), gen.Fixed("ends", names[n]+" or "+names[n+1]), gen.Fixed("start", names[start]), gen.Fixed("asked", asked))
	return posed(question, slots, answer, "%s. The start is %s.", working, names[start])
}

// stationary is the long-run distribution of an irreducible chain.
func (w weightedChain) stationary() []*big.Rat {
	n := len(w)
	m := make([][]int, n) // unknown: the share of each state over the sum of its row
	for j := range m {
		m[j] = make([]int, n)
		for i := range m[j] {
			m[j][i] = w[i][j]
		}
		m[j][j] -= sumOf(w[j])
	}
	for i := range n { // one balance follows from the others; the shares add up to 1 instead
		m[n-1][i] = sumOf(w[i])
	}
	inverse, _ := invert(m)
	out := make([]*big.Rat, n)
	for i := range out {
		out[i] = new(big.Rat).Mul(inverse[i][n-1], ratOf(sumOf(w[i]), 1))
	}
	return out
}

// stationaryShares asks for the long-run distribution. Difficulty adds states (2 to
// 4) and transitions; at 5 a cost for each state is given and its mean is asked. A
// cycle through all states and a way to stay make the chain converge.
func stationaryShares(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 4, 4)
	names := lettersOf(r, n)
	w := make(weightedChain, n)
	order := r.Perm(n)
	for i := range w {
		w[i] = make([]int, n)
	}
	for i, v := range order {
		w[v][order[(i+1)%n]] = gen.Between(r, 1, gen.Of(d, 12, 6, 4, 4, 4))
	}
	for range gen.Of(d, 1, 2, 4, 4, 4) {
		if i, j := r.IntN(n), r.IntN(n); i != j {
			w[i][j] = gen.Between(r, 1, 3)
		}
	}
	for range gen.Of(d, 2, 1, 1, 1, 1) {
		i := r.IntN(n)
		w[i][i] = gen.Between(r, 1, gen.Of(d, 12, 5, 4, 4, 4))
	}
	shares := w.stationary()
	answers := make([]task.Answer, n)
	for i, s := range shares {
		answers[i] = rationalAnswer(s)
	}
	asked, answer, costs := "Give the long-run shares of the states "+strings.Join(names, ", ")+" as a list of exact fractions in this order.", task.List(answers...), ""
	working := fmt.Sprintf("The shares satisfy π(j) = Σ π(i)·p(i, j) and add up to 1; for %s they are %s", strings.Join(names, ", "), strings.Join(ratTexts(shares), ", "))
	if d == 5 {
		mean := new(big.Rat)
		var parts []string
		for i, s := range shares {
			cost := gen.Between(r, 2, 40)
			mean.Add(mean, new(big.Rat).Mul(s, ratOf(cost, 1)))
			parts = append(parts, fmt.Sprintf("%d in %s", cost, names[i]))
		}
		costs = " Each step that is spent in a state costs, in euros: " + strings.Join(parts, ", ") + "."
		asked, answer = "What is the long-run mean cost of a step? Give an exact fraction or integer.", rationalAnswer(mean)
		working += "; the mean cost is their sum weighted with the costs, " + mean.RatString()
	}
	costs, number := firstNumber(costs)
	question, slots := gen.Ask(r, inserted("{costs}", costs, []string{
		"A Markov chain moves as follows: {moves}.{costs} {asked}",
		"Every minute a lamp changes its colour state at random, depending only on the present one: {moves}.{costs} After a very long time, watch it. {asked}",
		"Customers switch between the offers {names} from one month to the next as follows, {moves}; a month is a step.{costs} {asked}",
	}), gen.Fixed("moves", w.text(names)), gen.Fixed("names", strings.Join(names, ", ")), number, gen.Fixed("asked", asked))
	return posed(question, slots, answer, "%s.", working)
}

// odds are the weights of winning, losing and drawing a round.
type odds struct{ win, lose, draw int }

// ruin is a fortune between 0 and the goal; from the threshold on other odds hold.
type ruin struct {
	goal, threshold int
	low, high       odds
}

func (g ruin) at(i int) odds {
	if i < g.threshold {
		return g.low
	}
	return g.high
}

// chances lists the probabilities to reach the goal before 0: sums of products of
// lose/win, as differences of neighbours have this ratio.
func (g ruin) chances() []*big.Rat {
	step, out := ratOf(1, 1), []*big.Rat{new(big.Rat)}
	for i := range g.goal {
		if i > 0 {
			step = new(big.Rat).Mul(step, ratOf(g.at(i).lose, g.at(i).win))
		}
		out = append(out, new(big.Rat).Add(out[i], step))
	}
	for i := range out {
		out[i] = new(big.Rat).Quo(out[i], out[g.goal])
	}
	return out
}

// lengths lists the expected numbers of rounds. With u for the first difference,
// every value is a(i)·u − b(i), and the value at the goal is 0.
func (g ruin) lengths() []*big.Rat {
	a, b := []*big.Rat{new(big.Rat), ratOf(1, 1)}, []*big.Rat{new(big.Rat), new(big.Rat)}
	for i := 1; i < g.goal; i++ {
		// win·(E(i+1) − E(i)) = lose·(E(i) − E(i−1)) − (win + lose + draw)
		o := g.at(i)
		next := func(e []*big.Rat, plus int) *big.Rat {
			v := new(big.Rat).Sub(e[i], e[i-1])
			v.Mul(v, ratOf(o.lose, o.win))
			v.Add(v, ratOf(plus, o.win))
			return v.Add(v, e[i])
		}
		a, b = append(a, next(a, 0)), append(b, next(b, o.win+o.lose+o.draw))
	}
	u := new(big.Rat).Quo(b[g.goal], a[g.goal])
	out := make([]*big.Rat, g.goal+1)
	for i := range out {
		out[i] = new(big.Rat).Sub(new(big.Rat).Mul(a[i], u), b[i])
	}
	return out
}

// gamblersRuin asks for the chance to reach a goal or the expected length of play.
// Difficulty goes from the chance, over the length, to rounds without a winner
// and to odds that change with the fortune.
func gamblersRuin(r *rand.Rand, d gen.Difficulty) task.Item {
	g := ruin{goal: gen.Between(r, 4, gen.Of(d, 9, 7, 6, 7, 6))}
	w, l := gen.Between(r, 1, gen.Of(d, 9, 6, 5, 4, 4)), gen.Between(r, 1, gen.Of(d, 9, 6, 5, 4, 4))
	if w == l {
		w++
	}
	g.low = odds{win: w, lose: l}
	if d == 3 || d == 5 {
		g.low.draw = gen.Between(r, 1, 4)
	}
	g.high = g.low
	i := gen.Between(r, 1, g.goal-1)
	oddsText := func(o odds) string {
		all := o.win + o.lose + o.draw
		text := fmt.Sprintf("wins a round with probability %s and loses it with probability %s", ratOf(o.win, all).RatString(), ratOf(o.lose, all).RatString())
		if o.draw > 0 {
			text += " (otherwise it is a draw and no money moves)"
		}
		return text
	}
	rule := oddsText(g.low)
	if d >= 4 {
		g.threshold = gen.Between(r, 2, g.goal-1)
		g.high = odds{l, w, g.low.draw}
		rule = fmt.Sprintf("%s while the fortune is below %d, but %s from %d on", oddsText(g.low), g.threshold, oddsText(g.high), g.threshold)
	}
	values, asked := g.lengths(), "What is the expected number of rounds until play stops?"
	working := "The expected lengths satisfy E(i) = 1 + Σ p·E(next fortune), with 0 at both ends"
	if d == 1 || d == 4 {
		values, asked = g.chances(), "What is the probability that play stops with the goal reached?"
		working = "The chances satisfy h(i) = Σ p·h(next fortune), with 0 at no money and 1 at the goal; their differences from one fortune to the next have the ratio (losing chance)/(winning chance)"
	}
	name := peopleOf(r, 1)[0]
	question, slots := gen.Ask(r, []string{
		"{name} begins with a fortune of {i} euros and plays rounds for a stake of 1 euro each. {name} {rule}. Play stops when the fortune is 0 or {goal} euros. {asked} Give an exact fraction or integer.",
		"A fortune, in euros, goes up by one or down by one in each round of a game between {name} and a bank: {name} {rule}. The start is {i}, the goal {goal}; at the goal or with nothing left {name} stops. {asked} (Exact fraction or integer.)",
		"With {i} chips in hand {name} sits down to a game in which one chip is at stake each time; the chips are the fortune. {name} {rule}. The evening ends, and play stops, with the goal of {goal} chips or with none. {asked} Answer exactly.",
	}, gen.Fixed("name", name), gen.Slot("i", i), gen.Fixed("rule", rule), gen.Fixed("goal", g.goal), gen.Fixed("asked", asked))
	return posed(question, slots, rationalAnswer(values[i]), "%s. For the fortunes 0 to %d the solution is %s.", working, g.goal, strings.Join(ratTexts(values), ", "))
}

// optimalStopping asks for the value of a game under the best play. Difficulty
// adds faces and rolls (2 to 5), a price for each further roll and unequal chances.
func optimalStopping(r *rand.Rand, d gen.Difficulty) task.Item {
	faces := gen.Sample(r, span(1, 40), gen.Of(d, 4, 5, 6, 6, 5))
	slices.Sort(faces)
	weights := make([]int, len(faces))
	for i := range weights {
		weights[i] = 1
		if d == 5 {
			weights[i] = gen.Between(r, 1, 4)
		}
	}
	rolls, cost := gen.Of(d, 2, 3, 3, 4, 5), 0
	if d >= 3 {
		cost = gen.Between(r, 1, 4)
	}
	values := stoppingValues(faces, weights, rolls, cost)
	wheel := fmt.Sprintf("%d equally likely results, worth %s points", len(faces), strings.Join(intTexts("%d", faces), ", "))
	if d == 5 {
		parts := make([]string, len(faces))
		for i, f := range faces {
			parts[i] = fmt.Sprintf("%d points (%s)", f, ratOf(weights[i], sumOf(weights)).RatString())
		}
		wheel = "the following results, with their probabilities in brackets: " + strings.Join(parts, ", ")
	}
	price := ""
	if cost > 0 {
		price = fmt.Sprintf(" The first spin is free; each further one costs %s, which is taken off the final result.", numbered(cost, "point"))
	}
	question, slots := gen.Ask(r, []string{
		"A wheel has {wheel}. A player may spin it up to {n} times. After each spin the player either stops and receives the points just shown, or gives them up and spins again; after the last spin the points shown count.{price} What is the expected result under the best strategy? Give an exact fraction or integer.",
		"A machine offers prizes one at a time, at most {n} in all. Each offer is drawn anew and independently, by a wheel with {wheel}. An offer must be taken, which ends the game, or refused for ever by a spin for the next; the last one must be taken.{price} How many points does an optimal player get on average? Answer exactly.",
		"In a roll-or-stop game only the most recent spin counts, and one may stop after any of at most {n} spins. A spin has {wheel}.{price} Compute the value of the game, that is the largest expected number of points, as an exact fraction or integer.",
	}, gen.Fixed("wheel", wheel), gen.Slot("n", rolls), gen.Fixed("price", price))
	return posed(question, slots, rationalAnswer(values[rolls-1]), "Go backwards: with k spins left the value is the mean of the larger of the points shown and the value with k − 1 spins left, less the price of a spin. From 1 spin up the values are %s.", strings.Join(ratTexts(values), ", "))
}

// stoppingValues are the values of the game with 1, 2, … spins.
func stoppingValues(faces, weights []int, rolls, cost int) []*big.Rat {
	var values []*big.Rat
	for k := range rolls {
		sum := new(big.Rat)
		for i, f := range faces {
			best := ratOf(f, 1)
			if k > 0 {
				if later := new(big.Rat).Sub(values[k-1], ratOf(cost, 1)); later.Cmp(best) > 0 {
					best = later
				}
			}
			sum.Add(sum, best.Mul(best, ratOf(weights[i], 1)))
		}
		values = append(values, sum.Quo(sum, ratOf(sumOf(weights), 1)))
	}
	return values
}
