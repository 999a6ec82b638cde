package gen

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

var numerals = regexp.MustCompile(`\d+`)

// AbsentNumber draws a number of [lo, hi] that does not stand in the text, so
// that a slot with it stands once; hi+1 where all of them do.
func AbsentNumber(r *rand.Rand, lo, hi int, text string) int {
	present := map[string]bool{}
	for _, digits := range numerals.FindAllString(text, -1) {
		present[digits] = true
	}
	for _, i := range r.Perm(hi - lo + 1) {
		if !present[fmt.Sprint(lo+i)] {
			return lo + i
		}
	}
	return hi + 1
}

// Enumerated joins texts as "a, b and c".
func Enumerated(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " and " + texts[len(texts)-1]
}
