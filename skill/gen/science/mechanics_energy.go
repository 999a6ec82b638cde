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
	const area = "physics: mechanics"
	gen.Register("science/work-energy-with-losses", area, "Work-energy with losses",
		"Follow a body's energy along a track with heights and friction to a speed or a stopping distance.", trackEnergy)
	gen.Register("science/spring-block-energy-exchange", area, "Spring-block energy exchange",
		"Exchange energy between a spring and a block, with friction or gravity in between.", springBlock)
}

// stretch is a part of a track. It changes the specific energy v²/2 of a body.
type stretch struct {
	text string
	gain float64 // J/kg
}

// drawTrack draws stretches that leave at least a fifth of the energy each.
func drawTrack(r *rand.Rand, energy float64, n int, ramps bool) (track []stretch, end float64) {
	last := -1
	for len(track) < n {
		kind := r.IntN(4)
		if kind == last {
			kind = (kind + 1) % 4
		}
		if kind == 3 && !ramps {
			kind = (last + 1) % 3
		}
		last = kind
		s := drawStretch(r, kind, energy)
		track = append(track, s)
		energy += s.gain
	}
	return track, energy
}

// drawStretch draws a smooth descent (0), a smooth climb (1), rough level ground
// (2) or a rough ramp downwards (3) for a body of the specific energy.
func drawStretch(r *rand.Rand, kind int, energy float64) stretch {
	mu := gen.Between(r, 8, 35)
	switch kind {
	case 0:
		h := gen.Between(r, 12, 90)
		return stretch{fmt.Sprintf("slides without friction down to a level %s m lower", tenths(h)), gravity * float64(h) / 10}
	case 1:
		h := max(1, int(8*energy/gravity*float64(gen.Between(r, 20, 90))/100))
		return stretch{fmt.Sprintf("slides without friction up to a level %s m higher", tenths(h)), -gravity * float64(h) / 10}
	case 2:
		l := max(1, int(8*energy/gravity*float64(gen.Between(r, 20, 90))/float64(mu)))
		return stretch{fmt.Sprintf("crosses %s m of level ground with a kinetic friction coefficient of %s", tenths(l), hundredths(mu)), -gravity * float64(l) / 10 * float64(mu) / 100}
	}
	l, angle := gen.Between(r, 20, 120), gen.Between(r, 22, 48)
	return stretch{fmt.Sprintf("slides %s m down a ramp of %d° with a kinetic friction coefficient of %s", tenths(l), angle, hundredths(mu)),
		gravity * float64(l) / 10 * (sinDeg(float64(angle)) - float64(mu)/100*cosDeg(float64(angle)))}
}

// trackEnergy asks for the speed at the end of a track, from 4 on for the
// distance a body slides on a last rough level. Difficulty adds stretches (2 to
// 6); rough ramps come from 3 on.
func trackEnergy(r *rand.Rand, d gen.Difficulty) task.Item {
	v := gen.Between(r, 6, 25)
	start := float64(v*v) / 2
	track, end := drawTrack(r, start, gen.Of(d, 2, 3, 4, 5, 6), d >= 3)
	mu := gen.Between(r, 15, 60)
	parts, working := make([]string, len(track)), make([]string, len(track))
	energy := start
	for i, s := range track {
		energy += s.gain
		parts[i], working[i] = s.text, fmt.Sprintf("%s J/kg to %s J/kg", six(s.gain), six(energy))
	}
	e := exercise{asked: "its speed at the end, in m/s", answer: quantity(math.Sqrt(2*end), "m/s"), values: []gen.Value{gen.Slot("v", v)}}
	result := fmt.Sprintf("The speed is sqrt(2·%s) = %s m/s.", six(end), six(math.Sqrt(2*end)))
	path := "it " + strings.Join(parts, ", then ")
	if d >= 4 {
		path += fmt.Sprintf(", and at last it slides to rest on level ground with a kinetic friction coefficient of %s", hundredths(mu))
		stop := end / (gravity * float64(mu) / 100)
		e.asked, e.answer = "the distance it slides on that last ground, in metres", quantity(stop, "m")
		result = fmt.Sprintf("Friction takes μ·g per metre and kilogram, so it stops after %s m.", six(stop))
	}
	e.data = fmt.Sprintf("A %s starts along a track at {v} m/s. On the way %s.", gen.Pick(r, []string{"sledge", "curling stone", "loaded tray", "small block"}), path)
	e.working = fmt.Sprintf("Per kilogram the kinetic energy starts at v²/2 = %s J/kg. A height h changes it by g·h and friction over s by μ·g·s·cos θ. In order the changes are %s. %s", six(start), strings.Join(working, "; "), result)
	return e.item(r, "{data} Find {asked}."+gravityNote+figures, "{data} No energy is lost at the bends. What is {asked}?"+gravityNote+figures,
		"The owner of a fairground tests a slide. {data} Calculate {asked}."+gravityNote+figures)
}

// positiveRoot solves a·x² + b·x = c for the positive x, where a and c are positive.
func positiveRoot(a, b, c float64) float64 { return (-b + math.Sqrt(b*b+4*a*c)) / (2 * a) }

// springBlock asks for a compression or a speed. Difficulty: 1 a block stopped by
// a spring, 2 a launch over rough ground, 3 friction while the spring gives way,
// 4 a fall onto a vertical spring, 5 a slide down a rough incline onto a spring;
// from 3 on the compression is the positive root of a quadratic equation.
func springBlock(r *rand.Rand, d gen.Difficulty) task.Item {
	k, m, mu := gen.Between(r, 150, 1900), gen.Between(r, 5, 60), gen.Between(r, 10, 45)
	stiffness, mass, friction := float64(k), float64(m)/10, float64(mu)/100
	weight := mass * gravity
	e := exercise{asked: "the greatest compression of the spring, in metres", values: []gen.Value{gen.Slot("k", k)}}
	block := fmt.Sprintf("A block of %s kg", tenths(m))
	spring := "a light spring of stiffness {k} N/m"
	var x float64
	switch d {
	case 1, 3:
		v := gen.Between(r, 12, 80)
		kinetic := mass * float64(v*v) / 200
		ground, work := "smooth", 0.0
		if d == 3 {
			ground, work = fmt.Sprintf("rough (coefficient of kinetic friction %s)", hundredths(mu)), friction*weight
		}
		x = positiveRoot(stiffness/2, work, kinetic)
		e.data = fmt.Sprintf("%s moves at %s m/s when it meets the free end of %s that is fixed to a wall. The level ground under block and spring is %s.", block, tenths(v), spring, ground)
		e.working = fmt.Sprintf("The kinetic energy m·v²/2 = %s J becomes k·x²/2 plus friction work of %s N times x. The positive root is x = %s m.", six(kinetic), six(work), six(x))
	case 2:
		stored := 0.0
		for x = 0.05; stored < 2*friction*weight; x += 0.01 { // enough for a metre of rough ground
			stored = stiffness * x * x / 2
		}
		cm := int(math.Round(100*x)) + gen.Between(r, 1, 20)
		stored = stiffness * float64(cm*cm) / 20000
		cms := max(5, int(100*stored/(friction*weight)*float64(gen.Between(r, 20, 80))/100))
		left := stored - friction*weight*float64(cms)/100
		v := math.Sqrt(2 * left / mass)
		e.data = fmt.Sprintf("%s is pushed against %s and compresses it by %d cm. After the release the spring drives it over smooth ground until it leaves the spring; then it crosses a rough level strip %d cm long with a coefficient of kinetic friction of %s.", block, spring, cm, cms, hundredths(mu))
		e.asked, e.answer = "its speed at the end of the strip, in m/s", quantity(v, "m/s")
		e.working = fmt.Sprintf("The spring gives k·x²/2 = %s J. Friction takes μ·m·g·s = %s J. The rest is m·v²/2, so v = %s m/s.", six(stored), six(stored-left), six(v))
		return springFrames(r, e)
	case 4:
		h := gen.Between(r, 20, 250)
		x = positiveRoot(stiffness/2, -weight, weight*float64(h)/100)
		e.data = fmt.Sprintf("%s is dropped from rest %d cm above the upper end of %s that stands upright on the floor.", block, h, spring)
		e.working = fmt.Sprintf("From release to the lowest point m·g·(h + x) = k·x²/2, with m·g = %s N and h = %s m. The positive root is x = %s m.", six(weight), hundredths(h), six(x))
	default:
		l, angle := gen.Between(r, 40, 400), gen.Between(r, 28, 60)
		net := weight * (sinDeg(float64(angle)) - friction*cosDeg(float64(angle)))
		x = positiveRoot(stiffness/2, -net, net*float64(l)/100)
		e.data = fmt.Sprintf("%s is released from rest on an incline of %d°, %d cm (along the incline) above the free end of %s whose lower end is fixed to the incline. The coefficient of kinetic friction is %s everywhere on the incline.", block, angle, l, spring, hundredths(mu))
		e.working = fmt.Sprintf("Along the incline m·g·(sin θ − μ·cos θ) = %s N act over L + x, so net·(L + x) = k·x²/2 with L = %s m. The positive root is x = %s m.", six(net), hundredths(l), six(x))
	}
	e.answer = quantity(x, "m")
	return springFrames(r, e)
}

func springFrames(r *rand.Rand, e exercise) task.Item {
	return e.item(r, "{data} Find {asked}."+gravityNote+figures, "A buffer is being designed. {data} Determine {asked}."+gravityNote+figures,
		"{data} Use the balance of energy to get {asked}."+gravityNote+figures)
}
