package planning

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "state-space planning"
	gen.Register("planning/sliding-tile-puzzle", area, "Sliding tile puzzle", "Give moves that turn one board of sliding tiles into another.", slidingTiles)
	gen.Register("planning/grid-robot-with-keys", area, "Grid robot with keys", "Find a shortest way through a grid with walls, keys and doors.", gridRobot)
	gen.Register("planning/tower-of-hanoi-variant", area, "Tower of Hanoi variant", "Move disks from any arrangement to any other in the fewest moves.", hanoiVariant)
}

// sliding is the problem of the checker "sliding"; 0 is the gap.
type sliding struct {
	Start [][]int `json:"start"`
	Goal  [][]int `json:"goal"`
}

// direction is a move on a grid of rows and columns.
type direction struct {
	letter string
	dr, dc int
}

var directions = []direction{{"U", -1, 0}, {"D", 1, 0}, {"L", 0, -1}, {"R", 0, 1}}

// slidingTiles asks for moves that reach a board. Difficulty lengthens the walk
// (4 to 22 moves, never back at once) that made the board; any sequence of moves
// that ends on the wanted board is right.
func slidingTiles(r *rand.Rand, d gen.Difficulty) task.Item {
	rows := gen.Of(d, 2, 2, 3, 3, 3)
	tiles := append(gen.Sample(r, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, 3*rows-1), 0)
	r.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
	p := sliding{Goal: boardRows(tiles)}
	gap, last := slices.Index(tiles, 0), -1
	var solution []string
	for len(solution) < gen.Of(d, 4, 8, 10, 15, 22) {
		k := r.IntN(4)
		to := direction{letter: "", dr: gap/3 - directions[k].dr, dc: gap%3 - directions[k].dc} // where the tile comes from
		if k^1 == last || to.dr < 0 || to.dr >= rows || to.dc < 0 || to.dc > 2 {
			continue
		}
		from := 3*to.dr + to.dc
		tiles[gap], tiles[from] = tiles[from], 0
		gap, last = from, k
		solution = append(solution, directions[k^1].letter) // undone in the opposite direction
	}
	slices.Reverse(solution)
	p.Start = boardRows(tiles)
	moves := strings.Join(solution, "")
	question, _ := gen.Ask(r, []string{
		"On a board of sliding tiles, 0 is the gap. A move slides a neighbouring tile into the gap and is named by the direction in which the tile moves: U up, D down, L left, R right. Get from\n\n{start}\n\nto\n\n{goal}\n\n{form}",
		"{start}\n\nis a sliding puzzle (0 marks the empty cell) that should become\n\n{goal}\n\nWrite U, D, L or R for a tile that slides up, down, left or right into the empty cell. Which moves solve it? They need not be as few as possible. {form}",
		"Goal:\n\n{goal}\n\nNow:\n\n{start}\n\nThe numbers are tiles and 0 is a hole. In each step a tile next to the hole slides into it; note the direction of the tile (U, D, L, R). Find a sequence that reaches the goal. {form}",
	}, gen.Fixed("start", boardText(p.Start)), gen.Fixed("goal", boardText(p.Goal)), gen.Fixed("form", "Answer with the letters in one string, like \"LURD\"."))
	return planItem("sliding", p, question, nil,
		fmt.Sprintf("Tiles are brought to their places one after another, and the last ones by going round. %d moves lead to the wanted board.", len(solution)), moves)
}

func boardRows(tiles []int) (rows [][]int) {
	for row := range slices.Chunk(slices.Clone(tiles), 3) {
		rows = append(rows, row)
	}
	return rows
}

func boardText(rows [][]int) string {
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = strings.Trim(fmt.Sprint(row), "[]")
	}
	return "```text\n" + strings.Join(lines, "\n") + "\n```"
}

// gridKeys is the problem of the checker "gridkeys".
type gridKeys struct {
	Rows    []string `json:"rows"`
	Optimum *int     `json:"optimum"`
}

// walker is a place of the robot and the keys it holds.
type walker struct{ r, c, keys int }

// solve is a shortest way, and false where there is none.
func (p gridKeys) solve() ([]string, bool) {
	var start walker
	for i, row := range p.Rows {
		if c := strings.IndexByte(row, 'S'); c >= 0 {
			start = walker{i, c, 0}
		}
	}
	return shortestPath(start, func(s walker) bool { return p.Rows[s.r][s.c] == 'G' }, func(s walker, yield func(string, walker)) {
		for _, d := range directions {
			next := walker{s.r + d.dr, s.c + d.dc, s.keys}
			if next.r < 0 || next.r >= len(p.Rows) || next.c < 0 || next.c >= len(p.Rows[0]) {
				continue
			}
			switch sign := p.Rows[next.r][next.c]; {
			case sign == '#' || sign >= 'A' && sign <= 'F' && s.keys>>(sign-'A')&1 == 0:
				continue
			case sign >= 'a' && sign <= 'f':
				next.keys |= 1 << (sign - 'a')
			}
			yield(d.letter, next)
		}
	})
}

// gridRobot asks for a shortest way. Difficulty adds rows and columns (4 to 7)
// and doors (1 to 3): walls across the grid have a gap with a door each, whose
// key lies before it. Grids that turn out to have no way are drawn again; the
// last draw has no walls of chance and always has one.
func gridRobot(r *rand.Rand, d gen.Difficulty) task.Item {
	var p gridKeys
	var path []string
	for try, ok := 0, false; !ok; try++ {
		chance := 7
		if try > 20 {
			chance = 1 << 30
		}
		p.Rows = drawGrid(r, gen.Of(d, 4, 5, 5, 6, 7), gen.Of(d, 1, 1, 2, 2, 3), chance)
		path, ok = p.solve()
	}
	p.Optimum = optimum(len(path))
	question, _ := gen.Ask(r, []string{
		"A robot walks on this grid, one cell up (U), down (D), left (L) or right (R) at a time:\n\n{grid}\n\n# is a wall, . is free, S is the start and G the goal. A small letter is a key, taken by stepping on it; the capital letter is its door, which can be entered only with the key. Give a shortest way from S to G. {form}",
		"{grid}\n\nFind the quickest route from S to G in the maze above. Steps go to one of the four neighbouring cells, never onto #. A door (capital letter) opens only for whoever has been on the cell with the same small letter. U, D, L, R stand for up, down, left, right. {form}",
		"In the map below an agent starts on S and wants to reach G with as few steps as possible (U up, D down, L left, R right). Cells with # are blocked. It picks up keys (small letters) by walking over them and needs key a for door A, key b for door B, and so on.\n\n{grid}\n\n{form}",
	}, gen.Fixed("grid", "```text\n"+strings.Join(p.Rows, "\n")+"\n```"), gen.Fixed("form", "Answer with the letters in one string, like \"RRDDL\"."))
	return planItem("gridkeys", p, question, nil,
		fmt.Sprintf("The keys that are needed are fetched before their doors. A search by number of steps over place and keys reaches the goal first after %d steps.", len(path)), strings.Join(path, ""))
}

// drawGrid divides the grid into rooms, one beside the other, by walls with a
// door; the key of each door lies in a room before it. One free cell in chance
// becomes a wall.
func drawGrid(r *rand.Rand, size, doors, chance int) []string {
	width := (size - 1) * (doors + 1)
	if doors == 1 {
		width = size + 2
	}
	room := (width - doors) / (doors + 1)
	cells := make([][]byte, size)
	for i := range cells {
		cells[i] = []byte(strings.Repeat(".", room*(doors+1)+doors))
		for c := range cells[i] {
			if r.IntN(chance) == 0 {
				cells[i][c] = '#'
			}
		}
	}
	place := func(sign byte, room0 int) { // on a cell of the room that is not taken
		for {
			i, c := r.IntN(size), room0*(room+1)+r.IntN(room)
			if cells[i][c] == '.' || cells[i][c] == '#' {
				cells[i][c] = sign
				return
			}
		}
	}
	place('S', 0)
	place('G', doors)
	for k := range doors {
		wall := k*(room+1) + room
		for i := range cells {
			cells[i][wall] = '#'
		}
		cells[r.IntN(size)][wall] = byte('A' + k)
		place(byte('a'+k), r.IntN(k+1))
	}
	rows := make([]string, size)
	for i := range cells {
		rows[i] = string(cells[i])
	}
	if r.IntN(2) == 0 {
		for i := range cells {
			slices.Reverse(cells[i])
			rows[i] = string(cells[i])
		}
	}
	return rows
}

// hanoi is the problem of the checker "hanoi".
type hanoi struct {
	Pegs    []string `json:"pegs"`
	Disks   []string `json:"disks"` // smallest first
	Start   []string `json:"start"`
	Goal    []string `json:"goal"`
	Optimum *int     `json:"optimum"`
}

// rods is the peg of each disk, smallest first; unused disks lie on peg 0.
type rods [5]int8

type diskMove struct{ disk, from, to int }

// hanoiMoves lists the moves with n disks on some pegs.
func hanoiMoves(n, pegs int) func(s rods, yield func(diskMove, rods)) {
	return func(s rods, yield func(diskMove, rods)) {
		top := slices.Repeat([]int{n}, pegs)
		for disk := n - 1; disk >= 0; disk-- {
			top[s[disk]] = disk
		}
		for from, disk := range top {
			for to := range pegs {
				if disk < n && disk < top[to] {
					next := s
					next[disk] = int8(to)
					yield(diskMove{disk, from, to}, next)
				}
			}
		}
	}
}

// hanoiVariant asks for the fewest moves from a drawn arrangement to another.
// Difficulty adds disks (3 to 5) and the moves that are needed (at least 2 to
// 14); from 4 on there may be a fourth peg. Solved by breadth-first search.
func hanoiVariant(r *rand.Rand, d gen.Difficulty) task.Item {
	n, pegs := gen.Of(d, 3, 3, 4, 4, 5), gen.Of(d, 3, 3, 3, 3+r.IntN(2), 3)
	p := hanoi{Pegs: gen.Sample(r, strings.Split("ABCDEFGHKLMNPQRSTUVWXYZ", ""), pegs)}
	shades := gen.Sample(r, []string{"red", "blue", "green", "white", "black", "yellow", "purple", "orange", "brown", "grey"}, n)
	p.Disks = shades
	var start, goal rods
	var path []diskMove
	for tries := 0; tries < 5 && len(path) < gen.Of(d, 2, 4, 7, 8, 14) || len(path) == 0; tries++ {
		for disk := range n {
			start[disk], goal[disk] = int8(r.IntN(pegs)), int8(r.IntN(pegs))
		}
		path, _ = shortestPath(start, func(s rods) bool { return s == goal }, hanoiMoves(n, pegs))
	}
	for disk := range n {
		p.Start, p.Goal = append(p.Start, p.Pegs[start[disk]]), append(p.Goal, p.Pegs[goal[disk]])
	}
	p.Optimum = optimum(len(path))
	plan := make([]string, len(path))
	for i, m := range path {
		plan[i] = fmt.Sprintf("move %s from %s to %s", p.Disks[m.disk], p.Pegs[m.from], p.Pegs[m.to])
	}
	question, _ := gen.Ask(r, []string{
		"There are pegs {pegs} and disks of different sizes, from the smallest to the largest: {disks}. Only the top disk of a peg can be moved, one at a time, and never onto a smaller one. At the start: {start}. Wanted: {goal}. Give a plan with the fewest moves. {form}",
		"Disks {disks} (ascending in size) lie on the pegs {pegs}, on each peg the larger below the smaller. Now: {start}. Reach this: {goal}. A move takes the uppermost disk of one peg to another peg whose uppermost disk, if any, is larger. Be as quick as possible. {form}",
		"A variant of the Tower of Hanoi with the pegs {pegs}. The disks are, the smallest first, {disks}. They have to go from the arrangement ({start}) to the arrangement ({goal}) by the usual rules: one top disk a move, no disk on a smaller one. Find a shortest solution. {form}",
	}, gen.Fixed("pegs", gen.Enumerated(p.Pegs)), gen.Fixed("disks", strings.Join(p.Disks, ", ")), gen.Fixed("start", pegsText(p.Disks, p.Start)), gen.Fixed("goal", pegsText(p.Disks, p.Goal)),
		gen.Fixed("form", fmt.Sprintf("Write one move per line, like \"move %s from %s to %s\".", p.Disks[n-1], p.Pegs[0], p.Pegs[1])))
	return planItem("hanoi", p, question, nil,
		fmt.Sprintf("The largest disk that is not in place decides: before it can move, all smaller ones have to be on other pegs. A search by number of moves finds %d moves.", len(path)), strings.Join(plan, "\n"))
}

func pegsText(disks, pegs []string) string {
	texts := make([]string, len(disks))
	for i, disk := range disks {
		texts[i] = disk + " on " + pegs[i]
	}
	return strings.Join(texts, ", ")
}
