package logic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("logic/liar-count-constraint", "deduction puzzles", "Liar count constraint", "Find the culprit from statements of which a given number is true.", liarCount)
}

// deed is what is to be found out: who did it and where the thing is.
type deed struct{ who, place int }

// testimony is a statement about the deed, or about earlier testimonies. Its
// truth depends on the deed and the truth of those before it.
type testimony struct {
	text  string
	holds func(d deed, before []bool) bool
}

// truthsOf says which testimonies a deed makes true.
func truthsOf(ts []testimony, d deed) (truths []bool, count int) {
	for _, t := range ts {
		v := t.holds(d, truths)
		if truths = append(truths, v); v {
			count++
		}
	}
	return truths, count
}

var hidingPlaces = []string{"attic", "cellar", "garden shed", "library", "greenhouse", "garage", "pantry", "boathouse", "chapel", "laundry"}

var stolenThings = []string{"silver cup", "old map", "pearl necklace", "violin", "gold watch", "stamp album", "ivory fan", "signet ring", "jade figure", "crystal vase", "rare coin", "diary"}

// liarCount asks for the deed and for who told the truth. Difficulty adds
// suspects (4 to 7), from 2 on hiding places, from 3 on statements about other
// statements. Exactly one deed makes the given number of statements true.
func liarCount(r *rand.Rand, d gen.Difficulty) task.Item {
	n, m := gen.Of(d, 4, 4, 5, 6, 7), gen.Of(d, 1, 2, 2, 3, 4)
	people, places := gen.Sample(r, lexicon.GivenNames(), n), gen.Sample(r, hidingPlaces, m)
	ts, hidden, k := drawTestimonies(r, d, people, places)
	truths, _ := truthsOf(ts, hidden)
	lines := make([]string, n)
	fields := map[string]task.Answer{"thief": task.String(people[hidden.who])}
	var honest []string
	for i, t := range ts {
		lines[i] = people[i] + ": \"" + t.text + ".\""
		fields[people[i]] = task.String("false", "F")
		if truths[i] {
			fields[people[i]] = task.String("true", "T")
			honest = append(honest, people[i])
		}
	}
	where, form := "", " Answer with a JSON object that gives the \"thief\" and, for each name, whether that person's statement is \"true\" or \"false\"."
	if m > 1 {
		where = " It is now in one of these places: " + strings.Join(places, ", ") + "."
		form = " Answer with a JSON object that gives the \"thief\", the \"place\" and, for each name, whether that person's statement is \"true\" or \"false\"."
		fields["place"] = task.String(places[hidden.place])
	}
	question, slots := gen.Ask(r, []string{
		"Exactly one of {people} took the {thing}.{where} Each of them makes one statement:\n{lines}\nThe number of true statements among these is exactly {k}. Who was it, and who spoke the truth?" + form,
		"The {thing} is gone, and one of {people} has it on the conscience, alone.{where} Asked about it, they say:\n{lines}\nA lie detector shows that the number of true statements is {k}, but not which they are. Solve the case." + form,
		"{lines}\nThese are the statements of {people}, one of whom alone stole the {thing}.{where} The number of true ones among them is {k}. Find the only possibility." + form,
	}, gen.Fixed("people", gen.Enumerated(people)), gen.Fixed("thing", gen.Pick(r, stolenThings)), gen.Fixed("where", where),
		gen.Fixed("lines", strings.Join(lines, "\n")), gen.Slot("k", k))
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Counting the true statements for each possibility: %s. Only one gives %d. Then the true statements are those of %s.",
			countsText(ts, people, places), k, listOrNone(honest)), answer)}
}

// drawTestimonies draws statements until some deed has a count of its own; if
// none of many draws has one, all of them name one deed, whose count is then
// alone in being the largest.
func drawTestimonies(r *rand.Rand, d gen.Difficulty, people, places []string) (ts []testimony, hidden deed, k int) {
	for range 60 {
		ts = ts[:0]
		for i := range people {
			ts = append(ts, drawTestimony(r, d, i, people, places))
		}
		if hidden, k, ok := singledOut(r, ts, len(people), len(places)); ok {
			return ts, hidden, k
		}
	}
	ts = ts[:0]
	for range people {
		ts = append(ts, testimony{"It was " + people[0] + " and it is in the " + places[0], func(e deed, _ []bool) bool { return e == deed{} }})
	}
	return ts, deed{}, len(people)
}

// singledOut picks a deed whose number of true statements no other deed has.
// Neither all nor no statements are true.
func singledOut(r *rand.Rand, ts []testimony, n, m int) (deed, int, bool) {
	by := map[int][]deed{}
	for who := range n {
		for place := range m {
			_, count := truthsOf(ts, deed{who, place})
			by[count] = append(by[count], deed{who, place})
		}
	}
	for _, k := range r.Perm(len(ts) - 1) {
		if deeds := by[k+1]; len(deeds) == 1 {
			return deeds[0], k + 1, true
		}
	}
	return deed{}, 0, false
}

func accuses(people []string, who []int) testimony {
	names := make([]string, len(who))
	for i, w := range who {
		names[i] = people[w]
	}
	text := "It was " + names[0]
	if len(names) > 1 {
		text = "It was one of " + gen.Enumerated(names)
	}
	return testimony{text, func(d deed, _ []bool) bool { return slices.Contains(who, d.who) }}
}

// drawTestimony draws the statement of person i, who does not name himself.
func drawTestimony(r *rand.Rand, d gen.Difficulty, i int, people, places []string) testimony {
	others := slices.DeleteFunc(r.Perm(len(people)), func(p int) bool { return p == i })
	a, b := others[0], others[1]
	x := r.IntN(len(places))
	there := func(e deed) bool { return e.place == x }
	kind := r.IntN(3)
	if d >= 2 && r.IntN(2) == 0 {
		kind = 3 + r.IntN(3)
	}
	if d >= 3 && i >= 2 && r.IntN(3) == 0 {
		kind = 6 + r.IntN(3)
		earlier := r.Perm(i)
		a, b = earlier[0], earlier[1]
	}
	switch kind {
	case 0:
		return accuses(people, []int{a})
	case 1:
		return accuses(people, slices.Sorted(slices.Values([]int{a, b})))
	case 2:
		return testimony{people[a] + " did not do it", func(e deed, _ []bool) bool { return e.who != a }}
	case 3:
		return testimony{"It is in the " + places[x], func(e deed, _ []bool) bool { return there(e) }}
	case 4:
		return testimony{fmt.Sprintf("If %s did it, it is in the %s", people[a], places[x]), func(e deed, _ []bool) bool { return e.who != a || there(e) }}
	case 5:
		return testimony{fmt.Sprintf("%s did it or it is in the %s, but not both", people[a], places[x]), func(e deed, _ []bool) bool { return (e.who == a) != there(e) }}
	case 6:
		return testimony{people[a] + "'s statement is false", func(_ deed, before []bool) bool { return !before[a] }}
	case 7:
		return testimony{fmt.Sprintf("Of the statements of %s and %s exactly one is true", people[a], people[b]), func(_ deed, before []bool) bool { return before[a] != before[b] }}
	}
	return testimony{fmt.Sprintf("If %s's statement is true, so is %s's", people[a], people[b]), func(_ deed, before []bool) bool { return !before[a] || before[b] }}
}

func countsText(ts []testimony, people, places []string) string {
	var texts []string
	for who, name := range people {
		for place, where := range places {
			_, count := truthsOf(ts, deed{who, place})
			if len(places) > 1 {
				texts = append(texts, fmt.Sprintf("%s, %s: %d", name, where, count))
			} else {
				texts = append(texts, fmt.Sprintf("%s: %d", name, count))
			}
		}
	}
	return strings.Join(texts, "; ")
}
