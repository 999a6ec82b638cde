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
	gen.Register("math/sector-and-arc-measures", geometryArea, "Sector and arc measures", "Find perimeters and areas of figures that circular arcs bound.", sectorMeasures)
	gen.Register("math/composite-solid-volume", geometryArea, "Composite solid volume", "Find the volume of joined or hollowed round solids.", compositeSolid)
	gen.Register("math/frustum-and-scaling-ratios", geometryArea, "Frustum and scaling ratios",
		"Find volumes and areas of a cone or pyramid after cuts parallel to its base.", frustumScaling)
	gen.Register("math/point-plane-and-line-line-distance", geometryArea, "Point–plane and line–line distance",
		"Find a distance between points, lines and planes in space.", spaceDistance)
}

// sectorFigure is a figure of circular arcs; the measure is a combination of 1, √3 and π.
type sectorFigure struct {
	value     combination
	why       string
	phrasings []string
}

// sectorMeasures asks for a measure with π. Difficulty: 1 the perimeter of a
// sector, 2 a circular segment, 3 a ring sector, 4 two overlapping circles, 5 the
// space between three touching circles.
func sectorMeasures(r *rand.Rand, d gen.Difficulty) task.Item {
	radius := gen.Between(r, 10, 600)
	angle := gen.Pick(r, gen.Of(d, span(10, 340), []int{30, 45, 60, 90, 120, 135, 150}, span(10, 340), []int{30, 45, 60, 90, 120}, []int{60}))
	gap := gen.Between(r, 2, 9)
	f := sectorFigureOf(d, radius, angle, gap)
	const form = " Give the exact value in terms of π, with simplified surds where there are any."
	for i := range f.phrasings {
		f.phrasings[i] += form
	}
	return exercise(r, exactAnswer(f.value), f.why, f.phrasings, gen.Slot("r", radius), gen.Fixed("g", angle), gen.Fixed("k", gap))
}

func sectorFigureOf(d gen.Difficulty, radius, angle, gap int) sectorFigure {
	square := radius * radius
	segment := func(times int) combination { // r²/2 · (angle in radians − sine)
		out := combination{{ratOf(times*square*angle, 360), `\pi`}}
		for _, c := range sineOf(angle).combination() {
			out = append(out, scaled{new(big.Rat).Mul(c.coefficient, ratOf(-times*square, 2)), c.basis})
		}
		return out
	}
	switch d {
	case 1:
		return sectorFigure{combination{{ratOf(2*radius, 1), ""}, {ratOf(angle*radius, 180), `\pi`}},
			fmt.Sprintf("Two radii of %d and the arc %d/360 · 2π · %d add up.", radius, angle, radius), []string{
				"A sector of a circle has the radius {r} and the central angle {g}°. Find its perimeter.",
				"A slice of a round cake of radius {r} cm has an angle of {g}° at the centre. How many centimetres of ribbon go once around the outline of its top?",
				"A fan opens by {g}°; its straight edges are {r} cm long and its outer edge is an arc around the pivot. How long is its whole outline in centimetres?",
			}}
	case 2:
		return sectorFigure{segment(1), fmt.Sprintf("The sector has the area %d/360 · π · %d², the triangle of the radii the area %d²/2 · sin %d°. Their difference is the segment.", angle, radius, radius, angle), []string{
			"In a circle of radius {r} a chord belongs to the central angle {g}°. Find the area of the smaller segment that it cuts off.",
			"A round window of radius {r} cm is partly filled with water-coloured glass: the piece below a straight edge whose ends form an angle of {g}° with the centre (the smaller piece). What is the area of this piece in square centimetres?",
			"A level pipe has a circular cross-section of radius {r} mm. Water stands in it so low that the lines from the centre to the two ends of the water's surface form an angle of {g}°. How many square millimetres of the cross-section are under water?",
		}}
	case 3:
		return sectorFigure{combination{{ratOf(2*gap*radius, 1), ""}, {ratOf(angle*radius*(2+gap), 180), `\pi`}},
			fmt.Sprintf("The radii are %d and %d. Two straight sides of %d and the two arcs, together %d/180 · π · %d, add up.", radius, radius*(1+gap), gap*radius, angle, radius*(2+gap)), []string{
				"Two concentric circles have the radius {r} and a radius longer by {k} times as much. Two rays from the centre that enclose an angle of {g}° cut a piece out of the ring. Find the perimeter of this piece.",
				"A windscreen wiper turns by {g}°. Its blade reaches from the distance {r} cm from the pivot outwards, and the blade is {k} times as long as this distance. How long is the outline of the wiped area, in centimetres?",
				"A curved bed in a park lies between two arcs around a fountain: the inner radius is {r} m, the bed is {k} times as wide as that, and its straight ends point to the fountain and enclose {g}°. How many metres of edging go around it?",
			}}
	case 4:
		return sectorFigure{segment(2), fmt.Sprintf("The common chord belongs to the central angle %d° in both circles, so the overlap is two equal segments: twice the sector %d/360 · π · %d² minus twice the triangle %d²/2 · sin %d°.", angle, angle, radius, radius, angle), []string{
			"Two circles of radius {r} overlap. The radii of either circle to the two points of intersection enclose an angle of {g}°. Each centre lies outside the overlap or on its rim. Find the area of the overlap.",
			"Two round lamps light discs of radius {r} m each on a floor. Seen from the centre of either disc, the two points where the rims cross are {g}° apart; neither centre lies inside the other disc. How many square metres are lit twice?",
			"A leaf shape is bounded by two arcs of radius {r}, each with a central angle of {g}°, which bulge to opposite sides and share their ends. What is its area?",
		}}
	}
	return sectorFigure{combination{{ratOf(gap*gap*square, 1), `\sqrt{3}`}, {ratOf(-gap*gap*square, 2), `\pi`}},
		fmt.Sprintf("The radius is %d. The centres form an equilateral triangle of side %d; three sectors of 60°, together half a disc, are cut from its area side²·√3/4.", gap*radius, 2*gap*radius), []string{
			"Three circles, each with {k} times the radius {r}, touch each other in pairs from outside. Find the area of the region between them.",
			"Three equal coins lie flat and touch each other; their radius is {k} times as large as {r} mm. What is the area, in square millimetres, of the gap that they enclose?",
			"Three round columns stand so that each touches both others; the radius of each is {k} times {r} cm. How large (in square centimetres) is the cross-section of the empty space between them?",
		}}
}

// solidPart is a round solid on a common axis; volume is the rational times π.
type solidPart struct {
	name   string // with {r} and {h}
	volume func(r, h int) *big.Rat
}

var solidParts = []solidPart{
	{"a cylinder of radius %d cm and height %d cm", func(r, h int) *big.Rat { return ratOf(r*r*h, 1) }},
	{"a cone of base radius %d cm and height %d cm", func(r, h int) *big.Rat { return ratOf(r*r*h, 3) }},
	{"a hemisphere of radius %d cm", func(r, _ int) *big.Rat { return ratOf(2*r*r*r, 3) }},
}

// compositeSolid asks for a volume. Difficulty is the number of parts (2 to 6);
// from 2 on some are hollowed out of the first, a cylinder that holds them.
func compositeSolid(r *rand.Rand, d gen.Difficulty) task.Item {
	radius, height := gen.Between(r, 20, 60), gen.Between(r, 150, 300)
	total := ratOf(radius*radius*height, 1)
	working := []string{fmt.Sprintf("π·%d²·%d", radius, height)}
	joined, removed := []string{}, []string{}
	for i := range gen.Of(d, 1, 2, 3, 4, 5) {
		part := gen.Pick(r, solidParts)
		r1, h := gen.Between(r, 3, 19), gen.Between(r, 3, 25)
		text := fmt.Sprintf(part.name, r1, h)
		if strings.HasPrefix(part.name, "a hemi") {
			text = fmt.Sprintf(part.name, r1)
		}
		volume := part.volume(r1, h)
		if i%2 == 0 {
			total.Add(total, volume)
			joined = append(joined, text)
			working = append(working, "+ π·"+volume.RatString())
		} else {
			total.Sub(total, volume)
			removed = append(removed, text)
			working = append(working, "− π·"+volume.RatString())
		}
	}
	changes := "onto it are glued " + gen.Enumerated(joined)
	if len(joined) == 1 {
		changes = "onto it is glued " + joined[0]
	}
	if len(removed) > 0 {
		changes += "; out of it are cut, without touching each other, cavities in the shape of " + gen.Enumerated(removed)
	}
	const form = " Give the volume in cubic centimetres exactly, as a multiple of π."
	return exercise(r, exactAnswer(combination{{total, `\pi`}}), fmt.Sprintf("The volumes are %s cubic centimetres. They add up to %s·π.", strings.Join(working, " "), total.RatString()), []string{
		"A workpiece is a cylinder of radius {r} cm and height {h} cm; {changes}. What is its volume?" + form,
		"How much material is in this body? A cylinder has the radius {r} cm and the height {h} cm; {changes}." + form,
		"A sculptor starts from a round pillar, {h} cm high and with a radius of {r} cm; {changes}. Find the volume of the finished sculpture." + form,
	}, gen.Slot("r", radius), gen.Slot("h", height), gen.Fixed("changes", changes))
}

// frustumScaling asks, by difficulty, for 1 the volume cut off, 2 that of the
// frustum, 3 the lateral area of the frustum, 4 the volume of a slice between
// two cuts, 5 the whole volume from that of a slice.
func frustumScaling(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Between(r, 4, 20) // the height in parts
	a := gen.Between(r, 1, n-2)
	b := gen.Between(r, a+1, n-1)
	size := gen.Between(r, 21, 900)
	body := gen.Pick(r, []string{"cone", "pyramid with a square base", "pyramid with a hexagonal base", "pyramid with a triangular base"})
	upper, lower := ratOf(a, n), ratOf(b, n)
	cube := func(x *big.Rat) *big.Rat { return new(big.Rat).Mul(new(big.Rat).Mul(x, x), x) }
	share := cube(upper)
	measure, asked := "volume", "the volume of the piece that holds the apex"
	cut := fmt.Sprintf("A plane parallel to the base cuts it at %d/%d of the height, measured from the apex", a, n)
	why := fmt.Sprintf("The piece at the apex is similar with the ratio %s, so volumes scale by its cube %s.", upper.RatString(), share.RatString())
	switch d {
	case 2:
		asked = "the volume of the piece at the base"
		share = new(big.Rat).Sub(ratOf(1, 1), share)
		why += " The rest is the share " + share.RatString() + "."
	case 3:
		measure, asked = "lateral area", "the lateral area of the piece at the base"
		square := new(big.Rat).Mul(upper, upper)
		share = new(big.Rat).Sub(ratOf(1, 1), square)
		why = fmt.Sprintf("Areas scale by the square of %s, so the share 1 − %s = %s remains.", upper.RatString(), square.RatString(), share.RatString())
	case 4, 5:
		cut = fmt.Sprintf("Two planes parallel to the base cut it at %d/%d and %d/%d of the height, both measured from the apex", a, n, b, n)
		asked = "the volume of the slice between the two cuts"
		share = new(big.Rat).Sub(cube(lower), share)
		why = fmt.Sprintf("The pieces from the apex to the cuts have the shares %s and %s of the volume; the slice is their difference %s.", cube(lower).RatString(), cube(upper).RatString(), share.RatString())
	}
	value := new(big.Rat).Mul(share, ratOf(size, 1))
	given := fmt.Sprintf("the whole %s has the %s", strings.Fields(body)[0], measure)
	if d == 5 {
		value = new(big.Rat).Quo(ratOf(size, 1), share)
		given, asked = "the slice between the two cuts has the volume", "the volume of the whole "+strings.Fields(body)[0]
		why += " The whole is the given volume divided by it."
	}
	return exercise(r, rationalAnswer(value), why, []string{
		"Consider a {body}. {cut}. If {given} {v}, find {asked}." + fractionForm,
		"A solid has the shape of a {body}. {cut}. What is {asked}, given that {given} {v}?" + fractionForm,
		"A candle is made as a {body}. {cut}. In suitable units, {given} {v}. Determine {asked}." + fractionForm,
	}, gen.Fixed("body", body), gen.Fixed("cut", cut), gen.Fixed("given", given), gen.Fixed("asked", asked), gen.Slot("v", size))
}

// spaceDistance asks, by difficulty, for the distance of 1 a point from a plane,
// 2 a point from the plane through three points, 3 a point from a line, 4 two
// parallel lines, 5 two skew lines.
func spaceDistance(r *rand.Rand, d gen.Difficulty) task.Item {
	u, v, p := drawVector(r, 3, 6), drawVector(r, 3, 6), drawVector(r, 3, 9)
	if n := crossProduct(u, v); n[0] == 0 && n[1] == 0 && n[2] == 0 {
		u, v = []int{u[0] + 1, 1, u[2]}, []int{u[0] + 1, 2, u[2]}
		if u[0] == 0 && u[2] == 0 {
			u[0] = 1
		}
	}
	q := drawVector(r, 3, 9)
	q[0] = gen.Between(r, 10, 60)
	lettered := fmt.Sprintf("(a, %d, %d)", q[1], q[2])
	w := []int{q[0] - p[0], q[1] - p[1], q[2] - p[2]}
	n := crossProduct(u, v)
	var square *big.Rat
	var pair, why string
	switch d {
	case 1:
		c := gen.Between(r, -20, 20)
		square = ratOf((dotInt(v, q)-c)*(dotInt(v, q)-c), dotInt(v, v))
		pair = fmt.Sprintf("the point %s and the plane %s = %d", lettered, linearFormText(v), c)
		why = fmt.Sprintf("The distance is |%s·%s − (%d)|/|%s| = %d/√%d.", vectorText(v), vectorText(q), c, vectorText(v), max(dotInt(v, q)-c, c-dotInt(v, q)), dotInt(v, v))
	case 2:
		square = ratOf(dotInt(n, w)*dotInt(n, w), dotInt(n, n))
		pair = fmt.Sprintf("the point %s and the plane through the points %s, %s and %s", lettered, vectorText(p), vectorText(vectorSum(p, u)), vectorText(vectorSum(p, v)))
		why = fmt.Sprintf("A normal vector is %s. The distance is the projection of %s on it: %d/√%d.", vectorText(n), vectorText(w), max(dotInt(n, w), -dotInt(n, w)), dotInt(n, n))
	case 3, 4:
		c := crossProduct(w, u)
		square = ratOf(dotInt(c, c), dotInt(u, u))
		pair = fmt.Sprintf("the point %s and the line %s + s·%s", lettered, vectorText(p), vectorText(u))
		if d == 4 {
			k := gen.Pick(r, []int{-3, -2, 2, 3})
			pair = fmt.Sprintf("the lines %s + s·%s and %s + s·%s", vectorText(p), vectorText(u), lettered, vectorText([]int{k * u[0], k * u[1], k * u[2]}))
		}
		why = fmt.Sprintf("The vector %s from line to point has the cross product %s with the direction %s. The distance is the quotient of the lengths, √%d/√%d.", vectorText(w), vectorText(c), vectorText(u), dotInt(c, c), dotInt(u, u))
	default:
		square = ratOf(dotInt(n, w)*dotInt(n, w), dotInt(n, n))
		pair = fmt.Sprintf("the lines %s + s·%s and %s + s·%s", vectorText(p), vectorText(u), lettered, vectorText(v))
		why = fmt.Sprintf("The common normal has the direction %s. The projection of %s on it is the distance: %d/√%d.", vectorText(n), vectorText(w), max(dotInt(n, w), -dotInt(n, w)), dotInt(n, n))
	}
	const form = " Give the exact value with simplified surds."
	return exercise(r, exactAnswer(combination{rootOf(square)}), fmt.Sprintf("Put a = %d. ", q[0])+why, []string{
		"Find the distance between {pair}, where a = {a}." + form,
		"Let a = {a}. How far apart are {pair}, measured along the shortest connection?" + form,
		"In a room with a system of coordinates x, y, z, consider {pair}, with a standing for {a}. What is their smallest distance?" + form,
	}, gen.Fixed("pair", pair), gen.Slot("a", q[0]))
}

func vectorSum(a, b []int) []int {
	out := make([]int, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}

// linearFormText writes 2x - y + 3z.
func linearFormText(v []int) string {
	var b strings.Builder
	for i, c := range v {
		if c == 0 {
			continue
		}
		text := signed(c)
		if c == 1 || c == -1 {
			text = text[:3]
		}
		text += string("xyz"[i])
		if b.Len() == 0 {
			text = strings.TrimPrefix(strings.Replace(text, " - ", "-", 1), " + ")
		}
		b.WriteString(text)
	}
	return b.String()
}
