package constraint

import "strings"

func init() { registerAll(segueIncludeChecks) }

var segueIncludeChecks = []Check{
	{
		ID: "segue:include-words", Doc: "has every one of the words, whole and ignoring case",
		Params: []Param{texts("words", "the words")},
		Sample: Sample{`{"words":["cat","dog"]}`, "A dog and a Cat.", "Dogs and a cat."},
		Test: func(r string, a Args) (bool, error) {
			return a.each("words", "is missing", func(w string) bool { return countWhole(r, w) > 0 }), nil
		},
	},
	{
		ID: "segue:exclude-words", Doc: "has none of the words, whole and ignoring case",
		Params: []Param{texts("words", "the words")},
		Sample: Sample{`{"words":["cat"]}`, "Concatenate.", "A Cat."},
		Test: func(r string, a Args) (bool, error) {
			return a.each("words", "is forbidden", func(w string) bool { return countWhole(r, w) == 0 }), nil
		},
	},
	{
		ID: "segue:include-phrases", Doc: "has every one of the phrases, with its case",
		Params: []Param{texts("phrases", "the phrases")},
		Sample: Sample{`{"phrases":["in 1912","the ship"]}`, "It sank in 1912, the ship.", "The ship sank in 1912."},
		Test: func(r string, a Args) (bool, error) {
			return a.each("phrases", "is missing", func(p string) bool { return strings.Contains(r, p) }), nil
		},
	},
	{
		ID: "segue:exclude-phrases", Doc: "has none of the phrases, ignoring case",
		Params: []Param{texts("phrases", "the phrases")},
		Sample: Sample{`{"phrases":["of course"]}`, "Yes.", "Of course."},
		Test: func(r string, a Args) (bool, error) {
			lower := strings.ToLower(r)
			return a.each("phrases", "is forbidden", func(p string) bool { return !strings.Contains(lower, strings.ToLower(p)) }), nil
		},
	},
	{
		ID: "segue:include-any", Doc: "has so many of the words, each whole and ignoring case",
		Params: bounds(texts("words", "the words")),
		Sample: Sample{`{"words":["cat","dog","cow"],"exactly":2}`, "Dog and cow.", "Dog."},
		Test: func(r string, a Args) (bool, error) {
			n := 0
			for _, w := range a.Texts("words") {
				if countWhole(r, w) > 0 {
					n++
				}
			}
			return a.within(n)
		},
	},
	{
		ID: "segue:words-in-order", Doc: "has the words in this order, whole and ignoring case; other words may stand between",
		Params: []Param{texts("words", "the words or phrases of words")},
		Sample: Sample{`{"words":["cup","blue key"]}`, "A cup and a blue key.", "A blue key and a cup."},
		Test:   wordsInOrder,
	},
	{
		ID: "segue:words-from", Doc: "uses only words of the vocabulary, ignoring case",
		Params: []Param{texts("vocabulary", "the allowed words")},
		Sample: Sample{`{"vocabulary":["a","dog","runs"]}`, "A dog runs.", "A dog ran."},
		Test: func(r string, a Args) (bool, error) {
			allowed := map[string]bool{}
			for _, w := range a.Texts("vocabulary") {
				allowed[strings.ToLower(w)] = true
			}
			return a.everyWord(r, "is not allowed", func(w string) bool { return allowed[strings.ToLower(w)] }), nil
		},
	},
}

// each tells whether all elements of a list argument pass.
func (a Args) each(name, problem string, ok func(string) bool) bool {
	for _, element := range a.Texts(name) {
		if !ok(element) {
			a.Note("%q %s", element, problem)
			return false
		}
	}
	return true
}

// everyWord tells whether all words of the response pass.
func (a Args) everyWord(r, problem string, ok func(string) bool) bool {
	for _, w := range Words(r) {
		if !ok(w) {
			a.Note("word %.80q %s", w, problem)
			return false
		}
	}
	return true
}

// wordsInOrder takes the first place of each phrase behind the one before, which is best.
func wordsInOrder(r string, a Args) (bool, error) {
	words := lowerWords(r)
	for _, phrase := range a.Texts("words") {
		want := lowerWords(phrase)
		at := 0
		for at+len(want) <= len(words) && !equalWords(words[at:at+len(want)], want) {
			at++
		}
		if at+len(want) > len(words) {
			a.Note("%q does not follow the words before it", phrase)
			return false, nil
		}
		words = words[at+len(want):]
	}
	return true, nil
}

func equalWords(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
