package science

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"segue/skill/gen"
)

func TestFormulasCountTheirAtoms(t *testing.T) {
	for formula, want := range map[string]atomCounts{
		"Al2(SO4)3": {"Al": 2, "S": 3, "O": 12}, "C6H12O6": {"C": 6, "H": 12, "O": 6}, "(NH4)2SO4": {"N": 2, "H": 8, "S": 1, "O": 4},
		"K2Cr2O7": {"K": 2, "Cr": 2, "O": 7}, "Ca(CH3COO)2": {"Ca": 1, "C": 4, "H": 6, "O": 4},
	} {
		got := parseFormula(formula)
		for element, n := range want {
			if got[element] != n || len(got) != len(want) {
				t.Errorf("%s: %v, not %v", formula, got, want)
			}
		}
	}
	if got := molarMass("CaCO3"); !near(got, 100.09, 1e-4) {
		t.Errorf("CaCO3 has %g g/mol", got)
	}
}

// conserved says what a set of coefficients loses, and whether they are least.
func conserved(t *testing.T, q reaction, coefficients []int) {
	t.Helper()
	balance, common := atomCounts{}, 0
	for i, formula := range q.species() {
		n := coefficients[i]
		common = gcd(n, common)
		if i >= len(q.left) {
			n = -n
		}
		for element, atoms := range parseFormula(formula) {
			balance[element] += n * atoms
		}
	}
	for element, n := range balance {
		if n != 0 {
			t.Errorf("%s %v: %d %s are lost", q, coefficients, n, element)
		}
	}
	if common != 1 || slices.Min(coefficients) < 1 {
		t.Errorf("%s %v: not the least positive coefficients", q, coefficients)
	}
}

func TestEveryFamilyBalances(t *testing.T) {
	r := source(6)
	queue := slices.Clone(twoReagents)
	for range 20 * tries {
		queue = append(queue, precipitation(r), combustion(r), combustionWithHeteroatoms(r), permanganateOxidation(r), dichromateOxidation(r))
	}
	for _, q := range queue {
		coefficients, err := q.balance()
		if err != nil {
			t.Error(err)
			continue
		}
		conserved(t, q, coefficients)
	}
	if _, err := (reaction{[]string{"H2", "O2"}, []string{"H2O", "H2O2"}}).balance(); err == nil {
		t.Error("an equation with two independent solutions balanced")
	}
}

func TestReactorsConserveMass(t *testing.T) {
	r := source(7)
	for d := gen.Difficulty(2); d <= gen.Hardest; d++ {
		for range tries {
			c := drawCharge(r, d)
			f := c.moles()
			extent, left := run(c.coefficients, f)
			in := f.first*molarMass(c.left[0]) + f.second*molarMass(c.left[1])
			out := left.first*molarMass(c.left[0]) + left.second*molarMass(c.left[1])
			for i, product := range c.right {
				out += extent * float64(c.coefficients[2+i]) * molarMass(product)
			}
			if !near(out, in, 1e-9) || min(left.first, left.second) > 1e-9 || min(left.first, left.second) < -1e-9 {
				t.Errorf("%v: %g g become %g g, left %v", c, in, out, left)
			}
		}
	}
}

func TestTabulatedReactionsBalanceAndOptionsDiffer(t *testing.T) {
	for _, q := range tabulatedReactions {
		var plain reaction
		var coefficients []int
		for _, s := range q {
			formula, _, _ := strings.Cut(s.species, "(")
			if _, known := standardValues[s.species]; !known {
				t.Errorf("%s: no values of %s", q, s.species)
			}
			coefficients = append(coefficients, max(s.n, -s.n))
			if s.n < 0 {
				plain.left = append(plain.left, formula)
			} else {
				plain.right = append(plain.right, formula)
			}
		}
		conserved(t, plain, coefficients)
	}
	ammonia := tabulatedReactions[0].change(false)
	if got := ammonia.gibbs(298.15); !near(got, -32.8, 0.02) { // 2 · (−16.4 kJ/mol), the tabulated ΔG°f of NH3
		t.Errorf("ΔG° of ammonia synthesis is %g kJ", got)
	}
	for d := gen.Easiest; d <= gen.Hardest; d++ {
		for i := range uint64(300) {
			it, err := gen.New("science/gibbs-energy-of-reaction", d, i)
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Compact(slices.Sorted(slices.Values(it.Answer.Options))); len(got) != 4 {
				t.Errorf("%s: options %v", it.ID, it.Answer.Options)
			}
		}
	}
}

func TestUnsaturationOfKnownCompounds(t *testing.T) {
	for _, c := range []struct {
		name    string
		s       skeleton
		formula string
	}{
		{"benzene", skeleton{carbon: 6, rings: 1, double: 3}, "C6H6"},
		{"caffeine", skeleton{carbon: 8, nitrogen: 4, oxygen: 2, rings: 2, double: 2, carbonyl: 2}, "C8H10N4O2"},
		{"chloroform", skeleton{carbon: 1, halogens: 3, halogen: "Cl"}, "CHCl3"},
		{"cholesterol", skeleton{carbon: 27, oxygen: 1, rings: 4, double: 1}, "C27H46O"},
		{"acetylene", skeleton{carbon: 2, triple: 1}, "C2H2"},
	} {
		if got := c.s.formula(); got != c.formula {
			t.Errorf("%s: %s, not %s", c.name, got, c.formula)
		}
	}
	r := source(8)
	for range 5 * tries {
		for d := gen.Easiest; d <= gen.Hardest; d++ {
			if s := drawSkeleton(r, d); s.hydrogens() < 1 {
				t.Errorf("difficulty %d: %+v has %d hydrogens", d, s, s.hydrogens())
			}
		}
	}
}

func TestCrossAgreesWithCountingGametes(t *testing.T) {
	r := source(9)
	for range 5 * tries {
		g := drawGenes(r, 2)[0]
		wish := drawTrait(r, g)
		count := 0
		for i := range 2 { // the allele drawn from either parent: the first ones are dominant
			for j := range 2 {
				alleles := 0
				if i < g.mother {
					alleles++
				}
				if j < g.father {
					alleles++
				}
				if wish.phenotype && (alleles > 0) == wish.dominant || !wish.phenotype && alleles == wish.alleles {
					count++
				}
			}
		}
		if got := g.chance(wish); got.Cmp(big.NewRat(int64(count), 4)) != 0 || count == 0 || count == 4 {
			t.Errorf("%+v, %+v: %s, not %d/4", g, wish, got, count)
		}
	}
	sum := new(big.Rat)
	for k := range 5 {
		sum.Add(sum, binomial(4, k, big.NewRat(3, 16)))
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 || binomial(4, 1, big.NewRat(1, 2)).Cmp(big.NewRat(1, 4)) != 0 {
		t.Error("the binomial chances are wrong")
	}
}

func TestTranslationStartsAtTheFirstStartCodon(t *testing.T) {
	for mrna, want := range map[string]string{
		"AUGGCCUAA": "MA", "AUGUUUUGGUGA": "MFW", "AUGAAACGAUAG": "MKR", "AUGAGCCAUGAC": "MSHD",
	} {
		if got := translate(mrna); got != want {
			t.Errorf("%s: %s, not %s", mrna, got, want)
		}
	}
	r := source(10)
	for range 5 * tries {
		leader := drawLeader(r, gen.Between(r, 4, 10))
		if got := strings.Index(leader+"AUG", "AUG"); got != len(leader) {
			t.Errorf("leader %s: first start codon at %d", leader, got)
		}
		if protein := translate("AUG" + drawCodons(r, 8) + "UAA" + leader); len(protein) != 9 {
			t.Errorf("protein %s ends early or late", protein)
		}
	}
	if got := complement(complement("AUGCUA")); got != "AUGCUA" {
		t.Errorf("the complement of the complement is %s", got)
	}
}

func TestPopulationsFollowTheirLaw(t *testing.T) {
	exponential := population{rate: 50}
	if got := exponential.seasons(100, 3)[3]; !near(got, 337.5, 1e-12) {
		t.Errorf("%g after three seasons, not 337.5", got)
	}
	logistic := population{rate: 50, capacity: 1000}
	if got := logistic.seasons(1000, 5)[5]; got != 1000 {
		t.Errorf("a population at its capacity became %g", got)
	}
	// With a harvest N settles where r·N·(1 − N/K) = h: here at 500 + √(250000 − 80000).
	harvested := population{rate: 50, capacity: 1000, migration: -40}
	if got, want := harvested.seasons(600, 200)[200], 500+math.Sqrt(250000-80000); !near(got, want, 1e-9) {
		t.Errorf("it settles at %g, not %g", got, want)
	}
}
