package planning

import (
	"fmt"
	"strings"
)

// Sliding is a sliding tile puzzle; 0 is the gap. A move names the direction in
// which a tile slides into the gap. Canonical plan, one string:
//
//	LURD
type Sliding struct {
	Start   [][]int `json:"start"`
	Goal    [][]int `json:"goal"`
	Optimum *int    `json:"optimum,omitempty"` // least number of moves
}

func init() { Register(of[Sliding]("sliding")) }

const maxCells = 9 // 181 440 boards of 3 × 3 can be reached

type board [maxCells]int8

// Validate implements Problem.
func (p Sliding) Validate() error {
	seen := map[int]int{}
	for k, rows := range [][][]int{p.Start, p.Goal} {
		cells := 0
		for _, row := range rows {
			if len(row) != len(rows[0]) || len(rows) != len(p.Start) || len(row) != len(p.Start[0]) {
				return fmt.Errorf("start and goal are not rectangles of one size")
			}
			for _, tile := range row {
				cells++
				if tile < 0 || tile > 99 || seen[tile] != k {
					return fmt.Errorf("tile %d is twice or in one board only", tile)
				}
				seen[tile] = k + 1
			}
		}
		if cells < 2 || cells > maxCells {
			return fmt.Errorf("a board has 2 to %d cells", maxCells)
		}
	}
	if seen[0] != 2 {
		return fmt.Errorf("the boards have no gap 0")
	}
	return nil
}

func flat(rows [][]int) (b board, gap int) {
	i := 0
	for _, row := range rows {
		for _, tile := range row {
			b[i] = int8(tile)
			if tile == 0 {
				gap = i
			}
			i++
		}
	}
	return b, gap
}

// slide moves the tile that can go in direction d; ok is false at the edge.
func (p Sliding) slide(b board, gap int, d step) (next board, at int, ok bool) {
	rows, columns := len(p.Start), len(p.Start[0])
	r, c := gap/columns-d.dr, gap%columns-d.dc // where the tile comes from
	if r < 0 || r >= rows || c < 0 || c >= columns {
		return b, gap, false
	}
	at = r*columns + c
	b[gap], b[at] = b[at], 0
	return b, at, true
}

// Check implements Problem.
func (p Sliding) Check(plan string) (Verdict, error) {
	moves := readDirections(plan)
	if len(moves) == 0 && strings.TrimSpace(plan) != "" {
		return broken("format", "no move is readable; write letters of U, D, L, R"), nil
	}
	b, gap := flat(p.Start)
	goal, _ := flat(p.Goal)
	for i, d := range moves {
		var ok bool
		if b, gap, ok = p.slide(b, gap, d); !ok {
			return broken("edge", "move %d (%s) has no tile to slide", i+1, d.letter), nil
		}
	}
	if b != goal {
		return broken("goal", "the board at the end is not the goal"), nil
	}
	return judged(len(moves), p.Optimum, least)
}

// Solve returns a shortest move string and its length.
func (p Sliding) Solve() (string, int, error) {
	type state struct {
		b   board
		gap int
	}
	start, gap := flat(p.Start)
	goal, _ := flat(p.Goal)
	path, err := shortest(state{start, gap}, func(s state) bool { return s.b == goal }, func(s state, yield func(string, state)) {
		for _, d := range directions {
			if next, at, ok := p.slide(s.b, s.gap, d); ok {
				yield(d.letter, state{next, at})
			}
		}
	})
	return strings.Join(path, ""), len(path), err
}
