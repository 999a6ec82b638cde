package math

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

const geometryArea = "geometry & trigonometry"

func init() {
	gen.Register("math/angle-chasing", geometryArea, "Angle chasing", "Find an angle of a figure that is described step by step.", angleChasing)
	gen.Register("math/circle-angle-theorems", geometryArea, "Circle angle theorems",
		"Find an angle at a circle from arcs and inscribed, central and tangent angles.", circleAngles)
}

// angleFigure is a figure under construction: the angle XYZ at Y is known.
type angleFigure struct {
	x, y, z   string
	degrees   int
	sentences []string
	working   []string
}

// angleChasing asks for the last angle of a construction in which each step
// fixes the next one. Difficulty is the number of steps (2 to 7).
func angleChasing(r *rand.Rand, d gen.Difficulty) task.Item {
	start := gen.Between(r, 12, 140)
	f := &angleFigure{x: "A", y: "B", z: "C", degrees: start}
	last := -1
	for i := range gen.Of(d, 2, 3, 4, 5, 7) {
		last = f.extend(r, string(rune('D'+i)), last)
	}
	return exercise(r, task.Integer(int64(f.degrees)), fmt.Sprintf("Angle ABC is %d°; %s.", start, strings.Join(f.working, "; ")), []string{
		"In a plane figure angle ABC measures {t} degrees. {steps} How many degrees does angle {angle} measure? All angles are less than 180°.",
		"{steps} Find angle {angle} in degrees if angle ABC, from which this figure in the plane starts, is {t} degrees. (Every angle is meant to be less than 180°.)",
		"A surveyor sets out points in a plane field. Angle ABC is {t} degrees. {steps} What is the size of angle {angle} (less than 180°) in degrees?",
	}, gen.Slot("t", start), gen.Fixed("steps", strings.Join(f.sentences, " ")), gen.Fixed("angle", f.x+f.y+f.z))
}

// extend adds a step with the new point w; last is the kind of the step before.
func (f *angleFigure) extend(r *rand.Rand, w string, last int) (kind int) {
	const supplement, isosceles, triangle, bisector, parallel = 0, 1, 2, 3, 4
	var kinds []int
	if last != supplement {
		kinds = append(kinds, supplement)
	}
	if last != parallel {
		kinds = append(kinds, parallel)
	}
	if f.degrees%2 == 0 {
		kinds = append(kinds, isosceles, isosceles)
		if f.degrees >= 30 && last != bisector {
			kinds = append(kinds, bisector)
		}
	}
	if f.degrees <= 150 {
		kinds = append(kinds, triangle, triangle)
	}
	x, y, z, known := f.x, f.y, f.z, f.degrees
	switch kind = gen.Pick(r, kinds); kind {
	case supplement:
		f.x, f.degrees = w, 180-known
		f.say("%s lies on the extension of the segment %s%s beyond %s.", w, x, y, y)
		f.reason("%s%s%s is supplementary to %s%s%s: 180° − %d° = %d°", w, y, z, x, y, z, known, f.degrees)
	case isosceles:
		f.x, f.y, f.degrees = y, w, (180-known)/2
		f.say("%s lies on the ray from %s through %s such that %s%s = %s%s.", w, y, x, y, w, y, z)
		f.reason("triangle %s%s%s is isosceles, so %s%s%s = (180° − %d°)/2 = %d°", y, w, z, y, w, z, known, f.degrees)
	case triangle:
		given := gen.Between(r, 10, 170-known)
		f.x, f.y, f.degrees = y, w, 180-known-given
		f.say("%s lies on the ray from %s through %s such that angle %s%s%s is %d°.", w, y, x, y, z, w, given)
		f.reason("the angles of triangle %s%s%s add up to 180°, so %s%s%s = 180° − %d° − %d° = %d°", y, w, z, y, w, z, known, given, f.degrees)
	case bisector:
		f.z, f.degrees = w, known/2
		f.say("%s lies on the bisector of angle %s%s%s, inside the angle.", w, x, y, z)
		f.reason("%s%s%s is half of %s%s%s: %d°", x, y, w, x, y, z, f.degrees)
	case parallel:
		f.x, f.y, f.z = y, z, w
		f.say("%s lies on the line through %s parallel to %s%s, on the other side of the line %s%s than %s.", w, z, x, y, y, z, x)
		f.reason("%s%s%s and %s%s%s are alternate angles: %d°", y, z, w, x, y, z, known)
	}
	return kind
}

func (f *angleFigure) say(format string, args ...any) {
	f.sentences = append(f.sentences, fmt.Sprintf(format, args...))
}

func (f *angleFigure) reason(format string, args ...any) {
	f.working = append(f.working, fmt.Sprintf(format, args...))
}

// arcCircle is a circle with named points in order; arcs[i] goes from point i to
// the next and holds no other named point.
type arcCircle struct {
	names []string
	arcs  []int
}

// circleAngles asks for an angle at a circle. Facts fix all arcs between
// neighbours but one, and the turn fixes that. Difficulty adds points (3 to 6)
// and with them arcs to be found and added; from 2 on chords, secants and
// tangents meet inside or outside the circle.
func circleAngles(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 4, 5, 6)
	c := drawArcCircle(r, n)
	unknown := r.IntN(n)
	var facts, working []string
	lead := 0
	for i := range n {
		if i == unknown {
			continue
		}
		value, text := c.fact(r, i)
		if lead == 0 {
			lead = value
			text = strings.Replace(text, fmt.Sprintf("%d°", value), "t degrees", 1)
		}
		facts = append(facts, text)
		working = append(working, fmt.Sprintf("arc %s = %d°", c.arcName(i), c.arcs[i]))
	}
	value, asked, why := c.asked(r, d)
	return exercise(r, task.Integer(int64(value)), fmt.Sprintf("Doubling inscribed and tangent angles gives %s; the last arc %s completes 360° with %d°. %s", gen.Enumerated(working), c.arcName(unknown), c.arcs[unknown], why), []string{
		"The points {names} lie on a circle with the centre O, in this order around it. {facts} Here t = {t}. Find {asked}, in degrees.",
		"Going once around a circle with the centre O, one meets the points {names} in this order. {facts} If t is {t}, how many degrees is {asked}?",
		"On a circular track with the centre O stand posts at {names}, in this order. {facts} Let t be {t}. Determine, in degrees, {asked}.",
	}, gen.Fixed("names", gen.Enumerated(c.names)), gen.Fixed("facts", strings.Join(facts, " ")), gen.Slot("t", lead), gen.Fixed("asked", asked))
}

// drawArcCircle has even arcs of at least 16°, so that all halves are whole.
func drawArcCircle(r *rand.Rand, n int) arcCircle {
	c := arcCircle{arcs: make([]int, n)}
	rest := 180
	for i := range n {
		c.names = append(c.names, string(rune('A'+i)))
		if i == n-1 {
			c.arcs[i] = 2 * rest
			break
		}
		most := min(rest-8*(n-1-i), gen.Between(r, 180/n, 270/n))
		half := gen.Between(r, 8, most)
		c.arcs[i] = 2 * half
		rest -= half
	}
	r.Shuffle(n, func(i, j int) { c.arcs[i], c.arcs[j] = c.arcs[j], c.arcs[i] })
	return c
}

func (c arcCircle) arcName(i int) string { return c.names[i] + c.names[(i+1)%len(c.names)] }

// sum is the arc from point i on to point j.
func (c arcCircle) sum(i, j int) int {
	n, total := len(c.arcs), 0
	for k := i; k%n != j%n; k++ {
		total += c.arcs[k%n]
	}
	return total
}

// fact states the arc from point i to the next directly or by an angle.
func (c arcCircle) fact(r *rand.Rand, i int) (value int, text string) {
	n := len(c.names)
	a, b, arc := c.names[i], c.names[(i+1)%n], c.arcs[i]
	switch kind := r.IntN(4); {
	case kind == 0 && arc < 180:
		return arc, fmt.Sprintf("The central angle %sO%s is %d°.", a, b, arc)
	case kind == 1:
		return arc / 2, fmt.Sprintf("Angle %s%s%s is %d°.", a, c.names[(i+2+r.IntN(n-2))%n], b, arc/2)
	case kind == 2 && arc < 180:
		return arc / 2, fmt.Sprintf("The tangent at %s and the chord %s%s form an angle of %d° on that side of the chord on which none of the other named points lies.", a, a, b, arc/2)
	}
	return arc, fmt.Sprintf("The arc %s%s that holds none of the other named points measures %d°.", a, b, arc)
}

// asked draws a question whose answer is positive and below 180°.
func (c arcCircle) asked(r *rand.Rand, d gen.Difficulty) (value int, asked, why string) {
	n := len(c.names)
	at := r.IntN(n)
	name := func(i int) string { return c.names[i%n] }
	if n == 3 || d == 2 && r.IntN(2) == 0 {
		j := at + 1 + r.IntN(n-2)
		value = c.sum(at, j) / 2
		return value, fmt.Sprintf("the angle %s%s%s", name(at), name(j+1), name(j)), fmt.Sprintf("The inscribed angle is half of its arc of %d°.", 2*value)
	}
	// four points i, j, k, l in order around the circle
	gaps := [3]int{1, 1, 1}
	for range r.IntN(n - 3) {
		gaps[r.IntN(3)]++
	}
	i := at
	j, k := i+gaps[0], i+gaps[0]+gaps[1]
	l := k + gaps[2]
	near, far := c.sum(i, j), c.sum(k, l)
	kind := r.IntN(3)
	if d == 2 || near == far || kind == 2 && near >= 180 {
		kind = 0
	}
	switch kind {
	case 1:
		value = max(far-near, near-far) / 2
		return value, fmt.Sprintf("the angle with the vertex X whose sides pass through these points, where X is the intersection of the lines %s%s and %s%s outside the circle", name(i), name(l), name(j), name(k)),
			fmt.Sprintf("Between two secants that meet outside lies half the difference of the arcs %d° and %d°.", max(near, far), min(near, far))
	case 2:
		value = 180 - near
		return value, fmt.Sprintf("the angle %sT%s, where T is the intersection of the tangents at %s and %s", name(i), name(j), name(i), name(j)),
			fmt.Sprintf("With the two radii the tangents form a kite with right angles at the points of contact, so the angle is 180° minus the arc of %d°.", near)
	}
	value = (near + far) / 2
	return value, fmt.Sprintf("the angle %sX%s, where X is the intersection of the chords %s%s and %s%s", name(i), name(j), name(i), name(k), name(j), name(l)),
		fmt.Sprintf("The angle between chords that cross inside is half the sum of the arcs %d° and %d°.", near, far)
}
