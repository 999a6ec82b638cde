package math

import (
	"math/big"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

// exercise is an item in one of the phrasings; the reference is the working and the answer.
func exercise(r *rand.Rand, answer task.Answer, working string, phrasings []string, values ...gen.Value) task.Item {
	question, slots := gen.Ask(r, phrasings, values...)
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(working, answer)}
}

// exactAnswer is a combination as a rational where it is one, and as an
// expression in LaTeX otherwise.
func exactAnswer(c combination) task.Answer {
	sum := new(big.Rat)
	for _, t := range c {
		if t.coefficient.Sign() == 0 {
			continue
		}
		if t.basis != "" {
			return task.Expression(c.latex())
		}
		sum.Add(sum, t.coefficient)
	}
	return rationalAnswer(sum)
}

// exactList is a list of rationals.
func exactList(values []*big.Rat) task.Answer {
	items := make([]task.Answer, len(values))
	for i, v := range values {
		items[i] = rationalAnswer(v)
	}
	return task.List(items...)
}

// integerRows is a matrix of integers as the list of its rows.
func integerRows(m [][]int) task.Answer {
	rows := make([]task.Answer, len(m))
	for i, row := range m {
		rows[i] = task.List(task.Integers(row)...)
	}
	return task.List(rows...)
}
