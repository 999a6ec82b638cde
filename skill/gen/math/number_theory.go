// Package math generates the items of the mathematics skills.
package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/modular-inverse", "number theory", "Modular inverse", "Find the multiplicative inverse of a number modulo another.", modularInverse)
	gen.Register("math/chinese-remainder-reconstruction", "number theory", "Chinese remainder reconstruction",
		"Find the least non-negative integer that satisfies several congruences.", chineseRemainderReconstruction)
}

// modularInverse asks for the x in [1, m) with a·x ≡ 1 (mod m).
// Difficulty multiplies m by ten, from about a hundred up, so the extended Euclidean
// algorithm takes more divisions; a and m are coprime by construction (a is
// moved to the next coprime), so the answer exists and is unique.
func modularInverse(r *rand.Rand, d gen.Difficulty) task.Item {
	low := gen.Of(d, 30, 200, 2000, 20_000, 200_000)
	m := gen.Between(r, low, 9*low)
	a := gen.Between(r, 2, m-2)
	for gcd(a, m) != 1 { // m-1 is coprime to m, so this ends
		a++
	}
	x := new(big.Int).ModInverse(big.NewInt(int64(a)), big.NewInt(int64(m))).Int64()
	question, slots := gen.Ask(r, []string{
		"Find the multiplicative inverse of {a} modulo {m}, as an integer from 1 to one less than the modulus.",
		"Which positive integer x below {m} makes {a}·x leave remainder 1 on division by {m}?",
		"A lock adds {a} to a counter at every turn and the counter wraps round after {m} positions. Starting at 0, what is the smallest positive number of turns after which the counter stands at 1?",
	}, gen.Slot("a", a), gen.Fixed("m", m))
	answer := task.Integer(x)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("%d · %d = %d, which leaves remainder 1 when divided by %d.", a, x, int64(a)*x, m), answer),
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// chineseRemainderReconstruction asks for the least x ≥ 0 with given remainders.
// Difficulty raises the number of congruences from 2 to 5; from 3 on the moduli
// may share factors. The remainders are those of one number, so a solution
// exists; it is unique below the least common multiple.
func chineseRemainderReconstruction(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 4, 5)
	coprime := []int{5, 7, 9, 11, 13, 16, 17, 19, 23, 29, 31, 37, 41}
	moduli := gen.Sample(r, coprime, n)
	if d >= 3 {
		shared := []int{12, 15, 18, 20, 21, 24, 26, 28, 30, 33, 35, 36, 39, 40, 42, 44, 45, 48}
		moduli = append(gen.Sample(r, shared, n-1), gen.Pick(r, coprime))
	}
	period := 1
	for _, m := range moduli {
		period = period / gcd(period, m) * m
	}
	hidden := r.IntN(period)
	var divisions, rows, congruences []string
	for _, m := range moduli[1:] {
		divisions = append(divisions, fmt.Sprintf("remainder %d on division by %d", hidden%m, m))
		rows = append(rows, fmt.Sprintf("%d left over with rows of %d", hidden%m, m))
		congruences = append(congruences, fmt.Sprintf("x ≡ %d (mod %d)", hidden%m, m))
	}
	x, steps := sieve(hidden, moduli)
	question, slots := gen.Ask(r, []string{
		"Find the smallest non-negative integer that leaves remainder {r} on division by {m}, {divisions}.",
		"A band lines up in equal rows. With rows of {m} there are {r} players left over, {rows}. What is the smallest number of players, 0 included, that fits all of this?",
		"An unknown non-negative integer x satisfies {congruences}, and it also leaves remainder {r} modulo {m}. What is the least possible x?",
	}, gen.Slot("m", moduli[0]), gen.Slot("r", hidden%moduli[0]), gen.Fixed("divisions", strings.Join(divisions, ", ")),
		gen.Fixed("rows", strings.Join(rows, ", ")), gen.Fixed("congruences", strings.Join(congruences, ", ")))
	answer := task.Integer(int64(x))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("Joining the conditions one by one, the largest modulus first: "+strings.Join(steps, "; ")+".", answer),
	}
}

// sieve finds the least non-negative number that agrees with hidden modulo
// every modulus, and writes the class after each condition.
func sieve(hidden int, moduli []int) (x int, steps []string) {
	order := slices.Clone(moduli)
	slices.Sort(order)
	slices.Reverse(order)
	period := 1
	for _, m := range order {
		for x%m != hidden%m {
			x += period
		}
		period = period / gcd(period, m) * m
		steps = append(steps, fmt.Sprintf("x ≡ %d (mod %d)", x, period))
	}
	return x, steps
}
