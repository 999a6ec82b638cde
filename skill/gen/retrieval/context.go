// Package retrieval generates the items of the contextual memory skills: a long
// text of notes or dialogue in which a few facts stand at random depths among
// filler and facts of the same form about something else.
//
// The filler holds no digits and none of the words that the facts are about, so
// it can neither answer the question nor contradict the answer. Difficulty 1 to
// 5 makes texts of about 300, 600, 1,200, 2,400 and 4,000 words and adds
// distractors.
package retrieval

import (
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

// contextWords is about how many words the text of an item has.
func contextWords(d gen.Difficulty) int { return gen.Of(d, 300, 600, 1200, 2400, 4000) }

// filler makes sentences about one scene that avoid the words of the facts.
type filler struct {
	r        *rand.Rand
	scene    lexicon.Scene
	composer *lexicon.Composer
	free     func(word string) bool
	seen     map[string]bool
}

func newFiller(r *rand.Rand, facts []string) *filler {
	taken := map[string]bool{}
	for _, f := range facts {
		for w := range strings.FieldsSeq(f) {
			taken[strings.ToLower(strings.Trim(w, ".,;:!?\"'"))] = true
		}
	}
	for w := range strings.FieldsSeq("the a an another this that one our near by at in on and while as before after of for from to with it was we is all had been about") {
		delete(taken, w) // words that mean nothing alone
	}
	free := func(w string) bool { return !taken[strings.ToLower(strings.Trim(w, ".,"))] }
	for range 20 { // a scene whose words the facts do not take away
		scene := gen.Pick(r, lexicon.Scenes())
		c := lexicon.NewComposer(r, scene, free)
		if c.Suffices() {
			return &filler{r: r, scene: scene, composer: c, free: free, seen: map[string]bool{}}
		}
	}
	scene := lexicon.Scenes()[0]
	return &filler{r: r, scene: scene, composer: lexicon.NewComposer(r, scene, nil), free: free, seen: map[string]bool{}}
}

// sentence is one that the filler has not made before.
func (f *filler) sentence() string {
	for {
		s := f.composer.Sentence(gen.Between(f.r, 7, 15)).String()
		if f.r.IntN(3) == 0 {
			if remark := f.remark(); f.allFree(remark) {
				s = remark
			}
		}
		if !f.seen[s] {
			f.seen[s] = true
			return s
		}
	}
}

// remark is a sentence of another build than the composer's.
func (f *filler) remark() string {
	return lexicon.Capital(fillIn(gen.Pick(f.r, remarks),
		"name", gen.Pick(f.r, lexicon.GivenNames()), "other", gen.Pick(f.r, lexicon.GivenNames()),
		"person", gen.Pick(f.r, f.scene.People), "thing", gen.Pick(f.r, f.scene.Things), "place", gen.Pick(f.r, f.scene.Places),
		"city", gen.Pick(f.r, lexicon.Cities()), "company", gen.Pick(f.r, lexicon.Companies()),
		"topic", gen.Pick(f.r, lexicon.Topics()), "event", gen.Pick(f.r, lexicon.Events())))
}

func (f *filler) allFree(sentence string) bool {
	for w := range strings.FieldsSeq(sentence) {
		if !f.free(w) {
			return false
		}
	}
	return true
}

var remarks = []string{
	"{name} wrote to {other} about the {thing}.",
	"A visitor from {city} looked round near the {place}.",
	"{name} asked {company} about the price of the {thing}.",
	"We talked about {topic} until late.",
	"Nobody knew where the {thing} was until {name} looked behind the {place}.",
	"{name} and {other} had tea with the {person} and spoke of {topic}.",
	"The {event} was put off because of the weather.",
	"{name} is back from {city} and looks well.",
	"It was warm near the {place}, so the {person} stayed there for an hour.",
	"{company} wrote that the {thing} would be late.",
	"The {person} told a long story about {topic}.",
	"Rain fell all morning, and the {place} was empty.",
	"{name} hopes to see the {event} next year.",
	"The {person} promised {name} to look after the {thing}.",
	"Somebody had left a {thing} by the {place}, but no one asked for it.",
	"{name} dreams of moving to {city}.",
	"For lack of time, the {person} skipped the {event}.",
	"{other} thinks that {topic} would make a good subject for a talk.",
}

// weave sets facts in their order at random depths among filler, n words in all
// or a few more.
func (f *filler) weave(facts []string, n int) []string {
	words := 0
	for _, fact := range facts {
		words += len(strings.Fields(fact))
	}
	var padding []string
	for words < n || len(padding) < 3 {
		s := f.sentence()
		padding = append(padding, s)
		words += strings.Count(s, " ") + 1
	}
	depths := make([]int, len(facts))
	for i := range depths {
		depths[i] = f.r.IntN(len(padding) + 1)
	}
	slices.Sort(depths)
	var out []string
	at := 0
	for i, fact := range facts {
		out = append(out, padding[at:depths[i]]...)
		at = depths[i]
		out = append(out, fact)
	}
	return append(out, padding[at:]...)
}

var ordinalWords = []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"}

// notes is a notebook with an entry a day that holds the facts.
func notes(r *rand.Rand, d gen.Difficulty, facts []string) string {
	f := newFiller(r, facts)
	return notebook(r, f.scene.Topic, f.weave(facts, contextWords(d)))
}

// notebook divides sentences into entries with a heading.
func notebook(r *rand.Rand, topic string, sentences []string) string {
	var b strings.Builder
	b.Grow(64 * len(sentences))
	b.WriteString(gen.Pick(r, []string{"Notebook: ", "Log: ", "Diary: ", "Journal: "}) + topic + "\n")
	for day := 0; len(sentences) > 0; day++ {
		n := min(gen.Between(r, 4, 8), len(sentences))
		b.WriteString("\nWeek " + ordinalWords[day/7%len(ordinalWords)] + ", " + lexicon.Weekdays()[day%7] + ": ")
		for i, s := range sentences[:n] {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(s)
		}
		b.WriteByte('\n')
		sentences = sentences[n:]
	}
	return strings.TrimSpace(b.String())
}

// turn is one message of a dialogue.
type turn struct{ speaker, text string }

// dialogue sets turns in their order among small talk of the speakers. Reply
// makes the message that follows a filler message; nil for none.
func dialogue(r *rand.Rand, d gen.Difficulty, turns []turn, speakers []string, reply func() turn) string {
	facts := make([]string, len(turns))
	for i, t := range turns {
		facts[i] = t.speaker + ": " + t.text
	}
	f := newFiller(r, append(slices.Clone(facts), speakers...))
	n := contextWords(d) * 8 / 10 // the frames of small talk are the rest
	if reply != nil {
		n = contextWords(d) * 6 / 10
	}
	var b strings.Builder
	known := map[string]bool{}
	for _, fact := range facts {
		known[fact] = true
	}
	for _, line := range f.weave(facts, n) {
		if known[line] {
			b.WriteString(line + "\n")
			continue
		}
		b.WriteString(gen.Pick(r, speakers) + ": " + smallTalk(r, line) + "\n")
		if reply != nil {
			t := reply()
			b.WriteString(t.speaker + ": " + t.text + "\n")
		}
	}
	return strings.TrimSpace(b.String())
}

func smallTalk(r *rand.Rand, line string) string {
	return gen.Pick(r, []string{"", "", "", "By the way: ", "Did you hear? ", "For the record: ", "A small thing: ", "I wrote this down: ", "News from today: "}) +
		line + gen.Pick(r, []string{"", "", "", "", " That is all I know.", " Nice, is it not?", " So I was told."})
}

// ask puts the question before or after its text.
func ask(r *rand.Rand, text string, questions []string, values ...gen.Value) (string, []task.Slot) {
	frames := []string{
		"Read the following text.\n\n{context}\n\nQuestion: " + gen.Pick(r, questions),
		"{context}\n\n---\n\nAnswer from the text above. " + gen.Pick(r, questions),
		gen.Pick(r, questions) + "\n\nEverything needed stands in this text:\n\n{context}",
		"Here is a text that you will be asked about.\n\n{context}\n\n" + gen.Pick(r, questions),
	}
	return gen.Ask(r, frames, append(values, gen.Fixed("context", text))...)
}

// people draws n different full names. About half share a given name or a
// family name with another one, so that part of a name is not enough.
func people(r *rand.Rand, n int) []string {
	given := gen.Sample(r, lexicon.GivenNames(), max(2, n*2/3))
	family := gen.Sample(r, lexicon.FamilyNames(), max(2, n*2/3))
	seen := map[string]bool{}
	var out []string
	for len(out) < n { // there are (2n/3)² combinations, far more than n
		name := gen.Pick(r, given) + " " + gen.Pick(r, family)
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

// numbers draws n different integers from lo to hi, both included.
func numbers(r *rand.Rand, n, lo, hi int) []int {
	seen := map[int]bool{}
	var out []int
	for len(out) < n {
		if x := gen.Between(r, lo, hi); !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	return out
}

// fillIn writes values into a template: pairs of placeholder name and value.
func fillIn(template string, pairs ...string) string {
	var b strings.Builder
	b.Grow(2 * len(template))
	for {
		before, rest, found := strings.Cut(template, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				b.WriteString(pairs[i+1])
			}
		}
		template = after
	}
}
