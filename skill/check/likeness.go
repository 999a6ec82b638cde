package check

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"segue/skill/gen"
)

// Likeness is how alike the questions of two skills read once numbers and names
// are masked: the share of runs of four words that both have, of all that either
// has (Jaccard; Broder 1997), from 0 to 1.
type Likeness struct {
	A, B  string // ids
	Share float64
}

// Alike lists the pairs of skills whose likeness is at least least, the most alike
// first. It looks at n items of each skill at every difficulty.
func Alike(generators []gen.Generator, n int, least float64) ([]Likeness, error) {
	runs := make([][]uint64, len(generators))
	for i, g := range generators {
		for d := gen.Easiest; d <= gen.Hardest; d++ {
			for k := range n {
				it, err := gen.New(g.Skill.ID, d, gen.Index(0, "alike", k))
				if err != nil {
					return nil, fmt.Errorf("compare skills: %w", err)
				}
				runs[i] = appendRuns(runs[i], it.Question)
			}
		}
		slices.Sort(runs[i])
		runs[i] = slices.Compact(runs[i])
	}
	var alike []Likeness
	for i := range runs {
		for j := range i {
			if share := jaccard(runs[i], runs[j]); share >= least {
				alike = append(alike, Likeness{generators[j].Skill.ID, generators[i].Skill.ID, share})
			}
		}
	}
	slices.SortStableFunc(alike, func(x, y Likeness) int { return cmp.Compare(y.Share, x.Share) })
	return alike, nil
}

// appendRuns adds hashes of the runs of four masked words of a text.
func appendRuns(runs []uint64, text string) []uint64 {
	const length = 4
	words := masked(text)
	for k := 0; k+length <= len(words); k++ {
		h := fnv.New64a()
		for _, w := range words[k : k+length] {
			h.Write([]byte(w)) // a hash does not fail
			h.Write([]byte{0})
		}
		runs = append(runs, h.Sum64())
	}
	return runs
}

// masked are the words of a text, with one sign for every number and one for
// every word that begins with a capital. Formulas and rows of numbers are one sign
// however long they are.
func masked(text string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		first := []rune(w)[0]
		switch {
		case strings.ContainsFunc(w, unicode.IsDigit) || len([]rune(w)) == 1:
			w = "0"
		case unicode.IsUpper(first):
			w = "X"
		}
		if last := len(words) - 1; last >= 0 && words[last] == w && (w == "0" || w == "X") {
			continue
		}
		words = append(words, w)
	}
	return words
}

// jaccard is the share of common elements of two sorted sets.
func jaccard(a, b []uint64) float64 {
	common, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			common, i, j = common+1, i+1, j+1
		}
	}
	if all := len(a) + len(b) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}
