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
	gen.Register("logic/logic-grid-assignment", "deduction puzzles", "Logic-grid assignment", "Complete a grid of attributes from clues that leave one solution.", logicGrid)
}

// attribute is a column of the grid. A value is worded as a description of its
// person: "the nurse", "the person who drinks tea".
type attribute struct {
	name   string
	values []string
	phrase string // with %s for the value
}

var gridAttributes = []attribute{
	{"drink", strings.Fields("tea coffee cocoa milk water lemonade cider juice"), "the person who drinks %s"},
	{"pet", strings.Fields("cat dog parrot hamster rabbit tortoise goldfish pony"), "the owner of the %s"},
	{"job", strings.Fields("nurse baker plumber teacher pilot tailor chemist farmer"), "the %s"},
	{"instrument", strings.Fields("violin piano flute trumpet guitar drums harp cello"), "the one who plays the %s"},
	{"flower", strings.Fields("rose tulip lily daisy orchid iris poppy dahlia"), "the grower of the %s"},
}

// logicGrid asks for a whole grid. Difficulty adds places and attributes: 3×2,
// 4×2, 4×3, 5×3, 5×4. From 3 on no clue gives a place directly. The clues are
// chosen until one grid is left, and none of them can be spared.
func logicGrid(r *rand.Rand, d gen.Difficulty) task.Item {
	places, groups := gen.Of(d, 3, 4, 4, 5, 5), gen.Of(d, 2, 2, 3, 3, 4)
	kinds := []string{samePlace, otherPlace, leftOf, nextLeftOf, beside, gapBetween}
	if d < 3 {
		kinds = append(kinds, atPlace, notAtPlace)
	} else {
		kinds = append(kinds, atEitherEnd)
	}
	hidden := drawPlaces(r, places, groups)
	// Places that mirror each other need a directed clue: nextLeftOf and leftOf are in the pool, so it determines hidden.
	clues := pose(r, places, groups, hidden, truths(places, hidden, kinds))
	columns := []attribute{{"name", gen.Sample(r, lexicon.GivenNames(), places), "%s"}}
	for _, a := range gen.Sample(r, gridAttributes, groups-1) {
		columns = append(columns, attribute{a.name, gen.Sample(r, a.values, places), a.phrase})
	}
	describe := func(v int) string { return fmt.Sprintf(columns[v/places].phrase, columns[v/places].values[v%places]) }
	lines, limit := clueLines(clues, describe)
	listed := ""
	for _, c := range columns {
		values := gen.Sample(r, c.values, places)
		listed += fmt.Sprintf("\n%s: %s", c.name, strings.Join(values, ", "))
	}
	form := fmt.Sprintf("\nAnswer with a JSON object whose keys are \"House 1\" to \"House %d\"; the value of each is an object with the keys %s.", places, quotedNames(columns))
	question, slots := gen.Ask(r, []string{
		"In a row stand {places} houses, numbered from left to right, with one person in each. The people differ in everything listed:{listed}\nThese facts are known:\n" + lines + form,
		"Who lives where? A street has {places} houses side by side, number one on the far left. Each value below belongs to exactly one house:{listed}\nHints (left and right as seen from the street):\n" + lines + form,
		"Complete the grid of {places} neighbouring houses, counted from the left, from the notes of a postman. Every house has one of each:{listed}\nNotes:\n" + lines + form,
	}, gen.Fixed("places", numberWords[places]), gen.Fixed("listed", listed), gen.Slot("k", limit))
	fields := map[string]task.Answer{}
	order := make([]string, places)
	for v, place := range hidden {
		house := fmt.Sprintf("House %d", place+1)
		if fields[house].Kind == "" {
			fields[house] = task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{}}
		}
		fields[house].Fields[columns[v/places].name] = task.String(columns[v/places].values[v%places])
		if v < places {
			order[place] = columns[0].values[v]
		}
	}
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("Trying the places that each clue leaves, only one grid remains; from left to right the people are "+strings.Join(order, ", ")+".", answer),
	}
}

var numberWords = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

func quotedNames(columns []attribute) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = fmt.Sprintf("%q", c.name)
	}
	return strings.Join(parts, ", ")
}

// clueLines words the clues as a list. The number of the first gap or place
// stands as the placeholder {k}, whose value comes back, or 0 without one.
func clueLines(clues []clue, describe func(int) string) (lines string, k int) {
	var out []string
	for _, c := range clues {
		number := numberWords[max(c.k, 0)]
		if c.kind == gapBetween && k == 0 {
			number, k = "{k}", c.k
		}
		text := clueText(c, describe, number)
		out = append(out, "- "+strings.ToUpper(text[:1])+text[1:]+".")
	}
	return strings.Join(out, "\n"), k
}

func clueText(c clue, describe func(int) string, number string) string {
	a, b := describe(c.a), describe(c.b)
	switch c.kind {
	case samePlace:
		return a + " is " + b
	case otherPlace:
		return a + " is not " + b
	case leftOf:
		return a + " is somewhere to the left of " + b
	case nextLeftOf:
		return a + " is directly to the left of " + b
	case beside:
		return a + " is next to " + b
	case notAdjacent:
		return a + " is not next to " + b
	case gapBetween:
		return "the number of places between " + a + " and " + b + " is " + number
	case atPlace:
		return a + " is at place " + numberWords[c.k+1] + " from the left"
	case notAtPlace:
		return a + " is not at place " + numberWords[c.k+1] + " from the left"
	}
	return a + " is at one of the two ends"
}
