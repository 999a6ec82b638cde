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
	const area = "linear algebra"
	gen.Register("math/matrix-expression-entry", area, "Matrix expression entry", "Find one entry of a sum of products of matrices.", matrixExpressionEntry)
	gen.Register("math/eigenvalue-computation", area, "Eigenvalue computation", "Find all eigenvalues of a matrix with an integer spectrum.", eigenvalueComputation)
	gen.Register("math/eigenvector-for-a-given-eigenvalue", area, "Eigenvector for a given eigenvalue",
		"Find the primitive integer eigenvector for a simple eigenvalue.", eigenvectorForEigenvalue)
	gen.Register("math/matrix-power-by-diagonalisation", area, "Matrix power by diagonalisation", "Find a high power of a matrix, exactly or modulo a number.", matrixPower)
	gen.Register("math/characteristic-polynomial", area, "Characteristic polynomial", "Find the coefficients of det(xI − A).", characteristicPolynomial)
	gen.Register("math/quadratic-form-signature", area, "Quadratic form signature",
		"Count the positive, negative and zero squares of a diagonalised quadratic form.", quadraticFormSignature)
}

// matrixTerm is a coefficient times a product of matrices, named as in the question.
type matrixTerm struct {
	coefficient int
	factors     []string
}

// matrixExpressionEntry asks for one entry of a sum of matrix products.
// Difficulty adds terms (1 to 3) and factors (2 to 4), from 4 on transposes.
func matrixExpressionEntry(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 3, 3)
	values := map[string][][]int{"A": drawMatrix(r, n, n, 6), "B": drawMatrix(r, n, n, 6)}
	values["Aᵀ"], values["Bᵀ"] = transposedMatrix(values["A"]), transposedMatrix(values["B"])
	names := gen.Of(d, []string{"A", "B"}, []string{"A", "B"}, []string{"A", "B"}, []string{"A", "B", "Aᵀ"}, []string{"A", "B", "Aᵀ", "Bᵀ"})
	k := gen.Between(r, 7, 40)
	terms := []matrixTerm{{k, []string{"A", "B"}}}
	for i := range gen.Of(d, 1, 2, 2, 3, 3) - 1 {
		t := matrixTerm{coefficient: gen.Pick(r, []int{-3, -2, -1, 1, 2, 3})}
		for range gen.Of(d, 2, 2, 3, 3, 4) - i {
			t.factors = append(t.factors, gen.Pick(r, names))
		}
		terms = append(terms, t)
	}
	row, column := r.IntN(n), r.IntN(n)
	value, parts := 0, []string{}
	for _, t := range terms {
		product := values[t.factors[0]]
		for _, name := range t.factors[1:] {
			product = matrixProduct(product, values[name])
		}
		value += t.coefficient * product[row][column]
		parts = append(parts, fmt.Sprintf("(%d)·(%d)", t.coefficient, product[row][column]))
	}
	return exercise(r, task.Integer(int64(value)), fmt.Sprintf("Multiply row %d of each first factor through the product and take column %d. The terms contribute %s = %d.", row+1, column+1, strings.Join(parts, " + "), value), []string{
		"A is the matrix with the rows {a}, B the one with the rows {b}, and k = {k}. Find the entry in row {i} and column {j} of the matrix {m}.{transpose}",
		"Let k be {k}, and let A and B have the rows {a} and {b}. What number stands in row {i}, column {j} of {m}?{transpose}",
		"Two maps have the matrices A with the rows {a} and B with the rows {b}; the number k is {k}. The map with the matrix {m} sends the unit vector number {j} to a vector. What is component {i} of that vector?{transpose}",
	}, gen.Fixed("a", rowsText(values["A"], -1, -1)), gen.Fixed("b", rowsText(values["B"], -1, -1)), gen.Slot("k", k), gen.Fixed("i", row+1), gen.Fixed("j", column+1),
		gen.Fixed("m", matrixTermsText(terms)), gen.Fixed("transpose", map[bool]string{true: " (Aᵀ and Bᵀ are the transposes.)"}[d >= 4]))
}

// matrixTermsText writes the first coefficient as k.
func matrixTermsText(terms []matrixTerm) string {
	text := "k·" + strings.Join(terms[0].factors, "")
	for _, t := range terms[1:] {
		text += strings.TrimSuffix(signed(t.coefficient), "1") + strings.Join(t.factors, "") // no coefficient has two digits
	}
	return text
}

// eigenvalueComputation asks for the whole integer spectrum. Difficulty raises
// the order from 2 to 4 and, from 3 on, lets the matrix be no block matrix; an
// eigenvalue may repeat. The matrix is similar to a triangular one.
func eigenvalueComputation(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 3, 3, 4)
	spectrum := make([]int, n)
	for i := range spectrum {
		spectrum[i] = gen.Between(r, -gen.Of(d, 9, 15, 5, 9, 5), gen.Of(d, 9, 15, 5, 9, 5))
	}
	core := diagonalMatrix(spectrum)
	for i := range n {
		for j := i + 1; j < n; j++ {
			core[i][j] = gen.Between(r, -3, 3)
		}
	}
	m, _ := conjugated(r, core, gen.Of(d, 3, 4, 1, 2, 1))
	slices.Sort(spectrum)
	rows, t := letteredMatrix(m)
	coefficients := characteristicCoefficients(m)
	const form = " Give the list in increasing order, each as often as its multiplicity."
	return exercise(r, task.List(task.Integers(spectrum)...), fmt.Sprintf("With t = %s the characteristic polynomial is %s. Its integer zeros divide the constant term; they are %s.", t.Text, polynomialText(coefficients), gen.Enumerated(integerTexts(spectrum))), []string{
		"Find all eigenvalues of the matrix with the rows {rows}, where t = {t}." + form,
		"For which numbers s is the matrix A − s·I singular, if A has the rows {rows}, t is {t} and I is the identity? All of them are integers." + form,
		"The system x′ = A·x of linear differential equations has a matrix A with the rows {rows}, where t stands for {t}. Which exponents s (all of them integers, the zeros of the characteristic polynomial of A) occur in its solutions as exp(s·time)?" + form,
	}, rows, t)
}

// eigenvectorForEigenvalue asks for the primitive eigenvector of a simple
// eigenvalue. Difficulty raises the order from 2 to 4 and the size of the
// entries. Coprime integers and a positive first entry make it unique.
func eigenvectorForEigenvalue(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 4, 4)
	spectrum := gen.Sample(r, slices.Concat(span(-9, -1), span(1, 9)), n)
	m, p := conjugated(r, diagonalMatrix(spectrum), gen.Of(d, 4, 1, 2, 1, 2))
	k := r.IntN(n)
	column := make([]*big.Rat, n)
	for i := range n {
		column[i] = ratOf(p[i][k], 1)
	}
	vector := primitive(column)
	shifted := make([][]int, n)
	for i := range n {
		shifted[i] = slices.Clone(m[i])
		shifted[i][i] -= spectrum[k]
	}
	const form = " Give it as a list of coprime integers whose first non-zero one is positive."
	return exercise(r, task.List(task.Integers(vector)...), fmt.Sprintf("Subtracting %d on the diagonal leaves the rows %s. Elimination shows that their null space is a line, spanned by %s.", spectrum[k], rowsText(shifted, -1, -1), vectorText(vector)), []string{
		"The matrix with the rows {rows} has the eigenvalue {s}. Find an eigenvector." + form,
		"Let A be the matrix with the rows {rows}. Which vector v other than zero satisfies A·v = s·v for s = {s}?" + form,
		"A linear map has the matrix with the rows {rows}. On one line through the origin it acts as the multiplication by {s}. Find a vector along this line." + form,
	}, gen.Fixed("rows", rowsText(m, -1, -1)), gen.Slot("s", spectrum[k]))
}

// matrixPower asks for a power of a matrix. Difficulty: 1 a small exponent, 2 a
// larger one, 3 a large one modulo a prime, 4 order 3, 5 order 3 with a large
// exponent modulo a number. All eigenvalues are integers, so that
// diagonalisation does it.
func matrixPower(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 2, 3, 3)
	spectrum := gen.Sample(r, gen.Of(d, []int{-2, -1, 1, 2, 3}, []int{-2, -1, 1, 2}, span(2, 9), []int{-2, -1, 1, 2, 3}, span(-4, 6)), n)
	m, p := conjugated(r, diagonalMatrix(spectrum), gen.Of(d, 9, 5, 9, 2, 2))
	exponent := gen.Of(d, gen.Between(r, 3, 5), gen.Between(r, 7, 12), gen.Between(r, 100, 3000), gen.Between(r, 5, 9), gen.Between(r, 100, 3000))
	modulus, what, form := 0, "the matrix Aⁿ", " Give the list of its rows, each in square brackets."
	if d == 3 || d == 5 {
		modulus = gen.Pick(r, []int{7, 11, 13, 17, 19, 23, 29, 31})
		what = fmt.Sprintf("the remainders of the entries of Aⁿ on division by %d", modulus)
		form = " Give them as the list of the rows, each in square brackets, every remainder from 0 up."
	}
	power := powerOfMatrix(m, exponent, modulus)
	powers := make([]string, n)
	for i, s := range spectrum {
		powers[i] = fmt.Sprintf("(%d)^%d", s, exponent)
		if modulus > 0 {
			powers[i] += fmt.Sprintf(" ≡ %d (mod %d)", powerOfMatrix([][]int{{s}}, exponent, modulus)[0][0], modulus)
		} else {
			powers[i] += fmt.Sprintf(" = %d", powerOfMatrix([][]int{{s}}, exponent, 0)[0][0])
		}
	}
	return exercise(r, integerRows(power), fmt.Sprintf("The eigenvalues are %s, and A = P·D·P⁻¹ with P having the rows %s. So Aⁿ = P·Dⁿ·P⁻¹, where Dⁿ has the diagonal entries %s.", gen.Enumerated(integerTexts(spectrum)), rowsText(p, -1, -1), strings.Join(powers, ", ")), []string{
		"Let A be the matrix with the rows {a} and n = {n}. Find {what}." + form,
		"A map with the matrix A, whose rows are {a}, is applied n times in succession, where n = {n}. Compute {what}." + form,
		"Each step of a process multiplies its state vector by the matrix A with the rows {a}; after n = {n} steps the state has been multiplied by Aⁿ. Determine {what}." + form,
	}, gen.Fixed("a", rowsText(m, -1, -1)), gen.Slot("n", exponent), gen.Fixed("what", what))
}

// powerOfMatrix squares and multiplies; a modulus of 0 means exact entries.
func powerOfMatrix(m [][]int, exponent, modulus int) [][]int {
	ones := make([]int, len(m))
	for i := range ones {
		ones[i] = 1
	}
	out := diagonalMatrix(ones)
	reduce := func(m [][]int) [][]int {
		for _, row := range m {
			for j := range row {
				if modulus > 0 {
					row[j] = (row[j]%modulus + modulus) % modulus
				}
			}
		}
		return m
	}
	square := m
	for ; exponent > 0; exponent /= 2 {
		if exponent%2 == 1 {
			out = reduce(matrixProduct(out, square))
		}
		if exponent > 1 {
			square = reduce(matrixProduct(square, square))
		}
	}
	return out
}

// characteristicPolynomial asks for the coefficients of det(xI − A). Difficulty
// raises the order from 2 to 4 and, at 3 and 5, fills the matrix.
func characteristicPolynomial(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 4, 4)
	m := drawMatrix(r, n, n, gen.Of(d, 30, 6, 9, 4, 6))
	if d == 2 || d == 4 {
		for i := range n {
			m[i][(i+1+r.IntN(n-1))%n] = 0
		}
	}
	rows, t := letteredMatrix(m)
	coefficients := characteristicCoefficients(m)
	descending := slices.Clone(coefficients)
	slices.Reverse(descending)
	trace := 0
	for i := range n {
		trace += m[i][i]
	}
	const form = " Give the list of its coefficients from the highest power of x (with coefficient 1) down to the constant term, zeros included."
	return exercise(r, task.List(task.Integers(descending)...), fmt.Sprintf("With t = %s the trace is %d and the determinant %d; the coefficients between are sums of principal minors with alternating signs. Together: %s.", t.Text, trace, integerDeterminant(m), polynomialText(coefficients)), []string{
		"Find the characteristic polynomial det(x·I − A) of the matrix A with the rows {rows}, where t = {t}." + form,
		"Let t = {t} and let A have the rows {rows}. Which monic polynomial has the eigenvalues of A, with their multiplicities, as its zeros?" + form,
		"Expand the determinant of x·I − A as a polynomial in x; A is the matrix with the rows {rows}, I the identity, and t stands for {t}." + form,
	}, rows, t)
}

// characteristicCoefficients is Faddeev and LeVerrier's recursion for
// det(xI − m), the constant term first.
func characteristicCoefficients(m [][]int) []int {
	n := len(m)
	coefficients := make([]int, n+1)
	coefficients[n] = 1
	work := diagonalMatrix(make([]int, n))
	for k := 1; k <= n; k++ {
		work = matrixProduct(m, work)
		for i := range n {
			work[i][i] += coefficients[n-k+1]
		}
		trace := 0
		for i, row := range matrixProduct(m, work) {
			trace += row[i]
		}
		coefficients[n-k] = -trace / k
	}
	return coefficients
}

// quadraticFormSignature asks for Sylvester's counts. Difficulty adds variables
// (2 to 5). The matrix is L·D·Lᵀ with a regular L, so D's signs are the answer.
func quadraticFormSignature(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 4, 5)
	squares := make([]int, n)
	for i := range squares {
		squares[i] = gen.Pick(r, []int{-5, -3, -2, -1, 1, 2, 3, 5, 0})
	}
	if squares[0] == 0 {
		squares[0] = gen.Pick(r, []int{-2, 2})
	}
	l := regularMatrix(r, n, 1, gen.Of(d, 9, 3, 3, 2, 1))
	m := matrixProduct(matrixProduct(l, diagonalMatrix(squares)), transposedMatrix(l))
	counts := make([]int, 3)
	for _, s := range squares {
		switch {
		case s > 0:
			counts[0]++
		case s < 0:
			counts[1]++
		default:
			counts[2]++
		}
	}
	i := r.IntN(n)
	minors := make([]string, n)
	for k := range n {
		leading := make([][]int, k+1)
		for j := range leading {
			leading[j] = m[j][:k+1]
		}
		minors[k] = fmt.Sprint(integerDeterminant(leading))
	}
	const form = " Give the list of three integers: how many are positive, how many negative, how many zero."
	return exercise(r, task.List(task.Integers(counts)...), fmt.Sprintf("Put t = %d. The leading principal minors are %s. Completing squares (congruent row and column operations) brings the form to squares with the coefficients %s in some order, and by Sylvester's law only their signs count.", m[i][i], strings.Join(minors, ", "), strings.Join(integerTexts(squares), ", ")), []string{
		"The symmetric matrix with the rows {rows}, where t = {t}, has real eigenvalues. Without computing them, count their signs, with multiplicity." + form,
		"The quadratic form q(v) = vᵀ·A·v has the symmetric matrix A with the rows {rows} and t = {t}. Complete squares until only squares of {n} independent linear forms remain, with a coefficient (perhaps 0) each. Of which signs are the coefficients?" + form,
		"At a critical point a function of {n} variables has the Hessian matrix with the rows {rows}; t stands for {t}. Find the signature of this matrix from the signs of its eigenvalues." + form,
	}, gen.Fixed("rows", rowsText(m, i, i)), gen.Slot("t", m[i][i]), gen.Fixed("n", n))
}
