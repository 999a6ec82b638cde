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
	gen.Register("science/one-dimensional-collision", area, "One-dimensional collision",
		"Find the velocities after collisions of given restitution along a line.", lineCollision)
	gen.Register("science/centre-of-mass-and-recoil", area, "Centre of mass and recoil", "Find a recoil speed or a displacement in an isolated system.", recoil)
	gen.Register("science/angular-momentum-conservation", area, "Angular momentum conservation",
		"Find the spin after a body's moment of inertia changes or bodies join.", spinChange)
}

// glider is a body on a line: mass in tenths of kg, velocity in m/s.
type glider struct {
	mass     int
	velocity float64
}

// collide gives the velocities after a collision of restitution e: the momentum
// stays, and the bodies part with e times the speed of their approach.
func collide(a, b glider, e float64) (float64, float64) {
	m, n := float64(a.mass), float64(b.mass)
	common := (m*a.velocity + n*b.velocity) / (m + n)
	approach := e * (a.velocity - b.velocity) / (m + n)
	return common - n*approach, common + m*approach
}

// lineCollision asks for final velocities. Difficulty: 1 an elastic hit on a body
// at rest, 2 both move, 3 a given restitution, 4 a second collision with a third
// body, 5 a third one with a fourth. Masses are moved until no body nearly stops.
func lineCollision(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 2, 3, 4)
	row := make([]glider, n)
	text := ""
	speed := gen.Between(r, 2, 15)
	for i := range row {
		row[i].mass = gen.Between(r, 5, 60)
		at := "is at rest"
		switch {
		case i == 0:
			row[i].velocity, at = float64(speed), "moves to the right at {v} m/s"
		case d == 2 || d == 3:
			v := gen.Between(r, -80, 10*speed-6)
			row[i].velocity, at = float64(v)/10, motionText(v)
		}
		text += fmt.Sprintf(" %c (%%s kg) %s.", 'A'+i, at)
	}
	restitution := 100
	if d >= 3 {
		restitution = gen.Between(r, 30, 95)
	}
	collisions, final := pushRow(row, float64(restitution)/100)
	masses := make([]any, n)
	for i, g := range row {
		masses[i] = tenths(g.mass)
	}
	names := []string{"A", "B", "C", "D"}[:n]
	law := "The collision is perfectly elastic."
	if d >= 3 {
		law = fmt.Sprintf("Each collision has a coefficient of restitution of %s.", hundredths(restitution))
	}
	if d >= 4 {
		law += " Each body hits only its right neighbour, once, from left to right; later collisions are not considered."
	}
	e := exercise{answer: quantities("m/s", final...), values: []gen.Value{gen.Slot("v", speed)}}
	e.data = fmt.Sprintf("The gliders "+sentence(names)+" stand from left to right on a frictionless line."+fmt.Sprintf(text, masses...)+" %s", law)
	e.asked = "the final velocities of " + sentence(names) + " in m/s, positive to the right, as a list in this order"
	e.working = "Momentum stays, and the speed of parting is e times that of approach. " + collisions
	return e.item(r, "{data} Find {asked}."+figures, "An air track is filmed. {data} Calculate {asked}."+figures, "What are {asked}? {data}"+figures)
}

func motionText(v int) string {
	switch {
	case v < 0:
		return "moves to the left at " + tenths(-v) + " m/s"
	case v > 0:
		return "moves to the right at " + tenths(v) + " m/s"
	}
	return "is at rest"
}

// pushRow lets each body hit the next, from the left. It makes a body heavier
// where its left neighbour would end at almost 0 m/s.
func pushRow(row []glider, e float64) (working string, final []float64) {
	moving := row[0]
	for i := 1; i < len(row); i++ {
		left, right := collide(moving, row[i], e)
		for range 3 {
			if math.Abs(left) >= 0.05 && math.Abs(right) >= 0.05 && math.Abs(left-right) >= 0.05 {
				break
			}
			row[i].mass += 7
			left, right = collide(moving, row[i], e)
		}
		working += fmt.Sprintf("%c on %c: %s m/s and %s m/s. ", 'A'+i-1, 'A'+i, six(left), six(right))
		final = append(final, left)
		moving = glider{row[i].mass, right}
	}
	return working, append(final, moving.velocity)
}

// recoil asks about isolated systems. Difficulty: 1 a throw from rest, 2 a walk
// along a boat, 3 two people who change places, 4 a burst into three pieces in a
// plane, 5 several throws from a cart, each at a speed relative to the cart.
func recoil(r *rand.Rand, d gen.Difficulty) task.Item {
	M, m, v := gen.Between(r, 60, 240), gen.Between(r, 15, 99), gen.Between(r, 20, 150)
	big, small, speed := float64(M), float64(m)/10, float64(v)/10
	e := exercise{values: []gen.Value{gen.Slot("big", M)}}
	switch d {
	case 1:
		back := small * speed / big
		e.data = fmt.Sprintf("A skater with a sledge has a mass of {big} kg, not counting a ball of %s kg. Standing still on smooth ice the skater throws the ball forwards; relative to the ice it flies at %s m/s.", tenths(m), tenths(v))
		e.asked, e.answer = "the speed of skater and sledge after the throw, in m/s", quantity(back, "m/s")
		e.working = fmt.Sprintf("The total momentum stays 0, so M·V = m·v and V = %s kg · %s m/s / %d kg.", tenths(m), tenths(v), M)
	case 2, 3:
		first, second, length := gen.Between(r, 70, 110), gen.Between(r, 35, 60), gen.Between(r, 25, 90)
		a, b, l := float64(first), float64(second), float64(length)/10
		e.data = fmt.Sprintf("A boat of {big} kg floats at rest in still water without resistance. A person of %d kg walks %s m along it from the stern towards the bow.", first, tenths(length))
		shift := a * l / (a + big)
		e.working = fmt.Sprintf("The centre of mass stays where it is: m·(L − x) = M·x, so x = m·L/(m + M) = %s m.", six(shift))
		if d == 3 {
			e.data = fmt.Sprintf("A boat of {big} kg floats at rest in still water without resistance. A person of %d kg at the stern and one of %d kg at the bow, %s m apart, change places.", first, second, tenths(length))
			shift = (a - b) * l / (a + b + big)
			e.working = fmt.Sprintf("The centre of mass stays: the boat moves by x while one person moves L − x forwards and the other L + x backwards, so x = (m1 − m2)·L/(m1 + m2 + M) = %s m.", six(shift))
		}
		e.asked, e.answer = "the distance by which the boat moves relative to the water, in metres", quantity(shift, "m")
	case 4:
		m1, m2, m3, u := gen.Between(r, 5, 60), gen.Between(r, 5, 60), gen.Between(r, 5, 60), gen.Between(r, 20, 150)
		third := math.Hypot(float64(m1)*speed, float64(m2)*float64(u)/10) / float64(m3)
		e.values = []gen.Value{gen.Slot("m3", m3)}
		e.data = fmt.Sprintf("A firework shell at rest in free space bursts into three pieces. One of %d g flies off at %s m/s, another of %d g at %s m/s at a right angle to the first. The third piece has {m3} g.", m1, tenths(v), m2, tenths(u))
		e.asked, e.answer = "the speed of the third piece, in m/s", quantity(third, "m/s")
		e.working = fmt.Sprintf("The momenta must add up to 0, so the third is the hypotenuse of %s and %s g·m/s: %s g·m/s. Divide by %d g.", six(float64(m1)*speed), six(float64(m2)*float64(u)/10), six(third*float64(m3)), m3)
	default:
		n, total, parcel := gen.Between(r, 2, 4), 0.0, gen.Between(r, 3, 12)
		e.values = append(e.values, gen.Fixed("n", n))
		for i := n; i > 0; i-- {
			total += float64(parcel) * speed / (big + float64(i*parcel))
		}
		e.data = fmt.Sprintf("An empty cart with its driver has {big} kg and carries {n} parcels of %d kg each. It stands still on frictionless rails. The driver throws the parcels backwards one after the other; each leaves at %s m/s relative to the cart as it moves after that throw.", parcel, tenths(v))
		e.asked, e.answer = "the speed of the cart after the last throw, in m/s", quantity(total, "m/s")
		e.working = fmt.Sprintf("A throw from a total mass M' (cart and parcels still aboard, the thrown one included) adds m·u/M' to the cart's speed. The total masses are %d kg and then %d kg less each time; the sum is %s m/s.", M+n*parcel, parcel, six(total))
	}
	return e.item(r, "{data} Find {asked}."+figures, "Nothing acts from outside in this situation. {data} What is {asked}?"+figures,
		"{data} From what is conserved, derive {asked}."+figures)
}

// spinChange asks for an angular velocity. Difficulty: 1 a given change of
// inertia, 2 a body dropped onto a disc, 3 two discs that couple, with the energy
// lost, 4 a walk to another radius, 5 a hit on a hinged rod.
func spinChange(r *rand.Rand, d gen.Difficulty) task.Item {
	M, m, radius, rpm := gen.Between(r, 60, 400), gen.Between(r, 15, 90), gen.Between(r, 12, 45), gen.Between(r, 11, 95)
	R := float64(radius) / 10
	disc, point, spin := float64(M)*R*R/2, float64(m)*R*R, float64(rpm)
	e := exercise{asked: "the new rate of rotation, in revolutions per minute", values: []gen.Value{gen.Slot("rpm", rpm)}}
	table := fmt.Sprintf("A horizontal uniform disc of %d kg and radius %s m turns freely at {rpm} revolutions per minute about its vertical axis (its moment of inertia is M·R²/2).", M, tenths(radius))
	var final float64
	switch d {
	case 1:
		from, to := gen.Between(r, 250, 600), gen.Between(r, 90, 240)
		final = spin * float64(from) / float64(to)
		e.data = fmt.Sprintf("A figure skater turns at {rpm} revolutions per minute with a moment of inertia of %s kg·m² and then pulls in the arms, so that it becomes %s kg·m².", hundredths(from), hundredths(to))
		e.working = fmt.Sprintf("I·ω stays, so the rate becomes %d · %s/%s = %s revolutions per minute.", rpm, hundredths(from), hundredths(to), six(final))
	case 2:
		final = spin * disc / (disc + point)
		e.data = table + fmt.Sprintf(" A bag of sand of %d kg (a point mass) is dropped straight down onto its rim and stays there.", m)
		e.working = fmt.Sprintf("The disc has I = %s kg·m², the bag adds m·R² = %s kg·m². I·ω stays, so the rate becomes %s revolutions per minute.", six(disc), six(point), six(final))
	case 3:
		i1, i2 := gen.Between(r, 20, 200), gen.Between(r, 20, 200)
		w := spin * float64(i1) / float64(i1+i2)
		perMinute := math.Pi / 30
		lost := float64(i1) / 200 * (spin * perMinute) * (spin * perMinute) * float64(i2) / float64(i1+i2)
		e.data = fmt.Sprintf("A flywheel with a moment of inertia of %s kg·m² turns freely at {rpm} revolutions per minute. A second one with %s kg·m², at rest on the same axis, is coupled to it by a slipping clutch until both turn together.", hundredths(i1), hundredths(i2))
		e.asked, e.answer = "the common rate in revolutions per minute and the kinetic energy turned into heat in joules, as a list [rate, energy]", task.List(quantity(w, ""), quantity(lost, "J"))
		e.working = fmt.Sprintf("I1·ω = (I1 + I2)·ω' gives %s revolutions per minute. With ω = %s rad/s the energy falls from I1·ω²/2 by the fraction I2/(I1 + I2), that is by %s J.", six(w), six(spin*perMinute), six(lost))
		return spinFrames(r, e)
	case 4:
		inner := max(1, radius*gen.Between(r, 10, 60)/100)
		near := float64(m) * float64(inner*inner) / 100
		final = spin * (disc + point) / (disc + near)
		e.data = table + fmt.Sprintf(" A person of %d kg (a point mass) stands on its rim and turns with it, and then walks inwards to a place %s m from the axis.", m, tenths(inner))
		e.working = fmt.Sprintf("Before, I = %s + %s kg·m²; after, %s + %s kg·m². I·ω stays, so the rate becomes %s revolutions per minute.", six(disc), six(point), six(disc), six(near), six(final))
	default:
		length, ball, v, kg := gen.Between(r, 80, 200), gen.Between(r, 50, 400), gen.Between(r, 11, 60), gen.Between(r, 20, 90)
		l, grams := float64(length)/100, float64(ball)/1000
		at := gen.Between(r, length/2, length-5)
		arm := float64(at) / 100
		inertia := float64(kg)/10*l*l/3 + grams*arm*arm
		w := grams * float64(v) * arm / inertia
		e.values = []gen.Value{gen.Slot("v", v)}
		e.data = fmt.Sprintf("A uniform rod of %s kg and length %s m hangs at rest from a frictionless hinge at its upper end (its moment of inertia about the hinge is M·L²/3). A lump of clay of %d g flies horizontally at {v} m/s, at a right angle to the rod, hits it %s m below the hinge and sticks.", tenths(kg), hundredths(length), ball, hundredths(at))
		e.asked, e.answer = "the angular velocity right after the hit, in rad/s", quantity(w, "rad/s")
		e.working = fmt.Sprintf("About the hinge the clay brings m·v·r = %s kg·m²/s. Rod and clay together have I = %s kg·m². Divide: ω = %s rad/s.", six(w*inertia), six(inertia), six(w))
		return spinFrames(r, e)
	}
	e.answer = quantity(final, "")
	return spinFrames(r, e)
}

func spinFrames(r *rand.Rand, e exercise) task.Item {
	return e.item(r, "{data} Find {asked}."+figures, "Friction at the axis can be neglected in what follows. {data} What is {asked}?"+figures,
		"A demonstration in a lecture goes like this. {data} Determine {asked}."+figures)
}
