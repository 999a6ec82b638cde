package science

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/percent-yield", "chemistry: general", "Percent yield", "Follow amounts through reactions with yields below 100 %.", percentYield)
	gen.Register("science/reaction-stoichiometry-with-gas-volume", "chemistry: general", "Reaction stoichiometry with gas volume",
		"Relate masses and gas volumes in a reaction.", gasStoichiometry)
	gen.Register("science/solution-dilution-series", "chemistry: general", "Solution dilution series", "Compute concentrations along serial dilutions.", dilutionSeries)
	gen.Register("science/solution-mixing-molarity", "chemistry: general", "Solution mixing molarity",
		"Compute ion concentrations after solutions are mixed, also with precipitation.", mixingMolarity)
	gen.Register("science/titration-equivalence", "chemistry: general", "Titration equivalence",
		"Deduce concentrations and molar masses from titrations.", titrationEquivalence)
	gen.Register("science/back-titration", "chemistry: general", "Back titration", "Deduce purity from an excess of reagent that is titrated back.", backTitration)
}

// oneGas are reactions in which a solid or dissolved reagent gives a gas, or
// takes one up: coefficients of the reagent and the gas.
var oneGas = []struct {
	equation, reagent, gas string
	a, b                   int
}{
	{"CaCO3 + 2 HCl → CaCl2 + H2O + CO2", "CaCO3", "CO2", 1, 1}, {"Zn + 2 HCl → ZnCl2 + H2", "Zn", "H2", 1, 1}, {"2 Al + 6 HCl → 2 AlCl3 + 3 H2", "Al", "H2", 2, 3}, {"2 KClO3 → 2 KCl + 3 O2", "KClO3", "O2", 2, 3},
	{"2 Na + 2 H2O → 2 NaOH + H2", "Na", "H2", 2, 1}, {"2 KMnO4 → K2MnO4 + MnO2 + O2", "KMnO4", "O2", 2, 1}, {"NH4Cl + NaOH → NaCl + H2O + NH3", "NH4Cl", "NH3", 1, 1}, {"CaC2 + 2 H2O → Ca(OH)2 + C2H2", "CaC2", "C2H2", 1, 1},
	{"Mg + 2 HCl → MgCl2 + H2", "Mg", "H2", 1, 1}, {"2 NaHCO3 → Na2CO3 + H2O + CO2", "NaHCO3", "CO2", 2, 1}, {"MnO2 + 4 HCl → MnCl2 + 2 H2O + Cl2", "MnO2", "Cl2", 1, 1}, {"FeS + 2 HCl → FeCl2 + H2S", "FeS", "H2S", 1, 1}, {"NH4NO3 → N2O + 2 H2O", "NH4NO3", "N2O", 1, 1}, {"2 NaN3 → 2 Na + 3 N2", "NaN3", "N2", 2, 3},
}

// gasStoichiometry asks for a gas volume. Difficulty: 1 at 273.15 K and 100 kPa,
// 2 at any conditions, 3 the mass for a volume, 4 over water, 5 an impure reagent
// over water from its volume.
func gasStoichiometry(r *rand.Rand, d gen.Difficulty) task.Item {
	q := gen.Pick(r, oneGas)
	for d >= 4 && (q.gas == "NH3" || q.gas == "CO2" || q.gas == "Cl2" || q.gas == "H2S" || q.gas == "N2O") { // which dissolve
		q = oneGas[1+r.IntN(3)]
	}
	kelvin, kilopascal := 273.15, 100.0
	if d >= 2 {
		kelvin, kilopascal = float64(gen.Between(r, 288, 320)), float64(gen.Between(r, 950, 1040))/10
	}
	mass, vapour := float64(gen.Between(r, 150, 990))/100, float64(gen.Between(r, 17, 45))/10
	litres := func(moles, pressure float64) float64 { return moles * gasConstant * kelvin / pressure }
	moles := mass / molarMass(q.reagent) * float64(q.b) / float64(q.a)
	l := lesson{facts: fmt.Sprintf("In the reaction %s, {m} g of %s reacts completely. The gas is collected dry at %s K and %s kPa.", q.equation, q.reagent, decimalText(kelvin, 5), decimalText(kilopascal, 4)),
		asked: fmt.Sprintf("the volume of %s in litres", q.gas), answer: quantity(litres(moles, kilopascal), "L"), values: []gen.Value{gen.Slot("m", decimalText(mass, 4))},
		working: fmt.Sprintf("n(%s) = %s/%s mol, n(%s) = %d/%d of that = %s mol; V = nRT/p.", q.reagent, decimalText(mass, 4), decimalText(molarMass(q.reagent), 5), q.gas, q.b, q.a, decimalText(moles, 5))}
	volume := float64(gen.Between(r, 110, 990)) / 100
	needed := volume / litres(1, kilopascal) * float64(q.a) / float64(q.b) * molarMass(q.reagent)
	switch d {
	case 3:
		l.facts = fmt.Sprintf("By the reaction %s, {v} L of dry %s is to be made, measured at %s K and %s kPa.", q.equation, q.gas, decimalText(kelvin, 5), decimalText(kilopascal, 4))
		l.asked, l.answer, l.values = fmt.Sprintf("the mass of %s in grams that is needed", q.reagent), quantity(needed, "g"), []gen.Value{gen.Slot("v", decimalText(volume, 4))}
		l.working = fmt.Sprintf("n(%s) = pV/(RT); times %d/%d and the molar mass %s g/mol.", q.gas, q.a, q.b, decimalText(molarMass(q.reagent), 5))
	case 4:
		l.facts = fmt.Sprintf("In the reaction %s, {m} g of %s reacts completely. The gas is collected over water at %s K and a total pressure of %s kPa, %s kPa of which is water vapour.", q.equation, q.reagent, decimalText(kelvin, 5), decimalText(kilopascal, 4), tenths(int(vapour*10+0.5)))
		l.asked, l.answer = "the volume of the moist gas in litres", quantity(litres(moles, kilopascal-vapour), "L")
		l.working += fmt.Sprintf(" The gas itself has p = %s kPa.", decimalText(kilopascal-vapour, 5))
	case 5:
		gas := volume / litres(1, kilopascal-vapour)
		used := gas * float64(q.a) / float64(q.b) * molarMass(q.reagent)
		sample, text := shown(used*(1.05+0.6*r.Float64()), 4)
		l.facts = fmt.Sprintf("%s g of impure %s gives, by the reaction %s, {v} L of moist gas over water at %s K and a total pressure of %s kPa, %s kPa of which is water vapour. The impurities give no gas.", text, q.reagent, q.equation, decimalText(kelvin, 5), decimalText(kilopascal, 4), tenths(int(vapour*10+0.5)))
		l.asked, l.answer, l.values = fmt.Sprintf("the purity of the %s in percent by mass", q.reagent), quantity(100*used/sample, "%"), []gen.Value{gen.Slot("v", decimalText(volume, 4))}
		l.working = fmt.Sprintf("n(%s) = (p − p(H2O))·V/(RT) = %s mol comes from %s g of pure %s.", q.gas, decimalText(gas, 5), decimalText(used, 5), q.reagent)
	}
	l.facts += " R = 8.3145 J/(mol·K)." + massesText(reaction{left: []string{q.reagent}}, true)
	return l.item(r, "{facts} Find {asked}, treating the gas as ideal."+figures, "{facts} What is {asked} for an ideal gas?"+figures, "A gas is made in the laboratory. {facts} Calculate {asked} (ideal gas)."+figures)
}

// yieldSteps are chains of reactions: what a mole of the first becomes.
var yieldSteps = [][]string{{"C6H6", "C6H5NO2", "C6H7N", "C8H9NO", "C8H8BrNO"}, {"C7H8", "C7H7NO2", "C7H5NO4", "C8H7NO4", "C8H9NO2"}, {"C2H4", "C2H6O", "C2H4O", "C2H4O2", "C4H8O2"}, {"C4H9Br", "C4H8", "C4H10O", "C4H8O", "C4H9NO"}, {"C6H5NO2", "C6H7N", "C8H9NO", "C8H8N2O3", "C6H6N2O2"}, {"C7H6O3", "C8H8O3", "C8H7BrO3", "C9H9BrO3", "C9H10O3"}}

// percentYield asks about a synthesis in which a mole of each substance gives a
// mole of the next. Difficulty: 1 the yield of one step, 2 the product of a step
// with given yield, 3 the feed for a product over two steps, 4 over three, 5 the
// yield that one step of three must have.
func percentYield(r *rand.Rand, d gen.Difficulty) task.Item {
	chain, at := gen.Pick(r, yieldSteps), r.IntN(2)
	steps := gen.Of(d, 1, 1, 2, 3, 3)
	from, to := chain[at], chain[at+steps]
	mass, percents := float64(gen.Between(r, 200, 1900))/100, []int{gen.Between(r, 45, 95), gen.Between(r, 45, 95), gen.Between(r, 45, 95)}
	overall := 1.0
	var told []any
	for _, p := range percents[:steps] {
		overall *= float64(p) / 100
		told = append(told, p)
	}
	path := "→"
	names := ""
	for i, s := range chain[at : at+steps+1] {
		if i > 0 {
			names += " " + path + " "
		}
		names += s
	}
	l := lesson{facts: fmt.Sprintf("In a synthesis %s one mole of each substance can give one mole of the next; all other reagents are in excess.", names), values: []gen.Value{gen.Slot("m", decimalText(mass, 4))}}
	switch d {
	case 1:
		got, text := shown(mass/molarMass(from)*molarMass(to)*overall, 4)
		l.facts += fmt.Sprintf(" From {m} g of %s, %s g of %s is isolated.", from, text, to)
		l.asked, l.answer = "the yield in percent of the theoretical one", quantity(100*got/(mass/molarMass(from)*molarMass(to)), "%")
		l.working = fmt.Sprintf("In theory %s g can form.", decimalText(mass/molarMass(from)*molarMass(to), 5))
	case 2:
		l.facts += fmt.Sprintf(" {m} g of %s reacts with a yield of %d %%.", from, percents[0])
		l.asked, l.answer = fmt.Sprintf("the mass of %s obtained in grams", to), quantity(mass/molarMass(from)*molarMass(to)*overall, "g")
		l.working = fmt.Sprintf("n = %s mol, times the yield and %s g/mol.", decimalText(mass/molarMass(from), 5), decimalText(molarMass(to), 5))
	case 3, 4:
		l.facts += fmt.Sprintf(" The yields of the steps are %s %%, in this order. {m} g of %s is wanted.", sentence(texts(told)), to)
		l.asked, l.answer = fmt.Sprintf("the mass of %s in grams to start from", from), quantity(mass/molarMass(to)/overall*molarMass(from), "g")
		l.working = fmt.Sprintf("n(%s) = %s mol, divided by the product of the yields %s, times %s g/mol.", to, decimalText(mass/molarMass(to), 5), decimalText(overall, 5), decimalText(molarMass(from), 5))
	case 5:
		got, text := shown(mass/molarMass(from)*molarMass(to)*overall, 4)
		l.facts += fmt.Sprintf(" Starting from {m} g of %s, %s g of %s is obtained; the first step has a yield of %d %% and the last one of %d %%.", from, text, to, percents[0], percents[2])
		l.asked, l.answer = "the yield of the middle step in percent", quantity(100*got/molarMass(to)/(mass/molarMass(from))/(float64(percents[0]*percents[2])/1e4), "%")
		l.working = fmt.Sprintf("Overall %s mol become %s mol; divide the quotient by the known yields.", decimalText(mass/molarMass(from), 5), decimalText(got/molarMass(to), 5))
	}
	l.facts += massesText(reaction{left: []string{from, to}}, true)
	return l.item(r, "{facts} Find {asked}."+figures, "A chemist plans a preparation. {facts} What is {asked}?"+figures, "{facts} Compute {asked} with these atomic masses."+figures)
}

func texts(xs []any) []string {
	out := make([]string, len(xs))
	for i, x := range xs {
		out[i] = fmt.Sprint(x)
	}
	return out
}

// dilutionSeries asks for a concentration as an exact fraction. Difficulty: 1
// one dilution, 2 to 4 a series of 2 to 4 unlike steps, 5 the volume to be taken
// in a step that leads to a wanted end.
func dilutionSeries(r *rand.Rand, d gen.Difficulty) task.Item {
	start := gen.Between(r, 11, 990)
	c := big.NewRat(int64(start), 1)
	told, working := "", ""
	flasks := []int{25, 50, 100, 200, 250, 500}
	steps := gen.Of(d, 1, 2, 3, 4, 3)
	for i := range steps {
		take, flask := gen.Between(r, 1, 20), gen.Pick(r, flasks)
		c.Mul(c, big.NewRat(int64(take), int64(flask)))
		told += fmt.Sprintf(" Then %d mL of it is made up to %d mL.", take, flask)
		if i > 0 {
			working += "·"
		}
		working += fmt.Sprintf("%d/%d", take, flask)
	}
	facts, asked := fmt.Sprintf("A stock solution has a concentration of {c} mmol/L.%s", told), "the concentration of the last solution in mmol/L"
	working = fmt.Sprintf("Each step multiplies the concentration by the volume taken over the volume reached: %d·%s = %s.", start, working, c.RatString())
	if d == 5 {
		take, flask := gen.Between(r, 2, 40), gen.Pick(r, flasks)
		wanted := new(big.Rat).Mul(c, big.NewRat(int64(take), int64(flask)*int64(gen.Pick(r, []int{1, 2, 3}))))
		facts += fmt.Sprintf(" From the last solution %d mL of a solution of %s mmol/L is to be made.", flask, wanted.RatString())
		asked = "the volume of the last solution in mL that must be taken for it"
		need := new(big.Rat).Quo(new(big.Rat).Mul(wanted, big.NewRat(int64(flask), 1)), c)
		working += fmt.Sprintf(" Taking v mL gives %s·v/%d, so v = %s.", c.RatString(), flask, need.RatString())
		c = need
	}
	l := lesson{facts: facts, asked: asked, answer: rationalAnswer(c), working: working, values: []gen.Value{gen.Slot("c", start)}}
	return l.item(r, "{facts} Find {asked} as an exact fraction or integer.", "In a dilution series the flasks are filled with pure solvent. {facts} What is {asked}, exactly (a fraction is fine)?", "{facts} State {asked}; do not round, use a fraction where needed.")
}

// mixingMolarity asks for an ion concentration. Difficulty: 1 one salt in two
// concentrations, 2 two salts with a common ion, 3 three solutions, 4 with
// evaporation, 5 with a complete precipitation.
func mixingMolarity(r *rand.Rand, d gen.Difficulty) task.Item {
	cations := []ion{{"Mg", 2}, {"Ca", 2}, {"Al", 3}, {"Na", 1}, {"K", 1}, {"Zn", 2}, {"Fe", 3}, {"NH4", 1}}
	anion := gen.Pick(r, []ion{{"Cl", 1}, {"Br", 1}, {"NO3", 1}}[:gen.Of(d, 3, 3, 3, 3, 2)])
	salts := gen.Sample(r, cations, 3)
	n := gen.Of(d, 2, 2, 3, 3, 2)
	moles, volume := 0.0, 0.0
	told := ""
	var values []gen.Value
	for i := range n {
		v, c := gen.Between(r, 20, 400), gen.Between(r, 11, 99)
		s := salts[i]
		if d == 1 {
			s = salts[0]
		}
		moles += float64(v) * float64(c) / 1000 * float64(s.charge)
		volume += float64(v)
		amount := fmt.Sprint(v)
		if i == 0 {
			amount, values = "{v}", []gen.Value{gen.Slot("v", v)}
		}
		if i > 0 {
			told += ", "
		}
		told += fmt.Sprintf("%s mL of %s mol/L %s", amount, decimalText(float64(c)/1000, 3), salt(s, anion))
	}
	species := charged{anion.formula, -1}
	l := lesson{facts: "These solutions are mixed, and their volumes add: " + told + ". All salts are completely dissociated.", asked: fmt.Sprintf("the concentration of %s in mol/L", species), values: values}
	l.working = fmt.Sprintf("Together there are %s mmol %s in %s mL.", decimalText(moles, 6), species, decimalText(volume, 6))
	switch d {
	case 4:
		left := int(volume * (0.4 + 0.4*r.Float64()))
		l.facts += fmt.Sprintf(" Then water is evaporated until %d mL are left, and nothing crystallises.", left)
		l.working += fmt.Sprintf(" These are then in %d mL.", left)
		volume = float64(left)
	case 5:
		silver := int(moles*(300+500*r.Float64())) / 100 // mL of 0.1 mol/L
		l.facts += fmt.Sprintf(" Then %d mL of 0.100 mol/L AgNO3 is added, and Ag%s precipitates completely.", silver, anion.formula)
		moles -= float64(silver) * 0.1
		volume += float64(silver)
		l.working += fmt.Sprintf(" Silver removes %s mmol and the volume becomes %s mL.", decimalText(float64(silver)*0.1, 5), decimalText(volume, 6))
	}
	l.answer = quantity(moles/volume, "mol/L")
	return l.item(r, "{facts} Find {asked}."+figures, "{facts} What is {asked} in the end?"+figures, "For the final solution work out {asked}. {facts}"+figures)
}
