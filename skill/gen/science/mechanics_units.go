package science

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "physics: mechanics"
	gen.Register("science/unit-and-dimension-analysis", area, "Unit and dimension analysis",
		"Find the SI base units of an unknown constant in a law.", dimensionAnalysis)
	gen.Register("science/unit-conversion-chain", area, "Unit conversion chain", "Convert a compound unit through factors that are supplied.", unitChain)
}

// dimensions are the exponents of kg, m, s, A and K.
type dimensions [5]int

// measurable is a physical quantity: its letter, its name with the SI unit and
// the unit's dimensions.
type measurable struct {
	letter, name string
	dims         dimensions
}

// mechanical quantities, then those of electricity and heat. Units: BIPM, The
// International System of Units, 9th edition.
var mechanical = []measurable{
	{"x", "a length in metres", dimensions{0, 1}}, {"A", "an area in square metres", dimensions{0, 2}}, {"t", "a time in seconds", dimensions{0, 0, 1}},
	{"v", "a speed in m/s", dimensions{0, 1, -1}}, {"a", "an acceleration in m/s²", dimensions{0, 1, -2}}, {"m", "a mass in kilograms", dimensions{1}},
	{"ρ", "a density in kg/m³", dimensions{1, -3}}, {"F", "a force in newtons", dimensions{1, 1, -2}}, {"p", "a pressure in pascals", dimensions{1, -1, -2}},
	{"E", "an energy in joules", dimensions{1, 2, -2}}, {"P", "a power in watts", dimensions{1, 2, -3}}, {"f", "a frequency in hertz", dimensions{0, 0, -1}},
	{"L", "an angular momentum in J·s", dimensions{1, 2, -1}}, {"η", "a viscosity in Pa·s", dimensions{1, -1, -1}}, {"q", "a volume flow in m³/s", dimensions{0, 3, -1}},
}

var electrical = []measurable{
	{"I", "a current in amperes", dimensions{0, 0, 0, 1}}, {"Q", "a charge in coulombs", dimensions{0, 0, 1, 1}}, {"U", "a voltage in volts", dimensions{1, 2, -3, -1}},
	{"R", "a resistance in ohms", dimensions{1, 2, -3, -2}}, {"B", "a magnetic flux density in teslas", dimensions{1, 0, -2, -1}}, {"T", "a temperature in kelvins", dimensions{0, 0, 0, 0, 1}},
	{"λ", "a thermal conductivity in W/(m·K)", dimensions{1, 1, -3, 0, -1}}, {"c", "a specific heat in J/(kg·K)", dimensions{0, 2, -2, 0, -1}}, {"S", "a capacitance in farads", dimensions{-1, -2, 4, 2}},
}

// plus adds n times other.
func (d dimensions) plus(n int, other dimensions) dimensions {
	for i := range d {
		d[i] += n * other[i]
	}
	return d
}

func (d dimensions) list() []int { return d[:] }

// dimensionAnalysis asks for the exponents of a constant's base units. Difficulty
// adds factors (2 to 5); at 3 the law is an exponential, whose argument is a pure
// number, from 4 on electrical and thermal quantities enter, at 5 the constant
// stands in a sum with another one.
func dimensionAnalysis(r *rand.Rand, d gen.Difficulty) task.Item {
	pool := mechanical
	if d >= 4 {
		pool = slices.Concat(mechanical, electrical)
	}
	drawn := gen.Sample(r, pool, gen.Of(d, 3, 4, 4, 5, 6))
	target, factors := drawn[0], drawn[1:]
	var product dimensions
	terms := make([]string, len(factors))
	for i, f := range factors {
		power := gen.Pick(r, []int{-2, -1, 1, 2, 3})
		product = product.plus(power, f.dims)
		terms[i] = f.letter
		if power != 1 {
			terms[i] = fmt.Sprintf("%s^(%d)", f.letter, power)
		}
	}
	result, law := target.dims.plus(-1, product), fmt.Sprintf("%s = k · %s", target.letter, strings.Join(terms, " · "))
	rule := fmt.Sprintf("The units of k are those of %s divided by those of the product.", target.letter)
	switch d {
	case 3:
		result, law = dimensions{}.plus(-1, product), fmt.Sprintf("%s = b · exp(−k · %s)", target.letter, strings.Join(terms, " · "))
		rule = "The argument of the exponential is a pure number, so the units of k are the inverse of those of the product; b and the left side do not matter."
	case 5:
		law = fmt.Sprintf("%s = (b + k · %s) · %s", target.letter, terms[0], strings.Join(terms[1:], " · "))
		rule = fmt.Sprintf("Terms of a sum have the same units, so k · %s times the rest has the units of %s; b does not matter.", terms[0], target.letter)
	}
	var legend []string
	for _, f := range factors {
		legend = append(legend, f.letter+" is "+f.name)
	}
	options := []string{target.name}
	for _, other := range pool {
		if len(options) < 5 && !slices.ContainsFunc(drawn, func(m measurable) bool { return m.letter == other.letter }) {
			options = append(options, other.name)
		}
	}
	slices.Sort(options)
	const form = " Answer with the list of the five integer exponents of [kg, m, s, A, K] in its unit."
	question, slots := gen.Ask(r, []string{
		"In the law {law} the left side {letter} is {target}, {legend}. Which SI base units must the constant k have for the equation to be consistent?" + form,
		"An engineer fits data with {law}. On the left {letter} stands for {target}; on the right {legend}. Find the unit of the coefficient k." + form,
		"A handbook gives {law} without units for k. Its symbols mean: {letter} is {target}, {legend}. Work out the unit of k." + form,
	}, gen.Fixed("law", law), gen.Fixed("letter", target.letter), gen.SlotOf("target", target.name, options), gen.Fixed("legend", sentence(legend)))
	answer := task.List(task.Integers(result.list())...)
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(fmt.Sprintf(
		"In [kg, m, s, A, K] the product of the known factors has the exponents %v and the left side %v. %s", product, target.dims, rule), answer)}
}

// unitLadder is units of one dimension from large to small: each is factors[i]
// of the next.
type unitLadder struct {
	units   []string
	factors []float64
}

// Factors: NIST Special Publication 811, appendix B; inch and pound are exact.
var (
	lengthLadder = unitLadder{[]string{"mi", "yd", "ft", "in", "cm", "mm"}, []float64{1760, 3, 12, 2.54, 10}}
	timeLadder   = unitLadder{[]string{"week", "day", "h", "min", "s"}, []float64{7, 24, 60, 60}}
	massLadder   = unitLadder{[]string{"short ton", "lb", "oz", "g", "mg"}, []float64{2000, 16, 28.3495, 1000}}
	volumeLadder = unitLadder{[]string{"barrel", "gal", "pt", "fl oz", "mL"}, []float64{42, 8, 16, 29.5735}}
)

// conversion is a step of a compound unit between two rungs of a ladder.
type conversion struct {
	ladder   unitLadder
	from, to int // indices of units
	power    int
}

// factor is what one unit raised to its power is in the other one.
func (c conversion) factor() float64 {
	f := 1.0
	for i := min(c.from, c.to); i < max(c.from, c.to); i++ {
		f *= c.ladder.factors[i]
	}
	if c.from > c.to {
		f = 1 / f
	}
	return math.Pow(f, float64(c.power))
}

// drawConversion goes some rungs down or up a ladder.
func drawConversion(r *rand.Rand, ladder unitLadder, rungs, power int) conversion {
	from := r.IntN(len(ladder.units) - rungs)
	c := conversion{ladder, from, from + rungs, power}
	if r.IntN(2) == 0 {
		c.from, c.to = c.to, c.from
	}
	return c
}

// compoundUnitText writes units as "lb·ft/(min²)".
func compoundUnitText(parts []conversion, pick func(conversion) string) string {
	var above, below []string
	for _, c := range parts {
		text := pick(c)
		switch max(c.power, -c.power) {
		case 2:
			text += "²"
		case 3:
			text += "³"
		}
		if c.power > 0 {
			above = append(above, text)
		} else {
			below = append(below, text)
		}
	}
	out := strings.Join(above, "·")
	if len(below) == 1 {
		return out + "/" + below[0]
	}
	if len(below) > 1 {
		return out + "/(" + strings.Join(below, "·") + ")"
	}
	return out
}

// unitChain asks for a value in other units. Difficulty adds parts of the unit (1
// to 3) and rungs of the ladders between old and new; from 3 on powers occur, by
// which the factors must be raised.
func unitChain(r *rand.Rand, d gen.Difficulty) task.Item {
	var parts []conversion
	add := func(ladder unitLadder, rungs, power int) {
		parts = append(parts, drawConversion(r, ladder, rungs, power))
	}
	switch d {
	case 1:
		add(gen.Pick(r, []unitLadder{lengthLadder, massLadder, volumeLadder}), 2, 1)
	case 2:
		add(gen.Pick(r, []unitLadder{lengthLadder, massLadder, volumeLadder}), 2, 1)
		add(timeLadder, 1, -1)
	case 3:
		add(massLadder, 2, 1)
		add(lengthLadder, 2, -2-r.IntN(2))
	case 4:
		add(lengthLadder, 3, 2)
		add(volumeLadder, 2, -1)
		add(timeLadder, 2, -1)
	default:
		add(massLadder, 3, 1)
		add(lengthLadder, 3, 1-2*r.IntN(2))
		add(timeLadder, 3, -2)
	}
	value := gen.Between(r, 20, 9999)
	old := compoundUnitText(parts, func(c conversion) string { return c.ladder.units[c.from] })
	target := compoundUnitText(parts, func(c conversion) string { return c.ladder.units[c.to] })
	result := float64(value)
	var facts, steps []string
	for _, c := range parts {
		for i := min(c.from, c.to); i < max(c.from, c.to); i++ {
			facts = append(facts, fmt.Sprintf("1 %s = %s %s", c.ladder.units[i], six(c.ladder.factors[i]), c.ladder.units[i+1]))
		}
		result *= c.factor()
		steps = append(steps, fmt.Sprintf("%s to %s: factor %s", c.ladder.units[c.from], c.ladder.units[c.to], six(c.factor())))
	}
	r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	const form = " Answer with the number alone, to at least four significant figures."
	question, slots := gen.Ask(r, []string{
		"Convert {value} {old} to {target}. Use {facts}." + form,
		"A data sheet states {value} {old}, and a customer wants the same in {target}. The factors are {facts}. What is the converted value?" + form,
		"Given that {facts}, how large is a quantity of {value} {old} when it is expressed in {target}?" + form,
	}, gen.Slot("value", value), gen.Fixed("old", old), gen.Fixed("target", target), gen.Fixed("facts", strings.Join(facts, ", ")))
	answer := quantity(result, "")
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(fmt.Sprintf(
		"Each part of the unit brings its factor, raised to its power. In order: %s. So the value is %s.", strings.Join(steps, "; "), six(result)), answer)}
}
