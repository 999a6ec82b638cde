package extraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "prose facts"
	gen.Register("information_extraction/attribute-of-an-entity", area, "Attribute of an entity",
		"Give a numeric attribute of an entity, stated outright or by way of others.", entityAttribute)
	gen.Register("information_extraction/event-timeline-ordering", area, "Event timeline ordering", "Order events that are told out of sequence.", eventTimeline)
	gen.Register("information_extraction/negated-and-hypothetical-filtering", area, "Negated and hypothetical filtering",
		"List what really happened among denied, planned and imagined things.", realFacts)
	gen.Register("information_extraction/quantity-with-unit-in-prose", area, "Quantity with unit in prose",
		"Bring a quantity told in words to a requested unit.", proseQuantity)
	gen.Register("information_extraction/comparison-stated-in-prose", area, "Comparison stated in prose",
		"Find the extreme of several things that are compared in prose.", proseComparison)
	gen.Register("information_extraction/enumeration-completeness", area, "Enumeration completeness",
		"List all members of an enumeration spread over sentences.", enumeration)
}

// entityAttribute asks for a number. Difficulty adds entities and attributes;
// from 2 on a value is told by its difference from another entity's, and the
// chain of such sentences grows.
func entityAttribute(r *rand.Rand, d gen.Difficulty) task.Item {
	ships := gen.Sample(r, lexicon.Animals(), gen.Of(d, 3, 4, 5, 6, 7))
	for i := range ships {
		ships[i] = "the " + lexicon.Capital(ships[i])
	}
	kinds := []struct{ noun, unit, more, less string }{
		{"length", "metres", "longer", "shorter"}, {"crew", "people", "", ""}, {"age", "years", "older", "younger"},
	}
	k := 2 * r.IntN(2)
	attribute := kinds[k]
	values := spread(r, 30, 190, len(ships))
	chain := gen.Of(d, 0, 1, 2, 3, 4) // ships[0..chain-1] each refer to the next
	var text []string
	start := values[chain]
	for i, ship := range ships {
		sentence := ""
		switch {
		case i < chain && values[i] > values[i+1]:
			sentence = fmt.Sprintf("%s is %d %s %s than %s.", ship, values[i]-values[i+1], attribute.unit, attribute.more, ships[i+1])
		case i < chain:
			sentence = fmt.Sprintf("%s is %d %s %s than %s.", ship, values[i+1]-values[i], attribute.unit, attribute.less, ships[i+1])
		case i == chain:
			sentence = fmt.Sprintf("%s has %s of {start} %s.", ship, map[string]string{"length": "a length", "age": "an age"}[attribute.noun], attribute.unit)
		default:
			sentence = fmt.Sprintf("%s, by contrast, is %d %s %s.", ship, values[i], attribute.unit, map[string]string{"length": "long", "age": "old"}[attribute.noun])
		}
		if d >= 3 && r.IntN(2) == 0 {
			sentence += fmt.Sprintf(" It carries a crew of %d.", gen.Between(r, 200, 420))
		}
		text = append(text, lexicon.Capital(sentence))
	}
	r.Shuffle(len(text), func(i, j int) { text[i], text[j] = text[j], text[i] })
	phrasings := []string{
		"{text} What is the {noun} of {ship}, in {unit}?",
		"A harbour guide writes:\n\n{text}\n\nWhich {noun} does this give for {ship}? Answer with a number of {unit}.",
		"Work out the {noun} of {ship} in {unit} from these sentences. {text}",
	}
	for i := range phrasings {
		phrasings[i] = strings.Replace(phrasings[i], "{text}", strings.Join(text, " "), 1)
	}
	question, slots := gen.Ask(r, phrasings, gen.Slot("start", start), gen.Fixed("noun", attribute.noun), gen.Fixed("ship", ships[0]), gen.Fixed("unit", attribute.unit))
	answer := task.Integer(int64(values[0]))
	var working []string
	for i := chain; i >= 0; i-- {
		working = append(working, fmt.Sprintf("%s %d", ships[i], values[i]))
	}
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(fmt.Sprintf("Following the comparisons from what is stated outright, the values are: %s.", strings.Join(working, ", then ")), answer)}
}

// eventTimeline asks for the order of events. Difficulty adds events and ways to
// tell their time: by date, by days before or after another event, by weeks.
func eventTimeline(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 4, 5, 6, 7, 9)
	events := gen.Sample(r, lexicon.Events(), n)
	first := time.Date(gen.Between(r, 2024, 2033), time.Month(gen.Between(r, 1, 12)), gen.Between(r, 1, 28), 0, 0, 0, 0, time.UTC)
	days := spread(r, 0, 12*n, n)
	var text []string
	for i, event := range events {
		at := first.AddDate(0, 0, days[i])
		sentence := fmt.Sprintf("The %s was on %s.", event, at.Format("2 January 2006"))
		if i > 0 && (d >= 2 || i == 1) {
			j := i - 1
			if r.IntN(3) == 0 {
				j = r.IntN(i)
			}
			gap, word := days[i]-days[j], "after"
			if gap < 0 {
				gap, word = -gap, "before"
			}
			amount := fmt.Sprintf("%d days", gap)
			if gap == 1 {
				amount = "One day"
			} else if gap%7 == 0 && d >= 3 {
				amount = fmt.Sprintf("%d weeks", gap/7)
				if gap == 7 {
					amount = "One week"
				}
			}
			sentence = fmt.Sprintf(gen.Pick(r, []string{"%[1]s %[2]s the %[3]s came the %[4]s.", "%[1]s %[2]s the %[3]s, people met for the %[4]s."}), amount, word, events[j], event)
		}
		text = append(text, sentence)
	}
	r.Shuffle(n, func(i, j int) { text[i], text[j] = text[j], text[i] })
	order := r.Perm(n)
	slices.SortFunc(order, func(a, b int) int { return days[a] - days[b] })
	var names, working []string
	for _, i := range order {
		names = append(names, events[i])
		working = append(working, fmt.Sprintf("%s on %s", events[i], first.AddDate(0, 0, days[i]).Format(isoDate)))
	}
	question, _ := gen.Ask(r, []string{
		"{text} Put the events into the order in which they took place, earliest first, as a list in square brackets.",
		"A diary was written down from memory:\n\n{text}\n\nList the events chronologically in square brackets, from the first to the last.",
		"In which sequence did these events happen? Answer with a bracketed list, beginning with the oldest. {text}",
	}, gen.Fixed("text", strings.Join(text, " ")))
	answer := task.List(task.Strings(names)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("Dates can be counted from the one that is given: "+strings.Join(working, ", ")+".", answer)}
}

// statement is a way to tell of a purchase and whether it means that it was made.
type statement struct {
	text string
	real bool
}

var statements = []statement{
	{"They bought %s.", true},
	{"They did not buy %s.", false},
	{"They had planned to buy %s, but nothing came of it.", false},
	{"After some hesitation they paid for %s and took it home.", true},
	{"If there had been money left, they would have bought %s.", false},
	{"It is not true that they did not buy %s.", true},
	{"They failed to get %s.", false},
	{"Against all expectations, they managed to get %s.", true},
	{"Nobody can say that they bought %s, because the shop was out of it.", false},
	{"They would never have left without %s, and so they bought it at the last minute.", true},
	{"They almost bought %s.", false},
	{"What they did not forget to buy was %s.", true},
	{"They doubted for a while whether to take %s, and in the end did not.", false},
	{"Contrary to the rumour that they had gone without %s, they had bought it first of all.", true},
}

// realFacts asks which purchases were made. Difficulty adds statements and forms:
// plain denial, plans, conditions, then double negation and implied success.
func realFacts(r *rand.Rand, d gen.Difficulty) task.Item {
	var text, real []string
	things := gen.Sample(r, lexicon.Products(), gen.Of(d, 5, 6, 8, 10, 12))
	for i, thing := range things {
		s := gen.Pick(r, statements[:gen.Of(d, 4, 6, 8, 11, 14)])
		if i == 0 {
			s = statements[0]
		}
		text = append(text, fmt.Sprintf(s.text, "the "+thing))
		if s.real {
			real = append(real, thing)
		}
	}
	r.Shuffle(len(text), func(i, j int) { text[i], text[j] = text[j], text[i] })
	place := gen.Pick(r, lexicon.Cities())
	question, _ := gen.Ask(r, []string{
		"About a shopping trip to {place}: {text} What did they really buy? Give a set of things in braces.",
		"{text}\n\nWhich of the things named here did the travellers to {place} in fact acquire? Write them in braces, in any order.",
		"Separate fact from mere talk in this account of a trip to {place}, and list only what was bought, as a set in braces. {text}",
	}, gen.Fixed("place", place), gen.Fixed("text", strings.Join(text, " ")))
	answer := task.Set(task.Strings(real)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("Denied, planned and imagined purchases fall away. What was really bought: %s.", gen.Enumerated(real)), answer)}
}

// proseQuantity asks for a quantity in a unit. Difficulty adds parts: number
// words and halves, dozens and scores, a chain of containers, and a part that
// is taken away.
func proseQuantity(r *rand.Rand, d gen.Difficulty) task.Item {
	kinds := []struct {
		what, per, per1, unit, note string
		worth                       int // of per1 in the unit
	}{
		{"flour", "sack", "kilograms", "g", "1 kg = 1000 g", 1000}, {"syrup", "barrel", "litres", "mL", "1 L = 1000 mL", 1000},
		{"wire", "coil", "metres", "cm", "1 m = 100 cm", 100}, {"cloth", "roll", "yards", "inches", "1 yard = 36 inches", 36},
	}
	k := gen.Pick(r, kinds)
	each, bundle := gen.Between(r, 3, 40), gen.Between(r, 4, 60)
	halves := 2*each + r.IntN(2)
	amount := fmt.Sprintf("%d %s", halves/2, k.per1)
	if halves%2 == 1 {
		amount = fmt.Sprintf("%d and a half %s", halves/2, k.per1)
	}
	count, counted := bundle, fmt.Sprint(bundle)+" "+k.per+"s"
	switch r.IntN(gen.Of(d, 1, 2, 3, 3, 3)) {
	case 1:
		count, counted = 12*(bundle/4), fmt.Sprintf("%d dozen %ss", bundle/4, k.per)
	case 2:
		count, counted = 20*(bundle/4), fmt.Sprintf("%d score %ss", bundle/4, k.per)
	}
	text := fmt.Sprintf("A mill keeps %s of %s, each with %s.", counted, k.what, amount)
	total2 := count * halves * k.worth // twice the amount in the unit
	note := k.note
	if strings.Contains(counted, "dozen") {
		note += ", a dozen is 12"
	}
	if strings.Contains(counted, "score") {
		note += ", a score is 20"
	}
	if d >= 3 {
		spoilt := gen.Between(r, 1, count/2)
		text += fmt.Sprintf(" In a flood, %d of them are lost.", spoilt)
		total2 -= spoilt * halves * k.worth
	}
	parts := 2
	if d >= 4 {
		share := gen.Pick(r, []int{2, 4, 5})
		text += fmt.Sprintf(" %s of what is left is given away.", map[int]string{2: "Half", 4: "One quarter", 5: "One fifth"}[share])
		total2, parts = total2*(share-1), 2*share
	}
	if d >= 5 {
		text += " The day after, as much as is then in store arrives anew."
		total2 *= 2
	}
	extra := gen.AbsentNumber(r, 100, 990, text+note)
	question, slots := gen.Ask(r, []string{
		"{text} A further {extra} {unit} turn up in a corner. How much {what} is there at the end, in {unit}? ({note}; give one decimal.)",
		"Convert to {unit}, with one decimal, how much {what} there is after all this: {text} To that, {extra} {unit} are added. Note that {note}.",
		"{text} Finally {extra} {unit} more are delivered. State the whole amount of {what} in {unit} to one decimal, using {note}.",
	}, gen.Fixed("text", text), gen.Fixed("what", k.what), gen.Fixed("unit", k.unit), gen.Fixed("note", note), gen.Slot("extra", extra))
	answer := rounded(total2+parts*extra, parts, 1)
	if answer.Unit = k.unit; k.unit == "inches" {
		answer.Unit = "" // the number alone is asked
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Told in %s, the store comes to %s, and with the %d that are added to %s.", k.unit, quotient(total2, parts, 1), extra, answer.Value), answer)}
}

// proseComparison asks for the extreme of three named things. Difficulty is the
// length of the chain of comparisons and the ways to tell them: directly, turned
// round, denied.
func proseComparison(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 4, 5, 6, 8, 10)
	towers := gen.Sample(r, lexicon.Streets(), n) // from the tallest down
	w := gen.Pick(r, [][4]string{{"taller", "tallest", "high", "shorter"}, {"older", "oldest", "old", "younger"}, {"wider", "widest", "wide", "narrower"}})
	var text []string
	for i := range n - 1 {
		a, b := "the tower in "+towers[i], "the tower in "+towers[i+1]
		forms := []string{
			fmt.Sprintf("%s is %s than %s.", a, w[0], b), fmt.Sprintf("%s is %s than %s.", b, w[3], a),
			fmt.Sprintf("%s is not as %s as %s.", b, w[2], a), fmt.Sprintf("unlike what the guide says, %s, not %s, is the %s of the two.", a, b, w[0]),
			fmt.Sprintf("nobody who has seen both would call %s %s than %s, and they are not equal either.", b, w[0], a),
		}
		text = append(text, lexicon.Capital(gen.Pick(r, forms[:gen.Of(d, 2, 3, 4, 4, 5)])))
	}
	r.Shuffle(len(text), func(i, j int) { text[i], text[j] = text[j], text[i] })
	some := r.Perm(n)[:3]
	named := []string{towers[some[0]], towers[some[1]], towers[some[2]]}
	slices.Sort(some)
	rank, word := 0, w[1]
	switch r.IntN(gen.Of(d, 1, 2, 2, 3, 3)) {
	case 1:
		rank, word = 2, "least "+w[2]
	case 2:
		rank, word = 1, "second-"+w[1]
	}
	question, _ := gen.Ask(r, []string{
		"{text} Of the towers in {named}, which is the {word}? Name its street.",
		"A visitor has read the following. {text} Which of these three streets has the {word} tower: {named}?",
		"Compare the towers in {named} by what is said here, and give the street of the {word} one of the three. {text}",
	}, gen.Fixed("text", strings.Join(text, " ")), gen.Fixed("named", gen.Enumerated(named)), gen.Fixed("word", word))
	answer := task.String(towers[some[rank]])
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Joined together, the comparisons give one order, from the %s down: %s. That decides among the three.", w[1], strings.Join(towers, ", ")), answer)}
}

// enumeration asks for all members of a set. Difficulty adds sentences, members
// told by reference to others, a second set, and members that drop out.
func enumeration(r *rand.Rand, d gen.Difficulty) task.Item {
	foods, next := gen.Sample(r, lexicon.Foods(), 40), 0
	take := func(n int) []string { next += n; return foods[next-n : next] }
	houses := gen.Sample(r, lexicon.Companies(), 2)
	list := map[string][]string{houses[0]: slices.Clone(take(3)), houses[1]: slices.Clone(take(3))}
	text := []string{fmt.Sprintf("%s offers dishes with %s.", houses[0], gen.Enumerated(list[houses[0]])), fmt.Sprintf("%s offers dishes with %s.", houses[1], gen.Enumerated(list[houses[1]]))}
	for i := range gen.Of(d, 2, 3, 4, 6, 8) {
		h, o := houses[i%2], houses[1-i%2]
		switch r.IntN(gen.Of(d, 2, 3, 3, 4, 4)) {
		case 0:
			more := take(1)
			text = append(text, fmt.Sprintf("%s also has one with %s.", h, more[0]))
			list[h] = append(list[h], more...)
		case 1:
			more := take(2)
			text = append(text, fmt.Sprintf("Besides, %s are to be found at %s.", gen.Enumerated(more), h))
			list[h] = append(list[h], more...)
		case 2:
			k := r.IntN(len(list[h]))
			text = append(text, fmt.Sprintf("By now, however, the dish with %s is gone from the menu of %s.", list[h][k], h))
			list[h] = slices.Delete(list[h], k, k+1)
			if len(list[h]) == 0 {
				more := take(1)
				text = append(text, fmt.Sprintf("%s has put one with %s in its place.", h, more[0]))
				list[h] = slices.Clone(more)
			}
		case 3:
			borrowed := gen.Pick(r, list[o])
			text = append(text, fmt.Sprintf("Like %s, %s serves a dish with %s.", o, h, borrowed))
			if !slices.Contains(list[h], borrowed) {
				list[h] = append(list[h], borrowed)
			}
		}
	}
	asked := houses[r.IntN(2)]
	question, _ := gen.Ask(r, []string{
		"{text} What are the dishes of {house} made with, all in all? List every ingredient named for it as a set in braces.",
		"Collect the complete list of ingredients of {house} as it stands after the last sentence: a set in braces. {text}",
		"{text}\n\nWith what can one have a dish at {house} now? Give all of it, leaving out nothing that is still served, in braces.",
	}, gen.Fixed("text", strings.Join(text, " ")), gen.Fixed("house", asked))
	answer := task.Set(task.Strings(list[asked])...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("Going through all sentences on %s, adding and striking out, leaves %s.", asked, gen.Enumerated(list[asked])), answer)}
}
