package lexicon

import (
	"strings"
	"sync"
)

// stock is the words that a composer draws from, by the part they play.
type stock struct {
	allows                                      func(string) bool
	people, things, places                      []string
	personal, material, local                   []string // adjectives of people, things and places
	determiners, placeDeterminers, prepositions []string
	transitive, intransitive                    []string // past forms
	adverbs, openings, conjunctions, commands   []string
	names                                       []string
	times                                       [3][]string // by number of words
}

// Words that go with any scene.
var (
	personal = strings.Fields("young old tall patient cheerful careful quiet kind clever tired friendly curious proud " +
		"shy busy calm brave polite loyal thoughtful bold strong happy witty")
	material = strings.Fields("small old bright new plain fine large odd pretty familiar simple lovely " +
		"good cheap special heavy light spotless unusual favourite")
	local = strings.Fields("quiet old busy sunny shady large small familiar dark cold grand tidy little empty")

	// Doubled words are drawn more often.
	determiners      = strings.Fields("the the the the the the the the a a a a a another this that one our")
	placeDeterminers = strings.Fields("the the the the the the our this that")
	prepositions     = strings.Fields("near beside behind by opposite")
	manner           = strings.Fields("calmly quietly slowly gladly softly patiently carefully happily briskly proudly eagerly " +
		"alone politely steadily cheerfully again thoughtfully promptly silently")
	// openings are adverbs that begin a sentence when its first letter is wished for.
	openings = strings.Fields("again briskly busily calmly carefully cheerfully daily eagerly finally gladly gracefully happily idly " +
		"joyfully keenly kindly lazily merrily neatly nervously often once patiently politely promptly proudly quickly quietly readily " +
		"silently slowly softly steadily then thoughtfully tirelessly today together urgently usually vividly warmly yesterday zealously")
	conjunctions = strings.Fields("and and while while but as")
	commands     = strings.Fields("listen wait look pause rest breathe think smile stop")
	times        = [3][]string{
		strings.Fields("today yesterday again twice"),
		{"at dawn", "at noon", "at dusk", "after lunch", "before breakfast", "after sunset", "all day", "at last", "for hours", "in silence"},
		{"in the morning", "in the evening", "during the night", "after the rain", "before the storm", "without a word", "for a while", "in good spirits"},
	}
)

// newStock filters the words of a scene and the general ones.
func newStock(s Scene, allow func(string) bool) stock {
	keep := func(words []string) []string { return Filter(words, allow) }
	if allow == nil {
		allow = func(string) bool { return true }
		keep = func(words []string) []string { return words }
	}
	st := stock{
		allows: allow,
		people: keep(s.People), things: keep(s.Things), places: keep(s.Places),
		personal: keep(personal), material: keep(material), local: keep(local),
		determiners: keep(determiners), placeDeterminers: keep(placeDeterminers), prepositions: keep(prepositions),
		adverbs: keep(manner), openings: keep(openings), conjunctions: keep(conjunctions), commands: keep(commands), names: keep(GivenNames()),
	}
	for i, phrases := range times {
		st.times[i] = Filter(phrases, func(p string) bool {
			for w := range strings.SplitSeq(p, " ") {
				if !allow(w) {
					return false
				}
			}
			return true
		})
	}
	for _, v := range Verbs() {
		if !allow(v.Past) || !allow(v.Base) {
			continue
		}
		if v.Transitive {
			st.transitive = append(st.transitive, v.Past)
		} else {
			st.intransitive = append(st.intransitive, v.Past)
		}
	}
	return st
}

// baseOf maps the past of each verb to its base form.
var baseOf = sync.OnceValue(func() map[string]string {
	base := map[string]string{}
	for _, v := range Verbs() {
		base[v.Past] = v.Base
	}
	return base
})
