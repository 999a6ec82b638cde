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
	gen.Register("science/free-fall-with-two-bodies", area, "Free fall with two bodies",
		"Find when and where two dropped or thrown bodies meet.", freeFallMeeting)
	gen.Register("science/projectile-range-and-height", area, "Projectile range and height",
		"Find range, peak, impact angle or launch speed of a thrown body.", projectile)
	gen.Register("science/relative-velocity-in-a-current", area, "Relative velocity in a current",
		"Find drift, heading or travel time of a boat or an aircraft in a current.", currentTriangle)
}

// thrown is a body that moves vertically under gravity: at the height in metres
// it starts with an upward velocity in m/s, delayed by some seconds.
type thrown struct{ height, up, delay float64 }

// meeting is when and how high two bodies meet: as both have the same
// acceleration, their distance changes at a constant rate once both fly.
func meeting(a, b thrown) (seconds, height float64) {
	head := b.height - b.up*b.delay - gravity*b.delay*b.delay/2 // b's path, extended back to t = 0
	rate := b.up + gravity*b.delay - a.up
	seconds = (a.height - head) / rate
	return seconds, a.height + a.up*seconds - gravity*seconds*seconds/2
}

// freeFallMeeting asks for time and place of a meeting. Difficulty adds an
// initial velocity of the second body (2), a pursuit after a delay (3), a delay
// on opposite ways (4) and both (5). Speeds are drawn so high that the bodies
// meet in the air; two paths of equal acceleration cross once.
func freeFallMeeting(r *rand.Rand, d gen.Difficulty) task.Item {
	h, v, w, tau := gen.Between(r, 30, 90), gen.Between(r, 260, 450), gen.Between(r, 20, 90), gen.Between(r, 2, 8)
	tower := float64(h)
	a, b := thrown{height: tower}, thrown{up: float64(v) / 10}
	asked := "after how many seconds, counted from the release of A, the two meet, and at what height in metres above the ground"
	data := "A is dropped from rest at the top of a tower {h} m high. At the same instant B is thrown straight up from the ground below at " + tenths(v) + " m/s."
	switch d {
	case 2:
		a.up = -float64(w) / 10
		data = "A is thrown straight down from the top of a tower {h} m high at " + tenths(w) + " m/s. At the same instant B is thrown straight up from the ground below at " + tenths(v) + " m/s."
	case 3:
		h, tau, v = gen.Between(r, 200, 400), gen.Between(r, 5, 15), gen.Between(r, 180, 400)
		tower = float64(h)
		a, b = thrown{height: tower}, thrown{height: tower, up: -float64(v) / 10, delay: float64(tau) / 10}
		data = "A is dropped from rest at the edge of a cliff {h} m high. From the same edge B is thrown straight down " + tenths(tau) + " s later at " + tenths(v) + " m/s, and catches up with A in the air."
	case 4:
		b.delay = float64(tau) / 10
		data = "A is dropped from rest at the top of a tower {h} m high. B is thrown straight up from the ground below " + tenths(tau) + " s later at " + tenths(v) + " m/s."
	case 5:
		a.up, b.up, b.delay = float64(w)/10, float64(v+100)/10, float64(tau)/10
		data = "A is thrown straight up from the edge of a roof {h} m high at " + tenths(w) + " m/s. B is thrown straight up from the ground next to the house " + tenths(tau) + " s later at " + tenths(v+100) + " m/s. On its way down A passes close to the edge."
	}
	seconds, height := meeting(a, b)
	e := exercise{data: data, asked: asked, values: []gen.Value{gen.Slot("h", h)}, answer: task.List(quantity(seconds, "s"), quantity(height, "m"))}
	e.working = fmt.Sprintf("Write both heights as y = y0 + v·(t − t0) − g·(t − t0)²/2; the g·t²/2 terms cancel when they are set equal. That leaves a linear equation with t = %s s. Then y = %s m.", six(seconds), six(height))
	const form = " Ignore air resistance." + gravityNote + " Answer with a list [time, height]." + figures
	return e.item(r, "Two small steel balls A and B move on one vertical line. {data} Find {asked}."+form,
		"{data} Treat both as points on the same vertical and work out {asked}."+form,
		"A film shows two marbles, A and B. {data} The class wants to know {asked}."+form)
}

// landing is how far a body gets that starts at a height in metres with a speed
// in m/s at an angle in degrees above the horizontal, and its velocity there.
func landing(height, speed, angle float64) (distance, vx, vy float64) {
	vx, up := speed*cosDeg(angle), speed*sinDeg(angle)
	vy = -math.Sqrt(up*up + 2*gravity*height)
	return vx * (up - vy) / gravity, vx, vy
}

// projectile asks about a throw. Difficulty: 1 a horizontal throw, 2 the peak of
// an oblique one, 3 the range from a raised start, 4 the angle of impact, 5 the
// speed that hits a raised target, which inverts the equation of the path.
func projectile(r *rand.Rand, d gen.Difficulty) task.Item {
	v, h, angle := gen.Between(r, 80, 320), gen.Between(r, 2, 45), gen.Between(r, 20, 65)
	speed, height, degrees := float64(v)/10, float64(h), float64(angle)
	thing := gen.Pick(r, []string{"a ball", "a stone", "a water jet's drop", "a signal cartridge"})
	e := exercise{values: []gen.Value{gen.Slot("h", h), gen.Slot("angle", angle)}}
	from := fmt.Sprintf("From a platform {h} m above level ground %s is launched at %s m/s, {angle}° above the horizontal.", thing, tenths(v))
	switch d {
	case 1:
		distance, _, _ := landing(height, speed, 0)
		e.data = fmt.Sprintf("From a platform {h} m above level ground %s is launched horizontally at %s m/s.", thing, tenths(v))
		e.asked, e.answer = "the distance from the foot of the platform at which it lands, in metres", quantity(distance, "m")
		e.working = fmt.Sprintf("The fall takes t = sqrt(2h/g) = %s s. In that time it travels v·t = %s m.", six(distance/speed), six(distance))
	case 2:
		up := speed * sinDeg(degrees)
		e.data, e.asked, e.answer = from, "its greatest height above the ground, in metres", quantity(height+up*up/(2*gravity), "m")
		e.working = fmt.Sprintf("The vertical velocity is v·sin θ = %s m/s. It rises by its square over 2g, %s m, above the platform's %d m.", six(up), six(up*up/(2*gravity)), h)
	case 3, 4:
		distance, vx, vy := landing(height, speed, degrees)
		e.data, e.asked, e.answer = from, "the horizontal distance from the launch to the place where it lands, in metres", quantity(distance, "m")
		e.working = fmt.Sprintf("v_x = %s m/s stays. The vertical velocity at the ground is −sqrt((v·sin θ)² + 2gh) = %s m/s, so the flight takes %s s and the distance is %s m.", six(vx), six(vy), six(distance/vx), six(distance))
		if d == 4 {
			impact := inDegrees(math.Atan2(-vy, vx))
			e.asked, e.answer = "the angle below the horizontal at which it strikes the ground, in degrees", quantity(impact, "°")
			e.working = fmt.Sprintf("v_x = v·cos θ = %s m/s stays. The vertical velocity at the ground is −sqrt((v·sin θ)² + 2gh) = %s m/s. The angle is arctan(|v_y|/v_x) = %s°.", six(vx), six(vy), six(impact))
		}
	default:
		x, y := gen.Between(r, 20, 80), gen.Between(r, 1, 15)
		if lift := float64(x)*tanDeg(degrees) + height; float64(y) > lift-3 {
			y = 1 // a steep way up to a near target
		}
		gap := height + float64(x)*tanDeg(degrees) - float64(y)
		needed := float64(x) / cosDeg(degrees) * math.Sqrt(gravity/(2*gap))
		e.data = fmt.Sprintf("From a platform {h} m above level ground %s is launched {angle}° above the horizontal. It must hit a mark on a mast %d m away (measured horizontally), %d m above the ground.", thing, x, y)
		e.asked, e.answer = "the launch speed needed, in m/s", quantity(needed, "m/s")
		e.working = fmt.Sprintf("The path is y = h + x·tan θ − g·x²/(2·v²·cos² θ). The last term must be %s m, so v = (x/cos θ)·sqrt(g/(2·%s m)) = %s m/s.", six(gap), six(gap), six(needed))
	}
	return e.item(r, "{data} Without air resistance, find {asked}."+gravityNote+figures,
		"Work out {asked}, for this throw: {data} Air drag is negligible."+gravityNote+figures,
		"A high-speed camera records the following. {data} Neglecting drag, what is {asked}?"+gravityNote+figures)
}

// windTriangle is the heading in degrees that keeps an aircraft on a track, and
// its ground speed, where the wind comes from a bearing.
func windTriangle(track, airspeed, windFrom, wind float64) (heading, ground float64) {
	correction := inDegrees(math.Asin(wind / airspeed * sinDeg(windFrom-track)))
	return track + correction, airspeed*cosDeg(correction) - wind*cosDeg(windFrom-track)
}

// currentTriangle asks about motion in a moving medium. Difficulty: 1 the drift
// of a boat that heads straight across, 2 the heading that avoids drift, 3 the
// drift at an oblique heading, 4 heading and ground speed in any wind, 5 the time
// of a flight there and back. The medium is always slower than the vehicle.
func currentTriangle(r *rand.Rand, d gen.Difficulty) task.Item {
	if d >= 4 {
		return windFlight(r, d)
	}
	width, v := gen.Between(r, 60, 900), gen.Between(r, 20, 90)
	c := gen.Between(r, 8, v-8)
	angle := gen.Between(r, 12, 70)
	boat, current := float64(v)/10, float64(c)/10
	e := exercise{values: []gen.Value{gen.Slot("width", width)}}
	e.data = fmt.Sprintf("A river {width} m wide flows at %s m/s. A boat makes %s m/s through the water", tenths(c), tenths(v))
	switch d {
	case 1:
		drift := float64(width) / boat * current
		e.data += " and points straight across the river all the way."
		e.asked, e.answer = "the distance by which it lands downstream of the point opposite its start, in metres", quantity(drift, "m")
		e.working = fmt.Sprintf("Crossing takes %d m / %s m/s = %s s. Meanwhile the current carries the boat %s m.", width, tenths(v), six(float64(width)/boat), six(drift))
	case 2:
		across := math.Sqrt(boat*boat - current*current)
		e.data += " and is steered so that it moves exactly straight across."
		e.asked, e.answer = "the duration of the crossing, in seconds", quantity(float64(width)/across, "s")
		e.working = fmt.Sprintf("The upstream part of the boat's velocity cancels the current, which leaves sqrt(%s² − %s²) = %s m/s across. Divide the width by it.", tenths(v), tenths(c), six(across))
	default:
		across, along := boat*cosDeg(float64(angle)), current-boat*sinDeg(float64(angle))
		if math.Abs(along) < 0.1 {
			angle++
			across, along = boat*cosDeg(float64(angle)), current-boat*sinDeg(float64(angle))
		}
		drift := along * float64(width) / across
		e.data += fmt.Sprintf(" and points %d° upstream of the direction straight across all the way.", angle)
		e.asked = "the distance of its landing place from the point opposite its start, in metres, positive downstream and negative upstream"
		e.answer = quantity(drift, "m")
		e.working = fmt.Sprintf("Across the boat moves at v·cos θ = %s m/s, so it needs %s s. Along the river it moves at c − v·sin θ = %s m/s.", six(across), six(float64(width)/across), six(along))
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} The banks are straight and parallel. What is {asked}?"+figures,
		"A ferry master plans a trip. {data} Calculate {asked}."+figures)
}

// windFlight is the part of currentTriangle in the air.
func windFlight(r *rand.Rand, d gen.Difficulty) task.Item {
	track, airspeed, wind := gen.Between(r, 40, 320), gen.Between(r, 180, 620), gen.Between(r, 15, 60)
	from := (track + gen.Between(r, 15, 165)*(1-2*r.IntN(2)) + 360) % 360
	km := gen.Between(r, 120, 1500)
	heading, ground := windTriangle(float64(track), float64(airspeed), float64(from), float64(wind))
	e := exercise{values: []gen.Value{gen.Slot("airspeed", airspeed), gen.Slot("km", km)}}
	e.data = fmt.Sprintf("An aircraft flies at {airspeed} km/h through the air and must follow a straight track over the ground with bearing %d°. The wind blows steadily at %d km/h from bearing %d°.", track, wind, from)
	e.asked = "the bearing the nose must point to in degrees and the ground speed in km/h, as a list [bearing, ground speed]"
	e.answer = task.List(quantity(heading, "°"), quantity(ground, "km/h"))
	e.working = fmt.Sprintf("Across the track the wind is cancelled: sin(correction) = wind/airspeed · sin(%d° − %d°), so the correction is %s° and the heading %s°. Along the track airspeed·cos(correction) − wind·cos(%d° − %d°) = %s km/h remain.",
		from, track, six(heading-float64(track)), six(heading), from, track, six(ground))
	if d == 5 {
		_, back := windTriangle(float64(track)+180, float64(airspeed), float64(from), float64(wind))
		minutes := 60 * float64(km) * (1/ground + 1/back)
		e.data += " After {km} km it turns and comes back along the same line in the same wind."
		e.asked, e.answer = "the total flight time in minutes, turns not counted", quantity(minutes, "min")
		e.working = fmt.Sprintf("The ground speed is airspeed·cos(correction) − wind·cos(angle between): %s km/h out and %s km/h back. The times for %d km each add up to %s min.", six(ground), six(back), km, six(minutes))
	}
	const form = " Bearings count clockwise from north." + figures
	return e.item(r, "{data} Find {asked}."+form, "A flight plan is being made. {data} What is {asked}?"+form,
		"{data} From the wind triangle determine {asked}."+form)
}
