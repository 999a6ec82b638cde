package constraint

import (
	"regexp"
	"strings"
)

// rewrite is one step of the word tokenizer.
type rewrite struct {
	pattern *regexp.Regexp
	by      string
}

func step(pattern, by string) rewrite { return rewrite{regexp.MustCompile(pattern), by} }

// treebank are the steps of the Penn Treebank word conventions in the form NLTK's word_tokenize
// applies them (version 3.9) to one sentence: quotes, punctuation, brackets and clitics become words.
var treebank = []rewrite{
	step("([«“‘„]|`+)", " $1 "),
	step(`^"`, "`` "),
	step("(``)", " $1 "),
	step(`([ (\[{<])("|'{2})`, "$1 `` "),
	step(`(?i)'([abce-lo-ru-z0-9_])\b`, "' $1"), // not before a clitic
	step(`([^.])(\.)([\])}>"'»”’ ]*)\s*$`, "$1 $2 $3 "),
	step(`([:,])(\D)`, " $1 $2"),
	step(`([:,])$`, " $1 "),
	step(`(\.{2,})`, " $1 "),
	step(`([;@#$%&?!*])`, " $1 "),
	step(`([^'])' `, "$1 ' "),
	step(`([\]\[(){}<>])`, " $1 "),
	step(`--`, " -- "),
	step(`^|$`, " "),
	step(`([»”’])`, " $1 "),
	step(`''|"`, " '' "),
	step(`\s+`, " "),
	step(`([^' ])('[sS]|'[mM]|'[dD]|') `, "$1 $2 "),
	step(`([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) `, "$1 $2 "),
	step(`(?i)\b(can)(not)\b`, " $1 $2 "),
	step(`(?i)\b(d)('ye)\b`, " $1 $2 "),
	step(`(?i)\b(gim|lem)(me)\b`, " $1 $2 "),
	step(`(?i)\b(gon)(na)\b`, " $1 $2 "),
	step(`(?i)\b(got)(ta)\b`, " $1 $2 "),
	step(`(?i)\b(more)('n)\b`, " $1 $2 "),
	step(`(?i)\b(wan)(na)\s`, " $1 $2 "),
	step(`(?i) ('t)(is|was)\b`, " $1 $2 "),
}

// treebankWords returns the word tokens of an English text, punctuation included.
func treebankWords(text string) ([]string, error) {
	sentences, err := punktSentences(text)
	if err != nil {
		return nil, err
	}
	var words []string
	for _, s := range sentences {
		for _, r := range treebank {
			s = r.pattern.ReplaceAllString(s, r.by)
		}
		words = append(words, fields(s)...)
	}
	return words, nil
}

// plainWords returns the word tokens that hold a letter or digit.
func plainWords(text string) ([]string, error) {
	all, err := treebankWords(text)
	var words []string
	for _, w := range all {
		if strings.ContainsFunc(w, func(r rune) bool { return r != '_' && isWord(r) }) {
			words = append(words, w)
		}
	}
	return words, err
}
