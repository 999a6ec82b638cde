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
	const area = "physics: thermodynamics & fluids"
	gen.Register("science/hydrostatic-pressure-and-manometers", area, "Hydrostatic pressure and manometers",
		"Follow the pressure through the liquids of a tube or tank.", manometer)
	gen.Register("science/buoyancy-and-floating-depth", area, "Buoyancy and floating depth",
		"Find exact fractions, loads and densities of floating and hanging bodies.", buoyancy)
	gen.Register("science/continuity-and-bernoulli-flow", area, "Continuity and Bernoulli flow",
		"Find speeds and pressures of an ideal liquid in pipes and tanks.", pipeFlow)
	gen.Register("science/terminal-speed-by-drag-balance", area, "Terminal speed by drag balance",
		"Balance weight, buoyancy and drag of a given law to find a terminal speed.", terminalSpeed)
}

// liquids by density in kg/m³ at about 20 °C (rounded handbook values).
var liquids = []struct {
	name    string
	density int
}{{"water", 998}, {"mercury", 13550}, {"ethanol", 789}, {"glycerol", 1261}, {"olive oil", 911}, {"petrol", 740}, {"sea water", 1025}}

// manometer asks for a pressure difference across a chain of liquid columns.
// Difficulty adds columns (2 to 6), which go down or up along the tube.
func manometer(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 4, 5, 6)
	first := gen.Between(r, 11, 95)
	var parts, working []string
	total := 0.0
	fluids := gen.Sample(r, liquids, n)
	for i, f := range fluids {
		cm, text, down := first, "{first}", r.IntN(3) > 0
		if i > 0 {
			cm = gen.Between(r, 5, 95)
			text = fmt.Sprint(cm)
			down = r.IntN(2) == 0
		}
		step, way := gravity*float64(f.density)*float64(cm)/1e5, "down"
		if !down {
			step, way = -step, "up"
		}
		total += step
		parts = append(parts, fmt.Sprintf("%s cm %s through %s (%d kg/m³)", text, way, f.name, f.density))
		working = append(working, fmt.Sprintf("%s: %s kPa", f.name, six(step)))
	}
	if math.Abs(total) < 0.4 { // columns that cancel
		total += 2 * gravity * 0.5
		parts = append(parts, "50 cm down through brine (2000 kg/m³)")
		working = append(working, fmt.Sprintf("brine: %s kPa", six(gravity)))
	}
	e := exercise{values: []gen.Value{gen.Slot("first", first)}, answer: quantity(total, "kPa")}
	e.data = fmt.Sprintf("A bent tube full of liquids at rest joins point A to point B; thin pistons that move without friction keep the liquids apart. Measured vertically, the way along the tube from A to B goes %s.", strings.Join(parts, ", then "))
	e.asked = "the pressure at B minus the pressure at A, in kPa, negative if B has the lower pressure"
	e.working = "Going down by h adds ρ·g·h, going up subtracts it. " + strings.Join(working, ", ") + fmt.Sprintf(". The sum is %s kPa.", six(total))
	return e.item(r, "{data} Find {asked}."+gravityNote+figures, "A process engineer reads a gauge. {data} What is {asked}?"+gravityNote+figures, "{data} Determine {asked}."+gravityNote+figures)
}

// buoyancy asks an exact number. Difficulty: 1 the submerged fraction, 2 the load
// before sinking, 3 a density from two weighings, 4 a body at the border of two
// liquids, 5 the wall of a hollow body that just floats.
func buoyancy(r *rand.Rand, d gen.Difficulty) task.Item {
	liquid, density := gen.Between(r, 700, 1300), gen.Between(r, 150, 650)
	e := exercise{values: []gen.Value{gen.Slot("liquid", liquid)}}
	var value *big.Rat
	switch d {
	case 1:
		value = big.NewRat(int64(density), int64(liquid))
		e.data = fmt.Sprintf("A body of density %d kg/m³ floats in a liquid of density {liquid} kg/m³.", density)
		e.asked, e.working = "the fraction of its volume that is under the surface", fmt.Sprintf("Displaced mass equals its own: the fraction is %d/%d.", density, liquid)
	case 2:
		litres := gen.Between(r, 200, 3000)
		value = big.NewRat(int64(litres)*int64(liquid-density), 1000)
		e.data = fmt.Sprintf("A raft of %d L of a material of density %d kg/m³ floats in a liquid of density {liquid} kg/m³ (1 m³ = 1000 L).", litres, density)
		e.asked, e.working = "the greatest load it carries before it is under the surface completely, in kg", fmt.Sprintf("Fully submerged it displaces %d L: (ρ_liquid − ρ)·V = %s kg.", litres, value.RatString())
	case 3:
		air := gen.Between(r, 300, 990)
		less := gen.Between(r, 30, air/4)
		value = new(big.Rat).Mul(big.NewRat(int64(air), int64(less)), big.NewRat(int64(liquid), 1))
		e.data = fmt.Sprintf("A stone hangs from a spring balance. In air the balance shows %s N; with the stone fully immersed in a liquid of density {liquid} kg/m³ it shows %s N. Neglect the buoyancy of air.", hundredths(air), hundredths(air-less))
		e.asked, e.working = "the density of the stone, in kg/m³", fmt.Sprintf("The buoyancy is %s N. The densities are as the weights of stone and displaced liquid: ρ = %s/%s · %d = %s kg/m³.", hundredths(less), hundredths(air), hundredths(less), liquid, value.RatString())
	case 4:
		upper := gen.Between(r, 650, 850)
		lower := gen.Between(r, 1000, 1400)
		body := gen.Between(r, upper+20, lower-20)
		value = big.NewRat(int64(body-upper), int64(lower-upper))
		e.values = []gen.Value{gen.Slot("body", body)}
		e.data = fmt.Sprintf("A layer of oil of density %d kg/m³ lies on a salt solution of density %d kg/m³. A body of density {body} kg/m³ floats at the border, wholly covered by oil on top.", upper, lower)
		e.asked, e.working = "the fraction of its volume that is in the salt solution", fmt.Sprintf("x·%d + (1 − x)·%d = %d, so x = %d/%d = %s.", lower, upper, body, body-upper, lower-upper, value.RatString())
	default:
		metal, under := gen.Between(r, 2000, 9000), gen.Between(r, 50, 95)
		load := gen.Between(r, 2, 20) // kg per 100 L of outer volume
		mass := new(big.Rat).Sub(new(big.Rat).Mul(big.NewRat(int64(under), 100), big.NewRat(int64(liquid), 1)), big.NewRat(int64(10*load), 1))
		value = new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Quo(mass, big.NewRat(int64(metal), 1)))
		e.data = fmt.Sprintf("A closed hollow buoy of metal (density %d kg/m³) has an outer volume of 100 L = 0.1 m³ and an instrument of %d kg (of negligible volume) inside. It floats in a liquid of density {liquid} kg/m³ with %d %% of its outer volume submerged. Neglect the mass of the air inside.", metal, load, under)
		e.asked = "the fraction of the outer volume that is hollow"
		e.working = fmt.Sprintf("Per cubic metre of outer volume the displaced liquid has %d/100·%d kg, and %d kg of it are the instrument; the metal has %s kg. Its share of the volume is that over %d, so %s is hollow.", under, liquid, 10*load, mass.RatString(), metal, value.RatString())
	}
	e.answer = rationalAnswer(value)
	const form = " Give an integer, an exact fraction or an exact decimal, without the unit."
	return e.item(r, "{data} Find {asked}."+form, "{data} With Archimedes' principle, what is {asked}?"+form, "At a harbour laboratory the following is noted. {data} Determine {asked}."+form)
}

// pipeFlow asks about an ideal liquid. Difficulty: 1 the speed after a narrowing,
// 2 the pressure there, 3 with a change of height, 4 a Venturi tube that gives the
// flow, 5 a siphon or tank with a jet and a pressure inside.
func pipeFlow(r *rand.Rand, d gen.Difficulty) task.Item {
	wide, speed, pressure, density := gen.Between(r, 40, 120), gen.Between(r, 5, 25), gen.Between(r, 150, 400), gen.Between(r, 700, 1200)
	narrow := gen.Between(r, wide*2/5, wide*7/10)
	ratio := math.Pow(float64(wide)/float64(narrow), 2)
	v1, rho := float64(speed)/10, float64(density)
	v2 := v1 * ratio
	e := exercise{values: []gen.Value{gen.Slot("density", density)}}
	pipe := fmt.Sprintf("A liquid of density {density} kg/m³ flows steadily at %s m/s through a pipe with an inner diameter of %d mm, which narrows to %d mm.", tenths(speed), wide, narrow)
	continuity := fmt.Sprintf("Continuity: v2 = v1·(d1/d2)² = %s m/s.", six(v2))
	switch d {
	case 1:
		e.data, e.asked = pipe, "the speed in the narrow part, in m/s"
		e.answer, e.working = quantity(v2, "m/s"), continuity
	case 2, 3:
		height, rise := 0.0, "The pipe is horizontal."
		if d == 3 {
			h := gen.Between(r, 5, 60)
			height, rise = float64(h)/10, fmt.Sprintf("The narrow part lies %s m higher.", tenths(h))
		}
		drop := rho*(v2*v2-v1*v1)/2 + rho*gravity*height
		e.data, e.asked = pipe+" "+rise, "the amount in kPa by which the pressure in the narrow part is lower than in the wide part"
		e.answer = quantity(drop/1000, "kPa")
		e.working = continuity + fmt.Sprintf(" Bernoulli: Δp = ρ·(v2² − v1²)/2 + ρ·g·h = %s kPa.", six(drop/1000))
	case 4:
		kpa := gen.Between(r, 20, 300)
		v := math.Sqrt(2 * float64(kpa) * 100 / (rho * (ratio*ratio - 1)))
		flow := v * math.Pi * float64(wide*wide) / 4 * 1e-3
		e.data = fmt.Sprintf("A Venturi tube in a horizontal pipe narrows from an inner diameter of %d mm to %d mm. With a liquid of density {density} kg/m³ the pressure in the throat is %s kPa lower than in the pipe.", wide, narrow, tenths(kpa))
		e.asked, e.answer = "the volume flow, in litres per second", quantity(flow, "L/s")
		e.working = fmt.Sprintf("With v2 = v1·(d1/d2)², Δp = ρ·v1²·((d1/d2)⁴ − 1)/2 gives v1 = %s m/s. Times the area π·d1²/4 this is %s L/s.", six(v), six(flow))
	default:
		level, hole, fall := gen.Between(r, 10, 60), gen.Between(r, 4, 20), gen.Between(r, 3, 30)
		over := pressure - 100
		v := math.Sqrt(2*float64(over)*1000/rho + 2*gravity*float64(level)/10)
		reach := v * math.Sqrt(2*float64(fall)/10/gravity)
		e.data = fmt.Sprintf("A large closed tank holds a liquid of density {density} kg/m³ under gas at %d kPa above the pressure outside. A small horizontal nozzle of %d mm diameter opens to the outside %s m below the liquid's surface and %s m above the floor. Neglect losses and air drag.", over, hole, tenths(level), tenths(fall))
		e.asked = "the speed of the jet at the nozzle in m/s and the horizontal distance in metres at which it meets the floor, as a list [speed, distance]"
		e.answer = task.List(quantity(v, "m/s"), quantity(reach, "m"))
		e.working = fmt.Sprintf("Bernoulli from the surface to the nozzle: v² = 2Δp/ρ + 2gh, v = %s m/s. The fall takes %s s, so it reaches %s m.", six(v), six(reach/v), six(reach))
	}
	return e.item(r, "{data} Find {asked}."+idealFlow, "{data} The plant's operator asks for {asked}."+idealFlow, "Consider this line. {data} Calculate {asked}."+idealFlow)
}

const idealFlow = " Treat the liquid as ideal (no viscosity, not compressible)." + gravityNote + figures

// terminalSpeed asks for a terminal speed. Difficulty: 1 linear drag, 2 quadratic
// drag, 3 Stokes' law with buoyancy, 4 a drag coefficient with buoyancy, 5 drag
// with a linear and a quadratic part, a quadratic equation.
func terminalSpeed(r *rand.Rand, d gen.Difficulty) task.Item {
	m, k, radius := gen.Between(r, 20, 990), gen.Between(r, 11, 95), gen.Between(r, 5, 60)
	weight := float64(m) / 1000 * gravity
	e := exercise{asked: "its terminal speed, in m/s", values: []gen.Value{gen.Slot("m", m)}}
	var v float64
	switch d {
	case 1:
		v = weight / (float64(k) / 100)
		e.data = fmt.Sprintf("A body of {m} g falls in a medium whose drag is b·v with b = %s N·s/m; buoyancy is negligible.", hundredths(k))
		e.working = fmt.Sprintf("m·g = b·v, with m·g = %s N, gives v = %s m/s.", six(weight), six(v))
	case 2:
		angle := gen.Between(r, 15, 75)
		v = math.Sqrt(weight * sinDeg(float64(angle)) / (float64(k) / 1000))
		e.data = fmt.Sprintf("A body of {m} g slides without friction down a long plane inclined at %d° against an air drag of c·v² with c = %g N·s²/m².", angle, float64(k)/1000)
		e.working = fmt.Sprintf("m·g·sin θ = c·v², with m·g = %s N, gives v = %s m/s.", six(weight), six(v))
	case 3:
		solid, liquid, viscosity := gen.Between(r, 2200, 8900), gen.Between(r, 850, 1300), gen.Between(r, 200, 1500)
		e.values = []gen.Value{gen.Slot("solid", solid)}
		e.data = fmt.Sprintf("A ball with a radius of %s mm and a density of {solid} kg/m³ sinks slowly in a liquid with a density of %d kg/m³ and a viscosity of %g Pa·s. Its drag is 6π·η·r·v (Stokes), and buoyancy acts.", hundredths(radius), liquid, float64(viscosity)/1000)
		v = 2 * math.Pow(float64(radius)*1e-5, 2) * gravity * float64(solid-liquid) / (9 * float64(viscosity) / 1000) * 1000
		e.asked = "its terminal speed, in mm/s"
		e.working = fmt.Sprintf("(4/3)π·r³·(ρ − ρ_liquid)·g = 6π·η·r·v, so v = 2·r²·(ρ − ρ_liquid)·g/(9η) = %s mm/s.", six(v))
		e.answer = quantity(v, "mm/s")
	case 4:
		solid, fluid, c := gen.Between(r, 1300, 8900), gen.Between(r, 700, 1250), gen.Between(r, 38, 52)
		e.values = []gen.Value{gen.Slot("solid", solid)}
		v = math.Sqrt(8 * float64(radius) / 1000 * gravity * float64(solid-fluid) / (3 * float64(c) / 100 * float64(fluid)))
		e.data = fmt.Sprintf("A ball with a radius of %d mm and a density of {solid} kg/m³ sinks in a liquid with a density of %d kg/m³. The drag is C·ρ_liquid·A·v²/2 with C = %s and A = π·r², and buoyancy acts.", radius, fluid, hundredths(c))
		e.working = fmt.Sprintf("(4/3)π·r³·(ρ − ρ_liquid)·g = C·ρ_liquid·π·r²·v²/2, so v² = 8·r·g·(ρ − ρ_liquid)/(3·C·ρ_liquid) and v = %s m/s.", six(v))
	default:
		b, buoyancy := float64(k)/1000, gen.Between(r, 5, 60)
		c := float64(radius) / 1000
		net := weight * float64(100-buoyancy) / 100
		v = positiveRoot(c, b, net)
		e.data = fmt.Sprintf("A body of {m} g sinks in a liquid; buoyancy takes %d %% of its weight. The drag is b·v + c·v² with b = %g N·s/m and c = %g N·s²/m².", buoyancy, b, c)
		e.working = fmt.Sprintf("The net weight is %s N, and c·v² + b·v equals it. The positive root is v = %s m/s.", six(net), six(v))
	}
	if d != 3 {
		e.answer = quantity(v, "m/s")
	}
	return e.item(r, "{data} Find {asked}."+gravityNote+figures, "In a drop test: {data} After a long time the speed is constant. What is {asked}?"+gravityNote+figures, "{data} Calculate {asked}."+gravityNote+figures)
}
