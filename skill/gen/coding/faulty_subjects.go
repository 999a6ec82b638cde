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

// The names that the functions below use.
const (
	vXs, vYs, vI, vJ, vK         = variable("xs"), variable("ys"), variable("i"), variable("j"), variable("k")
	vBest, vTotal, vCount, vLeft = variable("best"), variable("total"), variable("count"), variable("left")
	vRight, vMid, vOut, vX       = variable("right"), variable("mid"), variable("out"), variable("x")
)

// faultySubjects go from short loops to nested ones.
var faultySubjects = []subject{
	{"the largest absolute difference between two neighbours of xs", func(f *fault) function {
		return function{"largest_gap", []string{"xs"}, []stmt{
			set(vBest, number(0)),
			forRange{"i", f.of(number(1), number(2)), f.of(length(vXs), op(length(vXs), "-", number(1))), []stmt{
				set("gap", f.of(call{"abs", []expr{op(at(vXs, vI), "-", at(vXs, op(vI, "-", number(1))))}},
					call{"abs", []expr{op(at(vXs, vI), "-", at(vXs, number(0)))}}, op(at(vXs, vI), "-", at(vXs, op(vI, "-", number(1)))))),
				when(f.of(op(variable("gap"), ">", vBest), op(variable("gap"), "<", vBest), op(variable("gap"), ">", op(vBest, "+", number(1)))),
					set(vBest, f.of(variable("gap"), at(vXs, vI)))),
			}},
			ret{f.of(vBest, variable("gap"))},
		}}
	}, oneList},
	{"the sum of the elements of xs that are at least k, each reduced by k", func(f *fault) function {
		return function{"excess", []string{"xs", "k"}, []stmt{
			set(vTotal, f.of(number(0), number(1), vK)),
			forEach{"x", vXs, []stmt{
				when(f.of(op(vX, ">=", vK), op(vX, "<=", vK), op(vX, "!=", vK), op(vX, ">=", number(0))),
					add(vTotal, f.of(op(vX, "-", vK), vX, op(vK, "-", vX), op(vX, "+", vK))))}},
			ret{f.of(vTotal, op(vTotal, "-", vK))},
		}}
	}, listAndNumber},
	{"how many positions of xs hold a value larger than every value before it (the first position counts)", func(f *fault) function {
		return function{"records", []string{"xs"}, []stmt{
			set(vBest, f.of(at(vXs, number(0)), number(0), at(vXs, number(-1)))), set(vCount, f.of(number(1), number(0), number(2))),
			forRange{"i", number(1), f.of(length(vXs), op(length(vXs), "-", number(1))), []stmt{
				when(f.of(op(at(vXs, vI), ">", vBest), op(at(vXs, vI), ">=", vBest), op(at(vXs, vI), "<", vBest), op(at(vXs, vI), ">", at(vXs, op(vI, "-", number(1))))),
					set(vBest, f.of(at(vXs, vI), vI)), add(vCount, f.of(number(1), at(vXs, vI))))}},
			ret{vCount},
		}}
	}, oneList},
	{"the list of running totals of xs, where a total that reaches k or more is put back to zero after it is recorded", func(f *fault) function {
		return function{"running", []string{"xs", "k"}, []stmt{
			set(vTotal, f.of(number(0), vK)), set(vOut, listOf{}),
			forEach{"x", vXs, []stmt{
				set(vTotal, f.of(op(vTotal, "+", vX), vX, op(vTotal, "-", vX))),
				appendTo{vOut, f.of(vTotal, vX, op(vTotal, "%", vK))},
				when(f.of(op(vTotal, ">=", vK), op(vTotal, ">", op(vK, "+", number(1))), op(vX, ">=", vK)), set(vTotal, f.of(number(0), op(vTotal, "-", vK)))),
			}},
			ret{vOut},
		}}
	}, listAndNumber},
	{"the length of the longest run of equal neighbours in xs", func(f *fault) function {
		return function{"longest_run", []string{"xs"}, []stmt{
			set(vBest, f.of(number(1), number(2))), set(vCount, f.of(number(1), number(0))),
			forRange{"i", f.of(number(1), number(2)), length(vXs), []stmt{
				ifElse{f.of(op(at(vXs, vI), "==", at(vXs, op(vI, "-", number(1)))), op(at(vXs, vI), ">=", at(vXs, op(vI, "-", number(1)))), op(at(vXs, vI), "==", at(vXs, number(0)))),
					[]stmt{add(vCount, number(1))}, []stmt{set(vCount, f.of(number(1), number(0), vCount))}},
				when(f.of(op(vCount, ">", vBest), op(vCount, "<", vBest)), set(vBest, f.of(vCount, vI))),
			}},
			ret{f.of(vBest, vCount)},
		}}
	}, func(r *rand.Rand) []any { return []any{newList(smallInts(r, gen.Between(r, 6, 10), 3))} }},
	{"the first position at which k stands in the ascending list xs, or the position where it would have to be inserted", func(f *fault) function {
		return function{"position", []string{"xs", "k"}, []stmt{
			set(vLeft, f.of(number(0), number(1))), set(vRight, f.of(length(vXs), op(length(vXs), "-", number(1)))),
			while{op(vLeft, "<", vRight), []stmt{
				set(vMid, f.of(op(op(vLeft, "+", vRight), "//", number(2)), op(op(vLeft, "+", vRight), "//", number(3)))),
				ifElse{f.of(op(at(vXs, vMid), "<", vK), op(at(vXs, vMid), "<=", vK), op(at(vXs, vMid), ">", vK)),
					[]stmt{set(vLeft, f.of(op(vMid, "+", number(1)), op(vMid, "+", number(2))))},
					[]stmt{set(vRight, f.of(vMid, op(vMid, "-", number(1))))}},
			}},
			ret{f.of(vLeft, op(vLeft, "-", number(1)), vMid)},
		}}
	}, sortedAndNumber},
	{"how many pairs of positions i < j of xs have values that add up to a multiple of k", func(f *fault) function {
		return function{"pairs", []string{"xs", "k"}, []stmt{
			set(vCount, number(0)),
			forRange{"i", f.of(number(0), number(1)), length(vXs), []stmt{
				forRange{"j", f.of(op(vI, "+", number(1)), vI, number(0), op(vI, "+", number(2))), f.of(length(vXs), op(length(vXs), "-", number(1))), []stmt{
					when(f.of(op(op(op(at(vXs, vI), "+", at(vXs, vJ)), "%", vK), "==", number(0)), op(op(op(at(vXs, vI), "+", vJ), "%", vK), "==", number(0)), op(op(at(vXs, vI), "+", at(vXs, vJ)), "==", vK)),
						add(vCount, f.of(number(1), number(2))))}},
			}},
			ret{vCount},
		}}
	}, listAndNumber},
	{"the ascending list of all elements of the ascending lists xs and ys together", func(f *fault) function {
		return function{"merged", []string{"xs", "ys"}, []stmt{
			set(vI, number(0)), set(vJ, f.of(number(0), number(1))), set(vOut, listOf{}),
			while{f.of(op(op(vI, "<", length(vXs)), "and", op(vJ, "<", length(vYs))), op(op(op(vI, "+", number(1)), "<", length(vXs)), "and", op(vJ, "<", length(vYs)))), []stmt{
				ifElse{f.of(op(at(vXs, vI), "<=", at(vYs, vJ)), op(at(vXs, vI), ">", at(vYs, vJ)), op(vI, "<=", vJ)),
					[]stmt{appendTo{vOut, at(vXs, vI)}, add(vI, number(1))},
					[]stmt{appendTo{vOut, f.of(at(vYs, vJ), at(vYs, number(0)))}, add(vJ, f.of(number(1), number(2)))}},
			}},
			ret{f.of(op(op(vOut, "+", slice{vXs, vI, nil}), "+", slice{vYs, vJ, nil}), op(op(vOut, "+", slice{vXs, vI, nil}), "+", slice{vYs, vI, nil}), op(vOut, "+", slice{vXs, vI, nil}))},
		}}
	}, twoSorted},
	{"the largest sum of a contiguous block of xs - k, that is of the list in which every element is reduced by k (a block has at least one element)", func(f *fault) function {
		return function{"best_block", []string{"xs", "k"}, []stmt{
			set(vBest, f.of(op(at(vXs, number(0)), "-", vK), at(vXs, number(0)), number(0))), set(vTotal, f.of(number(0), vK)),
			forEach{"x", vXs, []stmt{
				set(vTotal, f.of(call{"max", []expr{op(vTotal, "+", op(vX, "-", vK)), op(vX, "-", vK)}}, op(vTotal, "+", op(vX, "-", vK)), call{"max", []expr{op(vTotal, "+", vX), op(vX, "-", vK)}})),
				set(vBest, f.of(call{"max", []expr{vBest, vTotal}}, call{"min", []expr{vBest, vTotal}}, vTotal)),
			}},
			ret{f.of(vBest, op(vBest, "+", vK))},
		}}
	}, listAndNumber},
}
