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
	gen.Register("math/polygon-area-by-coordinates", geometryArea, "Polygon area by coordinates",
		"Find the area of the part of a polygon that lies on one side of a line or between two lines.", polygonArea)
	gen.Register("math/line-and-circle-intersection", geometryArea, "Line and circle intersection",
		"Find where a line meets a circle, or how long the chord is.", lineAndCircle)
	gen.Register("math/triangle-centres-from-coordinates", geometryArea, "Triangle centres from coordinates",
		"Find the circumcentre, orthocentre, incentre or nine-point centre of a triangle.", triangleCentres)
	gen.Register("math/plane-isometry-composition", geometryArea, "Plane isometry composition",
		"Find the image of a point under a chain of reflections, rotations and translations.", isometryChain)
}

// rationalPoint is a point with rational coordinates.
type rationalPoint struct{ x, y *big.Rat }

// clippedPolygon keeps the part of a polygon where a·x + b·y ≤ c (Sutherland and
// Hodgman). Where that part has several pieces, edges along the line join them,
// which adds no area.
func clippedPolygon(polygon []rationalPoint, a, b, c int) []rationalPoint {
	excess := func(p rationalPoint) *big.Rat {
		e := new(big.Rat).Mul(ratOf(a, 1), p.x)
		e.Add(e, new(big.Rat).Mul(ratOf(b, 1), p.y))
		return e.Sub(e, ratOf(c, 1))
	}
	var out []rationalPoint
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		ep, eq := excess(p), excess(q)
		if ep.Sign() <= 0 {
			out = append(out, p)
		}
		if ep.Sign()*eq.Sign() < 0 {
			t := new(big.Rat).Quo(ep, new(big.Rat).Sub(ep, eq))
			between := func(u, v *big.Rat) *big.Rat {
				w := new(big.Rat).Sub(v, u)
				return w.Add(w.Mul(w, t), u)
			}
			out = append(out, rationalPoint{between(p.x, q.x), between(p.y, q.y)})
		}
	}
	return out
}

// shoelaceArea is the area of a polygon in counter-clockwise order.
func shoelaceArea(polygon []rationalPoint) *big.Rat {
	sum := new(big.Rat)
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		sum.Add(sum, new(big.Rat).Mul(p.x, q.y))
		sum.Sub(sum, new(big.Rat).Mul(q.x, p.y))
	}
	return sum.Quo(sum, ratOf(2, 1))
}

// polygonArea asks for the area of a part of a polygon. Difficulty adds vertices
// (4 to 7) and turns the cut from vertical (1, 2) to slanted (3) to two cuts (4,
// 5). The cuts pass near the middle of two vertices, so they do cut.
func polygonArea(r *rand.Rand, d gen.Difficulty) task.Item {
	vertices := starPolygon(r, gen.Of(d, 4, 6, 5, 5, 7), gen.Of(d, 7, 8, 8, 9, 9))
	polygon := make([]rationalPoint, len(vertices))
	for i, v := range vertices {
		polygon[i] = rationalPoint{ratOf(v.x, 1), ratOf(v.y, 1)}
	}
	lo, hi := vertices[0], vertices[0]
	for _, v := range vertices {
		lo, hi = point{min(lo.x, v.x), min(lo.y, v.y)}, point{max(hi.x, v.x), max(hi.y, v.y)}
	}
	a, b := 1, 0
	if d >= 3 {
		a, b = gen.Between(r, 1, 3), gen.Pick(r, []int{-2, -1, 1, 2})
	}
	middle := (a*(lo.x+hi.x) + b*(lo.y+hi.y)) / 2
	c := middle + gen.Between(r, -1, 2)
	part := fmt.Sprintf("%s ≤ %d", linearFormText([]int{a, b, 0}), c)
	kept := clippedPolygon(polygon, a, b, c)
	if d >= 4 {
		e := c - gen.Between(r, 2, 4)
		part = fmt.Sprintf("%d ≤ %s", e, part)
		kept = clippedPolygon(kept, -a, -b, -e)
	}
	whole, area := shoelaceArea(polygon), shoelaceArea(kept)
	scale := gen.Between(r, 2, 60)
	area.Mul(area, ratOf(scale, 1))
	corners := make([]string, len(kept))
	for i, p := range kept {
		corners[i] = ratVectorText([]*big.Rat{p.x, p.y})
	}
	return exercise(r, rationalAnswer(area), fmt.Sprintf("The whole polygon has the area %s. Cutting its edges with the line(s) leaves the corners %s, and the shoelace formula gives their area; times %d it is %s.", whole.RatString(), strings.Join(corners, ", "), scale, area.RatString()), []string{
		"A simple polygon has, in order, the vertices {v}. Take the part of it where {part}. What is {k} times the area of this part?" + fractionForm,
		"The outline of a field joins {v} and closes up again (coordinates in hundreds of metres). Wheat is sown only where {part}, with {k} kg per unit of area of this grid. How many kilograms are sown?" + fractionForm,
		"A plate has the corners {v}, in this order, and is {k} mm thick; the coordinates are millimetres. Only the piece with {part} is kept. Find its volume in cubic millimetres." + fractionForm,
	}, gen.Fixed("v", pointList(vertices)), gen.Fixed("part", part), gen.Slot("k", scale))
}

// pythagorean are legs and hypotenuses of right triangles with integer sides.
var pythagorean = [][3]int{{3, 4, 5}, {4, 3, 5}, {5, 12, 13}, {12, 5, 13}, {8, 15, 17}, {15, 8, 17}, {7, 24, 25}, {20, 21, 29}, {21, 20, 29}, {6, 8, 10}, {8, 6, 10}, {9, 12, 15}, {12, 16, 20}}

// lineAndCircle asks, by difficulty, for 1 the chord on a line parallel to an
// axis, 2 the chord on any line, 3 both intersection points, 4 the same with the
// circle in general form, 5 the common chord of two circles.
func lineAndCircle(r *rand.Rand, d gen.Difficulty) task.Item {
	h, k := gen.Between(r, -9, 9), gen.Between(r, -9, 9)
	if d == 3 || d == 4 {
		return circlePoints(r, d, h, k)
	}
	radius := gen.Between(r, 11, 60)
	square := radius * radius
	circle := fmt.Sprintf("the circle with the centre (%d, %d) and the radius R", h, k)
	a, b := 0, 1
	if d == 2 {
		a, b = gen.Between(r, 1, 5), gen.Pick(r, []int{-4, -3, -2, -1, 1, 2, 3, 4})
	}
	offset := gen.Between(r, -9, 9) // a·x + b·y − c at the centre, negated
	line := fmt.Sprintf("the line %s = %d", linearFormText([]int{a, b, 0}), a*h+b*k+offset)
	if d == 5 {
		// The other circle's centre is (h+a, k+b); equal powers make the radical line.
		a, b = gen.Between(r, 3, 10), gen.Between(r, 1, 10)
		offset = gen.Between(r, -8, 8)
		// |x − c|² − S = |x|² − R² gives a·x' + b·y' = (a² + b² + R² − S)/2 = offset
		other := a*a + b*b + square - 2*offset
		line = fmt.Sprintf("the circle with the centre (%d, %d) and the squared radius %d", h+a, k+b, other)
	}
	value := rootOf(new(big.Rat).Mul(ratOf(4, 1), new(big.Rat).Sub(ratOf(square, 1), ratOf(offset*offset, a*a+b*b))))
	const form = " Give the exact value with simplified surds."
	return exercise(r, exactAnswer(combination{value}), fmt.Sprintf("The chord's line is at the distance %d/√%d from the centre (%d, %d). So half the chord squared is %d² − %s.", max(offset, -offset), a*a+b*b, h, k, radius, ratOf(offset*offset, a*a+b*b).RatString()), []string{
		"Find the distance between the two points in which {circle} and {line} intersect; R = {r}." + form,
		"Let R = {r}. Given are {circle}, and {line}. How long is their common chord?" + form,
		"On a map with coordinates in kilometres, a radio mast reaches every place inside {circle}, where R is {r}. How long is the straight segment whose ends are the intersections of the rim with {line}?" + form,
	}, gen.Fixed("circle", circle), gen.Fixed("line", line), gen.Slot("r", radius))
}

// circlePoints has two lattice points on a circle around (h, k), whose line is given.
func circlePoints(r *rand.Rand, d gen.Difficulty, h, k int) task.Item {
	t := gen.Pick(r, pythagorean)
	scale := gen.Between(r, 1, 3)
	x, y, radius := scale*t[0], scale*t[1], scale*t[2]
	around := [][]int{{x, y}, {-y, x}, {-x, -y}, {y, -x}, {x, -y}, {y, x}, {-x, y}, {-y, -x}, {radius, 0}, {0, radius}, {-radius, 0}, {0, -radius}}
	pair := gen.Sample(r, around, 2)
	p, q := []int{pair[0][0] + h, pair[0][1] + k}, []int{pair[1][0] + h, pair[1][1] + k}
	a, b := q[1]-p[1], p[0]-q[0]
	g := gcd(max(a, -a), max(b, -b))
	a, b = a/g, b/g
	line := fmt.Sprintf("%s = %d", linearFormText([]int{a, b, 0}), a*p[0]+b*p[1])
	circle := fmt.Sprintf("the circle with the centre (%d, %d) and the squared radius m", h, k)
	m := radius * radius
	if d == 4 {
		circle = "the curve x^2 + y^2"
		for i, c := range []int{-2 * h, -2 * k} {
			if c != 0 {
				circle += signed(c) + string("xy"[i])
			}
		}
		m -= h*h + k*k
		circle += " = m"
	}
	answer := task.Set(task.List(task.Integers(p)...), task.List(task.Integers(q)...))
	const form = " Give the set of both points, for example {[1, 2], [-3, 0]}."
	return exercise(r, answer, fmt.Sprintf("The centre is (%d, %d) and the radius %d. Solving %s for one coordinate and putting it into the equation of the circle leaves a quadratic equation, whose solutions give (%d, %d) and (%d, %d).", h, k, radius, line, p[0], p[1], q[0], q[1]), []string{
		"Where does the line {line} meet {circle}, with m = {m}?" + form,
		"Let m = {m}. Find the points that lie both on {circle} and on the line {line}." + form,
		"A straight road {line} crosses the round border given by {circle} twice; m is {m}. At which points?" + form,
	}, gen.Fixed("line", line), gen.Fixed("circle", circle), gen.Slot("m", m))
}

// triangleCentres asks, by difficulty, for 1 the
// circumcentre of a triangle with a level side, 2 the orthocentre,
// 3 the circumcentre, 4 the nine-point centre, 5 the incentre of a triangle with
// integer sides.
func triangleCentres(r *rand.Rand, d gen.Difficulty) task.Item {
	var a, b, c point
	if d == 5 {
		a, b, c = integerTriangle(r)
	} else {
		base, height := gen.Between(r, 3, 20), gen.Pick(r, []int{-1, 1})*gen.Between(r, 2, 20)
		a = point{gen.Between(r, -9, 9), gen.Between(r, -9, 9)}
		b = point{a.x + base, a.y}
		c = point{a.x + gen.Between(r, -5, 15), a.y + height}
		if d >= 2 { // a level side no longer
			b.y += gen.Between(r, 1, 9)
			if (b.x-a.x)*(c.y-a.y) == (b.y-a.y)*(c.x-a.x) {
				c.y++
			}
		}
	}
	name := gen.Of(d, "circumcentre", "orthocentre", "circumcentre", "centre of the nine-point circle", "incentre")
	role := gen.Of(d, "the point at equal distances from all three corners", "the intersection of the three altitudes", "the point at equal distances from all three corners",
		"the centre of the circle through the midpoints of the three sides", "the centre of the circle that touches all three sides from inside")
	var centre rationalPoint
	var why string
	circum := circumcentreOf(a, b, c)
	ortho := rationalPoint{new(big.Rat).Sub(ratOf(a.x+b.x+c.x, 1), new(big.Rat).Mul(ratOf(2, 1), circum.x)), new(big.Rat).Sub(ratOf(a.y+b.y+c.y, 1), new(big.Rat).Mul(ratOf(2, 1), circum.y))}
	switch d {
	case 1, 3:
		centre, why = circum, "Equal squared distances from A and B, and from A and C, give two linear equations for the centre."
	case 2:
		centre, why = ortho, "The altitude through C is orthogonal to AB, the one through A orthogonal to BC; these two linear equations meet there."
	case 4:
		centre = rationalPoint{new(big.Rat).Quo(new(big.Rat).Add(circum.x, ortho.x), ratOf(2, 1)), new(big.Rat).Quo(new(big.Rat).Add(circum.y, ortho.y), ratOf(2, 1))}
		why = fmt.Sprintf("The circumcentre is %s and the orthocentre %s; the centre is their midpoint.", ratVectorText([]*big.Rat{circum.x, circum.y}), ratVectorText([]*big.Rat{ortho.x, ortho.y}))
	default:
		bc, ca, ab := integerDistance(b, c), integerDistance(c, a), integerDistance(a, b)
		sum := bc + ca + ab
		centre = rationalPoint{ratOf(bc*a.x+ca*b.x+ab*c.x, sum), ratOf(bc*a.y+ca*b.y+ab*c.y, sum)}
		why = fmt.Sprintf("The sides BC, CA, AB measure %d, %d and %d. The incentre is the mean of the corners A, B, C with these weights.", bc, ca, ab)
	}
	const form = " Give the list [x, y] of its coordinates as integers or exact fractions."
	return exercise(r, exactList([]*big.Rat{centre.x, centre.y}), why+" This gives "+ratVectorText([]*big.Rat{centre.x, centre.y})+".", []string{
		"A triangle has the corners A = {a}, B = {b} and C = (u, {y}), where u = {u}. Find its {name}, that is, {role}." + form,
		"Let u = {u}. For the triangle with the corners {a}, {b} and (u, {y}), which point is {role}?" + form,
		"Three villages lie at A = {a}, B = {b} and C = (u, {y}) on a plane map; u is {u}. A tower is to be built at {role} of the triangle ABC. Where does it stand?" + form,
	}, gen.Fixed("a", a), gen.Fixed("b", b), gen.Slot("u", c.x), gen.Fixed("y", c.y), gen.Fixed("name", name), gen.Fixed("role", role))
}

// circumcentreOf solves the two equations of equal distances.
func circumcentreOf(a, b, c point) rationalPoint {
	row := func(p point) []*big.Rat { return []*big.Rat{ratOf(2*(p.x-a.x), 1), ratOf(2*(p.y-a.y), 1)} }
	norm := func(p point) *big.Rat { return ratOf(p.x*p.x+p.y*p.y-a.x*a.x-a.y*a.y, 1) }
	x := solveSystem([][]*big.Rat{row(b), row(c)}, []*big.Rat{norm(b), norm(c)})
	return rationalPoint{x[0], x[1]}
}

// integerTriangle joins two right triangles with integer sides along a height.
func integerTriangle(r *rand.Rand) (a, b, c point) {
	s, t := gen.Pick(r, pythagorean), gen.Pick(r, pythagorean)
	g := gcd(s[1], t[1])
	left, right, height := s[0]*t[1]/g, t[0]*s[1]/g, s[1]*t[1]/g
	ox, oy := gen.Between(r, -20, 20), gen.Between(r, -20, 20)
	if r.IntN(2) == 0 {
		height = -height
	}
	place := func(x, y int) point { return point{ox + x, oy + y} }
	a, b, c = place(-left, 0), place(right, 0), place(0, height)
	if r.IntN(2) == 0 { // swap the axes
		a, b, c = point{a.y, a.x}, point{b.y, b.x}, point{c.y, c.x}
	}
	return a, b, c
}

// integerDistance is the distance of two points where it is an integer.
func integerDistance(p, q point) int {
	outside, _ := squareFactor((p.x-q.x)*(p.x-q.x) + (p.y-q.y)*(p.y-q.y))
	return outside
}

// isometryChain asks where a point goes. Difficulty is the length of the chain
// (2 to 6); from 3 on centres and mirrors lie anywhere.
func isometryChain(r *rand.Rand, d gen.Difficulty) task.Item {
	p := point{gen.Between(r, 10, 60), gen.Between(r, -60, 60)}
	at := p
	var steps, passed []string
	for range gen.Of(d, 2, 3, 4, 5, 6) {
		c := point{}
		if d >= 3 {
			c = point{gen.Between(r, -9, 9), gen.Between(r, -9, 9)}
		}
		x, y := at.x-c.x, at.y-c.y
		step := ""
		switch r.IntN(7) {
		case 0:
			step, at = fmt.Sprintf("reflect it in the line x = %d", c.x), point{c.x - x, at.y}
		case 1:
			step, at = fmt.Sprintf("reflect it in the line y = %d", c.y), point{at.x, c.y - y}
		case 2:
			step, at = strings.TrimSuffix("reflect it in the line y = x"+signed(c.y-c.x), " + 0"), point{c.x + y, c.y + x}
		case 3:
			step, at = strings.TrimSuffix("reflect it in the line y = -x"+signed(c.y+c.x), " + 0"), point{c.x - y, c.y - x}
		case 4:
			step, at = fmt.Sprintf("rotate it by 90° counter-clockwise about %v", c), point{c.x - y, c.y + x}
		case 5:
			step, at = fmt.Sprintf("rotate it by 90° clockwise about %v", c), point{c.x + y, c.y - x}
		default:
			v := point{gen.Between(r, -9, 9), gen.Between(r, 1, 9)}
			step, at = fmt.Sprintf("translate it by the vector %v", v), point{at.x + v.x, at.y + v.y}
		}
		steps = append(steps, step)
		passed = append(passed, at.String())
	}
	const form = " Give the list [x, y] of the coordinates."
	return exercise(r, task.List(task.Integers([]int{at.x, at.y})...), fmt.Sprintf("From %v the point goes to %s.", p, strings.Join(passed, ", then to ")), []string{
		"Start with the point (a, {y}), where a = {a}, and do this in order: {steps}. Where does the point end?" + form,
		"Let a = {a}. A point lies at (a, {y}). In this order, {steps}. Find the image." + form,
		"On a drawing board a pin stands at (a, {y}) with a being {a}. One after the other: {steps}. At which coordinates is the pin then?" + form,
	}, gen.Slot("a", p.x), gen.Fixed("y", p.y), gen.Fixed("steps", strings.Join(steps, "; ")))
}
