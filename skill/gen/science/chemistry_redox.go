package science

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/redox-half-reaction-balancing", "chemistry: general", "Redox half-reaction balancing",
		"Balance ionic redox equations in acid and base.", redoxBalancing)
	gen.Register("science/oxidation-number-assignment", "chemistry: general", "Oxidation number assignment",
		"Assign oxidation numbers in ions, salts, peroxides, hydrides and complexes.", oxidationNumbers)
	gen.Register("science/solubility-rule-prediction", "chemistry: general", "Solubility rule prediction",
		"Predict precipitates by printed solubility rules.", solubilityRules)
}

// charged is a species with its charge.
type charged struct {
	formula string
	charge  int
}

func (c charged) String() string {
	size := max(c.charge, -c.charge)
	switch {
	case c.charge == 0:
		return c.formula
	case size == 1:
		return c.formula + map[bool]string{true: "⁺", false: "⁻"}[c.charge > 0]
	}
	return c.formula + string([]rune("⁰¹²³⁴⁵⁶⁷")[size]) + map[bool]string{true: "⁺", false: "⁻"}[c.charge > 0]
}

// couple is the form before and the forms after a half-reaction.
type couple struct {
	from charged
	to   []charged
}

var (
	acidOxidants = []couple{{charged{"MnO4", -1}, []charged{{"Mn", 2}}}, {charged{"Cr2O7", -2}, []charged{{"Cr", 3}}}, {charged{"NO3", -1}, []charged{{"NO", 0}}}, {charged{"NO3", -1}, []charged{{"NO2", 0}}}, {charged{"H2O2", 0}, []charged{{"H2O", 0}}}, {charged{"BrO3", -1}, []charged{{"Br", -1}}},
		{charged{"IO3", -1}, []charged{{"I", -1}}}, {charged{"ClO3", -1}, []charged{{"Cl", -1}}}, {charged{"VO2", 1}, []charged{{"VO", 2}}}, {charged{"MnO2", 0}, []charged{{"Mn", 2}}}, {charged{"BiO3", -1}, []charged{{"Bi", 3}}}}
	acidReductants = []couple{{charged{"Fe", 2}, []charged{{"Fe", 3}}}, {charged{"Sn", 2}, []charged{{"Sn", 4}}}, {charged{"I", -1}, []charged{{"I2", 0}}}, {charged{"SO2", 0}, []charged{{"SO4", -2}}}, {charged{"C2O4", -2}, []charged{{"CO2", 0}}}, {charged{"H2S", 0}, []charged{{"S", 0}}},
		{charged{"Zn", 0}, []charged{{"Zn", 2}}}, {charged{"HNO2", 0}, []charged{{"NO3", -1}}}, {charged{"H3AsO3", 0}, []charged{{"H3AsO4", 0}}}, {charged{"Cu", 0}, []charged{{"Cu", 2}}}, {charged{"C2H5OH", 0}, []charged{{"CH3COOH", 0}}}}
	hardReductants = []couple{{charged{"As2S3", 0}, []charged{{"H3AsO4", 0}, {"SO4", -2}}}, {charged{"Cu2S", 0}, []charged{{"Cu", 2}, {"SO4", -2}}}, {charged{"FeS2", 0}, []charged{{"Fe", 3}, {"SO4", -2}}}, {charged{"CuFeS2", 0}, []charged{{"Cu", 2}, {"Fe", 3}, {"SO4", -2}}}, {charged{"P4", 0}, []charged{{"H3PO4", 0}}}, {charged{"ZnS", 0}, []charged{{"Zn", 2}, {"SO4", -2}}},
		{charged{"Sb2S3", 0}, []charged{{"H3SbO4", 0}, {"SO4", -2}}}, {charged{"C6H12O6", 0}, []charged{{"CO2", 0}}}, {charged{"Cu3P", 0}, []charged{{"Cu", 2}, {"H3PO4", 0}}}}
	baseOxidants   = []couple{{charged{"MnO4", -1}, []charged{{"MnO2", 0}}}, {charged{"ClO", -1}, []charged{{"Cl", -1}}}, {charged{"H2O2", 0}, []charged{{"H2O", 0}}}, {charged{"BrO", -1}, []charged{{"Br", -1}}}, {charged{"ClO3", -1}, []charged{{"Cl", -1}}}, {charged{"O2", 0}, []charged{{"H2O", 0}}}, {charged{"Fe(CN)6", -3}, []charged{{"Fe(CN)6", -4}}}}
	baseReductants = []couple{{charged{"Cr(OH)4", -1}, []charged{{"CrO4", -2}}}, {charged{"SO3", -2}, []charged{{"SO4", -2}}}, {charged{"CN", -1}, []charged{{"OCN", -1}}}, {charged{"Sn(OH)3", -1}, []charged{{"Sn(OH)6", -2}}}, {charged{"AsO3", -3}, []charged{{"AsO4", -3}}}, {charged{"N2H4", 0}, []charged{{"N2", 0}}}, {charged{"HS", -1}, []charged{{"S", 0}}}, {charged{"S2O3", -2}, []charged{{"SO4", -2}}}}
)

// halfReaction maps species to coefficients, negative on the left; "e⁻" counts electrons.
type halfReaction map[charged]int

var (
	water    = charged{"H2O", 0}
	proton   = charged{"H", 1}
	hydroxid = charged{"OH", -1}
	electron = charged{"e", -1}
)

// halfOf balances a couple with water, protons and electrons: each element but H
// and O stands in one product.
func halfOf(c couple) halfReaction {
	before := parseFormula(c.from.formula)
	n := 1 // the number of the left species
	for {
		if fits := func() bool {
			for _, p := range c.to {
				if count, key := keyAtoms(before, p); count*n%key != 0 {
					return false
				}
			}
			return true
		}(); fits {
			break
		}
		n++
	}
	h := halfReaction{c.from: -n}
	oxygen, hydrogen, charge := -n*before["O"], -n*before["H"], -n*c.from.charge
	for _, p := range c.to {
		count, key := keyAtoms(before, p)
		k := count * n / key
		h[p] += k
		after := parseFormula(p.formula)
		oxygen, hydrogen, charge = oxygen+k*after["O"], hydrogen+k*after["H"], charge+k*p.charge
	}
	h[water] -= oxygen
	hydrogen -= 2 * oxygen
	h[proton] -= hydrogen
	charge -= hydrogen
	h[electron] += charge
	return h
}

// keyAtoms compares the element that tells how many of a product form: the atoms
// in the left species and in the product.
func keyAtoms(before atomCounts, p charged) (left, right int) {
	after := parseFormula(p.formula)
	best := "O"
	for e := range after {
		if e != "H" && e != "O" && before[e] > 0 && (best == "O" || e < best) {
			best = e
		}
	}
	return before[best], after[best]
}

// overall adds two half-reactions so that no electrons are left, in base with
// hydroxide for protons, in least whole numbers.
func overall(oxidant, reductant halfReaction, base bool) halfReaction {
	a, b := -oxidant[electron], reductant[electron]
	g := gcd(a, b)
	out := halfReaction{}
	for s, n := range oxidant {
		out[s] += n * b / g
	}
	for s, n := range reductant {
		out[s] += n * a / g
	}
	if base {
		n := out[proton]
		out[proton] = 0
		out[water] += n
		out[hydroxid] -= n
	}
	common := 0
	for s, n := range out {
		if n == 0 {
			delete(out, s)
			continue
		}
		common = gcd(max(n, -n), common)
	}
	for s := range out {
		out[s] /= common
	}
	return out
}

// drawRedox draws a half-reaction at difficulty 1 and else a whole one.
func drawRedox(r *rand.Rand, d gen.Difficulty) halfReaction {
	reductants := acidReductants
	switch d {
	case 1:
		return halfOf(gen.Pick(r, slices.Concat(acidOxidants, acidReductants, hardReductants)))
	case 2:
		reductants = slices.DeleteFunc(slices.Clone(acidReductants), func(c couple) bool { return len(c.from.formula) > 2 })
	case 4:
		return overall(halfOf(gen.Pick(r, baseOxidants)), halfOf(gen.Pick(r, baseReductants)), true)
	case 5:
		return overall(halfOf(gen.Pick(r, acidOxidants[:8])), halfOf(gen.Pick(r, hardReductants)), false)
	}
	return overall(halfOf(gen.Pick(r, acidOxidants)), halfOf(gen.Pick(r, reductants)), false)
}

// redoxBalancing asks for amounts, in which the coefficients show. Difficulty: 1
// the electrons of a half-reaction in acid, 2 a whole equation with a metal or
// halide, 3 with oxygen compounds, 4 in base, 5 with several changing elements.
func redoxBalancing(r *rand.Rand, d gen.Difficulty) task.Item {
	h, medium := drawRedox(r, d), "acidic"
	if d == 4 {
		medium = "basic"
	}
	scale := gen.Between(r, 2, 40)
	var left, right []charged
	for s, n := range h {
		if n < 0 {
			left = append(left, s)
		} else if n > 0 {
			right = append(right, s)
		}
	}
	order := func(side []charged) {
		slices.SortFunc(side, func(a, b charged) int { return strings.Compare(a.String(), b.String()) })
		r.Shuffle(len(side), func(i, j int) { side[i], side[j] = side[j], side[i] })
	}
	order(left)
	order(right)
	text := func(side []charged, numbered bool) string {
		parts := make([]string, len(side))
		for i, s := range side {
			if n := max(h[s], -h[s]); numbered && n > 1 {
				parts[i] = fmt.Sprint(n, " ")
			}
			parts[i] += s.String()
		}
		return strings.Join(parts, " + ")
	}
	shown := text(left, false) + " → " + text(right, false)
	var amounts []int
	for _, s := range slices.Concat(left, right) {
		amounts = append(amounts, scale*max(h[s], -h[s]))
	}
	asked, answer := fmt.Sprintf("How many mmol of each species, in the order written, take part when {n} mmol %s does? Answer with a list of integers, such as [4, 2, 6].", left[0]), task.List(task.Integers(amounts)...)
	if d == 1 {
		asked = fmt.Sprintf("How many moles of electrons belong to %d mol %s? Answer with an integer.", scale*max(h[left[0]], -h[left[0]]), left[0])
		answer = task.Integer(int64(scale * max(h[electron], -h[electron])))
		if left[0] == electron {
			other := slices.Concat(left[1:], right)[0]
			asked = fmt.Sprintf("How many moles of electrons belong to %d mol %s? Answer with an integer.", scale*max(h[other], -h[other]), other)
		}
	}
	question, _ := gen.Ask(r, []string{
		"In {medium} solution balance {q} (all species are written, coefficients are missing). {asked}",
		"The ionic equation {q} lacks its coefficients; the solution is {medium} and nothing else takes part. Atoms and charge must balance. {asked}",
		"A redox scheme in {medium} water reads {q}, where all species are named but not how many. {asked} Both atoms and charges have to agree.",
	}, gen.Fixed("medium", medium), gen.Fixed("q", shown), gen.Fixed("asked", strings.Replace(asked, "{n}", fmt.Sprint(amounts[0]), 1)))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("Balancing the changing element, then O with H2O, H with H⁺ (in base OH⁻), the charge with electrons gives %s → %s.", text(left, true), text(right, true)), answer)}
}

// marked is a species with one element whose oxidation number is asked.
type marked struct {
	species charged
	element string
	number  int
}

// oxidationPools are species from easy to hard.
var oxidationPools = [][]marked{
	{{charged{"SO2", 0}, "S", 4}, {charged{"NO2", 0}, "N", 4}, {charged{"CO", 0}, "C", 2}, {charged{"P4O10", 0}, "P", 5}, {charged{"Cl2O7", 0}, "Cl", 7}, {charged{"Fe2O3", 0}, "Fe", 3}, {charged{"MnO2", 0}, "Mn", 4}, {charged{"CrO3", 0}, "Cr", 6}, {charged{"V2O5", 0}, "V", 5}, {charged{"N2O", 0}, "N", 1}, {charged{"NH3", 0}, "N", -3}, {charged{"H2S", 0}, "S", -2}, {charged{"PH3", 0}, "P", -3}, {charged{"CH4", 0}, "C", -4}, {charged{"N2O3", 0}, "N", 3}, {charged{"SF6", 0}, "S", 6}, {charged{"PCl3", 0}, "P", 3}, {charged{"TiCl4", 0}, "Ti", 4}},
	{{charged{"NO3", -1}, "N", 5}, {charged{"NO2", -1}, "N", 3}, {charged{"SO4", -2}, "S", 6}, {charged{"SO3", -2}, "S", 4}, {charged{"CO3", -2}, "C", 4}, {charged{"PO4", -3}, "P", 5}, {charged{"MnO4", -1}, "Mn", 7}, {charged{"MnO4", -2}, "Mn", 6}, {charged{"Cr2O7", -2}, "Cr", 6}, {charged{"CrO4", -2}, "Cr", 6}, {charged{"ClO4", -1}, "Cl", 7}, {charged{"ClO3", -1}, "Cl", 5}, {charged{"ClO", -1}, "Cl", 1}, {charged{"NH4", 1}, "N", -3}, {charged{"BrO3", -1}, "Br", 5}, {charged{"IO4", -1}, "I", 7}, {charged{"VO2", 1}, "V", 5}, {charged{"HPO3", -2}, "P", 3}},
	{{charged{"KMnO4", 0}, "Mn", 7}, {charged{"Na2Cr2O7", 0}, "Cr", 6}, {charged{"HNO2", 0}, "N", 3}, {charged{"H2SO3", 0}, "S", 4}, {charged{"Fe2(SO4)3", 0}, "Fe", 3}, {charged{"Ca(ClO)2", 0}, "Cl", 1}, {charged{"KClO3", 0}, "Cl", 5}, {charged{"Na3AsO4", 0}, "As", 5}, {charged{"H3PO2", 0}, "P", 1}, {charged{"BaFeO4", 0}, "Fe", 6}, {charged{"NaBiO3", 0}, "Bi", 5}, {charged{"H2C2O4", 0}, "C", 3}, {charged{"NH2OH", 0}, "N", -1}, {charged{"N2H4", 0}, "N", -2}, {charged{"Na2S2O4", 0}, "S", 3}, {charged{"K2S2O7", 0}, "S", 6}},
	{{charged{"H2O2", 0}, "O", -1}, {charged{"Na2O2", 0}, "O", -1}, {charged{"BaO2", 0}, "O", -1}, {charged{"OF2", 0}, "O", 2}, {charged{"NaH", 0}, "H", -1}, {charged{"CaH2", 0}, "H", -1}, {charged{"LiAlH4", 0}, "H", -1}, {charged{"CH3OH", 0}, "C", -2}, {charged{"HCOOH", 0}, "C", 2}, {charged{"CH2O", 0}, "C", 0}, {charged{"C2H2", 0}, "C", -1}, {charged{"CHCl3", 0}, "C", 2}, {charged{"CCl4", 0}, "C", 4}, {charged{"C2H6", 0}, "C", -3}, {charged{"CaC2", 0}, "C", -1}, {charged{"Mg3N2", 0}, "N", -3}},
	{{charged{"Fe(CN)6", -4}, "Fe", 2}, {charged{"Fe(CN)6", -3}, "Fe", 3}, {charged{"Co(NH3)6", 3}, "Co", 3}, {charged{"Cu(NH3)4", 2}, "Cu", 2}, {charged{"PtCl6", -2}, "Pt", 4}, {charged{"PtCl4", -2}, "Pt", 2}, {charged{"Cr(H2O)6", 3}, "Cr", 3}, {charged{"AlF6", -3}, "Al", 3}, {charged{"Ag(S2O3)2", -3}, "Ag", 1}, {charged{"Ni(CO)4", 0}, "Ni", 0}, {charged{"Zn(OH)4", -2}, "Zn", 2}, {charged{"Co(NH3)5Cl", 2}, "Co", 3}, {charged{"Ni(CN)4", -2}, "Ni", 2}, {charged{"Mn(CO)5", -1}, "Mn", -1}, {charged{"CoCl4", -2}, "Co", 2}, {charged{"Cr(C2O4)3", -3}, "Cr", 3}},
}

// oxidationNumbers asks for those of three to five species. Difficulty: 1 oxides
// and the like, 2 ions, 3 salts and acids, 4 peroxides, hydrides and carbon
// compounds, 5 complexes among all of these.
func oxidationNumbers(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 4, 4, 4, 4, 5)
	pool := oxidationPools[d-1]
	if d == 5 {
		pool = slices.Concat(oxidationPools[3], oxidationPools[4], oxidationPools[4])
	}
	var parts []string
	var numbers []int
	for _, m := range gen.Sample(r, pool, n) {
		parts = append(parts, m.element+" in "+m.species.String())
		numbers = append(numbers, m.number)
	}
	question, _ := gen.Ask(r, []string{
		"State the oxidation numbers of {parts}, as a list of integers in this order.",
		"Which oxidation state does the named element have in each case: {parts}? Reply with a list of integers such as [3, -2], in the order given.",
		"Fill in the oxidation numbers for {parts}. Where a species holds several atoms of the element take their mean, which is whole here. Write [a, b, …] in the same order.",
	}, gen.Fixed("parts", sentence(parts)))
	answer := task.List(task.Integers(numbers)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("The oxidation numbers of a species add up to its charge; O counts −2 (−1 in peroxides), H +1 (−1 with metals), halides −1, CN −1, NH3, H2O and CO 0.", answer)}
}

// dissolved are ions of the salts that are mixed.
var (
	ruleCations = []ion{{"Na", 1}, {"K", 1}, {"NH4", 1}, {"Ag", 1}, {"Ba", 2}, {"Ca", 2}, {"Mg", 2}, {"Pb", 2}, {"Cu", 2}, {"Fe", 3}, {"Zn", 2}, {"Ni", 2}, {"Al", 3}}
	ruleAnions  = []ion{{"NO3", 1}, {"CH3COO", 1}, {"Cl", 1}, {"Br", 1}, {"I", 1}, {"SO4", 2}, {"OH", 1}, {"CO3", 2}, {"PO4", 3}}
)

const rulesOfSolubility = "Rules: salts of Na, K and NH4 dissolve, and so do all nitrates and acetates. Chlorides, bromides and iodides dissolve except those of Ag and Pb. Sulfates dissolve except those of Ba, Pb, Ca and Ag. Hydroxides dissolve only with Na, K, NH4 and Ba. Carbonates and phosphates dissolve only with Na, K and NH4. What does not dissolve precipitates; nothing else happens."

// dissolves applies the rules as printed.
func dissolves(cation, anion string) bool {
	alkali := slices.Contains([]string{"Na", "K", "NH4"}, cation)
	switch anion {
	case "NO3", "CH3COO":
		return true
	case "Cl", "Br", "I":
		return cation != "Ag" && cation != "Pb"
	case "SO4":
		return !slices.Contains([]string{"Ba", "Pb", "Ca", "Ag"}, cation)
	case "OH":
		return alkali || cation == "Ba"
	}
	return alkali
}

// odd says that ions meet which do something else than the rules say.
func odd(cation, anion string) bool {
	switch anion {
	case "I":
		return cation == "Cu" || cation == "Fe" // oxidise it
	case "OH":
		return cation == "Ag" || cation == "NH4" // oxide, ammonia
	case "CO3":
		return cation == "Fe" || cation == "Al" // hydroxide
	}
	return false
}

// mixedSalts draws soluble salts and lists what their ions precipitate.
func mixedSalts(r *rand.Rand, n int) (names, solids []string) {
	var cations, anions []ion
	for range 200 {
		c, a := gen.Pick(r, ruleCations), gen.Pick(r, ruleAnions)
		clash := !dissolves(c.formula, a.formula) || slices.Contains(names, salt(c, a))
		for _, other := range append(anions, a) {
			clash = clash || odd(c.formula, other.formula)
		}
		for _, other := range cations {
			clash = clash || odd(other.formula, a.formula)
		}
		if clash {
			continue
		}
		cations, anions, names = append(cations, c), append(anions, a), append(names, salt(c, a))
		if len(names) == n {
			break
		}
	}
	for _, c := range cations {
		for _, a := range anions {
			if name := salt(c, a); !dissolves(c.formula, a.formula) && !slices.Contains(solids, name) {
				solids = append(solids, name)
			}
		}
	}
	return names, solids
}

// solubilityRules asks for all precipitates of mixed solutions. Difficulty is
// the number of solutions (2 to 5) and of precipitates.
func solubilityRules(r *rand.Rand, d gen.Difficulty) task.Item {
	least := gen.Of(d, r.IntN(4), 1, 2, 2, 3) // at 1 a quarter may have none
	names, solids := mixedSalts(r, gen.Of(d, 2, 3, 3, 4, 5))
	for range 60 {
		if len(solids) >= min(least, gen.Of(d, 1, 1, 2, 2, 3)) {
			break
		}
		names, solids = mixedSalts(r, gen.Of(d, 2, 3, 3, 4, 5))
	}
	if len(solids) == 0 {
		solids = []string{"none"}
	}
	answer := task.Set(task.Strings(solids)...)
	question, _ := gen.Ask(r, []string{
		"Clear solutions of {names} are mixed. {rules} Which salts precipitate? Answer with the set of their formulas, like {AgCl, BaSO4}, or {none}.",
		"{rules} Someone pours together solutions of {names}. Write the formulas of all solids that form as a set such as {PbI2}; write {none} where everything stays dissolved.",
		"What falls out when solutions of {names} are combined? {rules} List every precipitate by its formula in braces, for instance {CaCO3, AgBr}, and {none} if there is none.",
	}, gen.Fixed("names", sentence(names)), gen.Fixed("rules", rulesOfSolubility))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("Pair every cation with every anion and apply the rules to each pair.", answer)}
}
