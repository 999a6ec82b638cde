package constraint

import (
	"regexp"
	"strings"
)

// rewrite is one step of the word tokenizer. A sentence without one of the characters in needs is
// passed over, which keeps long texts fast.
type rewrite struct {
	needs   string
	pattern *regexp.Regexp
	by      string
}

func (w rewrite) apply(s string) string {
	if !strings.ContainsAny(s, w.needs) {
		return s
	}
	return w.pattern.ReplaceAllString(s, w.by)
}

var (
	openingQuotes = []rewrite{
		{"«“‘„`", regexp.MustCompile("([«“‘„]|`+)"), " $1 "},
		{"`", regexp.MustCompile("(``)"), " $1 "},
		{`"'`, regexp.MustCompile(`([ (\[{<])("|'{2})`), "$1 `` "},
		{"'", regexp.MustCompile(`(?i)'([abce-lo-ru-z0-9_])\b`), "' $1"}, // not before a clitic
	}
	innerMarks = []rewrite{
		{":,", regexp.MustCompile(`([:,])(\D)`), " $1 $2"},
		{".", regexp.MustCompile(`(\.{2,})`), " $1 "},
	}
	clitics = []rewrite{
		{"'", regexp.MustCompile(`([^' ])('[sS]|'[mM]|'[dD]|') `), "$1 $2 "},
		{"'", regexp.MustCompile(`([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) `), "$1 $2 "},
		{"aeiouAEIOU", regexp.MustCompile(`(?i)\b(?:(can)(not)|(d)('ye)|(gim|lem)(me)|(gon)(na)|(got)(ta)|(more)('n)|(wan)(na))\b`),
			" $1$3$5$7$9$11$13 $2$4$6$8$10$12$14 "},
		{"'", regexp.MustCompile(`(?i) ('t)(is|was)\b`), " $1 $2 "},
	}
	innerApostrophe = rewrite{"'", regexp.MustCompile(`([^'])' `), "$1 ' "}
)

// padded sets single marks and brackets, and then double dashes, apart.
var (
	padMarks    = padder(";@#$%&?!*")
	padBrackets = padder("][(){}<>")
	padQuotes   = padder("»”’")
)

func padder(marks string) *strings.Replacer {
	var pairs []string
	for _, mark := range marks {
		pairs = append(pairs, string(mark), " "+string(mark)+" ")
	}
	return strings.NewReplacer(pairs...)
}

// treebank cuts one sentence into words by the Penn Treebank conventions, in the form and order
// of NLTK's word_tokenize (version 3.9): quotes, punctuation, brackets and clitics become words.
func treebank(s string) []string {
	if rest, ok := strings.CutPrefix(s, `"`); ok {
		s = "``" + rest
	}
	for _, w := range openingQuotes {
		s = w.apply(s)
	}
	s = padFinal(s)
	for _, w := range innerMarks {
		s = w.apply(s)
	}
	if s != "" && strings.ContainsRune(":,", lastRune(s)) {
		s = s[:len(s)-1] + " " + s[len(s)-1:]
	}
	s = innerApostrophe.apply(padMarks.Replace(s))
	s = strings.ReplaceAll(padBrackets.Replace(s), "--", " -- ")
	s = padQuotes.Replace(s)
	s = strings.ReplaceAll(strings.ReplaceAll(s, "''", " '' "), `"`, " '' ")
	s = " " + strings.Join(fields(s), " ") + " "
	for _, w := range clitics {
		s = w.apply(s)
	}
	return fields(s)
}

// padFinal sets the period at the end of a sentence apart, and what closes after it.
func padFinal(s string) string {
	trimmed := strings.TrimRightFunc(s, isSpace)
	body := strings.TrimRight(trimmed, `])}>"'»”’ `)
	if before, ok := strings.CutSuffix(body, "."); ok && before != "" && !strings.HasSuffix(before, ".") {
		return before + " . " + trimmed[len(body):] + " "
	}
	return s
}

// treebankWords returns the word tokens of an English text, punctuation included.
func treebankWords(text string) ([]string, error) {
	sentences, err := punktSentences(text)
	if err != nil {
		return nil, err
	}
	var words []string
	for _, s := range sentences {
		words = append(words, treebank(s)...)
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
