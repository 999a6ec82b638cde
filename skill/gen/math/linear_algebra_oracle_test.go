package math

import (
	"fmt"
	stdmath "math"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var bracketedRow = regexp.MustCompile(`\[((?:-?\d+|t)(?:, (?:-?\d+|t))*)\]`)

// rowsBefore reads the matrix rows of a question, with t, up to the answer's
// form, where examples stand.
func (s readItem) rowsBefore() [][]float64 {
	s.t.Helper()
	question := s.it.Question
	if i := strings.Index(question, " Give "); i >= 0 {
		question = question[:i]
	}
	t := 0.0
	if strings.Contains(question, " t ") || strings.Contains(question, "t,") || strings.Contains(question, "t]") {
		t = s.num("t")
	}
	var rows [][]float64
	for _, m := range bracketedRow.FindAllStringSubmatch(question, -1) {
		var row []float64
		for cell := range strings.SplitSeq(m[1], ", ") {
			row = append(row, evalFormula(s.t, cell, map[string]float64{"t": t}))
		}
		rows = append(rows, row)
	}
	return rows
}

// laplace is the determinant by expansion.
func laplace(m [][]float64) float64 {
	if len(m) == 0 {
		return 1
	}
	sum, sign := 0.0, 1.0
	for j, v := range m[0] {
		var minor [][]float64
		for _, row := range m[1:] {
			minor = append(minor, append(append([]float64{}, row[:j]...), row[j+1:]...))
		}
		sum += sign * v * laplace(minor)
		sign = -sign
	}
	return sum
}

// gramRank is the number of vectors that are not in the span of those before
// them, by orthogonal projection.
func gramRank(vs [][]float64) (rank int, fresh []int) {
	var basis [][]float64
	for k, v := range vs {
		u, size := append([]float64{}, v...), floatDot(v, v)
		for range 2 {
			for _, b := range basis {
				c := floatDot(u, b) / floatDot(b, b)
				for i := range u {
					u[i] -= c * b[i]
				}
			}
		}
		if floatDot(u, u) > 1e-14*max(1, size) {
			basis, fresh = append(basis, u), append(fresh, k+1)
		}
	}
	return len(basis), fresh
}

func floatDot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func floatColumns(m [][]float64) [][]float64 {
	out := make([][]float64, len(m[0]))
	for j := range out {
		for i := range m {
			out[j] = append(out[j], m[i][j])
		}
	}
	return out
}

func shiftedBy(m [][]float64, x float64) [][]float64 {
	out := make([][]float64, len(m))
	for i := range m {
		out[i] = append([]float64{}, m[i]...)
		out[i][i] -= x
	}
	return out
}

func TestMatrixSkillsByDefinition(t *testing.T) {
	checkReadings(t, map[string]readingOracle{
		"determinant-evaluation": {nil, func(s readItem) string { return s.expect(laplace(s.rowsBefore()), 1e-9) }},
		"rank-by-elimination": {nil, func(s readItem) string {
			rank, pivots := gramRank(floatColumns(s.rowsBefore()))
			if want := append(intsToFloats(pivots), float64(rank)); fmt.Sprint(want) != fmt.Sprint(s.got) {
				return fmt.Sprint("expected ", want)
			}
			return ""
		}},
		"null-space-vector": {nil, func(s readItem) string {
			m := s.rowsBefore()
			_, pivots := gramRank(floatColumns(m))
			var free []int
			for j := range m[0] {
				if !slices.Contains(pivots, j+1) {
					free = append(free, j)
				}
			}
			n := len(m[0])
			if len(s.got) != n*len(free) {
				return fmt.Sprintf("%d free variables", len(free))
			}
			for k := range free {
				v := s.got[k*n : (k+1)*n]
				for _, row := range m {
					if stdmath.Abs(floatDot(row, v)) > 1e-9 {
						return "a row is not orthogonal"
					}
				}
				for l, f := range free {
					if v[f] != map[bool]float64{true: 1}[k == l] {
						return "a free variable is not 0 or 1"
					}
				}
			}
			return ""
		}},
		"linear-dependence-certificate": {nil, func(s readItem) string {
			vs := s.rowsBefore()
			rank, _ := gramRank(vs)
			if stdmath.IsNaN(s.got[0]) {
				return map[bool]string{true: "dependent"}[rank < len(vs)]
			}
			for _, column := range floatColumns(vs) {
				if floatDot(column, s.got) != 0 {
					return "the combination is not zero"
				}
			}
			return map[bool]string{true: "the dependence is not unique"}[rank != len(vs)-1]
		}},
		"eigenvalue-computation": {nil, func(s readItem) string {
			m := s.rowsBefore()
			for x := -20.5; x <= 20; x += 3 { // equal polynomials at enough points
				product := 1.0
				for _, l := range s.got {
					product *= l - x
				}
				if !nearly(product, laplace(shiftedBy(m, x)), 1e-7) {
					return "the characteristic polynomial differs"
				}
			}
			return ""
		}},
		"characteristic-polynomial": {nil, func(s readItem) string {
			m := s.rowsBefore()
			for x := -3.0; x <= 3; x++ {
				value := 0.0
				for _, c := range s.got {
					value = value*x + c
				}
				sign := 1 - 2*float64(len(m)%2) // det(xI − A) = (−1)^n det(A − xI)
				if !nearly(value, sign*laplace(shiftedBy(m, x)), 1e-9) {
					return "the polynomial differs"
				}
			}
			return ""
		}},
		"eigenvector-for-a-given-eigenvalue": {[]string{`eigenvalue (?P<s>-?\d+)`, `s = (?P<s>-?\d+)`, `multiplication by (?P<s>-?\d+)`}, func(s readItem) string {
			for _, row := range shiftedBy(s.rowsBefore(), s.num("s")) {
				if floatDot(row, s.got) != 0 {
					return "no eigenvector"
				}
			}
			return ""
		}},
		"quadratic-form-signature": {nil, func(s readItem) string {
			want := []float64{0, 0, 0}
			for _, l := range jacobiEigenvalues(s.rowsBefore()) {
				switch {
				case l > 1e-7:
					want[0]++
				case l < -1e-7:
					want[1]++
				default:
					want[2]++
				}
			}
			return map[bool]string{true: fmt.Sprint("expected ", want)}[fmt.Sprint(want) != fmt.Sprint(s.got)]
		}},
		"matrix-power-by-diagonalisation": {[]string{`on division by (?P<m>\d+)`, `.`}, func(s readItem) string {
			m, modulus := s.rowsBefore(), 0
			if s.text["m"] != "" {
				modulus = int(s.num("m"))
			}
			power := make([][]int, len(m))
			base := make([][]int, len(m))
			for i := range m {
				power[i] = make([]int, len(m))
				power[i][i] = 1
				for _, v := range m[i] {
					base[i] = append(base[i], int(v))
				}
			}
			for range int(s.num("n")) {
				power = matrixProduct(power, base)
				for i := range power {
					for j := range power {
						if modulus > 0 {
							power[i][j] = (power[i][j]%modulus + modulus) % modulus
						}
					}
				}
			}
			for i := range power {
				for j, v := range power[i] {
					if float64(v) != s.got[i*len(m)+j] {
						return fmt.Sprint("expected ", power)
					}
				}
			}
			return ""
		}},
		"gram-schmidt-orthogonalisation": {nil, func(s readItem) string {
			vs := s.rowsBefore()
			n := len(vs[0])
			for k, v := range vs {
				u := s.got[k*n : (k+1)*n]
				off := append([][]float64{}, vs[:k]...)
				difference := make([]float64, n)
				for i := range u {
					difference[i] = v[i] - u[i]
				}
				if rank, _ := gramRank(append(off, difference)); rank != k {
					return "a step leaves the span"
				}
				for j := range k {
					if stdmath.Abs(floatDot(u, s.got[j*n:(j+1)*n])) > 1e-8 {
						return "not orthogonal"
					}
				}
			}
			return ""
		}},
	})
}

func intsToFloats(v []int) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = float64(v[i])
	}
	return out
}

// jacobiEigenvalues are those of a symmetric matrix, by rotations.
func jacobiEigenvalues(m [][]float64) []float64 {
	for range 60 {
		for p := range m {
			for q := p + 1; q < len(m); q++ {
				if m[p][q] == 0 {
					continue
				}
				angle := 0.5 * stdmath.Atan2(2*m[p][q], m[q][q]-m[p][p])
				sin, cos := stdmath.Sincos(angle)
				for k := range m {
					m[k][p], m[k][q] = cos*m[k][p]-sin*m[k][q], sin*m[k][p]+cos*m[k][q]
				}
				for k := range m {
					m[p][k], m[q][k] = cos*m[p][k]-sin*m[q][k], sin*m[p][k]+cos*m[q][k]
				}
			}
		}
	}
	out := make([]float64, len(m))
	for i := range m {
		out[i] = m[i][i]
	}
	return out
}

func TestVectorSkillsByTheirEquations(t *testing.T) {
	vectors := regexp.MustCompile(`\((-?\d+|[ap])((?:, -?\d+)+)\)`)
	read := func(s readItem, letter string) (out [][]float64) {
		for _, m := range vectors.FindAllString(s.it.Question, -1) {
			var v []float64
			for cell := range strings.SplitSeq(strings.Trim(m, "()"), ", ") {
				vars := map[string]float64{}
				if cell == letter {
					vars[letter] = s.num(letter)
				}
				v = append(v, evalFormula(s.t, cell, vars))
			}
			out = append(out, v)
		}
		return out
	}
	checkReadings(t, map[string]readingOracle{
		"projection-onto-a-subspace": {[]string{`Project the vector`}, func(s readItem) string {
			vs := read(s, "a")
			w, spanning := vs[0], vs[1:]
			rest := make([]float64, len(w))
			for i := range w {
				rest[i] = w[i] - s.got[i]
			}
			in, out := s.got, rest
			if strings.Contains(s.it.Question, "normal vector") {
				in, out = rest, s.got
			}
			for _, v := range spanning {
				if stdmath.Abs(floatDot(v, out)) > 1e-9 {
					return "not orthogonal"
				}
			}
			if rank, _ := gramRank(append(spanning, in)); rank != len(spanning) {
				return "not in the span"
			}
			return ""
		}},
		"change-of-basis": {[]string{`coordinates of the vector`, `Find its matrix in the basis`, `form the basis C`}, func(s readItem) string {
			basis := read(s, "a")
			combination := func(coordinates []float64, bs [][]float64) []float64 {
				sum := make([]float64, len(bs[0]))
				for k, c := range coordinates {
					for i := range sum {
						sum[i] += c * bs[k][i]
					}
				}
				return sum
			}
			same := func(a, b []float64) bool {
				for i := range a {
					if !nearly(a[i], b[i], 1e-9) {
						return false
					}
				}
				return true
			}
			if strings.Contains(s.it.Question, "coordinates of the vector") {
				return map[bool]string{false: "the sum is another vector"}[same(combination(s.got, basis[1:]), basis[0])]
			}
			rows := s.rowsBefore()
			n := len(basis)
			for j := range n {
				column := make([]float64, n)
				for i := range n {
					column[i] = s.got[i*n+j]
				}
				want := rows[min(j, len(rows)-1)] // the j-th vector of C
				if strings.Contains(s.it.Question, "Find its matrix") {
					want = make([]float64, n)
					for i := range n {
						want[i] = floatDot(rows[i], basis[j])
					}
				}
				if !same(combination(column, basis), want) {
					return fmt.Sprintf("column %d is wrong", j+1)
				}
			}
			return ""
		}},
		"cross-and-triple-product": {[]string{`Find the cross product u`, `Three edges of a parallelepiped`, `A tetrahedron has`, `Three consecutive`, `Compute \(u × v\)`}, func(s readItem) string {
			v := read(s, "p")
			minus := func(a, b []float64) []float64 { return []float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
			switch {
			case strings.Contains(s.it.Question, "tetrahedron"):
				return s.expect(stdmath.Abs(laplace([][]float64{minus(v[1], v[0]), minus(v[2], v[0]), minus(v[3], v[0])}))/6, 1e-9)
			case strings.Contains(s.it.Question, "parallelepiped"):
				return s.expect(stdmath.Abs(laplace(v)), 1e-9)
			case strings.Contains(s.it.Question, "parallelogram"):
				a, b := minus(v[1], v[0]), v[2]
				return s.expect(stdmath.Sqrt(floatDot(a, a)*floatDot(b, b)-floatDot(a, b)*floatDot(a, b)), 1e-9)
			case len(v) == 2:
				if floatDot(s.got, v[0]) != 0 || floatDot(s.got, v[1]) != 0 || laplace([][]float64{v[0], v[1], s.got}) != floatDot(s.got, s.got) {
					return "no cross product"
				}
				return ""
			}
			for i := range 3 { // (u × v) × w = (w·u)·v − (w·v)·u
				if s.got[i] != floatDot(v[2], v[0])*v[1][i]-floatDot(v[2], v[1])*v[0][i] {
					return "no double cross product"
				}
			}
			return ""
		}},
	})
}
