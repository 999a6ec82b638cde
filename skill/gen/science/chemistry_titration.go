package science

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

var titrants = []struct {
	acid    string
	protons int
}{{"HCl", 1}, {"HNO3", 1}, {"H2SO4", 2}, {"CH3COOH", 1}, {"H2C2O4", 2}, {"HClO4", 1}, {"HCOOH", 1}, {"H3C6H5O7", 3}}

// titrationEquivalence asks what a titration tells. Difficulty: 1 a monoprotic
// acid's concentration, 2 with several protons, 3 a diluted sample, 4 the molar
// mass of a solid acid, 5 iron by permanganate in an ore.
func titrationEquivalence(r *rand.Rand, d gen.Difficulty) task.Item {
	a := gen.Pick(r, titrants)
	for d == 1 && a.protons > 1 {
		a = titrants[r.IntN(2)]
	}
	sample, base, c := gen.Between(r, 10, 50), gen.Between(r, 805, 4995), gen.Between(r, 505, 1995)
	mmol := float64(base) / 100 * float64(c) / 10000
	l := lesson{values: []gen.Value{gen.Slot("v", hundredths(base))}, working: fmt.Sprintf("The titrant brings %s mmol.", decimalText(mmol, 6))}
	l.facts = fmt.Sprintf("%d mL of a solution of %s is neutralised completely (all %d acidic protons) by {v} mL of %s mol/L NaOH.", sample, a.acid, a.protons, decimalText(float64(c)/10000, 4))
	if a.protons == 1 {
		l.facts = strings.Replace(l.facts, " (all 1 acidic protons)", "", 1)
	}
	l.asked, l.answer = "the concentration of the acid in mol/L", quantity(mmol/float64(a.protons)/float64(sample), "mol/L")
	switch d {
	case 3:
		flask, took := gen.Pick(r, []int{100, 200, 250, 500}), gen.Pick(r, []int{10, 20, 25})
		l.facts = fmt.Sprintf("%d mL of a solution of %s is diluted to %d mL. Of this, %d mL needs {v} mL of %s mol/L NaOH to neutralise all %d acidic protons of each molecule.", sample, a.acid, flask, took, decimalText(float64(c)/10000, 4), a.protons)
		l.facts = strings.Replace(l.facts, "all 1 acidic protons of each molecule", "it", 1)
		l.asked, l.answer = "the concentration of the undiluted acid in mol/L", quantity(mmol/float64(a.protons)/float64(took)*float64(flask)/float64(sample), "mol/L")
		l.working += fmt.Sprintf(" That is 1/%d as much acid in %d mL; times %d/%d for the dilution.", a.protons, took, flask, sample)
	case 4:
		protons := gen.Between(r, 1, 3)
		mass, text := shown(mmol/float64(protons)*float64(gen.Between(r, 90, 240))/1000, 4)
		l.facts = fmt.Sprintf("%s g of a pure solid acid with %s per molecule is dissolved in water and neutralised completely by {v} mL of %s mol/L NaOH.", text, plural(protons, "acidic proton", "acidic protons"), decimalText(float64(c)/10000, 4))
		l.asked, l.answer = "the molar mass of the acid in g/mol", quantity(mass*1000/(mmol/float64(protons)), "g/mol")
		l.working += fmt.Sprintf(" So %s g are %s mmol.", text, decimalText(mmol/float64(protons), 6))
	case 5:
		iron := mmol / 10 * 5 * 55.85 / 1000 // permanganate of a tenth of the concentration
		ore, text := shown(iron/(0.2+0.4*r.Float64()), 4)
		l.facts = fmt.Sprintf("%s g of an iron ore is dissolved and all iron reduced to Fe²⁺. Titration in acid takes {v} mL of %s mol/L KMnO4 (MnO4⁻ + 5 Fe²⁺ + 8 H⁺ → Mn²⁺ + 5 Fe³⁺ + 4 H2O; atomic mass of Fe 55.85 g/mol).", text, decimalText(float64(c)/100000, 4))
		l.asked, l.answer = "the iron content of the ore in percent by mass", quantity(100*iron/ore, "%")
		l.working = fmt.Sprintf("The permanganate is %s mmol and oxidises five times as much Fe²⁺, %s g.", decimalText(mmol/10, 6), decimalText(iron, 5))
	}
	return l.item(r, "{facts} Find {asked}."+figures, "At the equivalence point of a titration one reads this: {facts} What is {asked}?"+figures, "{facts} From this titration compute {asked}."+figures)
}

// backTitration asks for a purity. Difficulty: 1 amounts are given, 2 from
// volumes, 3 an aliquot of the solution, 4 an acid reagent with two protons,
// 5 iodine and thiosulfate.
func backTitration(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, []struct {
		name, formula string
		per           float64 // mol H+ per mol
	}{{"calcium carbonate", "CaCO3", 2}, {"magnesium oxide", "MgO", 2}, {"magnesium hydroxide", "Mg(OH)2", 2}, {"aluminium hydroxide", "Al(OH)3", 3}, {"sodium carbonate", "Na2CO3", 2}, {"zinc oxide", "ZnO", 2}, {"sodium hydrogen carbonate", "NaHCO3", 1}})
	acid, back, c1, c2 := gen.Between(r, 400, 800), gen.Between(r, 805, 3495), gen.Between(r, 900, 1200), gen.Between(r, 450, 600) // 0.1 mL, 0.01 mL, 0.1 mmol/L·10
	given, left := float64(acid)/10*float64(c1)/1000, float64(back)/100*float64(c2)/1000
	protons := 1.0
	reagent, name := "HCl", ""
	facts := fmt.Sprintf("is treated with %s mL of %s mol/L HCl, which is more than enough; the rest of the acid needs {v} mL of %s mol/L NaOH.", tenths(acid), decimalText(float64(c1)/1000, 4), decimalText(float64(c2)/1000, 4))
	values := []gen.Value{gen.Slot("v", hundredths(back))}
	switch d {
	case 1:
		facts = fmt.Sprintf("is treated with %s mmol HCl, which is more than enough; {v} mmol of it remains.", decimalText(given, 5))
		left, _ = shown(float64(back)*0.006, 5)
		values = []gen.Value{gen.Slot("v", decimalText(left, 5))}
	case 3:
		facts = fmt.Sprintf("is treated with %s mL of %s mol/L HCl, which is more than enough, and the solution made up to 250 mL. The acid left in 50 mL of it needs {v} mL of %s mol/L NaOH.", tenths(acid), decimalText(float64(c1)/1000, 4), decimalText(float64(c2)/5000, 5))
	case 4:
		protons, reagent = 2, "H2SO4"
		facts = fmt.Sprintf("is treated with %s mL of %s mol/L H2SO4, both of whose protons react and which is more than enough; the rest of the acid needs {v} mL of %s mol/L NaOH.", tenths(acid), decimalText(float64(c1)/1000, 4), decimalText(float64(c2)/1000, 4))
	}
	used := given*protons - left
	pure := used / s.per * molarMass(s.formula) / 1000
	name = s.name
	equation := fmt.Sprintf("(one %s takes up %s)", s.formula, plural(int(s.per), "H⁺", "H⁺ ions"))
	if s.formula == "CaCO3" && reagent == "H2SO4" {
		equation = "(one CaCO3 takes up 2 H⁺ ions and reacts completely)"
	}
	working := fmt.Sprintf("Of %s mmol H⁺, %s mmol are left, so %s mmol reacted with %s g of pure %s.", decimalText(given*protons, 6), decimalText(left, 6), decimalText(used, 6), decimalText(pure, 5), s.formula)
	if d == 5 {
		name = "vitamin C"
		iodine, thio := float64(acid)/10*float64(c1)/20000, float64(back)/100*float64(c2)/10000
		facts = fmt.Sprintf("is dissolved and given %s mL of %s mol/L I2, which is more than enough (C6H8O6 + I2 → C6H6O6 + 2 HI); the iodine left needs {v} mL of %s mol/L Na2S2O3 (I2 + 2 S2O3²⁻ → 2 I⁻ + S4O6²⁻).", tenths(acid), decimalText(float64(c1)/20000, 5), decimalText(float64(c2)/10000, 4))
		s.formula, equation = "C6H8O6", "(vitamin C is C6H8O6)"
		pure = (iodine - thio/2) * molarMass("C6H8O6") / 1000
		working = fmt.Sprintf("%s mmol I2 were given and %s mmol are left, which is half of the thiosulfate; the difference reacted with %s g C6H8O6.", decimalText(iodine, 6), decimalText(thio/2, 6), decimalText(pure, 5))
	}
	sample, text := shown(pure/(0.55+0.4*r.Float64()), 4)
	l := lesson{facts: fmt.Sprintf("%s g of a sample that contains %s %s ", text, name, equation) + facts + " Nothing else in it reacts." + massesText(reaction{left: []string{s.formula}}, true),
		asked: fmt.Sprintf("the content of %s in percent by mass", s.formula), answer: quantity(100*pure/sample, "%"), values: values, working: working}
	return l.item(r, "{facts} Find {asked}."+figures, "An analyst titrates back: {facts} What is {asked}?"+figures, "{facts} Work out {asked}."+figures)
}
