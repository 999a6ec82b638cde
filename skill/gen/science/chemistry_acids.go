package science

import (
	"fmt"
	"math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/strong-and-weak-acid-ph", "chemistry: physical", "Strong and weak acid pH",
		"Compute the pH of strong and weak acids, bases, their mixtures and salts.", acidPH)
	gen.Register("science/buffer-ph-after-addition", "chemistry: physical", "Buffer pH after addition",
		"Compute the pH of buffers before and after strong acid or base is added.", bufferPH)
	gen.Register("science/solubility-product", "chemistry: physical", "Solubility product",
		"Compute solubilities, common-ion effects and precipitation from solubility products.", solubilityProduct)
}

// weakAcids with their pKa at 25 °C (CRC Handbook of Chemistry and Physics).
var weakAcids = []struct {
	acid, base string
	pka        float64
}{
	{"CH3COOH", "CH3COO⁻", 4.76}, {"HCOOH", "HCOO⁻", 3.75}, {"C6H5COOH", "C6H5COO⁻", 4.20}, {"C2H5COOH", "C2H5COO⁻", 4.87}, {"HF", "F⁻", 3.20}, {"CH3CH(OH)COOH", "CH3CH(OH)COO⁻", 3.86},
	{"HClO", "ClO⁻", 7.40}, {"NH4⁺", "NH3", 9.25}, {"CH3NH3⁺", "CH3NH2", 10.66}, {"C5H5NH⁺", "C5H5N", 5.23},
}

// phAnswer is a pH to two decimals.
func phAnswer(ph float64) task.Answer {
	return task.Answer{Kind: task.KindDecimal, Value: fmt.Sprintf("%.4f", ph), Tol: &task.Tolerance{Abs: 0.02}}
}

// protons solves the charge balance of water with c mol/L of a monoprotic acid
// of dissociation constant ka and a surplus of strong acid (negative: base) by
// halving on the pH.
func protons(ka, c, strong float64) float64 {
	lo, hi := -1.0, 15.0
	for range 80 {
		ph := (lo + hi) / 2
		h := math.Pow(10, -ph)
		if h-1e-14/h-strong-c*ka/(ka+h) > 0 { // still more H+ than its sources
			lo = ph
		} else {
			hi = ph
		}
	}
	return (lo + hi) / 2
}

// acidPH asks for a pH. Difficulty: 1 a diluted strong acid or base, 2 a weak
// acid, 3 a weak base, 4 the salt of one, 5 a weak acid with strong acid.
func acidPH(r *rand.Rand, d gen.Difficulty) task.Item {
	c := float64(gen.Between(r, 200, 4000)) / 10000
	a := gen.Pick(r, weakAcids[:7])
	amine := gen.Pick(r, weakAcids[7:])
	ka, kb := math.Pow(10, -a.pka), math.Pow(10, amine.pka-14)
	l := lesson{values: []gen.Value{gen.Slot("c", decimalText(c, 4))}}
	switch d {
	case 1:
		v, total := gen.Between(r, 2, 50), 50*gen.Between(r, 2, 20)
		what, ph := gen.Pick(r, []string{"HCl", "HNO3", "HClO4", "HBr"}), -math.Log10(c*float64(v)/float64(total))
		if r.IntN(2) == 0 {
			what, ph = gen.Pick(r, []string{"NaOH", "KOH"}), 14-ph
		}
		l.facts = fmt.Sprintf("%d mL of {c} mol/L %s, which dissociates completely, are diluted with water to %d mL.", v, what, total)
		l.answer, l.working = phAnswer(ph), fmt.Sprintf("After dilution the concentration is %s mol/L; its logarithm gives pH (or pOH = 14 − pH).", decimalText(c*float64(v)/float64(total), 4))
	case 2:
		l.facts = fmt.Sprintf("A solution holds {c} mol/L of the weak acid %s in total (pKa = %.2f) and nothing else.", a.acid, a.pka)
		l.answer, l.working = phAnswer(protons(ka, c, 0)), "x²/(c − x) = Ka for x = [H+]; pH = −log x."
	case 3:
		l.facts = fmt.Sprintf("A solution holds {c} mol/L of the weak base %s in total, whose conjugate acid %s has pKa = %.2f, and nothing else.", amine.base, amine.acid, amine.pka)
		l.answer, l.working = phAnswer(14-protons(kb, c, 0)), fmt.Sprintf("pKb = 14 − %.2f = %.2f and x²/(c − x) = Kb for x = [OH−]; pH = 14 + log x.", amine.pka, 14-amine.pka)
	case 4:
		l.facts = fmt.Sprintf("A solution holds {c} mol/L of the sodium salt of the weak acid %s (pKa = %.2f) and nothing else.", a.acid, a.pka)
		l.answer, l.working = phAnswer(14-protons(1e-14/ka, c, 0)), fmt.Sprintf("The anion is a base with pKb = 14 − %.2f = %.2f; x²/(c − x) = Kb for x = [OH−], pH = 14 + log x.", a.pka, 14-a.pka)
	case 5:
		strong := float64(gen.Between(r, 5, 90)) / 1e4
		l.facts = fmt.Sprintf("A solution holds {c} mol/L of the weak acid %s in total (pKa = %.2f) and %s mol/L of HCl.", a.acid, a.pka, decimalText(strong, 4))
		l.answer, l.working = phAnswer(protons(ka, c, strong)), fmt.Sprintf("With x from the weak acid: (%s + x)·x/(c − x) = Ka, and [H+] = %s + x.", decimalText(strong, 4), decimalText(strong, 4))
	}
	l.asked = "its pH"
	return l.item(r,
		"{facts} Find {asked} at 25 °C (Kw = 10⁻¹⁴) to two decimals; solve the quadratic where one arises, and take activities as concentrations.",
		"What does an ideal pH meter read here at 25 °C? {facts} Give the pH to two decimals, with Kw = 10⁻¹⁴, concentrations for activities and no neglect of what dissociates.",
		"{facts} Calculate the pH (two decimals, 25 °C, pKw = 14.00). Do not approximate c − x by c; use concentrations as activities.",
	)
}

// bufferPH asks for a pH by the Henderson-Hasselbalch equation. Difficulty: 1 a
// buffer of two amounts, 2 after strong acid or base, 3 from volumes, 4 a buffer
// made by partial neutralisation and then changed, 5 the volume of acid that
// brings it to a pH. The buffer is never used up.
func bufferPH(r *rand.Rand, d gen.Difficulty) task.Item {
	a := gen.Pick(r, weakAcids)
	acid, base, added := float64(gen.Between(r, 110, 600)), float64(gen.Between(r, 110, 600)), float64(gen.Between(r, 11, 60)) // mmol
	strong, sign := "HCl", -1.0
	if r.IntN(2) == 0 {
		strong, sign = "NaOH", 1
	}
	ph := func(acid, base float64) float64 { return a.pka + math.Log10(base/acid) }
	l := lesson{asked: "the pH to two decimals", values: []gen.Value{gen.Slot("n", decimalText(acid, 6))}}
	l.facts = fmt.Sprintf("A solution holds {n} mmol %s and %s mmol %s (pKa = %.2f).", a.acid, decimalText(base, 6), a.base, a.pka)
	end := [2]float64{acid, base}
	switch d {
	case 2:
		l.facts += fmt.Sprintf(" Then %s mmol %s is added.", decimalText(added, 4), strong)
		end = [2]float64{acid - sign*added, base + sign*added}
	case 3:
		va, vb, vs, ca, cb, cs := gen.Between(r, 201, 400), gen.Between(r, 201, 400), gen.Between(r, 11, 50), gen.Between(r, 100, 400), gen.Between(r, 100, 400), gen.Between(r, 100, 200)
		acid, base, added = float64(va*ca)/1000, float64(vb*cb)/1000, float64(vs*cs)/1000
		l.facts = fmt.Sprintf("{n} mL of %s mol/L %s and %d mL of %s mol/L %s are mixed (pKa = %.2f); then %d mL of %s mol/L %s is added.", decimalText(float64(ca)/1000, 3), a.acid, vb, decimalText(float64(cb)/1000, 3), a.base, a.pka, vs, decimalText(float64(cs)/1000, 3), strong)
		l.values = []gen.Value{gen.Slot("n", va)}
		end = [2]float64{acid - sign*added, base + sign*added}
	case 4, 5:
		acid = 700 + added
		l.values = []gen.Value{gen.Slot("n", decimalText(acid, 6))}
		l.facts = fmt.Sprintf("To {n} mmol %s (pKa = %.2f) in water %s mmol NaOH is added, and afterwards %s mmol HCl.", a.acid, a.pka, decimalText(base, 5), decimalText(added, 4))
		end = [2]float64{acid - base + added, base - added}
	}
	l.answer = phAnswer(ph(end[0], end[1]))
	l.working = fmt.Sprintf("Strong acid turns %s into %s and strong base the reverse, mole by mole, so %s mmol acid and %s mmol base are there: pH = %.2f + log(%s/%s).", a.base, a.acid, decimalText(end[0], 6), decimalText(end[1], 6), a.pka, decimalText(end[1], 6), decimalText(end[0], 6))
	if d == 5 {
		goal := math.Floor(100*ph(end[0], end[1])-float64(gen.Between(r, 5, 35))) / 100
		c := gen.Between(r, 11, 90)
		ratio := math.Pow(10, goal-a.pka)
		more := (end[1] - ratio*end[0]) / (1 + ratio)
		l.asked = fmt.Sprintf("the volume in mL of a further HCl solution of %s mol/L that brings the pH to %.2f (to at least four significant figures)", hundredths(c), goal)
		l.answer = quantity(more/(float64(c)/100), "mL")
		l.working += fmt.Sprintf(" For pH %.2f base/acid must be %s; x mmol H+ makes it (%s − x)/(%s + x), so x = %s mmol.", goal, decimalText(ratio, 5), decimalText(end[1], 6), decimalText(end[0], 6), decimalText(more, 5))
	}
	return l.item(r,
		"{facts} Use the Henderson-Hasselbalch equation to find {asked}.",
		"A buffer is prepared. {facts} Strong acid and base react completely with their partner. What is {asked}, if the concentrations of acid and base are those by stoichiometry?",
		"{facts} By pH = pKa + log(base/acid), with amounts after complete reaction of what is strong, compute {asked}.",
	)
}

// saltSolubility is a salt of a ions A and b ions B with its solubility product
// at 25 °C (CRC Handbook of Chemistry and Physics).
type saltSolubility struct {
	formula, cation, anion string
	a, b                   int
	mantissa               float64
	exponent               int
}

var slightlySoluble = []saltSolubility{
	{"AgCl", "Ag⁺", "Cl⁻", 1, 1, 1.77, -10}, {"AgBr", "Ag⁺", "Br⁻", 1, 1, 5.35, -13}, {"AgI", "Ag⁺", "I⁻", 1, 1, 8.52, -17}, {"BaSO4", "Ba²⁺", "SO4²⁻", 1, 1, 1.08, -10}, {"SrSO4", "Sr²⁺", "SO4²⁻", 1, 1, 3.44, -7}, {"TlBr", "Tl⁺", "Br⁻", 1, 1, 3.71, -6},
	{"CaF2", "Ca²⁺", "F⁻", 1, 2, 3.45, -11}, {"SrF2", "Sr²⁺", "F⁻", 1, 2, 4.33, -9}, {"PbI2", "Pb²⁺", "I⁻", 1, 2, 9.8, -9}, {"BaF2", "Ba²⁺", "F⁻", 1, 2, 1.84, -7}, {"Ag2CrO4", "Ag⁺", "CrO4²⁻", 2, 1, 1.12, -12}, {"Ag2SO4", "Ag⁺", "SO4²⁻", 2, 1, 1.20, -5},
}

func (s saltSolubility) product() float64 { return s.mantissa * math.Pow(10, float64(s.exponent)) }

// soluble is the solubility in mol/L where cation and anion are already there.
func (s saltSolubility) soluble(cation, anion float64) float64 {
	lo, hi := 0.0, 1.0
	for range 200 {
		x := (lo + hi) / 2
		if math.Pow(cation+float64(s.a)*x, float64(s.a))*math.Pow(anion+float64(s.b)*x, float64(s.b)) < s.product() {
			lo = x
		} else {
			hi = x
		}
	}
	return (lo + hi) / 2
}

// solubilityProduct asks about saturated solutions. Difficulty: 1 the amount of
// a 1:1 salt that dissolves, 2 of any salt, 3 with a common ion, 4 the
// concentration at which a salt begins to precipitate after mixing, 5 what is
// left of a first ion when a second salt begins to precipitate.
func solubilityProduct(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, slightlySoluble[gen.Of(d, 0, 6, 0, 0, 0):gen.Of(d, 6, 12, 12, 12, 12)])
	litres := float64(gen.Between(r, 11, 990)) / 10
	x := s.soluble(0, 0)
	l := lesson{facts: fmt.Sprintf("Ksp(%s) = %s·10^%d (mol/L) at 25 °C.", s.formula, decimalText(s.mantissa, 3), s.exponent)}
	switch d {
	case 1, 2:
		l.facts += " {v} L of pure water is saturated with the salt."
		l.asked, l.answer, l.values = "the amount of the salt in µmol that dissolves", quantity(x*litres*1e6, "µmol"), []gen.Value{gen.Slot("v", decimalText(litres, 3))}
		l.working = fmt.Sprintf("With solubility s, (%d·s)^%d·(%d·s)^%d = Ksp, so s = %s µmol/L.", s.a, s.a, s.b, s.b, decimalText(x*1e6, 5))
	case 3:
		c := float64(gen.Between(r, 11, 90)) / 1000
		cation, anion, which := c, 0.0, s.cation
		if r.IntN(2) == 0 {
			cation, anion, which = 0, c, s.anion
		}
		l.facts += fmt.Sprintf(" Water already holds {c} mol/L %s from a soluble salt.", which)
		l.asked, l.answer, l.values = fmt.Sprintf("the solubility of %s in nmol/L, without neglecting what it adds to the common ion", s.formula), quantity(s.soluble(cation, anion)*1e9, "nmol/L"), []gen.Value{gen.Slot("c", decimalText(c, 4))}
		l.working = fmt.Sprintf("With solubility s the ions are at (%s + %d·s) and (%s + %d·s) mol/L; their powers multiply to Ksp.", decimalText(cation, 4), s.a, decimalText(anion, 4), s.b)
	case 4:
		v1, v2, c := gen.Between(r, 110, 400), gen.Between(r, 11, 90), float64(gen.Between(r, 11, 90))/10000
		mixed := c * float64(v1) / float64(v1+v2)
		need := math.Pow(s.product()/math.Pow(mixed, float64(s.a)), 1/float64(s.b)) * float64(v1+v2) / float64(v2)
		l.facts += fmt.Sprintf(" {v} mL of a %s mol/L %s solution and %d mL of a %s solution are mixed; volumes add.", decimalText(c, 4), s.cation, v2, s.anion)
		l.asked, l.answer, l.values = fmt.Sprintf("the concentration in nmol/L that the %s solution must have before mixing for the mixture to be just saturated", s.anion), quantity(need*1e9, "nmol/L"), []gen.Value{gen.Slot("v", v1)}
		l.working = fmt.Sprintf("After mixing %s is at %s mol/L; Ksp gives the %s concentration, which is %d/%d of that before mixing.", s.cation, decimalText(mixed, 5), s.anion, v2, v1+v2)
	case 5:
		pair := gen.Pick(r, [][2]int{{2, 1}, {2, 0}, {1, 0}, {1, 10}, {0, 10}, {0, 11}, {3, 4}})
		first, second := slightlySoluble[pair[0]], slightlySoluble[pair[1]]
		c1, c2 := gen.Between(r, 11, 90), gen.Between(r, 11, 90) // mmol/L of the different ions
		other1, other2, agent := first.anion, second.anion, first.cation
		start := math.Pow(second.product()/math.Pow(float64(c2)/1000, float64(second.b)), 1/float64(second.a))
		left := math.Pow(first.product()/math.Pow(start, float64(first.a)), 1/float64(first.b))
		if pair == [2]int{3, 4} { // BaSO4 and SrSO4 share the anion
			other1, other2, agent = first.cation, second.cation, first.anion
		}
		l.facts = fmt.Sprintf("Ksp(%s) = %s·10^%d and Ksp(%s) = %s·10^%d (mol/L) at 25 °C. A solution holds %d mmol/L %s and {c} mmol/L %s. Drops of a concentrated %s solution are added without changing the volume; %s precipitates first.",
			first.formula, decimalText(first.mantissa, 3), first.exponent, second.formula, decimalText(second.mantissa, 3), second.exponent, c1, other1, other2, agent, first.formula)
		l.asked, l.answer, l.values = fmt.Sprintf("the concentration in nmol/L of %s that is left in solution when %s begins to precipitate", other1, second.formula), quantity(left*1e9, "nmol/L"), []gen.Value{gen.Slot("c", c2)}
		l.working = fmt.Sprintf("%s begins to precipitate at %s nmol/L of %s; with that, Ksp(%s) gives the rest of %s.", second.formula, decimalText(start*1e9, 5), agent, first.formula, other1)
	}
	return l.item(r,
		"{facts} Find {asked}; no other equilibria play a part and activities are concentrations."+figures,
		"Ignoring complexes, hydrolysis and ionic strength, what is {asked}? {facts}"+figures,
		"{facts} Only the solubility product matters. Compute {asked}."+figures,
	)
}
