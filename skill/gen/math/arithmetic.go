package math

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/continued-fraction-expansion", "arithmetic & number representation", "Continued fraction expansion",
		"Expand a rational number into its simple continued fraction.", continuedFractionExpansion)
}

// continuedFractionExpansion asks for the partial quotients of p/q. Difficulty
// is their number: each is one more division of Euclid's algorithm. The
// expansion is unique because its last quotient is asked to exceed 1.
func continuedFractionExpansion(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 5, 7, 9)
	largest := gen.Of(d, 30, 20, 15, 9, 6)
	quotients := make([]int, n)
	for i := range quotients {
		quotients[i] = gen.Between(r, 1, largest)
	}
	quotients[n-1] = gen.Between(r, 2, largest)
	p, q := convergent(quotients)
	question, slots := gen.Ask(r, []string{
		"Expand the fraction with numerator {p} and denominator {q} into a simple continued fraction a0 + 1/(a1 + 1/(a2 + ...)). Give the list [a0, a1, a2, ...] of its partial quotients, the last one greater than 1.",
		"A rectangle is {p} mm long and {q} mm wide. As many squares of its full width as possible are cut off one end, then the same is done with the strip that remains, and so on until nothing is left. List how many squares of each size are cut, the largest size first.",
		"Divide {p} by {q}, then the divisor by the remainder, and go on like this until the remainder is 0. List all the quotients in the order in which they appear.",
	}, gen.Slot("p", p), gen.Slot("q", q))
	answer := task.List(task.Integers(quotients)...)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("Euclid's algorithm: "+divisions(p, q)+".", answer),
	}
}

// convergent evaluates a simple continued fraction in lowest terms.
func convergent(quotients []int) (p, q int) {
	p, q = 1, 0
	for i := len(quotients) - 1; i >= 0; i-- {
		p, q = quotients[i]*p+q, p
	}
	return p, q
}

// divisions writes the divisions of Euclid's algorithm out.
func divisions(p, q int) string {
	var lines []string
	for q != 0 {
		lines = append(lines, fmt.Sprintf("%d = %d · %d + %d", p, p/q, q, p%q))
		p, q = q, p%q
	}
	return strings.Join(lines, "; ")
}
