package math

import (
	"fmt"
	stdmath "math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/lattice-points-in-a-polygon", "geometry & trigonometry", "Lattice points in a polygon",
		"Count the lattice points inside an enlarged lattice polygon.", latticePoints)
}

// latticePoints asks how many lattice points an enlarged polygon holds, by the
// shoelace formula and Pick's theorem. Difficulty adds vertices (4 to 9); from 3
// on the boundary points may count too.
func latticePoints(r *rand.Rand, d gen.Difficulty) task.Item {
	vertices := starPolygon(r, gen.Of(d, 4, 5, 6, 7, 9), gen.Of(d, 6, 6, 7, 8, 9))
	k := gen.Between(r, 15, 40) // above all coordinates, so that it can be a slot
	twiceArea, boundary := polygonMeasures(vertices)
	// Enlarged by k: area k²A, boundary points kB; Pick: A = I + B/2 − 1.
	count := (k*k*twiceArea-k*boundary)/2 + 1
	where, border := "strictly inside", "not on its boundary"
	if d >= 3 && r.IntN(2) == 0 {
		count += k * boundary
		where, border = "inside or on", "its boundary included"
	}
	question, slots := gen.Ask(r, []string{
		"A polygon has, in order, the vertices {v}. All coordinates are multiplied by {k}. How many points with integer coordinates lie {where} the enlarged polygon ({border})?",
		"Posts stand at every point with integer coordinates. A fence runs straight from corner to corner and back to the first; its corners are found by taking {k} times both coordinates of each of {v}, in this order. How many posts are {where} the fence ({border})?",
		"The map of a field uses whole-number coordinates, and its outline joins {v} and closes up again. On a new map every length is {k} times as long, measured from (0, 0). Count the grid points of the new map that are {where} the outline ({border}).",
	}, gen.Fixed("v", pointList(vertices)), gen.Slot("k", k), gen.Fixed("where", where), gen.Fixed("border", border))
	answer := task.Integer(int64(count))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The shoelace formula gives twice the area of the original as %d, and the gcds of the edges give %d boundary points. Enlarging by %d makes them %d and %d. Pick's theorem, I = A − B/2 + 1, gives %d interior points.",
			twiceArea, boundary, k, k*k*twiceArea, k*boundary, (k*k*twiceArea-k*boundary)/2+1), answer),
	}
}

// starPolygon has n ≥ 4 lattice vertices in counter-clockwise order, one in each
// of n equal sectors around a centre. Neighbours are then less than 180° apart
// as seen from the centre, so the polygon is simple. No vertex lies
// straight between its neighbours.
func starPolygon(r *rand.Rand, n, radius int) []point {
	sectors := make([][]point, n)
	for x := -radius; x <= radius; x++ {
		for y := -radius; y <= radius; y++ {
			if distance := x*x + y*y; distance < 4 || distance > radius*radius {
				continue
			}
			const turn = 0.1 // no lattice point this near has such an angle
			angle := stdmath.Mod(stdmath.Atan2(float64(y), float64(x))-turn+4*stdmath.Pi, 2*stdmath.Pi)
			i := min(int(angle/(2*stdmath.Pi)*float64(n)), n-1)
			sectors[i] = append(sectors[i], point{x, y})
		}
	}
	dx, dy := gen.Between(r, -5, 5), gen.Between(r, -5, 5)
	vertices := make([]point, n)
	for i, s := range sectors {
		p := gen.Pick(r, s)
		vertices[i] = point{p.x + dx, p.y + dy}
	}
	for i, s := range sectors {
		for _, j := range append([]int{-1}, r.Perm(len(s))...) {
			if j >= 0 {
				vertices[i] = point{s[j].x + dx, s[j].y + dy}
			}
			if bentAt(vertices, i-1) && bentAt(vertices, i) && bentAt(vertices, i+1) {
				break
			}
		}
	}
	return vertices
}

// bentAt tells whether a vertex is a corner: not on the line of its neighbours.
// The index is taken modulo the number of vertices.
func bentAt(vertices []point, i int) bool {
	n := len(vertices)
	a, b, c := vertices[(i+n-1)%n], vertices[(i+n)%n], vertices[(i+1)%n]
	return (b.x-a.x)*(c.y-a.y) != (b.y-a.y)*(c.x-a.x)
}

// polygonMeasures is twice the area (shoelace) and the number of boundary
// lattice points of a simple lattice polygon in counter-clockwise order.
func polygonMeasures(vertices []point) (twiceArea, boundary int) {
	for i, p := range vertices {
		q := vertices[(i+1)%len(vertices)]
		twiceArea += p.x*q.y - q.x*p.y
		dx, dy := q.x-p.x, q.y-p.y
		boundary += gcd(max(dx, -dx), max(dy, -dy))
	}
	return twiceArea, boundary
}
