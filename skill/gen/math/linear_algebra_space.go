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
	const area = "linear algebra"
	gen.Register("math/gram-schmidt-orthogonalisation", area, "Gram–Schmidt orthogonalisation", "Orthogonalise given vectors in order, without normalising.", gramSchmidt)
	gen.Register("math/projection-onto-a-subspace", area, "Projection onto a subspace",
		"Project a vector orthogonally onto a line, a plane or a hyperplane.", projectionOntoSubspace)
	gen.Register("math/change-of-basis", area, "Change of basis", "Find coordinates or the matrix of a map in another basis.", changeOfBasis)
	gen.Register("math/cross-and-triple-product", area, "Cross and triple product",
		"Find normal vectors, areas and volumes in space by products of vectors.", crossAndTripleProduct)
}

const vectorsForm = " Give the list of vectors, each in square brackets with integers or exact fractions, for example [[1, 2], [-2/3, 1/3]]."

// gramSchmidt asks for the orthogonal vectors of the classical procedure, which
// are unique as no scaling is allowed. Difficulty adds vectors (2 to 4) and
// components (2 to 4).
func gramSchmidt(r *rand.Rand, d gen.Difficulty) task.Item {
	n, dimension := gen.Of(d, 2, 2, 3, 3, 4), gen.Of(d, 3, 4, 3, 4, 4)
	vs := regularMatrix(r, dimension, gen.Between(r, 1, 3), gen.Of(d, 5, 4, 3, 2, 2))[:n]
	text, t := letteredMatrix(vs)
	us, working := orthogonalised(vs)
	return exercise(r, rationalRows(us), "With t = "+t.Text+" each vector loses its projections on the earlier results: "+working+".", []string{
		"Apply the Gram–Schmidt procedure to the vectors {rows} in this order, where t = {t}, without normalising: from each vector subtract its projections on all earlier results, and scale nothing." + vectorsForm,
		"Let t = {t}. From v1, v2, … = {rows} make pairwise orthogonal u1, u2, … such that u1 = v1 and every later uk is vk minus a linear combination of v1 to v(k−1)." + vectorsForm,
		"Take the list of vectors {rows} with t = {t}. Keep the first; replace each of the others by its component perpendicular to all those before it." + vectorsForm,
	}, text, t)
}

// orthogonalised is the Gram–Schmidt procedure, with its steps in words.
func orthogonalised(vs [][]int) (us [][]*big.Rat, working string) {
	var steps []string
	for k, row := range vs {
		v := rationalVector(row)
		u := rationalVector(row)
		step := fmt.Sprintf("u%d = v%d", k+1, k+1)
		for i, earlier := range us {
			factor := new(big.Rat).Quo(dotRat(v, earlier), dotRat(earlier, earlier))
			for j := range u {
				u[j].Sub(u[j], new(big.Rat).Mul(factor, earlier[j]))
			}
			step += fmt.Sprintf(" − (%s)·u%d", factor.RatString(), i+1)
		}
		us = append(us, u)
		steps = append(steps, step+" = "+ratVectorText(u))
	}
	return us, strings.Join(steps, "; ")
}

// projectionOntoSubspace asks for an orthogonal projection. Difficulty: 1 on a
// line, 2 on a plane in space, 3 on the plane with a given normal vector, 4 on a
// plane and 5 on a three-dimensional subspace of four-dimensional space.
func projectionOntoSubspace(r *rand.Rand, d gen.Difficulty) task.Item {
	dimension := gen.Of(d, 3, 3, 3, 4, 4)
	spanning := regularMatrix(r, dimension, gen.Between(r, 1, 2), 2)[:gen.Of(d, 1, 2, 1, 2, 3)]
	w := drawVector(r, dimension, 9)
	w[0] = gen.Between(r, 10, 60)
	projection := projected(rationalVector(w), spanning)
	subspace := "the span of " + vectorsText(spanning)
	working := fmt.Sprintf("The error w − p must be orthogonal to the spanning vectors %s. The normal equations for the coefficients of p give p = %s.", vectorsText(spanning), ratVectorText(projection))
	if d == 3 {
		subspace = fmt.Sprintf("the plane through the origin with the normal vector %s", vectorText(spanning[0]))
		along := projection
		projection = make([]*big.Rat, dimension)
		for i := range w {
			projection[i] = new(big.Rat).Sub(ratOf(w[i], 1), along[i])
		}
		working = fmt.Sprintf("The part of w along the normal is %s. Subtracting it leaves %s.", ratVectorText(along), ratVectorText(projection))
	}
	const form = " Give the result as a list of integers or exact fractions."
	return exercise(r, exactList(projection), fmt.Sprintf("Put w = %s. ", vectorText(w))+working, []string{
		"Project the vector w = {w}, where a = {a}, orthogonally onto {subspace}." + form,
		"Let a = {a}. Which point of {subspace} lies nearest to the point {w}?" + form,
		"The vector {w} with a = {a} is written as p + q, where p lies in {subspace} and q is orthogonal to all of it. Find p." + form,
	}, gen.Fixed("w", "(a"+strings.TrimPrefix(vectorText(w), fmt.Sprintf("(%d", w[0]))), gen.Slot("a", w[0]), gen.Fixed("subspace", subspace))
}

// projected solves the normal equations of the projection on independent vectors.
func projected(w []*big.Rat, spanning [][]int) []*big.Rat {
	gram := rationalMatrix(matrixProduct(spanning, transposedMatrix(spanning)))
	basis := rationalMatrix(spanning)
	right := make([]*big.Rat, len(basis))
	for i, b := range basis {
		right[i] = dotRat(b, w)
	}
	out := rationalVector(make([]int, len(w)))
	for i, c := range solveSystem(gram, right) {
		for j := range out {
			out[j].Add(out[j], new(big.Rat).Mul(c, basis[i][j]))
		}
	}
	return out
}

// changeOfBasis asks, by difficulty, for 1 coordinates in the plane, 2 in space,
// 3 the matrix of a map of the plane, 4 the matrix that turns coordinates in one
// basis to those in another, 5 the matrix of a map of space. All are unique, as
// bases are.
func changeOfBasis(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 2, 3, 3)
	basis := regularMatrix(r, n, gen.Pick(r, gen.Of(d, span(2, 5), span(2, 4), span(1, 5), span(1, 3), []int{1, 2})), gen.Of(d, 5, 3, 5, 2, 2))
	b := gen.Fixed("b", vectorsText(basis))
	toBasis, _ := invert(transposedMatrix(basis)) // from standard coordinates
	const rowsForm = " Give the list of its rows, each in square brackets, with integers or exact fractions."
	if d <= 2 {
		v := drawVector(r, n, 9)
		v[0] = gen.Between(r, 10, 60)
		coordinates := timesVector(toBasis, v)
		rest := strings.TrimPrefix(vectorText(v), fmt.Sprintf("(%d", v[0]))
		const form = " Give the list of coordinates as integers or exact fractions, in the order of the basis."
		return exercise(r, exactList(coordinates), fmt.Sprintf("Solve c1·b1 + … = %s, an equation for each component. The solution is %s.", vectorText(v), ratVectorText(coordinates)), []string{
			"Find the coordinates of the vector (a{rest}, where a = {a}, in the basis {b}." + form,
			"How must the vectors {b} be multiplied so that their sum is (a{rest} with a = {a}?" + form,
			"A crystal has the lattice directions {b}. An atom stands at the point (a{rest}, where a = {a}. Which coordinates has it along the lattice directions?" + form,
		}, b, gen.Fixed("rest", rest), gen.Slot("a", v[0]))
	}
	m := drawMatrix(r, n, n, 6)
	text, t := letteredMatrix(m)
	if d == 4 {
		m = regularMatrix(r, n, gen.Between(r, 1, 3), 2)
		text, t = letteredMatrix(m)
		result := timesMatrix(toBasis, transposedMatrix(m))
		return exercise(r, rationalRows(result), fmt.Sprintf("With t = %s, column j of the matrix holds the coordinates of the j-th vector of C in the basis B, so it is B⁻¹·C with the vectors as columns. The inverse of B has the rows %s.", t.Text, ratRowsText(toBasis)), []string{
			"The vectors {rows}, with t = {t}, form the basis C; the basis B is {b}. Find the matrix that turns (by multiplication from the left) the coordinate column of a vector in C into that in B." + rowsForm,
			"Let t = {t}. Coordinates relative to the basis C = {rows} are to be rewritten as coordinates relative to the basis B = {b}. By which matrix must the coordinate columns be multiplied?" + rowsForm,
			"Two teams describe positions as columns of coordinates: one along the directions B = {b}, the other along C = {rows}, where t = {t}. Which matrix takes the second team's columns to the first team's?" + rowsForm,
		}, text, t, b)
	}
	result := timesMatrix(timesMatrix(toBasis, m), transposedMatrix(basis))
	return exercise(r, rationalRows(result), fmt.Sprintf("With t = %s the matrix sought is P⁻¹·M·P, where P has the basis vectors as columns. Here P⁻¹ has the rows %s.", t.Text, ratRowsText(toBasis)), []string{
		"In the standard basis a linear map has the matrix with the rows {rows}, where t = {t}. Find its matrix in the basis {b}." + rowsForm,
		"Let t = {t} and let f(v) = M·v, where M has the rows {rows}. Column j of a matrix N holds the coordinates of f(bj) in the basis b1, b2, … = {b}. Find N." + rowsForm,
		"Points are moved by v ↦ M·v, the rows of M being {rows} with t = {t}. By which matrix do their coordinate columns relative to the basis {b} change?" + rowsForm,
	}, text, t, b)
}

func timesVector(m [][]*big.Rat, v []int) []*big.Rat {
	out := make([]*big.Rat, len(m))
	for i, row := range m {
		out[i] = dotRat(row, rationalVector(v))
	}
	return out
}

// timesMatrix is a·b for a rational a and an integer b.
func timesMatrix(a [][]*big.Rat, b [][]int) [][]*big.Rat {
	columns := transposedMatrix(b)
	out := make([][]*big.Rat, len(a))
	for i, row := range a {
		for _, c := range columns {
			out[i] = append(out[i], dotRat(row, rationalVector(c)))
		}
	}
	return out
}

func ratRowsText(m [][]*big.Rat) string {
	rows := make([]string, len(m))
	for i, row := range m {
		rows[i] = "[" + strings.Join(ratTexts(row), ", ") + "]"
	}
	return strings.Join(rows, ", ")
}

// crossAndTripleProduct asks, by difficulty, for 1 a cross product, 2 the volume
// of a parallelepiped, 3 that of a tetrahedron with given corners, 4 the area of
// a parallelogram squared, whose fourth corner is to be found first, 5 a double
// cross product.
func crossAndTripleProduct(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, c := drawVector(r, 3, 9), drawVector(r, 3, 9), drawVector(r, 3, 9)
	if d == 2 || d == 3 {
		m := regularMatrix(r, 3, gen.Between(r, 1, 40), 4)
		a, b, c = m[0], m[1], m[2]
	}
	p := gen.Between(r, 10, 60)
	a[0] = p
	letter := gen.Fixed("u", fmt.Sprintf("(p, %d, %d)", a[1], a[2]))
	if product := crossProduct(a, b); product[1] == 0 && product[2] == 0 {
		b[1]++ // so that the vectors are not parallel
	}
	product := crossProduct(a, b)
	triple := product[0]*c[0] + product[1]*c[1] + product[2]*c[2]
	values := []gen.Value{letter, gen.Slot("p", p), gen.Fixed("v", vectorText(b)), gen.Fixed("w", vectorText(c))}
	start := fmt.Sprintf("With p = %d, %s × %s = %s. ", p, vectorText(a), vectorText(b), vectorText(product))
	switch d {
	case 1:
		return exercise(r, task.List(task.Integers(product)...), start+"It is orthogonal to both factors.", []string{
			"Find the cross product u × v of u = {u} and v = {v}, where p = {p}. Give the list of its components.",
			"Let p = {p}. A force F = {v} (in newtons) acts at the end of the lever arm r = {u} (in metres). Find the components of the torque r × F in newton metres, as a list.",
			"The two vectors {u} and {v}, where p = {p}, span a parallelogram in space. Which vector n is normal to it, has the parallelogram's area as its length, and makes the determinant with the rows {u}, {v}, n non-negative? Give the list of its components.",
		}, values...)
	case 2:
		return exercise(r, task.Integer(int64(max(triple, -triple))), start+fmt.Sprintf("Its inner product with %s is %d, and the volume is the absolute value.", vectorText(c), triple), []string{
			"Three edges of a parallelepiped that meet in a corner are the vectors {u}, {v} and {w}, where p = {p}. Find its volume.",
			"Let p = {p}. A cell of a crystal is spanned by {u}, {v} and {w} (in ångström). What is its volume in cubic ångström?",
			"How large is the absolute value of the scalar triple product of {u}, {v} and {w} if p is {p}?",
		}, values...)
	case 3:
		return tetrahedronVolume(r, a, b, c, p)
	case 4:
		square := product[0]*product[0] + product[1]*product[1] + product[2]*product[2]
		corner := make([]int, 3)
		for i := range corner {
			corner[i] = a[i] + b[i] + c[i]
		}
		values = []gen.Value{gen.Slot("p", p), gen.Fixed("x", vectorText(c)), gen.Fixed("y", vectorText([]int{b[0] + c[0], b[1] + c[1], b[2] + c[2]})), gen.Fixed("z", vectorText(corner)), letter}
		return exercise(r, exactAnswer(combination{rootOf(ratOf(square, 1))}), start+fmt.Sprintf("The sides are %s and %s; the area is the length of their cross product, √%d.", vectorText(a), vectorText(b), square), []string{
			"Three consecutive corners of a parallelogram are A = {x}, B = {y} and C = B + {u}, where p = {p}. Find its exact area, with surds simplified.",
			"Let p = {p}. A parallelogram ABCD in space has the corners A = {x} and B = {y}, and the side from B to C is the vector {u}. What is its exact area? Simplify surds.",
			"A sail has the shape of a parallelogram PQRS with P = {x}, Q = {y} (in metres) and the edge vector from Q to R equal to {u}, where p = {p}. Give its area in square metres exactly, with surds simplified.",
		}, values...)
	}
	double := crossProduct(product, c)
	return exercise(r, task.List(task.Integers(double)...), start+fmt.Sprintf("Crossing this with %s gives %s.", vectorText(c), vectorText(double)), []string{
		"Compute (u × v) × w for u = {u}, v = {v} and w = {w}, where p = {p}. Give the list of components.",
		"Let p = {p}. The vector n is the cross product of {u} and {v}, in this order. Find the cross product of n and {w}, in this order, as the list of its components.",
		"By u = {u}, v = {v} and w = {w} with p = {p}, find (w·u)·v − (w·v)·u, where w·u and w·v are inner products, as the list of components.",
	}, values...)
}

// tetrahedronVolume has a corner o and edges a, b, c from it.
func tetrahedronVolume(r *rand.Rand, a, b, c []int, p int) task.Item {
	o := drawVector(r, 3, 9)
	corner := func(edge []int) string { return vectorText([]int{o[0] + edge[0], o[1] + edge[1], o[2] + edge[2]}) }
	product := crossProduct(a, b)
	triple := product[0]*c[0] + product[1]*c[1] + product[2]*c[2]
	volume := ratOf(max(triple, -triple), 6)
	first := strings.Replace(corner(a), fmt.Sprintf("(%d", o[0]+p), "(p", 1)
	return exercise(r, rationalAnswer(volume), fmt.Sprintf("The edges from %s are %s, %s and %s. Their triple product is %d; a sixth of its absolute value is the volume.", vectorText(o), vectorText(a), vectorText(b), vectorText(c), triple), []string{
		"A tetrahedron has the corners {o}, {x}, {y} and {z}, where p = {p}. Find its volume as an integer or an exact fraction.",
		"Let p = {p}. How much space is enclosed by the four triangles whose corners are any three of the points {x}, {y}, {z} and {o}? Give an integer or an exact fraction.",
		"A triangular pyramid has its apex at {o} and the base with the corners {x}, {y} and {z}; p stands for {p}. What is its exact volume, as an integer or a fraction?",
	}, gen.Fixed("o", vectorText(o)), gen.Fixed("x", first), gen.Fixed("y", corner(b)), gen.Fixed("z", corner(c)), gen.Slot("p", o[0]+p))
}

func crossProduct(a, b []int) []int {
	return []int{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
