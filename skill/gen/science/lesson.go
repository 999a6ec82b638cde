package science

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// lesson is a case of a skill: what is told, what is asked and how it is worked out.
type lesson struct {
	facts   string // whole sentences; values stand in them as {name}
	asked   string // what is to be found, as a noun phrase
	working string
	answer  task.Answer
	values  []gen.Value
}

// item words a lesson by one of the frames, which hold {facts} and {asked}.
func (l lesson) item(r *rand.Rand, frames ...string) task.Item {
	fill := strings.NewReplacer("{facts}", l.facts, "{asked}", l.asked)
	phrasings := make([]string, len(frames))
	for i, frame := range frames {
		phrasings[i] = fill.Replace(frame)
	}
	question, slots := gen.Ask(r, phrasings, l.values...)
	return task.Item{Question: question, Slots: slots, Answer: l.answer, Reference: gen.Reference(l.working, l.answer)}
}

// shown is a measured value as it is printed, to the given significant digits,
// and the number that the print says, from which answers are to follow.
func shown(v float64, digits int) (float64, string) {
	text := decimalText(v, digits)
	read, _ := strconv.ParseFloat(text, 64) // decimalText writes plain decimals
	return read, text
}

// numberList is a list of decimal answers without units.
func numberList(values ...float64) task.Answer {
	items := make([]task.Answer, len(values))
	for i, v := range values {
		items[i] = quantity(v, "")
	}
	return task.List(items...)
}

// optionLines writes options as lettered lines.
func optionLines(options []string) string {
	var b strings.Builder
	for i, o := range options {
		fmt.Fprintf(&b, "\n%c) %s", 'A'+i, o)
	}
	return b.String()
}
