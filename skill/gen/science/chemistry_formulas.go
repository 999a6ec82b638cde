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

func init() {
	gen.Register("science/chemical-formula-parsing", "chemistry: general", "Chemical formula parsing",
		"Count the atoms of each element in nested formulas and hydrates.", formulaParsing)
	gen.Register("science/molar-mass", "chemistry: general", "Molar mass",
		"Compute molar masses, mass shares and masses of elements with an atomic mass table.", molarMassItem)
	gen.Register("science/empirical-and-molecular-formula", "chemistry: general", "Empirical and molecular formula",
		"Deduce a formula from the masses of the elements in a sample.", empiricalFormula)
	gen.Register("science/combustion-analysis", "chemistry: general", "Combustion analysis", "Deduce a formula from the products of burning a sample.", combustionAnalysis)
	gen.Register("science/hydrate-water-determination", "chemistry: general", "Hydrate water determination",
		"Find the water of crystallisation of a salt from weighings.", hydrateWater)
}

var (
	saltCations = []ion{{"Na", 1}, {"K", 1}, {"NH4", 1}, {"Mg", 2}, {"Ca", 2}, {"Ba", 2}, {"Zn", 2}, {"Cu", 2}, {"Fe", 2}, {"Ni", 2}, {"Co", 2}, {"Mn", 2}, {"Pb", 2}, {"Al", 3}, {"Cr", 3}, {"Fe", 3}}
	saltAnions  = []ion{{"NO3", 1}, {"Cl", 1}, {"CH3COO", 1}, {"ClO4", 1}, {"SO4", 2}, {"CO3", 2}, {"CrO4", 2}, {"C2O4", 2}, {"S2O3", 2}, {"PO4", 3}}
	// complexes are coordination compounds, written with round brackets only.
	complexes = []string{"K4(Fe(CN)6)", "K3(Fe(CN)6)", "(Co(NH3)6)Cl3", "(Co(NH3)5Cl)Cl2", "(Cu(NH3)4)SO4", "(Ni(NH3)6)Cl2", "Fe4(Fe(CN)6)3", "Na3(Co(NO2)6)", "(Cr(H2O)6)Cl3", "(Ni(H2O)6)(NO3)2", "K2(Ni(CN)4)", "(NH4)2(Ce(NO3)6)", "Na2(Fe(CN)5NO)", "(Co(NH3)6)2(SO4)3", "K3(Cr(C2O4)3)", "(Cu(NH3)4)(NO3)2"}
	// hydrates are salts and the water that their common hydrate holds per formula unit.
	hydrates = []struct {
		salt  string
		water int
	}{{"CuSO4", 5}, {"MgSO4", 7}, {"Na2CO3", 10}, {"CaCl2", 6}, {"BaCl2", 2}, {"FeSO4", 7}, {"CoCl2", 6}, {"NiSO4", 6}, {"ZnSO4", 7}, {"Na2S2O3", 5}, {"CaSO4", 2}, {"Na2SO4", 10}, {"MgCl2", 6}, {"Al2(SO4)3", 18}, {"CuCl2", 2}, {"NiCl2", 6}, {"CoSO4", 7}, {"SrCl2", 6}, {"MnCl2", 4}, {"Cu(NO3)2", 3}, {"Zn(NO3)2", 6}, {"Ni(NO3)2", 6}, {"Fe(NO3)3", 9}, {"Al(NO3)3", 9}, {"Na3PO4", 12}, {"Na2HPO4", 12}}
)

// substance is a compound with water of crystallisation.
type substance struct {
	formula string
	water   int
}

func (s substance) String() string {
	switch s.water {
	case 0:
		return s.formula
	case 1:
		return s.formula + "·H2O"
	}
	return fmt.Sprintf("%s·%dH2O", s.formula, s.water)
}

func (s substance) atoms() atomCounts {
	out := parseFormula(s.formula)
	if s.water > 0 {
		out["H"] += 2 * s.water
		out["O"] += s.water
	}
	return out
}

func (s substance) molar() float64 {
	return molarMass(s.formula) + float64(s.water)*molarMass("H2O")
}

func drawSalt(r *rand.Rand) substance {
	for range 20 { // avoid what decomposes at once or does not exist as a simple salt
		c, a := gen.Pick(r, saltCations), gen.Pick(r, saltAnions)
		if c.charge == 3 && (a.formula == "CO3" || a.formula == "S2O3" || a.formula == "CrO4") || c.formula == "Cu" && a.formula == "S2O3" || a.formula == "CrO4" && slices.Contains([]string{"Fe", "Mn", "Ni", "Co"}, c.formula) {
			continue
		}
		return substance{formula: salt(c, a)}
	}
	return substance{formula: "Ca(NO3)2"}
}

func drawHydrate(r *rand.Rand) substance {
	h := gen.Pick(r, hydrates)
	return substance{h.salt, h.water}
}

// formulaParsing asks for the atoms in several formula units. Difficulty: 1 a
// salt, 2 a hydrate, 3 a complex, 4 a hydrate beside a salt, 5 three substances.
func formulaParsing(r *rand.Rand, d gen.Difficulty) task.Item {
	complex := func() substance { return substance{formula: gen.Pick(r, complexes)} }
	all := gen.Of(d, func() []substance { return []substance{drawSalt(r)} }, func() []substance { return []substance{drawHydrate(r)} }, func() []substance { return []substance{complex()} },
		func() []substance { return []substance{drawHydrate(r), drawSalt(r)} }, func() []substance { return []substance{complex(), drawHydrate(r), drawSalt(r)} })()
	total := atomCounts{}
	var parts []string
	for _, s := range all {
		n := gen.Between(r, 2, 999)
		for e, k := range s.atoms() {
			total[e] += n * k
		}
		parts = append(parts, fmt.Sprintf("%d formula units of %s", n, s))
	}
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{}}
	for e, n := range total {
		answer.Fields[e] = task.Integer(int64(n))
	}
	question, _ := gen.Ask(r, []string{
		"How many atoms of each element are in {parts} together? Answer with a JSON object from element symbol to number, such as {\"Na\": 2, \"S\": 1}.",
		"Count the atoms, element by element, of {parts}. Write a JSON object whose keys are the symbols and whose values are the total numbers, for example {\"H\": 4, \"O\": 2}.",
		"{parts}: give the total number of atoms of every element that occurs, as JSON like {\"Fe\": 1, \"Cl\": 3}.",
	}, gen.Fixed("parts", sentence(parts)))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("An index after a bracket multiplies all that stands in it, the number before H2O both H and O; then multiply by the number of formula units and add.", answer)}
}

// molarMassItem asks about masses. Difficulty: 1 the mass of an amount of a salt,
// 2 of a hydrate, 3 the mass share of an element, 4 the mass of a hydrate that
// holds a mass of an element, 5 the mass of an element in a mixture.
func molarMassItem(r *rand.Rand, d gen.Difficulty) task.Item {
	s := drawSalt(r)
	if d == 2 || d == 4 {
		s = drawHydrate(r)
	}
	element := gen.Pick(r, slices.Sorted(maps.Keys(s.atoms())))
	inOne := float64(s.atoms()[element]) * atomicMasses[element]
	n := gen.Between(r, 11, 990)
	l := lesson{facts: fmt.Sprintf("A flask holds {n} mmol of %s.", s), asked: "the mass of the substance in grams", answer: quantity(float64(n)/1000*s.molar(), "g"), values: []gen.Value{gen.Slot("n", n)},
		working: fmt.Sprintf("M = %s g/mol.", decimalText(s.molar(), 6))}
	others := []string{s.formula, "H2O"}[:1+min(1, s.water)]
	switch d {
	case 3:
		l = lesson{facts: fmt.Sprintf("A tablet contains %d mg of %s and no other source of %s.", n, s, element), asked: fmt.Sprintf("the mass of %s in it in mg", element), answer: quantity(float64(n)*inOne/s.molar(), "mg"), working: fmt.Sprintf("The mass share is %s/%s.", decimalText(inOne, 6), decimalText(s.molar(), 6))}
	case 4:
		l.facts = fmt.Sprintf("A recipe needs {n} mg of the element %s, supplied as %s.", element, s)
		l.asked, l.answer = fmt.Sprintf("the mass of %s in mg to be weighed", s), quantity(float64(n)*s.molar()/inOne, "mg")
		l.working = fmt.Sprintf("A mole of %s weighs %s g and holds %s g of %s.", s, decimalText(s.molar(), 6), decimalText(inOne, 6), element)
	case 5:
		h, share := drawHydrate(r), gen.Between(r, 15, 85)
		element = "O"
		oxygen := func(x substance) float64 { return float64(x.atoms()["O"]) * atomicMasses["O"] / x.molar() }
		l.facts = fmt.Sprintf("Of {n} mg of a mixture %d %% by mass is %s and the rest %s.", share, s, h)
		mass := float64(n) * (float64(share)/100*oxygen(s) + float64(100-share)/100*oxygen(h))
		l.asked, l.answer = "the mass of oxygen atoms in the mixture in mg", quantity(mass, "mg")
		l.working = fmt.Sprintf("The mass shares of O are %s and %s.", decimalText(oxygen(s), 5), decimalText(oxygen(h), 5))
		others = []string{s.formula, h.formula, "H2O"}
	}
	l.facts += massesText(reaction{left: others}, true)
	return l.item(r, "{facts} Find {asked}."+figures, "A laboratory balance is to be used. {facts} What is {asked}?"+figures, "{facts} Work out {asked} with these atomic masses."+figures)
}

// smallFormula draws counts of the elements whose greatest common divisor is 1
// and which fit the valences of an organic molecule.
func smallFormula(r *rand.Rand, most int, extra ...string) atomCounts {
	for range 50 {
		counts := atomCounts{"C": gen.Between(r, 2, most)}
		odd, slots := 0, 2*counts["C"]+2
		for _, e := range extra {
			counts[e] = gen.Between(r, 1, min(3, counts["C"]))
			switch e {
			case "N":
				slots += counts[e]
				odd += counts[e]
			case "Cl":
				slots -= counts[e]
				odd += counts[e]
			}
		}
		h := slots - 2*gen.Between(r, 0, counts["C"]/2)
		common := gcd(counts["C"], h)
		for _, e := range extra {
			common = gcd(counts[e], common)
		}
		if counts["H"] = h; h > 0 && common == 1 {
			return counts
		}
	}
	return atomCounts{"C": 2, "H": 6, "O": 1}
}

func multiplied(counts atomCounts, by int) atomCounts {
	out := atomCounts{}
	for e, n := range counts {
		out[e] = n * by
	}
	return out
}

const hillOrder = "Write it with C first, then H, then the other elements in alphabetical order, without spaces, such as C2H5ClO."

// empiricalFormula asks for a formula. Difficulty: 1 an empirical one of C, H and
// O, 2 with N, 3 a molecular one by a molar mass, 4 with one element by
// difference, 5 five elements and the molar mass from the vapour.
func empiricalFormula(r *rand.Rand, d gen.Difficulty) task.Item {
	simple := smallFormula(r, gen.Of(d, 6, 6, 5, 5, 5), gen.Of(d, []string{"O"}, []string{"N", "O"}, []string{"O"}, []string{"N", "O"}, []string{"Cl", "N", "O"})...)
	times, molar := 1, molarMass(hill(simple))
	if d >= 3 {
		times = gen.Between(r, 1, 3)
	}
	sample := 1 + 9*r.Float64() // grams
	elements := slices.Sorted(maps.Keys(simple))
	last := len(elements)
	if d >= 4 {
		last--
	}
	var told []string
	for _, e := range elements[:last] {
		told = append(told, fmt.Sprintf("%s g %s", decimalText(sample*float64(simple[e])*atomicMasses[e]/molar, 5), e))
	}
	facts := fmt.Sprintf("A pure compound consists of %s. A sample of %s g contains %s.", sentence(elements), decimalText(sample, 5), sentence(told))
	if last < len(elements) {
		facts += " The rest is " + elements[last] + "."
	}
	asked := "empirical formula"
	if d >= 3 {
		asked = "molecular formula"
		rough := molar * float64(times) * (0.98 + 0.04*r.Float64())
		facts += fmt.Sprintf(" Its molar mass is about %.0f g/mol.", rough)
		if d == 5 {
			facts = strings.Replace(facts, fmt.Sprintf("Its molar mass is about %.0f g/mol.", rough), fmt.Sprintf("At 400 K and 100.0 kPa its vapour, taken as ideal, has a density of about %s g/L (R = 8.3145 J/(mol·K)).", decimalText(rough*100/(gasConstant*400), 3)), 1)
		}
	}
	facts += massesText(reaction{left: []string{hill(simple)}}, true)
	answer := task.String(hill(multiplied(simple, times)))
	answer.CaseSensitive = true
	question, _ := gen.Ask(r, []string{
		"{facts} What is its {asked}? " + hillOrder,
		"{facts} Deduce the {asked}. " + hillOrder,
		"An analyst has to state the {asked} of a substance. {facts} " + hillOrder,
	}, gen.Fixed("facts", facts), gen.Fixed("asked", asked))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("Masses divided by atomic masses are in the ratio of the empirical formula %s, which weighs %s g/mol; the molecule is %d times that.", hill(simple), decimalText(molar, 5), times), answer)}
}

// combustionAnalysis asks for a formula. Difficulty: 1 a hydrocarbon's empirical
// formula, 2 with oxygen by difference, 3 with nitrogen gas too, 4 a molecular
// formula, 5 with chlorine as silver chloride.
func combustionAnalysis(r *rand.Rand, d gen.Difficulty) task.Item {
	simple := smallFormula(r, gen.Of(d, 9, 6, 6, 5, 5), gen.Of(d, []string{}, []string{"O"}, []string{"N", "O"}, []string{"O"}, []string{"Cl", "O"})...)
	times, sample := 1, 0.5+2*r.Float64()
	moles := sample / molarMass(hill(simple))
	of := func(formula string, n float64) string { return decimalText(moles*n*molarMass(formula), 5) + " g" }
	facts := fmt.Sprintf("Burning %s g of a compound of %s in excess oxygen gives %s CO2 and %s H2O", decimalText(sample, 5), sentence(slices.Sorted(maps.Keys(simple))), of("CO2", float64(simple["C"])), of("H2O", float64(simple["H"])/2))
	asked := "empirical formula"
	formulas := []string{"CO2", "H2O"}
	switch d {
	case 3:
		facts += fmt.Sprintf(" and %s N2", of("N2", float64(simple["N"])/2))
		formulas = append(formulas, "N2")
	case 4:
		times, asked = gen.Between(r, 1, 3), "molecular formula"
		facts += fmt.Sprintf("; its molar mass is about %.0f g/mol", molarMass(hill(simple))*float64(times)*(0.98+0.04*r.Float64()))
	case 5:
		facts += fmt.Sprintf("; from another %s g of it all chlorine is precipitated as %s AgCl", decimalText(sample, 5), of("AgCl", float64(simple["Cl"])))
		formulas = append(formulas, "AgCl")
	}
	facts += "." + massesText(reaction{left: formulas}, true)
	answer := task.String(hill(multiplied(simple, times)))
	answer.CaseSensitive = true
	question, _ := gen.Ask(r, []string{
		"{facts} Find the {asked}. " + hillOrder,
		"{facts} Which {asked} follows? " + hillOrder,
		"From an elemental analysis determine the {asked}. {facts} " + hillOrder,
	}, gen.Fixed("facts", facts), gen.Fixed("asked", asked))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("The CO2 holds %s mol C and the water %s mol H; what is missing to the mass of the sample is oxygen, where there is any. The ratio is that of %s.", decimalText(moles*float64(simple["C"]), 5), decimalText(moles*float64(simple["H"]), 5), hill(simple)), answer)}
}

// hydrateWater asks for x in salt·xH2O. Difficulty: 1 two masses, 2 weighings
// with a crucible, 3 the share of water, 4 a metal analysis, 5 a hydrate with a
// known share of sand.
func hydrateWater(r *rand.Rand, d gen.Difficulty) task.Item {
	h := drawHydrate(r)
	dry, wet := molarMass(h.formula), h.molar()
	sample, crucible := 1.5+6*r.Float64(), 18+10*r.Float64()
	residue := sample * dry / wet
	facts := fmt.Sprintf("%.3f g of %s·xH2O leave %.3f g of the anhydrous salt when all water has been driven off.", sample, h.formula, residue)
	elements := slices.Sorted(maps.Keys(parseFormula(h.formula)))
	switch d {
	case 2:
		facts = fmt.Sprintf("A crucible weighs %.3f g empty, %.3f g with %s·xH2O in it and %.3f g after drying until only anhydrous salt is left.", crucible, crucible+sample, h.formula, crucible+residue)
	case 3:
		facts = fmt.Sprintf("On complete drying %.3f g of %s·xH2O lose %.2f %% of their mass.", sample, h.formula, 100*(wet-dry)/wet)
	case 4:
		metal := elements[0]
		for _, e := range elements {
			if !slices.Contains([]string{"C", "Cl", "H", "N", "O", "P", "S"}, e) {
				metal = e
			}
		}
		facts = fmt.Sprintf("%.3f g of %s·xH2O contain %.4f g of %s.", sample, h.formula, sample*float64(parseFormula(h.formula)[metal])*atomicMasses[metal]/wet, metal)
	case 5:
		sand := gen.Between(r, 5, 40)
		total := sample / (1 - float64(sand)/100)
		facts = fmt.Sprintf("A crucible of %.3f g holds %s·xH2O mixed with sand, which is %d %% of the mixture's mass and does not change. Full, it weighs %.3f g, after drying to constant mass %.3f g.", crucible, h.formula, sand, crucible+total, crucible+total-sample+residue)
	}
	facts += massesText(reaction{left: []string{h.formula, "H2O"}}, true)
	answer := task.Integer(int64(h.water))
	question, _ := gen.Ask(r, []string{
		"{facts} Find x, the nearest whole number.",
		"{facts} How many water molecules does the hydrate hold per formula unit (x, rounded to an integer)?",
		"Water of crystallisation is to be determined. {facts} What is x, as an integer?",
	}, gen.Fixed("facts", facts))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("M(%s) = %s g/mol and M(H2O) = %s g/mol; moles of water per mole of salt are %d.", h.formula, decimalText(dry, 6), decimalText(molarMass("H2O"), 4), h.water), answer)}
}
