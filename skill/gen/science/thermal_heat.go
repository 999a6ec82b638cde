package science

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "physics: thermodynamics & fluids"
	gen.Register("science/calorimetry-with-phase-change", area, "Calorimetry with phase change",
		"Find the final temperature and the ice left when water, ice, metal or steam are mixed.", iceCalorimetry)
	gen.Register("science/thermal-expansion", area, "Thermal expansion",
		"Find lengths, gaps, overflow or stress caused by a change of temperature.", thermalExpansion)
	gen.Register("science/steady-heat-conduction-in-layers", area, "Steady heat conduction in layers",
		"Find heat flows and temperatures between the layers of a wall.", layeredWall)
}

// Specific heats in J/(g·K) and latent heats in J/g that the questions state.
const (
	waterHeat, iceHeat = 4.19, 2.1
	fusionHeat         = 334.0
	vaporHeat          = 2257.0
)

// mixture is what is put together in an insulated vessel: grams and °C.
type mixture struct {
	water, waterAt float64
	ice, iceAt     float64 // iceAt is at most 0
	metal, metalAt float64
	metalHeat      float64 // J/(g·K)
	steam          float64 // at 100 °C
}

// settle finds the final temperature and the ice that is left; ice and water at
// 0 °C are the reference of energy. All of the steam condenses, and the mixture
// never freezes as a whole.
func (m mixture) settle() (celsius, ice float64) {
	energy := m.water*waterHeat*m.waterAt + m.metal*m.metalHeat*m.metalAt + m.steam*(vaporHeat+100*waterHeat) +
		m.ice*(iceHeat*m.iceAt-fusionHeat)
	if liquid := m.water + m.ice + m.steam; energy > 0 {
		return energy / (liquid*waterHeat + m.metal*m.metalHeat), 0
	}
	return 0, -energy / fusionHeat
}

// heatedMetals by their specific heat in J/(g·K) near room temperature (CRC Handbook of
// Chemistry and Physics, rounded).
var heatedMetals = []struct {
	name string
	heat float64
}{{"copper", 0.385}, {"aluminium", 0.897}, {"iron", 0.449}, {"lead", 0.129}, {"brass", 0.38}}

// iceCalorimetry asks for temperature and ice left. Difficulty: 1 water and ice
// that melts away, 2 colder ice of which some may stay, 3 also a hot metal, 4
// steam into ice and water, 5 everything at once. Whether all the ice melts must
// be found out first; draws keep clear of the border.
func iceCalorimetry(r *rand.Rand, d gen.Difficulty) task.Item {
	m := mixture{water: float64(gen.Between(r, 150, 900)), waterAt: float64(gen.Between(r, 20, 80)), ice: float64(gen.Between(r, 20, 120))}
	metal := gen.Pick(r, heatedMetals)
	parts := []string{}
	if d >= 2 {
		m.iceAt = -float64(gen.Between(r, 3, 25))
		m.ice = float64(gen.Between(r, 30, 600))
	}
	if d == 3 || d == 5 {
		m.metal, m.metalAt, m.metalHeat = float64(gen.Between(r, 100, 900)), float64(gen.Between(r, 90, 300)), metal.heat
	}
	if d >= 4 {
		m.steam, m.ice, m.waterAt = float64(gen.Between(r, 10, 45)), float64(gen.Between(r, 200, 700)), float64(gen.Between(r, 2, 15))
	}
	if d == 1 { // a warm bath
		m.waterAt = max(m.waterAt, 80*m.ice/m.water+4)
		m.waterAt = float64(int(m.waterAt))
	}
	for range 3 {
		if t, left := m.settle(); t > 0.5 && t < 95 || left > 4 {
			break
		}
		if t, _ := m.settle(); t >= 95 {
			m.steam -= 8
			continue
		}
		m.water += 150
	}
	if m.metal > 0 {
		parts = append(parts, fmt.Sprintf("%g g of %s at %g °C", m.metal, metal.name, m.metalAt))
	}
	if m.steam > 0 {
		parts = append(parts, fmt.Sprintf("%g g of steam at 100 °C", m.steam))
	}
	parts = append(parts, fmt.Sprintf("%g g of ice at %g °C", m.ice, m.iceAt))
	celsius, left := m.settle()
	constants := "Specific heats: water 4.19 J/(g·K)"
	if m.iceAt < 0 {
		constants += ", ice 2.10 J/(g·K)"
	}
	if m.metal > 0 {
		constants += fmt.Sprintf(", %s %g J/(g·K)", metal.name, metal.heat)
	}
	constants += "; heat of fusion of ice 334 J/g"
	if m.steam > 0 {
		constants += ", heat of vaporisation of water at 100 °C 2257 J/g"
	}
	return calorimetryItem(r, m, sentence(parts), constants, celsius, left)
}

// calorimetryItem words what iceCalorimetry drew.
func calorimetryItem(r *rand.Rand, m mixture, parts, constants string, celsius, left float64) task.Item {
	gain := m.ice * (fusionHeat - iceHeat*m.iceAt)
	heat := m.water*waterHeat*m.waterAt + m.metal*m.metalHeat*m.metalAt + m.steam*(vaporHeat+100*waterHeat)
	e := exercise{values: []gen.Value{gen.Slot("water", int(m.water)), gen.Slot("at", int(m.waterAt))}, asked: "the final temperature in °C and the mass of ice that is left in grams"}
	e.data = fmt.Sprintf("To {water} g of water at {at} °C in a perfectly insulated cup of negligible heat capacity are added %s. %s.", parts, constants)
	e.answer = task.List(quantity(celsius, "°C"), quantity(left, "g"))
	e.working = fmt.Sprintf("Cooled to 0 °C, everything but the ice gives off %s J; warming and melting all of the ice takes %s J.", six(heat), six(gain))
	if left > 0 {
		e.working += fmt.Sprintf(" That is not enough: the mixture ends at 0 °C and the missing %s J leave %s g of ice.", six(gain-heat), six(left))
	} else {
		e.working += fmt.Sprintf(" So all of it melts, and the remaining %s J warm the mixture to %s °C.", six(heat-gain), six(celsius))
	}
	const form = " Answer with a list [temperature, ice], with 0 for a value that is zero." + figures
	return e.item(r, "{data} Find {asked}."+form, "{data} Nothing boils away. What are {asked} once equilibrium is reached?"+form,
		"A calorimeter experiment: {data} Calculate {asked}."+form)
}

// solidMaterial has a coefficient of linear expansion in 10⁻⁶/K and a Young
// modulus in GPa (typical handbook values).
type solidMaterial struct {
	name   string
	linear float64
	young  int
}

var expanding = []solidMaterial{{"steel", 12, 200}, {"aluminium", 23, 70}, {"copper", 17, 120}, {"brass", 19, 100}, {"glass", 9, 70}}

// thermalExpansion asks for an effect of warming. Difficulty: 1 a length, 2 the
// temperature at which a gap closes, 3 the overflow of a liquid, 4 the force in a
// clamped bar, 5 two rods in a row between walls: gap first, then stress.
func thermalExpansion(r *rand.Rand, d gen.Difficulty) task.Item {
	pair := gen.Sample(r, expanding, 2)
	a, b := pair[0], pair[1]
	start, rise, length := gen.Between(r, -10, 25), gen.Between(r, 30, 140), gen.Between(r, 110, 3000)
	if a.name == "glass" {
		a, b = b, a
	}
	e := exercise{values: []gen.Value{gen.Slot("length", length)}}
	l, dt := float64(length), float64(rise)
	switch d {
	case 1:
		change := l * a.linear * dt * 1e-3
		e.data = fmt.Sprintf("A rail of %s is {length} m long in total at %d °C and warms to %d °C. Its coefficient of linear expansion is %g × 10^-6 per kelvin.", a.name, start, start+rise, a.linear)
		e.asked, e.answer = "the increase of its length, in millimetres", quantity(change, "mm")
		e.working = fmt.Sprintf("ΔL = α·L·ΔT = %g·10^-6 · %d m · %d K = %s mm.", a.linear, length, rise, six(change))
	case 2:
		gap := gen.Between(r, 20, 300)
		second := gen.Between(r, 110, 3000)
		t := float64(start) + float64(gap)/100/((l*a.linear+float64(second)*b.linear)*1e-6)
		e.data = fmt.Sprintf("A bar of %s {length} mm long and a bar of %s %d mm long lie in one line at %d °C, their outer ends fixed, their inner ends %s mm apart. The coefficients of linear expansion are %g × 10^-6 and %g × 10^-6 per kelvin.", a.name, b.name, second, start, hundredths(gap), a.linear, b.linear)
		e.asked, e.answer = "the temperature at which the gap just closes, in °C", quantity(t, "°C")
		e.working = fmt.Sprintf("Per kelvin the bars grow by %s mm together. Closing %s mm needs %s K above %d °C.", six((l*a.linear+float64(second)*b.linear)*1e-6), hundredths(gap), six(t-float64(start)), start)
	case 3:
		liquid := gen.Between(r, 180, 1200)
		over := l * dt * (float64(liquid) - 3*a.linear) * 1e-6
		e.data = fmt.Sprintf("A vessel of %s is filled to the brim with {length} mL of a liquid at %d °C and warmed to %d °C. The coefficient of linear expansion of %s is %g × 10^-6 per kelvin; the coefficient of volume expansion of the liquid is %d × 10^-6 per kelvin.", a.name, start, start+rise, a.name, a.linear, liquid)
		e.asked, e.answer = "the volume of liquid that flows over, in mL (use the usual linear approximations)", quantity(over, "mL")
		e.working = fmt.Sprintf("The vessel's volume grows with 3α = %s·10^-6 per kelvin. The difference of both coefficients times V·ΔT is %s mL.", six(3*a.linear), six(over))
	case 4:
		area := gen.Between(r, 20, 900)
		force := float64(a.young) * a.linear * dt * float64(area) * 1e-6
		e.values = []gen.Value{gen.Slot("area", area)}
		e.data = fmt.Sprintf("A bar of %s with a cross-section of {area} mm² is clamped between two immovable walls without stress at %d °C and warms to %d °C. Its coefficient of linear expansion is %g × 10^-6 per kelvin and its Young modulus %d GPa. It does not buckle.", a.name, start, start+rise, a.linear, a.young)
		e.asked, e.answer = "the force with which it presses on each wall, in kilonewtons", quantity(force, "kN")
		e.working = fmt.Sprintf("The free strain α·ΔT = %s must be undone by a stress E·α·ΔT = %s MPa. Times the area this is %s kN.", six(a.linear*dt*1e-6), six(float64(a.young)*a.linear*dt*1e-3), six(force))
	default:
		second := gen.Between(r, 110, 3000)
		free := (l*a.linear + float64(second)*b.linear) * dt * 1e-6
		gap := max(1, int(free*float64(gen.Between(r, 15, 75))))
		stress := (free - float64(gap)/100) / (l/float64(a.young) + float64(second)/float64(b.young)) * 1000
		e.data = fmt.Sprintf("Between two immovable walls a rod of %s {length} mm long and a rod of %s %d mm long, of equal cross-section, stand end to end at %d °C; a gap of %s mm is left at one wall. Both warm to %d °C. Linear expansion: %g × 10^-6 and %g × 10^-6 per kelvin; Young moduli: %d GPa and %d GPa. The rods do not buckle.",
			a.name, b.name, second, start, hundredths(gap), start+rise, a.linear, b.linear, a.young, b.young)
		e.asked, e.answer = "the compressive stress in the rods, in MPa", quantity(stress, "MPa")
		e.working = fmt.Sprintf("Free, the rods would grow by %s mm; %s mm close the gap. The rest must be compressed: σ·(L1/E1 + L2/E2) = %s mm, so σ = %s MPa.", six(free), hundredths(gap), six(free-float64(gap)/100), six(stress))
	}
	return e.item(r, "{data} Find {asked}."+figures, "An engineer allows for heat. {data} What is {asked}?"+figures, "{data} Calculate {asked}."+figures)
}

// wallLayer is a slab: millimetres and W/(m·K) in hundredths.
type wallLayer struct{ thickness, conductivity int }

// resistance in m²·K/W.
func (l wallLayer) resistance() float64 {
	return float64(l.thickness) / 1000 / (float64(l.conductivity) / 100)
}

// layeredWall asks about a wall in a steady state. Difficulty adds layers (1 to
// 4); from 2 on the temperature at a joint is asked, from 4 on the surfaces have
// film resistances, at 5 the insulation for a given flow is asked.
func layeredWall(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 1, 2, 3, 3, 4)
	area, inside, outside := gen.Between(r, 11, 90), gen.Between(r, 18, 26), gen.Between(r, -15, 8)
	total, names := 0.0, make([]string, n)
	layers := make([]wallLayer, n)
	for i := range layers {
		layers[i] = wallLayer{gen.Between(r, 12, 300), gen.Pick(r, []int{4, 12, 21, 35, 50, 81, 130, 210})}
		total += layers[i].resistance()
		names[i] = fmt.Sprintf("%d mm with a thermal conductivity of %s W/(m·K)", layers[i].thickness, hundredths(layers[i].conductivity))
	}
	films, place := "", "surface temperatures are"
	if d >= 4 {
		films = " The films of air add thermal resistances of 0.13 m²·K/W inside and 0.04 m²·K/W outside."
		place = "air temperatures are"
		total += 0.17
	}
	e := exercise{values: []gen.Value{gen.Slot("area", area)}}
	e.data = fmt.Sprintf("A flat wall of {area} m² consists, from the inside to the outside, of %s. The %s %d °C inside and %d °C outside; the state is steady.%s", joinLayers(names), place, inside, outside, films)
	flux := float64(inside-outside) / total
	resist := fmt.Sprintf("The resistances d/λ add up to %s m²·K/W, so each square metre carries %s W.", six(total), six(flux))
	switch {
	case d == 1:
		e.asked, e.answer = "the heat flow through the wall, in watts", quantity(flux*float64(area), "W")
		e.working = resist + fmt.Sprintf(" Times the area: %s W.", six(flux*float64(area)))
	case d < 5:
		before := layers[0].resistance()
		if d == 4 {
			before += 0.13
		}
		if d >= 3 {
			before += layers[1].resistance()
		}
		which := "first and the second"
		if d >= 3 {
			which = "second and the third"
		}
		e.asked = fmt.Sprintf("the heat flow through the wall in watts and the drop of temperature in kelvins from the inside temperature given to the place where the %s layer meet, as a list [flow, drop]", which)
		e.answer = task.List(quantity(flux*float64(area), "W"), quantity(flux*before, "K"))
		e.working = resist + fmt.Sprintf(" Times the area: %s W. Up to the joint the resistance is %s m²·K/W, so the temperature falls by %s K.", six(flux*float64(area)), six(before), six(flux*before))
	default:
		share, lambda := gen.Between(r, 25, 70), gen.Between(r, 3, 5)
		extra := total * (100/float64(share) - 1)
		e.data += fmt.Sprintf(" A further layer of insulation with a thermal conductivity of %s W/(m·K) is to bring the heat flow down to %d %% of what it is now.", hundredths(lambda), share)
		e.asked = "the heat flow without the further layer in watts and the thickness of the further layer in millimetres, as a list [flow, thickness]"
		e.answer = task.List(quantity(flux*float64(area), "W"), quantity(extra*float64(lambda)*10, "mm"))
		e.working = resist + fmt.Sprintf(" Times the area: %s W. The total resistance must grow by the factor 100/%d, that is by %s m²·K/W; times λ this is %s mm.", six(flux*float64(area)), share, six(extra), six(extra*float64(lambda)*10))
	}
	return e.item(r, "{data} Find {asked}."+figures, "For an energy certificate: {data} What is {asked}?"+figures, "{data} Determine {asked}."+figures)
}

// joinLayers writes "one layer of …" or "n layers: …".
func joinLayers(names []string) string {
	if len(names) == 1 {
		return "one layer of " + names[0]
	}
	return fmt.Sprintf("%d layers: %s", len(names), strings.Join(names, "; then "))
}
