// Package math generates the items of the mathematics skills.
package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"segue/skill"
	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register(gen.Generator{
		Skill: skill.Skill{
			ID: "math/modular-inverse", Area: "number theory", Name: "Modular inverse",
			Description: "Find the multiplicative inverse of a number modulo another.",
		},
		Generate: modularInverse,
	})
}

// modularInverse asks for the x in [1, m) with a·x ≡ 1 (mod m).
// Difficulty d draws an m of about d+1 digits, so the extended Euclidean
// algorithm takes more divisions; a and m are coprime by construction (a is
// moved to the next coprime), so the answer exists and is unique.
func modularInverse(r *rand.Rand, d gen.Difficulty) task.Item {
	low := gen.Of(d, 11, 100, 1000, 10_000, 100_000)
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
