package cue

import (
	"slices"

	"segue/skill"
)

// rules are the family, in a fixed order: sources draw by it. Below, a is the
// first digit of the list and n the operand.
var rules = []rule{
	define(skill.Math, "Sum", "The last digit of the first entry plus the operand.",
		func(list [payload]int, n int) []int { return one((list[0] + n) % base) },
		"first plus it now", "add it to first", "front plus it digit", "first and it together", "count up from first"),
	define(skill.Math, "Product", "The last digit of the first entry times the operand.",
		func(list [payload]int, n int) []int { return one(list[0] * n % base) },
		"first times it now", "take first it times", "front times it digit", "first by it together", "add first it times"),
	define(skill.Planning, "Largest", "The largest of the entries and the operand.",
		func(list [payload]int, n int) []int { return one(max(slices.Max(list[:]), n)) },
		"top of all now", "list and it top", "last in order now", "find most in list", "top entry or it"),
	define(skill.Planning, "Sort", "The entries and the operand in ascending order.",
		func(list [payload]int, n int) []int { return slices.Sorted(slices.Values(append(list[:], n))) },
		"list and it order", "all in order now", "put all in order", "list up in order", "all and it up"),
	define(skill.Coding, "Rotate", "The list rotated to the left by the operand modulo 4.",
		func(list [payload]int, n int) []int {
			k := n % payload
			return slices.Concat(list[k:], list[:k])
		},
		"turn list by it", "move list left now", "turn all it times", "put front to end", "list left by it"),
	define(skill.Coding, "Prepend", "The operand before the list, whose last entry is dropped.",
		func(list [payload]int, n int) []int { return append([]int{n}, list[:payload-1]...) },
		"put it in front", "it and list now", "add it in front", "move list right now", "it at top now"),
	define(skill.Extraction, "Pick", "The entry at the place, from 0, of the operand modulo 4.",
		func(list [payload]int, n int) []int { return one(list[n%payload]) },
		"entry at place it", "find place it now", "take it from list", "pick entry at it", "entry it left now"),
	define(skill.Extraction, "First", "The first entry above the operand, or 0 if there is none.",
		func(list [payload]int, n int) []int {
			if i := slices.IndexFunc(list[:], func(x int) bool { return x > n }); i >= 0 {
				return one(list[i])
			}
			return one(0)
		},
		"first entry over it", "find first over it", "first more than it", "take first over it", "pick entry over it"),
	define(skill.Science, "Above", "How many entries are above the operand.",
		func(list [payload]int, n int) []int { return count(list, func(x int) bool { return x > n }) },
		"count entries over it", "how many over it", "count all over it", "how many more now", "entries more than it"),
	define(skill.Science, "Equal", "How many entries equal the operand.",
		func(list [payload]int, n int) []int { return count(list, func(x int) bool { return x == n }) },
		"count entries like it", "how many like it", "count all even it", "how many is it", "times it in list"),
	define(skill.Logic, "Parity", "1 if the first entry plus the operand is even, else 0.",
		func(list [payload]int, n int) []int { return truth((list[0]+n)%2 == 0) },
		"first plus it even", "is front plus even", "add it first even", "first and it even", "is it even together"),
	define(skill.Logic, "Over", "1 if the last entry is above the operand, else 0.",
		func(list [payload]int, n int) []int { return truth(list[payload-1] > n) },
		"is last over it", "last over it now", "last more than it", "is end over it", "end is more now"),
	define(skill.InstructionFollowing, "Day", "The first entry plus the operand, modulo 7.",
		func(list [payload]int, n int) []int { return one((list[0] + n) % 7) },
		"first day plus it", "day it from first", "count day from first", "front day plus it", "week day it now"),
	define(skill.InstructionFollowing, "Gap", "How far the last entry is from the operand.",
		func(list [payload]int, n int) []int {
			d := list[payload-1] - n
			return one(max(d, -d))
		},
		"last from it gap", "how far from last", "gap last and it", "last day from it", "how many to end"),
}

func one(digit int) []int { return []int{digit} }

func truth(is bool) []int {
	if is {
		return one(1)
	}
	return one(0)
}

func count(list [payload]int, is func(int) bool) []int {
	n := 0
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return one(n)
}
