// Package creative generates the items of the creative skills: verse, stories,
// rewritings and ideas. What a program can decide about a text (initials,
// syllables, rhymes, counts, facts kept) is an exact check; what it cannot is a
// criterion for a judge. Every item comes with a text that passes all checks.
package creative

import (
	"math/rand/v2"
	"strings"

	"segue/skill"
	"segue/skill/gen"
	"segue/skill/gen/instruction/rule"
	"segue/skill/gen/lexicon"
	"segue/task"
)

// register completes a generator of this domain.
func register(slug, area string, g gen.Generator) {
	g.Skill.ID = string(skill.Creative) + "/" + slug
	g.Skill.Area = area
	gen.Register(g)
}

// theme is what a text is about: a scene, and a person and a thing that it must
// mention.
type theme struct {
	r        *rand.Rand
	scene    lexicon.Scene
	composer *lexicon.Composer
	name     string
	thing    string
	things   []string // alternatives to thing
}

// newTheme draws a theme; allow filters the words of the text, nil allows all.
// Where it leaves a scene too few words, another scene is taken.
func newTheme(r *rand.Rand, allow func(string) bool) *theme {
	t := &theme{r: r}
	for range 50 {
		t.scene = gen.Pick(r, lexicon.Scenes())
		t.composer = lexicon.NewComposer(r, t.scene, allow)
		if allow == nil || t.composer.Suffices() {
			break
		}
	}
	names, things := lexicon.GivenNames(), t.scene.Things
	if allow != nil {
		names, things = lexicon.Filter(names, allow), lexicon.Filter(things, allow)
	}
	t.name = gen.Pick(r, names)
	t.things = gen.Sample(r, things, min(5, len(things)))
	t.thing = t.things[0]
	return t
}

// sentence has lo to hi words.
func (t *theme) sentence(lo, hi int) string {
	return t.composer.Sentence(gen.Between(t.r, lo, hi)).String()
}

// opening is a sentence of n words, n at least 5, with the person and the thing.
func (t *theme) opening(n int) string {
	return t.composer.Compose(n, lexicon.Wish{Person: t.name, Thing: t.thing}).String()
}

// mention is the check for the person and the thing.
func (t *theme) mention() task.Check { return rule.Include(t.name, t.thing) }

// ask words the question with the theme's {topic}, {name} and {thing} beside the
// given values.
func (t *theme) ask(phrasings []string, values ...gen.Value) (string, []task.Slot) {
	return gen.Ask(t.r, phrasings, append(values,
		gen.Fixed("topic", t.scene.Topic), gen.Fixed("name", t.name), gen.SlotOf("thing", t.thing, t.things))...)
}

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
