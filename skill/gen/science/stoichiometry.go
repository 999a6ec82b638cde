package science

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// reaction is an unbalanced equation.
type reaction struct{ left, right []string }

func (q reaction) String() string {
	return strings.Join(q.left, " + ") + " → " + strings.Join(q.right, " + ")
}

// species lists the formulas, the left side first.
func (q reaction) species() []string { return slices.Concat(q.left, q.right) }

// balance finds the least positive integer coefficients, the left side first:
// the null space of the atom matrix, by exact elimination. It fails when the
// null space is not a line or the line has no positive point.
func (q reaction) balance() ([]int, error) {
	all := q.species()
	rows := map[string][]*big.Rat{}
	for j, formula := range all {
		for element, n := range parseFormula(formula) {
			if rows[element] == nil {
				rows[element] = zeros(len(all))
			}
			if j >= len(q.left) {
				n = -n
			}
			rows[element][j].SetInt64(int64(n))
		}
	}
	var matrix [][]*big.Rat
	for _, element := range slices.Sorted(maps.Keys(rows)) {
		matrix = append(matrix, rows[element])
	}
	pivots := reduceRows(matrix, len(all))
	if len(pivots) != len(all)-1 {
		return nil, fmt.Errorf("balance %v: %d free coefficients", q, len(all)-len(pivots))
	}
	free := 0
	for slices.Contains(pivots, free) {
		free++
	}
	solution := zeros(len(all))
	solution[free].SetInt64(1)
	for i, p := range pivots {
		solution[p].Neg(matrix[i][free])
	}
	return leastIntegers(solution)
}

func zeros(n int) []*big.Rat {
	out := make([]*big.Rat, n)
	for i := range out {
		out[i] = new(big.Rat)
	}
	return out
}

// reduceRows brings a matrix to reduced row echelon form and names the pivot columns.
func reduceRows(m [][]*big.Rat, columns int) (pivots []int) {
	for c := range columns {
		row := len(pivots)
		p := row
		for p < len(m) && m[p][c].Sign() == 0 {
			p++
		}
		if p == len(m) {
			continue
		}
		m[row], m[p] = m[p], m[row]
		pivot := new(big.Rat).Set(m[row][c])
		for j := range columns {
			m[row][j].Quo(m[row][j], pivot)
		}
		for i := range m {
			if factor := new(big.Rat).Set(m[i][c]); i != row && factor.Sign() != 0 {
				for j := range columns {
					m[i][j].Sub(m[i][j], new(big.Rat).Mul(factor, m[row][j]))
				}
			}
		}
		pivots = append(pivots, c)
	}
	return pivots
}

// leastIntegers scales a positive rational vector to coprime integers.
func leastIntegers(v []*big.Rat) ([]int, error) {
	denominator := 1
	for _, x := range v {
		q := int(x.Denom().Int64())
		denominator = denominator / gcd(denominator, q) * q
	}
	out, common := make([]int, len(v)), 0
	for i, x := range v {
		n := new(big.Rat).Mul(x, big.NewRat(int64(denominator), 1))
		if n.Sign() <= 0 {
			return nil, fmt.Errorf("a coefficient is not positive: %s", n.RatString())
		}
		out[i] = int(n.Num().Int64())
		common = gcd(out[i], common)
	}
	for i := range out {
		out[i] /= common
	}
	return out, nil
}

// balancedText writes an equation with its coefficients.
func balancedText(q reaction, coefficients []int) string {
	parts := make([]string, len(coefficients))
	for i, formula := range q.species() {
		parts[i] = formula
		if coefficients[i] > 1 {
			parts[i] = fmt.Sprintf("%d %s", coefficients[i], formula)
		}
	}
	n := len(q.left)
	return strings.Join(parts[:n], " + ") + " → " + strings.Join(parts[n:], " + ")
}
