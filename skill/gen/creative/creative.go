// Package creative generates the items of the creative skills: verse, stories,
// rewritings and ideas. What a program can decide about a text (initials,
// syllables, rhymes, counts, facts kept) is an exact check; what it cannot is a
// criterion for a judge. Every item comes with a text that passes all checks.
package creative

import (
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/instruction/rule"
	"segue/skill/gen/lexicon"
	"segue/task"
)

// theme is a lexicon.Theme with the check that goes with it.
type theme struct{ *lexicon.Theme }

func newTheme(r *rand.Rand, allow func(string) bool) theme { return theme{lexicon.NewTheme(r, allow)} }

// mention is the check for the person and the thing.
func (t theme) mention() task.Check { return rule.Include(t.Name, t.Thing) }

// piece is a question whose answer is a text: exact checks and criteria.
func piece(question string, slots []task.Slot, working, text string, criteria []string, checks ...task.Check) task.Item {
	answer := task.Answer{Kind: task.KindRubric, Checks: checks}
	for _, c := range criteria {
		answer.Criteria = append(answer.Criteria, task.Criterion{Text: c})
	}
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.ReferenceText(working, text)}
}

// closed is a piece that asks for the mark at the end of its text as well, so
// that a text which was cut off fails.
func closed(question string, slots []task.Slot, working, text string, criteria []string, checks ...task.Check) task.Item {
	said, ending := rule.Ending(text, len(question))
	return piece(question+said, slots, working, text, criteria, append(checks, ending...)...)
}

// conjoin is "a, b and c".
func conjoin(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
