package planning

import (
	"fmt"
	"strings"
)

// GridKeys asks a robot to walk through a grid: "#" is a wall, "S" the start,
// "G" the goal, "a" to "f" a key that is taken by stepping on it, and "A" to
// "F" a door that its key opens. Canonical plan, one string of U, D, L, R:
//
//	RRDDL
type GridKeys struct {
	Rows    []string `json:"rows"`
	Optimum *int     `json:"optimum,omitempty"` // least number of moves
}

func init() { Register(of[GridKeys]("gridkeys")) }

const maxGrid = 40

type robot struct{ r, c, keys int }

// Validate implements Problem.
func (p GridKeys) Validate() error {
	if len(p.Rows) == 0 || len(p.Rows) > maxGrid || len(p.Rows[0]) > maxGrid {
		return fmt.Errorf("a grid has 1 to %d rows and columns", maxGrid)
	}
	for _, row := range p.Rows {
		if len(row) != len(p.Rows[0]) || strings.Trim(row, "#.SGabcdefABCDEF") != "" {
			return fmt.Errorf("row %q has another length or an unknown sign", row)
		}
	}
	if all := strings.Join(p.Rows, ""); strings.Count(all, "S") != 1 || strings.Count(all, "G") != 1 {
		return fmt.Errorf("a grid has one S and one G")
	}
	return nil
}

func (p GridKeys) start() robot {
	for r, row := range p.Rows {
		if c := strings.IndexByte(row, 'S'); c >= 0 {
			return robot{r: r, c: c}
		}
	}
	return robot{}
}

// move walks one step; the id names what is in the way.
func (p GridKeys) move(s robot, d step) (next robot, id string) {
	next = robot{s.r + d.dr, s.c + d.dc, s.keys}
	if next.r < 0 || next.r >= len(p.Rows) || next.c < 0 || next.c >= len(p.Rows[0]) || p.Rows[next.r][next.c] == '#' {
		return s, "wall"
	}
	switch at := p.Rows[next.r][next.c]; {
	case at >= 'a' && at <= 'f':
		next.keys |= 1 << (at - 'a')
	case at >= 'A' && at <= 'F' && s.keys&(1<<(at-'A')) == 0:
		return s, "door"
	}
	return next, ""
}

func (p GridKeys) done(s robot) bool { return p.Rows[s.r][s.c] == 'G' }

// Check implements Problem.
func (p GridKeys) Check(plan string) (Verdict, error) {
	moves := readDirections(plan)
	if len(moves) == 0 {
		return broken("format", "no move is readable; write letters of U, D, L, R"), nil
	}
	s := p.start()
	for i, d := range moves {
		next, id := p.move(s, d)
		if id != "" {
			return broken(id, "move %d (%s) is blocked", i+1, d.letter), nil
		}
		s = next
	}
	if !p.done(s) {
		return broken("goal", "the robot does not end on G"), nil
	}
	return judged(len(moves), p.Optimum, least)
}

// Solve returns a shortest move string and its length.
func (p GridKeys) Solve() (string, int, error) {
	path, err := shortest(p.start(), p.done, func(s robot, yield func(string, robot)) {
		for _, d := range directions {
			if next, id := p.move(s, d); id == "" {
				yield(d.letter, next)
			}
		}
	})
	return strings.Join(path, ""), len(path), err
}
