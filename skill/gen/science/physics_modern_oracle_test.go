package science

import (
	"math"
	"math/cmplx"
	"regexp"
	"strings"
)

func init() {
	nuclideIn := regexp.MustCompile(`(\d+)[A-Z][a-z]? \(charge number (\d+)\)`)
	halfLife := regexp.MustCompile(`half-life (?:of )?([\d.]+)`)
	equation := regexp.MustCompile(`(\w+(?: \+ \w+)+) → (\w+(?: \+ \w+)*)`)
	massIn := regexp.MustCompile(`(\w+) ([\d.]+) u`)
	const h, c, e, me = 6.62607015e-34, 299792458.0, 1.602176634e-19, 9.1093837e-31
	physicsOracles["photoelectric-threshold"] = func(d int, q string, n, got []float64) []float64 { // in SI units
		energy := func(nm, phi float64) float64 { return h*c/(nm*1e-9) - phi*e }
		switch d {
		case 1:
			return []float64{energy(n[0], n[1]) / e}
		case 2:
			return []float64{energy(n[0], n[1]) / e, h * c / (n[1] * e) * 1e9}
		case 3:
			return []float64{math.Sqrt(2*energy(n[0], n[1])/me) / 1000}
		case 4:
			first := h * c / ((n[0] + n[1]) * e) * 1e9
			return []float64{first, energy(first*(1-n[2]/100), n[0]) / e}
		}
		return holds(got, got[0]/n[1]-got[1], n[0], got[0]/n[3]-got[1], n[2])
	}
	physicsOracles["hydrogen-line-transition"] = func(d int, q string, n, got []float64) []float64 { // by wave numbers
		z := numbersAt(q, `charge number (\d+)`)[0]
		const rydberg = 10973731.568 // 1/m
		wave := func(from, to float64) float64 { return 1e9 / (rydberg * z * z * (1/(to*to) - 1/(from*from))) }
		switch d {
		case 1:
			m := numbersAt(q, `n = (\d+) to the level n = (\d+)`)
			if strings.Contains(q, "in eV.") && strings.Contains(q, "energy of the emitted") {
				return []float64{h * c / (wave(m[0], m[1]) * 1e-9) / e}
			}
			return []float64{wave(m[0], m[1])}
		case 2:
			m := numbersAt(q, `line of ([\d.]+) nm when it ends in the level n = (\d+)`)
			best, off := 0.0, math.Inf(1)
			for k := m[1] + 1; k < 60; k++ {
				if x := math.Abs(wave(k, m[1]) - m[0]); x < off {
					best, off = k, x
				}
			}
			return []float64{best}
		case 3:
			m := numbersAt(q, `emits ([\d.]+) nm, and from that one to a third while it emits ([\d.]+) nm.*middle level is (\d+)`)
			best, off := 0.0, math.Inf(1)
			for k := 1.0; k < m[2]; k++ {
				if x := math.Abs(wave(m[2], k) - m[1]); x < off {
					best, off = k, x
				}
			}
			return []float64{m[0] * m[1] / (m[0] + m[1]), best}
		case 4:
			m := numbersAt(q, `level n = (\d+) when a photon of ([\d.]+) eV`)
			left := m[1]*e - h*c*rydberg*z*z/(m[0]*m[0])
			return []float64{h / math.Sqrt(2*me*left) * 1e9}
		}
		beam, top := numbersAt(q, `electrons of ([\d.]+) eV`)[0], 1.0
		for h*c*1e9/wave(top+1, 1)/e < beam {
			top++
		}
		lines, long := 0.0, 0.0
		for a := 2.0; a <= top; a++ {
			for b := 1.0; b < a; b++ {
				lines++
				long = max(long, wave(a, b))
			}
		}
		return []float64{lines, long}
	}
	physicsOracles["de-broglie-wavelength"] = func(d int, q string, n, got []float64) []float64 { // h/(γ·m·v) in SI units
		rest := numbersAt(q, `m·c² is ([\d.]+) MeV`)[0] * 1e6 * e
		m := rest / (c * c)
		pm := func(kinetic float64) float64 {
			gamma := 1 + kinetic/rest
			v := c * math.Sqrt(1-1/(gamma*gamma))
			return h / (gamma * m * v) * 1e12
		}
		slow := func(kinetic float64) float64 { return h / (m * math.Sqrt(2*kinetic/m)) * 1e12 }
		volts := func() float64 { return numbersAt(q, `voltage of (\d+) V`)[0] * e }
		switch d {
		case 1:
			return []float64{h / (m * numbersAt(q, `is (\d+) km/s`)[0] * 1000) * 1e12}
		case 2:
			return []float64{slow(volts() * numbersAt(q, `charge (\d)·e`)[0])}
		case 3:
			k := numbersAt(q, `has ([\d.]+) times .* belongs to (\d+) K`)
			return []float64{slow(k[0] * 1.5 * 1.380649e-23 * k[1])}
		case 4:
			return []float64{pm(volts())}
		}
		k := numbersAt(q, `are (\d+) pm apart.* order m = (\d)`)
		return []float64{2000 * math.Asin(k[1]*pm(volts())/(2*k[0]))}
	}
	physicsOracles["blackbody-peak-and-power-scaling"] = func(d int, q string, n, got []float64) []float64 {
		const k, sigma = 1.380649e-23, 5.670374e-8
		peak := func(t float64) float64 { // the maximum of Planck's law, in µm
			planck := func(um float64) float64 {
				l := um * 1e-6
				return math.Log(math.Pow(l, -5) / math.Expm1(h*c/(l*k*t)))
			}
			return root(1000/t, 6000/t, func(um float64) float64 { return planck(um*1.0001) - planck(um*0.9999) })
		}
		switch d {
		case 1:
			return []float64{peak(n[0])}
		case 2:
			power := func(t, r float64) float64 { return r * r * math.Pow(t, 4) }
			return []float64{power(n[0], n[1]) / power(n[2], n[3])}
		case 3:
			area := math.Pi * n[0] * n[1] * 1e-6
			t := root(1, 1e6, func(t float64) float64 { return sigma*area*math.Pow(t, 4) - n[2] })
			return []float64{t, peak(t)}
		case 4:
			m := numbersAt(q, `surface of (\d+) cm² and an emissivity of ([\d.]+) is kept at (\d+) K .* at (\d+) K`)
			return []float64{m[1] * sigma * m[0] * 1e-4 * (m[2]*m[2] - m[3]*m[3]) * (m[2]*m[2] + m[3]*m[3])}
		}
		m := numbersAt(q, `reflects (\d+) %.* is (\d+) million km from a star of (\d+) K with a radius of ([\d.]+) .* time (\d+) million km from a star of (\d+) K with a radius of ([\d.]+)`)
		light := func(t, r, million float64) float64 {
			r, million = r*6.957e8, million*1e9
			return sigma * math.Pow(t, 4) * 4 * math.Pi * r * r / (4 * math.Pi * million * million)
		}
		in := (light(m[2], m[3], m[1]) + light(m[5], m[6], m[4])) * (1 - m[0]/100)
		return []float64{root(1, 1e5, func(t float64) float64 { return 4*sigma*math.Pow(t, 4) - in })}
	}
	// The balance of rest masses, in kilograms.
	physicsOracles["mass-energy-of-a-reaction"] = func(d int, q string, n, got []float64) []float64 {
		masses := map[string]float64{}
		_, table, _ := strings.Cut(q, "Masses: ")
		for _, m := range massIn.FindAllStringSubmatch(table, -1) {
			masses[m[1]] = number(m[2])
		}
		sides := equation.FindAllStringSubmatch(q, -1)
		energy := func(m []string) float64 { // in MeV
			lost := 0.0
			for _, x := range strings.Split(m[1], " + ") {
				lost += masses[x]
			}
			for _, x := range strings.Split(m[2], " + ") {
				lost -= masses[x]
			}
			return lost * 1.66053907e-27 * c * c / e / 1e6
		}
		first := energy(sides[0])
		left := strings.Split(sides[0][1], " + ")
		fuelled := 1.0
		if left[0] == left[1] {
			fuelled = 2
		}
		switch d {
		case 1:
			return []float64{first * numbersAt(q, `place (\d+) times`)[0]}
		case 2:
			nuclei := numbersAt(q, `(\d+) µg`)[0] * 1e-9 / (masses[left[0]] * 1.66053907e-27)
			return []float64{nuclei / fuelled * first * 1e6 * e / 1000}
		case 3:
			m := numbersAt(q, `delivers (\d+) MW .* efficiency of (\d+) %`)
			reactions := m[0] * 1e6 * 86400 / (m[1] / 100) / (first * 1e6 * e)
			return []float64{reactions * fuelled * masses[left[0]] * 1.66053907e-24}
		case 4:
			m := numbersAt(q, `frequencies of (\d+) to (\d+)\. Together there are (\d+) thousand`)
			return []float64{(first*m[0] + energy(sides[1])*m[1]) / (m[0] + m[1]) * m[2]}
		}
		right := strings.Split(sides[0][2], " + ")
		over := numbersAt(q, `projectile is ([\d.]+) %`)[0]
		// In the frame of the centre of mass the energy at the threshold is |Q|.
		threshold := first * (masses[right[0]] + masses[right[1]]) / masses[right[0]]
		return []float64{threshold, threshold*(1+over/100) - first}
	}
	// Nuclei that decay in many small steps.
	physicsOracles["radioactive-decay-chain-timing"] = func(d int, q string, n, got []float64) []float64 {
		lives := halfLife.FindAllStringSubmatch(q, -1)
		l1 := math.Ln2 / number(lives[0][1])
		after := numbersAt(q, `after ([\d.]+) `)
		decay := func(activity, l, t float64) float64 {
			for range 4000 {
				activity -= l * t / 4000 * activity / (1 + l*t/8000)
			}
			return activity
		}
		switch d {
		case 1:
			return []float64{decay(numbersAt(q, `activity of (\d+)`)[0], l1, after[0])}
		case 2:
			m := numbersAt(q, `from (\d+) kBq to (\d+)`)
			return holds(got, decay(m[0], l1, got[0]), m[1])
		case 3:
			m := numbersAt(q, `holds (\d+) kBq .* and (\d+) kBq of`)
			return []float64{decay(m[0], l1, after[0]) + decay(m[1], math.Ln2/number(lives[1][1]), after[0])}
		}
		start, l2 := numbersAt(q, `activity of (\d+)`)[0], math.Ln2/number(lives[1][1])
		run := func(end float64) (most, at, last float64) {
			const steps = 40000
			a, b, dt := start/l1, 0.0, end/steps
			for i := range steps {
				half1, half2 := a-l1*a*dt/2, b+(l1*a-l2*b)*dt/2
				a, b = a-l1*half1*dt, b+(l1*half1-l2*half2)*dt
				if l2*b > most {
					most, at = l2*b, float64(i+1)*dt
				}
			}
			return most, at, l2 * b
		}
		if d == 4 {
			_, _, last := run(after[0])
			return []float64{last}
		}
		most, at, _ := run(2 * got[0])
		if math.Abs(at-got[0]) < 2e-3*got[0] { // the top is flat
			at = got[0]
		}
		return []float64{at, most}
	}
	// Mass and charge numbers on both sides.
	physicsOracles["nuclear-equation-balancing"] = func(d int, q string, n, got []float64) []float64 {
		var known [][2]float64
		for _, m := range nuclideIn.FindAllStringSubmatch(q, -1) {
			known = append(known, [2]float64{number(m[1]), number(m[2])})
		}
		a, z := known[0][0], known[0][1]
		carry := func(word string, sign float64) {
			for _, p := range lightParticles {
				if strings.Contains(q, word+p.name) {
					a, z = a+sign*float64(p.a), z+sign*float64(p.z)
				}
			}
		}
		carry("captures ", 1)
		switch d {
		case 2:
			a, z = a-known[1][0], z-known[1][1]
		case 3:
			a, z = a-known[1][0]-numbersAt(q, `and (\d) free`)[0], z-known[1][1]
		case 5:
			return holds(got, a-4*got[0], known[1][0], z-2*got[0]+got[1], known[1][1])
		default:
			carry("sends out ", -1)
			if strings.Contains(q, "sends out an electron") {
				z++
			} else if strings.Contains(q, "sends out a positron") || strings.Contains(q, "captures an electron") {
				z--
			}
		}
		return []float64{wordCode(nuclide{int(z), int(a)}.String())}
	}
	// Rapidities, and invariant intervals.
	physicsOracles["relativistic-time-and-length"] = func(d int, q string, n, got []float64) []float64 {
		var rapidity float64
		if m := numbersAt(q, `at ([\d.]+) c`); m != nil {
			rapidity = math.Atanh(m[0])
		}
		gamma := math.Cosh(rapidity)
		switch d {
		case 1:
			return []float64{n[1] * gamma}
		case 2:
			x, y := n[0]*cosDeg(n[1])/gamma, n[0]*sinDeg(n[1])
			return []float64{cmplx.Abs(complex(x, y)), inDegrees(cmplx.Phase(complex(x, y)))}
		case 3: // proper time squared = time squared − distance squared
			t := math.Hypot(n[0], n[1])
			return []float64{t / n[1], t}
		case 4:
			life, metres := n[0], n[2]
			own := metres / math.Sinh(rapidity) / 0.299792
			return []float64{100 * math.Pow(0.5, own/life)}
		}
		s, x := n[0], n[1] // light-cone coordinates stretch by exp(±rapidity)
		plus, minus := (s+x)*math.Exp(-rapidity), (s-x)*math.Exp(rapidity)
		return []float64{(plus + minus) / 2, (plus - minus) / 2}
	}
}
