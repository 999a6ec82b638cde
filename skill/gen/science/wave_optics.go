package science

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "physics: waves & optics"
	gen.Register("science/double-slit-and-grating-maxima", area, "Double-slit and grating maxima",
		"Find angles, orders and places of the maxima of slits and gratings.", gratingMaxima)
	gen.Register("science/thin-film-interference", area, "Thin-film interference",
		"Find film thicknesses or wavelengths of bright and dark reflection.", thinFilm)
	gen.Register("science/polariser-chain-intensity", area, "Polariser chain intensity", "Find the exact intensity behind a chain of polarisers.", polariserChain)
}

// gratingMaxima asks about maxima. Difficulty: 1 an angle, 2 the spacing on a
// screen, 3 the highest order, 4 the separation of two wavelengths, 5 the number
// of maxima at oblique incidence, where both sides differ.
func gratingMaxima(r *rand.Rand, d gen.Difficulty) task.Item {
	lines, nm, order := gen.Between(r, 100, 600), gen.Between(r, 405, 695), gen.Between(r, 1, 2)
	spacing := 1e6 / float64(lines) // nm
	e := exercise{values: []gen.Value{gen.Slot("nm", nm), gen.Slot("lines", lines)}}
	e.data = "Light of {nm} nm falls at a right angle on a grating with {lines} lines per millimetre."
	grating := fmt.Sprintf("The lines are g = %s nm apart.", six(spacing))
	switch d {
	case 1:
		angle := inDegrees(math.Asin(float64(order*nm) / spacing))
		e.asked, e.answer = fmt.Sprintf("the angle between the central maximum and that of order %d, in degrees", order), quantity(angle, "°")
		e.working = grating + fmt.Sprintf(" sin α = m·λ/g = %s, so α = %s°.", six(sinDeg(angle)), six(angle))
	case 2:
		um, cm := gen.Between(r, 90, 600), gen.Between(r, 80, 400)
		fringe := func(m int) float64 { // exact, in mm
			s := float64(m*nm) / (float64(um) * 1000)
			return float64(cm) * 10 * s / math.Sqrt(1-s*s)
		}
		e.values = []gen.Value{gen.Slot("nm", nm)}
		m := gen.Between(r, 2, 8)
		e.data = fmt.Sprintf("Light of {nm} nm falls on two narrow slits that are %d µm apart. A screen parallel to them is %s m away.", um, hundredths(cm))
		e.asked, e.answer = fmt.Sprintf("the distance on the screen between the two maxima of order %d (left and right of the centre), in millimetres", m), quantity(2*fringe(m), "mm")
		e.working = fmt.Sprintf("sin α = %d·λ/d = %s, and the place is L·tan α = %s mm from the centre; twice that is %s mm.", m, six(float64(m*nm)/float64(um)/1000), six(fringe(m)), six(2*fringe(m)))
	case 3:
		highest := 1000000 / (lines * nm)
		angle := inDegrees(math.Asin(float64(highest*nm) / spacing))
		e.asked = "the highest order that appears and its angle from the central maximum in degrees, as a list [order, angle]"
		e.answer = task.List(task.Integer(int64(highest)), quantity(angle, "°"))
		e.working = grating + fmt.Sprintf(" m·λ/g must be below 1: g/λ = %s, so m = %d, with sin α = %s and α = %s°.", six(spacing/float64(nm)), highest, six(sinDeg(angle)), six(angle))
	case 4:
		second, cm := nm-gen.Between(r, 20, 60), gen.Between(r, 50, 250)
		at := func(l int) float64 {
			s := float64(order*l) / spacing
			return float64(cm) * 10 * s / math.Sqrt(1-s*s)
		}
		e.data = fmt.Sprintf("Light that consists of {nm} nm and %d nm falls at a right angle on a grating with {lines} lines per millimetre. A flat screen parallel to the grating is %s m away.", second, hundredths(cm))
		e.asked, e.answer = fmt.Sprintf("the distance between the lines of both wavelengths in order %d on the same side of the screen, in millimetres", order), quantity(at(nm)-at(second), "mm")
		e.working = grating + fmt.Sprintf(" With sin α = m·λ/g the places L·tan α are %s mm and %s mm; the difference is %s mm.", decimalText(at(nm), 8), decimalText(at(second), 8), six(at(nm)-at(second)))
	default:
		tilt := gen.Between(r, 8, 50)
		ratio, s := spacing/float64(nm), sinDeg(float64(tilt))
		for range 3 { // keep clear of a maximum that just grazes the grating
			if min(nearInteger(ratio*(1-s)), nearInteger(ratio*(1+s))) > 0.003 {
				break
			}
			tilt++
			s = sinDeg(float64(tilt))
		}
		up, down := int(math.Floor(ratio*(1-s))), int(math.Floor(ratio*(1+s)))
		e.data = fmt.Sprintf("Light of {nm} nm falls on a grating with {lines} lines per millimetre at %d° to its normal (in the plane at a right angle to the lines). For light that leaves at the angle β on the other side, g·(sin β − sin %d°) = m·λ.", tilt, tilt)
		e.asked, e.answer = "the number of all maxima that leave the grating on that other side, the one of order 0 included", task.Integer(int64(up+down+1))
		e.working = grating + fmt.Sprintf(" sin β lies between −1 and 1, so m goes from −g·(1 + sin %d°)/λ = −%s to g·(1 − sin %d°)/λ = %s. Those are %d + %d + 1 orders.", tilt, six(ratio*(1+s)), tilt, six(ratio*(1-s)), down, up)
		return e.item(r, "{data} Find {asked}. Give an integer.", "{data} What is {asked}? Answer with an integer.", "A spectrograph is planned. {data} Determine {asked}, an integer.")
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} What is {asked}?"+figures, "A spectrograph is planned. {data} Determine {asked}."+figures)
}

// nearInteger is the distance to the nearest integer.
func nearInteger(x float64) float64 { return math.Abs(x - math.Round(x)) }

// thinFilm asks about reflection from a film. Difficulty: 1 a soap film, 2 a film
// on glass, 3 any order of three indices, which decides how many reflections turn
// the phase, 4 the bright colours of a film, 5 the thickness from neighbouring
// dark wavelengths.
func thinFilm(r *rand.Rand, d gen.Difficulty) task.Item {
	nm, film := gen.Between(r, 401, 699), gen.Between(r, 128, 245)
	outer, under := 100, 100
	place := "in air (index 1.00)"
	if d >= 2 {
		film, under = gen.Between(r, 125, 145), gen.Between(r, 150, 190)
		if r.IntN(2) == 0 && d >= 3 {
			film = gen.Between(r, 195, 245)
		}
		place = fmt.Sprintf("between air (index 1.00) and glass of index %s", hundredths(under))
	}
	n := float64(film) / 100
	flips := 0 // reflections at a higher index turn the phase by half a wave
	if film > outer {
		flips++
	}
	if under > film {
		flips++
	}
	e := exercise{values: []gen.Value{gen.Slot("nm", nm)}}
	e.data = fmt.Sprintf("A film of refractive index %s lies %s. Light comes from the air at a right angle.", hundredths(film), place)
	turned := fmt.Sprintf("%d of the two reflections are at a higher index and turn the phase by half a wave.", flips)
	bright := r.IntN(2) == 0
	m := gen.Between(r, 1, 3) // which thickness, the thinnest first
	word := map[bool]string{true: "strongest", false: "weakest"}[bright]
	switch {
	case d <= 3:
		ordinal := []string{"least", "second least", "third least"}[m-1]
		halves := float64(2 * m) // 2·n·t in half waves is an even or odd number
		if bright == (flips == 1) {
			halves--
		}
		t := halves * float64(nm) / (4 * n)
		e.asked, e.answer = fmt.Sprintf("the %s thickness above zero for which {nm} nm (in air) is reflected at its %s, in nm", ordinal, word), quantity(t, "nm")
		e.working = turned + fmt.Sprintf(" So 2·n·t must be %g half waves: t = %g·%d/(4·%s) = %s nm.", halves, halves, nm, hundredths(film), six(t))
	case d == 4:
		filmColours(r, &e, n, bright == (flips == 1), word)
		e.working = turned + e.working
	default:
		k := gen.Between(r, 4, 12)
		long := gen.Between(r, 560, 690)
		short := int(math.Round(float64(long*k) / float64(k+1)))
		t := float64(long) * float64(short) / (2 * n * float64(long-short))
		e.values = []gen.Value{gen.Slot("long", long), gen.Slot("short", short)}
		e.asked, e.answer = fmt.Sprintf("its thickness in nm, if {long} nm and {short} nm (in air) are neighbouring wavelengths that are reflected at their %s (take these two values as exact and do not round the order to an integer)", word), quantity(t, "nm")
		e.working = fmt.Sprintf("Both fulfil the same condition with orders that differ by 1: 2·n·t·(1/%d − 1/%d) = 1 wave, so t = %d·%d/(2·%s·%d) = %s nm.", short, long, long, short, hundredths(film), long-short, six(t))
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} What is the result for {asked}?"+figures, "A coating is developed. {data} Determine {asked}."+figures)
}

// filmColours asks for the visible wavelengths for which twice the optical
// thickness is an odd or an even number of half waves.
func filmColours(r *rand.Rand, e *exercise, n float64, odd bool, word string) {
	thick := gen.Between(r, 450, 1400)
	var list []float64
	for k := 0; k < 20; k++ {
		halves := 2*k + 2
		if odd {
			halves = 2*k + 1
		}
		if l := 4 * n * float64(thick) / float64(halves); l > 400 && l < 700 {
			list = append(list, l)
		}
	}
	e.values = []gen.Value{gen.Slot("thick", thick)}
	e.data += " It is {thick} nm thick."
	e.asked, e.answer = fmt.Sprintf("all wavelengths (in air) from 400 nm to 700 nm that are reflected at their %s, in nm, as a list from the longest to the shortest", word), quantities("nm", list...)
	e.working = fmt.Sprintf(" So 2·n·t = %s nm must be a fitting number of half waves: λ = 4·n·t/k for %s k. Within the range are %s nm.", six(2*n*float64(thick)), map[bool]string{true: "odd", false: "even"}[odd], sixOf(list))
}

// squaredCosines of angles in degrees that are exact.
var squaredCosines = map[int]*big.Rat{0: big.NewRat(1, 1), 30: big.NewRat(3, 4), 45: big.NewRat(1, 2), 60: big.NewRat(1, 4)}

// polariserChain asks for an exact intensity. Difficulty adds polarisers (2 to 5);
// from 3 on each passes only a part of the light along its axis, at 4 and 5 the
// light that comes in is partly polarised. Neighbouring axes differ by 30°, 45° or
// 60°, either way.
func polariserChain(r *rand.Rand, d gen.Difficulty) task.Item {
	n, intensity, axis := gen.Of(d, 2, 3, 3, 4, 5), gen.Between(r, 11, 990), gen.Between(r, 1, 179)
	percent := 100
	if d >= 3 {
		percent = gen.Pick(r, []int{80, 85, 90, 92, 95, 96})
	}
	value := big.NewRat(int64(intensity), 2)
	story := "unpolarised light of {intensity} W/m²"
	var steps []string
	first := fmt.Sprintf("The first polariser passes half of the unpolarised light: %s W/m².", value.RatString())
	if d >= 4 {
		polarised := gen.Between(r, 20, 60)
		turn := gen.Pick(r, []int{30, 45, 60})
		story = fmt.Sprintf("light of {intensity} W/m², of which %d %% of the intensity is linearly polarised at %d° and the rest is unpolarised,", polarised, (axis+turn)%180)
		part := new(big.Rat).Mul(big.NewRat(int64(intensity*polarised), 100), squaredCosines[turn])
		rest := big.NewRat(int64(intensity*(100-polarised)), 200)
		value = part.Add(part, rest)
		first = fmt.Sprintf("Behind the first axis there are half of the unpolarised part and cos² %d° of the polarised one: %s W/m².", turn, value.RatString())
	}
	axes := []string{fmt.Sprintf("%d°", axis)}
	for range n - 1 {
		turn := gen.Pick(r, []int{30, 45, 60})
		value.Mul(value, squaredCosines[turn])
		axis = (axis + turn*(1-2*r.IntN(2)) + 180) % 180
		axes = append(axes, fmt.Sprintf("%d°", axis))
		steps = append(steps, fmt.Sprintf("cos² %d° = %s", turn, squaredCosines[turn].RatString()))
	}
	e := exercise{asked: "the intensity behind the last one, in W/m²", values: []gen.Value{gen.Slot("intensity", intensity)}}
	ideal := "All of them are ideal."
	if percent < 100 {
		ideal = fmt.Sprintf("Each of them lets through %d %% of the light that is polarised along its axis and nothing of the rest.", percent)
	}
	e.data = fmt.Sprintf("A beam of %s passes through %d polarisers whose axes point, one after the other, at %s (all angles from the same line across the beam). %s", story, n, strings.Join(axes, ", "), ideal)
	working := first + " Each further one multiplies by cos² of the angle between neighbouring axes: " + strings.Join(steps, ", ") + "."
	for range n {
		if percent < 100 {
			value.Mul(value, big.NewRat(int64(percent), 100))
		}
	}
	if percent < 100 {
		working += fmt.Sprintf(" All %d also pass only %d %% each.", n, percent)
	}
	e.working, e.answer = working+fmt.Sprintf(" The result is %s W/m².", value.RatString()), rationalAnswer(value)
	const form = " Give an integer, an exact fraction or an exact decimal, without the unit."
	return e.item(r, "{data} Find {asked}."+form, "{data} By the law of Malus, what is {asked}?"+form, "A stage light is dimmed with filters. {data} Calculate {asked}."+form)
}
