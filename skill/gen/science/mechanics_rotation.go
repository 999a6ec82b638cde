package science

import (
	"fmt"
	"math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "physics: mechanics"
	gen.Register("science/torque-balance", area, "Torque balance",
		"Find support reactions of beams, the cable of a boom or the grip a ladder needs.", torqueBalance)
	gen.Register("science/rolling-and-rotational-energy", area, "Rolling and rotational energy",
		"Find speeds and accelerations of rolling bodies and of pulleys with inertia.", rollingBody)
}

// beamLoad is a weight in newtons at a place in metres from the left end.
type beamLoad struct{ weight, at float64 }

// reactions of two supports at places a < b that together carry the loads.
func reactions(loads []beamLoad, a, b float64) (left, right float64) {
	for _, l := range loads {
		left += l.weight * (b - l.at) / (b - a)
		right += l.weight * (l.at - a) / (b - a)
	}
	return left, right
}

// torqueBalance asks for forces in equilibrium. Difficulty: 1 a beam with one
// load, 2 two loads, 3 a support that stands in from the end, 4 a boom held by a
// cable, where the hinge takes the rest, 5 a ladder, whose friction follows.
func torqueBalance(r *rand.Rand, d gen.Difficulty) task.Item {
	switch d {
	case 4:
		return cableBoom(r)
	case 5:
		return wallLadder(r)
	}
	length, beam := gen.Between(r, 40, 120), gen.Between(r, 80, 900)
	l := float64(length) / 10
	loads := []beamLoad{{float64(beam), l / 2}}
	for range gen.Of(d, 1, 2, 2, 2, 2) {
		loads = append(loads, beamLoad{float64(gen.Between(r, 100, 1500)), float64(gen.Between(r, 5, length-5)) / 10})
	}
	b := length
	support := "at its right end"
	if d == 3 {
		b = gen.Between(r, length*6/10, length*9/10)
		support = fmt.Sprintf("%s m from its left end", tenths(b))
	}
	left, right := reactions(loads, 0, float64(b)/10)
	if math.Abs(left) < 1 { // the beam would be about to tip
		loads[0].weight += 60
		beam += 60
		left, right = reactions(loads, 0, float64(b)/10)
	}
	if near := math.Abs(left - right); near > 0 && near < 0.005*right { // the order of the answers would not matter
		loads[1].weight += 97
		left, right = reactions(loads, 0, float64(b)/10)
	}
	text := ""
	for i, l := range loads[1:] {
		text += fmt.Sprintf(" %s of %s N stands %s m from the left end.", []string{"A load", "A second load"}[i], six(l.weight), six(l.at))
	}
	e := exercise{answer: quantities("N", left, right), values: []gen.Value{gen.Slot("beam", beam)}}
	e.data = fmt.Sprintf("A uniform beam %s m long weighs {beam} N and lies level. It is fixed to support A at its left end and rests on support B %s.%s", tenths(length), support, text)
	e.asked = "the vertical forces that A and B exert on the beam, in newtons, positive upwards, as a list [A, B]"
	e.working = fmt.Sprintf("Torques about A: B times its distance equals the sum of weight times distance, the beam's weight acting at %s m. So B = %s N, and A is the total weight minus B, %s N.", six(l/2), six(right), six(left))
	return e.item(r, "{data} Find {asked}."+figures, "A builder checks a scaffold. {data} What are {asked}?"+figures, "{data} Everything is in equilibrium. Determine {asked}."+figures)
}

// cableBoom asks for the cable's tension and the hinge's force.
func cableBoom(r *rand.Rand) task.Item {
	length, weight, load, angle := gen.Between(r, 20, 60), gen.Between(r, 50, 400), gen.Between(r, 100, 900), gen.Between(r, 25, 60)
	at := gen.Between(r, length/2, length)
	l := float64(length) / 10
	tension := (float64(weight)*l/2 + float64(load)*float64(at)/10) / (l * sinDeg(float64(angle)))
	hinge := math.Hypot(tension*cosDeg(float64(angle)), float64(weight+load)-tension*sinDeg(float64(angle)))
	e := exercise{answer: quantities("N", tension, hinge), values: []gen.Value{gen.Slot("load", load)}}
	e.data = fmt.Sprintf("A uniform horizontal boom of %s m and %d N is hinged to a wall at one end. A cable runs from its other end up to the wall and makes an angle of %d° with the boom. A sign of {load} N hangs from the boom %s m from the hinge.", tenths(length), weight, angle, tenths(at))
	e.asked = "the tension of the cable and the magnitude of the force that the hinge exerts on the boom, in newtons, as a list [tension, hinge force]"
	e.working = fmt.Sprintf("Torques about the hinge: T·L·sin θ = W·L/2 + P·d, so T = %s N. The hinge takes T·cos θ = %s N across and W + P − T·sin θ = %s N upwards, together %s N.",
		six(tension), six(tension*cosDeg(float64(angle))), six(float64(weight+load)-tension*sinDeg(float64(angle))), six(hinge))
	return e.item(r, "{data} Find {asked}."+figures, "A shop puts up a sign. {data} What are {asked}?"+figures, "{data} Everything is in equilibrium. Determine {asked}."+figures)
}

// wallLadder asks for the wall's force and the least friction at the foot.
func wallLadder(r *rand.Rand) task.Item {
	length, weight, person, angle := gen.Between(r, 30, 80), gen.Between(r, 80, 300), gen.Between(r, 500, 1000), gen.Between(r, 52, 76)
	at := gen.Between(r, length/3, length*95/100)
	share := float64(at) / float64(length)
	wall := (float64(weight)/2 + float64(person)*share) / tanDeg(float64(angle))
	mu := wall / float64(weight+person)
	e := exercise{answer: task.List(quantity(wall, "N"), quantity(mu, "")), values: []gen.Value{gen.Slot("person", person)}}
	e.data = fmt.Sprintf("A uniform ladder of %s m and %d N leans against a perfectly smooth vertical wall and makes %d° with the level ground. A person of {person} N stands %s m up the ladder, measured along it from the foot.", tenths(length), weight, angle, tenths(at))
	e.asked = "the force of the wall on the ladder in newtons and the least coefficient of static friction at the foot for which nothing slips, as a list [force, coefficient]"
	e.working = fmt.Sprintf("Torques about the foot: N_wall·L·sin θ = (W·L/2 + P·s)·cos θ, so N_wall = %s N. The ground's friction equals it and its normal force is W + P = %d N, so μ is at least %s.", six(wall), weight+person, six(mu))
	return e.item(r, "{data} Find {asked}."+figures, "A painter is at work. {data} What are {asked}?"+figures, "{data} Everything is in equilibrium. Determine {asked}."+figures)
}

// roller is a round body: its moment of inertia is factor·m·r².
type roller struct {
	name, inertia string
	factor        float64
}

var rollers = []roller{
	{"solid sphere", "(2/5)·m·r²", 2.0 / 5}, {"hollow sphere with a thin wall", "(2/3)·m·r²", 2.0 / 3},
	{"solid cylinder", "(1/2)·m·r²", 1.0 / 2}, {"thin hoop", "m·r²", 1},
}

// rollingBody asks about rolling without slipping. Difficulty: 1 the speed after
// a slope, 2 the acceleration on it, 3 how far up a slope it rolls, 4 a slope that
// is smooth in its lower part, so that the spin no longer grows, 5 a falling
// weight that unwinds a pulley against friction.
func rollingBody(r *rand.Rand, d gen.Difficulty) task.Item {
	b := gen.Pick(r, rollers)
	h, angle, v := gen.Between(r, 11, 950), gen.Between(r, 5, 40), gen.Between(r, 15, 90)
	inertia := fmt.Sprintf(" (moment of inertia %s about its axis)", b.inertia)
	e := exercise{values: []gen.Value{gen.Slot("h", h)}}
	switch d {
	case 1:
		m := gen.Between(r, 20, 900)
		speed := math.Sqrt(2 * gravity * float64(h) / 100 / (1 + b.factor))
		e.data = fmt.Sprintf("A %s of %d g%s starts from rest and rolls without slipping down a ramp to a level {h} cm lower.", b.name, m, inertia)
		e.asked, e.answer = "the speed of its centre there, in m/s", quantity(speed, "m/s")
		e.working = fmt.Sprintf("m·g·h = m·v²/2 + I·ω²/2 with ω = v/r, so v² = 2gh/(1 + %s) and v = %s m/s.", six(b.factor), six(speed))
	case 2:
		a := gravity * sinDeg(float64(angle)) / (1 + b.factor)
		t := math.Sqrt(2 * float64(h) / 100 / a)
		e.data = fmt.Sprintf("A %s%s is released from rest and rolls without slipping down a plane inclined at %d°.", b.name, inertia, angle)
		e.asked, e.answer = "the time it needs for the first {h} cm along the plane, in seconds", quantity(t, "s")
		e.working = fmt.Sprintf("m·a = m·g·sin θ − F and F·r = I·a/r give a = g·sin θ/(1 + %s) = %s m/s². From s = a·t²/2 the time is %s s.", six(b.factor), six(a), six(t))
	case 3:
		rise := float64(v*v) / 200 * (1 + b.factor) / gravity
		e.values = []gen.Value{gen.Slot("angle", angle)}
		e.data = fmt.Sprintf("A %s%s rolls without slipping at %s m/s on level ground and goes on, still without slipping, up a plane inclined at {angle}°.", b.name, inertia, tenths(v))
		e.asked, e.answer = "the distance it covers along the plane before it turns back, in metres", quantity(rise/sinDeg(float64(angle)), "m")
		e.working = fmt.Sprintf("Its energy m·v²/2·(1 + %s) lifts it by h = %s m. Along the plane that is h/sin θ = %s m.", six(b.factor), six(rise), six(rise/sinDeg(float64(angle))))
	case 4:
		lower := gen.Between(r, 20, 300)
		first := 2 * gravity * float64(h) / 100 / (1 + b.factor)
		speed := math.Sqrt(first + 2*gravity*float64(lower)/100)
		e.data = fmt.Sprintf("A %s%s starts from rest and rolls without slipping down a rough ramp to a level {h} cm lower. There the ramp becomes perfectly smooth and goes down by another %d cm.", b.name, inertia, lower)
		e.asked, e.answer = "the speed of its centre at the end, in m/s", quantity(speed, "m/s")
		e.working = fmt.Sprintf("On the rough part v² = 2gh/(1 + %s) = %s m²/s². On the smooth part no torque acts, the spin stays, and all of the potential energy goes into v²: it becomes %s m²/s², v = %s m/s.", six(b.factor), six(first), six(speed*speed), six(speed))
	default:
		m, M, radius := gen.Between(r, 10, 80), gen.Between(r, 10, 90), gen.Between(r, 5, 30)
		torque := gen.Between(r, 2, max(3, 3*m*radius/100)) // hundredths of N·m, below a third of the weight's own
		pull := float64(m)/10*gravity - float64(torque)/float64(radius)
		speed := math.Sqrt(2 * float64(h) / 100 * pull / (float64(m)/10 + float64(M)/20))
		e.data = fmt.Sprintf("A light cord is wound around a uniform disc of %s kg and radius %d cm (moment of inertia M·R²/2), which turns about a fixed horizontal axle against a constant frictional torque of %s N·m. A weight of %s kg hangs from the cord and falls from rest by {h} cm while the cord unwinds without slipping.", tenths(M), radius, hundredths(torque), tenths(m))
		e.asked, e.answer = "the speed of the weight then, in m/s", quantity(speed, "m/s")
		e.working = fmt.Sprintf("The torque works like a force τ/R at the rim, so the net pull is m·g − τ/R = %s N over h. It becomes (m + M/2)·v²/2, so v = %s m/s.", six(pull), six(speed))
	}
	return e.item(r, "{data} Find {asked}."+gravityNote+figures, "A toy maker tries this out. {data} What is {asked}?"+gravityNote+figures,
		"{data} Taking the rotation into account, calculate {asked}."+gravityNote+figures)
}
