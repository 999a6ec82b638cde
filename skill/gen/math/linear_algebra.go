package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/matrix-inverse", "linear algebra", "Matrix inverse", "Find the inverse of a small matrix with exact fractions.", matrixInverse)
}

// matrixInverse asks for the inverse of an integer matrix. Difficulty raises the
// order from 2 to 4 and, at each order, the determinant from ±1 to larger
// values, so that fractions appear. The matrix is a product of triangular ones
// with non-zero diagonals, hence regular.
func matrixInverse(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 4, 4)
	det := gen.Of(d, gen.Between(r, 1, 9), 1, gen.Between(r, 2, 5), 1, gen.Between(r, 2, 4))
	m := regularMatrix(r, n, det, gen.Of(d, 9, 4, 4, 2, 2))
	row, column := loneEntry(m)
	lone := m[row][column]
	const form = " Give the list of its rows, each in square brackets, with integers or exact fractions, for example [[1, 0], [-2, 1/3]]."
	question, slots := gen.Ask(r, []string{
		"Find the inverse of the matrix with the rows {rows}, where t = {t}." + form,
		"The linear map f sends the column vector v to M·v, where the rows of M are {rows} and t stands for {t}. Which matrix undoes f?" + form,
		"A mixing table turns the amounts of {n} ingredients into {n} readings by multiplication with the matrix {rows} (given row by row, t being {t}). Which matrix recovers the amounts from the readings?" + form,
	}, gen.Slot("t", lone), gen.Fixed("rows", rowsText(m, row, column)), gen.Fixed("n", n))
	inverse, determinant := invert(m)
	answer := rationalRows(inverse)
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("With t = %d the determinant is %s. Reducing the matrix beside the identity to the identity leaves the inverse; its product with the matrix is the identity.", lone, determinant.RatString()), answer),
	}
}

// regularMatrix draws an n×n matrix of determinant ±det: unit lower times upper
// triangular, entries of the factors up to size.
func regularMatrix(r *rand.Rand, n, det, size int) [][]int {
	lower, upper := make([][]int, n), make([][]int, n)
	for i := range n {
		lower[i], upper[i] = make([]int, n), make([]int, n)
		lower[i][i], upper[i][i] = 1, gen.Pick(r, []int{-1, 1})
		for j := range n {
			if j < i {
				lower[i][j] = gen.Between(r, -size, size)
			} else if j > i {
				upper[i][j] = gen.Between(r, -size, size)
			}
		}
	}
	k := r.IntN(n)
	upper[k][k] *= det
	m := make([][]int, n)
	order := r.Perm(n) // row order, so that the triangular shape does not show
	for i := range n {
		row := make([]int, n)
		for j := range n {
			for l := range n {
				row[j] += lower[i][l] * upper[l][j]
			}
		}
		m[order[i]] = row
	}
	return m
}

// invert is Gauss–Jordan elimination over the rationals; m must be regular.
func invert(m [][]int) (inverse [][]*big.Rat, determinant *big.Rat) {
	n := len(m)
	work := make([][]*big.Rat, n)
	for i := range work {
		work[i] = make([]*big.Rat, 2*n)
		for j := range n {
			work[i][j], work[i][n+j] = ratOf(m[i][j], 1), new(big.Rat)
		}
		work[i][n+i].SetInt64(1)
	}
	determinant = ratOf(1, 1)
	for c := range n {
		p := c
		for work[p][c].Sign() == 0 {
			p++
		}
		if p != c {
			work[p], work[c] = work[c], work[p]
			determinant.Neg(determinant)
		}
		pivot := new(big.Rat).Set(work[c][c])
		determinant.Mul(determinant, pivot)
		for j := range work[c] {
			work[c][j].Quo(work[c][j], pivot)
		}
		for i := range n {
			if factor := new(big.Rat).Set(work[i][c]); i != c && factor.Sign() != 0 {
				for j := range work[i] {
					work[i][j].Sub(work[i][j], new(big.Rat).Mul(factor, work[c][j]))
				}
			}
		}
	}
	inverse = make([][]*big.Rat, n)
	for i := range inverse {
		inverse[i] = work[i][n:]
	}
	return inverse, determinant
}

// loneEntry is the place of an entry whose size no other entry has, so that it
// can be given by a letter; the last entry where there is none.
func loneEntry(m [][]int) (row, column int) {
	count := map[int]int{}
	for _, cells := range m {
		for _, v := range cells {
			count[max(v, -v)]++
		}
	}
	for i, cells := range m {
		for j, v := range cells {
			if size := max(v, -v); size > len(m) && count[size] == 1 {
				return i, j
			}
		}
	}
	return len(m) - 1, len(m) - 1
}

// rowsText writes a matrix with the entry at row and column as the letter t.
func rowsText(m [][]int, row, column int) string {
	rows := make([]string, len(m))
	for i, entries := range m {
		cells := make([]string, len(entries))
		for j, v := range entries {
			cells[j] = fmt.Sprint(v)
			if i == row && j == column {
				cells[j] = "t"
			}
		}
		rows[i] = "[" + strings.Join(cells, ", ") + "]"
	}
	return strings.Join(rows, ", ")
}
