package science

import (
	"math"
	"regexp"
	"strings"
)

// integral of f from a to b by Simpson's rule.
func integral(a, b float64, f func(float64) float64) float64 {
	const n = 200
	h, sum := (b-a)/n, f(a)+f(b)
	for i := 1; i < n; i++ {
		sum += f(a+float64(i)*h) * float64(2+2*(i%2))
	}
	return sum * h / 3
}

func init() {
	const g = 9.81
	added, metalIn := regexp.MustCompile(`(\d+) g of ice at (-?\d+) °C`), regexp.MustCompile(`(\d+) g of (copper|aluminium|iron|lead|brass) at (\d+) °C.* (?:\w+) ([\d.]+) J/\(g·K\); heat`)
	steamIn := regexp.MustCompile(`(\d+) g of steam`)
	// The temperature at which the enthalpies, each above water at 0 °C, balance.
	physicsOracles["calorimetry-with-phase-change"] = func(d int, q string, n, got []float64) []float64 {
		ice := added.FindStringSubmatch(q)
		m, t := number(ice[1]), number(ice[2])
		total, liquid, dry := n[0]*4.19*n[1]+m*(2.1*t-334), n[0]+m, 0.0
		if s := steamIn.FindStringSubmatch(q); s != nil {
			total += number(s[1]) * (2257 + 419)
			liquid += number(s[1])
		}
		if s := metalIn.FindStringSubmatch(q); s != nil {
			total += number(s[1]) * number(s[3]) * number(s[4])
			dry = number(s[1]) * number(s[4])
		}
		if total <= 0 {
			return []float64{0, root(0, liquid, func(x float64) float64 { return total + 334*x })}
		}
		return []float64{root(0, 100, func(t float64) float64 { return total - t*(4.19*liquid+dry) }), 0}
	}
	expand := regexp.MustCompile(`-?\d+(?:\.\d+)? × 10`)
	// Change by change: each length is multiplied by 1 + α·ΔT.
	physicsOracles["thermal-expansion"] = func(d int, q string, n, got []float64) []float64 {
		var alpha []float64
		for _, m := range expand.FindAllString(q, -1) {
			alpha = append(alpha, number(strings.TrimSuffix(m, " × 10"))*1e-6)
		}
		switch d {
		case 1:
			return []float64{1000*n[0]*(1+alpha[0]*(n[2]-n[1])) - 1000*n[0]}
		case 2:
			return holds(got, n[0]*alpha[0]*(got[0]-n[2])+n[1]*alpha[1]*(got[0]-n[2]), n[3])
		case 3:
			return []float64{n[0]*(1+alpha[1]*(n[2]-n[1])) - n[0]*(1+3*alpha[0]*(n[2]-n[1]))}
		case 4:
			young := numbersAt(q, `modulus (\d+) GPa`)[0]
			strain := alpha[0] * (n[2] - n[1])
			return []float64{young * 1e9 * strain * n[0] * 1e-6 / 1e3}
		}
		young := numbersAt(q, `moduli: (\d+) GPa and (\d+) GPa`)
		dt := n[4] - n[2]
		return []float64{root(0, 1e4, func(stress float64) float64 { // MPa at which the rods just fit
			fit := n[0]*(alpha[0]*dt-stress/young[0]/1e3) + n[1]*(alpha[1]*dt-stress/young[1]/1e3)
			return fit - n[3]
		})}
	}
	slab := regexp.MustCompile(`(\d+) mm with a thermal conductivity of ([\d.]+)`)
	// The flow found as the one that uses up the whole drop, layer by layer.
	physicsOracles["steady-heat-conduction-in-layers"] = func(d int, q string, n, got []float64) []float64 {
		t := numbersAt(q, `are (-?\d+) °C inside and (-?\d+) °C outside`)
		layers := slab.FindAllStringSubmatch(q, -1)
		drop := func(flux float64, upTo int) float64 {
			sum := 0.0
			if d >= 4 {
				sum += flux * 0.13
			}
			for _, l := range layers[:upTo] {
				sum += flux * number(l[1]) / 1000 / number(l[2])
			}
			return sum
		}
		whole := func(flux float64) float64 {
			end := drop(flux, len(layers))
			if d >= 4 {
				end += flux * 0.04
			}
			return end - (t[0] - t[1])
		}
		flux := root(0, 1e5, whole)
		flow := flux * n[0]
		switch d {
		case 1:
			return []float64{flow}
		case 5:
			more := numbersAt(q, `thermal conductivity of ([\d.]+) W/\(m·K\) is to bring the heat flow down to (\d+)`)
			reduced := flux * more[1] / 100
			return []float64{flow, 1000 * more[0] * -whole(reduced) / reduced}
		}
		return []float64{flow, drop(flux, []int{0, 0, 1, 2, 2}[d])}
	}
	vessel := regexp.MustCompile(`([a-z]+(?: dioxide)?) at (\d+) kPa in ([\d.]+) L(?: at (\d+) K)?`)
	named := regexp.MustCompile(`partial pressures of (.+?) in kPa`)
	// Moles of each gas, then each one's pressure in the whole volume.
	physicsOracles["gas-mixture-partial-pressures"] = func(d int, q string, n, got []float64) []float64 {
		end, volume, moles := 300.0, 0.0, map[string]float64{}
		if d >= 2 {
			end = numbersAt(q, `everything is at (\d+) K`)[0]
		}
		for _, m := range vessel.FindAllStringSubmatch(q, -1) {
			t := end
			if m[4] != "" {
				t = number(m[4])
			}
			volume += number(m[3])
			moles[m[1]] += number(m[2]) * number(m[3]) / (8.314 * t)
		}
		names := named.FindStringSubmatch(q)
		if names == nil { // the total is asked
			total := 0.0
			for gas, mol := range moles {
				if !strings.Contains(q, "takes up all of the "+gas) {
					total += mol * 8.314 * end / volume
				}
			}
			return []float64{total}
		}
		var want []float64
		for _, gas := range strings.Split(strings.ReplaceAll(names[1], " and ", ", "), ", ") {
			want = append(want, moles[gas]*8.314*end/volume)
		}
		return want
	}
	corner := regexp.MustCompile(`\((\d+) kPa, (\d+) L\)`)
	// Heat collected in small steps along the lines.
	physicsOracles["first-law-cycle-bookkeeping"] = func(d int, q string, n, _ []float64) []float64 {
		start := numbersAt(q, `pressure of (\d+) kPa and a volume of (\d+) L`)
		path := [][2]float64{{start[0], start[1]}}
		for _, m := range corner.FindAllStringSubmatch(q, -1) {
			path = append(path, [2]float64{number(m[1]), number(m[2])})
		}
		closed := strings.Contains(q, "back to its start")
		if closed {
			path = append(path, path[0])
		}
		work, heat, taken := 0.0, 0.0, 0.0
		for i := 1; i < len(path); i++ {
			const steps = 2000
			a, b := path[i-1], path[i]
			for k := range steps {
				s, e := float64(k)/steps, float64(k+1)/steps
				p1, v1, p2, v2 := a[0]+s*(b[0]-a[0]), a[1]+s*(b[1]-a[1]), a[0]+e*(b[0]-a[0]), a[1]+e*(b[1]-a[1])
				dw := (p1 + p2) / 2 * (v2 - v1)
				dq := dw + 1.5*(p2*v2-p1*v1)
				work, heat, taken = work+dw, heat+dq, taken+max(0, dq)
			}
		}
		if closed {
			return []float64{work, taken}
		}
		return []float64{work, heat - work, heat}
	}
	// Entropy in equals entropy out.
	physicsOracles["heat-engine-efficiency"] = func(d int, q string, n, got []float64) []float64 {
		switch d {
		case 1:
			return holds(got, 1/n[0], (1-got[0])/n[1])
		case 2:
			return holds(got, n[2]/n[0], (n[2]-got[0])/n[1])
		case 3:
			return holds(got, got[0]/n[0], (got[0]+n[2])/n[1])
		case 4:
			return holds(got, n[0]-got[0], n[2]*(got[0]-n[1]))
		}
		work := n[3] * n[2] / 100 * (1 - n[1]/n[0])
		return holds(got, got[0]/n[4], (got[0]-work)/n[5])
	}
	// dQ/T added up along the way.
	physicsOracles["entropy-change"] = func(d int, q string, n, got []float64) []float64 {
		along := func(c, from, to float64) float64 { return integral(from, to, func(t float64) float64 { return c / t }) }
		switch d {
		case 1:
			return []float64{along(4.19*n[0], n[1], n[2])}
		case 2:
			return []float64{334*n[0]/273.15 + along(4.19*n[0], 273.15, n[2])}
		case 3:
			end := (n[0]*n[1] + n[2]*n[3]) / (n[0] + n[2])
			return []float64{along(4.19*n[0], n[1], end) + along(4.19*n[2], n[3], end)}
		case 4:
			spread := func(mol, from, to float64) float64 {
				return integral(from, to, func(v float64) float64 { return 8.314 * mol / v })
			}
			return []float64{spread(n[0], n[1], n[1]+n[3]) + spread(n[2], n[3], n[1]+n[3])}
		}
		c, k := 4.19*n[3], n[0]*n[1]
		end := root(200, 600, func(t float64) float64 { return c*(t-n[4]) + k*(t-n[2]) })
		return []float64{along(c, n[4], end) + along(k, n[2], end)}
	}
	column := regexp.MustCompile(`(\d+) cm (up|down) through [a-z ]+ \((\d+) kg/m³\)`)
	physicsOracles["hydrostatic-pressure-and-manometers"] = func(d int, q string, n, _ []float64) []float64 {
		p := 101325.0
		for _, m := range column.FindAllStringSubmatch(q, -1) {
			dz := number(m[1]) / 100
			if m[2] == "up" {
				dz = -dz
			}
			p += number(m[3]) * g * dz
		}
		return []float64{(p - 101325) / 1000}
	}
	// Weights on both sides of the balance.
	physicsOracles["buoyancy-and-floating-depth"] = func(d int, q string, n, got []float64) []float64 {
		switch d {
		case 1:
			return holds(got, got[0]*n[1], n[0])
		case 2:
			return holds(got, n[0]/1000*n[1]+got[0], n[0]/1000*n[2])
		case 3:
			volume := n[0] / (got[0] * g)
			return holds(got, n[0]-n[1]*volume*g, n[2])
		case 4:
			return holds(got, got[0]*n[1]+(1-got[0])*n[0], n[2])
		}
		metal, load := n[0], numbersAt(q, `instrument of (\d+) kg`)[0]
		float := numbersAt(q, `density (\d+) kg/m³ with (\d+) %`)
		return holds(got, metal*0.1*(1-got[0])+load, float[0]*0.1*float[1]/100)
	}
	// Energy per volume at both places.
	physicsOracles["continuity-and-bernoulli-flow"] = func(d int, q string, n, got []float64) []float64 {
		switch d {
		case 1:
			return holds(got, got[0]*n[3]*n[3], n[1]*n[2]*n[2])
		case 2, 3:
			v2, rise := n[1]*n[2]*n[2]/(n[3]*n[3]), 0.0
			if d == 3 {
				rise = n[4]
			}
			return holds(got, n[0]*n[1]*n[1]/2+1000*got[0], n[0]*v2*v2/2+n[0]*g*rise)
		case 4:
			flow := got[0] / 1000
			v := func(mm float64) float64 { return flow / (math.Pi * mm * mm / 4e6) }
			return holds(got, n[2]*v(n[0])*v(n[0])/2+n[3]*1000, n[2]*v(n[1])*v(n[1])/2)
		}
		t := got[1] / got[0]
		return holds(got, n[1]*1000+n[0]*g*n[3], n[0]*got[0]*got[0]/2, g*t*t/2, n[4])
	}
	// The drag at the answer's speed against weight and buoyancy.
	physicsOracles["terminal-speed-by-drag-balance"] = func(d int, q string, n, got []float64) []float64 {
		v, m := got[0], n[0]/1000
		switch d {
		case 1:
			return holds(got, n[1]*v, m*g)
		case 2:
			return holds(got, n[2]*v*v, m*g*sinDeg(n[1]))
		case 3:
			r := n[0] / 1000
			return holds(got, 6*math.Pi*n[3]*r*v/1000, 4*math.Pi/3*r*r*r*g*(n[1]-n[2]))
		case 4:
			r, rho, c := n[0]/1000, n[2], numbersAt(q, `C = ([\d.]+)`)[0]
			return holds(got, c*rho*math.Pi*r*r*v*v/2, 4*math.Pi/3*r*r*r*g*(n[1]-rho))
		}
		k := numbersAt(q, `b = ([\d.]+) N·s/m and c = ([\d.]+)`)
		return holds(got, k[0]*v+k[1]*v*v, m*g*(1-n[1]/100))
	}
}
