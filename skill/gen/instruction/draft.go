// Package instruction generates the items of the instruction following skills:
// texts that must keep rules which a program decides. Every item is made from a
// text that was composed to keep the rules, so it can be solved.
package instruction

import (
	"fmt"
	"math/rand/v2"

	"segue/skill"
	"segue/skill/gen"
	"segue/skill/gen/instruction/rule"
	"segue/skill/gen/lexicon"
	"segue/task"
)

// register completes a generator of this domain.
func register(slug, area string, g gen.Generator) {
	g.Skill.ID = string(skill.InstructionFollowing) + "/" + slug
	g.Skill.Area = area
	gen.Register(g)
}

// draft is what a text is about: a topic, and a person and a thing that it must
// mention, which keep the items of a skill apart.
type draft struct {
	r        *rand.Rand
	scene    lexicon.Scene
	composer *lexicon.Composer
	name     string
	thing    string
	things   []string // alternatives to thing
}

// newDraft draws a topic; allow filters the words of the text, nil allows all.
func newDraft(r *rand.Rand, allow func(string) bool) *draft {
	scene := gen.Pick(r, lexicon.Scenes())
	c := lexicon.NewComposer(r, scene, allow)
	names, things := lexicon.GivenNames(), scene.Things
	if allow != nil {
		names, things = lexicon.Filter(names, allow), lexicon.Filter(things, allow)
	}
	d := &draft{r: r, scene: scene, composer: c, name: gen.Pick(r, names)}
	d.things = gen.Sample(r, things, min(5, len(things)))
	d.thing = d.things[0]
	return d
}

// sentence has n words, n at least 5, and mentions the person and the thing.
func (d *draft) sentence(n int) string {
	return d.composer.Compose(n, lexicon.Wish{Person: d.name, Thing: d.thing}).String()
}

// sentences has n words in all; the first sentence mentions the person and the
// thing.
func (d *draft) sentences(n int) []string {
	size := min(n, gen.Between(d.r, 7, 11))
	if n-size < 4 {
		size = n
	}
	out := []string{d.sentence(size)}
	for _, s := range d.composer.Sentences(n-size, 5, 12) {
		out = append(out, s.String())
	}
	return out
}

// plain is a sentence of lo to hi words.
func (d *draft) plain(lo, hi int) string {
	return d.composer.Sentence(gen.Between(d.r, lo, hi)).String()
}

// several is n sentences of lo to hi words, the first with the person and the thing.
func (d *draft) several(n, lo, hi int) []string {
	out := []string{d.sentence(max(7, gen.Between(d.r, lo, hi)))}
	for len(out) < n {
		out = append(out, d.plain(lo, hi))
	}
	return out
}

// mention is the check for the person and the thing.
func (d *draft) mention() task.Check { return rule.Include(d.name, d.thing) }

// ask words the question with the values that every draft has beside the given
// ones: {topic}, {name} and {thing}.
func (d *draft) ask(phrasings []string, values ...gen.Value) (string, []task.Slot) {
	return gen.Ask(d.r, phrasings, append(values,
		gen.Fixed("topic", d.scene.Topic), gen.Fixed("name", d.name), gen.SlotOf("thing", d.thing, d.things))...)
}

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
