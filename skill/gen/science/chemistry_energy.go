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
	gen.Register("science/hesss-law-combination", "chemistry: physical", "Hess's law combination", "Combine reactions of known enthalpy into another one.", hessLaw)
	gen.Register("science/bond-energy-enthalpy-estimate", "chemistry: physical", "Bond-energy enthalpy estimate",
		"Estimate a reaction enthalpy, or a bond energy, from mean bond energies.", bondEnthalpy)
}

// elementForms are the standard states and how many atoms their formula has.
var elementForms = map[string]struct {
	species string
	atoms   int
}{"H": {"H2(g)", 2}, "N": {"N2(g)", 2}, "O": {"O2(g)", 2}, "Cl": {"Cl2(g)", 2}, "C": {"C(s)", 1}, "S": {"S(s)", 1}, "Fe": {"Fe(s)", 1}, "Cu": {"Cu(s)", 1}, "Ca": {"Ca(s)", 1}, "Mg": {"Mg(s)", 1}, "P": {"P(s)", 1}}

// formation is the reaction that makes two of a compound from its elements.
func formation(species string) tabulated {
	formula, _, _ := strings.Cut(species, "(")
	counts := parseFormula(formula)
	q := tabulated{{2, species}}
	for _, e := range slices.Sorted(maps.Keys(counts)) {
		form := elementForms[e]
		q = append(q, struct {
			n       int
			species string
		}{-2 * counts[e] / form.atoms, form.species})
	}
	return q.least()
}

// least divides the coefficients by what they share.
func (q tabulated) least() tabulated {
	common := 0
	for _, s := range q {
		common = gcd(max(s.n, -s.n), common)
	}
	return q.scaled(1, common)
}

// scaled multiplies the coefficients by a quotient that keeps them whole.
func (q tabulated) scaled(by, over int) tabulated {
	out := slices.Clone(q)
	for i := range out {
		out[i].n = out[i].n * by / over
	}
	return out
}

// compounds are the species that are no elements.
func (q tabulated) compounds() []string {
	var out []string
	for _, s := range q {
		if standardValues[s.species].enthalpy != 0 {
			out = append(out, s.species)
		}
	}
	return out
}

// hessLaw asks for an enthalpy. Difficulty: two reactions to combine, then three,
// then with one, two and three among them that are not needed. Each reaction
// stands multiplied and some are reversed.
func hessLaw(r *rand.Rand, d gen.Difficulty) task.Item {
	target := gen.Pick(r, hessTargets[gen.Of(d, 2, 3, 3, 3, 3)]).scaled(gen.Pick(r, []int{-2, -1, 1, 2, 3}), 1)
	names := target.compounds()
	for _, spare := range gen.Sample(r, []string{"NO(g)", "SO3(g)", "HCl(g)", "C2H6(g)", "N2O4(g)"}, 5) {
		if len(names) < gen.Of(d, 2, 3, 4, 5, 6) && !slices.Contains(names, spare) {
			names = append(names, spare)
		}
	}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var told, used []string
	for i, name := range names {
		q := formation(name).scaled(gen.Pick(r, []int{-3, -2, -1, 1, 2, 3}), 1)
		told = append(told, fmt.Sprintf("(%d) %s, ΔH = %s kJ", i+1, q, decimalText(q.change(false).enthalpy, 8)))
		for _, s := range target {
			if s.species == name {
				used = append(used, fmt.Sprintf("reaction %d times %d/%d", i+1, s.n, q[0].n))
			}
		}
	}
	answer := quantity(target.change(false).enthalpy, "kJ")
	question, _ := gen.Ask(r, []string{
		"Given are, all under standard conditions: {told}. What is the enthalpy change in kJ of {target}, with the coefficients read as moles? Mind the sign." + figures,
		"Use Hess's law to find ΔH in kJ (with its sign) for {target} as written in moles, from {told}." + figures,
		"The reaction {target} cannot be measured directly. Combine these thermochemical equations to get its ΔH in kJ, negative if heat is given off: {told}." + figures,
	}, gen.Fixed("told", strings.Join(told, "; ")), gen.Fixed("target", target))
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("The sum of "+sentence(used)+" gives the reaction; what is on both sides cancels, and the enthalpies add up in the same way.", answer)}
}

// hessTargets are the tabulated reactions by their number of compounds.
var hessTargets = func() map[int][]tabulated {
	out := map[int][]tabulated{}
	for _, q := range tabulatedReactions {
		if n := len(q.compounds()); !slices.Contains(q.compounds(), "NH4Cl(s)") {
			out[n] = append(out[n], q)
		}
	}
	return out
}()

// meanBonds are textbook mean bond energies in kJ/mol. Books differ by a few kJ,
// so a question states its own values close to these.
var meanBonds = map[string]int{
	"H-H": 436, "C-H": 413, "C-C": 348, "C=C": 614, "O=O": 495, "O-H": 463, "C-O": 358, "C=O": 799, "F-F": 155, "Cl-Cl": 242, "Br-Br": 193,
	"H-F": 567, "H-Cl": 431, "H-Br": 366, "C-F": 485, "C-Cl": 328, "C-Br": 276,
}

// bondCount counts the bonds of molecules, broken ones negative.
type bondCount map[string]int

func (b bondCount) enthalpy(table map[string]int) int {
	sum := 0
	for bond, n := range b {
		sum -= n * table[bond]
	}
	return sum
}

// bondEnthalpy asks for a gas-phase enthalpy. Difficulty: 1 substitution by
// halogen, 2 addition to a double bond, 3 combustion of an alkane, 4 of an
// alcohol or alkene, 5 a bond energy from the enthalpy.
func bondEnthalpy(r *rand.Rand, d gen.Difficulty) task.Item {
	table := map[string]int{}
	for _, bond := range slices.Sorted(maps.Keys(meanBonds)) {
		table[bond] = meanBonds[bond] + gen.Between(r, -4, 4)
	}
	equation, bonds := gen.Of(d, substitution, addition, alkaneBurning, richBurning, richBurning)(r)
	names := slices.Sorted(maps.Keys(bonds))
	value, unit := bonds.enthalpy(table), "kJ"
	asked, hidden := "the reaction enthalpy in kJ for the equation in moles, with its sign", ""
	if d == 5 {
		hidden = gen.Pick(r, []string{"C=O", "O=O", "C-H"})
		asked = fmt.Sprintf("the mean bond energy of %s in kJ/mol, if the reaction enthalpy of the equation in moles is %d kJ", hidden, value)
		value, unit = table[hidden], "kJ/mol"
	}
	var listed, worked []string
	for _, bond := range names {
		if bond != hidden {
			listed = append(listed, fmt.Sprintf("%s %d", bond, table[bond]))
		}
		change := "broken"
		if bonds[bond] > 0 {
			change = "formed"
		}
		if bonds[bond] != 0 {
			worked = append(worked, fmt.Sprintf("%d %s %s", max(bonds[bond], -bonds[bond]), bond, change))
		}
	}
	l := lesson{facts: fmt.Sprintf("All substances are gases in %s. Mean bond energies in kJ/mol: %s.", equation, strings.Join(listed, ", ")), asked: asked, answer: quantity(float64(value), unit),
		working: "Net bond changes: " + sentence(worked) + ". ΔH is the energy of the broken bonds minus that of the formed ones."}
	return l.item(r,
		"{facts} Estimate {asked}.",
		"By breaking and forming bonds, find {asked}. {facts}",
		"{facts} A student adds up bonds on both sides. What does this give for {asked}?",
	)
}

// chain is an alkane formula with n carbon atoms and h hydrogen atoms.
func chainFormula(n, h int, rest string) string {
	return times("C", n) + times("H", h) + rest
}

func substitution(r *rand.Rand) (string, bondCount) {
	n, x := gen.Between(r, 1, 9), gen.Pick(r, []string{"F", "Cl", "Br"})
	k := gen.Between(r, 1, min(4, 2*n+1))
	lead := ""
	if k > 1 {
		lead = fmt.Sprint(k, " ")
	}
	return fmt.Sprintf("%s + %s%s2 → %s + %sH%s", chainFormula(n, 2*n+2, ""), lead, x, chainFormula(n, 2*n+2-k, times(x, k)), lead, x),
		bondCount{"C-H": -k, x + "-" + x: -k, "C-" + x: k, "H-" + x: k}
}

func addition(r *rand.Rand) (string, bondCount) {
	n, x := gen.Between(r, 2, 9), gen.Pick(r, []string{"F", "Cl", "Br"})
	alkene := chainFormula(n, 2*n, "")
	switch r.IntN(3) {
	case 0:
		return fmt.Sprintf("%s + H%s → %s (an open-chain alkene with one double bond reacts)", alkene, x, chainFormula(n, 2*n+1, x)), bondCount{"C=C": -1, "H-" + x: -1, "C-C": 1, "C-H": 1, "C-" + x: 1}
	case 1:
		return fmt.Sprintf("%s + %s2 → %s (an open-chain alkene with one double bond reacts)", alkene, x, chainFormula(n, 2*n, x+"2")), bondCount{"C=C": -1, x + "-" + x: -1, "C-C": 1, "C-" + x: 2}
	}
	return fmt.Sprintf("%s + H2O → %s (an open-chain alkene with one double bond becomes an alcohol)", alkene, chainFormula(n, 2*n+1, "OH")), bondCount{"C=C": -1, "O-H": -1, "C-C": 1, "C-H": 1, "C-O": 1}
}

func alkaneBurning(r *rand.Rand) (string, bondCount) {
	n := gen.Between(r, 1, 12)
	return burning(chainFormula(n, 2*n+2, ""), "an open-chain alkane", n, 2*n+2, 0, bondCount{"C-H": 2*n + 2, "C-C": n - 1})
}

func richBurning(r *rand.Rand) (string, bondCount) {
	n := gen.Between(r, 3, 12)
	if r.IntN(2) == 0 {
		return burning(chainFormula(n, 2*n, ""), "an open-chain alkene with one double bond", n, 2*n, 0, bondCount{"C-H": 2 * n, "C-C": n - 2, "C=C": 1})
	}
	return burning(chainFormula(n, 2*n+1, "OH"), "an open-chain alcohol with one OH group", n, 2*n+2, 1, bondCount{"C-H": 2*n + 1, "C-C": n - 1, "C-O": 1, "O-H": 1})
}

// burning writes the combustion of a fuel with the given bonds, doubled where
// the oxygen would not come out whole.
func burning(fuel, what string, c, h, o int, bonds bondCount) (string, bondCount) {
	oxygen, n := 4*c+h-2*o, 1 // four times the O2 per fuel
	for n*oxygen%4 != 0 {
		n++
	}
	net := bondCount{"O=O": -n * oxygen / 4, "C=O": 2 * c * n, "O-H": h * n}
	for bond, k := range bonds {
		net[bond] -= k * n
	}
	lead := ""
	if n > 1 {
		lead = fmt.Sprint(n, " ")
	}
	water := fmt.Sprint(h*n/2, " ")
	return fmt.Sprintf("%s%s + %d O2 → %sCO2 + %sH2O (%s burns)", lead, fuel, n*oxygen/4, coefficient(c*n), water, what), net
}

func coefficient(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprint(n, " ")
}
