package coding

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("coding/custom-order-sorting", "functions over arrays and strings", "Custom-order sorting",
		"Write a function that sorts by several criteria with tie-breaks.", customSorting)
}

func someWords(r *rand.Rand, size int) []any {
	words := make([]string, size)
	for i := range words {
		words[i] = drawFrom(r, "abeinorst", gen.Between(r, 2, 5))
	}
	return []any{words}
}

func vowels(s string) (n int) {
	for _, c := range s {
		if strings.ContainsRune("aeiou", c) {
			n++
		}
	}
	return n
}

func sortedBy[T any](xs []T, compare func(a, b T) int) []T {
	out := append([]T{}, xs...)
	slices.SortFunc(out, compare)
	return out
}

func digitSum(x int) int {
	if x == 0 {
		return 0
	}
	return x%10 + digitSum(x/10)
}

const keyIdea = "The order is that of a tuple: the criteria stand in it by rank, and a falling criterion is negated."

var sortExercises = []exercise{
	{"words", "words is a list of lower-case words", "the list of the words, shorter ones first, words of equal length in alphabetical order", `def solve(words):
    return sorted(words, key=lambda w: (len(w), w))`, 0, 0, someWords, func(a []any, _ int) any {
		return sortedBy(a[0].([]string), func(x, y string) int { return cmp.Or(len(x)-len(y), strings.Compare(x, y)) })
	}, keyIdea},
	{"xs", "xs is a list of positive integers", "the list of the integers by ascending remainder modulo k, those with equal remainders by falling value", `def solve(xs):
    return sorted(xs, key=lambda x: (x % K, -x))`, 3, 9, anyInts, func(a []any, k int) any {
		return sortedBy(a[0].([]int), func(x, y int) int { return cmp.Or(x%k-y%k, y-x) })
	}, keyIdea},
	{"words", "words is a list of lower-case words", "the list of the words with more vowels (a, e, i, o, u) first, then shorter ones first, then in alphabetical order", `def solve(words):
    return sorted(words, key=lambda w: (-sum(c in "aeiou" for c in w), len(w), w))`, 0, 0, someWords, func(a []any, _ int) any {
		return sortedBy(a[0].([]string), func(x, y string) int {
			return cmp.Or(vowels(y)-vowels(x), len(x)-len(y), strings.Compare(x, y))
		})
	}, keyIdea},
	{"xs", "xs is a list of positive integers", "the list of the integers by falling sum of decimal digits, on a tie those divisible by k first, then by ascending value", `def solve(xs):
    return sorted(xs, key=lambda x: (-sum(map(int, str(x))), x % K != 0, x))`, 3, 7, func(r *rand.Rand, size int) []any { return []any{drawInts(r, size, 10, 199)} }, func(a []any, k int) any {
		return sortedBy(a[0].([]int), func(x, y int) int {
			return cmp.Or(digitSum(y)-digitSum(x), min(x%k, 1)-min(y%k, 1), x-y)
		})
	}, keyIdea},
	{"words", "words is a list of lower-case words", "the list of the different words in it, the most frequent first, on a tie the one whose last letter is earlier in the alphabet, then in reverse alphabetical order", `def solve(words):
    count = {}
    for w in words:
        count[w] = count.get(w, 0) + 1
    return sorted(sorted(count, reverse=True), key=lambda w: (-count[w], w[-1]))`, 0, 0, func(r *rand.Rand, size int) []any {
		words := make([]string, size)
		for i := range words {
			words[i] = drawFrom(r, "abc", 2)
		}
		return []any{words}
	}, func(a []any, _ int) any {
		count := map[string]int{}
		var different []string
		for _, w := range a[0].([]string) {
			if count[w]++; count[w] == 1 {
				different = append(different, w)
			}
		}
		return sortedBy(different, func(x, y string) int {
			return cmp.Or(count[y]-count[x], int(x[len(x)-1])-int(y[len(y)-1]), strings.Compare(y, x))
		})
	}, "Falling alphabetical order cannot be negated, so a stable sort by it comes first and the more important criteria after it."},
}

// customSorting asks for a sort by several criteria. Difficulty adds criteria
// and mixes rising and falling ones.
func customSorting(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, sortExercises))
}
