package science

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/polymer-repeat-unit-mass", "chemistry: organic & materials", "Polymer repeat-unit mass",
		"Relate chain length, molar mass averages and conversion of polymers.", polymerMass)
	gen.Register("science/unit-cell-density", "chemistry: organic & materials", "Unit-cell density",
		"Relate density, edge length, radii and vacancies of cubic crystals.", unitCell)
}

// polymers by what one repeat unit is and whether water is lost on joining.
var polymers = []struct {
	name, unit string
}{{"polyethylene", "C2H4"}, {"polypropylene", "C3H6"}, {"poly(vinyl chloride)", "C2H3Cl"}, {"polystyrene", "C8H8"}, {"poly(methyl methacrylate)", "C5H8O2"}, {"polytetrafluoroethylene", "C2F4"}, {"polyacrylonitrile", "C3H3N"}, {"nylon 6", "C6H11NO"}, {"polylactide", "C3H4O2"}, {"poly(ethylene terephthalate)", "C10H8O4"}, {"nylon 6,6", "C12H22N2O2"}}

// polymerMass asks about chains. Difficulty: 1 the number of repeat units, 2 with
// end groups, 3 the number average of a mixture, 4 its mass average and
// dispersity, 5 the conversion in a step growth with unequal amounts.
func polymerMass(r *rand.Rand, d gen.Difficulty) task.Item {
	p := gen.Pick(r, polymers)
	unit := molarMass(p.unit)
	masses := massesText(reaction{left: []string{p.unit}}, true)
	n := gen.Between(r, 150, 4000)
	molar, text := shown(float64(n)*unit, 5)
	l := lesson{facts: fmt.Sprintf("A sample of %s, repeat unit %s, has a molar mass of {m} g/mol; end groups are neglected.", p.name, p.unit) + masses, asked: "the mean number of repeat units per chain", answer: quantity(molar/unit, ""),
		values: []gen.Value{gen.Slot("m", text)}, working: fmt.Sprintf("A repeat unit weighs %s g/mol.", decimalText(unit, 6))}
	lengths, counts := []int{gen.Between(r, 100, 400), gen.Between(r, 500, 900), gen.Between(r, 1000, 2500)}, []int{gen.Between(r, 10, 60), gen.Between(r, 10, 60), gen.Between(r, 10, 60)}
	var chains, total, squares float64
	for i, k := range counts {
		chains += float64(k)
		total += float64(k) * float64(lengths[i])
		squares += float64(k) * float64(lengths[i]*lengths[i])
	}
	switch d {
	case 2:
		ends := gen.Pick(r, []string{"H2O", "C2H6O", "CH4O"})
		k := gen.Between(r, 11, 99)
		l.facts = fmt.Sprintf("A short chain of %s is built of {n} repeat units %s; both ends together add the atoms of %s.", p.name, p.unit, ends) + massesText(reaction{left: []string{p.unit, ends}}, true)
		l.asked, l.answer, l.values = "the molar mass of the chain in g/mol", quantity(float64(k)*unit+molarMass(ends), "g/mol"), []gen.Value{gen.Slot("n", k)}
		l.working = fmt.Sprintf("%d·%s + %s g/mol.", k, decimalText(unit, 6), decimalText(molarMass(ends), 5))
	case 3, 4:
		l.facts = fmt.Sprintf("Of the chains in a sample of %s, repeat unit %s, {a} have %d units, %d have %d and %d have %d (counts in arbitrary units; end groups are neglected).", p.name, p.unit, lengths[0], counts[1], lengths[1], counts[2], lengths[2]) + masses
		l.values = []gen.Value{gen.Slot("a", counts[0])}
		l.asked, l.answer = "the number-average molar mass in g/mol", quantity(total/chains*unit, "g/mol")
		l.working = fmt.Sprintf("The mean number of units is %s, a unit weighs %s g/mol.", decimalText(total/chains, 6), decimalText(unit, 6))
		if d == 4 {
			l.asked = "the mass-average molar mass in g/mol and the dispersity (mass average over number average), as a list of two numbers"
			l.answer = numberList(squares/total*unit, squares/total/(total/chains))
			l.working = fmt.Sprintf("Number-average units Σn·N/Σn = %s, mass-average units Σn·N²/Σn·N = %s; a unit weighs %s g/mol.", decimalText(total/chains, 6), decimalText(squares/total, 6), decimalText(unit, 6))
		}
	case 5:
		ratio, conversion := gen.Between(r, 960, 999), gen.Between(r, 9700, 9990)
		rr, pp := float64(ratio)/1000, float64(conversion)/10000
		degree := (1 + rr) / (1 + rr - 2*rr*pp)
		q := polymers[9+r.IntN(2)]
		l.facts = fmt.Sprintf("%s, repeat unit %s, is made from two bifunctional monomers A-A and B-B with a ratio of groups r = N(A)/N(B) = {r} below 1. The conversion of A groups is %s %%. By Carothers the mean number of monomer units per chain is (1 + r)/(1 + r − 2rp), and a repeat unit holds two monomer units; end groups are neglected.", q.name, q.unit, hundredths(conversion)) + massesText(reaction{left: []string{q.unit}}, true)
		l.asked, l.answer, l.values = "the number-average molar mass in g/mol", quantity(degree/2*molarMass(q.unit), "g/mol"), []gen.Value{gen.Slot("r", decimalText(rr, 4))}
		l.working = fmt.Sprintf("The chains have %s monomer units on average, half as many repeat units of %s g/mol.", decimalText(degree, 6), decimalText(molarMass(q.unit), 6))
	}
	return l.item(r, "{facts} Find {asked}."+figures, "A polymer laboratory asks for {asked}. {facts}"+figures, "{facts} What is {asked}?"+figures)
}

// lattices are cubic structures with the atoms per cell and the quotient of edge
// and atomic radius where neighbours touch.
var lattices = []struct {
	name  string
	atoms int
	edge  float64
}{{"simple cubic", 1, 2}, {"body-centred cubic", 2, 4 / math.Sqrt(3)}, {"face-centred cubic", 4, 2 * math.Sqrt2}}

// metals with their lattice and edge in pm (CRC Handbook of Chemistry and Physics).
var metals = []struct {
	name    string
	molar   float64
	lattice int
	edge    float64
}{{"copper", 63.55, 2, 361.5}, {"silver", 107.87, 2, 408.6}, {"gold", 196.97, 2, 407.8}, {"aluminium", 26.98, 2, 404.9}, {"nickel", 58.69, 2, 352.4}, {"platinum", 195.08, 2, 392.4}, {"lead", 207.2, 2, 495.0}, {"iron", 55.85, 1, 286.6}, {"chromium", 52.00, 1, 288.5}, {"tungsten", 183.84, 1, 316.5}, {"molybdenum", 95.95, 1, 314.7}, {"sodium", 22.99, 1, 429.1}, {"vanadium", 50.94, 1, 302.7}, {"tantalum", 180.95, 1, 330.3}, {"polonium", 209.0, 0, 335.9}}

// ionic crystals: formula units per cell and the edge in pm.
var ionicCells = []struct {
	formula, kind string
	units         int
	edge          float64
}{{"NaCl", "rock salt", 4, 564.0}, {"KCl", "rock salt", 4, 629.3}, {"MgO", "rock salt", 4, 421.2}, {"CaO", "rock salt", 4, 481.1}, {"LiF", "rock salt", 4, 402.6}, {"AgBr", "rock salt", 4, 577.5}, {"CaF2", "fluorite", 4, 546.3}, {"SrF2", "fluorite", 4, 580.0}, {"BaF2", "fluorite", 4, 620.0}, {"ZnS", "zinc blende", 4, 540.9}, {"Li2O", "antifluorite", 4, 461.9}, {"AgCl", "rock salt", 4, 554.9}}

// unitCell asks about a crystal near room temperature, its edge as measured at
// one temperature. Difficulty: 1 the density of a metal, 2 the edge from the
// density, 3 the atomic radius from it, 4 the density of an ionic crystal, 5 the
// share of missing formula units from a measured density.
func unitCell(r *rand.Rand, d gen.Difficulty) task.Item {
	const avogadro = 6.02214076e23
	m := gen.Pick(r, metals)
	edge := math.Round(m.edge*(0.99+0.02*r.Float64())*100) / 100
	cells := lattices[m.lattice]
	density := func(units int, molar, edge float64) float64 {
		return float64(units) * molar / avogadro / math.Pow(edge*1e-10, 3)
	}
	name := strings.ToUpper(m.name[:1]) + m.name[1:]
	l := lesson{facts: fmt.Sprintf("%s (M = %.2f g/mol) crystallises in a %s lattice; at the temperature of the experiment the edge of the cell is {a} pm.", name, m.molar, cells.name), asked: "the density in g/cm³", answer: quantity(density(cells.atoms, m.molar, edge), "g/cm³"),
		values: []gen.Value{gen.Slot("a", decimalText(edge, 6))}, working: fmt.Sprintf("The cell holds %s: ρ = z·M/(N_A·a³).", plural(cells.atoms, "atom", "atoms"))}
	rho, text := shown(density(cells.atoms, m.molar, edge), 5)
	back := math.Cbrt(float64(cells.atoms)*m.molar/avogadro/rho) * 1e10
	switch d {
	case 2, 3:
		l.facts, l.values = fmt.Sprintf("%s (M = %.2f g/mol) crystallises in a %s lattice and has a density of {d} g/cm³ at the temperature of the experiment.", name, m.molar, cells.name), []gen.Value{gen.Slot("d", text)}
		l.asked, l.answer = "the edge of the unit cell in pm", quantity(back, "pm")
		l.working = fmt.Sprintf("The cell holds %s: a³ = z·M/(N_A·ρ).", plural(cells.atoms, "atom", "atoms"))
		if d == 3 {
			l.asked, l.answer = "the radius of the atoms in pm, nearest neighbours touching", quantity(back/cells.edge, "pm")
			l.working += fmt.Sprintf(" That gives a = %s pm, and in a %s cell a = %s·r.", decimalText(back, 5), cells.name, decimalText(cells.edge, 5))
		}
	case 4, 5:
		x := gen.Pick(r, ionicCells)
		edge = math.Round(x.edge*(0.99+0.02*r.Float64())*100) / 100
		ideal := density(x.units, molarMass(x.formula), edge)
		told := fmt.Sprintf("%s crystallises in the %s structure with %d formula units per cubic cell; the edge is {a} pm at the temperature of the experiment.", x.formula, x.kind, x.units)
		l = lesson{facts: told + massesText(reaction{left: []string{x.formula}}, true), asked: "the density in g/cm³", answer: quantity(ideal, "g/cm³"), values: []gen.Value{gen.Slot("a", decimalText(edge, 6))},
			working: fmt.Sprintf("ρ = z·M/(N_A·a³) with M = %s g/mol.", decimalText(molarMass(x.formula), 6))}
		if d == 5 {
			measured, text := shown(ideal*(0.96+0.03*r.Float64()), 5)
			l.facts = told + fmt.Sprintf(" The measured density is %s g/cm³, because complete formula units are missing at random.", text) + massesText(reaction{left: []string{x.formula}}, true)
			l.asked = "the density of the perfect crystal in g/cm³ and the number of formula units missing per thousand, as a list of two numbers"
			l.answer = task.List(quantity(ideal, ""), looser(1000*(1-measured/ideal)))
			l.working += fmt.Sprintf(" The share missing is 1 − %s/%s.", text, decimalText(ideal, 6))
		}
	}
	return l.item(r, "{facts} With N_A = 6.02214076·10²³/mol find {asked}."+figures, "X-ray diffraction tells: {facts} What is {asked}? (N_A = 6.02214076·10²³/mol)"+figures, "{facts} Calculate {asked}, using N_A = 6.02214076·10²³/mol."+figures)
}
