package science

import (
	"math"
	"regexp"
	"strings"
)

func init() {
	const g = 9.81
	// Forces add to zero and so do torques about a point that no force goes through.
	physicsOracles["torque-balance"] = func(d int, q string, n, got []float64) []float64 {
		const about = -3.7
		switch d {
		case 4:
			l, w, angle, load, at := n[0], n[1], n[2], n[3], n[4]
			t := got[0]
			up := w + load - t*sinDeg(angle) // by the hinge
			hinge := math.Hypot(up, t*cosDeg(angle))
			torque := up*(0-about) + t*sinDeg(angle)*(l-about)
			return holds(got, hinge, got[1], torque, w*(l/2-about)+load*(at-about))
		case 5:
			l, w, angle, person, at := n[0], n[1], n[2], n[3], n[4]
			// The three lines of force about the top of the ladder.
			ground, friction := w+person, got[0]
			return holds(got, ground*l*cosDeg(angle), friction*l*sinDeg(angle)+w*l/2*cosDeg(angle)+person*(l-at)*cosDeg(angle), got[1], friction/ground)
		}
		l, w, b, loads := n[0], n[1], n[0], n[2:]
		if d == 3 {
			b, loads = n[2], n[3:]
		}
		total, torque := w, w*(l/2-about)
		for i := 0; i+1 < len(loads); i += 2 {
			total += loads[i]
			torque += loads[i] * (loads[i+1] - about)
		}
		return holds(got, got[0]+got[1], total, got[0]*(0-about)+got[1]*(b-about), torque)
	}
	inertias := map[string]float64{"solid sphere": 0.4, "hollow sphere": 2.0 / 3, "solid cylinder": 0.5, "thin hoop": 1}
	// Acceleration by torque about the point of contact, then uniform acceleration.
	physicsOracles["rolling-and-rotational-energy"] = func(d int, q string, n, _ []float64) []float64 {
		c := 0.5
		for name, factor := range inertias {
			if strings.Contains(q, name) {
				c = factor
			}
		}
		tail := n[:len(n)-1] // without g
		last := tail[len(tail)-1]
		slope := func(angle float64) float64 { return g * sinDeg(angle) / (1 + c) }
		switch d {
		case 1:
			h := last / 100
			return []float64{math.Sqrt(2 * slope(30) * h / sinDeg(30))}
		case 2:
			angle := numbersAt(q, `at ([\d]+)°`)[0]
			s := numbersAt(q, `first (\d+) cm`)[0] / 100
			return []float64{math.Sqrt(2 * s / slope(angle))}
		case 3:
			v := numbersAt(q, `at ([\d.]+) m/s`)[0]
			return []float64{v * v / (2 * slope(last))}
		case 4:
			h := numbersAt(q, `level (\d+) cm`)[0] / 100
			v := math.Sqrt(2 * slope(30) * h / sinDeg(30))
			return []float64{math.Sqrt(v*v + 2*g*last/100)}
		}
		M, R, torque, m, h := n[0], n[1]/100, n[3], n[4], n[5]/100
		a := (m*g*R - torque) / (m*R + M*R/2) // torque about the axle
		return []float64{math.Sqrt(2 * a * h)}
	}
	// With GM as an explicit number instead of ratios.
	physicsOracles["orbital-mechanics-ratios"] = func(d int, q string, n, got []float64) []float64 {
		gm := func(a, period float64) float64 { return 4 * math.Pi * math.Pi * a * a * a / (period * period) }
		period := func(a, gm float64) float64 { return 2 * math.Pi * math.Sqrt(a*a*a/gm) }
		switch d {
		case 1:
			return []float64{period(n[2], gm(n[0], n[1]))}
		case 2:
			return holds(got, period(got[0], gm(n[0], n[1])), 24*n[2])
		case 3:
			near, far, v := n[0], n[1], n[2]
			a := (near + far) / 2
			mu := v * v / (2/near - 1/a)
			return []float64{math.Sqrt(mu * (2/far - 1/a)), math.Sqrt(mu / a)}
		case 4:
			mass, radius := n[1], n[2]
			mu := n[0] * n[0] / 2 * mass // with P's radius as the unit
			return []float64{math.Sqrt(2 * mu / (radius * (1 + n[3])))}
		}
		mu := gm(n[0], n[1])
		time := period((n[0]+n[2])/2, mu) / 2
		return []float64{time, 180 - 360*time*math.Sqrt(mu/math.Pow(n[2], 3))/(2*math.Pi)}
	}
	term := regexp.MustCompile(`([^ ()=·]+?)(?:\^\((-?\d)\))?(?: ·|\)|$)`)
	lawText := regexp.MustCompile(`(\S = .*?)(?: the left| On the left| without units|\. On)`)
	// Measure everything in units e times larger, one base unit after the other.
	physicsOracles["unit-and-dimension-analysis"] = func(d int, q string, _, got []float64) []float64 {
		law := strings.TrimRight(lawText.FindStringSubmatch(q)[1], ". ")
		left, right, _ := strings.Cut(law, " = ")
		if i := strings.Index(right, "k · "); i >= 0 {
			right = right[i+len("k · "):]
		}
		dims := map[string]dimensions{}
		for _, m := range append(append([]measurable{}, mechanical...), electrical...) {
			if strings.Contains(q, m.letter+" is "+m.name) || strings.Contains(q, m.letter+" stands for "+m.name) || left == m.letter {
				dims[m.letter] = m.dims
			}
		}
		want := make([]float64, 5)
		for base := range want {
			if d != 3 {
				want[base] = float64(dims[left][base])
			}
			for _, m := range term.FindAllStringSubmatch(right, -1) {
				power := 1.0
				if m[2] != "" {
					power = number(m[2])
				}
				want[base] -= power * float64(dims[m[1]][base])
			}
		}
		return want
	}
	fact := regexp.MustCompile(`1 ([a-zA-Z ]+?) = ([\d.]+) ([a-zA-Z ]+?)(?:,|\.|$)`)
	// The value of each unit in the smallest one of its kind, by following the factors.
	physicsOracles["unit-conversion-chain"] = func(d int, q string, n, got []float64) []float64 {
		factors := map[string]struct {
			f  float64
			to string
		}{}
		for _, m := range fact.FindAllStringSubmatch(strings.ReplaceAll(q, ", how", "."), -1) {
			factors[m[1]] = struct {
				f  float64
				to string
			}{number(m[2]), m[3]}
		}
		size := func(compound string) float64 {
			value := 1.0
			above, below, _ := strings.Cut(compound, "/")
			for i, side := range []string{above, strings.Trim(below, "()")} {
				for _, unit := range strings.Split(side, "·") {
					power := 1.0
					if name, ok := strings.CutSuffix(unit, "²"); ok {
						unit, power = name, 2
					} else if name, ok := strings.CutSuffix(unit, "³"); ok {
						unit, power = name, 3
					}
					for f, ok := factors[unit]; ok; f, ok = factors[f.to] {
						value *= math.Pow(f.f, power*float64(1-2*i))
					}
				}
			}
			return value
		}
		for _, pattern := range []string{`Convert (\d+) (.+?) to (.+?)\. Use`, `states (\d+) (.+?), and a customer wants the same in (.+?)\. The`, `quantity of (\d+) (.+?) when it is expressed in (.+?)\?`} {
			if m := regexp.MustCompile(pattern).FindStringSubmatch(q); m != nil {
				return []float64{number(m[1]) * size(m[2]) / size(m[3])}
			}
		}
		return nil
	}
}
