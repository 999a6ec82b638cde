package science

import (
	"math"
	"math/cmplx"
	"regexp"
	"strings"
)

func init() {
	placed := regexp.MustCompile(`(-?\d+) nC at \((-?\d+), (-?\d+)\)`)
	charges := func(q string) (out [][3]float64) { // nC, m, m
		for _, m := range placed.FindAllStringSubmatch(q, -1) {
			out = append(out, [3]float64{number(m[1]), number(m[2]) / 100, number(m[3]) / 100})
		}
		return out
	}
	potential := func(sources [][3]float64, x, y float64) (volts float64) {
		for _, s := range sources {
			volts += 8.988e9 * s[0] * 1e-9 / math.Hypot(x-s[1], y-s[2])
		}
		return volts
	}
	// The slope of the potential.
	physicsOracles["coulomb-force-superposition"] = func(d int, q string, n, _ []float64) []float64 {
		all := charges(q)
		const h = 1e-6
		q0 := n[0] * 1e-9 * 1e6 // to µN
		fx := -q0 * (potential(all, h, 0) - potential(all, -h, 0)) / (2 * h)
		fy := -q0 * (potential(all, 0, h) - potential(all, 0, -h)) / (2 * h)
		switch d {
		case 1:
			return []float64{fx}
		case 5:
			return []float64{math.Hypot(fx, fy), math.Mod(inDegrees(math.Atan2(fy, fx))+360, 360)}
		}
		return []float64{fx, fy}
	}
	// Charges brought one after the other into the potential of those before.
	physicsOracles["electric-potential-and-energy"] = func(d int, q string, n, _ []float64) []float64 {
		all := charges(q)
		first := all[0]
		in := func(x, y float64) float64 { return first[0] * 1e-9 * potential(all[1:], x, y) * 1e6 }
		switch d {
		case 3:
			to := numbersAt(q, `slowly to \((-?\d+), (-?\d+)\)`)
			return []float64{in(to[0]/100, to[1]/100) - in(first[1], first[2])}
		case 5:
			return []float64{math.Sqrt(2 * in(first[1], first[2]) / numbersAt(q, `mass of (\d+) mg`)[0])}
		}
		work := 0.0
		for i, c := range all {
			work += c[0] * 1e-9 * potential(all[:i], c[1], c[2]) * 1e6
		}
		return []float64{work}
	}
	change := regexp.MustCompile(`gap is changed to ([\d.]+) mm|permittivity ([\d.]+) \(instead|battery is (disconnected)`)
	// By the field: σ = ε0·εr·E and U = E·d.
	physicsOracles["parallel-plate-capacitor-changes"] = func(d int, q string, n, _ []float64) []float64 {
		area, gap, filling, volts, sigma, on := n[0]*1e-4, n[1]*1e-3, 1.0, n[3], 0.0, true
		settle := func() {
			if on {
				sigma = 8.854e-12 * filling * volts / gap
			} else {
				volts = sigma / (8.854e-12 * filling) * gap
			}
		}
		settle()
		for _, m := range change.FindAllStringSubmatch(q, -1) {
			switch {
			case m[1] != "":
				gap = number(m[1]) * 1e-3
			case m[2] != "":
				filling = number(m[2])
			default:
				on = false
			}
			settle()
		}
		switch {
		case strings.Contains(q, "the charge on a plate"):
			return []float64{sigma * area * 1e9}
		case strings.Contains(q, "the voltage between"):
			return []float64{volts}
		}
		field := volts / gap
		return []float64{8.854e-12 * filling * field * field / 2 * area * gap * 1e6}
	}
	loaded := regexp.MustCompile(`C\d of (\d+) µF (?:charged to (\d+) V|without)`)
	// The heat of joining two capacitors is C1·C2/(C1 + C2)·ΔU²/2.
	physicsOracles["capacitor-charge-sharing"] = func(d int, q string, n, _ []float64) []float64 {
		c, u, heat := 0.0, 0.0, 0.0
		for i, m := range loaded.FindAllStringSubmatch(q, -1) {
			next, at := number(m[1]), 0.0
			if m[2] != "" {
				at = number(m[2])
			}
			if i == 1 && strings.Contains(q, "negative plate") {
				at = -at
			}
			heat += c * next / (c + next) * (u - at) * (u - at) / 2000
			u = (c*u + next*at) / (c + next)
			c += next
		}
		return []float64{u, heat}
	}
	branchIn := regexp.MustCompile(`number \d with (?:an ideal source of (\d+) V \(positive pole towards ([ABC])\) in series with (\d+) Ω|a resistor of (\d+) Ω alone)`)
	// Kirchhoff's rules on the answer.
	physicsOracles["two-loop-circuit-solving"] = func(d int, q string, n, got []float64) []float64 {
		var drop []float64 // voltage of the upper node by each branch
		sum := 0.0
		for i, m := range branchIn.FindAllStringSubmatch(q, -1) {
			volts, ohms := number("0"+m[1]), number("0"+m[3]+m[4])
			if m[2] == "B" {
				volts = -volts
			}
			drop = append(drop, volts-got[i]*ohms)
			sum += got[i]
		}
		if d == 5 {
			load, bridge := numbersAt(q, `a resistor of (\d+) Ω\. A`)[0], numbersAt(q, `A resistor of (\d+) Ω joins`)[0]
			through := (drop[0] - drop[2]) / bridge // from A to C
			return holds(got, drop[0], drop[1], got[0]+got[1], through, got[2]+through, drop[2]/load)
		}
		for _, u := range drop {
			if holds(got, u, drop[0]) == nil {
				return nil
			}
		}
		return holds(got, sum-got[0], -got[0])
	}
	// Power and best load by trying out.
	physicsOracles["internal-resistance-and-power-matching"] = func(d int, q string, n, got []float64) []float64 {
		emf, inner := n[0], n[1]/1000
		power := func(e, r, load float64) float64 { return e * e * load / ((r + load) * (r + load)) }
		switch d {
		case 1:
			return []float64{emf / (1 + inner/n[2])} // a divider
		case 2:
			return holds(got, got[0]-got[1]*n[1], n[0], got[0]-got[1]*n[3], n[2])
		case 3:
			return holds(got, power(emf, inner, got[0]), n[2], power(emf, inner, got[1]), n[2])
		case 4:
			inner += n[2]
		case 5:
			strings, cells := n[2], n[3]
			emf, inner = emf*cells, inner*cells/strings+n[4]
			got = []float64{got[0], got[1]}
			if power(emf, inner, got[0]) < power(emf, inner, got[0]*1.01) || power(emf, inner, got[0]) < power(emf, inner, got[0]*0.99) {
				return nil
			}
			return holds(got, emf/(inner+got[0])/strings, got[1])
		}
		if power(emf, inner, got[0]) < power(emf, inner, got[0]*1.01) || power(emf, inner, got[0]) < power(emf, inner, got[0]*0.99) {
			return nil
		}
		return holds(got, power(emf, inner, got[0]), got[1])
	}
	// The differential equation in steps (midpoint rule).
	relax := func(u, goal, tau, t float64) float64 {
		const n = 4000
		for range n {
			dt := t / n
			half := u + (goal-u)/tau*dt/2
			u += (goal - half) / tau * dt
		}
		return u
	}
	physicsOracles["rc-transient"] = func(d int, q string, n, got []float64) []float64 {
		at := numbersAt(q, `at t = ([\d.]+) s`)
		switch d {
		case 1:
			return []float64{relax(0, n[3], n[0]*n[2]/1000, at[0])}
		case 2:
			return holds(got, relax(0, 100, n[0]*n[2]/1000, got[0]), numbersAt(q, `reaches (\d+) %`)[0])
		case 3:
			r := n[3] * n[4] / (n[3] + n[4])
			return []float64{relax(n[1], 0, r*n[0]/1000, at[0]) / n[3]}
		case 4: // current into the capacitor: (E − u)/R1 − u/R2
			e, r1, r2, c := n[0], n[1], n[2], n[4]/1000
			g := 1/r1 + 1/r2
			return []float64{relax(0, e/r1/g, c/g, at[0])}
		}
		at = numbersAt(q, `At t = ([\d.]+) s it is switched over to a resistor of (\d+) kΩ alone and discharges for ([\d.]+) s`)
		c := n[0]
		peak := relax(0, n[3], n[2]*c/1000, at[0])
		end := relax(peak, 0, at[1]*c/1000, at[2])
		return []float64{end, c * (peak + end) * (peak - end) / 2000}
	}
	// Complex impedance.
	physicsOracles["rlc-resonance"] = func(d int, q string, n, got []float64) []float64 {
		l, c, r := n[0]*1e-3, n[1]*1e-9, n[2]
		z := func(hertz float64) complex128 {
			w := complex(2*math.Pi*hertz, 0)
			return complex(r, 0) + 1i*w*complex(l, 0) + 1/(1i*w*complex(c, 0))
		}
		switch d {
		case 1:
			return []float64{root(1, 1e6, func(f float64) float64 { return imag(z(f)) })}
		case 2:
			return []float64{cmplx.Abs(z(numbersAt(q, `at (\d+) Hz`)[0]))}
		case 3:
			at := numbersAt(q, `of (\d+) V \(effective value\) at (\d+) Hz`)
			return []float64{1000 * at[0] / cmplx.Abs(z(at[1])), inDegrees(cmplx.Phase(z(at[1])))}
		case 4:
			f0 := root(1, 1e6, func(f float64) float64 { return imag(z(f)) })
			edge := func(a, b float64) float64 {
				return root(a, b, func(f float64) float64 { return cmplx.Abs(z(f)) - r*math.Sqrt2 })
			}
			current := numbersAt(q, `with (\d+) V`)[0] / r
			return []float64{edge(f0, 1e7) - edge(1e-3, f0), current / (2 * math.Pi * f0 * c)}
		}
		f0, size := root(1, 1e6, func(f float64) float64 { return imag(z(f)) }), numbersAt(q, `impedance is (\d+)`)[0]
		off := func(f float64) float64 { return cmplx.Abs(z(f)) - size }
		return []float64{root(1e-3, f0, off), root(f0, 1e7, off)}
	}
	wireIn := regexp.MustCompile(`through \((-?\d+), (-?\d+)\) and carries (\d+) A (out of|into)`)
	// Short pieces of each wire by the law of Biot and Savart, in closed form over a
	// finite but very long wire.
	physicsOracles["field-of-straight-currents"] = func(d int, q string, n, _ []float64) []float64 {
		at := numbersAt(q, `magnetic field at \((-?\d+), (-?\d+)\)`)
		var b complex128
		for _, m := range wireIn.FindAllStringSubmatch(q, -1) {
			z := complex((at[0]-number(m[1]))/100, (at[1]-number(m[2]))/100)
			amps := number(m[3])
			if m[4] == "into" {
				amps = -amps
			}
			const half = 1e4 // metres
			rho := cmplx.Abs(z)
			b += complex(0.1*amps/rho*2*half/math.Hypot(half, rho), 0) * 1i * z / complex(rho, 0)
		}
		switch {
		case d <= 2:
			return []float64{imag(b)}
		case d == 5:
			return []float64{cmplx.Abs(b), math.Mod(inDegrees(cmplx.Phase(b))+360, 360)}
		}
		return []float64{real(b), imag(b)}
	}
	// The magnetic force against the centripetal one.
	physicsOracles["magnetic-force-on-charges"] = func(d int, q string, n, got []float64) []float64 {
		const e = 1.602e-19
		field := numbersAt(q, `field of (\d+) mT`)[0] / 1000
		if d == 4 {
			u := numbersAt(q, `masses (\d+) u and (\d+) u .* voltage of (\d+) V`)
			side := func(nucleons float64) float64 { // of the half circle, in mm, from p = sqrt(2·m·E)
				return 2000 * math.Sqrt(2*nucleons*1.661e-27*e*u[2]) / (e * field)
			}
			return []float64{side(u[1]) - side(u[0])}
		}
		about := numbersAt(q, `mass ([\d.]+) × 10\^-27 kg, charge (\d)·e`)
		m, charge := about[0]*1e-27, about[1]*e
		speed := func() float64 { return numbersAt(q, `at (\d+) × 10\^4 m/s`)[0] * 1e4 }
		switch d {
		case 1, 2:
			v, r := speed(), got[len(got)-1]/1000
			if d == 2 {
				r /= 2
				if holds(got, got[0]*1e-9*v, math.Pi*r) == nil {
					return nil
				}
			}
			return holds(got, charge*v*field, m*v*v/r)
		case 3:
			energy := charge * numbersAt(q, `voltage of (\d+) V`)[0]
			return holds(got, math.Pow(charge*field*got[0]/1000, 2)/(2*m), energy)
		}
		angle := numbersAt(q, `angle of (\d+)°`)[0]
		v := speed()
		return holds(got, charge*v*sinDeg(angle)*field, m*math.Pow(v*sinDeg(angle), 2)/(got[0]/1000), got[1]/got[0], 2*math.Pi/tanDeg(angle))
	}
	// Power is conserved at each station.
	physicsOracles["transformer-and-line-loss"] = func(d int, q string, n, got []float64) []float64 {
		switch d {
		case 1:
			return holds(got, got[0]/n[2], n[1]/n[0], n[1]*1e-4, n[1]*1e-4, got[1]*n[2], got[0]*got[0]/n[3])
		case 2, 3:
			kw, volts, ohms := n[0], n[1]*1000, n[2]
			if d == 3 {
				volts, ohms = n[1]*n[2], n[3]
			}
			current := kw * 1000 / volts
			far := kw*1000/current - ohms*current
			return []float64{kw - far*current/1000, far}
		case 4:
			into := n[0] * n[3] / 100
			current := into * 1000 / (n[1] * n[2])
			return holds(got, got[0]/n[5]*100+current*current*n[4]/1000, into, got[1], 100*got[0]/n[0])
		}
		return holds(got, got[0]*n[1], n[2]+got[1], got[1]*1000, got[0]*got[0]*n[0])
	}
	use := regexp.MustCompile(`of (\d+) W for (\d+) minutes`)
	// Every kWh bought on its own.
	physicsOracles["electric-energy-cost"] = func(d int, q string, n, got []float64) []float64 {
		kwh := 0.0
		days := numbersAt(q, `each of (\d+) days`)[0]
		for _, m := range use.FindAllStringSubmatch(q, -1) {
			kwh += number(m[1]) * number(m[2]) / 60000 * days
		}
		cents := 0.0
		if d >= 2 {
			cents = numbersAt(q, `basic charge is (\d+)`)[0]
		}
		var price []float64
		limit := math.Inf(1)
		if d >= 3 {
			limit = numbersAt(q, `The first (\d+) kWh`)[0]
			price = numbersAt(q, `kWh cost ([\d.]+) cents each, .*? ([\d.]+) cents each`)
			price = append(price, price[1])
			if d >= 4 {
				price[2] = numbersAt(q, `further ones ([\d.]+)`)[0]
			}
		} else {
			price = numbersAt(q, `kWh costs ([\d.]+)`)
		}
		for left, band := kwh, 0; left > 0; band++ {
			bought := min(left, limit)
			if band == 2 {
				bought = left
			}
			cents += bought * price[band]
			left -= bought
		}
		if d == 5 {
			cents *= 1 + numbersAt(q, `tax of (\d+) %`)[0]/100
		}
		if math.Abs(got[0]-cents/100) < 0.00501 {
			return got
		}
		return []float64{cents / 100}
	}
	// Flux before and after; for motion the balance of powers.
	physicsOracles["electromagnetic-induction"] = func(d int, q string, n, got []float64) []float64 {
		switch d {
		case 1, 2:
			flux := func(mt float64) float64 { return n[0] * n[1] * 1e-4 * mt / 1000 }
			volts := math.Abs(flux(n[4])-flux(n[3])) / (n[2] / 1000)
			if d == 1 {
				return []float64{volts}
			}
			out := strings.Contains(q, "points towards the viewer")
			word := "clockwise"
			if out != (n[4] > n[3]) {
				word = "counterclockwise"
			}
			return []float64{1000 * volts / n[5], wordCode(word)}
		case 3:
			at := numbersAt(q, `left to right, (\d+) cm apart, joined at one end by a resistor of (\d+) Ω.* at ([\d.]+) m/s in a field of (\d+) mT`)
			volts := at[3] / 1000 * at[0] / 100 * at[2]
			word := "up" // to the right in a field into the page
			if strings.Contains(q, "to the left") != strings.Contains(q, "points out of") {
				word = "down"
			}
			return []float64{volts * volts / at[1] / at[2] * 1e6, wordCode(word)} // force is heat over speed
		case 4:
			w := n[2] * math.Pi / 30
			flux := func(t float64) float64 { return n[0] * n[1] * 1e-4 * n[3] / 1000 * math.Cos(w*t) }
			slope := func(angle float64) float64 {
				t, h := angle*math.Pi/180/w, 1e-5/w
				return (flux(t-h) - flux(t+h)) / (2 * h)
			}
			return []float64{slope(90), slope(n[4])}
		}
		volts := n[2] / 1000 * n[0] / 100 * got[0]
		return holds(got, volts*volts/n[1], got[1], n[3]/1000*9.81*got[0], got[1])
	}
}
