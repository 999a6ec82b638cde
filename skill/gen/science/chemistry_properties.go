package science

import (
	"fmt"
	"math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/gas-law-molar-mass", "chemistry: general", "Gas law molar mass", "Deduce molar masses from gas densities, vapours and effusion.", gasMolarMass)
	gen.Register("science/colligative-property-shift", "chemistry: general", "Colligative property shift",
		"Compute freezing and boiling points and vapour pressures of solutions.", colligativeShift)
	gen.Register("science/osmotic-pressure-molar-mass", "chemistry: general", "Osmotic pressure molar mass",
		"Relate osmotic pressure, concentration, dissociation and molar mass.", osmoticMass)
}

// isotopes with their masses in u (AME2020).
var isotopes = []struct {
	element string
	numbers []int
	masses  []float64
}{
	{"Cl", []int{35, 37}, []float64{34.969, 36.966}}, {"Br", []int{79, 81}, []float64{78.918, 80.916}}, {"Cu", []int{63, 65}, []float64{62.930, 64.928}}, {"Ga", []int{69, 71}, []float64{68.926, 70.925}}, {"B", []int{10, 11}, []float64{10.013, 11.009}}, {"Ag", []int{107, 109}, []float64{106.905, 108.905}}, {"Li", []int{6, 7}, []float64{6.015, 7.016}},
	{"Mg", []int{24, 25, 26}, []float64{23.985, 24.986, 25.983}}, {"Si", []int{28, 29, 30}, []float64{27.977, 28.976, 29.974}}, {"Ne", []int{20, 21, 22}, []float64{19.992, 20.994, 21.991}},
}

// isotopeMass asks about an isotope mixture of unusual composition. Difficulty: 1
// the mean of two, 2 of three, 3 an abundance from the mean, 4 two abundances of
// three, 5 the share of molecules with a number of heavy atoms.
func isotopeMass(r *rand.Rand, d gen.Difficulty) task.Item {
	three := d == 2 || d == 4
	i := gen.Pick(r, isotopes[map[bool]int{true: 7}[three]:map[bool]int{true: 10, false: 7}[three]])
	name := func(k int) string { return fmt.Sprintf("%s-%d", i.element, i.numbers[k]) }
	first := gen.Between(r, 501, 899) // tenths of a percent
	shares := []float64{float64(first) / 1000, 1 - float64(first)/1000}
	if three {
		second := gen.Between(r, 11, 90)
		shares = []float64{float64(first) / 1000, float64(second) / 1000, 1 - float64(first+second)/1000}
	}
	mean, masses := 0.0, ""
	for k, s := range shares {
		mean += s * i.masses[k]
		if k > 0 {
			masses += ", "
		}
		masses += fmt.Sprintf("%s %.3f u", name(k), i.masses[k])
	}
	percent := func(x float64) string { return decimalText(100*x, 4) }
	l := lesson{facts: fmt.Sprintf("A sample of %s enriched in the laboratory consists of isotopes with the masses %s. {p} %% of the atoms are %s and the rest %s.", i.element, masses, name(0), name(1)), asked: "the mean atomic mass in u", answer: quantity(mean, "u"), values: []gen.Value{gen.Slot("p", percent(shares[0]))}, working: "Weigh each mass by its share of atoms and add."}
	shown4, text4 := shown(mean, 6)
	switch d {
	case 2:
		l.facts = fmt.Sprintf("A sample of %s enriched in the laboratory consists of isotopes with the masses %s. {p} %% of the atoms are %s, %s %% are %s and the rest %s.", i.element, masses, name(0), percent(shares[1]), name(1), name(2))
	case 3:
		l.facts = fmt.Sprintf("A sample of %s enriched in the laboratory consists of isotopes with the masses %s and has a mean atomic mass of {m} u.", i.element, masses)
		l.asked, l.answer, l.values = fmt.Sprintf("the percentage of its atoms that are %s", name(0)), quantity(100*(i.masses[1]-shown4)/(i.masses[1]-i.masses[0]), "%"), []gen.Value{gen.Slot("m", text4)}
		l.working = "x·m1 + (1 − x)·m2 is the mean; solve for x."
	case 4:
		rest := 1 - shares[1]
		x := (shown4 - shares[1]*i.masses[1] - rest*i.masses[2]) / (i.masses[0] - i.masses[2])
		l.facts = fmt.Sprintf("A sample of %s enriched in the laboratory consists of isotopes with the masses %s and has a mean atomic mass of {m} u. %s %% of the atoms are %s.", i.element, masses, percent(shares[1]), name(1))
		l.asked, l.answer, l.values = fmt.Sprintf("the percentage of its atoms that are %s", name(0)), quantity(100*x, "%"), []gen.Value{gen.Slot("m", text4)}
		l.working = fmt.Sprintf("With x of %s there is %s − x of %s; the mean gives x.", name(0), decimalText(rest, 4), name(2))
	case 5:
		n := gen.Between(r, 3, 6)
		k := gen.Between(r, 1, n-1)
		choose := 1.0
		for j := range k {
			choose *= float64(n-j) / float64(j+1)
		}
		l.facts = fmt.Sprintf("In a sample of %s enriched in the laboratory {p} %% of the atoms are %s and the rest %s. Its atoms are built at random into molecules with %d %s atoms each.", i.element, name(0), name(1), n, i.element)
		l.asked, l.answer = fmt.Sprintf("the percentage of molecules with exactly %s of %s", plural(k, "atom", "atoms"), name(1)), quantity(100*choose*math.Pow(shares[1], float64(k))*math.Pow(shares[0], float64(n-k)), "%")
		l.working = fmt.Sprintf("By the binomial law C(%d, %d)·q^%d·p^%d.", n, k, k, n-k)
	}
	return l.item(r, "{facts} Find {asked}."+figures, "A mass spectrometrist describes: {facts} What is {asked}?"+figures, "{facts} Calculate {asked}."+figures)
}

// gasMolarMass asks for a molar mass. Difficulty: 1 from a mass of gas, 2 from a
// density, 3 from weighings of a flask, 4 from effusion, 5 from a mixture with air.
func gasMolarMass(r *rand.Rand, d gen.Difficulty) task.Item {
	kelvin, kpa := float64(gen.Between(r, 290, 400)), float64(gen.Between(r, 900, 1050))/10
	molar, volume := 30+130*r.Float64(), float64(gen.Between(r, 150, 990))/1000
	mass, text := shown(molar*kpa*volume/(gasConstant*kelvin), 4)
	l := lesson{facts: fmt.Sprintf("{m} g of a gas fills %s L at %s K and %s kPa.", decimalText(volume, 3), decimalText(kelvin, 4), decimalText(kpa, 4)), asked: "the molar mass of the substance in g/mol", answer: quantity(mass*gasConstant*kelvin/(kpa*volume), "g/mol"), values: []gen.Value{gen.Slot("m", text)}, working: "M = mRT/(pV)."}
	switch d {
	case 2:
		density, text := shown(molar*kpa/(gasConstant*kelvin), 4)
		l.facts, l.answer, l.values = fmt.Sprintf("The vapour of a liquid has a density of {d} g/L at %s K and %s kPa.", decimalText(kelvin, 4), decimalText(kpa, 4)), quantity(density*gasConstant*kelvin/kpa, "g/mol"), []gen.Value{gen.Slot("d", text)}
		l.working = "M = ρRT/p."
	case 3:
		flask := 60 + 30*r.Float64()
		full := math.Round((flask+mass)*1e4) / 1e4
		flask = math.Round(flask*1e4) / 1e4
		l.facts = fmt.Sprintf("A flask of {v} mL weighs %.4f g evacuated and %.4f g filled with the vapour of a liquid at %s K and %s kPa.", flask, full, decimalText(kelvin, 4), decimalText(kpa, 4))
		l.answer, l.values = quantity((full-flask)*gasConstant*kelvin/(kpa*volume), "g/mol"), []gen.Value{gen.Slot("v", decimalText(volume*1000, 3))}
		l.working = fmt.Sprintf("The vapour weighs %.4f g; M = mRT/(pV).", full-flask)
	case 4:
		known := gen.Pick(r, []struct {
			name  string
			molar float64
		}{{"O2", 32.00}, {"N2", 28.02}, {"Ar", 39.95}, {"CH4", 16.05}, {"He", 4.00}, {"CO2", 44.01}})
		t := gen.Between(r, 30, 200)
		other, text := shown(float64(t)*math.Sqrt(molar/known.molar), 4)
		l.facts = fmt.Sprintf("Through a tiny hole a given volume of %s (M = %.2f g/mol) effuses in {t} s; the same volume of an unknown gas at the same temperature and pressure takes %s s.", known.name, known.molar, text)
		l.asked, l.answer, l.values = "the molar mass of the unknown gas in g/mol", quantity(known.molar*math.Pow(other/float64(t), 2), "g/mol"), []gen.Value{gen.Slot("t", t)}
		l.working = "Effusion times go as the square root of the molar mass."
	case 5:
		share := gen.Between(r, 20, 80)
		mixed, text := shown((molar*float64(share)/100+28.96*float64(100-share)/100)*kpa/(gasConstant*kelvin), 5)
		total := mixed * gasConstant * kelvin / kpa
		l.facts = fmt.Sprintf("A mixture of air (mean molar mass 28.96 g/mol) and a vapour, in which {x} %% of the molecules are vapour, has a density of %s g/L at %s K and %s kPa.", text, decimalText(kelvin, 4), decimalText(kpa, 4))
		l.asked, l.answer, l.values = "the molar mass of the vapour in g/mol", quantity((total-28.96*float64(100-share)/100)/(float64(share)/100), "g/mol"), []gen.Value{gen.Slot("x", share)}
		l.working = fmt.Sprintf("The mean molar mass is ρRT/p = %s g/mol, a mean weighted by molecules.", decimalText(total, 5))
	}
	return l.item(r, "{facts} Find {asked} (ideal gas, R = 8.3145 J/(mol·K))."+figures, "By the ideal gas law with R = 8.3145 J/(mol·K), what is {asked}? {facts}"+figures, "{facts} Taking gases as ideal and R as 8.3145 J/(mol·K), determine {asked}."+figures)
}

// solvents with freezing and boiling point in °C and their constants in K·kg/mol
// (CRC Handbook of Chemistry and Physics).
var solvents = []struct {
	name                   string
	freezing, boiling      float64
	cryoscopic, ebullition float64
}{{"water", 0, 100, 1.86, 0.513}, {"benzene", 5.5, 80.1, 5.07, 2.64}, {"cyclohexane", 6.6, 80.7, 20.8, 2.92}, {"acetic acid", 16.6, 117.9, 3.63, 3.22}}

// colligativeShift asks about a solution. Difficulty: 1 the lowering of the
// freezing point, 2 the boiling point of a salt solution, 3 a molar mass, 4 the
// solute needed, 5 the degree of dissociation.
func colligativeShift(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, solvents)
	salts := []struct {
		formula string
		ions    int
	}{{"NaCl", 2}, {"KCl", 2}, {"CaCl2", 3}, {"MgCl2", 3}, {"NaNO3", 2}, {"Na2SO4", 3}, {"AlCl3", 4}, {"K3PO4", 4}}
	x := gen.Pick(r, salts)
	solvent, solute, molar := gen.Between(r, 150, 900), float64(gen.Between(r, 20, 190))/10, gen.Between(r, 90, 260)
	molality := solute / float64(molar) / (float64(solvent) / 1000)
	l := lesson{facts: fmt.Sprintf("%s g of a non-electrolyte of molar mass %d g/mol is dissolved in {g} g of %s, whose cryoscopic constant is %s K·kg/mol.", decimalText(solute, 4), molar, s.name, decimalText(s.cryoscopic, 4)),
		asked: "the lowering of the freezing point in K", answer: quantity(s.cryoscopic*molality, "K"), values: []gen.Value{gen.Slot("g", solvent)}, working: fmt.Sprintf("The molality is %s mol/kg; ΔT = K·b.", decimalText(molality, 5))}
	switch d {
	case 2:
		b := solute / molarMass(x.formula) / (float64(solvent) / 1000)
		l.facts = fmt.Sprintf("%s g of %s is dissolved in {g} g of water and dissociates completely. The ebullioscopic constant of water is 0.513 K·kg/mol.", decimalText(solute, 4), x.formula) + massesText(reaction{left: []string{x.formula}}, true)
		l.asked, l.answer = "the rise of the boiling point in K", quantity(0.513*b*float64(x.ions), "K")
		l.working = fmt.Sprintf("The molality of the salt is %s mol/kg, that of all ions %d times that.", decimalText(b, 5), x.ions)
	case 3:
		shift, text := shown(s.cryoscopic*molality, 4)
		l.facts = fmt.Sprintf("%s g of an unknown non-electrolyte dissolved in {g} g of %s lowers the freezing point by %s K; the cryoscopic constant is %s K·kg/mol.", decimalText(solute, 4), s.name, text, decimalText(s.cryoscopic, 4))
		l.asked, l.answer = "its molar mass in g/mol", quantity(solute/(shift/s.cryoscopic*float64(solvent)/1000), "g/mol")
		l.working = fmt.Sprintf("b = ΔT/K = %s mol/kg, times the mass of solvent gives the moles.", decimalText(shift/s.cryoscopic, 5))
	case 4:
		below := gen.Between(r, 11, 90)
		l.facts = fmt.Sprintf("{g} g of water is to stay liquid down to −%s °C with dissolved %s, which is taken to dissociate completely; the cryoscopic constant of water is 1.86 K·kg/mol and pure water freezes at 0 °C.", tenths(below), x.formula) + massesText(reaction{left: []string{x.formula}}, true)
		need := float64(below) / 10 / 1.86 / float64(x.ions) * float64(solvent) / 1000 * molarMass(x.formula)
		l.asked, l.answer = "the least mass of the salt in grams", quantity(need, "g")
		l.working = fmt.Sprintf("The ions need %s mol/kg, the salt 1/%d of that.", decimalText(float64(below)/18.6, 5), x.ions)
	case 5:
		pka, b := float64(gen.Between(r, 20, 90))/1000, gen.Between(r, 11, 90)
		shift, text := shown(1.86*float64(b)/1000*(1+pka), 5)
		l.facts = fmt.Sprintf("A weak acid HA of molality {b} mol/kg in water, partly dissociated into two ions, lowers the freezing point by %s K. The cryoscopic constant is 1.86 K·kg/mol; molality serves as concentration.", text)
		alpha := shift/1.86/(float64(b)/1000) - 1
		l.asked, l.answer, l.values = "the van 't Hoff factor and the degree of dissociation in percent, as a list [factor, percent]", task.List(quantity(1+alpha, ""), looser(100*alpha)), []gen.Value{gen.Slot("b", decimalText(float64(b)/1000, 4))}
		l.working = fmt.Sprintf("i = ΔT/(K·b) = %s, and i = 1 + α.", decimalText(1+alpha, 6))
	}
	return l.item(r, "{facts} Find {asked} for an ideal dilute solution."+figures, "{facts} What is {asked}, treating the solution as ideally dilute?"+figures, "Colligative properties are at work here. {facts} Compute {asked}."+figures)
}

// looser is a number whose value is a small difference: 1 % may be off.
func looser(v float64) task.Answer { return task.Decimal(decimalText(v, 6), 0.01) }

// osmoticMass asks about osmosis. Difficulty: 1 a pressure, 2 the molar mass of a
// polymer, 3 with the height of a column, 4 a salt solution of equal pressure,
// 5 the mean molar mass of two proteins mixed.
func osmoticMass(r *rand.Rand, d gen.Difficulty) task.Item {
	kelvin, litres := float64(gen.Between(r, 288, 312)), float64(gen.Between(r, 10, 99))/100
	grams, molar := float64(gen.Between(r, 110, 990))/100, float64(gen.Between(r, 120, 700))*100
	pressure := grams / molar / litres * gasConstant * kelvin * 1000 // Pa
	l := lesson{facts: fmt.Sprintf("{m} g of a protein of molar mass %.0f g/mol is dissolved in water to give %s L of solution at %s K.", molar, decimalText(litres, 3), decimalText(kelvin, 4)), asked: "the osmotic pressure of the protein solution in Pa", answer: quantity(pressure, "Pa"), values: []gen.Value{gen.Slot("m", decimalText(grams, 4))}, working: "Π = nRT/V."}
	measured, text := shown(pressure, 4)
	switch d {
	case 2:
		l.facts = fmt.Sprintf("{m} g of a protein in water makes %s L of solution, whose osmotic pressure is %s Pa at %s K.", decimalText(litres, 3), text, decimalText(kelvin, 4))
		l.asked, l.answer, l.working = "the molar mass of the protein in g/mol", quantity(grams*gasConstant*kelvin*1000/(measured*litres), "g/mol"), "M = mRT/(ΠV)."
	case 3:
		height, text := shown(pressure/(1000*9.81)*100, 4)
		l.facts = fmt.Sprintf("{m} g of a polymer in water makes %s L of solution. In an osmometer at %s K the solution rises %s cm above the water level; its density is 1000 kg/m³ and g = 9.81 m/s². The dilution by the rise is negligible.", decimalText(litres, 3), decimalText(kelvin, 4), text)
		p := height / 100 * 1000 * 9.81
		l.asked, l.answer, l.working = "the molar mass of the polymer in g/mol", quantity(grams*gasConstant*kelvin*1000/(p*litres), "g/mol"), fmt.Sprintf("Π = ρgh = %s Pa; M = mRT/(ΠV).", decimalText(p, 5))
	case 4:
		sugar := float64(gen.Between(r, 110, 909)) / 10
		l.facts = "A solution holds {m} g of glucose, C6H12O6, per litre. Another one holds only CaCl2, dissociated completely, and has the same osmotic pressure at the same temperature." + massesText(reaction{left: []string{"C6H12O6", "CaCl2"}}, true)
		l.asked, l.answer, l.values = "the concentration of CaCl2 in grams per litre of solution", quantity(sugar/molarMass("C6H12O6")/3*molarMass("CaCl2"), "g/L"), []gen.Value{gen.Slot("m", decimalText(sugar, 4))}
		l.working = "Equal pressure means equal particles per litre, and CaCl2 gives three."
		if r.IntN(2) == 0 { // another salt, and the temperature differs
			l.facts = fmt.Sprintf("A solution holds {m} g of glucose, C6H12O6, per litre at %s K. Another one holds only NaCl, dissociated completely, at 310 K and has the same osmotic pressure.", decimalText(kelvin, 4)) + massesText(reaction{left: []string{"C6H12O6", "NaCl"}}, true)
			l.asked, l.answer = "the concentration of NaCl in grams per litre of solution", quantity(sugar/molarMass("C6H12O6")*kelvin/310/2*molarMass("NaCl"), "g/L")
			l.working = "Equal pressure means equal c·T of particles, and NaCl gives two."
		}
	case 5:
		second := float64(gen.Between(r, 110, 990)) / 100
		other := float64(gen.Between(r, 120, 700)) * 100
		sum, text := shown((grams/molar+second/other)/litres*gasConstant*kelvin*1000, 4)
		l.facts = fmt.Sprintf("{m} g of protein P of molar mass %.0f g/mol and %s g of protein Q in water make %s L of solution with an osmotic pressure of %s Pa at %s K; they do not bind to each other.", molar, decimalText(second, 4), decimalText(litres, 3), text, decimalText(kelvin, 4))
		rest := sum*litres/1000/(gasConstant*kelvin) - grams/molar
		l.asked, l.answer, l.working = "the molar mass of Q in g/mol", quantity(second/rest, "g/mol"), fmt.Sprintf("ΠV/(RT) = %s mol in all, of which P makes %s mol.", decimalText(sum*litres/1000/(gasConstant*kelvin), 6), decimalText(grams/molar, 6))
	}
	return l.item(r, "{facts} With R = 8.3145 J/(mol·K) and an ideal solution find {asked}."+figures, "{facts} What is {asked}? (R = 8.3145 J/(mol·K), van 't Hoff's law)"+figures, "By van 't Hoff's law for ideal solutions, R = 8.3145 J/(mol·K), determine {asked}. {facts}"+figures)
}
