package constraint

import (
	"strings"
)

const approxWords = "sentences and words: own Punkt procedure and Treebank rules"

func init() { registerAll(ifbenchOrderChecks) }

var ifbenchOrderChecks = []Check{
	{
		ID: "words:last_first", Doc: "begins every sentence with the last word of the one before, ignoring case", Approx: approxSentences,
		Sample: Sample{"", "It feels odd. Odd is good.", "It feels odd. Good."},
		Test:   lastWordFirst,
	},
	{
		ID: "words:paragraph_last_first", Doc: "ends every line with the word it begins with, ignoring case",
		Sample: Sample{"", "Rain brings rain.\n\nSun", "Rain brings sun."},
		Test: func(r string, a Args) (bool, error) {
			for line := range strings.SplitSeq(r, "\n") {
				words := fields(strings.Trim(strings.ToLower(strip(line)), edge))
				if len(words) > 0 && words[0] != words[len(words)-1] {
					a.Note("a line begins with %.80q and ends with %.80q", words[0], words[len(words)-1])
					return false, nil
				}
			}
			return true, nil
		},
	},
	{
		ID: "words:keywords_specific_position", Doc: "has the keyword as the m-th word of the n-th sentence, ignoring case", Approx: approxWords,
		Params: []Param{short("keyword", "the word"), positive("n", "which sentence, from 1"), positive("m", "which word, from 1")},
		Sample: Sample{`{"keyword":"cat","n":2,"m":2}`, "Look. A cat.", "A cat. Look."},
		Test: func(r string, a Args) (bool, error) {
			sentences, err := punktSentences(r)
			if err != nil || len(sentences) < a.Int("n") {
				return false, err
			}
			words, err := plainWords(sentences[a.Int("n")-1])
			if err != nil || len(words) < a.Int("m") {
				return false, err
			}
			word := words[a.Int("m")-1]
			a.Note("found %.80q there", word)
			return strings.EqualFold(word, a.Text("keyword")), nil
		},
	},
	{
		ID: "words:words_position", Doc: "has the keyword as second word and as last but one, ignoring case and a final mark", Approx: approxWords,
		Params: []Param{short("keyword", "the word")},
		Sample: Sample{`{"keyword":"so"}`, "Well so it is so good.", "So it is so."},
		Test: func(r string, a Args) (bool, error) {
			words, err := treebankWords(r)
			if n := len(words); n > 0 && strings.Contains(punctuation, words[n-1]) {
				words = words[:n-1]
			}
			if err != nil || len(words) < 2 {
				return false, err
			}
			return strings.EqualFold(words[1], a.Text("keyword")) && strings.EqualFold(words[len(words)-2], a.Text("keyword")), nil
		},
	},
	{
		ID: "sentence:keyword", Doc: "has the keyword as a whole word in the N-th sentence, ignoring case", Approx: approxSentences,
		Params: []Param{short("word", "the word"), positive("N", "which sentence, from 1")},
		Sample: Sample{`{"word":"cat","N":2}`, "Look. A cat.", "A cat. Look."},
		Test: func(r string, a Args) (bool, error) {
			sentences, err := punktSentences(r)
			return err == nil && len(sentences) >= a.Int("N") && countWhole(sentences[a.Int("N")-1], a.Text("word")) > 0, err
		},
	},
	{
		ID: "sentence:increment", Doc: "has exactly so many words more in every sentence than in the one before", Approx: approxSentences,
		Params: []Param{integer("small_n", "words")},
		Sample: Sample{`{"small_n":2}`, "It rains. It rains all day.", "It rains. It pours."},
		Test: func(r string, a Args) (bool, error) {
			sentences, err := punktSentences(r)
			previous := 0
			for i, s := range sentences {
				n := len(fields(withoutPunctuation(s)))
				if i > 0 && n != previous+a.Int("small_n") {
					a.Note("sentence %d has %d words after %d", i+1, n, previous)
					return false, nil
				}
				previous = n
			}
			return err == nil, err
		},
	},
	{
		ID: "sentence:alliteration_increment", Doc: "has more alliterating words in every sentence than in the one before", Approx: approxSentences,
		Sample: Sample{"", "She sleeps. Big bears bite.", "Big bears bite. She sleeps."},
		Test: func(r string, a Args) (bool, error) {
			sentences, err := punktSentences(r)
			previous := -1
			for _, s := range sentences {
				n := alliterating(s)
				if n <= previous {
					a.Note("%d alliterating words follow %d", n, previous)
					return false, nil
				}
				previous = n
			}
			return err == nil, err
		},
	},
}

func lastWordFirst(r string, a Args) (bool, error) {
	sentences, err := punktSentences(r)
	for i := 1; i < len(sentences); i++ {
		before := fields(strings.TrimRight(sentences[i-1], edge))
		after := fields(strings.TrimLeft(sentences[i], edge))
		if len(before) == 0 || len(after) == 0 {
			return false, nil
		}
		if last := before[len(before)-1]; !strings.EqualFold(last, after[0]) {
			a.Note("sentence %d begins with %.80q, not with %.80q", i+1, after[0], last)
			return false, nil
		}
	}
	return err == nil, err
}

// alliterating counts the words that begin like a neighbour: a run of k counts k, all runs of the
// sentence are added.
func alliterating(sentence string) int {
	var initials []rune
	for _, w := range fields(strings.ToLower(sentence)) {
		if w = strings.TrimLeft(w, edge); w != "" {
			initials = append(initials, firstRune(w))
		}
	}
	n, inRun := 0, false
	for i := 1; i < len(initials); i++ {
		same := initials[i] == initials[i-1]
		if same {
			n++
			if !inRun {
				n++
			}
		}
		inRun = same
	}
	return n
}
