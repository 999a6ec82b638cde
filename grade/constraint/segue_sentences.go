package constraint

import (
	"strings"
)

func init() { registerAll(segueSentencesChecks) }

var segueSentencesChecks = []Check{
	{
		ID: "segue:words-per-sentence", Doc: "has one sentence for each number, with so many words",
		Params: []Param{{Name: "counts", Type: Integers, Doc: "words of each sentence"}},
		Sample: Sample{`{"counts":[2,3]}`, "Rain falls. It is wet.", "Rain falls. Wet."},
		Test: func(r string, a Args) (bool, error) {
			return a.counts(Sentences(r), "sentence", func(s string) int { return len(Words(s)) }), nil
		},
	},
	{
		ID: "segue:sentence-length", Doc: "has only sentences whose number of words is in the range",
		Params: bounds(),
		Sample: Sample{`{"max":3}`, "Rain falls. It is wet.", "The rain falls down."},
		Test: func(r string, a Args) (bool, error) {
			for _, s := range Sentences(r) {
				if ok, err := a.within(len(Words(s))); !ok {
					return false, err
				}
			}
			return true, nil
		},
	},
	{
		ID: "segue:sentence-step", Doc: "has in every sentence exactly so many words more than in the one before",
		Params: []Param{integer("step", "words; 0 for equal lengths")},
		Sample: Sample{`{"step":1}`, "Rain falls. It is wet.", "Rain falls. It pours."},
		Test: func(r string, a Args) (bool, error) {
			previous := -1
			return a.all(Sentences(r), "sentence", func(s string) bool {
				n := len(Words(s))
				ok := previous < 0 || n == previous+a.Int("step")
				previous = n
				return ok
			}), nil
		},
	},
	{
		ID: "segue:sentences-start-with", Doc: "begins every sentence with the letter, ignoring case",
		Params: []Param{short("letter", "one letter")},
		Sample: Sample{`{"letter":"r"}`, "Rain falls. \"Really?\"", "Rain falls. It is wet."},
		Test: func(r string, a Args) (bool, error) {
			letter, err := a.oneCharacter("letter")
			return err == nil && a.all(Sentences(r), "sentence", func(s string) bool {
				return firstLetter(s) == plainLetter(firstRune(letter))
			}), err
		},
	},
	{
		ID: "segue:sentences-end-with", Doc: "ends every sentence with the mark",
		Params: []Param{short("mark", "such as ! or ?")},
		Sample: Sample{`{"mark":"!"}`, "Rain falls! Run!", "Rain falls. Run!"},
		Test: func(r string, a Args) (bool, error) {
			return a.all(Sentences(r), "sentence", func(s string) bool { return strings.HasSuffix(s, a.Text("mark")) }), nil
		},
	},
	{
		ID: "segue:sentence-acrostic", Doc: "has sentences whose first letters spell the word, one sentence a letter, ignoring case",
		Params: []Param{short("word", "the word")},
		Sample: Sample{`{"word":"sun"}`, "Sand burns. Us too. No shade.", "Sand burns."},
		Test:   func(r string, a Args) (bool, error) { return a.spells(Sentences(r), firstLetter, a.Text("word")), nil },
	},
	{
		ID: "segue:letter-chain", Doc: "begins every sentence with the last letter of the one before, ignoring case",
		Sample: Sample{"", "Rain falls. So it is. Sand sinks.", "Rain falls. It is wet."},
		Test: func(r string, a Args) (bool, error) {
			var last rune
			return a.all(Sentences(r), "sentence", func(s string) bool {
				ok := last == 0 || firstLetter(s) == last
				last = lastLetter(s)
				return ok
			}), nil
		},
	},
	{
		ID: "segue:word-chain", Doc: "begins every sentence with the last word of the one before, ignoring case",
		Sample: Sample{"", "I like rain. Rain falls.", "I like rain. It falls."},
		Test: func(r string, a Args) (bool, error) {
			last := ""
			return a.all(Sentences(r), "sentence", func(s string) bool {
				words := lowerWords(s)
				ok := last == "" || words[0] == last
				last = words[len(words)-1]
				return ok
			}), nil
		},
	},
	{
		ID: "segue:first-sentence", Doc: "has the given first sentence, white space apart",
		Params: []Param{text("sentence", "the sentence with its mark")},
		Sample: Sample{`{"sentence":"It rained."}`, "It  rained. We ran.", "We ran. It rained."},
		Test: func(r string, a Args) (bool, error) {
			return strings.HasPrefix(spaced(r)+" ", spaced(a.Text("sentence"))+" "), nil
		},
	},
	{
		ID: "segue:last-sentence", Doc: "has the given last sentence, white space apart",
		Params: []Param{text("sentence", "the sentence with its mark")},
		Sample: Sample{`{"sentence":"We ran."}`, "It rained. We ran.", "We ran. It rained."},
		Test: func(r string, a Args) (bool, error) {
			return strings.HasSuffix(" "+spaced(r), " "+spaced(a.Text("sentence"))), nil
		},
	},
}
