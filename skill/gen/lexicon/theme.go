package lexicon

import (
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

// Theme is what a text is about: a scene, and a person and a thing that it must
// mention, which keep the items of a skill apart.
type Theme struct {
	Scene    Scene
	Composer *Composer
	Name     string // of the person
	Thing    string
	Things   []string // Thing and alternatives to it
	random   *rand.Rand
}

// NewTheme draws a theme; allow filters the words of the text, nil allows all.
// Where it leaves a scene too few words, another scene is taken.
func NewTheme(r *rand.Rand, allow func(string) bool) *Theme {
	t := &Theme{random: r}
	const tries = 50
	for range tries {
		t.Scene = gen.Pick(r, Scenes())
		t.Composer = NewComposer(r, t.Scene, allow)
		if allow == nil || t.Composer.Suffices() {
			break
		}
	}
	names, things := GivenNames(), t.Scene.Things
	if allow != nil {
		names, things = Filter(names, allow), Filter(things, allow)
	}
	t.Name = gen.Pick(r, names)
	t.Things = gen.Sample(r, things, min(5, len(things)))
	t.Thing = t.Things[0]
	return t
}

// ThemeOf is a theme of a given scene and things, the first of which is the one
// to mention. It draws the person; the composer is left to the caller.
func ThemeOf(r *rand.Rand, scene Scene, things []string) *Theme {
	return &Theme{random: r, Scene: scene, Name: gen.Pick(r, GivenNames()), Thing: things[0], Things: things}
}

// Plain is a sentence of lo to hi words.
func (t *Theme) Plain(lo, hi int) string {
	return t.Composer.Sentence(gen.Between(t.random, lo, hi)).String()
}

// Opening is a sentence of n words, n at least 5, with the person and the thing.
func (t *Theme) Opening(n int) string {
	return t.Composer.Compose(n, Wish{Person: t.Name, Thing: t.Thing}).String()
}

// Ask words the question with the theme's {topic}, {name} and {thing} beside
// the given values.
func (t *Theme) Ask(phrasings []string, values ...gen.Value) (string, []task.Slot) {
	return gen.Ask(t.random, phrasings, append(values,
		gen.Fixed("topic", t.Scene.Topic), gen.Fixed("name", t.Name), gen.SlotOf("thing", t.Thing, t.Things))...)
}
