package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

// tilingCount asks for the number of tilings. Difficulty goes from strips of width
// 1 with tiles of two and of three lengths, over a seam that no tile may cross, to
// boards of width 2 and 3 with missing cells. The cells of a board are removed as
// tiles of one of its tilings, so at least one tiling is left.
func tilingCount(r *rand.Rand, d gen.Difficulty) task.Item {
	if d >= 4 {
		return boardTilings(r, d)
	}
	lengths := gen.Sample(r, span(1, 4), gen.Of(d, 2, 3, 3, 3, 3))
	slices.Sort(lengths)
	if d == 1 && lengths[0] == 2 && lengths[1] == 4 {
		lengths[0] = 1 // so that every length can be tiled
	}
	tiles := make([]colouredTile, len(lengths))
	names := make([]string, len(lengths))
	for i, l := range lengths {
		tiles[i] = colouredTile{l, gen.Between(r, 1, 9)}
		names[i] = fmt.Sprintf("1×%d tiles in %s", l, numbered(tiles[i].colours, "colour"))
	}
	n := gen.Between(r, gen.Of(d, 8, 8, 10, 10, 10), 16)
	ways := stripTilings(n, tiles)
	count, seam, working := ways[n], "", fmt.Sprintf("The last tile decides: the number for length s is the sum of (colours)·(number for s − length). For the lengths 0, 1, 2, … this gives %v", ways)
	if d == 3 {
		at := gen.Between(r, 3, n-3)
		count = new(big.Int).Sub(ways[n], new(big.Int).Mul(ways[at], ways[n-at]))
		seam = fmt.Sprintf(" The joint after the first %d units of length is to be covered: some tile must lie across it.", at)
		working += fmt.Sprintf("; the %v·%v tilings with an end of tile at the joint are taken off", ways[at], ways[n-at])
	}
	question, slots := gen.Ask(r, []string{
		"A path of width 1 and length {n} is paved completely with {tiles}; there are enough of each.{seam} In how many ways can this be done? Tiles of one size and colour are alike; the path and its mirror image count as different.",
		"How many different coloured tilings does a 1×m strip have, for m = {n}, with {tiles}, without gaps or overlaps?{seam} Reversed tilings are counted as different from each other.",
		"A signal of {n} time units is put together without pauses from pieces, drawn as tiles: {tiles}.{seam} Count the signals that can be made, where the order of the pieces matters.",
	}, gen.Slot("n", n), gen.Fixed("tiles", gen.Enumerated(names)), gen.Fixed("seam", seam))
	return posed(question, slots, bigCount(count), "%s. So there are %v.", working, count)
}

// board is a grid with missing cells, to be covered by dominoes and, if squares is
// set, by unit squares.
type board struct {
	rows, columns int
	missing       []point // x is the column and y the row, from 1
	squares       bool
}

// tilings counts column by column; a state is the set of cells of the next column
// that dominoes from the left already cover.
func (b board) tilings() int {
	now := map[int]int{0: 1}
	for x := 1; x <= b.columns; x++ {
		gone := 0
		for _, p := range b.missing {
			if p.x == x {
				gone |= 1 << (p.y - 1)
			}
		}
		next := map[int]int{}
		for covered, ways := range now {
			if covered&gone == 0 {
				b.fill(0, covered|gone, 0, func(out int) { next[out] += ways })
			}
		}
		now = next
	}
	return now[0]
}

// fill covers the free cells of a column from row y on and yields the cells of
// the next column that it covers as well.
func (b board) fill(y, taken, out int, yield func(out int)) {
	switch {
	case y == b.rows:
		yield(out)
		return
	case taken>>y&1 == 1:
		b.fill(y+1, taken, out, yield)
		return
	}
	b.fill(y+1, taken, out|1<<y, yield)
	if b.squares {
		b.fill(y+1, taken, out, yield)
	}
	if y+1 < b.rows && taken>>(y+1)&1 == 0 {
		b.fill(y+2, taken, out, yield)
	}
}

// boardTilings asks for the tilings of a board with missing cells.
func boardTilings(r *rand.Rand, d gen.Difficulty) task.Item {
	b := board{rows: int(d) - 2, columns: gen.Between(r, 6, 10), squares: d == 4}
	tiles := "dominoes (1×2, laid either way)"
	if d == 4 {
		tiles += " and unit squares"
		for _, i := range gen.Sample(r, span(0, 2*b.columns-1), 3) {
			b.missing = append(b.missing, point{i/2 + 1, i%2 + 1})
		}
	} else {
		b.columns = 2 * gen.Between(r, 4, 6)
		for _, domino := range gen.Sample(r, dominoTiling(r, b.columns), 3) {
			b.missing = append(b.missing, domino[:]...)
		}
	}
	slices.SortFunc(b.missing, comparePoints)
	places := make([]string, len(b.missing))
	for i, p := range b.missing {
		places[i] = fmt.Sprintf("row %d of column %d", p.y, p.x)
	}
	question, slots := gen.Ask(r, []string{
		"A board has {rows} rows and {columns} columns of unit cells, but the cells in {gone} are missing. In how many ways can the rest be tiled with {tiles}? Turned or mirrored tilings count as different.",
		"The floor of a corridor is {columns} squares long and {rows} squares wide; columns are numbered along it and rows across it. Pillars stand on {gone}. Count the ways to cover all other squares with {tiles}, without overlaps; symmetric layouts are different layouts.",
		"How many tilings by {tiles} has the grid of {rows} rows × {columns} columns from which the cells at {gone} have been cut out? Tilings that a symmetry would match are counted separately.",
	}, gen.Fixed("rows", b.rows), gen.Fixed("columns", b.columns), gen.Fixed("gone", gen.Enumerated(places)), gen.Fixed("tiles", tiles))
	count := b.tilings()
	return posed(question, slots, task.Integer(int64(count)), "Go through the columns from left to right and note which cells of the next column are already covered by lying dominoes; adding up the ways to fill each column for every such state gives %d for the whole board.", count)
}

// dominoTiling is a tiling of a board of 3 rows, each pair of columns in one of its
// three ways.
func dominoTiling(r *rand.Rand, columns int) [][2]point {
	var tiles [][2]point
	for x := 1; x <= columns; x += 2 {
		flat := func(y int) [2]point { return [2]point{{x, y}, {x + 1, y}} }
		upright := func(x, y int) [2]point { return [2]point{{x, y}, {x, y + 1}} }
		switch r.IntN(3) {
		case 0:
			tiles = append(tiles, flat(1), flat(2), flat(3))
		case 1:
			tiles = append(tiles, flat(1), upright(x, 2), upright(x+1, 2))
		default:
			tiles = append(tiles, upright(x, 1), upright(x+1, 1), flat(3))
		}
	}
	return tiles
}
