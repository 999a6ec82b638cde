package constraint

import (
	_ "embed"
	"strings"
	"sync"
)

// stopWordList is the English stop word list of the NLTK corpus, which goes back to the list of
// the Snowball stemmer (Porter).
//
//go:embed lexicon/stopwords.txt
var stopWordList string

// verbList holds about nine hundred frequent English verbs in the base form, collected by hand
// with a view to verbs that open an instruction or a sentence.
//
//go:embed lexicon/verbs.txt
var verbList string

func wordSet(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for word := range strings.FieldsSeq(list) {
			set[word] = true
		}
		return set
	})
}

var (
	stopWords = wordSet(stopWordList)
	baseVerbs = wordSet(verbList)
	// auxiliaries are finite forms that no suffix rule gives. Modals (can, will, must) are
	// absent: the published check asks for the tag VB…, which they do not get.
	auxiliaries = wordSet("am is are was were been has had having does did done got gone went took made said saw came began felt found gave knew left lost met ran sat spoke stood thought told wrote heard held kept led built bought brought caught chose fell flew grew rose sent won wore")
)

// isVerb tells whether a word is a form of a listed verb: the base form, -s, -ed or -ing with
// the usual spelling changes, or one of a few irregular forms.
func isVerb(word string) bool {
	word = strings.ToLower(word)
	if baseVerbs()[word] || auxiliaries()[word] {
		return true
	}
	for _, ending := range []string{"ing", "ed", "es", "s"} {
		stem, ok := strings.CutSuffix(word, ending)
		if !ok || len(stem) < 2 {
			continue
		}
		last := len(stem) - 1
		doubled := last > 0 && stem[last] == stem[last-1] && baseVerbs()[stem[:last]]
		y := stem[last] == 'i' && baseVerbs()[stem[:last]+"y"]
		if baseVerbs()[stem] || ending != "s" && (baseVerbs()[stem+"e"] || doubled || y) {
			return true
		}
	}
	return false
}
