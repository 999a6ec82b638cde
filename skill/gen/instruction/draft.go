// Package instruction generates the items of the instruction following skills:
// texts that must keep rules which a program decides. Every item is made from a
// text that was composed to keep the rules, so it can be solved.
package instruction

import (
	"fmt"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/skill/gen/instruction/rule"
	"segue/skill/gen/lexicon"
	"segue/task"
)

// draft is a lexicon.Theme with the texts and the check that this domain makes of it.
type draft struct {
	*lexicon.Theme
	r *rand.Rand
}

func newDraft(r *rand.Rand, allow func(string) bool) *draft {
	return &draft{Theme: lexicon.NewTheme(r, allow), r: r}
}

func draftOf(r *rand.Rand, scene lexicon.Scene, things []string) *draft {
	return &draft{Theme: lexicon.ThemeOf(r, scene, things), r: r}
}

// sentences has n words in all; the first sentence mentions the person and the
// thing.
func (d *draft) sentences(n int) []string {
	size := min(n, gen.Between(d.r, 7, 11))
	if n-size < 4 {
		size = n
	}
	out := []string{d.Opening(size)}
	for _, s := range d.Composer.Sentences(n-size, 5, 12) {
		out = append(out, s.String())
	}
	return out
}

// several is n sentences of lo to hi words, the first with the person and the thing.
func (d *draft) several(n, lo, hi int) []string {
	out := []string{d.Opening(max(7, gen.Between(d.r, lo, hi)))}
	for len(out) < n {
		out = append(out, d.Plain(lo, hi))
	}
	return out
}

// mention is the check for the person and the thing.
func (d *draft) mention() task.Check { return rule.Include(d.Name, d.Thing) }

// item is a question whose answer is any text that keeps the checks.
func item(question string, slots []task.Slot, working, text string, checks ...task.Check) task.Item {
	return task.Item{Question: question, Slots: slots,
		Answer:    task.Answer{Kind: task.KindConstraints, Checks: checks},
		Reference: gen.ReferenceText(working, text)}
}

// closed is an item that asks for the mark at the end of its text as well, so
// that a text which was cut off fails.
func closed(question string, slots []task.Slot, working, text string, checks ...task.Check) task.Item {
	said, ending := rule.Ending(text, len(question))
	return item(question+said, slots, working, text, append(checks, ending...)...)
}

// counted is "3 sentences", "1 sentence".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %s", n, lexicon.Plural(noun))
}
