package planning_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"segue/grade/planning"
)

func TestHanoiLeastMoves(t *testing.T) {
	for _, c := range []struct{ pegs, disks, want int }{{3, 4, 15}, {3, 7, 127}, {4, 8, 33}, {3, 1, 1}} { // 2ⁿ-1 and Frame–Stewart
		p := planning.Hanoi{Pegs: []string{"A", "B", "C", "D"}[:c.pegs]}
		for d := range c.disks {
			p.Disks = append(p.Disks, fmt.Sprint("disk ", d+1))
			p.Start, p.Goal = append(p.Start, "A"), append(p.Goal, "C")
		}
		plan, n, err := p.Solve()
		if err != nil || n != c.want {
			t.Errorf("%d disks, %d pegs: %d moves, %v; want %d", c.disks, c.pegs, n, err, c.want)
		}
		p.Optimum = &n
		optimal(t, p, plan, c.want)
	}
}

func TestSlidingLeastMoves(t *testing.T) {
	goal := [][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 0}}
	hardest := planning.Sliding{Start: [][]int{{8, 6, 7}, {2, 5, 4}, {3, 0, 1}}, Goal: goal} // one of the two at depth 31
	plan, n, err := hardest.Solve()
	if err != nil || n != 31 {
		t.Errorf("hardest board: %d moves, %v; want 31", n, err)
	}
	hardest.Optimum = &n
	optimal(t, hardest, plan, 31)
	odd := planning.Sliding{Start: [][]int{{2, 1, 3}, {4, 5, 6}, {7, 8, 0}}, Goal: goal}
	if _, _, err := odd.Solve(); err != planning.ErrNoPlan {
		t.Errorf("a board of the wrong parity: %v", err)
	}
}

const far = 1 << 20

// relax is the least number of moves from the first to the last cell, or far.
func relax(rows [][]byte) int {
	var d [5][5][4]int
	for i := range 100 {
		d[i/20][i/4%5][i%4] = far
	}
	d[0][0][0] = 0
	for changed := true; changed; {
		changed = false
		for i := range 100 {
			y, x, keys := i/20, i/4%5, i%4
			for _, at := range [][2]int{{y - 1, x}, {y + 1, x}, {y, x - 1}, {y, x + 1}} {
				if at[0] < 0 || at[0] > 4 || at[1] < 0 || at[1] > 4 {
					continue
				}
				next := keys
				switch rows[at[0]][at[1]] {
				case '#':
					continue
				case 'A', 'B':
					if keys&(1<<(rows[at[0]][at[1]]-'A')) == 0 {
						continue
					}
				case 'a', 'b':
					next |= 1 << (rows[at[0]][at[1]] - 'a')
				}
				if d[y][x][keys]+1 < d[at[0]][at[1]][next] {
					d[at[0]][at[1]][next], changed = d[y][x][keys]+1, true
				}
			}
		}
	}
	return min(d[4][4][0], d[4][4][1], d[4][4][2], d[4][4][3])
}

// TestGridKeysAgainstRelaxation compares breadth-first search with distances
// over (cell, keys) that are relaxed until nothing changes.
func TestGridKeysAgainstRelaxation(t *testing.T) {
	solved := 0
	seeded(t, 100, func(r *rand.Rand) {
		rows := make([][]byte, 5)
		for i := range rows {
			rows[i] = make([]byte, 5)
			for j := range rows[i] {
				rows[i][j] = "...##abAB"[r.IntN(9)]
			}
		}
		rows[0][0], rows[4][4] = 'S', 'G'
		p := planning.GridKeys{}
		for _, row := range rows {
			p.Rows = append(p.Rows, string(row))
		}
		best := relax(rows)
		plan, n, err := p.Solve()
		if best >= far {
			if err != planning.ErrNoPlan {
				t.Errorf("Solve error = %v without a way", err)
			}
			return
		}
		solved++
		p.Optimum = &best
		if err != nil || n != best {
			t.Errorf("Solve = %d, %v; want %d", n, err, best)
		}
		optimal(t, p, plan, best)
	})
	if solved < 10 {
		t.Errorf("only %d grids had a way", solved)
	}
}

// TestRefuelAgainstEveryAmount compares the greedy rule with a table of least
// costs by station and fuel.
func TestRefuelAgainstEveryAmount(t *testing.T) {
	seeded(t, 200, func(r *rand.Rand) {
		p := planning.Refuel{Distance: 20 + r.IntN(20), Tank: 8 + r.IntN(8)}
		p.Fuel = r.IntN(p.Tank + 1)
		for at := r.IntN(6); at < p.Distance && len(p.Stations) < 7; at += 1 + r.IntN(8) {
			p.Stations = append(p.Stations, planning.Station{Name: letters[len(p.Stations)], At: at, Price: 1 + r.IntN(9)})
		}
		const never = 1 << 30
		cost := make([]int, p.Tank+1)
		for f := range cost {
			cost[f] = never
		}
		cost[p.Fuel] = 0
		drive := func(n int) {
			for f := range cost {
				if f+n < len(cost) {
					cost[f] = cost[f+n]
				} else {
					cost[f] = never
				}
			}
		}
		at := 0
		for _, s := range p.Stations {
			drive(s.At - at)
			at = s.At
			for f := 1; f < len(cost); f++ {
				cost[f] = min(cost[f], cost[f-1]+s.Price)
			}
		}
		drive(p.Distance - at)
		best := never
		for _, c := range cost {
			best = min(best, c)
		}
		plan, n, err := p.Solve()
		if best == never {
			if err != planning.ErrNoPlan {
				t.Errorf("Solve error = %v though the end is out of reach", err)
			}
			return
		}
		p.Optimum = &best
		if err != nil || n != best {
			t.Errorf("Solve = %d, %v; want %d", n, err, best)
		}
		optimal(t, p, plan, best)
	})
}

func ExampleCheck() {
	problem := json.RawMessage(`{"jugs": [{"name": "A", "capacity": 3}, {"name": "B", "capacity": 5}], "target": 1, "optimum": 4}`)
	v, err := planning.Check("jugs", problem, "fill A\npour A into B\nfill A\npour A into B")
	fmt.Println(v.Valid, v.Score, err)
	// Output: true 1 <nil>
}

func BenchmarkCheckTrip(b *testing.B) {
	for b.Loop() {
		if _, err := planning.Check(suites[0].checker, json.RawMessage(suites[0].problem), suites[0].rows[0].plan); err != nil {
			b.Fatal(err)
		}
	}
}
