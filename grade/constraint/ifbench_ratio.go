package constraint

import (
	"strings"
	"unicode/utf8"
)

const approxSentences = "sentences: own Punkt procedure over the published English model"

func init() { registerAll(ifbenchRatioChecks) }

var ifbenchRatioChecks = []Check{
	{
		ID: "ratio:stop_words", Doc: "has at most so large a share of stop words among its words",
		Params: []Param{{Name: "percentage", Type: Number, Doc: "percent"}},
		Sample: Sample{`{"percentage":50}`, "Green trees grow and bloom", "It is the one"},
		Test: func(r string, a Args) (bool, error) {
			words, n := wordRuns(r), 0
			for _, w := range words {
				if stopWords()[strings.ToLower(w)] {
					n++
				}
			}
			a.Note("%d of %d words are stop words, wanted at most %v%%", n, len(words), a.Float("percentage"))
			return len(words) > 0 && float64(n)/float64(len(words))*100 <= a.Float("percentage"), nil
		},
	},
	{
		ID: "ratio:sentence_type", Doc: "has twice as many sentences that end in a full stop as in a question mark", Approx: approxSentences,
		Sample: Sample{"", "It rains. It pours. Does it?", "It rains. Does it?"},
		Test: func(r string, a Args) (bool, error) {
			stop, question, _, err := sentenceTypes(r)
			a.Note("found %d statements and %d questions", stop, question)
			return stop == 2*question, err
		},
	},
	{
		ID: "ratio:sentence_balance", Doc: "has equally many sentences that end in . and ? and !", Approx: approxSentences,
		Sample: Sample{"", "It rains. Does it? Yes!", "It rains. Does it?"},
		Test: func(r string, a Args) (bool, error) {
			stop, question, shout, err := sentenceTypes(r)
			a.Note("found %d statements, %d questions and %d exclamations", stop, question, shout)
			return stop == question && question == shout, err
		},
	},
	{
		ID: "ratio:overlap", Doc: "shares the given percentage (±2) of its distinct character trigrams with the reference text",
		Params: []Param{text("reference_text", "text"), {Name: "percentage", Type: Number, Doc: "percent"}},
		Sample: Sample{`{"reference_text":"abcd","percentage":50}`, "abcx", "abcd"},
		Test: func(r string, a Args) (bool, error) {
			own, reference := trigrams(r), trigrams(a.Text("reference_text"))
			shared := 0
			for t := range own {
				if reference[t] {
					shared++
				}
			}
			if len(own) == 0 {
				a.Note("the response is shorter than three characters")
				return false, nil
			}
			percent := float64(shared) / float64(len(own)) * 100
			a.Note("the overlap is %.1f%%, wanted %v%%", percent, a.Float("percentage"))
			return a.Float("percentage")-2 <= percent && percent <= a.Float("percentage")+2, nil
		},
	},
	{
		ID:     "ratio:sentence_words",
		Doc:    "has three sentences of equally many characters; that the words differ is part of the instruction but not of the published check",
		Approx: approxSentences,
		Sample: Sample{"", "A cat ran. My ox sat. He is big.", "A cat ran. My dog slept. He is big."},
		Test: func(r string, a Args) (bool, error) {
			sentences, err := punktSentences(r)
			if err != nil || len(sentences) != 3 {
				a.Note("found %d sentences, wanted 3", len(sentences))
				return false, err
			}
			var n [3]int
			for i, s := range sentences {
				n[i] = utf8.RuneCountInString(strip(s))
			}
			a.Note("the sentences have %d, %d and %d characters", n[0], n[1], n[2])
			return n[0] == n[1] && n[1] == n[2], nil
		},
	},
}

func sentenceTypes(r string) (stop, question, shout int, err error) {
	sentences, err := punktSentences(r)
	for _, s := range sentences {
		switch s[len(s)-1] {
		case '.':
			stop++
		case '?':
			question++
		case '!':
			shout++
		}
	}
	return stop, question, shout, err
}

func trigrams(s string) map[[3]rune]bool {
	set := map[[3]rune]bool{}
	var last [3]rune
	n := 0
	for _, r := range s {
		last = [3]rune{last[1], last[2], r}
		if n++; n >= 3 {
			set[last] = true
		}
	}
	return set
}
