package science

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// atomicMasses in g/mol, rounded to two decimals (IUPAC conventional values).
var atomicMasses = map[string]float64{
	"H": 1.01, "C": 12.01, "N": 14.01, "O": 16.00, "Na": 22.99, "Mg": 24.31, "Al": 26.98, "Si": 28.09, "P": 30.97,
	"S": 32.06, "Cl": 35.45, "K": 39.10, "Ca": 40.08, "Ti": 47.87, "Cr": 52.00, "Mn": 54.94, "Fe": 55.85, "Cu": 63.55, "Zn": 65.38,
	"Li": 6.94, "B": 10.81, "F": 19.00, "Co": 58.93, "Ni": 58.69, "Br": 79.90, "Sr": 87.62, "Ag": 107.87, "Cd": 112.41, "Sn": 118.71, "I": 126.90, "Ba": 137.33, "Pb": 207.20,
}

// twoReagents are reactions of two reagents; the first product is the one asked for.
var twoReagents = []reaction{
	{[]string{"Al", "Cl2"}, []string{"AlCl3"}},
	{[]string{"N2", "H2"}, []string{"NH3"}},
	{[]string{"Fe", "O2"}, []string{"Fe2O3"}},
	{[]string{"Fe2O3", "Al"}, []string{"Fe", "Al2O3"}},
	{[]string{"Cr2O3", "Al"}, []string{"Cr", "Al2O3"}},
	{[]string{"CaCO3", "HCl"}, []string{"CO2", "CaCl2", "H2O"}},
	{[]string{"P4", "O2"}, []string{"P4O10"}},
	{[]string{"P4", "Cl2"}, []string{"PCl3"}},
	{[]string{"TiCl4", "Mg"}, []string{"Ti", "MgCl2"}},
	{[]string{"SiO2", "C"}, []string{"SiC", "CO"}},
	{[]string{"NH3", "O2"}, []string{"NO", "H2O"}},
	{[]string{"Fe2O3", "CO"}, []string{"Fe", "CO2"}},
	{[]string{"Zn", "HCl"}, []string{"ZnCl2", "H2"}},
	{[]string{"H2S", "SO2"}, []string{"S", "H2O"}},
	{[]string{"CuO", "NH3"}, []string{"Cu", "N2", "H2O"}},
	{[]string{"Na", "Cl2"}, []string{"NaCl"}},
	{[]string{"Mg", "N2"}, []string{"Mg3N2"}},
	{[]string{"MnO2", "Al"}, []string{"Mn", "Al2O3"}},
	{[]string{"K", "H2O"}, []string{"KOH", "H2"}},
	{[]string{"CaO", "C"}, []string{"CaC2", "CO"}},
}

// molarMass is the mass of a mole in grams by the printed atomic masses.
func molarMass(formula string) float64 {
	sum := 0.0
	counts := parseFormula(formula)
	for _, element := range slices.Sorted(maps.Keys(counts)) { // a fixed order of summation
		sum += float64(counts[element]) * atomicMasses[element]
	}
	return sum
}

// feed is what goes into a reactor: moles of the two reagents.
type feed struct{ first, second float64 }

// run lets the feed react until a reagent is used up.
func run(coefficients []int, f feed) (extent float64, left feed) {
	a, b := float64(coefficients[0]), float64(coefficients[1])
	extent = min(f.first/a, f.second/b)
	return extent, feed{f.first - extent*a, f.second - extent*b}
}

// charge is what a reactor is filled with: amounts of the two reagents in mol,
// or in g where inMass is set.
type charge struct {
	reaction
	coefficients  []int
	first, second int
	inMass        bool
	purity, yield int // percent
}

// limitingReagent asks for a product or a rest. Difficulty adds conversions: 1
// moles, 2 masses, 3 also a yield, 4 the mass of the reagent left over, 5 an
// impure reagent and a yield. The equation is given unbalanced from 2 on.
func limitingReagent(r *rand.Rand, d gen.Difficulty) task.Item {
	c := drawCharge(r, d)
	f := c.moles()
	extent, left := run(c.coefficients, f)
	a, b, product := c.left[0], c.left[1], c.right[0]
	made := extent * float64(c.coefficients[2])
	unit, equation := "g", c.String()+" (not yet balanced)"
	asked, value := fmt.Sprintf("What mass of %s in grams is obtained if the yield is %d %% of the theoretical one?", product, c.yield), made*molarMass(product)*float64(c.yield)/100
	extra := ""
	switch d {
	case 1:
		unit, equation = "mol", balancedText(c.reaction, c.coefficients)
		asked, value = fmt.Sprintf("How many moles of %s can form at most?", product), made
	case 2:
		asked, value = fmt.Sprintf("What mass of %s in grams can form at most?", product), made*molarMass(product)
	case 4:
		asked, value = "What mass in grams of the reagent in excess is left when the other one is used up?", left.first*molarMass(a)+left.second*molarMass(b)
	case 5:
		extra = fmt.Sprintf(" Only %d %% of the mass of the %s sample is %s, the rest is inert.", c.purity, a, a)
	}
	answer := quantity(value, unit)
	question, slots := gen.Ask(r, []string{
		"{n} {unit} of {a} and {m} {unit} of {b} react as {eq}.{extra} {asked}{masses}" + figures,
		"For the reaction {eq} a chemist brings together {m} {unit} of {b} and {n} {unit} of {a}.{extra} {asked}{masses}" + figures,
		"A reactor is charged with {n} {unit} of {a}; {m} {unit} of {b} are added. The reaction is {eq}.{extra} {asked}{masses}" + figures,
	}, gen.Slot("n", c.first), gen.Slot("m", c.second), gen.Fixed("unit", unit), gen.Fixed("a", a), gen.Fixed("b", b), gen.Fixed("eq", equation),
		gen.Fixed("extra", extra), gen.Fixed("asked", asked), gen.Fixed("masses", massesText(c.reaction, c.inMass)))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Balanced: %s. Available are %s mol %s and %s mol %s; divided by the coefficients these are %s and %s mol, and the smaller one limits. It gives %s mol %s.",
			balancedText(c.reaction, c.coefficients), decimalText(f.first, 6), a, decimalText(f.second, 6), b,
			decimalText(f.first/float64(c.coefficients[0]), 6), decimalText(f.second/float64(c.coefficients[1]), 6), decimalText(made, 6), product), answer),
	}
}

// drawCharge draws amounts of which the second is 15 to 40 % off the
// stoichiometric one, so that a rest is no small difference of large numbers.
func drawCharge(r *rand.Rand, d gen.Difficulty) charge {
	c := charge{reaction: gen.Pick(r, twoReagents), inMass: d >= 2, purity: 100, yield: gen.Between(r, 51, 96)}
	var err error
	if c.coefficients, err = c.balance(); err != nil { // a test balances every entry
		c.coefficients = make([]int, len(c.species()))
	}
	c.first = gen.Between(r, 20, 250)
	exact := float64(c.first) * float64(c.coefficients[1]) / float64(c.coefficients[0])
	if c.inMass {
		exact *= molarMass(c.left[1]) / molarMass(c.left[0])
	}
	off := gen.Between(r, 15, 40) * gen.Pick(r, []int{-1, 1})
	c.second = max(2, int(exact*float64(100+off)/100+0.5))
	if d == 5 {
		c.purity = gen.Between(r, 60, 95)
	}
	return c
}

// moles converts the charge to moles of the pure reagents.
func (c charge) moles() feed {
	f := feed{float64(c.first), float64(c.second)}
	if c.inMass {
		f = feed{f.first / molarMass(c.left[0]), f.second / molarMass(c.left[1])}
	}
	f.first *= float64(c.purity) / 100
	return f
}

// massesText prints the atomic masses of the elements of a reaction.
func massesText(q reaction, needed bool) string {
	if !needed {
		return ""
	}
	all := atomCounts{}
	for _, formula := range q.species() {
		maps.Copy(all, parseFormula(formula))
	}
	var parts []string
	for _, element := range slices.Sorted(maps.Keys(all)) {
		parts = append(parts, fmt.Sprintf("%s %.2f", element, atomicMasses[element]))
	}
	return " Atomic masses in g/mol: " + strings.Join(parts, ", ") + "."
}
