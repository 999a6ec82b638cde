package lexicon

import (
	"math/rand/v2"
	"strings"
)

// Sentence is a composed sentence or clause: its words without punctuation,
// lower-case except for names, and the nouns among them.
type Sentence struct {
	Words []string
	// Person, Thing and Place are the positions in Words of the head nouns of
	// the first clause, counted from 0, or -1 where it has none.
	Person, Thing, Place int
}

// Line is the sentence with a capital first letter and no mark at its end.
func (s Sentence) Line() string { return s.text("") }

// String is the sentence with a capital first letter and a full stop.
func (s Sentence) String() string { return s.text(".") }

func (s Sentence) text(mark string) string {
	var b strings.Builder
	b.Grow(8 * len(s.Words))
	for i, w := range s.Words {
		if i == 0 {
			w = Capital(w)
		} else {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	b.WriteString(mark)
	return b.String()
}

// Capital is the text with its first letter, an ASCII one, in upper case.
func Capital(text string) string {
	if text == "" {
		return ""
	}
	if text[0] < 'a' || text[0] > 'z' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// Wish is what one sentence shall hold; zero values wish for nothing.
type Wish struct {
	Initial byte   // letter that the first word begins with, upper or lower case
	Person  string // subject: a word of the scene or a given name
	Thing   string // object
	Place   string // place
	untimed bool   // no phrase of time: for all clauses but the first
}

// Composer makes sentences about a scene with an exact number of words.
type Composer struct {
	r     *rand.Rand
	words stock
	// Plural makes lines of verse: plural subjects without article, verbs in the
	// present tense ("patient sailors carry ropes near the quay").
	Plural bool
	// Fresh uses no content word twice over all sentences of the composer.
	Fresh bool
	used  map[string]bool
}

// NewComposer draws from r only. Words that allow says no to are not used; a
// nil allow allows all. Where it leaves too few words, sentences come out
// shorter than asked: callers choose rules that Suffices accepts.
func NewComposer(r *rand.Rand, s Scene, allow func(word string) bool) *Composer {
	return &Composer{r: r, words: newStock(s, allow), used: map[string]bool{}}
}

// Suffices says whether enough words are allowed to compose varied sentences.
func (c *Composer) Suffices() bool {
	w := c.words
	for _, words := range [][]string{w.people, w.things, w.places, w.determiners, w.transitive, w.intransitive, w.personal, w.material, w.local} {
		if len(words) < 2 {
			return false
		}
	}
	return len(w.prepositions) > 0 && len(w.adverbs) > 1 && len(w.times[0]) > 0 && len(w.times[1]) > 0
}

// longestClause is the number of words up to which one clause is made; longer
// sentences join clauses.
const longestClause = 12

// Sentence composes a sentence of n words, n at least 1.
func (c *Composer) Sentence(n int) Sentence { return c.Compose(n, Wish{}) }

// Sentences composes sentences that have n words in all, each of lo to hi
// words where n can be cut so, and hi at least twice lo.
func (c *Composer) Sentences(n, lo, hi int) []Sentence {
	var out []Sentence
	for n > 0 {
		size := lo + c.r.IntN(hi-lo+1)
		if n <= hi {
			size = n
		} else if n-size < lo {
			size = n - lo
		}
		out = append(out, c.Sentence(size))
		n -= size
	}
	return out
}

// Compose makes a sentence of n words that holds what is wished for. A wish for
// a thing needs 5 words, for a thing and a place 8, for a place 5.
func (c *Composer) Compose(n int, w Wish) Sentence {
	if n > longestClause {
		size := n / 2
		if w.Thing != "" || w.Place != "" || w.Person != "" || w.Initial != 0 {
			size = max(size, 8) // leaves a clause of 4 words at least
		}
		first := c.Compose(size, w)
		rest := c.Compose(n-size-1, Wish{untimed: true})
		first.Words = append(append(first.Words, c.pick(c.words.conjunctions)), rest.Words...)
		return first
	}
	if n == 1 {
		return Sentence{Words: []string{c.pick(c.words.commands)}, Person: -1, Thing: -1, Place: -1}
	}
	lead := c.lead(n, w)
	return c.fill(c.shape(n-len(lead), w, lead), w, lead)
}

// shape draws a shape of n words that has room for the wish: the first one that
// suits from a random place on.
func (c *Composer) shape(n int, w Wish, lead []string) shape {
	all := shapesOf(n)
	start := c.r.IntN(len(all))
	for i := range all {
		if s := all[(start+i)%len(all)]; c.suits(s, w, lead) {
			return s
		}
	}
	return all[start]
}

// lead is an opening before the subject that begins with the wished initial: an
// adverb or a preposition with its place; none where a name will do it.
func (c *Composer) lead(n int, w Wish) []string {
	if w.Initial == 0 || w.Person != "" || c.r.IntN(3) == 0 {
		return nil
	}
	var leads [][]string
	for _, a := range c.fresh(Starting(c.words.openings, w.Initial)) {
		leads = append(leads, []string{a})
	}
	if preps := Starting(c.words.prepositions, w.Initial); len(preps) > 0 && w.Place == "" && n >= 7 {
		leads = append(leads, c.phrase([]string{c.pick(preps)}, c.words.placeDeterminers, c.words.local, c.take(c.words.places), 2))
	}
	if len(leads) == 0 || n < 4 {
		return nil
	}
	lead := leads[c.r.IntN(len(leads))]
	c.use(lead...)
	return lead
}

// suits says whether a shape has room for what is wished for and for what the
// lead has taken.
func (c *Composer) suits(s shape, w Wish, lead []string) bool {
	named := w.Initial != 0 && len(lead) == 0
	switch {
	case named && s.subject != 1,
		w.Thing != "" && s.object == 0,
		w.Place != "" && s.place == 0,
		w.untimed && s.time > 0,
		len(lead) > 0 && s.subject == 1 && len(c.words.names) == 0,
		len(lead) == 1 && s.adverb > 0,
		len(lead) > 1 && s.place > 0,
		c.Plural && s.subject == 1 && len(lead) == 0 && w.Initial == 0 && s.object+s.place+s.adverb+s.time == 0:
		return false
	case w.Person != "" && !named:
		proper := w.Person[0] < 'a'
		return proper == (s.subject == 1) || c.Plural
	}
	return true
}

// fill writes the words of a shape.
func (c *Composer) fill(s shape, w Wish, lead []string) Sentence {
	out := Sentence{Words: make([]string, 0, 16), Person: -1, Thing: -1, Place: -1}
	out.Words = c.subject(append(out.Words, lead...), s.subject, w)
	out.Person = len(out.Words) - 1
	verbs := c.words.intransitive
	if s.object > 0 {
		verbs = c.words.transitive
	}
	verb := c.take(verbs)
	if c.Plural && !isName(out.Words[out.Person]) {
		verb = baseOf()[verb]
	}
	out.Words = append(out.Words, verb)
	if s.object > 0 {
		out.Words = c.phrase(out.Words, c.words.determiners, c.words.material, c.wished(w.Thing, c.words.things), s.object)
		out.Thing = len(out.Words) - 1
	}
	if s.adverb > 0 {
		out.Words = append(out.Words, c.take(c.words.adverbs))
	}
	if s.place > 0 {
		out.Words = append(out.Words, c.take(c.words.prepositions))
		out.Words = c.phrase(out.Words, c.words.placeDeterminers, c.words.local, c.wished(w.Place, c.words.places), s.place-1)
		out.Place = len(out.Words) - 1
	}
	if s.time > 0 {
		for w := range strings.SplitSeq(c.take(c.words.times[s.time-1]), " ") {
			out.Words = append(out.Words, w)
		}
	}
	return out
}

// wished is the word wished for or, without a wish, one drawn.
func (c *Composer) wished(word string, from []string) string {
	if word == "" {
		return c.take(from)
	}
	c.use(word)
	return word
}

// subject adds a noun phrase of n words; of one word it is a name or, in verse, a plural.
func (c *Composer) subject(words []string, n int, w Wish) []string {
	switch {
	case n == 1 && w.Initial != 0 && w.Person == "" && len(words) == 0:
		return append(words, c.take(Starting(c.words.names, w.Initial)))
	case w.Person == "" && n == 1 && !c.Plural:
		return append(words, c.take(c.words.names))
	}
	person := c.wished(w.Person, c.words.people)
	if c.Plural && !isName(person) {
		return append(c.adjectives(words, c.words.personal, n-1), Plural(person))
	}
	return c.phrase(words, c.words.determiners, c.words.personal, person, n)
}

// phrase adds a determiner, n-2 adjectives and a noun.
func (c *Composer) phrase(words, determiners, adjectives []string, noun string, n int) []string {
	if n <= 1 {
		return append(words, noun)
	}
	at := len(words)
	words = append(words, c.pick(determiners))
	words = append(c.adjectives(words, adjectives, n-2), noun)
	if words[at] == "a" {
		words[at] = Article(words[at+1])
		if !c.words.allows(words[at]) {
			words[at] = determiners[0]
		}
	}
	return words
}

// adjectives adds n different adjectives.
func (c *Composer) adjectives(words, from []string, n int) []string {
	for i := range n {
		a := c.take(from)
		if i > 0 && a == words[len(words)-1] {
			a = c.take(Without(from, a))
		}
		words = append(words, a)
	}
	return words
}

func isName(word string) bool { return word[0] < 'a' }

// pick draws any word; take draws a content word and notes that it is used.
func (c *Composer) pick(from []string) string {
	if len(from) == 0 {
		return "so"
	}
	return from[c.r.IntN(len(from))]
}

func (c *Composer) take(from []string) string {
	word := c.pick(c.fresh(from))
	c.use(word)
	return word
}

func (c *Composer) use(words ...string) {
	if !c.Fresh {
		return
	}
	for _, w := range words {
		c.used[w] = true
	}
}

// fresh leaves out the words that were used, unless that leaves none.
func (c *Composer) fresh(from []string) []string {
	if !c.Fresh {
		return from
	}
	if left := Filter(from, func(w string) bool { return !c.used[w] }); len(left) > 0 {
		return left
	}
	return from
}
