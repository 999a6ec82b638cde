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
	gen.Register("science/newtons-second-law-with-friction", area, "Newton's second law with friction",
		"Decide whether a pushed block moves at all and find its acceleration.", blockWithFriction)
	gen.Register("science/connected-bodies-on-pulleys", area, "Connected bodies on pulleys",
		"Find the acceleration and the rope's tension of two bodies joined over a pulley.", pulleyPair)
	gen.Register("science/inclined-plane-equilibrium", area, "Inclined plane equilibrium",
		"Find the least or greatest force that holds a body on an incline.", inclineEquilibrium)
	gen.Register("science/centripetal-force-and-banking", area, "Centripetal force and banking",
		"Find safe speeds or forces of a vehicle on a flat or banked curve.", curveSpeeds)
}

// pushedBlock is a block on a slope under a force: mass in kg, angles in degrees.
// The force points up the slope, turned by tilt away from the surface.
type pushedBlock struct {
	mass, force, slope, tilt, static, kinetic float64
}

// forces along the slope without friction (upwards) and on the surface.
func (b pushedBlock) forces() (drive, normal float64) {
	weight := b.mass * gravity
	return b.force*cosDeg(b.tilt) - weight*sinDeg(b.slope), weight*cosDeg(b.slope) - b.force*sinDeg(b.tilt)
}

// acceleration of a block that was at rest; moves is false where static
// friction holds it.
func (b pushedBlock) acceleration() (a float64, moves bool) {
	drive, normal := b.forces()
	if math.Abs(drive) <= b.static*normal {
		return 0, false
	}
	return math.Copysign(math.Abs(drive)-b.kinetic*normal, drive) / b.mass, true
}

// blockWithFriction asks for the acceleration or "rest". Difficulty: 1 a level
// pull, 2 a pull with an upward part, 3 a downward push, 4 an incline, where the
// block may slide either way, 5 a horizontal push on an incline. Draws are moved
// away from the limit of static friction.
func blockWithFriction(r *rand.Rand, d gen.Difficulty) task.Item {
	mass, tilt, slope, static := gen.Between(r, 4, 60), gen.Between(r, 10, 40), gen.Between(r, 12, 38), gen.Between(r, 25, 75)
	kinetic := static * gen.Between(r, 50, 80) / 100
	b := pushedBlock{mass: float64(mass), static: float64(static) / 100, kinetic: float64(kinetic) / 100}
	pull := "It is pulled horizontally"
	switch d {
	case 2:
		b.tilt, pull = float64(tilt), fmt.Sprintf("It is pulled by a rope that rises at %d° above the horizontal,", tilt)
	case 3:
		b.tilt, pull = -float64(tilt), fmt.Sprintf("It is pushed by a rod that points forwards and %d° below the horizontal,", tilt)
	case 4:
		b.slope, pull = float64(slope), "It is pulled parallel to the slope, upwards,"
	case 5:
		b.slope, b.tilt, pull = float64(slope), -float64(slope), "It is pushed horizontally towards the slope"
	}
	force := drawForce(r, &b)
	place, positive := "level ground", "positive in the direction of the force's horizontal part"
	if b.slope > 0 {
		place, positive = fmt.Sprintf("a slope of %d°", slope), "positive up the slope and negative down it"
	}
	drive, normal := b.forces()
	e := exercise{asked: "its acceleration", values: []gen.Value{gen.Slot("mass", mass), gen.Slot("force", force)}}
	e.data = fmt.Sprintf("A %s of {mass} kg is held still on %s. The coefficients of friction are %s (static) and %s (kinetic). %s with {force} N and let go at the same moment.",
		gen.Pick(r, []string{"crate", "stone block", "toolbox", "filing cabinet"}), place, hundredths(static), hundredths(kinetic), pull)
	start := fmt.Sprintf("The normal force is %s N and the other forces along the surface add to %s N. Static friction can hold %s N.", six(normal), six(drive), six(b.static*normal))
	if a, moves := b.acceleration(); moves {
		e.answer = quantity(a, "m/s²")
		e.working = start + fmt.Sprintf(" The block moves, against kinetic friction of %s N: a = %s m/s².", six(b.kinetic*normal), six(a))
	} else {
		e.answer, e.working = task.String("rest", "at rest", "it stays at rest", "remains at rest"), start+" That suffices, so it stays at rest."
	}
	form := gravityNote + " If it does not start to move, answer with the word rest; otherwise give the acceleration in m/s², " + positive + "." + figures
	return e.item(r, "{data} Find {asked}."+form, "{data} What can be said about {asked} right after that?"+form,
		"In a warehouse test the following is set up. {data} Work out {asked}."+form)
}

// drawForce gives the block a force in newtons for which it clearly rests or
// clearly moves.
func drawForce(r *rand.Rand, b *pushedBlock) int {
	ratio := float64(gen.Between(r, 120, 260)) / 100
	if r.IntN(4) == 0 {
		ratio = float64(gen.Between(r, 40, 88)) / 100
	}
	weight := b.mass * gravity
	level := b.static * weight * ratio / (cosDeg(b.tilt) + b.static*ratio*sinDeg(max(b.tilt, 0)))
	force := math.Ceil(level)
	if b.slope > 0 { // from almost no force to one that drives it up
		force = math.Ceil(weight * (sinDeg(b.slope) + b.static) * float64(gen.Between(r, 8, 190)) / 100)
	}
	for range 4 { // each step leaves the band around a limit, which is 4 % wide
		b.force = force
		if drive, normal := b.forces(); math.Abs(math.Abs(drive)-b.static*normal) > 0.04*b.static*normal {
			break
		}
		force += math.Ceil(0.12 * weight * b.static)
	}
	return int(b.force)
}

// pulleyPair asks for acceleration and tension. Difficulty: 1 two hanging bodies,
// 2 a smooth table, 3 a rough table, 4 a rough incline, 5 also a pulley with
// inertia, where both parts of the rope differ. The hanging body is drawn heavy
// enough to win.
func pulleyPair(r *rand.Rand, d gen.Difficulty) task.Item {
	m1, slope, mu := gen.Between(r, 2, 40), gen.Between(r, 15, 50), gen.Between(r, 8, 45)
	pulley, friction, angle := 0, 0.0, gen.Of(d, 90.0, 0, 0, float64(slope), float64(slope))
	where := "hangs freely from one end of it"
	switch d {
	case 2:
		where = "lies on a smooth level table at the edge of which the pulley is fixed"
	case 3:
		friction = float64(mu) / 100
		where = fmt.Sprintf("lies on a level table (coefficient of kinetic friction %s) at the edge of which the pulley is fixed", hundredths(mu))
	case 4, 5:
		friction = float64(mu) / 100
		where = fmt.Sprintf("lies on an incline of %d° (coefficient of kinetic friction %s) at the top of which the pulley is fixed", slope, hundredths(mu))
	}
	what := "The pulley is light and runs freely."
	if d == 5 {
		pulley = gen.Between(r, 10, 60)
		what = fmt.Sprintf("The pulley is a uniform disc of %s kg (moment of inertia M·R²/2) on a frictionless axle; the rope does not slip on it.", tenths(pulley))
	}
	resist := sinDeg(angle) + friction*cosDeg(angle) // per weight of the first body
	m2 := int(12*float64(m1)*resist) + gen.Between(r, 12, 300)
	first, second, inertia := float64(m1), float64(m2)/10, float64(pulley)/20
	a := gravity * (second - first*resist) / (first + second + inertia)
	tension := second * (gravity - a)
	e := exercise{answer: task.List(quantity(a, "m/s²"), quantity(tension, "N")), values: []gen.Value{gen.Slot("m", m1)}}
	e.data = fmt.Sprintf("A light rope runs over a pulley. A body P of {m} kg %s. A body Q of %s kg hangs freely from the other end. %s The system has just been set free and Q moves downwards.", where, tenths(m2), what)
	e.asked = "the acceleration of Q in m/s² and the tension in newtons of the part of the rope that holds Q, as a list [acceleration, tension]"
	e.working = fmt.Sprintf("Q's weight pulls with %s N; P resists with m·g·(sin θ + μ·cos θ) = %s N. The inertia is %s kg, so a = %s m/s². For Q alone T = m·(g − a) = %s N.",
		six(second*gravity), six(first*gravity*resist), six(first+second+inertia), six(a), six(tension))
	return e.item(r, "{data} Find {asked}."+gravityNote+figures, "A laboratory bench carries this set-up. {data} Determine {asked}."+gravityNote+figures,
		"{data} Newton's second law, written for each body, gives what is wanted: {asked}."+gravityNote+figures)
}

// holdingForces are the least and the greatest force that keep a weight at rest
// on a slope, by a force along the slope or a horizontal one. The greatest
// horizontal one exists where μ·tan θ < 1.
func holdingForces(weight, slope, mu float64, horizontal bool) (least, greatest float64) {
	s, c := sinDeg(slope), cosDeg(slope)
	if horizontal {
		return weight * (s - mu*c) / (c + mu*s), weight * (s + mu*c) / (c - mu*s)
	}
	return weight * (s - mu*c), weight * (s + mu*c)
}

// inclineEquilibrium asks for forces of equilibrium. Difficulty: 1 a smooth
// incline, 2 the least force along a rough one, 3 the greatest, 4 the least
// horizontal force, which also changes the normal force, 5 the whole range of
// horizontal forces. The slope is steeper than the angle of friction.
func inclineEquilibrium(r *rand.Rand, d gen.Difficulty) task.Item {
	mass, slope, mu := gen.Between(r, 5, 95), gen.Between(r, 30, 50), gen.Between(r, 10, 45)
	weight, friction := float64(mass)*gravity, float64(mu)/100
	surface := fmt.Sprintf("rough, with a coefficient of static friction of %s,", hundredths(mu))
	direction := "A force acts on it up along the incline."
	if d == 1 {
		slope, friction, surface = gen.Between(r, 10, 60), 0, "smooth"
		mass = gen.Between(r, 50, 999)
		weight = float64(mass) / 10 * gravity
	}
	if d >= 4 {
		direction = "A horizontal force presses it towards the incline."
	}
	least, greatest := holdingForces(weight, float64(slope), friction, d >= 4)
	e := exercise{asked: "the least size of this force for which the body stays at rest, in newtons", answer: quantity(least, "N")}
	e.values = []gen.Value{gen.Slot("slope", slope), gen.Slot("mass", mass)}
	kg := "{mass}"
	if d == 1 {
		kg = tenths(mass)
	}
	e.data = fmt.Sprintf("A %s of %s kg lies on a plane that is inclined at {slope}° and %s so that it would slide down on its own. %s", gen.Pick(r, []string{"body", "parcel", "barrel", "trunk"}), kg, surface, direction)
	balance := fmt.Sprintf("Its weight is %s N. At the limit friction is μ·N.", six(weight))
	switch d {
	case 1:
		e.asked, balance = "the size of this force that keeps the body at rest, in newtons", fmt.Sprintf("Its weight is %s N; there is no friction.", six(weight))
		e.working = balance + fmt.Sprintf(" The force equals the part along the slope, W·sin θ = %s N.", six(least))
	case 2:
		e.working = balance + fmt.Sprintf(" Friction points up the slope: F = W·(sin θ − μ·cos θ) = %s N.", six(least))
	case 3:
		e.asked, e.answer = "the greatest size of this force for which the body stays at rest, in newtons", quantity(greatest, "N")
		e.working = balance + fmt.Sprintf(" Friction points down the slope: F = W·(sin θ + μ·cos θ) = %s N.", six(greatest))
	case 4:
		e.working = balance + fmt.Sprintf(" N = W·cos θ + F·sin θ and F·cos θ + μ·N = W·sin θ, so F = W·(sin θ − μ·cos θ)/(cos θ + μ·sin θ) = %s N.", six(least))
	default:
		e.asked, e.answer = "the least and the greatest size of this force for which the body stays at rest, in newtons, as a list [least, greatest]", quantities("N", least, greatest)
		e.working = balance + fmt.Sprintf(" With N = W·cos θ + F·sin θ, friction up the slope gives %s N and friction down the slope %s N.", six(least), six(greatest))
	}
	return e.item(r, "{data} Find {asked}."+gravityNote+figures, "What is {asked}? {data}"+gravityNote+figures,
		"A loading ramp is examined. {data} Calculate {asked}."+gravityNote+figures)
}

// curveLimits are the least and the greatest speed in m/s at which a car does
// not slip on a curve of a radius in metres, banked by an angle in degrees.
func curveLimits(radius, bank, mu float64) (least, greatest float64) {
	t := tanDeg(bank)
	return math.Sqrt(radius * gravity * max(0, t-mu) / (1 + mu*t)), math.Sqrt(radius * gravity * (t + mu) / (1 - mu*t))
}

// curveSpeeds asks about circular motion. Difficulty: 1 the greatest speed on a
// flat curve, 2 the seat's force on the crest or in the dip of a hill, 3 the bank
// that needs no friction, 4 the greatest speed on a banked curve with friction, 5
// the range of safe speeds.
func curveSpeeds(r *rand.Rand, d gen.Difficulty) task.Item {
	radius, mu, bank := gen.Between(r, 30, 400), gen.Between(r, 12, 80), gen.Between(r, 8, 28)
	R, friction := float64(radius), float64(mu)/100
	e := exercise{values: []gen.Value{gen.Slot("radius", radius)}}
	rough := fmt.Sprintf(", where tyres and road have a coefficient of static friction of %s.", hundredths(mu))
	switch d {
	case 1:
		_, v := curveLimits(R, 0, friction)
		e.data, e.asked, e.answer = "A car takes a level curve of radius {radius} m"+rough, "the greatest speed at which it does not slip, in m/s", quantity(v, "m/s")
		e.working = fmt.Sprintf("Friction is the centripetal force: m·v²/R = μ·m·g, so v = sqrt(μ·g·R) = %s m/s.", six(v))
	case 2:
		hillForce(r, &e, R)
	case 3:
		v := gen.Between(r, 90, 300)
		angle := inDegrees(math.Atan(float64(v*v) / 100 / (gravity * R)))
		e.data = fmt.Sprintf("A curve of radius {radius} m is to be built so that a car at %s m/s needs no friction across its direction.", tenths(v))
		e.asked, e.answer = "the angle by which the road must be banked, in degrees", quantity(angle, "°")
		e.working = fmt.Sprintf("N·sin θ = m·v²/R and N·cos θ = m·g, so tan θ = v²/(R·g) = %s.", six(tanDeg(angle)))
	default:
		if d == 5 { // steeper than the angle of friction, or any low speed is safe
			mu = gen.Between(r, 4, 12)
			rough = fmt.Sprintf(", where tyres and icy road have a coefficient of static friction of %s.", hundredths(mu))
			bank += 4
			friction = float64(mu) / 100
		}
		least, greatest := curveLimits(R, float64(bank), friction)
		e.values = append(e.values, gen.Slot("bank", bank))
		e.data = "A car takes a curve of radius {radius} m, banked at {bank}°" + rough
		e.asked, e.answer = "the greatest speed at which it does not slip, in m/s", quantity(greatest, "m/s")
		e.working = fmt.Sprintf("At the limit friction μ·N points down the bank; dividing the equations of both directions, v² = R·g·(tan θ + μ)/(1 − μ·tan θ), so v = %s m/s.", six(greatest))
		if d == 5 {
			e.asked, e.answer = "the least and the greatest speed at which it does not slip, in m/s, as a list [least, greatest]", quantities("m/s", least, greatest)
			e.working += fmt.Sprintf(" With friction up the bank v² = R·g·(tan θ − μ)/(1 + μ·tan θ), so v = %s m/s.", six(least))
		}
	}
	return e.item(r, "{data} Find {asked}."+gravityNote+figures, "A track engineer considers this case. {data} What is {asked}?"+gravityNote+figures,
		"{data} Draw the forces and derive {asked}."+gravityNote+figures)
}

// hillForce asks for the seat's force on a rider at the top or bottom of an arc;
// on a crest the speed is too low to lift off.
func hillForce(r *rand.Rand, e *exercise, radius float64) {
	mass := gen.Between(r, 400, 950)
	v := math.Floor(math.Sqrt(gravity*radius*float64(gen.Between(r, 20, 80))/100) * 10)
	crest := r.IntN(2) == 0
	place, sign := "through the lowest point of a dip", 1.0
	if crest {
		place, sign = "over the highest point of a hill", -1.0
	}
	centripetal := v * v / 100 / radius
	force := float64(mass) / 10 * (gravity + sign*centripetal)
	e.data = fmt.Sprintf("A rider of %s kg drives %s, where the track is an arc of radius {radius} m, at %s m/s.", tenths(mass), place, tenths(int(v)))
	e.asked, e.answer = "the force with which the seat presses on the rider there, in newtons", quantity(force, "N")
	e.working = fmt.Sprintf("The centripetal acceleration is v²/R = %s m/s², upwards in a dip and downwards on a crest. N = m·(g ± v²/R) = %s N.", six(centripetal), six(force))
}
