package extraction

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("information_extraction/correction-and-update-tracking", "prose facts", "Correction and update tracking",
		"Give the final value of a quantity that a text corrects several times.", correctionTracking)
}

// tally is a quantity of a text and what is told about it.
type tally struct {
	thing, other    string
	value, previous int // previous is what taking back the latest change restores
	second          int // the quantity of the other thing
	text, working   []string
}

// change tells one change of a kind: 0 adds, 1 takes away, 2 corrects, 3 is
// about the other thing, 4 takes back, 5 is only proposed.
func (t *tally) change(r *rand.Rand, kind int, name string) {
	before, n := t.value, gen.Between(r, 2, 9)
	tell := func(format string, args ...any) { t.text = append(t.text, fmt.Sprintf(format, args...)) }
	switch kind {
	case 0:
		t.value += n
		tell(gen.Pick(r, []string{"%s from the board added %d more %s.", "%s then asked for %d further %s.", "At the request of %s, %d %s were added."}), name, n, t.thing)
	case 1:
		t.value -= n
		tell(gen.Pick(r, []string{"%s found room for fewer and took %d %s off the list.", "To save money, %s cut the order by %d %s."}), name, n, t.thing)
	case 2:
		t.value = gen.Between(r, 80, 120)
		tell("%s pointed out a mistake in the list: the number of %s was corrected to %d.", name, t.thing, t.value)
	case 3:
		tell("%s changed the number of %s to %d, leaving everything else as it was.", name, t.other, t.second+n)
	case 4:
		t.value = t.previous
		tell("%s took back the latest change to the %s, so that the number before it held again.", name, t.thing)
	case 5:
		tell("%s would have liked %d extra %s, but the proposal was turned down.", name, n+10, t.thing)
	}
	if t.value == before {
		return
	}
	t.working = append(t.working, fmt.Sprint(t.value))
	if t.previous = before; kind == 4 { // nothing is left to take back at once
		t.previous = t.value
	}
}

// correctionTracking asks for a quantity after all changes told. Difficulty is
// the number of changes; from 2 on another quantity changes in between, and
// from 3 on a change may be taken back or only be proposed.
func correctionTracking(r *rand.Rand, d gen.Difficulty) task.Item {
	things := gen.Sample(r, []string{"chairs", "lamps", "desks", "benches", "shelves", "stools", "tables", "cupboards"}, 2)
	names := gen.Sample(r, lexicon.FamilyNames(), 5)
	place := gen.Pick(r, []string{"the town library", "the music school", "the youth hostel", "the museum", "the clinic", "the sailing club"})
	start := gen.Between(r, 41, 79)
	t := tally{thing: things[0], other: things[1], value: start, previous: start, second: gen.Between(r, 11, 39), working: []string{fmt.Sprintf("start %d", start)}}
	t.text = []string{fmt.Sprintf("In spring, %s planned to order {start} %s and %d %s.", place, t.thing, t.second, t.other)}
	for i := range gen.Of(d, 2, 3, 4, 5, 7) {
		kind := r.IntN(gen.Of(d, 3, 4, 6, 6, 6))
		if kind == 4 && t.previous == t.value {
			kind = 0
		}
		t.change(r, kind, names[i%len(names)])
	}
	phrasings := []string{
		"{text} How many {thing} were ordered in the end, if nothing else changed?",
		"Read this note.\n\n{text}\n\nAfter all of this, which number of {thing} is valid?",
		"A clerk has to fill in the final count of {thing}. The file says: {text} What number belongs into the form?",
	}
	for i := range phrasings {
		phrasings[i] = strings.Replace(phrasings[i], "{text}", strings.Join(t.text, " "), 1)
	}
	question, slots := gen.Ask(r, phrasings, gen.Slot("start", start), gen.Fixed("thing", t.thing))
	answer := task.Integer(int64(t.value))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Following the %s only, and passing over what was merely proposed: %s.", t.thing, strings.Join(t.working, " → ")), answer)}
}
