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
	register("correction-and-update-tracking", "prose facts", "Correction and update tracking",
		"Give the final value of a quantity that a text corrects several times.", correctionTracking)
}

// correctionTracking asks for a quantity after all changes told. Difficulty is
// the number of changes; from 2 on another quantity changes in between, and
// from 3 on a change may be taken back or only be proposed.
func correctionTracking(r *rand.Rand, d gen.Difficulty) task.Item {
	things := gen.Sample(r, []string{"chairs", "lamps", "desks", "benches", "shelves", "stools", "tables", "cupboards"}, 2)
	names := gen.Sample(r, lexicon.FamilyNames(), 5)
	place := gen.Pick(r, []string{"the town library", "the music school", "the youth hostel", "the museum", "the clinic", "the sailing club"})
	start, other := gen.Between(r, 41, 79), gen.Between(r, 11, 39)
	value, previous := start, start
	text := []string{fmt.Sprintf("In spring, %s planned to order {start} %s and %d %s.", place, things[0], other, things[1])}
	working := []string{fmt.Sprintf("start %d", start)}
	for i := range gen.Of(d, 2, 3, 4, 5, 7) {
		name := names[i%len(names)]
		before := value
		kind := r.IntN(gen.Of(d, 3, 4, 6, 6, 6))
		if kind == 4 && (i == 0 || previous == value) {
			kind = 0
		}
		n := gen.Between(r, 2, 9)
		switch kind {
		case 0:
			value += n
			text = append(text, fmt.Sprintf(gen.Pick(r, []string{"%s from the board added %d more %s.", "%s then asked for %d further %s.", "At the request of %s, %d %s were added."}), name, n, things[0]))
		case 1:
			value -= n
			text = append(text, fmt.Sprintf(gen.Pick(r, []string{"%s found room for fewer and took %d %s off the list.", "To save money, %s cut the order by %d %s."}), name, n, things[0]))
		case 2:
			value = gen.Between(r, 80, 120)
			text = append(text, fmt.Sprintf("%s pointed out a mistake in the list: the number of %s was corrected to %d.", name, things[0], value))
		case 3:
			text = append(text, fmt.Sprintf("%s changed the number of %s to %d, leaving everything else as it was.", name, things[1], other+n))
		case 4:
			value = previous
			text = append(text, fmt.Sprintf("%s took back the latest change to the %s, so that the number before it held again.", name, things[0]))
		case 5:
			text = append(text, fmt.Sprintf("%s would have liked %d extra %s, but the proposal was turned down.", name, n+10, things[0]))
		}
		if value != before {
			if previous = before; kind == 4 { // nothing is left to take back at once
				previous = value
			}
			working = append(working, fmt.Sprint(value))
		}
	}
	phrasings := []string{
		"{text} How many {thing} were ordered in the end, if nothing else changed?",
		"Read this note.\n\n{text}\n\nAfter all of this, which number of {thing} is valid?",
		"A clerk has to fill in the final count of {thing}. The file says: {text} What number belongs into the form?",
	}
	for i := range phrasings {
		phrasings[i] = strings.Replace(phrasings[i], "{text}", strings.Join(text, " "), 1)
	}
	question, slots := gen.Ask(r, phrasings, gen.Slot("start", start), gen.Fixed("thing", things[0]))
	answer := task.Integer(int64(value))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Following the %s only, and passing over what was merely proposed: %s.", things[0], strings.Join(working, " → ")), answer)}
}
