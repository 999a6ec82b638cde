package science

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// number reads a number that a pattern found, a full stop behind it left out.
func number(s string) float64 {
	v, _ := strconv.ParseFloat(strings.TrimSuffix(s, "."), 64)
	return v
}

func init() {
	const g = 9.81
	// Two paths, followed separately; the meeting by bisection.
	physicsOracles["free-fall-with-two-bodies"] = func(d int, q string, n, _ []float64) []float64 {
		var a, b thrown
		switch d {
		case 1:
			a, b = thrown{height: n[0]}, thrown{up: n[1]}
		case 2:
			a, b = thrown{height: n[0], up: -n[1]}, thrown{up: n[2]}
		case 3:
			a, b = thrown{height: n[0]}, thrown{height: n[0], up: -n[2], delay: n[1]}
		case 4:
			a, b = thrown{height: n[0]}, thrown{up: n[2], delay: n[1]}
		default:
			a, b = thrown{height: n[0], up: n[1]}, thrown{up: n[3], delay: n[2]}
		}
		at := func(x thrown, t float64) float64 {
			s := t - x.delay
			return x.height + x.up*s - g*s*s/2
		}
		t := root(b.delay, 60, func(t float64) float64 { return at(a, t) - at(b, t) })
		if at(a, t) < 0 || t <= b.delay {
			return nil
		}
		return []float64{t, at(b, t)}
	}
	// The flight in small steps of constant acceleration.
	physicsOracles["projectile-range-and-height"] = func(d int, q string, n, _ []float64) []float64 {
		h, angle := n[0], 0.0
		if d >= 2 {
			angle = n[len(n)-2]
		}
		v := n[1]
		if d == 5 {
			h, angle = n[0], n[1]
			x, y := n[2], n[3]
			return []float64{root(1, 500, func(v float64) float64 {
				t := x / (v * cosDeg(angle))
				return h + v*sinDeg(angle)*t - g*t*t/2 - y
			})}
		}
		if d >= 2 {
			angle = n[2]
		}
		x, y, vx, vy, top := 0.0, h, v*cosDeg(angle), v*sinDeg(angle), h
		const dt = 2e-3
		for y > 0 {
			x, y, vy = x+vx*dt, y+vy*dt-g*dt*dt/2, vy-g*dt
			top = max(top, y)
		}
		late := y / vy // seconds below the ground
		x, vy = x-vx*late, vy+g*late
		return []float64{[...]float64{x, top, x, inDegrees(math.Atan2(-vy, vx))}[d-1]}
	}
	// Velocities as vectors: across and along, or north and east.
	physicsOracles["relative-velocity-in-a-current"] = func(d int, q string, n, got []float64) []float64 {
		if d == 4 { // through the air plus the wind is over the ground
			v, track, wind, from := n[0], n[1], n[2], n[3]
			east := v*sinDeg(got[0]) - wind*sinDeg(from)
			north := v*cosDeg(got[0]) - wind*cosDeg(from)
			return holds(got, math.Hypot(east, north), got[1], math.Mod(inDegrees(math.Atan2(east, north))+360, 360), track)
		}
		if d == 5 {
			v, track, wind, from, km := n[0], n[1], n[2], n[3], n[4]
			total := 0.0
			for _, way := range []float64{track, track + 180} {
				total += km / root(1, 2*v, func(ground float64) float64 {
					return math.Hypot(ground*sinDeg(way)+wind*sinDeg(from), ground*cosDeg(way)+wind*cosDeg(from)) - v
				})
			}
			return []float64{60 * total}
		}
		heading := 0.0
		switch d {
		case 2:
			heading = inDegrees(math.Asin(n[1] / n[2]))
		case 3:
			heading = n[3]
		}
		seconds := n[0] / (n[2] * cosDeg(heading))
		drift := (n[1] - n[2]*sinDeg(heading)) * seconds
		if d == 2 {
			return []float64{seconds}
		}
		return []float64{drift}
	}
	// Forces as vectors in level axes.
	physicsOracles["newtons-second-law-with-friction"] = func(d int, q string, n, _ []float64) []float64 {
		m, slope, tilt := n[0], 0.0, 0.0
		rest := n[1:]
		if d >= 4 {
			slope, rest = n[1], n[2:]
		}
		static, kinetic, f := rest[0], rest[1], rest[2]
		switch d {
		case 2, 3:
			tilt, f = rest[2], rest[3]
			if d == 3 {
				tilt = -tilt
			}
		case 4:
			tilt = slope
		}
		fx, fy := f*cosDeg(tilt), f*sinDeg(tilt)-m*g
		along := fx*cosDeg(slope) + fy*sinDeg(slope)
		normal := fx*sinDeg(slope) - fy*cosDeg(slope)
		switch {
		case math.Abs(along) <= static*normal:
			return []float64{wordCode("rest")}
		case along > 0:
			return []float64{(along - kinetic*normal) / m}
		}
		return []float64{(along + kinetic*normal) / m}
	}
	// The energy set free over one metre.
	physicsOracles["connected-bodies-on-pulleys"] = func(d int, q string, n, got []float64) []float64 {
		p := n[0]
		rise, friction, disc, big := 1.0, 0.0, 0.0, n[1]
		switch d {
		case 2:
			rise = 0
		case 3:
			rise, friction, big = 0, n[1], n[2]
		case 4, 5:
			rise, friction, big = sinDeg(n[1]), n[2]*cosDeg(n[1]), n[3]
		}
		if d == 5 {
			disc = n[4]
			if strings.Contains(q, "M·R²/2") {
				disc = numbersAt(q, `disc of ([\d.]+) kg`)[0]
			}
		}
		a := (big - p*rise - p*friction) * g / (p + big + disc/2)
		return holds(got, got[0], a, got[1], big*g-big*a)
	}
	// The border of equilibrium, by bisection in the force.
	physicsOracles["inclined-plane-equilibrium"] = func(d int, q string, n, _ []float64) []float64 {
		m, slope, mu := n[0], n[1], 0.0
		if d > 1 {
			mu = n[2]
		}
		turn := 0.0
		if d >= 4 {
			turn = -slope
		}
		// Friction needed minus friction available, for sliding down (+1) or up (−1).
		excess := func(f, way float64) float64 {
			need := m*g*sinDeg(slope) - f*cosDeg(turn)
			return way*need - mu*(m*g*cosDeg(slope)-f*sinDeg(turn))
		}
		least := root(0, 20*m*g, func(f float64) float64 { return excess(f, 1) })
		greatest := root(0, 20*m*g, func(f float64) float64 { return excess(f, -1) })
		return [][]float64{{least}, {least}, {greatest}, {least}, {least, greatest}}[d-1]
	}
	// At the speed that is given as the limit the force from the road makes exactly
	// the angle of friction with its normal.
	physicsOracles["centripetal-force-and-banking"] = func(d int, q string, n, got []float64) []float64 {
		lean := func(v, radius float64) float64 { return inDegrees(math.Atan2(v*v/radius, g)) }
		friction := func(mu float64) float64 { return inDegrees(math.Atan(mu)) }
		switch d {
		case 1:
			return holds(got, lean(got[0], n[0]), friction(n[1]))
		case 2:
			down := 1.0
			if strings.Contains(q, "hill") {
				down = -1
			}
			return []float64{n[0]*g + down*n[0]*n[2]*n[2]/n[1]}
		case 3:
			return []float64{lean(n[1], n[0])}
		case 4:
			return holds(got, lean(got[0], n[0])-n[1], friction(n[2]))
		}
		return holds(got, lean(got[1], n[0])-n[1], friction(n[2]), n[1]-lean(got[0], n[0]), friction(n[2]))
	}
	stretches := regexp.MustCompile(`down to a level ([\d.]+) m|up to a level ([\d.]+) m|crosses ([\d.]+) m of level ground with a kinetic friction coefficient of ([\d.]+)|slides ([\d.]+) m down a ramp of (\d+)° with a kinetic friction coefficient of ([\d.]+)`)
	// Speeds from one stretch to the next by constant acceleration.
	physicsOracles["work-energy-with-losses"] = func(d int, q string, n, _ []float64) []float64 {
		v := n[0]
		for _, m := range stretches.FindAllStringSubmatch(q, -1) {
			switch {
			case m[1] != "":
				v = math.Sqrt(v*v + 2*g*number(m[1]))
			case m[2] != "":
				v = math.Sqrt(v*v - 2*g*number(m[2]))
			case m[3] != "":
				v = math.Sqrt(v*v - 2*g*number(m[4])*number(m[3]))
			default:
				a := g*sinDeg(number(m[6])) - number(m[7])*g*cosDeg(number(m[6]))
				v = math.Sqrt(v*v + 2*a*number(m[5]))
			}
		}
		if d >= 4 {
			mu := numbersAt(q, `to rest on level ground with a kinetic friction coefficient of ([\d.]+)`)[0]
			return []float64{v * v / (2 * mu * g)}
		}
		return []float64{v}
	}
	// Motion against the spring is half an oscillation about the point where the forces cancel.
	physicsOracles["spring-block-energy-exchange"] = func(d int, q string, n, _ []float64) []float64 {
		amplitude := func(m, k, v, push float64) float64 { // a steady push towards the spring
			centre := push / k
			return centre + math.Hypot(centre, v*math.Sqrt(m/k))
		}
		switch d {
		case 1:
			return []float64{amplitude(n[0], n[2], n[1], 0)}
		case 2:
			m, k, x, s, mu := n[0], n[1], n[2]/100, n[3]/100, n[4]
			v := x * math.Sqrt(k/m)
			return []float64{math.Sqrt(v*v - 2*mu*g*s)}
		case 3:
			return []float64{amplitude(n[0], n[2], n[1], -n[3]*n[0]*g)}
		case 4:
			return []float64{amplitude(n[0], n[2], math.Sqrt(2*g*n[1]/100), n[0]*g)}
		}
		a := g * (sinDeg(n[1]) - n[4]*cosDeg(n[1]))
		return []float64{amplitude(n[0], n[3], math.Sqrt(2*a*n[2]/100), n[0]*a)}
	}
	gliders := regexp.MustCompile(`[A-D] \(([\d.]+) kg\) (?:is at rest|moves to the (left|right) at ([\d.]+))`)
	// Collisions seen from the centre of mass, where velocities turn round.
	physicsOracles["one-dimensional-collision"] = func(d int, q string, n, got []float64) []float64 {
		e := 1.0
		if m := regexp.MustCompile(`restitution of ([\d.]+)\.`).FindStringSubmatch(q); m != nil {
			e = number(m[1])
		}
		var masses, v []float64
		for _, m := range gliders.FindAllStringSubmatch(q, -1) {
			masses = append(masses, number(m[1]))
			speed := 0.0
			if m[3] != "" {
				speed = number(m[3])
			}
			if m[2] == "left" {
				speed = -speed
			}
			v = append(v, speed)
		}
		for i := 0; i+1 < len(v); i++ {
			if v[i] <= v[i+1] {
				return nil // they would not meet
			}
			centre := (masses[i]*v[i] + masses[i+1]*v[i+1]) / (masses[i] + masses[i+1])
			v[i], v[i+1] = centre-e*(v[i]-centre), centre-e*(v[i+1]-centre)
		}
		return v
	}
	// Momentum or centre of mass before and after.
	physicsOracles["centre-of-mass-and-recoil"] = func(d int, q string, n, got []float64) []float64 {
		switch d {
		case 1:
			return holds(got, n[0]*got[0], n[1]*n[2])
		case 2:
			return holds(got, n[0]*got[0], n[1]*(n[2]-got[0]))
		case 3:
			return holds(got, n[0]*got[0]+n[2]*(n[3]+got[0]), n[1]*(n[3]-got[0]))
		case 4:
			return holds(got, math.Pow(got[0]*n[4], 2), math.Pow(n[0]*n[1], 2)+math.Pow(n[2]*n[3], 2))
		}
		cart, count, parcel, u := n[0], n[1], n[2], n[3]
		mass, v := cart+count*parcel, 0.0
		for range int(count) {
			momentum := mass * v
			mass -= parcel
			v = (momentum + parcel*u) / (mass + parcel) // the parcel moves at v − u
		}
		return []float64{v}
	}
	// Angular momentum before and after; the energy lost by its definition.
	physicsOracles["angular-momentum-conservation"] = func(d int, q string, n, got []float64) []float64 {
		switch d {
		case 1:
			return holds(got, got[0]*n[2], n[0]*n[1])
		case 3:
			before, after := n[1]*math.Pi/30, got[0]*math.Pi/30
			lost := n[0] / 2 * math.Pow(before-after, 2)
			return holds(got, n[0]*before, (n[0]+n[2])*after, lost+n[2]/2*after*after, got[1])
		case 5:
			rod, l, clay, v, at := n[0], n[1], n[3]/1000, n[4], n[5]
			return holds(got, clay*v*at, (rod*l*l/3+clay*at*at)*got[0])
		}
		disc, m := n[0]*n[1]*n[1]/2, n[4]
		from, to := 0.0, n[1] // where the point mass turns before (0: not at all) and after
		if d == 4 {
			from, to = n[1], n[5]
		}
		return holds(got, got[0]*(disc+m*to*to), n[2]*(disc+m*from*from))
	}
}
