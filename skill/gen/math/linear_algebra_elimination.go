package math

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "linear algebra"
	gen.Register("math/determinant-evaluation", area, "Determinant evaluation", "Evaluate the determinant of an integer matrix of order 3 to 5.", determinantEvaluation)
	gen.Register("math/rank-by-elimination", area, "Rank by elimination", "Find the rank and the pivot columns of a matrix by row reduction.", rankByElimination)
	gen.Register("math/null-space-vector", area, "Null-space vector", "Find the special solutions that span the null space of a matrix.", nullSpaceVector)
	gen.Register("math/linear-dependence-certificate", area, "Linear dependence certificate",
		"Find the coefficients of a linear dependence of vectors, or find that there is none.", linearDependence)
	gen.Register("math/parameter-consistency", area, "Parameter consistency",
		"Find the values of a parameter for which a linear system has no solution or infinitely many.", parameterConsistency)
}

// determinantEvaluation asks for a determinant. Difficulty raises the order from
// 3 to 5, each second step with entries that make elimination leave fractions.
func determinantEvaluation(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 3, 4, 4, 5)
	m := drawMatrix(r, n, n, gen.Of(d, 5, 12, 4, 9, 6))
	rows, t := letteredMatrix(m)
	value := integerDeterminant(m)
	minors := make([]string, n)
	for j := range n {
		minor := make([][]int, 0, n-1)
		for _, row := range m[1:] {
			minor = append(minor, slices.Delete(slices.Clone(row), j, j+1))
		}
		sign := 1 - 2*(j%2)
		minors[j] = fmt.Sprintf("(%d)·(%d)", sign*m[0][j], integerDeterminant(minor))
	}
	return exercise(r, task.Integer(int64(value)), fmt.Sprintf("With t = %s, expand along the first row, each entry with its sign times its minor: %s = %d.", t.Text, strings.Join(minors, " + "), value), []string{
		"Evaluate the determinant of the matrix with the rows {rows}, where t = {t}.",
		"A linear map of a space of dimension {n} has, in some basis, the matrix with the rows {rows}; t stands for {t}. By which signed factor does the map multiply oriented volumes?",
		"The edges of a box (a parallelepiped) in {n}-dimensional space are the vectors {rows}, in this order, with t = {t}. Find its signed volume: the determinant whose rows are these vectors.",
	}, rows, t, gen.Fixed("n", n))
}

// rankByElimination asks for rank and pivot columns. The matrix is a reduced
// echelon form of known rank times a regular matrix, which keeps the pivots.
// Difficulty adds rows, columns and pivots.
func rankByElimination(r *rand.Rand, d gen.Difficulty) task.Item {
	rows, columns := gen.Of(d, 3, 3, 4, 4, 5), gen.Of(d, 4, 5, 5, 6, 7)
	rank := gen.Between(r, gen.Of(d, 1, 2, 2, 2, 3), rows-1+r.IntN(2))
	pivots := gen.Sample(r, span(0, columns-1), rank)
	slices.Sort(pivots)
	echelon := make([][]int, rows)
	for i := range echelon {
		echelon[i] = make([]int, columns)
		if i >= rank {
			continue
		}
		for j := pivots[i]; j < columns; j++ {
			if !slices.Contains(pivots, j) {
				echelon[i][j] = gen.Between(r, -4, 4)
			}
		}
		echelon[i][pivots[i]] = 1
	}
	m := matrixProduct(regularMatrix(r, rows, 1, gen.Of(d, 4, 3, 2, 2, 2)), echelon)
	for i := range pivots {
		pivots[i]++
	}
	text, t := letteredMatrix(m)
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{"rank": task.Integer(int64(rank)), "pivots": task.List(task.Integers(pivots)...)}}
	const form = ` Answer as JSON with the keys "rank" (an integer) and "pivots" (the numbers of the pivot columns of the reduced row echelon form, in increasing order, the first column being 1).`
	return exercise(r, answer, fmt.Sprintf("With t = %s, row reduction leaves the non-zero rows %s. Their leading ones stand in the columns %s, so the rank is %d.", t.Text, rowsText(echelon[:rank], -1, -1), gen.Enumerated(integerTexts(pivots)), rank), []string{
		"Row-reduce the matrix with the rows {rows}, where t = {t}. What is its rank, and which columns hold the pivots?" + form,
		"Let t = {t}. The matrix A has the rows {rows}. Find the dimension of its column space and those columns of A that are no linear combination of the columns to their left." + form,
		"A homogeneous system of linear equations has the coefficient rows {rows} with t = {t}. How many of its equations are independent, and which of its unknowns are leading (not free) after Gauss–Jordan elimination?" + form,
	}, text, t)
}

// nullSpaceVector asks for the special solutions of A·x = 0. Difficulty adds
// columns and free variables (1 to 3). Asking for the free variables 1 and 0
// makes the basis unique.
func nullSpaceVector(r *rand.Rand, d gen.Difficulty) task.Item {
	rank, columns := gen.Of(d, 2, 2, 3, 3, 3), gen.Of(d, 3, 4, 4, 5, 6)
	rows := rank + gen.Of(d, 0, 1, 0, 1, 1)
	m := make([][]int, rows)
	for i, row := range drawMatrix(r, rank, columns, 5) {
		row[i] = gen.Pick(r, []int{-3, -2, -1, 1, 2, 3})
		clear(row[:i])
		m[i] = row
	}
	for i := rank; i < rows; i++ {
		m[i] = make([]int, columns)
	}
	m = matrixProduct(regularMatrix(r, rows, 1, 2), m)
	text, t := letteredMatrix(m)
	basis := nullSpace(m)
	reduced := rationalMatrix(m)
	rowReduce(reduced, columns)
	echelon := make([]string, rank)
	for i := range echelon {
		echelon[i] = ratVectorText(reduced[i])
	}
	const form = " For each free variable of the reduced row echelon form, from left to right, take the solution in which it is 1 and the other free variables are 0. Give the list of these vectors, each in square brackets with integers or exact fractions, for example [[-2, 1, 0], [1/3, 0, 1]]."
	return exercise(r, rationalRows(basis), fmt.Sprintf("With t = %s the reduced row echelon form has the non-zero rows %s. Setting one free variable to 1 and the others to 0 and reading off the pivot variables gives a vector for each free variable, %d in all.", t.Text, strings.Join(echelon, ", "), len(basis)), []string{
		"Find the basis of special solutions of the null space of the matrix with the rows {rows}, where t = {t}." + form,
		"The homogeneous linear system with the coefficient rows {rows}, t being {t}, has infinitely many solutions. Which vectors span them?" + form,
		"Let t = {t}. Describe the kernel of the linear map x ↦ A·x where A has the rows {rows}." + form,
	}, text, t)
}

// linearDependence asks for the coefficients of the only dependence. Difficulty
// adds vectors and components. In one item of four the vectors are independent.
// All but one vector are rows of a regular matrix, so the dependence is unique
// up to a factor, which the sign and coprimality fix.
func linearDependence(r *rand.Rand, d gen.Difficulty) task.Item {
	n, dimension := gen.Of(d, 3, 3, 4, 4, 5), gen.Of(d, 3, 4, 4, 5, 5)
	m := regularMatrix(r, dimension, gen.Between(r, 1, 3), 2)[:n]
	answer, working := task.String("independent"), "Elimination of the matrix of these vectors meets no zero row, so only the zero combination vanishes."
	if r.IntN(4) > 0 {
		clear(m[n-1])
		for i := range n - 1 {
			c := gen.Between(r, -5, 5)
			if i == 0 && c == 0 {
				c = 2
			}
			for j, v := range m[i] {
				m[n-1][j] += c * v
			}
		}
		r.Shuffle(n, func(i, j int) { m[i], m[j] = m[j], m[i] })
		coefficients := primitive(nullSpace(transposedMatrix(m))[0])
		answer = task.List(task.Integers(coefficients)...)
		working = fmt.Sprintf("Elimination of the system c1·v1 + … = 0, an equation for each component, leaves one free coefficient. Scaled to coprime integers it gives %s.", strings.Join(integerTexts(coefficients), ", "))
	}
	text, t := letteredMatrix(m)
	const form = " If there is such a combination, give its coefficients as a list of coprime integers, in the order of the vectors, the first non-zero one positive; if there is none, answer with the word independent."
	return exercise(r, answer, "Put t = "+t.Text+". "+working, []string{
		"Which linear combination of the vectors {rows}, where t = {t}, is the zero vector although not all coefficients are zero?" + form,
		"Let t = {t}. Test the vectors {rows} for linear dependence: do multiples of them, not all zero, add up to zero?" + form,
		"Each of the vectors {rows} (with t = {t}) records the changes that one step makes to {n} counters. Can the steps be done whole numbers of times, a negative number meaning that a step is undone, and not all of them zero times, so that no counter changes?" + form,
	}, text, t, gen.Fixed("n", dimension))
}

// polynomialSystem is a linear system whose coefficients are polynomials in k;
// the last entry of a row is its right side.
type polynomialSystem struct {
	rows       [][][]int
	none, many []int
}

// parameterConsistency asks for the values of k without and with infinitely many
// solutions. Difficulty raises the number of unknowns (2, 3) and of critical
// values (1 to 3).
func parameterConsistency(r *rand.Rand, d gen.Difficulty) task.Item {
	s := drawParameterSystem(r, gen.Of(d, 2, 2, 3, 3, 3), gen.Of(d, 1, 2, 2, 2, 3), d >= 4)
	equations := make([]string, len(s.rows))
	for i, row := range s.rows {
		equations[i] = equationInK(row, i == 0)
	}
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{"none": task.Set(task.Integers(s.none)...), "many": task.Set(task.Integers(s.many)...)}}
	const form = ` Answer as JSON with the keys "none" and "many", each a list of numbers in any order, [] where there is no such k.`
	return exercise(r, answer, fmt.Sprintf("Elimination leaves a last equation with a single unknown; its coefficient vanishes at each critical k (%d in all). For k in {%s} its right side is then not 0, a contradiction; for k in {%s} it is 0 as well, so one unknown is free.", len(s.none)+len(s.many), strings.Join(integerTexts(s.none), ", "), strings.Join(integerTexts(s.many), ", ")), []string{
		"For which real k has the system {system} (with c = {c}) no solution, and for which k infinitely many?" + form,
		"The number c is {c}, and k is a real parameter. Discuss the linear system {system}: find all k for which it is inconsistent and all k for which its solution is not unique." + form,
		"{kind} are given by {system}, where c = {c}. List the values of the parameter k for which they share no point, and those for which they share infinitely many." + form,
	}, gen.Fixed("system", strings.Join(equations, "; ")), gen.Slot("c", s.rows[0][len(s.rows)][0]), gen.Fixed("kind", gen.Of(d, "Lines", "Lines", "Planes", "Planes", "Planes")))
}

// drawParameterSystem starts from a triangular system whose last equation is
// D(k)·z = m·N(k), with N the product of some factors k − a of D: where N
// vanishes with D there are infinitely many solutions, at D's other zeros none.
// Then it adds multiples of rows, which keeps the solutions.
func drawParameterSystem(r *rand.Rand, n, critical int, parameterTwice bool) polynomialSystem {
	var s polynomialSystem
	left, right := []int{1}, []int{gen.Pick(r, []int{-4, -3, -2, 2, 3, 4})}
	for i, a := range gen.Sample(r, span(-6, 6), critical) {
		left = productOf(left, []int{-a, 1})
		if critical > 1 && i == 0 || i != 1 && r.IntN(2) == 0 {
			right = productOf(right, []int{-a, 1})
			s.many = append(s.many, a)
		} else {
			s.none = append(s.none, a)
		}
	}
	for i := range n {
		row := make([][]int, n+1)
		for j := range row {
			row[j] = []int{0}
			if j > i && i < n-1 {
				row[j] = []int{gen.Between(r, -5, 5)}
			}
		}
		row[i] = []int{1}
		s.rows = append(s.rows, row)
	}
	s.rows[n-1][n-1], s.rows[n-1][n] = left, right
	s.rows[0][n] = []int{gen.Between(r, 7, 60)}
	add := func(to, from int, multiple []int) {
		for j := range s.rows[to] {
			s.rows[to][j] = coefficientSum(s.rows[to][j], productOf(multiple, s.rows[from][j]))
		}
	}
	for i := n - 2; i >= 1; i-- {
		add(i, 0, []int{gen.Pick(r, []int{-3, -2, 2, 3})})
	}
	for i := range n - 1 {
		multiple := []int{gen.Pick(r, []int{-3, -2, -1, 1, 2, 3})}
		if parameterTwice && i == 0 {
			multiple = []int{gen.Between(r, -2, 2), 1}
		}
		add(n-1, i, multiple)
	}
	return s
}

func coefficientSum(a, b []int) []int {
	out := make([]int, max(len(a), len(b)))
	for i := range out {
		if i < len(a) {
			out[i] += a[i]
		}
		if i < len(b) {
			out[i] += b[i]
		}
	}
	return out
}

// equationInK writes a row with the unknowns x, y, z; the right side is c or a polynomial in k.
func equationInK(row [][]int, lettered bool) string {
	inK := func(p []int) string { return strings.ReplaceAll(polynomialText(p), "x", "k") }
	var terms []string
	for j, p := range row[:len(row)-1] {
		unknown := string("xyz"[j])
		switch text := inK(p); {
		case text == "0":
		case text == "1":
			terms = append(terms, unknown)
		case text == "-1":
			terms = append(terms, "-"+unknown)
		case strings.Contains(text, "k"):
			terms = append(terms, "("+text+")"+unknown)
		default:
			terms = append(terms, text+unknown)
		}
	}
	right := inK(row[len(row)-1])
	if lettered {
		right = "c"
	}
	return strings.ReplaceAll(strings.Join(terms, " + "), "+ -", "- ") + " = " + right
}
