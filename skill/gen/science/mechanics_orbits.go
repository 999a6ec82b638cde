package science

import (
	"fmt"
	"math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/orbital-mechanics-ratios", "physics: mechanics", "Orbital mechanics ratios", "Compare periods and speeds of orbits by Kepler's laws.", orbitRatio)
}

// orbitRatio asks a comparison of orbits. Difficulty: 1 a period by Kepler's third
// law, 2 the radius from a period, 3 the speed at the other end of an ellipse, 4
// the escape speed of another planet, 5 the time of a transfer between two
// circular orbits by half an ellipse.
func orbitRatio(r *rand.Rand, d gen.Difficulty) task.Item {
	a, b, hours := gen.Between(r, 20, 99), gen.Between(r, 150, 900), gen.Between(r, 11, 400)
	near, far, known := float64(a), float64(b), float64(hours)
	e := exercise{values: []gen.Value{gen.Slot("known", hours)}}
	centre := gen.Pick(r, []string{"a planet", "a planet of another star", "a rocky planet", "a gas planet"})
	pair := fmt.Sprintf("Two small bodies circle %s. The inner one has an orbit of radius %d Mm and a period of {known} hours.", centre, a)
	switch d {
	case 1:
		e.data = pair + fmt.Sprintf(" The outer one's orbit has a radius of %d Mm.", b)
		e.asked, e.answer = "the period of the outer one, in hours", quantity(known*math.Pow(far/near, 1.5), "h")
		e.working = fmt.Sprintf("T²/a³ is the same for both, so T = %d h · (%d/%d)^(3/2) = %s h.", hours, b, a, six(known*math.Pow(far/near, 1.5)))
	case 2:
		days := gen.Between(r, 20, 400)
		radius := near * math.Pow(24*float64(days)/known, 2.0/3)
		e.data = fmt.Sprintf("Two small bodies circle %s. One has an orbit of radius %d Mm and a period of {known} hours. The other needs %d days of 24 hours for a revolution.", centre, a, days)
		e.asked, e.answer = "the radius of the other one's orbit, in Mm", quantity(radius, "Mm")
		e.working = fmt.Sprintf("a³/T² is the same for both, so a = %d Mm · (%d/%d)^(2/3) = %s Mm.", a, 24*days, hours, six(radius))
	case 3:
		v := gen.Between(r, 30, 95)
		e.values = []gen.Value{gen.Slot("v", v)}
		at := float64(v) * near / far
		mean := float64(v) * math.Sqrt(near/far)
		e.data = fmt.Sprintf("A comet moves around a star on an ellipse. Its nearest distance from the centre of attraction is %d million km, its farthest %d million km. At the nearest point it moves at {v} km/s.", a, b)
		e.asked = "its speed at the farthest point and its speed at the distance of half the major axis (where the ellipse crosses its minor axis), in km/s, as a list [farthest, minor axis]"
		e.answer = quantities("km/s", at, mean)
		e.working = fmt.Sprintf("Angular momentum gives v_far = v·r_near/r_far = %s km/s. At r = a the vis-viva equation v² = GM·(2/r − 1/a) gives v² = GM/a, which equals v_near·v_far, so the speed is %s km/s.", six(at), six(mean))
	case 4:
		mass, radius, speed := gen.Between(r, 11, 95), gen.Between(r, 11, 40), gen.Between(r, 60, 400)
		ratio := math.Sqrt(float64(mass) / float64(radius))
		height := gen.Between(r, 2, 30)
		escape := float64(speed) / 10 * ratio / math.Sqrt(1+float64(height)/10)
		e.values = nil
		e.data = fmt.Sprintf("From the surface of planet P the escape speed is %s km/s. Planet Q has %s times its mass and %s times its radius. Neither has an atmosphere.", tenths(speed), tenths(mass), tenths(radius))
		e.asked, e.answer = fmt.Sprintf("the speed with which a probe must leave a point %s radii of Q above the surface of Q to escape from it, in km/s", tenths(height)), quantity(escape, "km/s")
		e.working = fmt.Sprintf("v = sqrt(2GM/r). At Q's surface it is %s · sqrt(%s/%s) = %s km/s. The point is %s radii from the centre, so this is divided by the square root of that: %s km/s.",
			tenths(speed), tenths(mass), tenths(radius), six(float64(speed)/10*ratio), tenths(10+height), six(escape))
	default:
		axis := (near + far) / 2
		transfer := known / 2 * math.Pow(axis/near, 1.5)
		e.data = pair + fmt.Sprintf(" The outer one circles at %d Mm. A probe leaves the inner orbit on an ellipse that touches both circles and arrives at the outer one after half a revolution; the bodies' own gravity is negligible.", b)
		period := known * math.Pow(far/near, 1.5)
		lead := 180 - 360*transfer/period
		e.asked = "the duration of the transfer in hours and the angle by which the outer body must be ahead of the inner one (seen from the centre) at the departure so that the probe meets it, in degrees, as a list [hours, angle]"
		e.answer = task.List(quantity(transfer, "h"), quantity(lead, "°"))
		e.working = fmt.Sprintf("The ellipse has the semi-major axis (%d + %d)/2 = %s Mm, and its half period is %s h by Kepler's third law. The outer body has the period %s h and moves by %s° meanwhile, so it must lead by 180° minus that, %s°.",
			a, b, six(axis), six(transfer), six(period), six(360*transfer/period), six(lead))
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} Use proportions only (no mass is given) to find {asked}."+figures, "A mission planner notes this. {data} Calculate {asked}."+figures)
}
