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
	gen.Register("science/electron-configuration", "chemistry: general", "Electron configuration",
		"Count unpaired and other electrons of atoms and ions in their ground state.", electronConfiguration)
	gen.Register("science/periodic-trend-ordering", "chemistry: general", "Periodic trend ordering",
		"Order elements by radius or electronegativity with the rules of the periodic table.", periodicOrder)
	gen.Register("science/lewis-structure-counts", "chemistry: general", "Lewis structure counts",
		"Count electron pairs and formal charges of a Lewis structure.", lewisCounts)
	gen.Register("science/molecular-shape-prediction", "chemistry: general", "Molecular shape prediction",
		"Predict shapes of molecules and ions by electron pair repulsion.", molecularShape)
	gen.Register("science/isotope-average-mass", "chemistry: general", "Isotope average mass", "Relate isotope masses, abundances and mass spectra.", isotopeMass)
}

// symbols of the elements up to krypton.
var symbols = strings.Fields("H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr")

// subshells in the order in which they fill up to krypton.
var subshells = []struct {
	name        string
	size, shell int
}{{"1s", 2, 1}, {"2s", 2, 2}, {"2p", 6, 2}, {"3s", 2, 3}, {"3p", 6, 3}, {"4s", 2, 4}, {"3d", 10, 3}, {"4p", 6, 4}}

// configuration is the ground state of an atom or positive ion up to krypton, the
// electrons in each subshell. Chromium and copper have one 4s electron; ions of
// transition metals lose 4s electrons first.
func configuration(z, charge int) [8]int {
	var out [8]int
	left := z - min(charge, 0) // an anion fills on
	for i, s := range subshells {
		out[i] = min(left, s.size)
		left -= out[i]
	}
	if z == 24 || z == 29 {
		out[5], out[6] = 1, out[6]+1
	}
	for range charge {
		for _, i := range []int{7, 5, 6, 4, 3, 2, 1, 0} { // 4p, 4s, 3d, …
			if out[i] > 0 {
				out[i]--
				break
			}
		}
	}
	return out
}

// unpaired counts them by Hund's rule.
func unpaired(c [8]int) int {
	n := 0
	for i, s := range subshells {
		n += min(c[i], s.size-c[i])
	}
	return n
}

func configurationText(c [8]int) string {
	var parts []string
	for _, i := range []int{0, 1, 2, 3, 4, 6, 5, 7} {
		if c[i] > 0 {
			parts = append(parts, fmt.Sprintf("%s%d", subshells[i].name, c[i]))
		}
	}
	return strings.Join(parts, " ")
}

// electronConfiguration asks for counts of several species. Difficulty: 1
// unpaired electrons of light atoms, 2 of atoms up to krypton, 3 of ions, 4 p and
// d electrons of atoms and ions, 5 the element of an ion from its electrons.
func electronConfiguration(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 5, 4, 4, 4, 4)
	var species []string
	var counts []int
	var worked []string
	answer := task.Answer{}
	asked := "the number of unpaired electrons"
	if d == 4 {
		asked = gen.Pick(r, []string{"the number of electrons in p subshells", "the number of electrons in s subshells", "the number of electrons in the shell with n = 3"})
	}
	var elements []string
	for _, z := range gen.Sample(r, numbered(gen.Of(d, 18, 36, 14, 36, 14)), n) {
		charge := 0
		if d == 3 || d == 5 {
			z += 19 // K … As
			charge = gen.Pick(r, []int{2, 3})
			if z < 22 || z > 30 {
				z = 22 + z%9 // Ti to Zn, also where drawn twice
			}
		}
		if d == 4 && z > 20 && z <= 30 {
			charge = 2 * r.IntN(2)
		}
		c := configuration(z, charge)
		name := charged{symbols[z-1], charge}.String()
		if slices.Contains(species, name) {
			continue
		}
		value := unpaired(c)
		switch {
		case strings.Contains(asked, "p subshells"):
			value = c[2] + c[4] + c[7]
		case strings.Contains(asked, "s subshells"):
			value = c[0] + c[1] + c[3] + c[5]
		case strings.Contains(asked, "n = 3"):
			value = c[3] + c[4] + c[6]
		}
		species, counts, elements = append(species, name), append(counts, value), append(elements, symbols[z-1])
		worked = append(worked, name+" "+configurationText(c))
		if d == 5 {
			species[len(species)-1] = fmt.Sprintf("an ion with charge %d+ and the configuration [Ar] 3d%d", charge, c[6])
		}
	}
	answer = task.List(task.Integers(counts)...)
	phrasings := []string{
		"For free atoms or ions in their ground states give {asked} of {species}, as a list of integers in this order.",
		"Write the ground-state configurations of the isolated species {species}, and from them {asked} of each. Answer with a list of integers in the same order, such as [1, 0, 2].",
		"What is {asked} in each of {species} (gas phase, ground state)? List the integers in the order given.",
	}
	if d == 5 {
		answer = task.List(task.Strings(elements)...)
		phrasings = []string{
			"Name the elements of these gaseous ions: {species}. Answer with a list of symbols in this order, such as [Ti, V].",
			"Which elements form {species}? Give their symbols as a list in the order of the question, for example [Cr, Ni].",
			"Identify the element in each case from the ion's charge and electrons: {species}. Reply with a list of element symbols.",
		}
	}
	question, _ := gen.Ask(r, phrasings, gen.Fixed("asked", asked), gen.Fixed("species", sentence(species)))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("Fill 1s 2s 2p 3s 3p 4s 3d 4p (Cr and Cu keep one 4s electron; ions lose 4s before 3d): "+strings.Join(worked, "; ")+".", answer)}
}

// numbered is 1 to n.
func numbered(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// mainGroup elements with period, group, Pauling electronegativity and covalent
// radius in pm (CRC Handbook; Cordero et al. 2008).
var mainGroup = []struct {
	symbol        string
	period, group int
	pauling       float64
	radius        int
}{
	{"Li", 2, 1, 0.98, 128}, {"Be", 2, 2, 1.57, 96}, {"B", 2, 13, 2.04, 84}, {"C", 2, 14, 2.55, 76}, {"N", 2, 15, 3.04, 71}, {"O", 2, 16, 3.44, 66}, {"F", 2, 17, 3.98, 57},
	{"Na", 3, 1, 0.93, 166}, {"Mg", 3, 2, 1.31, 141}, {"Al", 3, 13, 1.61, 121}, {"Si", 3, 14, 1.90, 111}, {"P", 3, 15, 2.19, 107}, {"S", 3, 16, 2.58, 105}, {"Cl", 3, 17, 3.16, 102},
	{"K", 4, 1, 0.82, 203}, {"Ca", 4, 2, 1.00, 176}, {"Ge", 4, 14, 2.01, 120}, {"As", 4, 15, 2.18, 119}, {"Se", 4, 16, 2.55, 120}, {"Br", 4, 17, 2.96, 120},
	{"Rb", 5, 1, 0.82, 220}, {"Sr", 5, 2, 0.95, 195}, {"In", 5, 13, 1.78, 142}, {"Sn", 5, 14, 1.96, 139}, {"Sb", 5, 15, 2.05, 139}, {"Te", 5, 16, 2.10, 138}, {"I", 5, 17, 2.66, 139},
}

// periodicOrder asks for an order that the two rules fix: each element of the
// chain is strictly below or left of the one before, never above or right.
// Difficulty is the number of elements (4 to 6); 4 and 5 order ions instead.
func periodicOrder(r *rand.Rand, d gen.Difficulty) task.Item {
	if d >= 4 {
		return isoelectronicOrder(r, d)
	}
	n := gen.Of(d, 4, 5, 6, 6, 6)
	var chain []int
	for range 40 { // most draws reach the end of the table later than n elements
		if drawn := descent(r, n); len(drawn) > len(chain) {
			chain = drawn
		}
		if len(chain) == n {
			break
		}
	}
	var order []string
	for _, i := range chain {
		order = append(order, mainGroup[i].symbol)
	}
	what := gen.Pick(r, []string{"increasing atomic radius", "decreasing electronegativity"})
	if r.IntN(2) == 0 {
		slices.Reverse(order)
		what = map[string]string{"increasing atomic radius": "decreasing atomic radius", "decreasing electronegativity": "increasing electronegativity"}[what]
	}
	shown := gen.Sample(r, order, len(order))
	return orderItem(r, shown, order, what, "Within a group the radius grows and the electronegativity falls downward; within a period the radius falls and the electronegativity grows to the right.")
}

// descent draws a chain of at most n main-group elements, each strictly below or
// left of the one before, larger and less electronegative.
func descent(r *rand.Rand, n int) []int {
	chain := []int{r.IntN(12)}
	for len(chain) < n {
		var next []int
		here := mainGroup[chain[len(chain)-1]]
		for i, e := range mainGroup {
			if e.period >= here.period && e.group <= here.group && (e.period > here.period || e.group < here.group) && e.pauling < here.pauling && e.radius > here.radius {
				next = append(next, i)
			}
		}
		if len(next) == 0 {
			break
		}
		slices.SortFunc(next, func(a, b int) int { return mainGroup[a].radius - mainGroup[b].radius })
		chain = append(chain, next[r.IntN(min(len(next), 7))])
	}
	return chain
}

// isoelectronicOrder orders species with the electrons of a noble gas by radius.
func isoelectronicOrder(r *rand.Rand, d gen.Difficulty) task.Item {
	series := gen.Pick(r, [][]string{
		{"Al³⁺", "Mg²⁺", "Na⁺", "F⁻", "O²⁻", "N³⁻"}, {"Sc³⁺", "Ca²⁺", "K⁺", "Cl⁻", "S²⁻", "P³⁻"}, {"Y³⁺", "Sr²⁺", "Rb⁺", "Br⁻", "Se²⁻"}, {"La³⁺", "Ba²⁺", "Cs⁺", "I⁻", "Te²⁻"}, {"Li⁺", "Na⁺", "K⁺", "Rb⁺", "Cs⁺"}, {"Be²⁺", "Mg²⁺", "Ca²⁺", "Sr²⁺", "Ba²⁺"}}[:gen.Of(d, 6, 6, 6, 6, 2)])
	n := gen.Of(d, 5, 5, 5, 5, 6)
	picked := gen.Sample(r, numbered(len(series)), n)
	slices.Sort(picked)
	var order []string
	for _, i := range picked {
		order = append(order, series[i-1])
	}
	what := "increasing ionic radius"
	if r.IntN(2) == 0 {
		slices.Reverse(order)
		what = "decreasing ionic radius"
	}
	return orderItem(r, gen.Sample(r, order, n), order, what, "At equal electrons the ion with more protons is smaller; at equal charge ions grow down a group.")
}

func orderItem(r *rand.Rand, shown, order []string, what, rule string) task.Item {
	question, _ := gen.Ask(r, []string{
		"Order {shown} by {what}. {rule} Answer with a list of the symbols.",
		"{rule} Use this to arrange {shown} in the order of {what}, as a list such as [A, B, C].",
		"A pupil mixed up the cards {shown}. Lay them out by {what} and write the row as a list of symbols. Remember: {rule}",
		"{shown}: which sequence has {what}? {rule} Reply with the sequence as a list.",
		"Put {shown} into a list by {what}, the first element being where the order starts. Rule: {rule}",
	}, gen.Fixed("shown", sentence(shown)), gen.Fixed("what", what), gen.Fixed("rule", rule))
	answer := task.List(task.Strings(order)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(rule+" So the order is "+strings.Join(order, ", ")+".", answer)}
}

// vseprSpecies is a central atom with its valence electrons and terminal atoms.
type vseprSpecies struct {
	species  charged
	central  string
	valence  int // of the central atom
	terminal int // number of terminal atoms
	takes    int // electrons of the centre that a terminal atom binds (1 for H and halogens, 2 for O and S)
}

// lonePairs on the central atom by the usual count.
func (s vseprSpecies) lonePairs() int {
	return (s.valence - s.species.charge - s.terminal*s.takes) / 2
}

// shape by the numbers of neighbours and lone pairs.
func (s vseprSpecies) shape() string {
	return map[[2]int]string{{2, 0}: "linear", {3, 0}: "trigonal planar", {2, 1}: "bent", {4, 0}: "tetrahedral", {3, 1}: "trigonal pyramidal", {2, 2}: "bent", {5, 0}: "trigonal bipyramidal", {4, 1}: "seesaw", {3, 2}: "T-shaped", {2, 3}: "linear", {6, 0}: "octahedral", {5, 1}: "square pyramidal", {4, 2}: "square planar"}[[2]int{s.terminal, s.lonePairs()}]
}

var vseprPool = []vseprSpecies{
	{charged{"BeCl2", 0}, "Be", 2, 2, 1}, {charged{"BF3", 0}, "B", 3, 3, 1}, {charged{"BCl3", 0}, "B", 3, 3, 1}, {charged{"CH4", 0}, "C", 4, 4, 1}, {charged{"CCl4", 0}, "C", 4, 4, 1}, {charged{"SiF4", 0}, "Si", 4, 4, 1}, {charged{"CO2", 0}, "C", 4, 2, 2}, {charged{"CS2", 0}, "C", 4, 2, 2},
	{charged{"NH3", 0}, "N", 5, 3, 1}, {charged{"NF3", 0}, "N", 5, 3, 1}, {charged{"PH3", 0}, "P", 5, 3, 1}, {charged{"PCl3", 0}, "P", 5, 3, 1}, {charged{"AsF3", 0}, "As", 5, 3, 1}, {charged{"H2O", 0}, "O", 6, 2, 1}, {charged{"H2S", 0}, "S", 6, 2, 1}, {charged{"OF2", 0}, "O", 6, 2, 1}, {charged{"SCl2", 0}, "S", 6, 2, 1},
	{charged{"SO2", 0}, "S", 6, 2, 2}, {charged{"SO3", 0}, "S", 6, 3, 2}, {charged{"NH4", 1}, "N", 5, 4, 1}, {charged{"H3O", 1}, "O", 6, 3, 1}, {charged{"BF4", -1}, "B", 3, 4, 1}, {charged{"AlCl4", -1}, "Al", 3, 4, 1}, {charged{"NH2", -1}, "N", 5, 2, 1}, {charged{"PCl5", 0}, "P", 5, 5, 1}, {charged{"PF5", 0}, "P", 5, 5, 1},
	{charged{"SF4", 0}, "S", 6, 4, 1}, {charged{"SeF4", 0}, "Se", 6, 4, 1}, {charged{"ClF3", 0}, "Cl", 7, 3, 1}, {charged{"BrF3", 0}, "Br", 7, 3, 1}, {charged{"XeF2", 0}, "Xe", 8, 2, 1}, {charged{"I3", -1}, "I", 7, 2, 1}, {charged{"ICl2", -1}, "I", 7, 2, 1}, {charged{"SF6", 0}, "S", 6, 6, 1}, {charged{"PF6", -1}, "P", 5, 6, 1}, {charged{"SiF6", -2}, "Si", 4, 6, 1},
	{charged{"BrF5", 0}, "Br", 7, 5, 1}, {charged{"IF5", 0}, "I", 7, 5, 1}, {charged{"XeF4", 0}, "Xe", 8, 4, 1}, {charged{"ICl4", -1}, "I", 7, 4, 1}, {charged{"SbCl5", 0}, "Sb", 5, 5, 1}, {charged{"GeCl4", 0}, "Ge", 4, 4, 1},
}

// molecularShape asks for the shapes of several species. Difficulty is their
// number (3 to 5) and, from 3 on, expanded octets among them.
func molecularShape(r *rand.Rand, d gen.Difficulty) task.Item {
	pool := vseprPool[gen.Of(d, 0, 0, 17, 24, 24):gen.Of(d, 24, 30, 42, 42, 42)]
	picked := gen.Sample(r, pool, gen.Of(d, 4, 4, 4, 4, 6))
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{}}
	var names, worked []string
	for _, s := range picked {
		names = append(names, s.species.String())
		accept := []string{strings.ReplaceAll(s.shape(), " ", "-")}
		if s.shape() == "bent" {
			accept = append(accept, "angular", "v-shaped")
		}
		answer.Fields[s.species.String()] = task.String(s.shape(), accept...)
		worked = append(worked, fmt.Sprintf("%s: %d neighbours, %s", s.species, s.terminal, plural(s.lonePairs(), "lone pair", "lone pairs")))
	}
	question, _ := gen.Ask(r, []string{
		"Predict the shapes of {names} by electron pair repulsion. {words} Answer with a JSON object from formula, as written here, to shape.",
		"{words} Which of these words describes the arrangement of the atoms in each of {names}? Give a JSON object such as {\"X\": \"linear\"} with the formulas as keys.",
		"Count electron pairs around the central atom of {names} and name the molecular shapes (of the atoms, not of the pairs). {words} Reply as JSON with the formulas as written for keys.",
	}, gen.Fixed("names", sentence(names)), gen.Fixed("words", "Choose among linear, bent, trigonal planar, trigonal pyramidal, T-shaped, tetrahedral, square planar, seesaw, trigonal bipyramidal, square pyramidal and octahedral."))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(strings.Join(worked, "; ")+".", answer)}
}

// lewisCounts asks for pairs. Difficulty: 1 valence electron pairs, 2 lone pairs
// on central atoms, 3 lone pairs of the whole species with single bonds, 4 and 5
// formal charges of atoms with given bonds and lone pairs.
func lewisCounts(r *rand.Rand, d gen.Difficulty) task.Item {
	var told []string
	var counts []int
	asked, rule := "the number of valence electron pairs in all", "A pair of valence electrons counts once, in bonds or alone; the charge adds or takes electrons."
	if d <= 3 {
		for _, s := range gen.Sample(r, singleBonded(), gen.Of(d, 3, 4, 4, 4, 4)) {
			pairs := (s.valence + s.terminal*terminalElectrons(s) - s.species.charge) / 2
			told = append(told, s.species.String())
			counts = append(counts, []int{pairs, s.lonePairs(), pairs - s.terminal}[d-1])
		}
		if d == 2 {
			asked = "the number of lone pairs on the central atom"
		} else if d == 3 {
			asked = "the number of lone pairs on all atoms together"
		}
		rule += " All bonds are single bonds to the central atom, which is written first or, in species with H, is the atom other than H."
	} else {
		valence := map[string]int{"B": 3, "C": 4, "N": 5, "O": 6, "F": 7, "P": 5, "S": 6, "Cl": 7}
		options := []struct {
			atom         string
			bonds, pairs int
		}{{"B", 4, 0}, {"B", 3, 0}, {"C", 3, 0}, {"C", 3, 1}, {"C", 4, 0}, {"N", 4, 0}, {"N", 3, 1}, {"N", 2, 2}, {"O", 1, 3}, {"O", 2, 2}, {"O", 3, 1}, {"F", 1, 3}, {"P", 4, 0}, {"P", 5, 0}, {"S", 1, 3}, {"S", 3, 1}, {"S", 4, 1}, {"S", 6, 0}, {"Cl", 2, 2}, {"Cl", 4, 0}, {"C", 2, 2}, {"N", 2, 1}}
		for _, o := range gen.Sample(r, options, gen.Of(d, 4, 4, 4, 4, 6)) {
			told = append(told, fmt.Sprintf("%s with %s and %s", o.atom, plural(o.bonds, "bond", "bonds"), plural(o.pairs, "lone pair", "lone pairs")))
			counts = append(counts, valence[o.atom]-2*o.pairs-o.bonds)
		}
		asked, rule = "the formal charge", "A double bond counts as two bonds, a triple bond as three."
		if d == 5 {
			asked = "the formal charge of each atom and, as a last entry, the sum of these charges,"
			sum := 0
			for _, c := range counts {
				sum += c
			}
			counts = append(counts, sum)
		}
	}
	question, _ := gen.Ask(r, []string{
		"State {asked} for {told}, as a list of integers in this order. {rule}",
		"In Lewis structures, what is {asked} for {told}? {rule} Answer with a list like [1, 0, -1] in the order given.",
		"Draw the Lewis structures or fragments and give {asked} for {told}. {rule} Write the integers as a list in the same order.",
	}, gen.Fixed("asked", asked), gen.Fixed("told", sentence(told)), gen.Fixed("rule", rule))
	answer := task.List(task.Integers(counts)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("Electrons are shared out as the group numbers and the charge tell; the formal charge is valence electrons − 2·lone pairs − bonds.", answer)}
}

func singleBonded() []vseprSpecies {
	return slices.DeleteFunc(slices.Clone(vseprPool), func(s vseprSpecies) bool { return s.takes != 1 })
}

// terminalElectrons is 1 for hydrogen, 7 for halogens.
func terminalElectrons(s vseprSpecies) int {
	if parseFormula(s.species.formula)["H"] > 0 {
		return 1
	}
	return 7
}
