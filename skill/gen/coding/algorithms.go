package coding

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "algorithms"
	gen.Register("coding/sorting-state", area, "Sorting state", "Give the array after a number of passes of a sorting algorithm.", sortingState)
	gen.Register("coding/loop-nest-complexity", area, "Loop-nest complexity", "Choose the growth rate of the running time of nested loops.", loopNestComplexity)
}

// sorter is an algorithm that works in passes; pass does the p-th, from 0.
type sorter struct {
	name, pass string // pass explains one pass precisely
	do         func(xs []int, p int)
}

var sorters = []sorter{
	{"bubble sort", "one pass runs from the first pair of neighbours to the last and swaps a pair whenever its left element is larger", func(xs []int, _ int) {
		for i := 1; i < len(xs); i++ {
			if xs[i-1] > xs[i] {
				xs[i-1], xs[i] = xs[i], xs[i-1]
			}
		}
	}},
	{"selection sort", "one pass swaps the smallest element of the unsorted rest with the first element of that rest, and the rest then begins one place later", func(xs []int, p int) {
		least := p
		for i := p; i < len(xs); i++ {
			if xs[i] < xs[least] {
				least = i
			}
		}
		xs[p], xs[least] = xs[least], xs[p]
	}},
	{"insertion sort", "the sorted front part has one element at first, and one pass inserts the next element into it at its place", func(xs []int, p int) {
		for i := p + 1; i > 0 && xs[i-1] > xs[i]; i-- {
			xs[i-1], xs[i] = xs[i], xs[i-1]
		}
	}},
	{"cocktail shaker sort", "the passes alternate in direction, the first runs from left to right, the next from right to left, and so on; each compares all pairs of neighbours along its way and swaps a pair whenever its left element is larger", func(xs []int, p int) {
		for step := 1; step < len(xs); step++ {
			i := step
			if p%2 == 1 {
				i = len(xs) - step
			}
			if xs[i-1] > xs[i] {
				xs[i-1], xs[i] = xs[i], xs[i-1]
			}
		}
	}},
	{"pancake sort", "one pass takes the largest element of the unsorted front part, reverses the prefix that ends with it, then reverses the whole unsorted part, whose last place is sorted from then on", func(xs []int, p int) {
		rest := xs[:len(xs)-p]
		at := slices.Index(rest, slices.Max(rest))
		slices.Reverse(rest[:at+1])
		slices.Reverse(rest)
	}},
}

// sortingState asks for an array after k passes. Difficulty is the length of
// the array and the number of passes; the harder algorithms come in from 3 on.
func sortingState(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 6, 7, 8, 10, 12)
	s := sorters[r.IntN(gen.Of(d, 3, 3, 4, 5, 5))]
	pool := r.Perm(89)
	xs := make([]int, n)
	for i := range xs {
		xs[i] = 10 + pool[i] // two digits, so that the number of passes stands once
	}
	passes := gen.Between(r, gen.Of(d, 2, 2, 3, 3, 4), gen.Of(d, 3, 4, 4, 5, 6))
	start := fmt.Sprint(jsonList(xs))
	var states []string
	for p := range passes {
		s.do(xs, p)
		states = append(states, jsonList(xs))
	}
	question, slots := gen.Ask(r, []string{
		"The array {start} is being put into ascending order by {name}: {pass}. Give the array after pass number {k}.",
		"Apply {name} (ascending) to {start}. Here {pass}. The program is stopped when {k} passes are complete. Which array is in memory? Answer with the list.",
		"A lecturer shows {name} on the array {start}; {pass}. Write the state of the array, in order, once {k} passes have been made.",
	}, gen.Fixed("start", start), gen.Fixed("name", s.name), gen.Fixed("pass", s.pass), gen.Slot("k", passes))
	answer := task.List(task.Integers(xs)...)
	working := ""
	for i, state := range states {
		working += fmt.Sprintf("After pass %d: %s. ", i+1, state)
	}
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(working, answer)}
}

func jsonList(xs []int) string { return strings.ReplaceAll(string(jsonOf(xs)), ",", ", ") }
