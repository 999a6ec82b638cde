package reward

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"

	"segue/task"
)

// linkFeatures are the numbers that a link can take from an answer and that
// several answers share, by how composing words them. A link through the answer
// itself, or through anything else not listed, has another value whenever the
// answer is another one.
var linkFeatures = []struct {
	text string // %d is the step
	of   func(answer string) (*big.Int, bool)
}{
	{"the number of letters in the answer to Step %d", letters},
	{"the denominator of the answer to Step %d in lowest terms", func(s string) (*big.Int, bool) { return fraction(s, (*big.Rat).Denom) }},
	{"the numerator of the answer to Step %d in lowest terms", func(s string) (*big.Int, bool) { return fraction(s, (*big.Rat).Num) }},
	{"the number of elements of the list given in Step %d", func(s string) (*big.Int, bool) { return ofIntegers(s, count) }},
	{"the number of elements of the set given in Step %d", func(s string) (*big.Int, bool) { return ofIntegers(s, count) }},
	{"the sum of the elements of the list given in Step %d", func(s string) (*big.Int, bool) { return ofIntegers(s, sum) }},
	{"the sum of the elements of the set given in Step %d", func(s string) (*big.Int, bool) { return ofIntegers(s, sum) }},
	{"the first element of the list given in Step %d", func(s string) (*big.Int, bool) { return ofIntegers(s, first) }},
	{"the last element of the list given in Step %d", func(s string) (*big.Int, bool) { return ofIntegers(s, last) }},
}

// sameValue says whether a link has the value that the task was made with when
// it is read with the model's own answer: whether the feature that it takes is
// the same for both. What cannot be worked out counts as another value.
func sameValue(use task.Use, reference task.Answer, own string) bool {
	for _, f := range linkFeatures {
		if strings.Contains(use.Text, fmt.Sprintf(f.text, use.Step)) {
			want, okWant := f.of(reference.Text())
			got, okGot := f.of(own)
			return okWant && okGot && want.Cmp(got) == 0
		}
	}
	return false
}

func letters(s string) (*big.Int, bool) {
	n := int64(0)
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return big.NewInt(n), n > 0
}

func fraction(s string, part func(*big.Rat) *big.Int) (*big.Int, bool) {
	s = strings.TrimSpace(s)
	if len(s) > 60 || strings.Trim(s, "+-0123456789/") != "" { // no exponents, whose numbers may be huge
		return nil, false
	}
	x, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, false
	}
	return part(x), true
}

// ofIntegers reads a list of integers and takes a number from it.
func ofIntegers(s string, take func([]*big.Int) *big.Int) (*big.Int, bool) {
	const longest = 4000
	if len(s) > longest {
		return nil, false
	}
	var xs []*big.Int
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("[](){},;", r) }) {
		x, ok := new(big.Int).SetString(word, 10)
		if !ok {
			return nil, false
		}
		xs = append(xs, x)
	}
	if len(xs) == 0 {
		return nil, false
	}
	return take(xs), true
}

func count(xs []*big.Int) *big.Int { return big.NewInt(int64(len(xs))) }
func first(xs []*big.Int) *big.Int { return xs[0] }
func last(xs []*big.Int) *big.Int  { return xs[len(xs)-1] }

func sum(xs []*big.Int) *big.Int {
	total := new(big.Int)
	for _, x := range xs {
		total.Add(total, x)
	}
	return total
}
