package label

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	codeBlock  = regexp.MustCompile("(?s)```.*?(?:```|$)")
	inlineCode = regexp.MustCompile("`[^`\n]+`")
	mathSpans  = regexp.MustCompile(`(?s)\$\$.+?\$\$|\$[^$\n]+\$|\\\(.+?\\\)|\\\[.+?\\\]`)
	quotations = regexp.MustCompile(`"[^"\n]+"|“[^”\n]+”|«[^»\n]+»|‘[^’\n]+’`)
	apostrophe = regexp.MustCompile(`(?:^|[\s(\[{,:;])('[^'\n]+')(?:$|[\s)\]},.:;?!])`)
	layoutLine = regexp.MustCompile(`(?m)^[ \t]*(?:\||\{|\[|[-*•] |\d+[.)] |\t|    ).*$`)
	number     = regexp.MustCompile(`\d+(?:[.,:/]\d+)*`)
	careful    = regexp.MustCompile(`(?i)\b(?:not|never|no|none|without|except|unless|only|exactly|least|most|before|after|or)\b`)
)

// Preserve says what a new wording of a question has lost or invented that may
// change its answer, or nil. Kept must be, verbatim and as often: code, formulas,
// quotations, lines of tables, lists and data, the texts of links, names, and
// words such as "not" and "least"; the numbers must be the same ones.
func Preserve(question, wording string, links []string) error {
	for _, text := range append(fragments(question), links...) {
		if want, got := strings.Count(question, text), strings.Count(wording, text); got < want {
			return fmt.Errorf("%s stands %d times, not %d", clip(text), got, want)
		}
	}
	if err := sameNumbers(question, wording); err != nil {
		return err
	}
	for word, n := range counted(careful.FindAllString(strings.ToLower(question), -1)) {
		if got := counted(careful.FindAllString(strings.ToLower(wording), -1))[word]; got < n {
			return fmt.Errorf("the word %s stands %d times, not %d", clip(word), got, n)
		}
	}
	for _, name := range names(question) {
		if !strings.Contains(wording, name) {
			return fmt.Errorf("the name %s is missing", clip(name))
		}
	}
	return nil
}

// fragments lists the parts of a question that have to stand as they are.
func fragments(question string) []string {
	var parts []string
	for _, pattern := range []*regexp.Regexp{codeBlock, inlineCode, mathSpans, quotations, layoutLine} {
		parts = append(parts, pattern.FindAllString(question, -1)...)
	}
	for _, m := range apostrophe.FindAllStringSubmatch(question, -1) {
		parts = append(parts, m[1])
	}
	return parts
}

// sameNumbers wants every number of the question as often, and no other.
func sameNumbers(question, wording string) error {
	want, got := counted(number.FindAllString(question, -1)), counted(number.FindAllString(wording, -1))
	for n, times := range want {
		if got[n] != times {
			return fmt.Errorf("the number %s stands %d times, not %d", clip(n), got[n], times)
		}
	}
	for n := range got {
		if want[n] == 0 {
			return fmt.Errorf("the number %s is new", clip(n))
		}
	}
	return nil
}

func counted(texts []string) map[string]int {
	n := map[string]int{}
	for _, t := range texts {
		n[t]++
	}
	return n
}

// names are the words with a capital letter that do not begin a sentence.
func names(text string) []string {
	var found []string
	begins := true
	for word := range strings.FieldsSeq(text) {
		bare := strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if first, _ := utf8.DecodeRuneInString(bare); !begins && bare != "I" && unicode.IsUpper(first) {
			found = append(found, bare)
		}
		begins = strings.ContainsAny(word[len(word)-1:], ".?!:")
	}
	return found
}

func clip(s string) string {
	const limit = 60
	if runes := []rune(s); len(runes) > limit {
		s = string(runes[:limit]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
