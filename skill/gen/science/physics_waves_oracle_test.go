package science

import (
	"math"
	"math/cmplx"
	"regexp"
	"strings"
)

func init() {
	axesIn := regexp.MustCompile(`at ((?:\d+°(?:, )?)+) \(all`)
	curved := regexp.MustCompile(`(concave|convex) mirror (?:with|has) a radius of curvature of (\d+) cm`)
	// Phases as complex amplitudes.
	physicsOracles["wave-speed-and-phase"] = func(d int, q string, n, got []float64) []float64 {
		switch d {
		case 1:
			return holds(got, got[0]*n[0], n[1])
		case 2:
			return []float64{n[2] / 100 / n[1] * n[0] * 360} // delay times frequency
		case 3:
			at := numbersAt(q, `y = ([\d.]+)·sin\(([\d.]+)·x − ([\d.]+)·t`)
			x := numbersAt(q, `at x = ([\d.]+) m and t = ([\d.]+) s`)
			return []float64{at[2] / at[1], imag(cmplx.Rect(at[0], at[1]*x[0]-at[2]*x[1]))}
		case 4:
			return []float64{n[0] * (n[2]/100/n[1] + n[4]/100/n[3])}
		}
		delay := (n[3] - n[2]) / 100 / n[1]
		return []float64{cmplx.Abs(complex(n[4], 0) + cmplx.Rect(n[5], 2*math.Pi*n[0]*delay))}
	}
	// A crest that runs to and fro must come back in phase.
	physicsOracles["standing-wave-harmonics"] = func(d int, q string, n, got []float64) []float64 {
		closed := strings.Contains(q, "closed at the other") || d == 5 && got[0] == wordCode("closed")
		resonant := func(f, v, l float64) bool {
			turns := 2 * l * f / v
			if closed {
				turns += 0.5
			}
			return nearInteger(turns) < 1e-4
		}
		switch d {
		case 3:
			length, grams, newton, nodes := n[0], n[1], n[2], n[3]
			wavelength := 2 * length / (nodes + 1)
			return []float64{math.Sqrt(newton/(grams/1000/length)) / wavelength}
		case 4:
			var want []float64
			low, high := numbersAt(q, `between (\d+) Hz and (\d+) Hz`)[0], numbersAt(q, `between (\d+) Hz and (\d+) Hz`)[1]
			quarter := n[1] / (4 * n[0])
			for k := 1.0; k*quarter < high; k++ {
				if k*quarter > low && resonant(k*quarter, n[1], n[0]) {
					want = append(want, k*quarter)
				}
			}
			return want
		case 5:
			if !resonant(n[0], n[2], got[1]) || !resonant(n[1], n[2], got[1]) {
				return nil
			}
			return holds(got, n[1]-n[0], n[2]/(2*got[1]))
		}
		for i, f := range got {
			k := numbersAt(q, `number (\d+), (\d+) and (\d+)`)[i]
			if !resonant(f, n[1], n[0]) || math.Abs(2*n[0]*f/n[1]-k+map[bool]float64{true: 0.5}[closed]) > 1e-3 {
				return nil
			}
		}
		return got
	}
	// Two crests, followed from the source to the observer.
	arrival := func(period, source, observer, wind float64) float64 {
		const c, gap = 343.0, 1000.0
		first := gap / (c + wind - observer)
		second := period + (gap+(observer-source)*period)/(c+wind-observer)
		return second - first
	}
	physicsOracles["doppler-shift"] = func(d int, q string, n, _ []float64) []float64 {
		source, observer, wind := 0.0, 0.0, 0.0
		signed := func(v float64, minus bool) float64 {
			if minus {
				return -v
			}
			return v
		}
		switch d {
		case 1:
			source = signed(n[1], strings.Contains(q, "straight away from an"))
		case 2:
			return []float64{1 / arrival(1/n[1], 0, -n[0], 0), 1 / arrival(1/n[1], 0, n[0], 0)}
		case 3, 4:
			source = signed(n[1], strings.Contains(q, "straight away from a second"))
			observer = signed(n[2], strings.Contains(q, "straight towards the siren"))
			if d == 4 {
				wind = signed(n[3], strings.Contains(q, "from the car to"))
			}
		default:
			there := 1 / arrival(1/n[0], 0, -n[1], 0)
			back := 1 / arrival(1/there, n[1], 0, 0)
			return []float64{back, back - n[0]}
		}
		return []float64{1 / arrival(1/n[0], source, observer, wind)}
	}
	// Squared pressures, with distance as 1/r.
	physicsOracles["sound-level-addition"] = func(d int, q string, n, got []float64) []float64 {
		p := func(level float64) float64 { return math.Pow(10, level/20) }
		level := func(squares float64) float64 { return 10 * math.Log10(squares) }
		switch d {
		case 1:
			return []float64{level(p(n[0])*p(n[0]) + p(n[1])*p(n[1]))}
		case 2:
			return []float64{level(n[0]*p(n[1])*p(n[1]) + p(n[2])*p(n[2]))}
		case 3:
			there := p(n[0]) * n[1] / n[2]
			return []float64{level(there*there + p(n[3])*p(n[3]))}
		case 4:
			a, b := p(n[0])*n[1]/n[4], p(n[2])*n[3]/n[5]
			return []float64{level(a*a + b*b)}
		}
		there := p(n[0]) * n[1] / got[0]
		return holds(got, level(there*there+p(n[2])*p(n[2])), n[3])
	}
	// The ray of least time between two points (Fermat).
	physicsOracles["refraction-through-layers"] = func(d int, q string, n, got []float64) []float64 {
		switch d {
		case 4: // geometry of the ray inside
			inside := root(0, 90, func(b float64) float64 { return n[1]*sinDeg(b) - sinDeg(n[3]) })
			enter, leave := n[2]*tanDeg(n[3]), n[2]*tanDeg(inside)
			return []float64{(enter - leave) * cosDeg(n[3])}
		case 5:
			glass, angle, apex := n[1], n[2], n[3]
			// The wave vector keeps its part along each face.
			first := cmplx.Rect(glass, math.Asin(sinDeg(angle)/glass)) // from the first normal
			turned := first * cmplx.Rect(1, -apex*math.Pi/180)         // from the second
			out := complex(math.Sqrt(1-imag(turned)*imag(turned)), imag(turned))
			return []float64{angle - inDegrees(cmplx.Phase(out)) - apex}
		}
		along := n[0] * sinDeg(n[1])
		for i, index := range n[2 : 2+d] {
			if index < along {
				return []float64{wordCode("total reflection at surface " + string(rune('1'+i)))}
			}
		}
		index := n[1+d]
		return []float64{inDegrees(math.Atan2(along, math.Sqrt(index*index-along*along)))}
	}
	// The equation 1/g + 1/b = 2/R on the answer.
	physicsOracles["mirror-imaging"] = func(d int, q string, n, got []float64) []float64 {
		curve := func(r float64, kind string) float64 {
			if kind == "convex" {
				return -r
			}
			return r
		}
		m := curved.FindAllStringSubmatch(q, -1)
		radius := curve(number(m[0][2]), m[0][1])
		if d == 3 {
			times := numbersAt(q, `, ([\d.]+) times`)[0]
			if strings.Contains(q, "upside-down") {
				times = -times
			}
			return holds(got, 1/got[0]+1/got[1], 2/radius, -got[1]/got[0], times)
		}
		object := n[0]
		image := root2(object, radius)
		scale := -image / object
		if d >= 4 {
			at := numbersAt(q, `first one, (\d+) cm`)[0]
			second := at - image
			image = -second
			if d == 5 {
				image = root2(second, -number(m[1][2]))
				scale *= -image / second
			}
		}
		return []float64{image, scale}
	}
	// Orders tried out one by one.
	physicsOracles["double-slit-and-grating-maxima"] = func(d int, q string, n, _ []float64) []float64 {
		spacing := 1e6 / n[len(n)-1]
		if m := numbersAt(q, `(\d+) lines per`); m != nil {
			spacing = 1e6 / m[0]
		}
		switch d {
		case 1:
			order := numbersAt(q, `order (\d)`)[0]
			return []float64{root(0, 89.999, func(a float64) float64 { return spacing*sinDeg(a) - order*n[0] })}
		case 2:
			order := numbersAt(q, `order (\d)`)[0]
			a := root(0, 80, func(a float64) float64 { return n[1]*1000*sinDeg(a) - order*n[0] })
			return []float64{2 * n[2] * 1000 * tanDeg(a)}
		case 3:
			m := 0.0
			for (m+1)*n[0] < spacing {
				m++
			}
			return []float64{m, inDegrees(math.Atan2(m*n[0], math.Sqrt(spacing*spacing-m*m*n[0]*n[0])))}
		case 4:
			order := numbersAt(q, `order (\d)`)[0]
			at := func(nm float64) float64 {
				x := order * nm
				return n[3] * 1000 * x / math.Sqrt(spacing*spacing-x*x)
			}
			return []float64{at(n[0]) - at(n[1])}
		}
		count := 0.0
		for m := -60.0; m <= 60; m++ {
			if math.Abs(sinDeg(n[2])+m*n[0]/spacing) <= 1 {
				count++
			}
		}
		return []float64{count}
	}
	// Amplitudes of both reflections by Fresnel, added with their phase.
	physicsOracles["thin-film-interference"] = func(d int, q string, n, got []float64) []float64 {
		film, under := numbersAt(q, `index ([\d.]+) lies`)[0], 1.0
		if m := numbersAt(q, `glass of index ([\d.]+)`); m != nil {
			under = m[0]
		}
		r1, r2 := (1-film)/(1+film), (film-under)/(film+under)
		strength := func(nm, thick float64) float64 {
			return cmplx.Abs(complex(r1, 0) + cmplx.Rect(r2, 4*math.Pi*film*thick/nm))
		}
		bright := strings.Contains(q, "strongest")
		extreme := func(nm, thick float64) bool {
			want := math.Abs(math.Abs(r1) - math.Abs(r2))
			if bright {
				want = math.Abs(r1) + math.Abs(r2)
			}
			return math.Abs(strength(nm, thick)-want) < 1e-4
		}
		switch d {
		case 4:
			thick := numbersAt(q, `It is (\d+) nm thick`)[0]
			for i, nm := range got {
				if !extreme(nm, thick) || i > 0 && nm >= got[i-1] || nm < 400 || nm > 700 {
					return nil
				}
			}
			waves := 0 // full turns of the phase within the range, give or take one
			for nm := 400.0; nm < 700; nm += 0.05 {
				a, b, c := strength(nm-0.05, thick), strength(nm, thick), strength(nm+0.05, thick)
				if bright && b > a && b >= c || !bright && b < a && b <= c {
					waves++
				}
			}
			if waves < len(got)-1 || waves > len(got)+1 {
				return nil
			}
			return got
		case 5:
			m := numbersAt(q, `if (\d+) nm and (\d+) nm`)
			turns := func(nm float64) float64 { return 2 * film * got[0] / nm }
			return holds(got, turns(m[1])-turns(m[0]), 1)
		}
		nm := numbersAt(q, `which (\d+) nm`)[0]
		count := 1.0
		if strings.Contains(q, "second least") {
			count = 2
		} else if strings.Contains(q, "third least") {
			count = 3
		}
		period := nm / (2 * film)
		if !extreme(nm, got[0]) || math.Ceil(got[0]/period-1e-6) != count {
			return nil
		}
		return got
	}
	// Field components instead of the law of Malus.
	physicsOracles["polariser-chain-intensity"] = func(d int, q string, n, _ []float64) []float64 {
		list := axesIn.FindStringSubmatch(q)[1]
		pass := 1.0
		if m := numbersAt(q, `lets through (\d+) %`); m != nil {
			pass = math.Sqrt(m[0] / 100)
		}
		through := func(ex, ey float64) float64 {
			for _, axis := range numbersOf(list) {
				e := (ex*cosDeg(axis) + ey*sinDeg(axis)) * pass
				ex, ey = e*cosDeg(axis), e*sinDeg(axis)
			}
			return ex*ex + ey*ey
		}
		whole := numbersAt(q, `light of (\d+) W`)[0]
		polarised := 0.0
		sum := 0.0
		if m := numbersAt(q, `which (\d+) % of the intensity is linearly polarised at (\d+)°`); m != nil {
			polarised = whole * m[0] / 100
			e := math.Sqrt(polarised)
			sum = through(e*cosDeg(m[1]), e*sinDeg(m[1]))
		}
		half := math.Sqrt((whole - polarised) / 2) // two independent waves at a right angle
		return []float64{sum + through(half, 0) + through(0, half)}
	}
}

// root2 is the image distance b of 1/g + 1/b = 2/R.
func root2(object, radius float64) float64 { return 1 / (2/radius - 1/object) }
