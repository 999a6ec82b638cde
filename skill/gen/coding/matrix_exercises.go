package coding

import (
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("coding/matrix-traversal", "functions over arrays and strings", "Matrix traversal",
		"Write a function that visits the cells of a matrix in a stated order.", matrixTraversal)
}

func matrix(r *rand.Rand, size int) []any {
	rows, columns := 1+size/4, 1+(size+2)/4
	if r.IntN(2) == 0 {
		rows, columns = columns, rows
	}
	out := make([][]int, rows)
	for i := range out {
		out[i] = drawInts(r, columns, 1, 99)
	}
	return []any{out}
}

// cellsBy lists the cells in the order of a key, ties row by row.
func cellsBy(grid [][]int, key func(i, j int) []int) []int {
	type cell struct{ i, j int }
	var cells []cell
	for i, row := range grid {
		for j := range row {
			cells = append(cells, cell{i, j})
		}
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return slices.Compare(key(a.i, a.j), key(b.i, b.j)) })
	out := []int{}
	for _, c := range cells {
		out = append(out, grid[c.i][c.j])
	}
	return out
}

// ring is how many layers lie outside a cell, and along is its place on its
// layer, clockwise from the top left corner.
func ring(grid [][]int, i, j int) (layer, along int) {
	n, m := len(grid), len(grid[0])
	layer = min(i, j, n-1-i, m-1-j)
	h, w := n-2*layer, m-2*layer
	i, j = i-layer, j-layer
	switch {
	case i == 0:
		return layer, j
	case j == w-1:
		return layer, w - 1 + i
	case i == h-1:
		return layer, w - 1 + h - 1 + (w - 1 - j)
	}
	return layer, 2*(w-1) + h - 1 + (h - 1 - i)
}

const matrixGiven = "grid is a non-empty matrix of integers, given as a list of rows of equal length"

var matrixExercises = []exercise{
	{"grid", matrixGiven, "the list of all cells column by column from left to right, where the first column is read downwards, the second upwards, and so on in turn", `def solve(grid):
    out = []
    for j in range(len(grid[0])):
        column = [row[j] for row in grid]
        out += column if j % 2 == 0 else column[::-1]
    return out`, 0, 0, matrix, func(a []any, _ int) any {
		return cellsBy(a[0].([][]int), func(i, j int) []int { return []int{j, i * (1 - 2*(j%2))} })
	}, "Each column is collected, and every second one is reversed."},
	{"grid", matrixGiven, "the list of all cells by diagonals that rise from left to right: first the cell in the top left corner, then each next diagonal, each read from its lower left end upwards", `def solve(grid):
    n, m = len(grid), len(grid[0])
    out = []
    for s in range(n + m - 1):
        for i in range(min(s, n - 1), -1, -1):
            if s - i < m:
                out.append(grid[i][s - i])
    return out`, 0, 0, matrix, func(a []any, _ int) any {
		return cellsBy(a[0].([][]int), func(i, j int) []int { return []int{i + j, -i} })
	}, "The cells of such a diagonal share the sum of row and column, so the sums are gone through in order."},
	{"grid", matrixGiven, "the list of all cells on a spiral: clockwise from the top left corner along the border and then on inwards", `def solve(grid):
    out, rest = [], [list(row) for row in grid]
    while rest:
        out += rest.pop(0)
        rest = [list(row) for row in zip(*rest)][::-1]
    return out`, 0, 0, matrix, func(a []any, _ int) any {
		g := a[0].([][]int)
		return cellsBy(g, func(i, j int) []int { layer, along := ring(g, i, j); return []int{layer, along} })
	}, "The first row is taken, the rest is turned by a quarter to the left, and so on until nothing is left."},
	{"grid", matrixGiven, "the list of the sums of its layers, from the border inwards, where a layer holds the cells with the same distance to the nearest border, and each sum is reduced modulo k", `def solve(grid):
    n, m = len(grid), len(grid[0])
    out = [0] * ((min(n, m) + 1) // 2)
    for i in range(n):
        for j in range(m):
            out[min(i, j, n - 1 - i, m - 1 - j)] += grid[i][j]
    return [s % K for s in out]`, 101, 199, matrix, func(a []any, k int) any {
		g := a[0].([][]int)
		sums := make([]int, (min(len(g), len(g[0]))+1)/2)
		for i := range g {
			for j := range g[i] {
				layer, _ := ring(g, i, j)
				sums[layer] += g[i][j]
			}
		}
		for i := range sums {
			sums[i] %= k
		}
		return sums
	}, "The layer of a cell is its smallest distance to the four borders."},
	{"grid", matrixGiven, "the matrix after the cells on its border have moved k places clockwise along the border, while the inner cells stay", `def solve(grid):
    n, m = len(grid), len(grid[0])
    border = [(0, j) for j in range(m)] + [(i, m - 1) for i in range(1, n)]
    if n > 1:
        border += [(n - 1, j) for j in range(m - 2, -1, -1)]
    if m > 1:
        border += [(i, 0) for i in range(n - 2, 0, -1)]
    out = [list(row) for row in grid]
    for p, (i, j) in enumerate(border):
        x, y = border[(p + K) % len(border)]
        out[x][y] = grid[i][j]
    return out`, 2, 9, func(r *rand.Rand, size int) []any {
		out := make([][]int, 2+size/5)
		columns := 2 + (size+2)/5
		for i := range out {
			out[i] = drawInts(r, columns, 10, 99)
		}
		return []any{out}
	}, func(a []any, k int) any {
		g := a[0].([][]int)
		border := 2*(len(g)+len(g[0])) - 4
		out := make([][]int, len(g))
		for i := range g {
			out[i] = slices.Clone(g[i])
		}
		for i := range g {
			for j := range g[i] {
				for x := range g {
					for y := range g[x] {
						l1, p := ring(g, i, j)
						l2, q := ring(g, x, y)
						if l1 == 0 && l2 == 0 && (p+k)%border == q {
							out[x][y] = g[i][j]
						}
					}
				}
			}
		}
		return out
	}, "The border is listed as positions in clockwise order; moving along it is an addition modulo its length."},
}

// matrixTraversal asks for an order of cells. Difficulty moves from columns to
// diagonals, spirals, layers and turning borders.
func matrixTraversal(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, matrixExercises))
}
