package coding

import (
	"math/rand/v2"

	"segue/skill/gen"
)

// fault chooses which of a subject's possible mistakes is made: the at-th that
// building the function comes across; -1 makes none.
type fault struct{ at, seen int }

// of gives the right expression, or one of the wrong ones if it is their turn.
func (f *fault) of(good expr, bad ...expr) expr {
	for _, b := range bad {
		if f.seen++; f.seen-1 == f.at {
			good = b
		}
	}
	return good
}

// subject is a function with a purpose and places where a line can go wrong.
type subject struct {
	intent string
	build  func(f *fault) function
	input  func(r *rand.Rand) []any
}

// faults counts the mistakes that the subject offers.
func (s subject) faults() int {
	f := fault{at: -1}
	s.build(&f)
	return f.seen
}

func op(x expr, o string, y expr) expr  { return binary{o, x, y} }
func set(v variable, value expr) stmt   { return assign{v, "", value} }
func add(v variable, value expr) stmt   { return assign{v, "+", value} }
func at(xs variable, i expr) expr       { return index{xs, i} }
func length(xs variable) expr           { return call{"len", []expr{xs}} }
func when(cond expr, then ...stmt) stmt { return ifElse{cond, then, nil} }

func oneList(r *rand.Rand) []any { return []any{newList(smallInts(r, gen.Between(r, 4, 8), 20))} }
func listAndNumber(r *rand.Rand) []any {
	return []any{newList(smallInts(r, gen.Between(r, 4, 8), 12)), gen.Between(r, 2, 9)}
}
func sortedAndNumber(r *rand.Rand) []any {
	xs, last := make([]int, gen.Between(r, 5, 9)), 0
	for i := range xs {
		last += gen.Between(r, 1, 4)
		xs[i] = last
	}
	return []any{newList(xs), gen.Between(r, 1, last+2)}
}
func twoSorted(r *rand.Rand) []any { return []any{sortedAndNumber(r)[0], sortedAndNumber(r)[0]} }

func smallInts(r *rand.Rand, n, below int) []int {
	xs := make([]int, n)
	for i := range xs {
		xs[i] = r.IntN(below)
	}
	return xs
}

const (
	xs, ys, i, j, k          = variable("xs"), variable("ys"), variable("i"), variable("j"), variable("k")
	best, total, count, left = variable("best"), variable("total"), variable("count"), variable("left")
	right, mid, out, x       = variable("right"), variable("mid"), variable("out"), variable("x")
)

// faultySubjects go from short loops to nested ones.
var faultySubjects = []subject{
	{"the largest absolute difference between two neighbours of xs", func(f *fault) function {
		return function{"largest_gap", []string{"xs"}, []stmt{
			set(best, number(0)),
			forRange{"i", f.of(number(1), number(2)), f.of(length(xs), op(length(xs), "-", number(1))), []stmt{
				set("gap", f.of(call{"abs", []expr{op(at(xs, i), "-", at(xs, op(i, "-", number(1))))}},
					call{"abs", []expr{op(at(xs, i), "-", at(xs, number(0)))}}, op(at(xs, i), "-", at(xs, op(i, "-", number(1)))))),
				when(f.of(op(variable("gap"), ">", best), op(variable("gap"), "<", best), op(variable("gap"), ">", op(best, "+", number(1)))),
					set(best, f.of(variable("gap"), at(xs, i)))),
			}},
			ret{f.of(best, variable("gap"))},
		}}
	}, oneList},
	{"the sum of the elements of xs that are at least k, each reduced by k", func(f *fault) function {
		return function{"excess", []string{"xs", "k"}, []stmt{
			set(total, f.of(number(0), number(1), k)),
			forEach{"x", xs, []stmt{
				when(f.of(op(x, ">=", k), op(x, "<=", k), op(x, "!=", k), op(x, ">=", number(0))),
					add(total, f.of(op(x, "-", k), x, op(k, "-", x), op(x, "+", k))))}},
			ret{f.of(total, op(total, "-", k))},
		}}
	}, listAndNumber},
	{"how many positions of xs hold a value larger than every value before it (the first position counts)", func(f *fault) function {
		return function{"records", []string{"xs"}, []stmt{
			set(best, f.of(at(xs, number(0)), number(0), at(xs, number(-1)))), set(count, f.of(number(1), number(0), number(2))),
			forRange{"i", number(1), f.of(length(xs), op(length(xs), "-", number(1))), []stmt{
				when(f.of(op(at(xs, i), ">", best), op(at(xs, i), ">=", best), op(at(xs, i), "<", best), op(at(xs, i), ">", at(xs, op(i, "-", number(1))))),
					set(best, f.of(at(xs, i), i)), add(count, f.of(number(1), at(xs, i))))}},
			ret{count},
		}}
	}, oneList},
	{"the list of running totals of xs, where a total that reaches k or more is put back to zero after it is recorded", func(f *fault) function {
		return function{"running", []string{"xs", "k"}, []stmt{
			set(total, f.of(number(0), k)), set(out, listOf{}),
			forEach{"x", xs, []stmt{
				set(total, f.of(op(total, "+", x), x, op(total, "-", x))),
				appendTo{out, f.of(total, x, op(total, "%", k))},
				when(f.of(op(total, ">=", k), op(total, ">", op(k, "+", number(1))), op(x, ">=", k)), set(total, f.of(number(0), op(total, "-", k)))),
			}},
			ret{out},
		}}
	}, listAndNumber},
	{"the length of the longest run of equal neighbours in xs", func(f *fault) function {
		return function{"longest_run", []string{"xs"}, []stmt{
			set(best, f.of(number(1), number(2))), set(count, f.of(number(1), number(0))),
			forRange{"i", f.of(number(1), number(2)), length(xs), []stmt{
				ifElse{f.of(op(at(xs, i), "==", at(xs, op(i, "-", number(1)))), op(at(xs, i), ">=", at(xs, op(i, "-", number(1)))), op(at(xs, i), "==", at(xs, number(0)))),
					[]stmt{add(count, number(1))}, []stmt{set(count, f.of(number(1), number(0), count))}},
				when(f.of(op(count, ">", best), op(count, "<", best)), set(best, f.of(count, i))),
			}},
			ret{f.of(best, count)},
		}}
	}, func(r *rand.Rand) []any { return []any{newList(smallInts(r, gen.Between(r, 6, 10), 3))} }},
	{"the first position at which k stands in the ascending list xs, or the position where it would have to be inserted", func(f *fault) function {
		return function{"position", []string{"xs", "k"}, []stmt{
			set(left, f.of(number(0), number(1))), set(right, f.of(length(xs), op(length(xs), "-", number(1)))),
			while{op(left, "<", right), []stmt{
				set(mid, f.of(op(op(left, "+", right), "//", number(2)), op(op(left, "+", right), "//", number(3)))),
				ifElse{f.of(op(at(xs, mid), "<", k), op(at(xs, mid), "<=", k), op(at(xs, mid), ">", k)),
					[]stmt{set(left, f.of(op(mid, "+", number(1)), op(mid, "+", number(2))))},
					[]stmt{set(right, f.of(mid, op(mid, "-", number(1))))}},
			}},
			ret{f.of(left, op(left, "-", number(1)), mid)},
		}}
	}, sortedAndNumber},
	{"how many pairs of positions i < j of xs have values that add up to a multiple of k", func(f *fault) function {
		return function{"pairs", []string{"xs", "k"}, []stmt{
			set(count, number(0)),
			forRange{"i", f.of(number(0), number(1)), length(xs), []stmt{
				forRange{"j", f.of(op(i, "+", number(1)), i, number(0), op(i, "+", number(2))), f.of(length(xs), op(length(xs), "-", number(1))), []stmt{
					when(f.of(op(op(op(at(xs, i), "+", at(xs, j)), "%", k), "==", number(0)), op(op(op(at(xs, i), "+", j), "%", k), "==", number(0)), op(op(at(xs, i), "+", at(xs, j)), "==", k)),
						add(count, f.of(number(1), number(2))))}},
			}},
			ret{count},
		}}
	}, listAndNumber},
	{"the ascending list of all elements of the ascending lists xs and ys together", func(f *fault) function {
		return function{"merged", []string{"xs", "ys"}, []stmt{
			set(i, number(0)), set(j, f.of(number(0), number(1))), set(out, listOf{}),
			while{f.of(op(op(i, "<", length(xs)), "and", op(j, "<", length(ys))), op(op(op(i, "+", number(1)), "<", length(xs)), "and", op(j, "<", length(ys)))), []stmt{
				ifElse{f.of(op(at(xs, i), "<=", at(ys, j)), op(at(xs, i), ">", at(ys, j)), op(i, "<=", j)),
					[]stmt{appendTo{out, at(xs, i)}, add(i, number(1))},
					[]stmt{appendTo{out, f.of(at(ys, j), at(ys, number(0)))}, add(j, f.of(number(1), number(2)))}},
			}},
			ret{f.of(op(op(out, "+", slice{xs, i, nil}), "+", slice{ys, j, nil}), op(op(out, "+", slice{xs, i, nil}), "+", slice{ys, i, nil}), op(out, "+", slice{xs, i, nil}))},
		}}
	}, twoSorted},
	{"the largest sum of a contiguous block of xs - k, that is of the list in which every element is reduced by k (a block has at least one element)", func(f *fault) function {
		return function{"best_block", []string{"xs", "k"}, []stmt{
			set(best, f.of(op(at(xs, number(0)), "-", k), at(xs, number(0)), number(0))), set(total, f.of(number(0), k)),
			forEach{"x", xs, []stmt{
				set(total, f.of(call{"max", []expr{op(total, "+", op(x, "-", k)), op(x, "-", k)}}, op(total, "+", op(x, "-", k)), call{"max", []expr{op(total, "+", x), op(x, "-", k)}})),
				set(best, f.of(call{"max", []expr{best, total}}, call{"min", []expr{best, total}}, total)),
			}},
			ret{f.of(best, op(best, "+", k))},
		}}
	}, listAndNumber},
}
