package logic

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("logic/linear-seating-order", "deduction puzzles", "Linear seating order", "Find the only left-to-right order that fits relative clues.", linearSeating)
}

// linearSeating asks for an order. Difficulty adds people (4 to 8); from 3 on no
// clue says "directly to the left", from 5 on none says "next to". The clues
// leave one order, and none of them can be spared.
func linearSeating(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 4, 5, 6, 7, 8)
	kinds := []string{leftOf, gapBetween, atEitherEnd, notAdjacent}
	if d < 3 {
		kinds = append(kinds, nextLeftOf)
	}
	if d < 5 {
		kinds = append(kinds, beside)
	}
	hidden := drawPlaces(r, n, 1)
	// The leftOf clues alone determine the order.
	clues := pose(r, n, 1, hidden, truths(n, hidden, kinds))
	people := gen.Sample(r, lexicon.GivenNames(), n)
	lines, gap := clueLines(clues, func(v int) string { return people[v] })
	order := make([]string, n)
	for v, place := range hidden {
		order[place] = people[v]
	}
	const form = "\nList the names from left to right, separated by commas."
	question, slots := gen.Ask(r, []string{
		"{people} sit in a row of {n} chairs, all facing the photographer, who notes from his side:\n" + lines + "\nIn which order do they sit?" + form,
		"On a shelf stand the portraits of {people}, one beside the other. A visitor reports:\n" + lines + "\nReconstruct the row." + form,
		"There is exactly one way to place {people} in a line of {n} so that all of this holds:\n" + lines + form,
	}, gen.Fixed("people", strings.Join(gen.Sample(r, people, n), ", ")), gen.Fixed("n", numberWords[n]), gen.Slot("k", gap))
	answer := task.List(task.Strings(order)...)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Of the orders of %d only one keeps all %d clues. %s is at the left end and %s at the right end.", n, len(clues), order[0], order[n-1]), answer),
	}
}
