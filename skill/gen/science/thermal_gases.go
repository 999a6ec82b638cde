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
	gen.Register("science/gas-mixture-partial-pressures", area, "Gas mixture partial pressures",
		"Find partial pressures when gases are joined, heated or dried.", partialPressures)
	gen.Register("science/first-law-cycle-bookkeeping", area, "First-law cycle bookkeeping",
		"Keep account of heat, work and internal energy of a gas along a path.", firstLawPath)
	gen.Register("science/heat-engine-efficiency", area, "Heat engine efficiency",
		"Find exact efficiencies, works and heats of engines, refrigerators and chains of them.", engineEfficiency)
	gen.Register("science/entropy-change", area, "Entropy change", "Find the entropy change of heating, mixing, melting and free expansion.", entropyChange)
}

// partialPressures asks for the partial pressures after vessels are joined.
// Difficulty adds vessels (2 to 4); from 2 on they have different temperatures
// before and a common one after, at 4 one gas is absorbed, at 5 a gas stands in
// two vessels.
func partialPressures(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 3, 3, 4)
	gases := gen.Sample(r, []string{"nitrogen", "oxygen", "helium", "argon", "neon", "carbon dioxide", "hydrogen"}, n)
	if d == 5 {
		gases[3] = gases[0]
	}
	end := gen.Between(r, 280, 360)
	volume, amount, order := 0.0, map[string]float64{}, []string{}
	parts := make([]string, n)
	first := gen.Between(r, 110, 499)
	for i, gas := range gases {
		p, v, t := gen.Between(r, 50, 600), gen.Between(r, 10, 95), end
		text := fmt.Sprint(p)
		if i == 0 {
			p, text = first, "{first}"
		}
		if d >= 2 {
			t = gen.Between(r, 250, 420)
		}
		if amount[gas] == 0 {
			order = append(order, gas)
		}
		volume += float64(v)
		amount[gas] += float64(p) * float64(v) / float64(t)
		parts[i] = fmt.Sprintf("%s at %s kPa in %s L", gas, text, tenths(v))
		if d >= 2 {
			parts[i] += fmt.Sprintf(" at %d K", t)
		}
	}
	e := exercise{values: []gen.Value{gen.Slot("first", first)}}
	e.data = fmt.Sprintf("%d rigid vessels hold %s. Thin tubes between them are opened and the gases, which do not react, mix until everything is at %d K.", n, sentence(parts), end)
	if d == 1 {
		e.data = fmt.Sprintf("%d rigid vessels hold %s, all at one temperature that is kept. Thin tubes between them are opened and the gases mix.", n, sentence(parts))
	}
	if d >= 4 {
		absorbed := order[1]
		e.data += fmt.Sprintf(" Then an absorber of negligible volume takes up all of the %s.", absorbed)
		order = append(order[:1:1], order[2:]...)
	}
	pressures, working := make([]float64, len(order)), make([]string, len(order))
	for i, gas := range order {
		pressures[i] = amount[gas] * float64(end) / volume
		working[i] = fmt.Sprintf("%s %s kPa", gas, six(pressures[i]))
	}
	e.answer = quantities("kPa", pressures...)
	e.asked = "the partial pressures of " + sentence(order) + " in kPa, as a list in this order"
	e.working = fmt.Sprintf("Each gas fills the whole %s L on its own: its p·V/T before, summed over its vessels, equals p·V/T after. That gives %s.", six(volume/10), strings.Join(working, ", "))
	if len(order) == 2 && math.Abs(pressures[0]-pressures[1]) < 0.004*pressures[0] { // in which order would not matter
		e.asked = "the total pressure in kPa"
		e.answer = quantity(pressures[0]+pressures[1], "kPa")
	}
	return e.item(r, "{data} Find {asked}. Treat the gases as ideal."+figures, "A gas laboratory blends a mixture. {data} Work out {asked}. All gases are ideal."+figures,
		"{data} Using the ideal gas law, calculate {asked}."+figures)
}

// pathCorner is a state of a gas between straight processes in the p-V plane:
// kPa and litres.
type pathCorner struct{ p, v int }

// firstLawPath asks for work, heat and energy change. Difficulty: 1 and 2 one and
// two steps, 3 four steps of a rectangle, 4 a triangle with a slanted side, 5 an
// open path of four steps with slanted sides. All values in joules are exact
// multiples of a half.
func firstLawPath(r *rand.Rand, d gen.Difficulty) task.Item {
	draw := func() pathCorner { return pathCorner{10 * gen.Between(r, 5, 60), gen.Between(r, 2, 40)} }
	a, b := draw(), draw()
	for b.p == a.p || b.v == a.v {
		b.p, b.v = a.p+130, a.v+7
	}
	corners := []pathCorner{a, {a.p, b.v}, b}
	switch d {
	case 1:
		corners = corners[:2]
	case 3:
		corners = []pathCorner{a, {a.p, b.v}, b, {b.p, a.v}, a}
	case 4:
		corners = []pathCorner{a, b, {a.p, b.v}, a}
	case 5:
		c := pathCorner{b.p + 10*gen.Between(r, 3, 20), b.v + gen.Between(r, 3, 15)}
		corners = []pathCorner{a, {b.p, a.v}, b, c, {c.p + 50, c.v}}
	}
	work := 0.0
	var steps []string
	for i := 1; i < len(corners); i++ {
		w := float64(corners[i-1].p+corners[i].p) / 2 * float64(corners[i].v-corners[i-1].v)
		work += w
		steps = append(steps, fmt.Sprintf("step %d does %s J", i, six(w)))
	}
	last := corners[len(corners)-1]
	energy := 1.5 * float64(last.p*last.v-a.p*a.v)
	e := exercise{values: []gen.Value{gen.Slot("v", a.v)}}
	var parts []string
	for _, c := range corners[1:] {
		parts = append(parts, fmt.Sprintf("(%d kPa, %d L)", c.p, c.v))
	}
	closed := last == a
	e.data = fmt.Sprintf("A sealed amount of a monatomic ideal gas (internal energy 3·p·V/2) starts at a pressure of %d kPa and a volume of {v} L. It is taken slowly along straight lines in the p-V diagram to %s.", a.p, strings.Join(parts, ", then to "))
	if closed {
		e.data = strings.Replace(e.data, fmt.Sprintf(", then to (%d kPa, %d L).", a.p, a.v), ", and then back to its start.", 1)
		efficiency := heatTaken(corners)
		e.asked = "the work done by the gas over the whole cycle and the heat it absorbs in those steps, or parts of steps, in which heat flows in, in joules, as a list [work, heat absorbed]; the work is negative if the gas receives it"
		e.answer = quantities("J", work, efficiency)
		e.working = fmt.Sprintf("Work is the area under each line: %s; in total %s J. For each piece Q = ΔU + W with U = 3pV/2; adding the positive pieces gives %s J.", strings.Join(steps, ", "), six(work), six(efficiency))
	} else {
		e.asked = "the work done by the gas, the change of its internal energy and the heat it absorbs, in joules, each with its sign, as a list [work, energy change, heat]"
		e.answer = quantities("J", work, energy, work+energy)
		e.working = fmt.Sprintf("Work is the area under each line: %s; in total %s J. ΔU = 3/2·(%d·%d − %d·%d) J = %s J. Q = ΔU + W = %s J.", strings.Join(steps, ", "), six(work), last.p, last.v, a.p, a.v, six(energy), six(work+energy))
	}
	return e.item(r, "{data} Find {asked}. Note that 1 kPa·L = 1 J."+figures, "A piston experiment is logged. {data} With 1 kPa·L = 1 J, what are {asked}?"+figures,
		"{data} Apply the first law and give {asked}. (1 kPa·L = 1 J.)"+figures)
}

// heatTaken sums the heat that flows into a monatomic gas along straight lines.
// Along a slanted one dQ = 5/2·p·dV + 3/2·V·dp may change its sign once.
func heatTaken(corners []pathCorner) float64 {
	total := 0.0
	for i := 1; i < len(corners); i++ {
		p, v := float64(corners[i-1].p), float64(corners[i-1].v)
		dp, dv := float64(corners[i].p)-p, float64(corners[i].v)-v
		heat := func(s float64) float64 { // absorbed up to the fraction s of the line
			return (2.5*p*dv+1.5*v*dp)*s + 2*dp*dv*s*s
		}
		turn := 1.0
		if dp*dv != 0 {
			turn = min(1, max(0, -(2.5*p*dv+1.5*v*dp)/(4*dp*dv)))
		}
		total += max(0, heat(turn)) + max(0, heat(1)-heat(turn))
	}
	return total
}

// engineEfficiency asks an exact number of reversible engines. Difficulty: 1 an
// efficiency, 2 the work from a given heat, 3 the heat a refrigerator moves, 4 two
// engines in a row with equal works, 5 a real engine that drives a heat pump.
func engineEfficiency(r *rand.Rand, d gen.Difficulty) task.Item {
	cold, gap, heat := gen.Between(r, 250, 400), gen.Between(r, 60, 500), gen.Between(r, 110, 990)
	if d == 3 {
		cold, gap = gen.Between(r, 230, 280), gen.Between(r, 12, 60)
	}
	hot := cold + gap
	carnot := big.NewRat(int64(gap), int64(hot))
	e := exercise{values: []gen.Value{gen.Slot("hot", hot)}}
	times := func(a *big.Rat, p, q int) *big.Rat { return new(big.Rat).Mul(a, big.NewRat(int64(p), int64(q))) }
	var value *big.Rat
	switch d {
	case 1:
		value = carnot
		e.data, e.asked = fmt.Sprintf("A reversible engine works between reservoirs of {hot} K and %d K.", cold), "its efficiency as a fraction of 1"
		e.working = fmt.Sprintf("η = 1 − T_cold/T_hot = 1 − %d/%d = %s.", cold, hot, value.RatString())
	case 2:
		value = times(carnot, heat, 1)
		e.data = fmt.Sprintf("A reversible engine works between reservoirs of {hot} K and %d K and takes %d kJ from the hot one.", cold, heat)
		e.asked, e.working = "the work it delivers, in kJ", fmt.Sprintf("η = 1 − %d/%d = %s, so W = η·Q = %s kJ.", cold, hot, carnot.RatString(), value.RatString())
	case 3:
		value = times(big.NewRat(int64(cold), int64(gap)), heat, 1)
		e.data = fmt.Sprintf("A reversible refrigerator keeps a store at %d K in a hall at {hot} K. It is driven by %d kJ of work.", cold, heat)
		e.asked, e.working = "the heat that it takes from the store meanwhile, in kJ", fmt.Sprintf("Q_cold/W = T_cold/(T_hot − T_cold) = %d/%d, so Q_cold = %s kJ.", cold, gap, value.RatString())
	case 4:
		share := gen.Between(r, 2, 5)
		value = new(big.Rat).Sub(big.NewRat(int64(hot), 1), times(big.NewRat(int64(gap), 1), share, share+1))
		e.data = fmt.Sprintf("Two reversible engines work in a row: the first takes heat from a reservoir at {hot} K and gives all its waste heat to the second, which gives its own to a reservoir at %d K. The first delivers %d times the work of the second.", cold, share)
		e.asked = "the temperature at which heat passes from the first to the second, in kelvins"
		e.working = fmt.Sprintf("Q/T is the same at each stage, so the works are as the temperature drops: %d to 1. The first drop is %d/%d of %d K, which leaves %s K.", share, share, share+1, gap, value.RatString())
	default:
		percent, room, out := gen.Between(r, 40, 80), gen.Between(r, 290, 300), gen.Between(r, 255, 280)
		work := times(times(carnot, percent, 100), heat, 1)
		value = times(work, room, room-out)
		e.data = fmt.Sprintf("An engine between reservoirs of {hot} K and %d K reaches %d %% of the efficiency of a reversible one and takes %d kJ from the hot reservoir. Its work drives a reversible heat pump that heats a house at %d K from outdoor air at %d K.", cold, percent, heat, room, out)
		e.asked = "the heat that the pump delivers to the house, in kJ"
		e.working = fmt.Sprintf("The work is %d/100 · %s · %d kJ = %s kJ. The pump delivers T_house/(T_house − T_out) = %d/%d times that: %s kJ.", percent, carnot.RatString(), heat, work.RatString(), room, room-out, value.RatString())
	}
	e.answer = rationalAnswer(value)
	const form = " Give an integer or an exact fraction, without the unit."
	return e.item(r, "{data} Find {asked}."+form, "Engineers consider what is possible. {data} What is {asked}?"+form, "{data} By the second law, determine {asked}."+form)
}

// entropyChange asks for an entropy change. Difficulty: 1 warming, 2 melting and
// warming, 3 mixing two amounts of water, 4 a free expansion with the mixing of
// gases, 5 a hot metal quenched in water, all parts together.
func entropyChange(r *rand.Rand, d gen.Difficulty) task.Item {
	m, t1, t2 := gen.Between(r, 100, 990), gen.Between(r, 280, 310), gen.Between(r, 330, 370)
	mass, low, high := float64(m), float64(t1), float64(t2)
	e := exercise{asked: "the change of entropy of the water, in J/K", values: []gen.Value{gen.Slot("m", m)}}
	const water = " The specific heat of water is 4.19 J/(g·K)."
	var total float64
	switch d {
	case 1:
		total = mass * waterHeat * math.Log(high/low)
		e.data = fmt.Sprintf("{m} g of water are warmed slowly from %d K to %d K.", t1, t2) + water
		e.working = fmt.Sprintf("ΔS = m·c·ln(T2/T1) = %d · 4.19 · ln(%d/%d) J/K = %s J/K.", m, t2, t1, six(total))
	case 2:
		melt := mass * fusionHeat / 273.15
		total = melt + mass*waterHeat*math.Log(high/273.15)
		e.data = fmt.Sprintf("{m} g of ice at 273.15 K are melted at that temperature and then warmed slowly to %d K. The heat of fusion is 334 J/g.", t2) + water
		e.working = fmt.Sprintf("Melting: m·L/T = %s J/K. Warming: m·c·ln(T/273.15 K) = %s J/K. Together %s J/K.", six(melt), six(total-melt), six(total))
	case 3:
		n := gen.Between(r, 100, 990)
		end := (mass*high + float64(n)*low) / float64(m+n)
		cool, warm := mass*waterHeat*math.Log(end/high), float64(n)*waterHeat*math.Log(end/low)
		total = cool + warm
		e.data = fmt.Sprintf("In an insulated vessel {m} g of water at %d K are mixed with %d g of water at %d K.", t2, n, t1) + water
		e.asked = "the change of entropy of all the water together, in J/K (carry at least eight digits, since two large terms nearly cancel)"
		e.working = fmt.Sprintf("The end temperature is %s K. ΔS = m1·c·ln(T/T1) + m2·c·ln(T/T2) = %s + %s = %s J/K.", decimalText(end, 9), decimalText(cool, 9), decimalText(warm, 9), six(total))
	case 4:
		a, b, v1, v2 := gen.Between(r, 11, 90), gen.Between(r, 11, 90), gen.Between(r, 2, 40), gen.Between(r, 2, 40)
		all := float64(v1 + v2)
		total = 8.314 * (float64(a)/10*math.Log(all/float64(v1)) + float64(b)/10*math.Log(all/float64(v2)))
		e.values = []gen.Value{gen.Slot("v", v1)}
		e.data = fmt.Sprintf("An insulated vessel is divided by a wall. On one side %s mol of helium fill {v} L, on the other %s mol of neon fill %d L, both ideal and at the same temperature. The wall is pulled out. The gas constant is 8.314 J/(mol·K).", tenths(a), tenths(b), v2)
		e.asked = "the change of entropy of the gases, in J/K"
		e.working = fmt.Sprintf("The temperature stays, and each gas spreads over %s L: ΔS = R·(n1·ln(V/V1) + n2·ln(V/V2)) = %s J/K.", six(all), six(total))
	default:
		metal, n, hot := gen.Pick(r, heatedMetals), gen.Between(r, 100, 900), gen.Between(r, 420, 560)
		c, k := mass*waterHeat, float64(n)*metal.heat
		end := (c*low + k*float64(hot)) / (c + k)
		warm, cool := c*math.Log(end/low), k*math.Log(end/float64(hot))
		total = warm + cool
		e.data = fmt.Sprintf("In an insulated vessel a piece of %s of %d g (specific heat %g J/(g·K)) at %d K is dropped into {m} g of water at %d K; nothing evaporates.", metal.name, n, metal.heat, hot, t1) + water
		e.asked = "the change of entropy of metal and water together, in J/K (carry at least eight digits)"
		e.working = fmt.Sprintf("The end temperature is %s K. Water: %s J/K, metal: %s J/K, together %s J/K.", decimalText(end, 9), decimalText(warm, 9), decimalText(cool, 9), six(total))
	}
	e.answer = quantity(total, "J/K")
	return e.item(r, "{data} Find {asked}."+figures, "{data} What is {asked}?"+figures, "Someone checks how irreversible a process is. {data} Calculate {asked}."+figures)
}
