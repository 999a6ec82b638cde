package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
)

// drawMatrix has entries from −size to size.
func drawMatrix(r *rand.Rand, rows, columns, size int) [][]int {
	m := make([][]int, rows)
	for i := range m {
		m[i] = drawVector(r, columns, size)
	}
	return m
}

// drawVector has entries from −size to size, not all of them zero.
func drawVector(r *rand.Rand, n, size int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = gen.Between(r, -size, size)
	}
	if !slices.ContainsFunc(v, func(x int) bool { return x != 0 }) {
		v[r.IntN(n)] = gen.Between(r, 1, size)
	}
	return v
}

// matrixProduct is a·b.
func matrixProduct(a, b [][]int) [][]int {
	out := make([][]int, len(a))
	for i := range a {
		out[i] = make([]int, len(b[0]))
		for k, x := range a[i] {
			for j, y := range b[k] {
				out[i][j] += x * y
			}
		}
	}
	return out
}

func transposedMatrix(m [][]int) [][]int {
	out := make([][]int, len(m[0]))
	for j := range out {
		out[j] = make([]int, len(m))
		for i := range m {
			out[j][i] = m[i][j]
		}
	}
	return out
}

// rationalMatrix is a copy with rational entries.
func rationalMatrix(m [][]int) [][]*big.Rat {
	out := make([][]*big.Rat, len(m))
	for i, row := range m {
		out[i] = rationalVector(row)
	}
	return out
}

func rationalVector(v []int) []*big.Rat {
	out := make([]*big.Rat, len(v))
	for i, x := range v {
		out[i] = ratOf(x, 1)
	}
	return out
}

// rowReduce brings m to reduced row echelon form in place and gives the pivot
// columns among the first ones, from 0.
func rowReduce(m [][]*big.Rat, columns int) (pivots []int) {
	for c := range columns {
		row := len(pivots)
		p := row
		for p < len(m) && m[p][c].Sign() == 0 {
			p++
		}
		if p == len(m) {
			continue
		}
		m[p], m[row] = m[row], m[p]
		inverse := new(big.Rat).Inv(m[row][c])
		for j := range m[row] {
			m[row][j].Mul(m[row][j], inverse)
		}
		for i := range m {
			if factor := new(big.Rat).Set(m[i][c]); i != row && factor.Sign() != 0 {
				for j := range m[i] {
					m[i][j].Sub(m[i][j], new(big.Rat).Mul(factor, m[row][j]))
				}
			}
		}
		pivots = append(pivots, c)
	}
	return pivots
}

// solveSystem solves a·x = b for a regular a.
func solveSystem(a [][]*big.Rat, b []*big.Rat) []*big.Rat {
	work := make([][]*big.Rat, len(a))
	for i, row := range a {
		for _, v := range row {
			work[i] = append(work[i], new(big.Rat).Set(v))
		}
		work[i] = append(work[i], new(big.Rat).Set(b[i]))
	}
	rowReduce(work, len(a))
	x := make([]*big.Rat, len(a))
	for i := range x {
		x[i] = work[i][len(a)]
	}
	return x
}

// nullSpace is the basis of special solutions of m·x = 0: for each free column
// the one in which its variable is 1 and the other free ones are 0.
func nullSpace(m [][]int) [][]*big.Rat {
	work := rationalMatrix(m)
	n := len(m[0])
	pivots := rowReduce(work, n)
	var basis [][]*big.Rat
	for free := range n {
		if slices.Contains(pivots, free) {
			continue
		}
		v := rationalVector(make([]int, n))
		v[free].SetInt64(1)
		for row, p := range pivots {
			v[p].Neg(work[row][free])
		}
		basis = append(basis, v)
	}
	return basis
}

// integerDeterminant is Bareiss' fraction-free elimination.
func integerDeterminant(m [][]int) int {
	work := make([][]int, len(m))
	for i := range m {
		work[i] = slices.Clone(m[i])
	}
	sign, last := 1, 1
	for k := range len(work) - 1 {
		p := k
		for p < len(work) && work[p][k] == 0 {
			p++
		}
		if p == len(work) {
			return 0
		}
		if p != k {
			work[p], work[k] = work[k], work[p]
			sign = -sign
		}
		for i := k + 1; i < len(work); i++ {
			for j := k + 1; j < len(work); j++ {
				work[i][j] = (work[i][j]*work[k][k] - work[i][k]*work[k][j]) / last
			}
		}
		last = work[k][k]
	}
	return sign * work[len(work)-1][len(work)-1]
}

// conjugated is p·core·p⁻¹ for a random integer p of determinant ±1, whose
// factors have entries up to size.
func conjugated(r *rand.Rand, core [][]int, size int) (m, p [][]int) {
	p = regularMatrix(r, len(core), 1, size)
	inverse, _ := invert(p)
	back := make([][]int, len(p))
	for i, row := range inverse {
		for _, v := range row {
			back[i] = append(back[i], int(v.Num().Int64()))
		}
	}
	return matrixProduct(matrixProduct(p, core), back), p
}

// diagonalMatrix has the values on its diagonal.
func diagonalMatrix(values []int) [][]int {
	m := make([][]int, len(values))
	for i, v := range values {
		m[i] = make([]int, len(values))
		m[i][i] = v
	}
	return m
}

// primitive is the multiple of a rational vector with coprime integers whose
// first non-zero entry is positive.
func primitive(v []*big.Rat) []int {
	common := big.NewInt(1)
	for _, x := range v {
		g := new(big.Int).GCD(nil, nil, common, x.Denom())
		common.Mul(common, new(big.Int).Div(x.Denom(), g))
	}
	out := make([]int, len(v))
	divisor, sign := 0, 0
	for i, x := range v {
		scaled := new(big.Rat).Mul(x, new(big.Rat).SetInt(common))
		out[i] = int(scaled.Num().Int64())
		divisor = gcd(divisor, max(out[i], -out[i]))
		if sign == 0 && out[i] != 0 {
			sign = 1
			if out[i] < 0 {
				sign = -1
			}
		}
	}
	for i := range out {
		out[i] /= sign * divisor
	}
	return out
}

// dotRat is the inner product.
func dotRat(a, b []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for i := range a {
		sum.Add(sum, new(big.Rat).Mul(a[i], b[i]))
	}
	return sum
}

// letteredMatrix writes the rows with one entry as the letter t, and the slot
// named t for it.
func letteredMatrix(m [][]int) (rows gen.Value, t gen.Value) {
	row, column := loneEntry(m)
	return gen.Fixed("rows", rowsText(m, row, column)), gen.Slot("t", m[row][column])
}

// vectorText writes (1, -2, 3).
func vectorText(v []int) string {
	texts := make([]string, len(v))
	for i, x := range v {
		texts[i] = fmt.Sprint(x)
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

// ratVectorText writes (1, -2/3).
func ratVectorText(v []*big.Rat) string { return "(" + strings.Join(ratTexts(v), ", ") + ")" }

// vectorsText joins vectors as "(1, 2), (3, 4)".
func vectorsText(vs [][]int) string {
	texts := make([]string, len(vs))
	for i, v := range vs {
		texts[i] = vectorText(v)
	}
	return strings.Join(texts, ", ")
}

// integerTexts writes each number.
func integerTexts(values []int) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprint(v)
	}
	return out
}
