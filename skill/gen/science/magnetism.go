package science

import (
	"fmt"
	"math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "physics: electricity & magnetism"
	gen.Register("science/magnetic-force-on-charges", area, "Magnetic force on charges",
		"Find radius, period, separation or pitch of charged particles in a magnetic field.", chargeInField)
	gen.Register("science/field-of-straight-currents", area, "Field of straight currents",
		"Add the magnetic fields of long parallel wires at a point.", wireFields)
	gen.Register("science/electromagnetic-induction", area, "Electromagnetic induction", "Find induced voltages and currents with their direction.", induction)
}

// Constants that questions state (CODATA 2022, to four figures): the elementary
// charge in C and the atomic mass constant in kg.
const (
	elementaryCharge = 1.602e-19
	atomicMass       = 1.661e-27
)

// chargedParticle has a mass in units of 10⁻²⁷ kg and a charge number.
type chargedParticle struct {
	name   string
	mass   float64
	charge int
}

// Masses: CODATA 2022, to four figures.
var chargedParticles = []chargedParticle{
	{"proton", 1.673, 1}, {"deuteron", 3.344, 1}, {"alpha particle", 6.645, 2}, {"helion (helium-3 nucleus)", 5.006, 2}, {"triton", 5.007, 1},
}

// gyroradius in metres of a mass in kg at a speed in m/s, charge in C, field in T.
func gyroradius(mass, speed, charge, field float64) float64 { return mass * speed / (charge * field) }

// chargeInField asks about circular motion. Difficulty: 1 the radius, 2 period and
// turns, 3 the radius after acceleration by a voltage, 4 the separation of two
// isotopes in a mass spectrometer, 5 a helix with its pitch.
func chargeInField(r *rand.Rand, d gen.Difficulty) task.Item {
	p := gen.Pick(r, chargedParticles)
	field, speed, angle := gen.Between(r, 20, 950), gen.Between(r, 11, 290), gen.Between(r, 20, 75)
	mass, charge, B, v := p.mass*1e-27, float64(p.charge)*elementaryCharge, float64(field)/1000, float64(speed)*1e4
	e := exercise{values: []gen.Value{gen.Slot("field", field)}}
	article := "A"
	if p.name[0] == 'a' {
		article = "An"
	}
	what := fmt.Sprintf("%s (mass %g × 10^-27 kg, charge %d·e)", p.name, p.mass, p.charge)
	switch d {
	case 1, 2:
		radius, period := gyroradius(mass, v, charge, B), 2*math.Pi*mass/(charge*B)
		e.data = fmt.Sprintf("%s %s moves at %d × 10^4 m/s at a right angle to a homogeneous magnetic field of {field} mT.", article, what, speed)
		e.asked, e.answer = "the radius of its circle, in millimetres", quantity(radius*1000, "mm")
		e.working = fmt.Sprintf("The magnetic force is the centripetal one: q·v·B = m·v²/r, so r = m·v/(q·B) = %s mm.", six(radius*1000))
		if d == 2 {
			e.data += " It enters the field at a right angle to the field's straight edge and leaves it again after half a circle."
			e.asked, e.answer = "the time it spends in the field in nanoseconds and the distance between the places of entry and exit in millimetres, as a list [time, distance]", task.List(quantity(period/2*1e9, "ns"), quantity(2000*radius, "mm"))
			e.working += fmt.Sprintf(" The period is 2π·m/(q·B) = %s ns. Half of it is spent inside, and the places are 2r apart.", six(period*1e9))
		}
	case 3:
		volts := gen.Between(r, 200, 9000)
		v = math.Sqrt(2 * charge * float64(volts) / mass)
		radius := gyroradius(mass, v, charge, B)
		e.values = append(e.values, gen.Slot("volts", volts))
		e.data = fmt.Sprintf("%s %s starts from rest, is accelerated by a voltage of {volts} V and enters a homogeneous magnetic field of {field} mT at a right angle.", article, what)
		e.asked, e.answer = "the radius of its circle, in millimetres", quantity(radius*1000, "mm")
		e.working = fmt.Sprintf("q·U = m·v²/2 gives v = %s m/s. Then r = m·v/(q·B) = %s mm.", six(v), six(radius*1000))
	case 4:
		volts, light := gen.Between(r, 500, 9000), gen.Between(r, 20, 200)
		heavy := light + gen.Between(r, 1, 4)
		at := func(nucleons int) float64 {
			m := float64(nucleons) * atomicMass
			return gyroradius(m, math.Sqrt(2*elementaryCharge*float64(volts)/m), elementaryCharge, B)
		}
		gap := 2000 * (at(heavy) - at(light))
		e.values = append(e.values, gen.Slot("volts", volts))
		e.data = fmt.Sprintf("Singly charged ions of masses %d u and %d u start from rest, are accelerated by a voltage of {volts} V and enter a homogeneous magnetic field of {field} mT at a right angle. After half a circle they hit a photographic plate. 1 u = 1.661 × 10^-27 kg.", light, heavy)
		e.asked, e.answer = "the distance between the two marks on the plate, in millimetres (carry enough digits: two similar lengths are subtracted)", quantity(gap, "mm")
		e.working = fmt.Sprintf("r = sqrt(2·m·U/q)/B is %s mm and %s mm. The marks are twice the difference apart, %s mm.", decimalText(at(light)*1000, 9), decimalText(at(heavy)*1000, 9), six(gap))
	default:
		across, along := v*sinDeg(float64(angle)), v*cosDeg(float64(angle))
		radius, pitch := gyroradius(mass, across, charge, B), along*2*math.Pi*mass/(charge*B)
		e.data = fmt.Sprintf("%s %s enters a homogeneous magnetic field of {field} mT at %d × 10^4 m/s. Its velocity makes an angle of %d° with the field lines.", article, what, speed, angle)
		e.asked, e.answer = "the radius of its helix and the advance along the field per turn, in millimetres, as a list [radius, advance]", quantities("mm", radius*1000, pitch*1000)
		e.working = fmt.Sprintf("Across the field v·sin θ = %s m/s gives r = m·v·sin θ/(q·B) = %s mm. Along it v·cos θ = %s m/s is kept for a period of 2π·m/(q·B), which makes %s mm.", six(across), six(radius*1000), six(along), six(pitch*1000))
	}
	const note = " The elementary charge is e = 1.602 × 10^-19 C; relativistic effects are negligible." + figures
	return e.item(r, "{data} Find {asked}."+note, "{data} What is {asked}?"+note, "In a vacuum chamber: {data} Determine {asked}."+note)
}

// straightWire is a long wire at a right angle to the plane: amperes (positive
// out of it) at a place in cm.
type straightWire struct{ amps, x, y int }

// fieldOf wires at a point, in µT: µ0·I/(2π·r) = 0.2 µT·m/A · I/r, turned by a
// right angle counterclockwise from the direction away from the wire.
func fieldOf(wires []straightWire, x, y int) (bx, by float64) {
	for _, w := range wires {
		dx, dy := float64(x-w.x)/100, float64(y-w.y)/100
		scale := 0.2 * float64(w.amps) / (dx*dx + dy*dy)
		bx -= scale * dy
		by += scale * dx
	}
	return bx, by
}

// wireFields asks for the field at a point. Difficulty: 1 two wires and a point on
// one line, 2 three wires, 3 two wires and a point off their line, 4 three wires,
// 5 magnitude and direction for four. Currents are changed until no component is
// almost 0.
func wireFields(r *rand.Rand, d gen.Difficulty) task.Item {
	wires := make([]straightWire, gen.Of(d, 2, 3, 2, 3, 4))
	px, py := gen.Between(r, 1, 6), 0
	if d >= 3 {
		py = gen.Between(r, 3, 12)
	}
	for i := range wires {
		wires[i] = straightWire{gen.Between(r, 2, 60) * (1 - 2*r.IntN(2)), 8*i + gen.Between(r, 0, 5) - 8, 0}
		if d >= 4 {
			wires[i].y = -gen.Between(r, 0, 6)
		}
		if wires[i].x == px {
			wires[i].x = px + 7 + 8*i
		}
	}
	bx, by := fieldOf(wires, px, py)
	for i := 0; i < 8 && (math.Abs(by) < 3 || d >= 3 && (math.Abs(bx) < 3 || math.Abs(bx-by) < 0.02*math.Abs(bx))); i++ {
		wires[0].amps += 17
		if wires[0].amps == 0 {
			wires[0].amps = 3
		}
		bx, by = fieldOf(wires, px, py)
	}
	var list string
	for i, w := range wires {
		way := "out of"
		if w.amps < 0 {
			way = "into"
		}
		amps := fmt.Sprint(max(w.amps, -w.amps))
		if i == 0 {
			amps = "{amps}"
		}
		list += fmt.Sprintf(" Wire %d passes through (%d, %d) and carries %s A %s the plane.", i+1, w.x, w.y, amps, way)
	}
	e := exercise{values: []gen.Value{gen.Slot("amps", max(wires[0].amps, -wires[0].amps))}}
	e.data = fmt.Sprintf("Long straight wires cross the x-y plane at right angles; coordinates are in cm, x points right, y up, and z out of the plane towards the viewer.%s", list)
	e.asked, e.answer = fmt.Sprintf("the component B_y of the magnetic field at (%d, %d), in µT, with its sign", px, py), quantity(by, "µT")
	e.working = fmt.Sprintf("Each wire gives µ0·I/(2π·r), counterclockwise around a current out of the plane. On the line of the wires only B_y is left: %s µT.", six(by))
	switch {
	case d == 5:
		angle := inDegrees(math.Atan2(by, bx))
		if angle < 0 {
			angle += 360
		}
		e.asked = fmt.Sprintf("the magnitude of the magnetic field at (%d, %d) in µT and its direction as an angle from 0° to 360° counterclockwise from the x axis, as a list [magnitude, angle]", px, py)
		e.answer = task.List(quantity(math.Hypot(bx, by), "µT"), quantity(angle, "°"))
		e.working = fmt.Sprintf("Each wire gives µ0·I/(2π·r²)·(−Δy, Δx) with the sign of its current. The sums are B_x = %s µT, B_y = %s µT, so B = %s µT at %s°.", six(bx), six(by), six(math.Hypot(bx, by)), six(angle))
	case d >= 3:
		e.asked, e.answer = fmt.Sprintf("the components of the magnetic field at (%d, %d), in µT, as a list [B_x, B_y]", px, py), quantities("µT", bx, by)
		e.working = fmt.Sprintf("Each wire gives µ0·I/(2π·r²)·(−Δy, Δx) with the sign of its current. The sums are B_x = %s µT and B_y = %s µT.", six(bx), six(by))
	}
	const note = " µ0 = 4π × 10^-7 T·m/A." + figures
	return e.item(r, "{data} Find {asked}."+note, "{data} Work out {asked}."+note, "Cables run through a wall. {data} Calculate {asked}."+note)
}

// induction asks for induced quantities. Difficulty: 1 a coil in a changing field,
// 2 the current in a loop and its sense, 3 a rod on rails with its direction, 4 the
// peak voltage of a turning coil, 5 the steady speed of a rod pulled by a weight.
func induction(r *rand.Rand, d gen.Difficulty) task.Item {
	turns, area, from, to, ms := gen.Between(r, 11, 800), gen.Between(r, 5, 300), gen.Between(r, 10, 900), gen.Between(r, 10, 900), gen.Between(r, 5, 400)
	if from == to {
		to += 55
	}
	if from > 9*to/10 && from < to || to > 9*from/10 && to < from {
		to += 200
	}
	ohms := gen.Between(r, 2, 90)
	change := float64(to-from) / 1000
	volts := float64(turns) * float64(area) * 1e-4 * math.Abs(change) / (float64(ms) / 1000)
	e := exercise{values: []gen.Value{gen.Slot("turns", turns)}}
	coil := fmt.Sprintf("A flat coil of {turns} turns with an area of %d cm² lies at a right angle to a homogeneous magnetic field. In %d ms the field changes evenly from %d mT to %d mT.", area, ms, from, to)
	sense := []string{"clockwise", "counterclockwise"}
	switch d {
	case 1:
		e.data, e.asked, e.answer = coil, "the magnitude of the voltage induced meanwhile, in volts", quantity(volts, "V")
		e.working = fmt.Sprintf("N·A·ΔB/Δt = %d · %d·10^-4 m² · %s T / %d ms = %s V.", turns, area, six(math.Abs(change)), ms, six(volts))
	case 2:
		out := r.IntN(2)
		seen := []string{"away from", "towards"}[out]
		// A growing field towards the viewer is opposed by a clockwise current.
		way := sense[(out+1)%2]
		if change < 0 {
			way = sense[out]
		}
		e.data = coil + fmt.Sprintf(" The field points %s the viewer, who looks straight at the coil. The coil's circuit has a resistance of %d Ω.", seen, ohms)
		e.asked = "the current in mA and its sense as seen by the viewer (clockwise or counterclockwise), as a list [current, sense]"
		e.answer = task.List(quantity(volts/float64(ohms)*1000, "mA"), task.String(way, otherSpelling(way)...))
		e.working = fmt.Sprintf("The voltage is N·A·ΔB/Δt = %s V, the current %s mA. By Lenz's rule its own field opposes the change; the right-hand rule makes it %s.", six(volts), six(volts/float64(ohms)*1000), way)
	default:
		return movingConductor(r, d)
	}
	return inductionFrames(r, e)
}

func otherSpelling(sense string) []string {
	if sense == "counterclockwise" {
		return []string{"anticlockwise", "counter-clockwise", "anti-clockwise"}
	}
	return []string{"clock-wise"}
}

// movingConductor is induction by motion, difficulties 3 to 5.
func movingConductor(r *rand.Rand, d gen.Difficulty) task.Item {
	turns, area, ohms := gen.Between(r, 11, 800), gen.Between(r, 5, 300), gen.Between(r, 2, 90)
	length, speed, field := gen.Between(r, 10, 90), gen.Between(r, 5, 95), gen.Between(r, 110, 990)
	b, l := float64(field)/1000, float64(length)/100
	e := exercise{values: []gen.Value{gen.Slot("field", field)}}
	switch d {
	case 3:
		u := b * l * float64(speed) / 10
		right := r.IntN(2)
		out := r.IntN(2)
		way := "down"
		if right != out { // v × B points up for motion to the right in a field into the page
			way = "up"
		}
		e.data = fmt.Sprintf("Seen from above on a page, two parallel rails run from left to right, %d cm apart, joined at one end by a resistor of %d Ω. A rod across them is moved to the %s at %s m/s in a field of {field} mT that points %s the page. Rails and rod have no resistance.",
			length, ohms, []string{"left", "right"}[right], tenths(speed), []string{"into", "out of"}[out])
		e.asked = "the force in µN needed to keep up this speed without friction and the direction of the current through the rod on the page (up or down), as a list [force, direction]"
		force := u / float64(ohms) * b * l * 1e6
		e.answer = task.List(quantity(force, "µN"), task.String(way, way+"wards", way+"ward"))
		e.working = fmt.Sprintf("U = B·l·v = %s V drives I = %s A. The force is I·l·B = %s µN. The current flows along v × B, that is %s.", six(u), six(u/float64(ohms)), six(force), way)
	case 4:
		rpm := gen.Between(r, 100, 3600)
		omega := 2 * math.Pi * float64(rpm) / 60
		peak := float64(turns) * float64(area) * 1e-4 * b * omega
		degrees := gen.Between(r, 10, 80)
		e.values = []gen.Value{gen.Slot("turns", turns), gen.Slot("rpm", rpm)}
		e.data = fmt.Sprintf("A coil of {turns} turns with an area of %d cm² turns at {rpm} revolutions per minute in a homogeneous field of %d mT about an axis in its plane and at a right angle to the field.", area, field)
		e.asked = fmt.Sprintf("the peak of the induced voltage and its magnitude at the instant when the coil's normal makes %d° with the field, in volts, as a list [peak, value]", degrees)
		e.answer = quantities("V", peak, peak*sinDeg(float64(degrees)))
		e.working = fmt.Sprintf("The flux is N·B·A·cos φ, so the voltage is N·B·A·ω·sin φ with ω = %s 1/s. The peak is %s V; at %d° it is %s V.", six(omega), six(peak), degrees, six(peak*sinDeg(float64(degrees))))
	default:
		grams := gen.Between(r, 1, 90)
		pull := float64(grams) / 1000 * gravity
		v := pull * float64(ohms) / 100 / (b * b * l * l)
		e.data = fmt.Sprintf("Two level rails %d cm apart are joined at one end by a resistor of %s Ω. A rod slides across them without friction in a vertical field of {field} mT. A cord over a pulley joins it to a weight of %d g that pulls it along the rails. Rails and rod have no resistance. g = 9.81 m/s².", length, hundredths(ohms), grams)
		e.asked, e.answer = "the constant speed in m/s that the rod approaches and the heat in watts produced then in the resistor, as a list [speed, power]", task.List(quantity(v, "m/s"), quantity(pull*v, "W"))
		e.working = fmt.Sprintf("At constant speed B·I·l = m·g = %s N with I = B·l·v/R, so v = m·g·R/(B·l)² = %s m/s. The weight's power m·g·v = %s W becomes heat.", six(pull), six(v), six(pull*v))
	}
	return inductionFrames(r, e)
}

func inductionFrames(r *rand.Rand, e exercise) task.Item {
	return e.item(r, "{data} Find {asked}."+figures, "{data} What is {asked}?"+figures, "A generator model is built. {data} Determine {asked}."+figures)
}
