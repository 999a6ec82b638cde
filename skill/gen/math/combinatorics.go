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
	gen.Register("math/lattice-paths-with-obstacles", "combinatorics", "Lattice paths with obstacles",
		"Count monotone grid paths that avoid given points and may have to visit others.", latticePaths)
}

// point is a lattice point.
type point struct{ x, y int }

func (p point) String() string { return fmt.Sprintf("(%d, %d)", p.x, p.y) }

// latticePaths asks for the number of shortest grid paths that miss the blocked
// points. Difficulty adds blocked points and, from 3 on, a point to visit. The
// blocked points stand off one drawn path that the point to visit lies on, so
// the count is at least 1.
func latticePaths(r *rand.Rand, d gen.Difficulty) task.Item {
	height := gen.Between(r, 4, 6+int(d)/2)
	width := height + gen.Between(r, 1, 4)
	path := randomPath(r, width, height)
	var free []point
	for x := 1; x < width; x++ {
		for y := 1; y < height; y++ {
			if !slices.Contains(path, point{x, y}) {
				free = append(free, point{x, y})
			}
		}
	}
	blocked := gen.Sample(r, free, min(len(free), gen.Of(d, 3, 4, 4, 6, 8)))
	slices.SortFunc(blocked, comparePoints)
	var visit []point
	condition := ""
	if d >= 3 {
		visit = []point{path[gen.Between(r, 2, len(path)-3)]}
		condition = fmt.Sprintf(" Every path must also pass through %v.", visit[0])
	}
	question, slots := gen.Ask(r, []string{
		"How many paths lead from (0, 0) to the point with x-coordinate {w} and y-coordinate {h} in steps of one unit to the right or up, if none of the points {blocked} may be touched?{condition}",
		"A robot stands at (0, 0) on a grid and may move one cell east or one cell north at a time. Its goal is {w} cells east and {h} cells north of the start. The cells {blocked} (east, north) are closed.{condition} How many routes are there?",
		"Streets form a grid; crossing (x, y) lies x blocks east and y blocks north of the depot. A van drives only east or north to a customer {w} blocks east and {h} blocks north of the depot. The crossings {blocked} are shut.{condition} In how many ways can it drive?",
	}, gen.Slot("w", width), gen.Slot("h", height), gen.Fixed("blocked", pointList(blocked)), gen.Fixed("condition", condition))
	counts := countPaths(width, height, blocked, visit)
	answer := task.Integer(int64(counts[width][height]))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Let N(x, y) be the number of allowed paths to (x, y): N(x, y) = N(x−1, y) + N(x, y−1), and 0 where no path may be. Column by column this gives, for x = %d, the values %v for y = 0, 1, …, and for x = %d the values %v; the last one is the answer.",
			width-1, counts[width-1], width, counts[width]), answer),
	}
}

// randomPath is a monotone path from (0, 0) to (w, h), as its points.
func randomPath(r *rand.Rand, w, h int) []point {
	path := []point{{0, 0}}
	for p := path[0]; p.x < w || p.y < h; path = append(path, p) {
		if p.y == h || p.x < w && r.IntN(w+h-p.x-p.y) < w-p.x {
			p.x++
		} else {
			p.y++
		}
	}
	return path
}

// countPaths counts the allowed monotone paths from (0, 0) to each point. A path
// visits v exactly if no point of it lies left above or right below v.
func countPaths(w, h int, blocked, visit []point) [][]int {
	counts := make([][]int, w+1)
	for x := range counts {
		counts[x] = make([]int, h+1)
		for y := range counts[x] {
			p := point{x, y}
			off := slices.Contains(blocked, p) || slices.ContainsFunc(visit, func(v point) bool {
				return p.x < v.x && p.y > v.y || p.x > v.x && p.y < v.y
			})
			switch {
			case off:
			case x == 0 && y == 0:
				counts[x][y] = 1
			default:
				if x > 0 {
					counts[x][y] += counts[x-1][y]
				}
				if y > 0 {
					counts[x][y] += counts[x][y-1]
				}
			}
		}
	}
	return counts
}

func comparePoints(a, b point) int {
	if a.x != b.x {
		return a.x - b.x
	}
	return a.y - b.y
}

func pointList(points []point) string {
	texts := make([]string, len(points))
	for i, p := range points {
		texts[i] = p.String()
	}
	return strings.Join(texts, ", ")
}
