package science

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/seismic-epicentre-distance", "earth & astronomy", "Seismic epicentre distance",
		"Locate an earthquake from the arrival times of P and S waves.", seismicDistance)
	gen.Register("science/map-scale-and-gradient", "earth & astronomy", "Map scale and gradient",
		"Find distances, slopes, areas and path lengths from a contour map.", mapScale)
}

// seismicDistance asks where a quake was. Difficulty: 1 distance from the delay
// of S after P, 2 from clock times, 3 the travel time of P, 4 the epicentral
// distance of a deep focus, 5 the coordinates from two stations.
func seismicDistance(r *rand.Rand, d gen.Difficulty) task.Item {
	p := gen.Between(r, 55, 79)
	s := int(float64(p)/(1.68+0.1*r.Float64()) + 0.5)
	per := 10/float64(s) - 10/float64(p) // seconds of delay per km
	l := gen.Of(d, delayDistance, clockDistance, originDelay, deepFocus, twoStations)(r, per, float64(p)/10)
	l.facts = fmt.Sprintf("P waves travel at %s km/s and S waves at %s km/s along straight paths. ", tenths(p), tenths(s)) + l.facts
	return l.item(r,
		"{facts} Find {asked}."+figures,
		"A seismologist works with a simple model of the crust. {facts} What is {asked}?"+figures,
		"Compute {asked} from this record: {facts}"+figures,
	)
}

// lag draws a delay in tenths of a second.
func lag(r *rand.Rand) int { return gen.Between(r, 35, 450) }

func delayDistance(r *rand.Rand, per, _ float64) lesson {
	n := lag(r)
	return lesson{
		facts: "A station records the S wave {gap} s after the P wave of the same quake.", asked: "the distance in km from the focus to the station",
		working: fmt.Sprintf("Each km adds 1/vS − 1/vP = %s s to the delay, so the distance is the delay divided by that.", decimalText(per, 6)),
		answer:  quantity(float64(n)/10/per, "km"), values: []gen.Value{gen.Slot("gap", tenths(n))},
	}
}

func clockDistance(r *rand.Rand, per, _ float64) lesson {
	n, start := lag(r), gen.Between(r, 0, 86399-60)
	clock := func(t float64) string {
		whole := int(t)
		return fmt.Sprintf("%02d:%02d:%04.1f", whole/3600, whole/60%60, t-float64(whole/60*60))
	}
	return lesson{
		facts:   fmt.Sprintf("A station notes the first P wave at %s and the first S wave at %s (hours, minutes, seconds) of the same day.", clock(float64(start)), clock(float64(start)+float64(n)/10)),
		asked:   "the distance in km from the focus to the station",
		working: fmt.Sprintf("The S wave is %s s late; each km adds 1/vS − 1/vP = %s s, and dividing gives the distance.", tenths(n), decimalText(per, 6)),
		answer:  quantity(float64(n)/10/per, "km"),
	}
}

func originDelay(r *rand.Rand, per, p float64) lesson {
	l := delayDistance(r, per, p)
	l.asked = "the time in seconds that the P wave needed from the focus to the station"
	l.working += fmt.Sprintf(" At %s km/s the P wave needs distance/%s seconds.", decimalText(p, 3), decimalText(p, 3))
	far := l.answer
	var km float64
	fmt.Sscan(far.Value, &km)
	l.answer = quantity(km/p, "s")
	return l
}

func deepFocus(r *rand.Rand, per, _ float64) lesson {
	n := lag(r)
	straight := float64(n) / 10 / per
	depth := gen.Between(r, int(0.3*straight)+1, int(0.9*straight)-1)
	return lesson{
		facts:   fmt.Sprintf("A station records the S wave {gap} s after the P wave. The focus lies %d km below the epicentre; the ground is taken as flat.", depth),
		asked:   "the distance in km from the epicentre to the station along the ground",
		working: fmt.Sprintf("The straight distance is the delay divided by 1/vS − 1/vP = %s s/km, that is %s km; by Pythagoras the epicentre is √(%s² − %d²) km away.", decimalText(per, 6), decimalText(straight, 6), decimalText(straight, 6), depth),
		answer:  quantity(math.Sqrt(straight*straight-float64(depth*depth)), "km"), values: []gen.Value{gen.Slot("gap", tenths(n))},
	}
}

func twoStations(r *rand.Rand, per, _ float64) lesson {
	base := float64(gen.Between(r, 80, 300))
	x, y := base*(0.2+0.3*r.Float64()), base*(0.5+0.6*r.Float64())
	if r.IntN(2) == 0 {
		x += 0.25 * base
	}
	gap1, text1 := shown(math.Hypot(x, y)*per, 4)
	gap2, text2 := shown(math.Hypot(base-x, y)*per, 4)
	d1, d2 := gap1/per, gap2/per
	x = (d1*d1 - d2*d2 + base*base) / (2 * base)
	return lesson{
		facts:   fmt.Sprintf("Station A is at x = 0 km, y = 0 km and station B at x = %d km, y = 0 km. The S wave comes %s s after the P wave at A and %s s after it at B. The focus is at the surface, on the side of positive y.", int(base), text1, text2),
		asked:   "the position of the epicentre in km, as a list [x, y]",
		working: fmt.Sprintf("The distances are %s km from A and %s km from B. Subtracting the two circles gives x = (a² − b² + %d²)/(2·%d), and y = √(a² − x²).", decimalText(d1, 6), decimalText(d2, 6), int(base), int(base)),
		answer:  numberList(x, math.Sqrt(d1*d1-x*x)),
	}
}

// mapScales are usual scales of topographic maps.
var mapScales = []int{10000, 12500, 15000, 20000, 25000, 40000, 50000, 100000}

// contourInterval is the usual one of a scale, in metres.
func contourInterval(scale int) int {
	switch {
	case scale <= 12500:
		return 5
	case scale <= 25000:
		return 10
	case scale <= 50000:
		return 20
	}
	return 40
}

// mapScale asks for what a map tells. Difficulty: 1 a distance, 2 a mean
// gradient in percent, 3 a slope angle from counted contours, 4 an area, 5 the
// length of a path of three legs over sloping ground.
func mapScale(r *rand.Rand, d gen.Difficulty) task.Item {
	scale := gen.Pick(r, mapScales)
	l := gen.Of(d, mapDistance, mapGradient, contourAngle, mapArea, pathLength)(r, scale)
	l.facts = fmt.Sprintf("On a map of scale 1:%d ", scale) + l.facts
	return l.item(r,
		"{facts} Find {asked}."+figures,
		"A hiker studies a topographic sheet. {facts} What is {asked}?"+figures,
		"Before a survey the office works out {asked}. {facts} Give the result."+figures,
	)
}

// drawnLength draws a length on a map in millimetres.
func drawnLength(r *rand.Rand) int { return gen.Between(r, 15, 260) }

func mapDistance(r *rand.Rand, scale int) lesson {
	mm, pace := drawnLength(r), gen.Between(r, 30, 60)
	return lesson{
		facts:   fmt.Sprintf("a straight level road is {mm} mm long. Someone walks it at a steady %s km/h.", tenths(pace)),
		asked:   "the walking time in minutes",
		working: fmt.Sprintf("The road is %d mm · %d = %s km long, and the time is that over the speed, times 60.", mm, scale, decimalText(float64(mm*scale)/1e6, 6)),
		answer:  quantity(float64(mm*scale)/1e6/(float64(pace)/10)*60, "min"), values: []gen.Value{gen.Slot("mm", mm)},
	}
}

func mapGradient(r *rand.Rand, scale int) lesson {
	mm, low := drawnLength(r), gen.Between(r, 105, 900)
	run := float64(mm*scale) / 1000
	high := low + max(7, int(run*(0.05+0.3*r.Float64())))
	return lesson{
		facts:   fmt.Sprintf("a spot height of %d m and one of {high} m are %d mm apart.", low, mm),
		asked:   "the mean gradient between them in percent (rise over horizontal distance)",
		working: fmt.Sprintf("The rise is %d m over a horizontal distance of %s m; the quotient times 100 is the gradient.", high-low, decimalText(run, 7)),
		answer:  quantity(100*float64(high-low)/run, "%"), values: []gen.Value{gen.Slot("high", high)},
	}
}

func contourAngle(r *rand.Rand, scale int) lesson {
	lines, interval := gen.Between(r, 6, 30), contourInterval(scale)
	rise := float64((lines - 1) * interval)
	mm := max(3, int(rise/(0.1+0.6*r.Float64())*1000/float64(scale)))
	run := float64(mm*scale) / 1000
	return lesson{
		facts:   fmt.Sprintf("a straight stretch of a slope starts exactly on one contour and ends exactly on another; counting both, {lines} neighbouring contours are met on %d mm. The contour interval is %d m.", mm, interval),
		asked:   "the mean slope angle of the stretch in degrees",
		working: fmt.Sprintf("%d contours are %d intervals, so the rise is %s m over %s m horizontally; the angle is the arctangent of the quotient.", lines, lines-1, decimalText(rise, 6), decimalText(run, 7)),
		answer:  quantity(math.Atan(rise/run)*180/math.Pi, "°"), values: []gen.Value{gen.Slot("lines", lines)},
	}
}

func mapArea(r *rand.Rand, scale int) lesson {
	a, b, lake := drawnLength(r), drawnLength(r), gen.Between(r, 4, 40)
	side := float64(scale) / 1000 // metres per mm
	return lesson{
		facts:   fmt.Sprintf("a forest is a right-angled triangle whose legs measure {a} mm and %d mm. Inside it a square lake of %d mm² is not forest.", b, lake),
		asked:   "the area covered by forest in hectares",
		working: fmt.Sprintf("On the map it is %d·%d/2 − %d mm². Areas scale with the square: 1 mm² is (%s m)², and 1 ha is 10,000 m².", a, b, lake, decimalText(side, 6)),
		answer:  quantity((float64(a*b)/2-float64(lake))*side*side/1e4, "ha"), values: []gen.Value{gen.Slot("a", a)},
	}
}

func pathLength(r *rand.Rand, scale int) lesson {
	interval := contourInterval(scale)
	var told, worked []string
	total := 0.0
	for i := range 3 {
		gaps := gen.Between(r, 4, 16)
		mm := max(3, int(float64(gaps*interval)/(0.08+0.32*r.Float64())*1000/float64(scale)))
		run := float64(mm*scale) / 1000
		total += math.Hypot(run, float64(gaps*interval))
		told = append(told, fmt.Sprintf("leg %d measures %d mm and %s %d contour intervals", i+1, mm, gen.Pick(r, []string{"climbs", "drops"}), gaps))
		worked = append(worked, fmt.Sprintf("√(%s² + %d²)", decimalText(run, 7), gaps*interval))
	}
	return lesson{
		facts:   fmt.Sprintf("a path has three straight legs of even slope: %s. One contour interval is %d m.", strings.Join(told, ", "), interval),
		asked:   "the true length of the path along the ground in metres",
		working: fmt.Sprintf("Each leg is the hypotenuse of its horizontal distance and its height difference: %s m.", strings.Join(worked, " + ")),
		answer:  quantity(total, "m"),
	}
}
