package math

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"segue/skill/gen"
)

// digitRule is a property of a numeral as a finite automaton over its digits,
// read from the left: step gives the next state or −1 where the property is lost.
type digitRule struct {
	text   string // completes "whole numbers for which …"
	states int
	start  int
	step   func(state, digit int) int
	accept func(state int) bool
}

func always(int) bool { return true }

// sumRule demands a remainder of the sum of the digits.
func sumRule(modulus, remainder int) digitRule {
	return digitRule{
		fmt.Sprintf("the sum of the digits leaves remainder %d on division by %d", remainder, modulus), modulus, 0,
		func(s, digit int) int { return (s + digit) % modulus },
		func(s int) bool { return s == remainder },
	}
}

// neighbourRule forbids equal neighbours.
func neighbourRule() digitRule {
	return digitRule{
		"no two neighbouring digits are equal", 11, 10,
		func(s, digit int) int {
			if s == digit {
				return -1
			}
			return digit
		}, always,
	}
}

// ascentRule demands digits that never fall from left to right.
func ascentRule() digitRule {
	return digitRule{
		"no digit is smaller than the one to its left", 10, 0,
		func(s, digit int) int {
			if digit < s {
				return -1
			}
			return digit
		}, always,
	}
}

// occurrenceRule demands that a digit occurs exactly so often.
func occurrenceRule(wanted, times int) digitRule {
	return digitRule{
		fmt.Sprintf("the digit %d occurs exactly %s", wanted, [...]string{"never", "once", "twice", "three times"}[times]), times + 1, 0,
		func(s, digit int) int {
			if digit == wanted {
				s++
			}
			if s > times {
				return -1
			}
			return s
		},
		func(s int) bool { return s == times },
	}
}

// avoidRule forbids a digit.
func avoidRule(digit int) digitRule {
	return digitRule{
		fmt.Sprintf("the digit %d does not occur", digit), 1, 0,
		func(_, other int) int {
			if other == digit {
				return -1
			}
			return 0
		}, always,
	}
}

// parityRule demands an even or odd number of odd digits.
func parityRule(odd int) digitRule {
	return digitRule{
		"the number of odd digits is " + [...]string{"even", "odd"}[odd], 2, 0,
		func(s, digit int) int { return (s + digit) % 2 },
		func(s int) bool { return s == odd },
	}
}

// both is the rule that demands two.
func both(a, b digitRule) digitRule {
	return digitRule{
		a.text + ", and " + b.text, a.states * b.states, a.start*b.states + b.start,
		func(s, digit int) int {
			x, y := a.step(s/b.states, digit), b.step(s%b.states, digit)
			if x < 0 || y < 0 {
				return -1
			}
			return x*b.states + y
		},
		func(s int) bool { return a.accept(s/b.states) && b.accept(s%b.states) },
	}
}

// drawDigitRule draws n different properties and joins them.
func drawDigitRule(r *rand.Rand, n int) digitRule {
	m := gen.Between(r, 3, 7)
	digit, times := gen.Between(r, 1, 9), gen.Between(r, 1, 2)
	pool := []digitRule{neighbourRule(), occurrenceRule(digit, times), avoidRule(digit%9 + 1), parityRule(r.IntN(2))}
	if n < 3 {
		pool = append(pool, ascentRule())
	}
	rule := sumRule(m, r.IntN(m))
	for _, other := range gen.Sample(r, pool, n-1) {
		rule = both(rule, other)
	}
	return rule
}

// countUpTo is how many numbers from 1 to n obey the rule: free[s] numbers of
// the digits read so far are below the same digits of n and in state s.
func (rule digitRule) countUpTo(n int) int {
	if n < 1 {
		return 0
	}
	free, next := make([]int, rule.states), make([]int, rule.states)
	tight := rule.start
	move := func(state, digit, ways int) {
		if s := rule.step(state, digit); s >= 0 {
			next[s] += ways
		}
	}
	for i, character := range strconv.Itoa(n) {
		clear(next)
		for s, ways := range free {
			for digit := 0; ways > 0 && digit < 10; digit++ {
				move(s, digit, ways)
			}
		}
		top := int(character - '0')
		for digit := range top {
			if tight >= 0 && (i > 0 || digit > 0) {
				move(tight, digit, 1)
			}
		}
		for digit := 1; i > 0 && digit < 10; digit++ { // shorter numbers begin here
			move(rule.start, digit, 1)
		}
		if tight >= 0 {
			tight = rule.step(tight, top)
		}
		free, next = slices.Clone(next), free
	}
	total := 0
	for s, ways := range free {
		if rule.accept(s) {
			total += ways
		}
	}
	if tight >= 0 && rule.accept(tight) {
		total++
	}
	return total
}
