package science

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "physics: modern"
	gen.Register("science/photoelectric-threshold", area, "Photoelectric threshold",
		"Find energies, stopping voltages, speeds and the work function in the photoelectric effect.", photoelectric)
	gen.Register("science/hydrogen-line-transition", area, "Hydrogen line transition",
		"Find wavelengths and levels of lines of hydrogen-like ions.", hydrogenLines)
	gen.Register("science/de-broglie-wavelength", area, "De Broglie wavelength", "Find the wavelength of slow, thermal and relativistic particles.", matterWave)
	gen.Register("science/blackbody-peak-and-power-scaling", area, "Blackbody peak and power scaling",
		"Compare peaks, powers and temperatures of black bodies.", blackBody)
}

// Constants that questions state (CODATA 2022, rounded): h·c in eV·nm, the
// electron's rest energy in eV, the Rydberg energy in eV, Wien's constant in µm·K
// and the Stefan-Boltzmann constant in W/(m²·K⁴).
const (
	photonConstant = 1239.84
	electronRest   = 510999.0
	rydbergEnergy  = 13.6057
	wienConstant   = 2897.77
	stefan         = 5.6704e-8
	lightSpeed     = 2.99792e8
)

// photoelectric asks about electrons that light frees. Difficulty: 1 the greatest
// energy, 2 the threshold and the stopping voltage, 3 the greatest speed, 4 the
// light for a given stopping voltage, 5 work function and h from two measurements.
func photoelectric(r *rand.Rand, d gen.Difficulty) task.Item {
	work := gen.Between(r, 190, 480) // hundredths of eV, from caesium to copper
	phi := float64(work) / 100
	nm := gen.Between(r, 120, int(0.92*photonConstant/phi))
	photon := photonConstant / float64(nm)
	left := photon - phi
	e := exercise{values: []gen.Value{gen.Slot("nm", nm)}}
	e.data = fmt.Sprintf("Light of {nm} nm falls on a metal with a work function of %s eV.", hundredths(work))
	energy := fmt.Sprintf("A photon has h·c/λ = %s eV, so at most %s eV are left for an electron.", six(photon), six(left))
	switch d {
	case 1:
		e.asked, e.answer, e.working = "the greatest kinetic energy of the freed electrons, in eV", quantity(left, "eV"), energy
	case 2:
		e.asked = "the stopping voltage in volts and the longest wavelength that frees electrons in nm, as a list [voltage, wavelength]"
		e.answer = task.List(quantity(left, "V"), quantity(photonConstant/phi, "nm"))
		e.working = energy + fmt.Sprintf(" That is the stopping voltage in volts. The threshold is h·c/φ = %s nm.", six(photonConstant/phi))
	case 3:
		v := lightSpeed * math.Sqrt(2*left/electronRest) / 1000
		e.asked, e.answer = "the greatest speed of the freed electrons (not relativistic), in km/s", quantity(v, "km/s")
		e.working = energy + fmt.Sprintf(" v = c·sqrt(2·E/(m·c²)) = %s km/s.", six(v))
	case 4:
		volts, shorter := gen.Between(r, 20, 400), gen.Between(r, 5, 40)
		first := photonConstant / (phi + float64(volts)/100)
		second := float64(volts)/100 + photonConstant/first*float64(shorter)/float64(100-shorter)
		e.values = []gen.Value{gen.Slot("shorter", shorter)}
		e.data = fmt.Sprintf("Electrons freed from a metal (work function %s eV) by light of one wavelength are just stopped by %s V. Then the wavelength is shortened by {shorter} %%.", hundredths(work), hundredths(volts))
		e.asked = "the first wavelength in nm and the new stopping voltage in volts, as a list [wavelength, voltage]"
		e.answer = task.List(quantity(first, "nm"), quantity(second, "V"))
		e.working = fmt.Sprintf("The photon energy is φ + e·U = %s eV, so λ = %s nm. The shorter wave has %s eV per photon, which leaves %s V.", six(phi+float64(volts)/100), six(first), six(phi+second), six(second))
	default:
		return twoStoppingVoltages(r, phi)
	}
	const note = " h·c = 1239.84 eV·nm; for an electron m·c² = 510999 eV; c = 2.99792 × 10^8 m/s." + figures
	return e.item(r, "{data} Find {asked}."+note, "{data} Determine {asked}."+note, "A photocell is tested. {data} Calculate {asked}."+note)
}

// twoStoppingVoltages is the evaluation of two measurements. The voltages are
// those of a real metal, read to
// hundredths of a volt, so that the result is close to the true h.
func twoStoppingVoltages(r *rand.Rand, phi float64) task.Item {
	nm := int(photonConstant / (phi + float64(gen.Between(r, 150, 300))/100))
	long := int(photonConstant / (phi + float64(gen.Between(r, 20, 90))/100))
	read := func(l int) int { return int(math.Round(100*(photonConstant/float64(l)-phi))) + gen.Between(r, -1, 1) }
	u1, u2 := read(nm), read(long)
	slope := float64(u1-u2) / 100 / (1/float64(nm) - 1/float64(long)) // h·c/e in V·nm
	phi = slope/float64(nm) - float64(u1)/100
	e := exercise{values: []gen.Value{gen.Slot("nm", nm)}}
	e.data = fmt.Sprintf("A student measures stopping voltages of a photocell: %s V for light of {nm} nm and %s V for light of %d nm.", hundredths(u1), hundredths(u2), long)
	e.asked = "from these two measurements alone, the value of h·c/e in V·nm and the work function in eV, as a list [h·c/e, work function]"
	e.answer = task.List(quantity(slope, ""), quantity(phi, "eV"))
	e.working = fmt.Sprintf("U = (h·c/e)/λ − φ/e at both points. The difference %s V = (h·c/e)·(1/%d − 1/%d) 1/nm gives %s V·nm, and φ = (h·c/e)/λ − U = %s eV.", hundredths(u1-u2), nm, long, six(slope), six(phi))
	return e.item(r, "{data} Find {asked}."+figures, "{data} Determine {asked}."+figures, "{data} Calculate {asked}."+figures)
}

// hydrogenLines asks about lines of an ion with one electron. Difficulty: 1 a
// line's wavelength, 2 the level that a line comes from, 3 both levels of a line of
// a named series, 4 the electron freed from an excited level, 5 the lines after
// excitation by electrons of a given energy.
func hydrogenLines(r *rand.Rand, d gen.Difficulty) task.Item {
	z, low := gen.Between(r, 1, 26), gen.Between(r, 1, 7)
	high := low + gen.Between(r, 1, 14)
	ground := rydbergEnergy * float64(z*z)
	level := func(n int) float64 { return ground / float64(n*n) }
	gap := level(low) - level(high)
	e := exercise{values: []gen.Value{gen.Slot("z", z), gen.Slot("low", low), gen.Slot("high", high)}}
	ion := "An ion with a single electron and the nuclear charge number {z}"
	if z == 1 {
		ion, e.values = "A hydrogen atom (charge number 1)", e.values[1:]
	}
	switch d {
	case 1:
		kind := r.IntN(2)
		e.data = ion + " passes from the level n = {high} to the level n = {low}."
		e.asked, e.answer = "the wavelength of the emitted photon, in nm", quantity(photonConstant/gap, "nm")
		e.working = fmt.Sprintf("ΔE = 13.6057 eV·Z²·(1/%d² − 1/%d²) = %s eV.", low, high, six(gap))
		if kind == 0 {
			e.asked, e.answer = "the energy of the emitted photon, in eV", quantity(gap, "eV")
		} else {
			e.working += fmt.Sprintf(" λ = h·c/ΔE = %s nm.", six(photonConstant/gap))
		}
	case 2:
		lambda := decimalText(photonConstant/gap, 6)
		e.values = e.values[:len(e.values)-1]
		e.data = ion + fmt.Sprintf(" emits a line of %s nm when it ends in the level n = {low}.", lambda)
		e.asked, e.answer = "the quantum number n of the level where it started", task.Integer(int64(high))
		e.working = fmt.Sprintf("ΔE = h·c/λ = %s eV. From 1/n² = 1/%d² − ΔE/(13.6057 eV·Z²) follows n = %d.", six(gap), low, high)
		return e.item(r, "{data} Find {asked}."+rydbergNote, "{data} What is {asked}?"+rydbergNote, "A spectrum is analysed. {data} Determine {asked}."+rydbergNote)
	case 3:
		high = low + gen.Between(r, 1, 5)
		middle := high + gen.Between(r, 1, 8)
		first, second := photonConstant/(level(high)-level(middle)), photonConstant/(level(low)-level(high))
		jump := photonConstant / (level(low) - level(middle))
		e.values = e.values[:len(e.values)-2]
		e.data = ion + fmt.Sprintf(" goes from a level to a lower one while it emits %s nm, and from that one to a third while it emits %s nm.", decimalText(first, 7), decimalText(second, 7))
		e.asked = fmt.Sprintf("the wavelength in nm of the direct transition from the first level to the third, and the number n of the third level (n of the middle level is %d), as a list [wavelength, n]", high)
		e.answer = task.List(quantity(jump, "nm"), task.Integer(int64(low)))
		e.working = fmt.Sprintf("Photon energies add: 1/λ = 1/λ1 + 1/λ2, so λ = %s nm. The second step has %s eV = 13.6057 eV·Z²·(1/n² − 1/%d²), so n = %d.", six(jump), six(photonConstant/second), high, low)
	case 4:
		share := gen.Between(r, 120, 400)
		photon := math.Round(level(low)*float64(share)) / 100
		left := photon - level(low)
		e.values = e.values[:len(e.values)-1]
		e.data = ion + fmt.Sprintf(" is in the level n = {low} when a photon of %s eV frees its electron.", six(photon))
		e.asked, e.answer = "the de Broglie wavelength of the freed electron (not relativistic; m·c² = 510999 eV), in nm", quantity(photonConstant/math.Sqrt(2*electronRest*left), "nm")
		e.working = fmt.Sprintf("Freeing it takes 13.6057 eV·Z²/n² = %s eV, so %s eV are left. λ = h·c/sqrt(2·m·c²·E) = %s nm.", six(level(low)), six(left), six(photonConstant/math.Sqrt(2*electronRest*left)))
	default:
		top := gen.Between(r, 3, 7)
		beam := math.Round((level(1)-level(top)+(level(top)-level(top+1))*float64(gen.Between(r, 15, 85))/100)*1000) / 1000
		long := photonConstant / (level(top-1) - level(top))
		e.values = e.values[:len(e.values)-2]
		e.data = ion + fmt.Sprintf(" in its ground state is hit by electrons of %s eV; each collision may transfer any part of that energy. Many such ions then return to the ground state by all possible steps.", decimalText(beam, 8))
		e.asked = "the number of different lines that they emit and the longest of their wavelengths in nm, as a list [number, wavelength]"
		e.answer = task.List(task.Integer(int64(top*(top-1)/2)), quantity(long, "nm"))
		e.working = fmt.Sprintf("From n = 1 the energy 13.6057 eV·Z²·(1 − 1/n²) reaches n = %d (%s eV) but not n = %d (%s eV). Among %d levels there are %d·%d/2 = %d lines; the longest, from %d to %d, has %s nm.",
			top, six(level(1)-level(top)), top+1, six(level(1)-level(top+1)), top, top, top-1, top*(top-1)/2, top, top-1, six(long))
	}
	return e.item(r, "{data} Find {asked}."+rydbergNote+figures, "{data} Calculate {asked}."+rydbergNote+figures, "A spectrum is analysed. {data} Determine {asked}."+rydbergNote+figures)
}

const rydbergNote = " The level energies are −13.6057 eV·Z²/n²; h·c = 1239.84 eV·nm."

// waveParticles by rest energy in MeV (CODATA 2022, to six figures).
var waveParticles = []struct {
	name string
	rest float64
	unit int // charge number
}{{"electron", 0.510999, 1}, {"proton", 938.272, 1}, {"deuteron", 1875.61, 1}, {"alpha particle", 3727.38, 2}}

// matterWave asks for a de Broglie wavelength. Difficulty: 1 from a speed, 2 after
// a voltage, 3 a thermal neutron, 4 a fast electron, whose energy and momentum are
// relativistic, 5 the diffraction of fast electrons by a crystal.
func matterWave(r *rand.Rand, d gen.Difficulty) task.Item {
	p := gen.Pick(r, waveParticles)
	volts := gen.Between(r, 25, 4000)
	e := exercise{asked: "its de Broglie wavelength, in picometres", values: []gen.Value{gen.Slot("volts", volts)}}
	note := fmt.Sprintf(" h·c = 1239.84 MeV·fm; the rest energy m·c² is %s MeV.", six(p.rest))
	var pm float64
	switch d {
	case 1:
		speed := gen.Between(r, 20, 2900)
		momentum := p.rest * float64(speed) * 1000 / lightSpeed // MeV
		pm = photonConstant / momentum / 1000
		e.values = []gen.Value{gen.Slot("speed", speed)}
		e.data = fmt.Sprintf("The speed of a certain %s is {speed} km/s (not relativistic).", p.name)
		e.working = fmt.Sprintf("p·c = m·c²·v/c = %s MeV, and λ = h·c/(p·c) = %s pm.", six(momentum), six(pm))
		note += " c = 2.99792 × 10^8 m/s."
	case 2:
		momentum := math.Sqrt(2 * p.rest * float64(p.unit*volts) * 1e-6)
		pm = photonConstant / momentum / 1000
		e.data = fmt.Sprintf("A voltage of {volts} V accelerates a resting %s of charge %d·e (not relativistic).", p.name, p.unit)
		e.working = fmt.Sprintf("E = q·U = %d eV. p·c = sqrt(2·m·c²·E) = %s MeV, and λ = h·c/(p·c) = %s pm.", p.unit*volts, six(momentum), six(pm))
	case 3:
		kelvin := gen.Between(r, 20, 2000)
		energy := 1.5 * 8.61733e-5 * float64(kelvin)
		pm = photonConstant / math.Sqrt(2*939.565e6*energy) * 1000
		share := gen.Between(r, 11, 90)
		pm *= math.Sqrt(10 / float64(share))
		e.values = []gen.Value{gen.Slot("kelvin", kelvin)}
		e.data = fmt.Sprintf("A neutron has %s times the mean kinetic energy 3·k·T/2 that belongs to {kelvin} K.", tenths(share))
		note = " k = 8.61733 × 10^-5 eV/K; h·c = 1239.84 eV·nm; the rest energy m·c² is 939.565 MeV."
		e.working = fmt.Sprintf("E = %s · 1.5·k·T = %s eV. λ = h·c/sqrt(2·m·c²·E) = %s pm.", tenths(share), six(energy*float64(share)/10), six(pm))
	default:
		volts = 100 * gen.Between(r, 600, 9900)
		kinetic := float64(volts) / 1e6
		momentum := math.Sqrt(kinetic*kinetic + 2*kinetic*0.510999)
		pm = photonConstant / momentum / 1000
		e.values = []gen.Value{gen.Slot("volts", volts)}
		note = " h·c = 1239.84 MeV·fm; the rest energy m·c² is 0.510999 MeV."
		e.data = "In an electron microscope a voltage of {volts} V accelerates a resting electron (relativistic)."
		e.working = fmt.Sprintf("(p·c)² = E² + 2·E·m·c² with E = %s MeV gives p·c = %s MeV, and λ = h·c/(p·c) = %s pm.", six(kinetic), six(momentum), six(pm))
		if d == 5 {
			spacing, order := gen.Between(r, 110, 420), gen.Between(r, 1, 3)
			ratio := float64(order) * pm / (2 * float64(spacing))
			mrad := 2000 * math.Asin(ratio)
			e.data = fmt.Sprintf("A voltage of {volts} V accelerates electrons from rest (relativistic). They are diffracted by planes of a crystal that are %d pm apart, by Bragg's law 2·d·sin θ = m·λ.", spacing)
			e.asked, e.answer = fmt.Sprintf("the angle 2θ by which the beam is deflected in order m = %d, in milliradians", order), quantity(mrad, "mrad")
			e.working += fmt.Sprintf(" sin θ = m·λ/(2d) = %s, so 2θ = %s mrad.", six(ratio), six(mrad))
		}
	}
	if d < 5 {
		e.answer = quantity(pm, "pm")
	}
	return e.item(r, "{data} Find {asked}."+note+figures, "{data} What is {asked}?"+note+figures, "A beam line is set up. {data} Calculate {asked}."+note+figures)
}

// blackBody asks about thermal radiation. Difficulty: 1 the peak of one body, 2 an
// exact ratio of powers, 3 the temperature from power and size, 4 the net loss to
// the surroundings and a peak, 5 the temperature of a planet between two stars.
func blackBody(r *rand.Rand, d gen.Difficulty) task.Item {
	kelvin, second := gen.Between(r, 280, 12000), gen.Between(r, 20, 95)
	e := exercise{values: []gen.Value{gen.Slot("kelvin", kelvin)}}
	note := " Wien: λ·T = 2897.77 µm·K. Stefan-Boltzmann: σ = 5.6704 × 10^-8 W/(m²·K⁴)." + figures
	switch d {
	case 1:
		e.data, e.asked = "A black body has a temperature of {kelvin} K.", "the wavelength at which it emits most per unit of wavelength, in µm"
		e.answer = quantity(wienConstant/float64(kelvin), "µm")
		e.working = fmt.Sprintf("λ = 2897.77 µm·K/T = %s µm.", six(wienConstant/float64(kelvin)))
	case 2:
		a, b, ra, rb := gen.Between(r, 25, 120), second, gen.Between(r, 1, 12), gen.Between(r, 1, 12)
		ratio := new(big.Rat).Mul(big.NewRat(int64(ra*ra), int64(rb*rb)), big.NewRat(int64(a*a)*int64(a*a), int64(b*b)*int64(b*b)))
		e.values = []gen.Value{gen.Slot("ta", 100*a), gen.Slot("tb", 100*b)}
		e.data = fmt.Sprintf("Star A has a surface temperature of {ta} K and %d times the Sun's radius; star B has {tb} K and %d times the Sun's radius. Both radiate as black bodies.", ra, rb)
		e.asked, e.answer, note = "the ratio of the power of A to the power of B", rationalAnswer(ratio), " Give an integer or an exact fraction."
		e.working = fmt.Sprintf("P is as R²·T⁴: (%d/%d)²·(%d/%d)⁴ = %s.", ra, rb, 100*a, 100*b, ratio.RatString())
	case 3:
		watts, mm, diameter := gen.Between(r, 11, 990), gen.Between(r, 20, 900), gen.Between(r, 5, 90)
		area := math.Pi * float64(diameter) / 100 * float64(mm) * 1e-6
		t := math.Pow(float64(watts)/(stefan*area), 0.25)
		e.values = []gen.Value{gen.Slot("watts", watts)}
		e.data = fmt.Sprintf("A straight black wire of %s mm diameter and %d mm length radiates {watts} W in all from its side; the ends and the surroundings can be neglected.", hundredths(diameter), mm)
		e.asked = "its temperature in kelvins and the wavelength of its peak in µm, as a list [temperature, wavelength]"
		e.answer = task.List(quantity(t, "K"), quantity(wienConstant/t, "µm"))
		e.working = fmt.Sprintf("The side has π·d·l = %s m². T = (P/(σ·A))^(1/4) = %s K, and Wien gives %s µm.", six(area), six(t), six(wienConstant/t))
	case 4:
		warm, cold, cm2, emissivity := gen.Between(r, 320, 900), gen.Between(r, 240, 300), gen.Between(r, 20, 900), gen.Between(r, 30, 98)
		net := float64(emissivity) / 100 * stefan * float64(cm2) * 1e-4 * (math.Pow(float64(warm), 4) - math.Pow(float64(cold), 4))
		e.values = []gen.Value{gen.Slot("warm", warm)}
		e.data = fmt.Sprintf("A body with a surface of %d cm² and an emissivity of %s is kept at {warm} K in a large room whose walls are at %d K.", cm2, hundredths(emissivity), cold)
		e.asked, e.answer = "the net power it loses by radiation, in watts", quantity(net, "W")
		e.working = fmt.Sprintf("P = ε·σ·A·(T⁴ − T_room⁴) = %s · σ · %d·10^-4 m² · (%d⁴ − %d⁴) K⁴ = %s W.", hundredths(emissivity), cm2, warm, cold, six(net))
	default:
		t1, t2, r1, r2 := gen.Between(r, 35, 90), gen.Between(r, 35, 90), gen.Between(r, 5, 30), gen.Between(r, 5, 30)
		d1, d2, albedo := gen.Between(r, 80, 400), gen.Between(r, 400, 2000), gen.Between(r, 10, 60)
		flux := func(t, radius, distance int) float64 { // over σ, at a distance in millions of km
			return math.Pow(100*float64(t), 4) * math.Pow(float64(radius)*69570/(float64(distance)*1e6), 2)
		}
		t := math.Pow((flux(t1, r1, d1)+flux(t2, r2, d2))*float64(100-albedo)/400, 0.25)
		e.values = []gen.Value{gen.Slot("t1", 100*t1)}
		e.data = fmt.Sprintf("A fast rotating planet reflects %d %% of the light it receives and radiates the rest evenly from its whole surface as a black body. It is %d million km from a star of {t1} K with a radius of %s solar radii, and at the same time %d million km from a star of %d K with a radius of %s solar radii. 1 solar radius = 695700 km.",
			albedo, d1, tenths(r1), d2, 100*t2, tenths(r2))
		e.asked, e.answer = "the planet's temperature, in kelvins", quantity(t, "K")
		e.working = fmt.Sprintf("Each star's flux at the planet is σ·T⁴·(R/d)²: %s·σ and %s·σ (in K⁴). The cross-section absorbs and four times that area radiates: T⁴ = %s·(sum)/4, so T = %s K.",
			six(flux(t1, r1, d1)), six(flux(t2, r2, d2)), hundredths(100-albedo), six(t))
	}
	return e.item(r, "{data} Find {asked}."+note, "{data} What is {asked}?"+note, "Thermal radiation is measured. {data} Calculate {asked}."+note)
}
