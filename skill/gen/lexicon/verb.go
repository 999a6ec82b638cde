package lexicon

import (
	"strings"
	"sync"
)

// Verb is a verb with the forms that sentences need. Its subject is a person.
type Verb struct {
	Base  string // carry: with a plural subject, or as a command
	Third string // carries
	Past  string // carried
	// Transitive verbs take a portable thing as their object; the others none.
	Transitive bool
}

var verbs = sync.OnceValue(func() []Verb {
	var all []Verb
	for _, line := range lines("verbs.tsv") {
		f := strings.Split(line, "\t")
		all = append(all, Verb{Base: f[0], Third: f[1], Past: f[2], Transitive: f[3] == "t"})
	}
	return all
})

// Verbs lists the verbs. Callers must not change the slice.
func Verbs() []Verb { return verbs() }

// Plural is the plural of a noun of the lists: regular forms, and the
// irregular ones among them.
func Plural(noun string) string {
	if i := strings.LastIndexByte(noun, ' '); i >= 0 {
		return noun[:i+1] + Plural(noun[i+1:])
	}
	if p, ok := irregularPlurals[noun]; ok {
		return p
	}
	switch {
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "z"),
		strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	case strings.HasSuffix(noun, "y") && len(noun) > 1 && !isVowel(noun[len(noun)-2]):
		return noun[:len(noun)-1] + "ies"
	}
	return noun + "s"
}

var irregularPlurals = map[string]string{
	"child": "children", "loaf": "loaves", "knife": "knives", "shelf": "shelves", "leaf": "leaves", "wolf": "wolves",
	"scarf": "scarves", "midwife": "midwives", "postman": "postmen", "potato": "potatoes", "tomato": "tomatoes",
	"echo": "echoes", "volcano": "volcanoes", "buffalo": "buffaloes", "mango": "mangoes", "cargo": "cargoes",
	"calf": "calves", "quiz": "quizzes", "oasis": "oases", "bison": "bison", "cod": "cod", "salmon": "salmon",
	"squid": "squid", "starfish": "starfish", "jellyfish": "jellyfish", "scissors": "scissors", "shears": "shears",
	"pliers": "pliers", "tongs": "tongs", "tweezers": "tweezers", "pincers": "pincers", "zero": "zeroes",
}

func isVowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

// Article is "a" or "an", whichever goes before a word of the lists.
func Article(word string) string {
	lower := strings.ToLower(word)
	if lower == "" || silentH[lower] {
		return "an"
	}
	if strings.HasPrefix(lower, "uni") || strings.HasPrefix(lower, "use") || strings.HasPrefix(lower, "usu") ||
		strings.HasPrefix(lower, "ute") || strings.HasPrefix(lower, "eu") || lower == "one" || !isVowel(lower[0]) {
		return "a"
	}
	return "an"
}

var silentH = map[string]bool{"honest": true, "hour": true, "honestly": true}
