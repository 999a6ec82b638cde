package science

import (
	"fmt"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/equation-balancing", "chemistry: general", "Equation balancing", "Find the least integer coefficients of a chemical equation.", equationBalancing)
	gen.Register("science/limiting-reagent", "chemistry: general", "Limiting reagent",
		"Find how much product two given amounts of reagents yield, or what is left over.", limitingReagent)
}

// equationBalancing asks for coefficients. Difficulty is the family: 1
// precipitation, 2 combustion of C, H, O compounds, 3 with N and S, 4 oxidation
// by permanganate (7 species), 5 by dichromate with nitrogen (8 species). Each
// family has a one-dimensional null space, so the least coefficients are unique.
func equationBalancing(r *rand.Rand, d gen.Difficulty) task.Item {
	q := gen.Of(d, precipitation, combustion, combustionWithHeteroatoms, permanganateOxidation, dichromateOxidation)(r)
	r.Shuffle(len(q.left), func(i, j int) { q.left[i], q.left[j] = q.left[j], q.left[i] })
	r.Shuffle(len(q.right), func(i, j int) { q.right[i], q.right[j] = q.right[j], q.right[i] })
	coefficients, err := q.balance()
	if err != nil { // no family gives one, as a test shows; an item must come out all the same
		q, coefficients = reaction{[]string{"H2", "O2"}, []string{"H2O"}}, []int{2, 1, 2}
	}
	question, _ := gen.Ask(r, []string{
		"Balance the equation {q} with the smallest positive whole numbers. List the coefficients in the order in which the substances are written, for example [1, 2, 1, 2].",
		"In the scheme {q} no atoms may be created or lost. In which smallest whole-number proportions (in mol) do the substances take part? Answer with a list like [2, 1, 2] in the order of the scheme.",
		"A worksheet shows {q} with the numbers in front of the formulas missing. Fill them in, as small as possible and also where they are 1, and give them as a list from left to right, such as [1, 3, 2].",
	}, gen.Fixed("q", q))
	answer := task.List(task.Integers(coefficients)...)
	return task.Item{
		Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Setting one coefficient to 1, the balance of each element fixes the others; scaled to whole numbers: %s.", balancedText(q, coefficients)), answer),
	}
}

// precipitation mixes a soluble salt of a metal with a soluble alkali salt whose
// anion the metal precipitates.
func precipitation(r *rand.Rand) reaction {
	divalent := []ion{{"Ca", 2}, {"Ba", 2}, {"Sr", 2}, {"Cu", 2}, {"Zn", 2}, {"Ni", 2}, {"Co", 2}, {"Mn", 2}, {"Cd", 2}, {"Fe", 2}, {"Mg", 2}}
	lanthanides := []ion{{"La", 3}, {"Ce", 3}, {"Pr", 3}, {"Nd", 3}, {"Sm", 3}, {"Gd", 3}, {"Y", 3}}
	trivalent := []ion{{"Fe", 3}, {"Al", 3}, {"Cr", 3}}
	metal, anion := gen.Pick(r, divalent), gen.Pick(r, []ion{{"CO3", 2}, {"PO4", 3}, {"C2O4", 2}})
	switch r.IntN(9) {
	case 0:
		metal, anion = gen.Pick(r, trivalent), gen.Pick(r, []ion{{"OH", 1}, {"PO4", 3}})
	case 1, 2, 3:
		metal, anion = gen.Pick(r, lanthanides), gen.Pick(r, []ion{{"OH", 1}, {"PO4", 3}, {"C2O4", 2}})
	}
	partner := gen.Pick(r, []ion{{"NO3", 1}, {"Cl", 1}, {"Br", 1}, {"I", 1}, {"ClO4", 1}, {"CH3COO", 1}, {"HCOO", 1}, {"SCN", 1}})
	alkali := gen.Pick(r, []ion{{"Na", 1}, {"K", 1}, {"Rb", 1}, {"Cs", 1}})
	return reaction{[]string{salt(metal, partner), salt(alkali, anion)}, []string{salt(metal, anion), salt(alkali, partner)}}
}

// organic draws a compound of c carbon atoms whose hydrogen count fits its
// valences: h = 2c + 2 + n − 2·(rings and double bonds).
func organic(r *rand.Rand, nitrogen, oxygen, sulfur int) atomCounts {
	c := gen.Between(r, 3, 36)
	return atomCounts{"C": c, "H": 2*c + 2 + nitrogen - 2*gen.Between(r, 0, min(6, c/2)), "N": nitrogen, "O": oxygen, "S": sulfur}
}

func combustion(r *rand.Rand) reaction {
	fuel := organic(r, 0, 0, 0)
	fuel["O"] = gen.Between(r, 0, min(9, fuel["C"])) // more would need no O2
	return reaction{[]string{hill(fuel), "O2"}, []string{"CO2", "H2O"}}
}

func combustionWithHeteroatoms(r *rand.Rand) reaction {
	q := reaction{right: []string{"CO2", "H2O", "N2"}}
	sulfur := r.IntN(3)
	if sulfur > 0 {
		q.right = append(q.right, "SO2")
	}
	q.left = []string{hill(organic(r, gen.Between(r, 1, 5), gen.Between(r, 0, 5), sulfur)), "O2"}
	return q
}

// permanganateOxidation oxidises a C, H, O compound completely in sulfuric acid.
// With at most as many O as C atoms the compound always reduces.
func permanganateOxidation(r *rand.Rand) reaction {
	alkali := gen.Pick(r, []string{"K", "Na"})
	return reaction{
		[]string{alkali + "MnO4", "H2SO4", hill(organic(r, 0, gen.Between(r, 0, 3), 0))},
		[]string{alkali + "2SO4", "MnSO4", "CO2", "H2O"},
	}
}

// dichromateOxidation also holds the nitrogen back as ammonium sulfate.
func dichromateOxidation(r *rand.Rand) reaction {
	alkali := gen.Pick(r, []string{"K", "Na"})
	return reaction{
		[]string{alkali + "2Cr2O7", "H2SO4", hill(organic(r, gen.Between(r, 1, 2), gen.Between(r, 0, 3), 0))},
		[]string{alkali + "2SO4", "Cr2(SO4)3", "CO2", "(NH4)2SO4", "H2O"},
	}
}
