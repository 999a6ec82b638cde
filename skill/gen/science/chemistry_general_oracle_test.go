package science

import (
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"segue/skill/gen"
)

func TestHalfReactionsBalance(t *testing.T) {
	sums := func(h halfReaction) (atomCounts, int) {
		atoms, charge := atomCounts{}, 0
		for s, n := range h {
			charge += n * s.charge
			if s == electron {
				continue
			}
			for e, k := range parseFormula(s.formula) {
				atoms[e] += n * k
			}
		}
		return atoms, charge
	}
	check := func(what string, h halfReaction) {
		atoms, charge := sums(h)
		for e, n := range atoms {
			if n != 0 {
				t.Errorf("%s %v: %d %s", what, h, n, e)
			}
		}
		if charge != 0 {
			t.Errorf("%s %v: charge %d", what, h, charge)
		}
	}
	for _, ox := range slices.Concat(acidOxidants, baseOxidants) {
		half := halfOf(ox)
		check("oxidant", half)
		if half[electron] >= 0 {
			t.Errorf("%v takes up no electrons", half)
		}
		for _, red := range slices.Concat(acidReductants, hardReductants, baseReductants) {
			check("overall", overall(half, halfOf(red), false))
			h := overall(half, halfOf(red), true)
			check("in base", h)
			if h[electron] != 0 || h[proton] != 0 {
				t.Errorf("%v holds electrons or protons", h)
			}
		}
	}
	h := overall(halfOf(acidOxidants[0]), halfOf(acidReductants[0]), false) // MnO4⁻ + 5 Fe²⁺ + 8 H⁺
	if h[proton] != -8 || h[charged{"Fe", 2}] != -5 || h[water] != 4 {
		t.Error(h)
	}
}

func TestOxidationNumbersAddUp(t *testing.T) {
	usual := map[string]int{"O": -2, "H": 1, "F": -1, "Na": 1, "K": 1, "Li": 1, "Ba": 2, "Ca": 2, "Mg": 2, "Al": 3, "Cl": -1}
	for _, pool := range oxidationPools[:3] {
		for _, m := range pool {
			formula, charge := m.species.formula, m.species.charge
			if formula == "Fe2(SO4)3" {
				formula, charge = "Fe2", 6 // the sulfate ions hold the rest
			}
			sum := 0
			for e, n := range parseFormula(formula) {
				number := usual[e]
				if e == m.element {
					number = m.number
				}
				sum += n * number
			}
			if sum != charge {
				t.Errorf("%s with %s %+d: sum %d", m.species, m.element, m.number, sum)
			}
		}
	}
}

// TestFormulasFollowFromTheirMasses works the masses of a question back.
func TestFormulasFollowFromTheirMasses(t *testing.T) {
	for _, slug := range []string{"empirical-and-molecular-formula", "combustion-analysis"} {
		for d := gen.Easiest; d <= gen.Hardest; d++ {
			for n := range uint64(60) {
				it, err := gen.New("science/"+slug, d, n)
				if err != nil {
					t.Fatal(err)
				}
				q, moles := it.Question, map[string]float64{}
				if slug == "combustion-analysis" {
					sample := one(q, `Burning # g`)
					moles["C"], moles["H"] = one(q, `# g CO2`)/44.01, 2*one(q, `# g H2O`)/18.02
					if v := grab(q, `# g N2`); len(v) > 0 {
						moles["N"] = 2 * v[0] / 28.02
					}
					if v := grab(q, `# g AgCl`); len(v) > 0 {
						moles["Cl"] = v[0] / 143.32
					}
					if rest := sample - 12.01*moles["C"] - 1.01*moles["H"] - 14.01*moles["N"] - 35.45*moles["Cl"]; rest > 0.01*sample {
						moles["O"] = rest / 16
					}
				} else {
					left := one(q, `sample of # g`)
					for e, mass := range map[string]float64{"C": 12.01, "H": 1.01, "N": 14.01, "O": 16, "Cl": 35.45} {
						if v := grab(q, `# g `+e+`[ .,]`); len(v) > 0 {
							moles[e] = v[0] / mass
							left -= v[0]
						}
					}
					if strings.Contains(q, "The rest is O") {
						moles["O"] = left / 16
					}
				}
				got := parseFormula(it.Answer.Value)
				for e, k := range got {
					if ratio := moles[e] / moles["C"] * float64(got["C"]); math.Abs(ratio-float64(k)) > 0.04 {
						t.Errorf("%s: %s has %d %s, the masses give %g\n%s", it.ID, it.Answer.Value, k, e, ratio, q)
					}
				}
				if len(got) != len(moles) {
					t.Errorf("%s: %s from %v", it.ID, it.Answer.Value, moles)
				}
			}
		}
	}
}

func TestConfigurationsAreKnown(t *testing.T) {
	for _, c := range []struct{ z, charge, want int }{{6, 0, 2}, {7, 0, 3}, {24, 0, 6}, {29, 0, 1}, {26, 0, 4}, {26, 2, 4}, {26, 3, 5}, {25, 2, 5}, {30, 2, 0}, {24, 3, 3}, {28, 2, 2}} {
		if got := unpaired(configuration(c.z, c.charge)); got != c.want {
			t.Errorf("Z = %d, charge %d: %d unpaired, not %d", c.z, c.charge, got, c.want)
		}
	}
	for _, s := range vseprPool {
		if s.shape() == "" || s.lonePairs() < 0 || (s.valence-s.species.charge-s.terminal*s.takes)%2 != 0 {
			t.Errorf("%s: shape %q, %d lone pairs", s.species, s.shape(), s.lonePairs())
		}
	}
}

func TestSolutionsAgreeWithASecondWay(t *testing.T) {
	holdAgainst(t, "titration-equivalence",
		func(q string) []float64 {
			v := grab(q, `# mL of a solution of .* by # mL of # mol/L`)
			return []float64{v[1] * v[2] / v[0]}
		}, nil, nil,
		func(q string) []float64 {
			v := grab(q, `by # mL of # mol/L`)
			protons := one(q, `acid with # acidic`)
			return []float64{one(q, `# g of a pure`) / (v[0] * v[1] / protons / 1000)}
		},
		func(q string) []float64 {
			v := grab(q, `takes # mL of # mol/L`)
			return []float64{v[0] * v[1] * 5 * 0.05585 / one(q, `# g of an iron`) * 100}
		},
	)
	holdAgainst(t, "gas-law-molar-mass",
		func(q string) []float64 {
			v := grab(q, `# g of a gas fills # L at # K and # kPa`)
			return []float64{v[0] / (v[3] * v[1] / 8.3145 / v[2])}
		},
		func(q string) []float64 {
			v := grab(q, `of # g/L at # K and # kPa`)
			return []float64{v[0] / (v[2] / 8.3145 / v[1])}
		},
	)
	dilutions := func(q string) *big.Rat {
		c := new(big.Rat).SetFloat64(one(q, `concentration of # mmol`))
		for v := grab(q, `Then # mL of it is made up to # mL`); len(v) > 1; v = v[2:] {
			c.Mul(c, new(big.Rat).Quo(new(big.Rat).SetFloat64(v[0]), new(big.Rat).SetFloat64(v[1])))
		}
		return c
	}
	series := func(q string) []float64 { f, _ := dilutions(q).Float64(); return []float64{f} }
	holdAgainst(t, "solution-dilution-series", series, series, series, series)
}

func TestHydratesHoldTheirWater(t *testing.T) {
	holdAgainst(t, "hydrate-water-determination", func(q string) []float64 {
		v := grab(q, `# g of \S+·xH2O leave # g`)
		formula := regexp.MustCompile(`g of (\S+)·xH2O`).FindStringSubmatch(q)[1]
		return []float64{math.Round((v[0] - v[1]) / 18.02 / (v[1] / molarMass(formula)))}
	})
}

func TestNamesAndIsomersOfKnownSkeletons(t *testing.T) {
	for _, c := range []struct {
		chain chainName
		want  string
	}{
		{chainName{5, map[int][]string{2: {"methyl", "methyl"}, 4: {"methyl"}}}, "2,2,4-trimethylpentane"},
		{chainName{7, map[int][]string{4: {"ethyl"}, 5: {"methyl"}, 3: {"methyl"}}}, "4-ethyl-3,5-dimethylheptane"},
		{chainName{9, map[int][]string{5: {"methyl"}, 4: {"ethyl"}, 6: {"propyl"}}}, "4-ethyl-5-methyl-6-propylnonane"},
		{chainName{6, map[int][]string{5: {"bromo"}, 2: {"chloro"}}}, "2-bromo-5-chlorohexane"},
	} {
		if got := c.chain.name(); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
	longest := func(m carbonTree) int {
		var deep func(at, from int) int
		deep = func(at, from int) int {
			best := 0
			for _, n := range m.bonds[at] {
				if n != from && m.labels[n] == "C" {
					best = max(best, deep(n, at))
				}
			}
			return best + 1
		}
		best := 0
		for i, l := range m.labels {
			if l == "C" {
				best = max(best, deep(i, -1))
			}
		}
		return best
	}
	r := rand.New(rand.NewPCG(8, 8))
	for range 300 {
		c := drawChain(r, gen.Between(r, 7, 12), 5, []string{"methyl", "ethyl", "propyl", "bromo"})
		if got := longest(c.tree()); got != c.length {
			t.Errorf("%s: longest chain %d", c.name(), got)
		}
	}
}

// TestAlkaneCounts grows all alkanes; their numbers are well known (OEIS A000602),
// and so are those of the alkyl halides (A000598).
func TestAlkaneCounts(t *testing.T) {
	var one carbonTree
	one.add("C", -1)
	level := map[string]carbonTree{one.identity("C"): one}
	for n, want := range []struct{ alkanes, halides int }{{1, 1}, {1, 1}, {1, 2}, {2, 4}, {3, 8}, {5, 17}, {9, 39}} {
		halides, next := map[string]bool{}, map[string]carbonTree{}
		for _, m := range level {
			for i := range m.labels {
				if len(m.bonds[i]) < 4 {
					h := m.clone()
					h.add("Cl", i)
					halides[h.identity("Cl")] = true
					c := m.clone()
					c.add("C", i)
					next[c.identity("C")] = c
				}
			}
		}
		if len(level) != want.alkanes || len(halides) != want.halides {
			t.Errorf("%d carbon atoms: %d alkanes, %d halides", n+1, len(level), len(halides))
		}
		level = next
	}
}

// TestStereoisomersByCounting tries all arrangements of a palindromic chain and
// counts them up to reversal, which inverts the descriptors' order and sense.
func TestStereoisomersByCounting(t *testing.T) {
	for d, n := gen.Hardest, uint64(0); n < 100; n++ {
		it, err := gen.New("science/stereocentre-count", d, n)
		if err != nil {
			t.Fatal(err)
		}
		centres := len(regexp.MustCompile(`C\((?:O|Cl|Br|N|F|S)\)`).FindAllString(strings.Split(it.Question, "(SMILES")[0], -1))
		seen := map[int]bool{}
		for code := range 1 << centres {
			back := 0 // in the plane drawing reversal is a half turn: left and right swap
			for k := range centres {
				back |= (code>>k&1 ^ 1) << (centres - 1 - k)
			}
			seen[min(code, back)] = true
		}
		want := len(seen)
		if got := int(lessonNumbers(it.Answer)[0]); got != want {
			t.Errorf("%s: %d, by trying %d\n%s", it.ID, got, want, it.Question)
		}
	}
}
