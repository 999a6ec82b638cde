package coding

import (
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("coding/grid-simulation", "algorithms", "Grid simulation", "Write the steps of a cellular or robot world.", gridSimulation)
}

func cellGrid(r *rand.Rand, size int) []any {
	rows := make([]string, 1+size/3)
	for i := range rows {
		rows[i] = drawFrom(r, ".#", 1+(size+1)/3)
	}
	return []any{rows}
}

// evolved applies a rule for the next sign of a cell k times; outside cells are '.'.
func evolved(rule func(at func(i, j int) byte, i, j int) byte) func(a []any, k int) any {
	return func(a []any, k int) any {
		rows := a[0].([]string)
		for range k {
			old := rows
			at := func(i, j int) byte {
				if i < 0 || j < 0 || i >= len(old) || j >= len(old[0]) {
					return '.'
				}
				return old[i][j]
			}
			rows = make([]string, len(old))
			for i := range old {
				next := make([]byte, len(old[0]))
				for j := range next {
					next[j] = rule(at, i, j)
				}
				rows[i] = string(next)
			}
		}
		return rows
	}
}

func living(at func(i, j int) byte, i, j int) (n int) {
	for x := i - 1; x <= i+1; x++ {
		for y := j - 1; y <= j+1; y++ {
			if (x != i || y != j) && at(x, y) == '#' {
				n++
			}
		}
	}
	return n
}

func commands(r *rand.Rand, size int) []any { return []any{drawFrom(r, "FFFLR", 2*size)} }

const cellGiven = "rows is a grid as a list of equally long strings of . (dead) and # (alive); cells outside are dead"

var worldExercises = []exercise{
	{"text", "text is a string of commands for a robot that starts on cell (0, 0) facing north: F moves it one cell forward, L and R turn it left and right on the spot", "the list [x, y] of its cell at the end, where x grows to the east and y to the north, if the whole text is carried out k times in a row", `def solve(text):
    x, y, dx, dy = 0, 0, 0, 1
    for c in text * K:
        if c == "F":
            x, y = x + dx, y + dy
        elif c == "L":
            dx, dy = -dy, dx
        else:
            dx, dy = dy, -dx
    return [x, y]`, 2, 7, commands, func(a []any, k int) any {
		at, facing := [2]int{}, 0
		steps := [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
		for range k {
			for _, c := range a[0].(string) {
				switch c {
				case 'L':
					facing = (facing + 3) % 4
				case 'R':
					facing = (facing + 1) % 4
				default:
					at[0], at[1] = at[0]+steps[facing][0], at[1]+steps[facing][1]
				}
			}
		}
		return at[:]
	}, "The direction is a vector; a left turn makes (dx, dy) to (-dy, dx), a right turn to (dy, -dx)."},
	{"rows", cellGiven, "the grid after k steps, in each of which, at the same time, a living cell with two or three living neighbours among the eight around it stays alive, a dead cell with exactly three becomes alive, and all others are dead", `def solve(rows):
    for _ in range(K):
        n, m = len(rows), len(rows[0])
        live = {(i, j) for i in range(n) for j in range(m) if rows[i][j] == "#"}
        count = lambda i, j: sum((x, y) in live for x in (i - 1, i, i + 1) for y in (j - 1, j, j + 1) if (x, y) != (i, j))
        rows = ["".join("#" if count(i, j) == 3 or count(i, j) == 2 and (i, j) in live else "." for j in range(m)) for i in range(n)]
    return rows`, 2, 4, cellGrid, evolved(func(at func(i, j int) byte, i, j int) byte {
		if n := living(at, i, j); n == 3 || n == 2 && at(i, j) == '#' {
			return '#'
		}
		return '.'
	}), "A new grid is built from the old one in each step, so that all cells change at the same time."},
	{"rows", cellGiven, "the grid after k steps, in each of which, at the same time, a cell becomes alive exactly when an odd number of its four neighbours (above, below, left, right) is alive, and dead otherwise", `def solve(rows):
    for _ in range(K):
        n, m = len(rows), len(rows[0])
        at = lambda i, j: 0 <= i < n and 0 <= j < m and rows[i][j] == "#"
        rows = ["".join("#" if at(i - 1, j) ^ at(i + 1, j) ^ at(i, j - 1) ^ at(i, j + 1) else "." for j in range(m)) for i in range(n)]
    return rows`, 2, 6, cellGrid, evolved(func(at func(i, j int) byte, i, j int) byte {
		n := 0
		for _, c := range []byte{at(i-1, j), at(i+1, j), at(i, j-1), at(i, j+1)} {
			if c == '#' {
				n++
			}
		}
		return ".#"[n%2]
	}), "A new grid is built from the old one in each step, so that all cells change at the same time."},
	{"rows", "rows is a box seen from the side, as a list of equally long strings from top to bottom, of . (air), o (a grain of sand) and # (rock)", "the box after each grain has fallen straight down as far as it can, where rock stays, grains rest on rock, on the bottom or on other grains, and after that every rock that carries k or more grains directly above it in a row has turned to air (nothing falls again)", `def solve(rows):
    n = len(rows)
    columns = []
    for column in zip(*rows):
        out = []
        for part in "".join(column).split("#"):
            out.append("." * part.count(".") + "o" * part.count("o"))
        cells = list("#".join(out))
        for i in range(n):
            if cells[i] == "#" and i >= K and cells[i - K:i] == ["o"] * K:
                cells[i] = "."
        columns.append(cells)
    return ["".join(row) for row in zip(*columns)]`, 1, 2, func(r *rand.Rand, size int) []any {
		rows := make([]string, 1+size/3)
		for i := range rows {
			rows[i] = drawFrom(r, ".oo#", 1+(size+1)/4)
		}
		return []any{rows}
	}, func(a []any, k int) any {
		var grid [][]byte
		for _, row := range a[0].([]string) {
			grid = append(grid, []byte(row))
		}
		for moved := true; moved; {
			moved = false
			for i := 0; i+1 < len(grid); i++ {
				for j := range grid[i] {
					if grid[i][j] == 'o' && grid[i+1][j] == '.' {
						grid[i][j], grid[i+1][j], moved = '.', 'o', true
					}
				}
			}
		}
		out := make([]string, len(grid))
		for i := range grid {
			next := slices.Clone(grid[i])
			for j, c := range grid[i] {
				loaded := c == '#' && i >= k
				for h := 1; loaded && h <= k; h++ {
					loaded = grid[i-h][j] == 'o'
				}
				if loaded {
					next[j] = '.'
				}
			}
			out[i] = string(next)
		}
		return out
	}, "Each column is cut at the rocks; in every part the air goes up and the sand down, and then the rocks are looked at."},
}

// gridSimulation asks for the rules of a small world. Difficulty moves from one
// robot to cells that change together and falling sand.
func gridSimulation(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, worldExercises))
}
