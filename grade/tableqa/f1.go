package tableqa

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// F1 is the harmonic mean of the precision and recall of the tokens of an answer, as bags, in
// the manner of SQuAD (Rajpurkar et al., arXiv 1606.05250) and DROP (Dua et al., arXiv
// 1903.00161): texts are cut at white space and hyphens, numbers are compared by value, other
// tokens in lower case without punctuation, and articles (a, an, the) are dropped. Two texts
// without tokens score 1, one alone 0.
func F1(gold, answer string) float64 {
	want, got := tokens(gold), tokens(answer)
	if len(want) == 0 || len(got) == 0 {
		if len(want) == len(got) {
			return 1
		}
		return 0
	}
	left := map[string]int{}
	for _, t := range want {
		left[t]++
	}
	shared := 0
	for _, t := range got {
		if left[t] > 0 {
			left[t]--
			shared++
		}
	}
	return 2 * float64(shared) / float64(len(want)+len(got))
}

func tokens(text string) []string {
	var list []string
	for word := range strings.FieldsSeq(strings.ToLower(norm.NFKC.String(text))) {
		if number, ok := numeral(word); ok {
			list = append(list, number)
			continue
		}
		for part := range strings.SplitSeq(word, "-") {
			number, ok := numeral(part)
			if !ok {
				number = strings.Map(dropPunctuation, part)
			}
			switch number {
			case "", "a", "an", "the":
			default:
				list = append(list, number)
			}
		}
	}
	return list
}

// numeral is the canonical form of a number with or without thousands commas, a currency or
// percent sign and punctuation behind it.
func numeral(word string) (string, bool) {
	word = strings.TrimLeft(strings.TrimRight(word, ".,;:!?)%\"'"), "$€£(\"'")
	if !numberForm.MatchString(word) {
		word = strings.ReplaceAll(word, ",", "")
	}
	if len(word) > 40 || !numberForm.MatchString(word) {
		return "", false
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsInf(x, 0) {
		return "", false
	}
	return strconv.FormatFloat(x+0, 'g', -1, 64), true
}

func dropPunctuation(r rune) rune {
	if unicode.IsPunct(r) || unicode.IsSymbol(r) {
		return -1
	}
	return r
}
