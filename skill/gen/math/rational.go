package math

import (
	"math/big"

	"segue/task"
)

// ratOf is the exact rational p/q.
func ratOf(p, q int) *big.Rat { return big.NewRat(int64(p), int64(q)) }

// rationalAnswer is the answer in lowest terms, without a denominator of 1.
func rationalAnswer(v *big.Rat) task.Answer {
	return task.Answer{Kind: task.KindRational, Value: v.RatString()}
}

// rationalRows is a matrix as the list of its rows.
func rationalRows(m [][]*big.Rat) task.Answer {
	rows := make([]task.Answer, len(m))
	for i, row := range m {
		cells := make([]task.Answer, len(row))
		for j, v := range row {
			cells[j] = rationalAnswer(v)
		}
		rows[i] = task.List(cells...)
	}
	return task.List(rows...)
}

// latexRat writes a rational in LaTeX: 3, -\frac{2}{5}.
func latexRat(v *big.Rat) string {
	if v.IsInt() {
		return v.RatString()
	}
	sign := ""
	if v.Sign() < 0 {
		sign = "-"
	}
	return sign + `\frac{` + new(big.Int).Abs(v.Num()).String() + "}{" + v.Denom().String() + "}"
}
