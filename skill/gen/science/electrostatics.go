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
	const area = "physics: electricity & magnetism"
	gen.Register("science/coulomb-force-superposition", area, "Coulomb force superposition",
		"Add the forces of several point charges on one of them.", coulombForces)
	gen.Register("science/electric-potential-and-energy", area, "Electric potential and energy",
		"Find the work to assemble or move point charges and the speed they gain.", chargeEnergy)
	gen.Register("science/parallel-plate-capacitor-changes", area, "Parallel-plate capacitor changes",
		"Follow charge, voltage and energy of a plate capacitor through changes.", plateChanges)
	gen.Register("science/capacitor-charge-sharing", area, "Capacitor charge sharing",
		"Find voltages and lost energy when charged capacitors are joined.", chargeSharing)
}

// coulomb is 1/(4πε0) in N·m²/C² to four figures, as questions state it, and
// vacuumPermittivity ε0 in F/m (CODATA 2022).
const (
	coulomb            = 8.988e9
	vacuumPermittivity = 8.854e-12
)

const coulombNote = " Take the Coulomb constant as 8.988 × 10^9 N·m²/C²."

// pointCharge is a charge in nC at a place in cm.
type pointCharge struct{ nano, x, y int }

func (p pointCharge) String() string { return fmt.Sprintf("%d nC at (%d, %d)", p.nano, p.x, p.y) }

// forceOn is the force in µN on a charge by others.
func forceOn(q pointCharge, others []pointCharge) (fx, fy float64) {
	for _, o := range others {
		dx, dy := float64(q.x-o.x), float64(q.y-o.y)
		r := math.Hypot(dx, dy)
		f := coulomb * float64(q.nano) * float64(o.nano) * 1e-18 / (r * r * 1e-4) * 1e6
		fx += f * dx / r
		fy += f * dy / r
	}
	return fx, fy
}

// signedCharge draws a charge that is not 0, of either sign.
func signedCharge(r *rand.Rand) int { return gen.Between(r, 4, 90) * (1 - 2*r.IntN(2)) }

// coulombForces asks for a net force. Difficulty: 1 three charges on a line, 2 two
// sources at a right angle, 3 three corners of a rectangle, 4 scattered sources,
// 5 magnitude and direction. Charges are changed until no component is almost 0
// and the components differ.
func coulombForces(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b := gen.Between(r, 2, 15), gen.Between(r, 2, 15)
	q := pointCharge{nano: signedCharge(r)}
	others := []pointCharge{{signedCharge(r), a, 0}, {signedCharge(r), 0, b}, {signedCharge(r), a, b}}[:gen.Of(d, 2, 2, 3, 3, 3)]
	switch {
	case d == 1:
		others[1].x, others[1].y = -b, 0
	case d >= 4:
		for i := range others {
			others[i].x, others[i].y = (5*i+gen.Between(r, 2, 6))*(1-2*r.IntN(2)), gen.Between(r, -12, 12)
		}
	}
	fx, fy := forceOn(q, others)
	small := func() bool {
		size := 0.03 * math.Hypot(fx, fy)
		return size < 0.1 || math.Abs(fx) < max(1, size) || d > 1 && (math.Abs(fy) < max(1, size) || math.Abs(fx-fy) < size/4)
	}
	for i := 0; i < 8 && small(); i++ {
		others[0].nano += 11
		if others[0].nano == 0 {
			others[0].nano = 5
		}
		q.nano = int(math.Copysign(float64(max(q.nano, -q.nano)+9), float64(q.nano)))
		if i > 3 {
			others[0].y++
		}
		fx, fy = forceOn(q, others)
	}
	var list []string
	for _, o := range others {
		list = append(list, o.String())
	}
	e := exercise{values: []gen.Value{gen.Slot("q", q.nano)}, answer: quantities("µN", fx, fy)}
	e.data = fmt.Sprintf("A point charge of {q} nC sits at the origin of a coordinate system whose unit is 1 cm. Other fixed point charges are %s.", sentence(list))
	e.asked = "the components of the force on the charge at the origin, in µN, as a list [F_x, F_y]"
	e.working = fmt.Sprintf("Each source contributes k·q·Q/r² along the line from it to the origin. The x parts add up to %s µN and the y parts to %s µN.", six(fx), six(fy))
	switch d {
	case 1:
		e.asked, e.answer = "the force on the charge at the origin along the x axis, in µN, with its sign", quantity(fx, "µN")
		e.working = fmt.Sprintf("Each source contributes k·q·Q/r² away from it or towards it. With signs along x they add up to %s µN.", six(fx))
	case 5:
		size, angle := math.Hypot(fx, fy), inDegrees(math.Atan2(fy, fx))
		if angle < 0 {
			angle += 360
		}
		e.asked = "the magnitude of the force on the charge at the origin in µN and its direction as an angle from 0° to 360° counterclockwise from the x axis, as a list [magnitude, angle]"
		e.answer = task.List(quantity(size, "µN"), quantity(angle, "°"))
		e.working += fmt.Sprintf(" The magnitude is %s µN, the angle %s°.", six(size), six(angle))
	}
	return e.item(r, "{data} Find {asked}."+coulombNote+figures, "{data} By superposition, determine {asked}."+coulombNote+figures, "A simulation places charges in a plane. {data} What should it give for {asked}?"+coulombNote+figures)
}

// pairEnergy is the potential energy in µJ of point charges.
func pairEnergy(charges []pointCharge) float64 {
	total := 0.0
	for i, a := range charges {
		for _, b := range charges[:i] {
			total += coulomb * float64(a.nano) * float64(b.nano) * 1e-18 / (math.Hypot(float64(a.x-b.x), float64(a.y-b.y)) * 1e-2) * 1e6
		}
	}
	return total
}

// chargeEnergy asks for an energy or a speed. Difficulty: 1 two charges, 2 three
// assembled, 3 the work to move one, 4 four assembled, 5 the speed a released
// particle reaches, driven away by charges of its own sign.
func chargeEnergy(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 3, 4, 3)
	charges := make([]pointCharge, n)
	for i := range charges {
		charges[i] = pointCharge{signedCharge(r), 7*i + gen.Between(r, 0, 5), gen.Between(r, -9, 9)}
		if d == 5 {
			charges[i].nano = gen.Between(r, 5, 90)
		}
	}
	for i := 0; i < 6 && math.Abs(pairEnergy(charges)) < 1; i++ {
		charges[0].nano += 13
		if charges[0].nano == 0 {
			charges[0].nano = 6
		}
	}
	list := []string{fmt.Sprintf("{q} nC at (%d, %d)", charges[0].x, charges[0].y)}
	for _, c := range charges[1:] {
		list = append(list, c.String())
	}
	energy := pairEnergy(charges)
	e := exercise{values: []gen.Value{gen.Slot("q", charges[0].nano)}, answer: quantity(energy, "µJ")}
	e.data = fmt.Sprintf("In a plane with a coordinate unit of 1 cm there are point charges of %s.", sentence(list))
	e.asked = "the work an outside agent does to bring them there slowly from infinitely far apart, in µJ, with its sign"
	e.working = fmt.Sprintf("Every pair (there are n·(n − 1)/2 = %d) contributes k·q1·q2/r. The sum is %s µJ.", n*(n-1)/2, six(energy))
	switch d {
	case 3:
		moved := append([]pointCharge{}, charges...)
		moved[0].x, moved[0].y = -gen.Between(r, 3, 12), gen.Between(r, -9, 9)
		work := pairEnergy(moved) - energy
		if math.Abs(work) < 0.05*math.Abs(energy) || math.Abs(work) < 0.5 {
			moved[0].x -= 25
			work = pairEnergy(moved) - energy
		}
		e.data += fmt.Sprintf(" The first of them is moved slowly to (%d, %d); the others stay.", moved[0].x, moved[0].y)
		e.asked, e.answer = "the work an outside agent does, in µJ, with its sign", quantity(work, "µJ")
		e.working = fmt.Sprintf("Only the pairs with the moved charge change. Their energy k·q1·q2/r summed after minus before is %s µJ.", six(work))
	case 5:
		mass := gen.Between(r, 2, 900)
		drive := energy - pairEnergy(charges[1:])
		v := math.Sqrt(2 * drive / float64(mass)) // µJ per mg is m²/s²
		e.data += fmt.Sprintf(" The first, which has a mass of %d mg, is let go from rest; the others are held.", mass)
		e.asked, e.answer = "the speed it has when it is very far away, in m/s", quantity(v, "m/s")
		e.working = fmt.Sprintf("Its potential energy with the other two is k·q·(Q1/r1 + Q2/r2) = %s µJ and turns into m·v²/2, so v = %s m/s.", six(drive), six(v))
	}
	return e.item(r, "{data} Find {asked}."+coulombNote+figures, "{data} From the electric potential, determine {asked}."+coulombNote+figures, "What is {asked}, in this situation? {data}"+coulombNote+figures)
}

// plateState is a plate capacitor: area in cm², gap in mm, permittivity of the
// filling, voltage in volts and charge in nC.
type plateState struct {
	area, gap, filling, volts, nano float64
	connected                       bool
}

// nanofarads is the capacitance.
func (s plateState) nanofarads() float64 {
	return vacuumPermittivity * s.filling * s.area * 1e-4 / (s.gap * 1e-3) * 1e9
}

// changed gives the state after a change of geometry or filling: a battery keeps
// the voltage, without one the charge stays.
func (s plateState) changed(gap, filling float64) plateState {
	s.gap, s.filling = gap, filling
	if s.connected {
		s.nano = s.nanofarads() * s.volts
	} else {
		s.volts = s.nano / s.nanofarads()
	}
	return s
}

// plateChanges asks for the state after a chain of changes. Difficulty adds
// changes (0 to 4), among them the moment when the battery is taken off, which
// decides whether charge or voltage stays.
func plateChanges(r *rand.Rand, d gen.Difficulty) task.Item {
	area, gap, volts := gen.Between(r, 40, 900), gen.Between(r, 5, 60), gen.Between(r, 12, 400)
	s := plateState{area: float64(area), volts: float64(volts), connected: true}.changed(float64(gap)/10, 1)
	start := s
	var story, steps []string
	off := r.IntN(int(d)) // before which change the battery is taken off
	for i := range int(d) - 1 {
		if i == off {
			s.connected = false
			story = append(story, "the battery is disconnected")
		}
		if (i+int(d))%2 == 0 {
			to := gen.Between(r, 5, 90)
			if float64(to)/10 == s.gap {
				to += 4
			}
			s = s.changed(float64(to)/10, s.filling)
			story = append(story, fmt.Sprintf("the gap is changed to %s mm", tenths(to)))
		} else {
			k := gen.Between(r, 15, 80)
			s = s.changed(s.gap, float64(k)/10)
			story = append(story, fmt.Sprintf("the space between the plates is filled with a material of relative permittivity %s (instead of what was there)", tenths(k)))
		}
		steps = append(steps, fmt.Sprintf("C = %s nF, U = %s V, Q = %s nC", six(s.nanofarads()), six(s.volts), six(s.nano)))
	}
	e := exercise{values: []gen.Value{gen.Slot("volts", volts), gen.Slot("area", area)}}
	e.data = fmt.Sprintf("A plate capacitor has plates of {area} cm² that are %s mm apart in air (relative permittivity 1) and is connected to a battery of {volts} V.", tenths(gap))
	if len(story) > 0 {
		e.data += " Then " + strings.Join(story, "; next ") + "."
	}
	e.working = fmt.Sprintf("C = ε0·εr·A/d. At first C = %s nF and Q = C·U = %s nC. With the battery U stays, without it Q stays.", six(start.nanofarads()), six(start.nano))
	if len(steps) > 0 {
		e.working += " After each change: " + strings.Join(steps, "; ") + "."
	}
	switch which := r.IntN(3); {
	case which == 0 || d == 1:
		e.asked, e.answer = "the charge on a plate at the end, in nC", quantity(s.nano, "nC")
	case which == 1 && !s.connected:
		e.asked, e.answer = "the voltage between the plates at the end, in volts", quantity(s.volts, "V")
	default:
		micro := s.nano * s.volts / 2 / 1000
		e.asked, e.answer = "the energy stored at the end, in µJ", quantity(micro, "µJ")
		e.working += fmt.Sprintf(" The energy is Q·U/2 = %s µJ.", six(micro))
	}
	const note = " The vacuum permittivity is 8.854 × 10^-12 F/m; edge effects are negligible." + figures
	return e.item(r, "{data} Find {asked}."+note, "{data} What is {asked}?"+note, "A sensor is tested step by step. {data} Determine {asked}."+note)
}

// chargeSharing asks for voltage and lost energy. Difficulty: 1 one of two is
// empty, 2 both are charged, 3 with opposite plates joined, 4 and 5 the result is
// joined to a third and to a fourth. Voltages are drawn so that some charge stays.
func chargeSharing(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 2, 3, 4)
	micro, volts := make([]int, n), make([]int, n)
	first := gen.Between(r, 101, 400)
	var parts []string
	for i := range micro {
		micro[i], volts[i] = gen.Between(r, 2, 90), gen.Between(r, 10, 95)
		text := fmt.Sprintf("C%d of %d µF charged to %d V", i+1, micro[i], volts[i])
		switch {
		case i == 0:
			volts[i], text = first, fmt.Sprintf("C1 of %d µF charged to {first} V", micro[i])
		case d == 1 || i >= 2 && r.IntN(2) == 0:
			volts[i], text = 0, fmt.Sprintf("C%d of %d µF without charge", i+1, micro[i])
		}
		parts = append(parts, text)
	}
	opposite := d >= 3
	if opposite && 4*micro[1]*volts[1] > 3*micro[0]*volts[0] { // keep some of the first one's charge
		micro[0] = micro[1] + 12
		parts[0] = fmt.Sprintf("C1 of %d µF charged to {first} V", micro[0])
	}
	joined, u, before := micro[0], float64(first), 0.0
	for i := range micro {
		before += float64(micro[i]) * float64(volts[i]*volts[i]) / 2
	}
	var steps []string
	for i := 1; i < n; i++ {
		sign := 1.0
		if opposite && i == 1 {
			sign = -1
		}
		u = (float64(joined)*u + sign*float64(micro[i]*volts[i])) / float64(joined+micro[i])
		joined += micro[i]
		steps = append(steps, fmt.Sprintf("with C%d: %s V", i+1, six(u)))
	}
	lost := (before - float64(joined)*u*u/2) / 1000
	e := exercise{values: []gen.Value{gen.Slot("first", first)}, answer: task.List(quantity(u, "V"), quantity(lost, "mJ"))}
	way := "plates of equal sign to each other"
	if opposite {
		way = "the positive plate of each to the negative plate of the other"
	}
	e.data = fmt.Sprintf("There are the capacitors %s. First C1 and C2 are connected, %s.", sentence(parts), way)
	for i := 2; i < n; i++ {
		e.data += fmt.Sprintf(" After that C%d is connected in parallel to them, plates of equal sign to each other.", i+1)
	}
	e.asked = "the common voltage at the end in volts and the energy lost altogether in mJ, as a list [voltage, energy]"
	e.working = fmt.Sprintf("Charge stays: U = ΣQ/ΣC with signs. In order, %s. The energy ΣC·U²/2 falls from %s mJ by %s mJ.", strings.Join(steps, ", "), six(before/1000), six(lost))
	return e.item(r, "{data} Find {asked}."+figures, "{data} The connecting wires get warm. What are {asked}?"+figures, "On a test bench: {data} Calculate {asked}."+figures)
}
